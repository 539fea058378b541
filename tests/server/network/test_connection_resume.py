"""A connection that loses its link, waits, and goes on over another one."""

import asyncio
import json
from typing import Any

import pytest
from tests.server.network.conversation import HELLO, WELCOME, Desk, Scene, prepared

from infoset_protocol.codec import encode
from infoset_protocol.errors import CloseCode, ErrorCode
from infoset_protocol.messages import Hello
from infoset_server.network.connection import Connection
from infoset_server.network.link import MemoryLink
from infoset_server.network.outbox import Delivery

AGAIN = WELCOME | {"resumed": True, "resume_token": "rt_2"}


class Cut(Scene):
    """A client that was let in, and a handler that keeps whoever goes away and lets everybody resume."""

    def __init__(self, overrides: dict[str, Any] | None = None, **hello: Any) -> None:
        super().__init__(overrides)
        self.handlers.keeps_away = True
        self.enter()

    async def lose(self) -> None:
        """The link is gone without a word."""
        self.link.drop()
        await asyncio.sleep(0)

    def come_back(self, seq: int, *behind: dict[str, Any]) -> list[dict[str, Any]]:
        """Resumes over a fresh link, with some messages right behind the hello; what comes first."""

        def go_on(newcomer: Connection, hello: Hello) -> None:
            assert self.connection.can_resume(newcomer, seq)
            self.connection.go_on(newcomer, AGAIN, seq)

        self.handlers.on_open = go_on
        self.link = MemoryLink()
        self.newcomer = self.connect(self.link)
        for message in (HELLO, *behind):
            self.say(message)
        return self.heard()

    def push(self, number: int, delivery: Delivery = Delivery.MUST, key: str | None = None) -> None:
        self.connection.send(prepared("room", room={"n": number}), delivery, key)


def rooms(messages: list[dict[str, Any]]) -> list[tuple[int, int]]:
    """The numbers told, each with its `seq`."""
    return [(one["seq"], one["room"]["n"]) for one in messages if one["type"] == "room"]


async def test_a_lost_link_is_no_end_while_the_handler_keeps_the_session() -> None:
    cut = Cut()
    await cut.lose()
    assert cut.handlers.away == [cut.connection]
    assert cut.handlers.closed == []
    assert cut.connection.is_open
    assert cut.connection.is_away
    assert not cut.connection.is_here


async def test_what_is_sent_while_the_client_is_away_follows_what_it_missed() -> None:
    cut = Cut()
    cut.push(1)
    cut.push(2)
    await cut.lose()
    cut.push(3)
    heard = cut.come_back(1)
    assert (heard[0]["type"], heard[0]["resumed"], heard[0]["re"]) == ("welcome", True, 1)
    assert rooms(heard) == [(2, 2), (3, 3)]
    cut.push(4)
    assert rooms(cut.heard()) == [(4, 4)]
    assert cut.handlers.back == [cut.connection]
    assert cut.connection.is_here


async def test_what_is_sent_on_coming_back_stands_behind_what_was_missed() -> None:
    cut = Cut()
    await cut.lose()
    cut.push(1)
    cut.handlers.on_back = lambda connection: cut.push(2)  # type: ignore[method-assign]
    assert rooms(cut.come_back(0)) == [(1, 1), (2, 2)]


async def test_a_newer_picture_replaces_the_older_one_while_nobody_looks() -> None:
    cut = Cut()
    await cut.lose()
    for number in (1, 2, 3):
        cut.push(number, Delivery.LATEST, "room")
    assert rooms(cut.come_back(0)) == [(1, 3)]


async def test_who_misses_more_than_may_wait_is_given_up() -> None:
    cut = Cut({"queues.max_messages": "3"})
    await cut.lose()
    for number in range(4):
        cut.push(number)
    assert cut.connection.close_code == CloseCode.SLOW_CONSUMER
    assert cut.handlers.closed == []  # not from inside a call to send
    await asyncio.sleep(0)
    assert cut.handlers.closed == [cut.connection]


async def test_requests_are_handled_as_before_and_ids_go_on() -> None:
    cut = Cut()
    cut.say({"type": "describe", "id": 2})
    await cut.lose()
    cut.come_back(1)
    cut.say({"type": "describe", "id": 2})
    cut.say({"type": "describe", "id": 3})
    cut.say({"type": "describe", "id": 3})
    duplicate = cut.heard()
    assert [(one["type"], one["re"]) for one in duplicate] == [
        ("error", 2),
        ("ok", 3),
        ("error", 3),
    ]
    assert duplicate[0]["code"] == ErrorCode.DUPLICATE_ID
    assert len(cut.handlers.requests) == 2


async def test_a_repeated_request_gets_its_answer_again_and_never_reaches_the_handler() -> None:
    cut = Cut()
    cut.say({"type": "describe", "id": 2})
    await cut.lose()
    missed = cut.come_back(0)
    cut.say({"type": "describe", "id": 2})
    again = cut.heard()
    assert [(one["type"], one["re"], one["seq"]) for one in missed[1:] + again] == [
        ("ok", 2, 1),
        ("ok", 2, 2),
    ]
    assert len(cut.handlers.requests) == 1


async def test_requests_right_behind_the_hello_come_last() -> None:
    cut = Cut()
    cut.push(1)
    await cut.lose()
    cut.push(2)
    heard = cut.come_back(0, {"type": "describe", "id": 5})
    assert [one["type"] for one in heard] == ["welcome", "room", "room", "ok"]
    assert rooms(heard) == [(1, 1), (2, 2)]
    cut.say({"type": "ping", "id": 5})
    assert cut.heard()[0]["code"] == ErrorCode.DUPLICATE_ID


async def test_repeats_are_counted_so_that_they_cannot_flood() -> None:
    cut = Cut({"rates.msgs_per_s": "1", "rates.burst_factor": "4"})
    cut.say({"type": "describe", "id": 2})
    await cut.lose()
    cut.come_back(0)
    for _ in range(20):
        cut.say({"type": "describe", "id": 2})
    assert cut.link.is_reading_paused


async def test_a_newer_link_throws_the_older_one_out_and_the_session_goes_on() -> None:
    cut = Cut()
    cut.push(1)
    older = cut.link
    heard = cut.come_back(0)
    bye = json.loads(older.sent[-1])
    assert (bye["code"], bye["resume"]) == (4409, False)
    assert older.closed_with == (4409, "replaced by a newer connection")
    assert rooms(heard) == [(1, 1)]
    await asyncio.sleep(0)
    assert cut.handlers.away == cut.handlers.closed == []
    older.receive(encode({"type": "describe", "id": 2}, older.encoding))
    assert cut.handlers.requests == []


async def test_the_newcomer_is_nothing_any_more() -> None:
    cut = Cut()
    await cut.lose()
    cut.come_back(0)
    assert not cut.newcomer.is_open
    cut.link.drop()
    await asyncio.sleep(0)
    assert cut.handlers.away == [cut.connection] * 2


async def test_whoever_says_bye_cannot_resume() -> None:
    cut = Cut()
    cut.say({"type": "bye"})
    await asyncio.sleep(0)
    assert cut.handlers.away == []
    assert cut.connection.has_left
    assert not cut.connection.can_resume(cut.connect(MemoryLink()), 0)


async def test_a_session_that_is_given_up_ends_like_any_other() -> None:
    cut = Cut()
    await cut.lose()
    cut.connection.close(CloseCode.SESSION_ENDED, "too late")
    await asyncio.sleep(0)
    assert cut.handlers.closed == [cut.connection]
    assert cut.connection.close_code == CloseCode.SESSION_ENDED
    assert cut.connection.is_away


@pytest.mark.parametrize("code", [CloseCode.IDLE, CloseCode.SLOW_CONSUMER])
async def test_a_link_that_is_given_up_for_dead_may_be_followed_by_another(code: CloseCode) -> None:
    cut = Cut()
    cut.connection.on_timeout(code, "no sign of life")
    assert cut.close_code == code
    assert cut.handlers.away == [cut.connection]
    cut.push(1)
    assert rooms(cut.come_back(0)) == [(1, 1)]


async def test_a_handler_that_fails_to_keep_a_session_loses_it() -> None:
    cut = Cut()

    def fail(connection: Connection) -> bool:
        raise KeyError("seat")

    cut.handlers.on_away = fail  # type: ignore[method-assign]
    await cut.lose()
    assert cut.handlers.closed == [cut.connection]
    assert cut.connection.close_code == 1006


async def test_a_client_settles_with_its_first_frame_behind_each_welcome() -> None:
    cut = Cut()
    assert cut.handlers.settled == []
    for _ in range(2):
        cut.say({"type": "ping"})
        assert cut.handlers.settled == [cut.connection]
    await cut.lose()
    cut.come_back(0)
    assert len(cut.handlers.settled) == 1
    cut.say({"type": "ack", "seq": 0})
    assert len(cut.handlers.settled) == 2


async def test_acknowledged_messages_cannot_be_asked_for() -> None:
    cut = Cut()
    for number in range(3):
        cut.push(number)
    cut.heard()
    cut.say({"type": "ack", "seq": 2})
    cut.say({"type": "ack", "seq": 9})
    (error,) = cut.heard()
    assert (error["code"], error["data"]["path"]) == ("bad_option", "seq")
    newcomer = cut.connect(MemoryLink())
    assert not cut.connection.can_resume(newcomer, 1)
    assert cut.connection.can_resume(newcomer, 2)


async def test_a_full_link_gets_what_was_missed_and_keeps_the_rest_waiting() -> None:
    cut = Cut()
    cut.push(1)
    await cut.lose()
    cut.push(2)
    send = MemoryLink.send

    class Narrow(MemoryLink):
        def send(self, payload: bytes) -> None:
            send(self, payload)
            if b'"n":1' in payload:
                cut.connection.on_pause()

    handlers: Desk = cut.handlers
    handlers.on_open = lambda newcomer, hello: cut.connection.go_on(newcomer, AGAIN, 0)
    cut.link = Narrow()
    cut.connect(cut.link)
    cut.say(HELLO)
    assert rooms(cut.heard()) == [(1, 1)]
    cut.connection.on_resume()
    assert rooms(cut.heard()) == [(2, 2)]
