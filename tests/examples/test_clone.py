"""The way from kept matches to a bot that plays like a player of theirs, and on from there: examples/learner/clone.py."""

import re
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from clone import KEPT_BACK, agreement, clone, main, read_rows
from network import Network
from tests.examples.test_learner import FOLDER, refused, run

INFOSET = ("-m", "infoset")


def python(*words: str | Path) -> list[str | Path]:
    """A command."""
    return [sys.executable, *words]


@pytest.fixture(scope="module")
def heuristics(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `heuristic` did in twenty short matches of Colonizers."""
    folder = tmp_path_factory.mktemp("demonstrations")
    table = ("heuristic", "random", "--option", "colony=3", "--matches", "20", "--seed", "1")
    run(python(*INFOSET, "arena", *table, "--keep", "--out", folder / "run"))
    out = folder / "heuristic.npz"
    words = ("demonstrations", folder / "run", "--player", "heuristic", "--out", out)
    run(python(*INFOSET, *words))
    return out


def test_it_learns_to_do_as_others_did_where_it_has_not_looked(heuristics: Path) -> None:
    rows, encoding = read_rows(heuristics)
    is_kept = rows.units % KEPT_BACK == 0
    learnt, kept = rows.where(~is_kept), rows.where(is_kept)
    assert not set(learnt.units) & set(kept.units)
    rng = np.random.default_rng(1)
    network = Network(encoding.cells, encoding.actions, 32, rng)
    network.look_at(learnt.observations.astype(np.float32))
    before = agreement(network, kept)
    for _ in range(5):
        clone(network, learnt, 1e-3, rng)
    chance = float(np.mean(1 / kept.masks.sum(axis=1)))
    assert agreement(network, kept) > max(before, chance) + 0.05


def test_a_clone_plays_and_is_learnt_on_from(heuristics: Path, tmp_path: Path) -> None:
    weights, further = tmp_path / "cloned.npz", tmp_path / "further.npz"
    words = ("--epochs", "2", "--hidden", "16", "--out", weights)
    said = run(python(FOLDER / "clone.py", heuristics, *words))
    assert re.search(r"epoch   2  as recorded \d+\.\d %\n\d+ rows were kept back", said)
    table = (f"cloned={FOLDER / 'bot.py'}:weights={weights}", "random", "--matches", "2")
    said = run(python(*INFOSET, "arena", *table, "--out", tmp_path / "run"))
    (line,) = [line for line in said.splitlines() if line.startswith("cloned ")][:1]
    assert line.split()[-4:] == ["0", "0", "0", "0"], said  # never late, illegal, raised, crashed
    quick = ("--updates", "1", "--plays", "8", "--evaluate", "8", "--out", further)
    run(python(FOLDER / "learn.py", "--start", weights, *quick))
    with np.load(weights) as begun, np.load(further) as ended:
        assert np.array_equal(begun["mean"], ended["mean"])
        assert begun["w1"].shape == ended["w1"].shape
        assert not np.array_equal(begun["w1"], ended["w1"])


def test_equal_seeds_clone_equally(heuristics: Path, tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("one.npz", "other.npz")]
    for file in files:
        assert main([str(heuristics), "--epochs", "1", "--hidden", "8", "--out", str(file)]) == 0
    assert files[0].read_bytes() == files[1].read_bytes()


def test_what_cannot_be_cloned_is_refused_by_name(heuristics: Path, tmp_path: Path) -> None:
    with np.load(heuristics) as stored:
        told: dict[str, Any] = dict(stored)
    few, foreign, other = (tmp_path / name for name in ("few.npz", "foreign.npz", "other.npz"))
    first = told["unit"] == 0
    names = ("observation", "action_mask", "action", "return", "unit")
    save: Any = np.savez  # whose other arguments type checkers would see in the names of arrays
    save(few, **told | {name: told[name][first] for name in names})
    save(foreign, **told | {"purpose": np.array("colonizers/0.1")})
    save(other, **told | {"game": np.array("ludo")})
    out = tmp_path / "cloned.npz"
    for words, why in (
        ((tmp_path / "none.npz",), "none.npz"),
        ((FOLDER / "clone.py",), "expected what `infoset demonstrations` has written"),
        ((few,), "few.npz: expected 10 matches or more"),
        ((foreign,), "foreign.npz: expected rows for colonizers/1.0"),
        ((other,), "game 'ludo' is not installed"),
        ((heuristics, "--epochs", "0"), "--epochs: expected 1 or more"),
        ((heuristics, "--out", "nowhere/cloned.npz"), "--out: expected a file in a folder"),
    ):
        told_so = refused(python(FOLDER / "clone.py", "--out", out, *words))
        assert why in told_so
        assert "Traceback" not in told_so
    assert not out.exists()
