"""Runs with kept replays, small enough for tests."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.bots.runs import keep_run

from infoset_bots.lab.arena.record import Record, Thinking
from infoset_bots.lab.statistics.sources import Played
from infoset_bots.lab.statistics.tale import Tale

MakePlayed = Callable[..., Played]


@pytest.fixture(scope="session")
def islands(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of Catan with its replays."""
    return keep_run(
        tmp_path_factory.mktemp("runs") / "catan",
        *("random", "random_by_kind", "--game", "catan", "--option", "target=3"),
        *("--option", "round_limit=25", "--matches", "3"),
    )


@pytest.fixture(scope="session")
def colonies(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of Colonizers with its replays, every deal under several seatings."""
    return keep_run(
        tmp_path_factory.mktemp("runs") / "colonizers",
        *("random", "heuristic", "--option", "colony=2", "--duplicate", "--matches", "6"),
    )


@pytest.fixture
def make_played() -> MakePlayed:
    """A match as told: `make_played(["a", "b"], scores=[10, 5], rounds=20)`."""

    def make(
        bots: list[str], *, tale: Tale | None = None, target: int | None = 10, **changes: Any
    ) -> Played:
        seats = len(bots)
        zeros = [0] * seats
        values: dict[str, Any] = {
            "match": 0,
            "deal": 0,
            "seating": 0,
            "seed": "s",
            "deal_hash": "d",
            "bots": bots,
            "places": [1, *[2] * (seats - 1)],
            "scores": [10.0, *[2.0] * (seats - 1)],
            "returns": [0.0] * seats,
            "reason": "finished",
            "ending": "finished",
            "plies": 1,
            "rounds": 20,
            "decisions": [10] * seats,
            "misses": zeros,
            "illegal": zeros,
            "exceptions": zeros,
            "crashes": zeros,
            "thinking": Thinking([4.0] * seats, [9.0] * seats),
        }
        return Played(Record(**values | changes), tale, target)

    return make
