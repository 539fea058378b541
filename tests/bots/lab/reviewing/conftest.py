"""Runs of small games with kept replays, and bots whose faults are known."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.bots.runs import keep_run

from infoset_games.registry import register
from infoset_games.testing.toys.ambush import Ambush
from infoset_games.testing.toys.leduc import Leduc

BOTS = '''
"""A player by flat Monte Carlo, and one that plays anything every fifth time."""

from infoset_bots.search.monte_carlo_bot import MonteCarloBot


class Careful(MonteCarloBot):
    def __init__(self):
        super().__init__(worlds=20)


class Clumsy(Careful):
    def decide(self, turn):
        if self.rng.random() < 0.2:
            return turn.random_answer(self.rng)
        return super().decide(turn)
'''


@pytest.fixture(scope="module", autouse=True)
def toys() -> Iterator[None]:
    """The toy games, installed until the last test of a file."""
    with register("leduc", Leduc), register("ambush", Ambush):
        yield


@pytest.fixture(scope="session")
def bots(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with both bots."""
    file = tmp_path_factory.mktemp("bots") / "made.py"
    file.write_text(BOTS)
    return file


@pytest.fixture(scope="session")
def colonies(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of Colonizers, every deal under several seatings."""
    return keep_run(
        tmp_path_factory.mktemp("runs") / "colonies",
        *("random", "heuristic", "--option", "colony=2", "--duplicate", "--matches", "6"),
    )
