"""The learner of examples/learner: its gradients are those of its loss, it learns, and what it has learnt plays."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from network import Network
from ppo import Experience, Learner, Settings, gradients_of, smoothed

from infoset_bots.adapters.batch import InfosetBatchEnv
from infoset_games.testing.toys import Leduc

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


def run(command: list[str | Path]) -> str:
    done = subprocess.run(
        list(map(str, command)), capture_output=True, text=True, timeout=LIMIT_S, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
