"""The server is killed while OpenSpiel's games are played: positions come back from the record."""

import asyncio
import sys
from pathlib import Path

import pytest
from tests.faults.killing import run

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: nothing is killed here")

SERVER = [sys.executable, "-m", "infoset", "serve"]


@pytest.mark.parametrize(
    ("game", "matches", "acts"),
    [
        ("openspiel_hearts", 2, (10, 30)),
        ("openspiel_leduc_poker", 6, (1, 2)),
        ("openspiel_goofspiel", 3, (4, 10)),  # seats decide at the same time
    ],
)
def test_no_acknowledged_act_is_lost_or_doubled(
    tmp_path: Path, game: str, matches: int, acts: tuple[int, int]
) -> None:
    outcome = asyncio.run(
        run(tmp_path, matches=matches, kills=2, seed=7, command=SERVER, acts=acts, game=game)
    )
    assert outcome.kills > 0
    assert outcome.matches == matches
    assert outcome.wrongs == []
    assert outcome.lost == []
    assert outcome.unfinished == []
