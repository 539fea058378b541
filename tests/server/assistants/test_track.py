"""The record of what assistants said: what came of it, how long it took, and that it stays small."""

from pathlib import Path
from typing import Any

import orjson
import pytest
from tests.server.assistants.seats import AssistedTable, open_table

from infoset_server.assistants.seat_assistants import SeatAssistants
from infoset_server.assistants.track import Track, TrackTelling


def entries(table: AssistedTable, *kinds: str) -> list[dict[str, Any]]:
    """What was noted for seat 0."""
    seat_assistants = table.live.match_seats[0].assistants
    assert isinstance(seat_assistants, SeatAssistants)
    found = [
        entry for _, chunk in sorted(seat_assistants.track.take_dirty().items()) for entry in chunk
    ]
    return [entry for entry in found if entry["e"] in kinds]


@pytest.mark.parametrize(
    ("top", "played", "verdict"),
    [
        ([{"index": 3}], 3, {"verdict": "followed", "suggestion": 1, "choice": 0}),
        ([{"index": 2}, {"index": 3}], 3, {"verdict": "followed", "suggestion": 1, "choice": 1}),
        ([{"index": 3}], 4, {"verdict": "overridden"}),
        ([], 4, {"verdict": "alone"}),
    ],
)
async def test_what_the_owner_makes_of_a_suggestion_is_noted(
    top: list[Any], played: int, verdict: dict[str, Any], tmp_path: Path
) -> None:
    table = await open_table(tmp_path, assist="advice")
    helper = table.assist()
    if top:
        at = {"match_id": table.match_id, "decision": table.decision(0)}
        table.ok(helper, "suggest", **at, top=top)
    table.play(0, 0, index=played)
    (decided,) = entries(table, "decided")
    assert {name: decided[name] for name in verdict} == verdict
    assert (decided["by"], decided["index"], decided["decision"]) == ("owner", played, 1)
    assert decided["shown"] == {"suggestions": bool(top), "layers": 0}
    assert decided["took_ms"] >= 0
    await table.close()


async def test_partial_orders_count_as_followed_when_all_of_them_were_played(
    tmp_path: Path,
) -> None:
    table = await open_table(tmp_path, assist="advice")
    helper = table.assist()
    table.play(0, 0)
    table.play(1, 1)
    at = {"match_id": table.match_id, "decision": table.decision(0)}
    table.ok(helper, "suggest", **at, top=[{"orders": {"unit 1": 2, "unit 4": 1}}])
    table.ask(0, "act", **at, picks=[0, 2, 0, 0, 1])
    assert entries(table, "decided")[-1]["verdict"] == "followed"
    await table.close()


async def test_who_decided_and_what_was_accepted_is_noted(tmp_path: Path) -> None:
    table = await open_table(tmp_path)
    helper = table.assist("suggest", "act")
    at = {"match_id": table.match_id}
    table.ok(helper, "suggest", **at, decision=1, top=[{"index": 3}])
    table.ok(0, "accept", **at, suggestion=1)
    table.play(1, 1)
    table.play(helper, 0)
    accepted, acted = entries(table, "decided")
    assert (accepted["verdict"], accepted["suggestion"], accepted["choice"]) == ("accepted", 1, 0)
    assert (acted["verdict"], acted["by"]) == ("acted", table.assistant_id(helper))
    await table.close()


async def test_everything_shown_is_noted_with_the_version_it_was_shown_at(tmp_path: Path) -> None:
    table = await open_table(tmp_path)
    helper = table.assist()
    at = {"match_id": table.match_id}
    table.ok(helper, "overlay", **at, items=[{"k": "mark", "at": ["cell:1,1"]}], until="removed")
    table.ok(helper, "assist_log", **at, text="two lines\nof log", level="warning")
    table.ok(0, "assist_grant", assistant=table.assistant_id(helper), rights=["view"])
    table.ok(0, "assist_revoke")
    noted = entries(table, "joined", "overlay", "log", "rights", "left", "asked")
    assert [entry["e"] for entry in noted] == [
        *("joined", "asked", "overlay", "log", "rights", "left")
    ]
    assert noted[2]["items"] == [{"id": "0", "k": "mark", "at": ["cell:1,1"]}]
    assert all(entry["ver"] == 0 and entry["at_ms"] >= 0 for entry in noted)
    await table.close()


def fill(track: Track, count: int, must: bool = False) -> None:
    for number in range(count):
        track.note("log", number, number, must, text="x" * 100)


def test_a_full_record_keeps_what_must_be_known_and_says_that_it_was_cut() -> None:
    track = Track(2_000, lambda: None)
    fill(track, 100)
    fill(track, 3, must=True)
    fill(track, 100)
    noted = [entry for _, chunk in sorted(track.take_dirty().items()) for entry in chunk]
    assert sum(len(orjson.dumps(entry)) for entry in noted) < 3_000
    assert [entry["e"] for entry in noted].count("cut") == 1
    assert [entry["e"] for entry in noted[-3:]] == ["log"] * 3


def test_even_what_must_be_known_has_a_bound() -> None:
    track = Track(2_000, lambda: None)
    fill(track, 1_000, must=True)
    noted = [entry for _, chunk in sorted(track.take_dirty().items()) for entry in chunk]
    assert sum(len(orjson.dumps(entry)) for entry in noted) <= 3_100


def test_only_chunks_that_changed_are_stored_again() -> None:
    calls: list[int] = []
    track = Track(1 << 20, lambda: calls.append(1))
    fill(track, 70)
    assert sorted(track.take_dirty()) == [0, 1]
    fill(track, 1)
    assert sorted(track.take_dirty()) == [1]
    assert len(calls) == 2


def test_a_record_is_told_again_in_order_for_one_seat_only() -> None:
    def chunk(*versions: int) -> bytes:
        return orjson.dumps({"entries": [{"e": "log", "ver": ver} for ver in versions]})

    documents = {"0.10": chunk(5, 6), "0.9": chunk(3, 4), "1.0": chunk(4)}
    told = TrackTelling(documents, 0, 4, 5).entries()
    assert [entry and entry["ver"] for entry in told] == [None, 4, 5]
