"""What the people at a match are told of it. A server in memory, without a store."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from tests.server.assistants.seats import AssistedTable, open_table

from infoset_games.notices import Asked
from infoset_protocol.messages import Act
from infoset_server.storage.errors import StorageFullError, StoreError, UnavailableError


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[AssistedTable]:
    """Two play; both have been asked."""
    table = await open_table(tmp_path)
    yield table
    await table.close()


def numbered(table: AssistedTable, seat: int) -> tuple[int, int]:
    """The seat's open decision, by its number, and how often it was asked."""
    asked = table.of_type(seat, "your_turn")
    return table.decision(seat), sum(m["decision"] == table.decision(seat) for m in asked)


async def test_a_snapshot_has_the_open_decision_of_its_seat_only(table: AssistedTable) -> None:
    shown = [table.live.notifier.snapshot(seat).plain for seat in (0, 1)]
    assert [len(one["pending"]) for one in shown] == [1, 1]
    assert shown[0]["obs"] != shown[1]["obs"]
    table.play(0, 0)
    assert "pending" not in table.live.notifier.snapshot(0).plain
    assert "pending" in table.live.notifier.snapshot(1).plain


async def test_only_a_question_that_is_open_is_asked(table: AssistedTable) -> None:
    number, times = numbered(table, 0)
    table.live.notifier.ask(Asked(0, number + 1))
    assert numbered(table, 0) == (number, times)
    table.live.notifier.ask(Asked(0, number))
    assert numbered(table, 0) == (number, times + 1)


async def test_everybody_hears_who_is_not_there_and_how_long_it_is_waited(
    table: AssistedTable,
) -> None:
    client = table.live.match_seats[1].client
    assert client is not None
    table.live.seat_presence.detach(client)
    (status,) = [m for m in table.of_type(0, "seat_status") if not m["online"]]
    assert status["seat"] == 1
    assert 0 < status["grace_ms"] <= 1000 * table.app.config.rooms.absence_s


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (StorageFullError("no room"), {"code": "storage_full", "retry_ms": 1_000}),
        (UnavailableError("busy", retry_ms=70), {"code": "unavailable", "retry_ms": 70}),
        (StoreError("odd"), {"code": "unavailable", "retry_ms": 1_000}),
    ],
)
async def test_who_did_what_could_not_be_stored_hears_when_to_try_again(
    table: AssistedTable, error: StoreError, expected: dict[str, Any]
) -> None:
    client = table.live.match_seats[0].client
    assert client is not None
    act = Act(match_id=table.match_id, decision=table.decision(0), index=0, id=99)
    table.live.notifier.refuse_unkept(client, act, error)
    (answer,) = table.of_type(0, "error")
    assert answer["re"] == 99
    assert {name: answer[name] for name in expected} == expected
    assert table.app.play.floor.counters.refused[expected["code"]] == 1
