"""Who decides on which seat, and whom a message about a match reaches. A server in memory, without a store."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.server.assistants.seats import AssistedTable, open_table

from infoset_protocol.codec import Prepared
from infoset_server.accounts.clients import Client


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[AssistedTable]:
    """Two play; the owner of seat 0 has an assistant, link 2."""
    table = await open_table(tmp_path)
    table.assist()
    table.forget()
    yield table
    await table.close()


def player(table: AssistedTable, seat: int) -> Client:
    client = table.live.match_seats[seat].client
    assert client is not None
    return client


def hearers(table: AssistedTable, kind: str) -> list[int]:
    """The links that were sent a message of this type."""
    return [number for number in range(len(table.links)) if table.of_type(number, kind)]


async def test_whoever_plays_is_found_on_the_own_chair_and_nobody_else_is(
    table: AssistedTable,
) -> None:
    seating = table.live.seating
    assert seating.held_by(player(table, 1)) is table.live.match_seats[1]
    (helper,) = [client for client in table.app.people.clients.values() if client.aiding]
    assert seating.held_by(helper) is None
    assert seating.players() == [player(table, 0), player(table, 1)]


async def test_who_takes_a_seat_takes_it_from_whoever_had_it(table: AssistedTable) -> None:
    seating, before = table.live.seating, player(table, 0)
    number = table.connect("p0 again")
    after = list(table.app.people.clients.values())[number]
    seating.seat(table.live.match_seats[0], after)
    assert seating.held_by(before) is None
    assert seating.held_by(after) is table.live.match_seats[0]


async def test_a_message_to_a_seat_reaches_its_player_and_its_assistants(
    table: AssistedTable,
) -> None:
    table.live.seating.to_seat(table.live.match_seats[0], {"type": "turn_closed"})
    assert hearers(table, "turn_closed") == [0, 2]
    table.forget()
    table.live.seating.to_player(table.live.match_seats[0], {"type": "turn_closed"})
    assert hearers(table, "turn_closed") == [0]


async def test_who_was_relieved_hears_what_all_hear_and_nothing_for_the_seat(
    table: AssistedTable,
) -> None:
    seating, match_seat, relieved = table.live.seating, table.live.match_seats[1], player(table, 1)
    seating.relieve(match_seat)
    assert seating.held_by(relieved) is None
    seating.to_seat(match_seat, {"type": "turn_closed"})
    seating.to_all(Prepared({"type": "timeout", "seat": 1, "decision": 1}))
    assert hearers(table, "turn_closed") == []
    assert hearers(table, "timeout") == [0, 1, 2]


async def test_when_all_is_over_nobody_is_held_fast(table: AssistedTable) -> None:
    clients = [player(table, seat) for seat in (0, 1)]
    table.live.seating.relieve(table.live.match_seats[1])
    table.live.seating.clear()
    assert table.live.seating.players() == table.live.seating.relieved == []
    assert [client.seats for client in clients] == [{}, {}]
    assert table.live.match_seats[0].assistants is None
