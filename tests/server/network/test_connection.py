"""A connection over a memory link: hello, requests, slow readers, goodbyes."""

import asyncio
import logging

import pytest
from tests.server.network.conversation import HELLO, WELCOME, Scene, prepared

from infoset_protocol.codec import Encoding
from infoset_protocol.errors import CloseCode, ErrorCode, ProtocolError
from infoset_protocol.messages import ClientMessage, Hello
from infoset_server.network.connection import Connection
from infoset_server.network.outbox import Delivery, Loss


@pytest.mark.parametrize("encoding", list(Encoding))
async def test_hello_is_answered_and_the_stream_is_numbered_from_then_on(
    encoding: Encoding,
) -> None:
    scene = Scene(encoding=encoding)
    scene.say(HELLO)
    scene.say({"type": "describe", "id": 2})
    scene.connection.send(prepared("room", room={}))
    welcome, answer, push = scene.heard()
    assert (welcome["type"], welcome["re"]) == ("welcome", 1)
    assert answer == {"type": "ok", "re": 2, "seq": 1}
    assert push == {"type": "room", "seq": 2, "room": {}}
    assert scene.connection.is_welcomed
    assert scene.connection.session_id == "s_1"
    assert scene.link.max_frame == 262144


async def test_requests_sent_right_behind_hello_wait_for_the_welcome() -> None:
    scene = Scene()
    scene.handlers.on_open = lambda connection, hello: None
    scene.say(HELLO)
    scene.say({"type": "describe", "id": 2})
    scene.say({"type": "ping", "id": 3})
    assert scene.heard() == []
    scene.connection.welcome(WELCOME)
    assert [(m["type"], m["re"]) for m in scene.heard()] == [("welcome", 1), ("ok", 2), ("pong", 3)]


async def test_waiting_requests_are_handled_only_when_the_handler_is_done_with_hello() -> None:
    scene = Scene()

    def let_in_and_push(connection: Connection, hello: Hello) -> None:
        scene.say({"type": "describe", "id": 2})  # arrives while the hello is being handled
        connection.welcome(WELCOME)
        connection.send(prepared("room", room={}))

    scene.handlers.on_open = let_in_and_push
    scene.say(HELLO)
    assert [message["type"] for message in scene.heard()] == ["welcome", "room", "ok"]


async def test_hello_can_be_turned_away_with_an_error_and_a_close() -> None:
    scene = Scene()

    def refuse(connection: Connection, hello: Hello) -> None:
        raise ProtocolError(ErrorCode.AUTH_FAILED, "no", fatal=True)

    scene.handlers.on_open = refuse
    scene.say(HELLO)
    error, bye = scene.heard()
    assert (error["code"], error["re"], error["fatal"]) == ("auth_failed", 1, True)
    assert (bye["type"], bye["code"]) == ("bye", 4401)
    assert scene.close_code == 4401
    assert scene.handlers.closed == []
    await asyncio.sleep(0)
    assert scene.handlers.closed == [scene.connection]
    assert not scene.connection.is_welcomed


async def test_a_ping_is_answered_here_and_one_without_id_is_not() -> None:
    scene = Scene()
    scene.enter()
    scene.say({"type": "ping", "id": 2, "t": 7})
    scene.say({"type": "ping"})
    assert scene.heard() == [{"type": "pong", "re": 2, "now_ms": 42, "t": 7}]
    assert scene.handlers.requests == []


async def test_a_request_without_id_gets_failures_but_no_answer() -> None:
    scene = Scene()
    scene.enter()
    scene.say({"type": "describe"})
    assert scene.heard() == []

    def fail(connection: Connection, message: ClientMessage, arrived_s: float) -> None:
        error = ProtocolError(ErrorCode.NOT_FOUND, "no room R", match_id="m_1")
        connection.refuse(message, error)

    scene.handlers.act = fail
    scene.say({"type": "leave", "room": "R"})
    assert scene.heard() == [
        {"type": "error", "seq": 1, "code": "not_found", "msg": "no room R", "match_id": "m_1"}
    ]


async def test_an_ok_tells_of_fields_that_were_ignored() -> None:
    scene = Scene()
    scene.enter()
    scene.say({"type": "unseek", "id": 2, "tiket": "x"})
    (answer,) = scene.heard()
    assert answer["warn"] == ["unknown field ignored: tiket"]


async def test_bad_frames_and_messages_are_answered_and_counted() -> None:
    scene = Scene()
    scene.enter()
    scene.link.receive(b"{nonsense")
    scene.say({"type": "join", "id": 2})
    scene.say({"type": "teapot", "id": 3})
    bad_frame, bad_message, unknown = scene.heard()
    assert bad_frame["code"] == "bad_frame"
    assert (bad_message["code"], bad_message["re"]) == ("bad_message", 2)
    assert bad_message["data"]["path"] == "room"
    assert (unknown["code"], unknown["data"]) == ("unknown_type", {"type": "teapot"})
    for _ in range(4):
        scene.link.receive(b"{nonsense")
    assert [message["type"] for message in scene.heard()] == ["error"] * 4 + ["bye"]
    assert scene.close_code == CloseCode.PROTOCOL_VIOLATION


def do_nothing(connection: Connection, message: ClientMessage, arrived_s: float) -> None:
    """A request that is answered later, or never."""


async def test_open_requests_are_limited_and_an_answer_makes_room() -> None:
    scene = Scene({"queues.max_inflight": 2})
    scene.enter()
    scene.handlers.act = do_nothing
    for number in (2, 3, 4):
        scene.say({"type": "describe", "id": number})
    (refusal,) = scene.heard()
    assert (refusal["code"], refusal["re"]) == ("too_many_inflight", 4)
    scene.connection.reply(scene.handlers.requests[0], {"type": "ok"})
    scene.handlers.act = scene.handlers.say_ok
    scene.say({"type": "describe", "id": 5})
    assert [(m["type"], m["re"]) for m in scene.heard()] == [("ok", 2), ("ok", 5)]


async def test_no_hello_in_time_is_closed_with_4408() -> None:
    scene = Scene()
    scene.link.receive(b"{}")
    scene.tick(9.9)
    assert scene.close_code is None
    scene.tick(0.2)
    assert scene.heard()[-1]["code"] == 4408
    assert scene.close_code == CloseCode.NO_HELLO


async def test_a_silent_client_is_dropped_unless_the_handler_lets_it_idle() -> None:
    scene = Scene()
    scene.enter()
    scene.tick(1.0)
    scene.tick(599.0)
    scene.say({"type": "ping", "id": 2})
    scene.tick(1.0)
    scene.tick(599.0)
    scene.handlers.let_idle = True
    scene.tick(100.0)
    assert scene.close_code is None
    scene.handlers.let_idle = False
    scene.tick(0.0)
    assert scene.close_code == CloseCode.IDLE


async def test_a_slow_reader_gets_everything_later_in_order_and_without_gaps() -> None:
    scene = Scene()
    scene.enter()
    scene.connection.on_pause()
    scene.connection.send(prepared("room", room={"n": 1}), Delivery.LATEST, "room:1")
    scene.connection.send(prepared("events", n=2))
    scene.connection.send(prepared("room", room={"n": 3}), Delivery.LATEST, "room:1")
    assert scene.heard() == []
    scene.connection.on_resume()
    assert scene.heard() == [
        {"type": "events", "seq": 1, "n": 2},
        {"type": "room", "seq": 2, "room": {"n": 3}},
    ]


async def test_a_player_who_does_not_read_is_closed_with_4430() -> None:
    scene = Scene({"queues.max_messages": 3})
    scene.enter()
    scene.connection.on_pause()
    for n in range(5):
        scene.connection.send(prepared("events", n=n))
    (bye,) = scene.heard()
    assert (bye["type"], bye["code"], bye["resume"]) == ("bye", 4430, True)
    assert scene.close_code == CloseCode.SLOW_CONSUMER


async def test_a_watcher_who_does_not_read_loses_the_stream_and_its_owner_hears_of_it() -> None:
    scene = Scene({"queues.max_messages": 3})
    scene.enter()
    scene.connection.on_pause()
    for n in range(5):
        scene.connection.send(prepared("events", n=n), Delivery.STREAM, "m_1")
    scene.connection.on_resume()
    assert scene.heard() == []
    assert scene.handlers.losses == [Loss("m_1", 5)]
    assert scene.connection.is_open


async def test_what_waited_is_sent_before_the_goodbye() -> None:
    scene = Scene()
    scene.enter()
    scene.connection.on_pause()
    scene.connection.send(prepared("match_over", n=1))
    scene.connection.close(CloseCode.RESTARTING, "new version", retry_ms=3000)
    over, bye = scene.heard()
    assert over["type"] == "match_over"
    assert bye == {
        "type": "bye",
        "code": 4503,
        "reason": "new version",
        "resume": True,
        "retry_ms": 3000,
    }


async def test_a_closed_connection_ignores_everything() -> None:
    scene = Scene()
    scene.enter()
    scene.connection.close(CloseCode.SESSION_ENDED, "kicked")
    assert len(scene.heard()) == 1
    scene.connection.close(CloseCode.NORMAL, "again")
    scene.connection.send(prepared("room"))
    scene.connection.refuse(None, ProtocolError(ErrorCode.BUSY, "later"))
    scene.connection.welcome(WELCOME)
    scene.connection.on_frame(b"{}")
    scene.connection.on_fault(ProtocolError(ErrorCode.BAD_FRAME, "x", fatal=True))
    assert scene.heard() == []
    assert scene.close_code == CloseCode.SESSION_ENDED
    assert not scene.connection.is_open


async def test_a_client_that_says_bye_is_closed_with_1000_and_no_more_words() -> None:
    scene = Scene()
    scene.enter()
    scene.say({"type": "bye"})
    assert scene.heard() == []
    await asyncio.sleep(0)
    assert scene.close_code == CloseCode.NORMAL
    assert scene.handlers.closed == [scene.connection]
    assert scene.connection.close_code == CloseCode.NORMAL


async def test_a_client_that_disappears_is_reported_once() -> None:
    scene = Scene()
    scene.enter()
    scene.link.drop()
    await asyncio.sleep(0)
    assert scene.handlers.closed == [scene.connection]
    assert scene.connection.close_code == 1006


async def test_broken_framing_is_answered_before_the_close() -> None:
    scene = Scene()
    scene.enter()
    scene.connection.on_fault(
        ProtocolError(ErrorCode.FRAME_TOO_BIG, "too big", {"limit": 10}, fatal=True)
    )
    error, bye = scene.heard()
    assert (error["code"], error["data"], bye["code"]) == ("frame_too_big", {"limit": 10}, 4413)


async def test_a_message_larger_than_the_client_takes_closes_instead_of_breaking_it() -> None:
    scene = Scene()
    scene.say(HELLO | {"max_frame": 1024})
    scene.heard()
    assert scene.connection.max_frame_out == 1024
    scene.connection.send(prepared("snapshot", obs="x" * 2000))
    (bye,) = scene.heard()
    assert bye["code"] == CloseCode.FRAME_TOO_BIG


async def test_the_features_of_the_welcome_are_in_force() -> None:
    scene = Scene()
    scene.handlers.features = ["obs", "pong"]
    scene.enter()
    assert scene.connection.features == {"obs", "pong"}
    assert scene.link.expects_pong
    assert str(scene.connection) == "127.0.0.1 memory s_1"


async def test_frames_are_logged_by_size_and_never_by_content(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.DEBUG):
        scene = Scene()
        scene.enter()
        scene.connection.send(
            prepared("your_turn", match_id="m_1", decision=1, obs={"hand": "red 7"})
        )
        scene.link.receive(b'{"type":"nothing like it"')
        scene.connection.close(CloseCode.NORMAL, "done")
    assert "red 7" not in caplog.text
    marks = {record.message[:2] for record in caplog.records}
    assert {"< ", "> ", "! ", "= "} <= marks
