"""The learner of examples/learner: its gradients are those of its loss, it learns, and what it has learnt plays."""

import io
import subprocess
import sys
from pathlib import Path
from typing import Any

import learn
import numpy as np
import pytest
from network import Network
from ppo import Experience, Learner, Settings, gradients_of, smoothed

from infoset.errors import BotLoadError
from infoset_bots.adapters.batch import InfosetBatchEnv
from infoset_bots.adapters.encoding import encoding_of
from infoset_bots.lab.arena.players import require_fit
from infoset_games.policies import RandomPolicy
from infoset_games.testing.toys import Ambush, Leduc

FOLDER = Path(__file__).parents[2] / "examples" / "learner"
LIMIT_S = 500  # the machine may be busy
NEAR = 1e-5


def test_the_gradients_are_those_of_the_loss() -> None:
    rng = np.random.default_rng(0)
    network = Network(6, 4, 5, rng)
    for name, weights in network.weights.items():
        exact: Any = weights.astype(np.float64)
        network.weights[name] = exact
    masks = np.ones((7, 4), np.int8)
    masks[:, 1] = 0
    masks[2, 3] = 0
    inputs = rng.standard_normal((7, 6))
    actions = np.array([0, 2, 0, 3, 2, 0, 2])
    logs, _, _ = network.forward(inputs, masks)  # type: ignore[arg-type]
    chosen = logs[np.arange(7), actions] + rng.standard_normal(7) * 0.2  # some beyond the bound
    told = (inputs, masks, actions, chosen, rng.standard_normal(7), rng.standard_normal(7))
    experience, rows = Experience(*told), np.arange(7)  # type: ignore[arg-type]
    settings = Settings()
    gradients, _ = gradients_of(network, experience, rows, settings)

    def loss() -> float:
        return gradients_of(network, experience, rows, settings)[1]

    for name, weights in network.weights.items():
        for at in np.ndindex(weights.shape):
            kept = weights[at]
            weights[at] = kept + NEAR
            above = loss()
            weights[at] = kept - NEAR
            slope = (above - loss()) / (2 * NEAR)
            weights[at] = kept
            assert gradients[name][at] == pytest.approx(slope, abs=1e-6), (name, at)


def test_advantages_end_with_the_play() -> None:
    rewards = np.array([[0], [1], [0]], np.float32)
    values = np.array([[0.5], [0.25], [0.5], [2.0]], np.float32)
    ends = np.array([[False], [True], [False]])
    found = smoothed(rewards, values, ends, 0.5)[:, 0]
    assert found == pytest.approx([0.25 - 0.5 + 0.5 * 0.75, 1 - 0.25, 2.0 - 0.5])


def test_it_learns_to_win_chips_from_whoever_plays_at_random() -> None:
    game = Leduc()
    env = InfosetBatchEnv(game, 64, seat=[place % 2 for place in range(64)])
    network = Network(env.encoding.cells, env.encoding.actions, 32, np.random.default_rng(1))
    shown, _ = env.reset(seed=1)
    network.look_at(shown["observation"])
    learner = Learner(env, network, Settings(steps=32, minibatch=512, rate=3e-3), seed=1)
    means = []
    for _ in range(30):
        learner.update(3e-3)
        means.append(float(np.mean(learner.returns)))
        learner.returns.clear()
    assert np.mean(means[-5:]) > np.mean(means[:3]) + 0.3
    assert np.mean(means[-5:]) > 0.3


def test_what_was_learnt_is_saved_and_plays_in_the_arena(tmp_path: Path) -> None:
    weights = tmp_path / "learned.npz"
    words = ["--updates", "1", "--plays", "8", "--hidden", "16", "--evaluate", "8"]
    learnt = run([sys.executable, FOLDER / "learn.py", *words, "--out", weights])
    assert "over 8 plays" in learnt
    bot = f"learned={FOLDER / 'bot.py'}:weights={weights}"
    arena = [sys.executable, "-m", "infoset", "arena", bot, "random", "--matches", "2"]
    said = run([*arena, "--out", tmp_path / "run"])
    (line,) = [line for line in said.splitlines() if line.startswith("learned ")][:1]
    assert line.split()[-4:] == ["0", "0", "0", "0"], said  # never late, illegal, raised, crashed


def test_weights_for_something_else_are_refused_before_a_match_is_begun(tmp_path: Path) -> None:
    leduc, ambush = Leduc(), Ambush(seats=3)
    path = tmp_path / "learned.npz"
    encoding = encoding_of(leduc)
    made = Network(encoding.cells, encoding.actions, 8, np.random.default_rng(1))
    made.save(path, encoding)
    bot = f"{FOLDER / 'bot.py'}:weights={path}"
    require_fit(bot, leduc)
    said = (
        r"cannot play ambush: .*learned\.npz: expected weights for ambush/.*, got those for leduc/"
    )
    with pytest.raises(BotLoadError, match=said):
        require_fit(bot, ambush)
    into = tmp_path / "run"
    words = ["arena", bot, "random", "--matches", "2", "--out", str(into)]
    told = subprocess.run(
        [sys.executable, "-m", "infoset", *words],
        check=False,
        capture_output=True,
        text=True,
        timeout=LIMIT_S,
    )
    assert told.returncode != 0
    (line,) = told.stderr.splitlines()
    assert "learned.npz: expected weights for colonizers/" in line
    assert "got those for leduc/" in line
    assert not into.exists()
    path.write_bytes(b"")
    with pytest.raises(
        BotLoadError, match=r"learned\.npz: expected weights for leduc/.*, got none"
    ):
        require_fit(bot, leduc)


@pytest.mark.parametrize(("asked", "played"), [(1, 1), (130, 256)])
def test_the_plays_that_were_evaluated_are_told(asked: int, played: int) -> None:
    """Every seat and place has as many, so they are more than were asked for; one alone has no margin."""
    game = Leduc()
    encoding = encoding_of(game)
    network = Network(encoding.cells, encoding.actions, 8, np.random.default_rng(1))
    mean, margin, plays = learn.evaluate(network, game, RandomPolicy(), asked, seed=1)
    assert plays == played
    assert -1 <= mean <= 1
    assert np.isinf(margin) == (played == 1)


def test_a_run_of_so_many_updates_repeats(tmp_path: Path) -> None:
    """However long they take: the rate of learning follows from their number alone."""
    words = ["--updates", "2", "--plays", "8", "--hidden", "16", "--evaluate", "8", "--seed", "4"]
    files = [tmp_path / name for name in ("one.npz", "other.npz")]
    for file in files:
        run([sys.executable, FOLDER / "learn.py", *words, "--option", "colony=2", "--out", file])
    assert files[0].read_bytes() == files[1].read_bytes()


def test_what_was_learnt_before_ctrl_c_is_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    updates = Learner.update
    done = 0

    def update(learner: Learner, rate: float) -> None:
        nonlocal done
        updates(learner, rate)
        done += 1
        if done == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr(Learner, "update", update)
    out = tmp_path / "learned.npz"
    words = ["--plays", "8", "--hidden", "16", "--evaluate", "8", "--out", str(out)]
    assert learn.main(words) == 0
    assert "stopped\nreturn " in capsys.readouterr().out
    monkeypatch.undo()
    again = ["--updates", "1", *words, "--start", str(out)]
    assert learn.main(again) == 0


def test_weights_are_refused_for_anything_but_what_they_were_learnt_for(tmp_path: Path) -> None:
    leduc, ambush = (encoding_of(game) for game in (Leduc(), Ambush(seats=3)))
    path = tmp_path / "learned.npz"
    made = Network(leduc.cells, leduc.actions, 8, np.random.default_rng(1))
    made.save(path, leduc)
    assert np.array_equal(Network.load(path, leduc).weights["w1"], made.weights["w1"])
    said = rf"learned\.npz: expected weights for ambush.*\(.*\d+ cells, .*, got those for leduc/.*: {leduc.cells} cells"
    with pytest.raises(ValueError, match=said):
        Network.load(path, ambush)
    with pytest.raises(
        ValueError, match=rf"network: expected .* for ambush.*, got {leduc.cells} and"
    ):
        Learner(InfosetBatchEnv(ambush.game, 2), made, Settings(), seed=1)


NPZ = io.BytesIO()
np.savez(NPZ, other=np.zeros(3))


@pytest.mark.parametrize(
    "content",
    [b"", b"weights = 5", NPZ.getvalue(), NPZ.getvalue()[:-30]],
    ids=["empty", "a text", "other arrays", "torn off"],
)
def test_a_file_that_holds_no_weights_is_named(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "learned.npz"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=r"learned\.npz: expected weights for leduc.*got none"):
        Network.load(path, encoding_of(Leduc()))


def test_the_bot_says_what_its_weights_are_for(tmp_path: Path) -> None:
    ambush, path = encoding_of(Ambush(seats=3)), tmp_path / "learned.npz"
    Network(ambush.cells, ambush.actions, 8, np.random.default_rng(1)).save(path, ambush)
    bot = f"learned={FOLDER / 'bot.py'}:weights={path}"
    arena = [sys.executable, "-m", "infoset", "arena", bot, "random", "--game", "colonizers"]
    told = refused([*arena, "--matches", "2", "--out", tmp_path / "run"])
    assert "learned.npz: expected weights for colonizers/" in told
    assert "got those for ambush" in told


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--game", "ludo"], "game 'ludo' is not installed"),
        (["--opponents", "nobody"], "policy 'nobody': colonizers has no such policy"),
        (["--plays", "0"], "--plays: expected 1 or more, got 0"),
        (["--minutes", "0"], "--minutes: expected more than 0, got 0"),
        (["--minutes", "1", "--updates", "1"], "--updates: not allowed with argument --minutes"),
        (["--option", "colony=9"], "colony: expected an integer, 1..8"),
        (["--option", "colony"], "--option colony: expected NAME=VALUE"),
        (["--start", "none.npz"], "No such file or directory: 'none.npz'"),
        (["--out", "nowhere/learned.npz"], "--out: expected a file in a folder that there is"),
    ],
)
def test_what_cannot_be_learnt_is_refused_before(
    words: list[str], why: str, tmp_path: Path
) -> None:
    told = refused([sys.executable, FOLDER / "learn.py", *words], cwd=tmp_path)
    assert why in told
    assert "Traceback" not in told
    assert not list(tmp_path.iterdir())


def refused(command: list[str | Path], cwd: Path | None = None) -> str:
    """What a program says that fails."""
    words = list(map(str, command))
    done = subprocess.run(words, capture_output=True, text=True, check=False, cwd=cwd)
    assert done.returncode != 0, done.stdout
    return done.stdout + done.stderr


def run(command: list[str | Path]) -> str:
    done = subprocess.run(
        list(map(str, command)), capture_output=True, text=True, timeout=LIMIT_S, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
