"""A server is killed while a tournament of house bots is played: every result is there once, and it ends."""

import asyncio
from pathlib import Path
from typing import Any

from tests.faults.tournament_killing import Outcome, Page, Plan, compare, run

PLAN = Plan(bots=7, rounds=4, kills=(1, 7))


def test_a_swiss_goes_on_after_each_kill_and_no_result_is_lost_or_doubled(tmp_path: Path) -> None:
    outcome = asyncio.run(run(tmp_path, PLAN))
    assert outcome.wrongs == []
    assert [page["state"] for page in outcome.seen] == ["running", "running", "over"]


def page_of(*matches: str, points: float) -> Page:
    """A tournament in which these have been played, each by others."""
    tables: list[dict[str, Any]] = [
        {
            "table": f"R1.{number}",
            "status": "decided",
            "entrants": [2 * number, 2 * number + 1],
            "matches": [{"match_id": match, "seating": [0, 1], "places": [1, 2]}],
        }
        for number, match in enumerate(matches)
    ]
    return {"tables": tables, "standings": [{"score": points}]}


def test_results_that_are_lost_doubled_or_changed_are_found_out() -> None:
    plan = Plan(bots=4, rounds=1, kills=(1,))
    for after in (
        page_of("b", "c", points=2),
        page_of("a", points=2),
        page_of("a", "a", points=2),
        page_of("a", "b", points=3),
    ):
        outcome = Outcome([page_of("a", points=1), after])
        compare(plan, outcome)
        assert outcome.wrongs
    right = Outcome([page_of("a", points=1), page_of("a", "b", points=2)])
    compare(plan, right)
    assert right.wrongs == []
