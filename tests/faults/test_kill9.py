"""The server is killed while matches are played: what it acknowledged is there, and everything ends."""

import asyncio
import sys
from pathlib import Path

from tests.faults.killing import run

SERVER = [sys.executable, "-m", "infoset", "serve"]
EARLY = [sys.executable, "-m", "tests.faults.early_server", "serve"]


def test_no_acknowledged_act_is_lost_or_doubled_however_often_the_server_is_killed(
    tmp_path: Path,
) -> None:
    outcome = asyncio.run(run(tmp_path, matches=10, kills=5, seed=7, command=SERVER))
    assert outcome.kills == 5
    assert outcome.matches == 10
    assert outcome.acknowledged > 500
    assert outcome.wrongs == []
    assert outcome.lost == []
    assert outcome.unfinished == []


def test_a_server_that_answers_before_it_stores_is_found_out(tmp_path: Path) -> None:
    early = run(tmp_path, matches=4, kills=2, seed=7, command=EARLY, acts=(15, 40), patience_s=5.0)
    outcome = asyncio.run(early)
    assert outcome.wrongs or outcome.lost
