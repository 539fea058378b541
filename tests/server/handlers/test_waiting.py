"""Requests that are answered later: counted, cancelled by their id, and told so."""

import asyncio
from collections.abc import Callable

from tests.server.matches.guests import Guest

from infoset_protocol import messages as wire
from infoset_server.handlers.waiting import WaitingRequests


def know(number: int) -> wire.Know:
    return wire.Know(id=number, match_id="m_1")


async def for_ever() -> None:
    await asyncio.Event().wait()


async def until(condition: Callable[[], bool]) -> None:
    """Lets others run until it is so."""
    while not condition():  # noqa: ASYNC110  # nothing tells
        await asyncio.sleep(0)


def refused(guest: Guest) -> list[tuple[int, str]]:
    return [(m["re"], m["code"]) for m in guest.heard() if m["type"] == "error"]


async def test_one_is_cancelled_by_its_id_and_told_so() -> None:
    guest, waiting = Guest("ann"), WaitingRequests()
    waiting.begin(guest.client, know(1), for_ever())
    waiting.begin(guest.client, know(2), for_ever())
    waiting.cancel(guest.client, 1)
    await until(lambda: waiting.count(guest.client) == 1)
    assert refused(guest) == [(1, "cancelled")]
    await waiting.close()
    assert len(waiting) == 0


async def test_those_of_others_go_on() -> None:
    ann, bob, waiting = Guest("ann"), Guest("bob"), WaitingRequests()
    waiting.begin(ann.client, know(1), for_ever())
    waiting.begin(bob.client, know(1), for_ever())
    waiting.cancel(ann.client, None)
    await until(lambda: not waiting.count(ann.client))
    assert (waiting.count(bob.client), refused(bob)) == (1, [])
    await waiting.close()


async def test_two_under_one_id_are_both_counted_and_both_cancelled() -> None:
    guest, waiting = Guest("ann"), WaitingRequests()
    waiting.begin(guest.client, know(7), for_ever())
    waiting.begin(guest.client, know(7), for_ever())
    assert waiting.count(guest.client) == 2
    waiting.cancel(guest.client, 7)
    await until(lambda: not len(waiting))
    assert refused(guest) == [(7, "cancelled"), (7, "cancelled")]


async def test_one_that_was_answered_is_counted_no_more() -> None:
    guest, waiting = Guest("ann"), WaitingRequests()
    request = know(3)

    async def answer() -> None:
        guest.client.line.reply(request, {"type": "known", "match_id": "m_1", "ver": 0})

    waiting.begin(guest.client, request, answer())
    await until(lambda: not len(waiting))
    assert [(m["type"], m["re"]) for m in guest.heard()][-1] == ("known", 3)
