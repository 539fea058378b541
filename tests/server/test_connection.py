"""A connection over a memory link: hello, requests, limits, slow readers, faults of the handler."""

import asyncio
import json
import logging
from collections.abc import Callable
from typing import Any

import pytest

from infoset_protocol.codec import Encoding, Prepared, decode, encode
from infoset_protocol.errors import CloseCode, ErrorCode, ProtocolError
from infoset_protocol.messages import ClientMessage, Hello
from infoset_server.config import load_config
from infoset_server.connection import Connection, wall_clock_ms
from infoset_server.gate import Gate
from infoset_server.links import MemoryLink
from infoset_server.outbox import Delivery, Loss
from infoset_server.rate_limit import request_rates

HELLO = {"type": "hello", "id": 1, "proto": [1], "auth": {"kind": "guest", "name": "ann"}}
WELCOME: dict[str, Any] = {
    "type": "welcome",
    "proto": 1,
    "minor": 0,
    "session": "s_1",
    "resume_token": "rt_1",
    "resumed": False,
    "user": "u_1",
    "name": "ann",
    "scopes": ["play"],
    "features": [],
    "limits": {
        "max_frame_in": 262144,
        "max_inflight": 16,
        "msgs_per_s": 50,
        "queue_bytes": 1048576,
        "resume_ttl_ms": 120000,
    },
    "server": "tavern",
    "now_ms": 1,
}


def do_nothing(connection: Connection, message: ClientMessage) -> None:
    """A request that is answered later, or never."""


class Desk:
    """A handler that notes what it is told and does what the test says."""

    def __init__(self) -> None:
        self.requests: list[ClientMessage] = []
        self.losses: list[Loss] = []
        self.closed: list[Connection] = []
        self.settled: list[Connection] = []
        self.away: list[Connection] = []
        self.back: list[Connection] = []
        self.keeps_away = False
        self.let_idle = False
        self.features: list[str] = []
        self.on_open: Callable[[Connection, Hello], None] = self.let_in
        self.act: Callable[[Connection, ClientMessage], None] = self.say_ok

    def let_in(self, connection: Connection, hello: Hello) -> None:
        connection.welcome(WELCOME | {"features": self.features})

    def say_ok(self, connection: Connection, message: ClientMessage) -> None:
        connection.reply(message, {"type": "ok"})

    def on_hello(self, connection: Connection, hello: Hello) -> None:
        self.on_open(connection, hello)

    def on_request(self, connection: Connection, message: ClientMessage) -> None:
        self.requests.append(message)
        self.act(connection, message)

    def on_loss(self, connection: Connection, loss: Loss) -> None:
        self.losses.append(loss)

    def on_settled(self, connection: Connection) -> None:
        self.settled.append(connection)

    def on_away(self, connection: Connection) -> bool:
        self.away.append(connection)
        return self.keeps_away

    def on_back(self, connection: Connection) -> None:
        self.back.append(connection)

    def on_closed(self, connection: Connection) -> None:
        self.closed.append(connection)

    def may_idle(self, connection: Connection) -> bool:
        return self.let_idle


class Scene:
    """A client, its connection, a desk behind it, and a clock that stands still."""

    def __init__(
        self,
        overrides: dict[str, Any] | None = None,
        *,
        peer: str = "127.0.0.1",
        encoding: Encoding = Encoding.JSON,
    ) -> None:
        self.now_s = 1000.0
        self.desk = Desk()
        self.link = MemoryLink(encoding, peer)
        config = load_config(None, overrides)
        self.config = config
        self.gate = Gate(config.connections)
        self.connection = self.connect(self.link)

    def connect(self, link: MemoryLink) -> Connection:
        """One more connection to the same desk."""
        connection = Connection(
            link,
            self.desk,
            self.config,
            gate=self.gate,
            rates=request_rates(self.config.rates),
            clock_s=lambda: self.now_s,
            now_ms=lambda: 42,
        )
        link.hand_over(connection)
        return connection

    def say(self, message: dict[str, Any]) -> None:
        self.link.receive(encode(message, self.link.encoding))

    def heard(self) -> list[dict[str, Any]]:
        """What the client has got since the last look."""
        sent, self.link.sent = self.link.sent, []
        return [decode(frame, self.link.encoding) for frame in sent]

    def enter(self) -> None:
        self.say(HELLO)
        (welcome,) = self.heard()
        assert welcome["type"] == "welcome"

    def tick(self, seconds: float) -> None:
        self.now_s += seconds
        self.connection.on_tick(self.now_s)

    @property
    def close_code(self) -> int | None:
        return None if self.link.closed_with is None else self.link.closed_with[0]


def prepared(name: str, **fields: Any) -> Prepared:
    return Prepared({"type": name, **fields})


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
    scene.desk.on_open = lambda connection, hello: None
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

    scene.desk.on_open = let_in_and_push
    scene.say(HELLO)
    assert [message["type"] for message in scene.heard()] == ["welcome", "room", "ok"]


async def test_hello_can_be_turned_away_with_an_error_and_a_close() -> None:
    scene = Scene()

    def refuse(connection: Connection, hello: Hello) -> None:
        raise ProtocolError(ErrorCode.AUTH_FAILED, "no", fatal=True)

    scene.desk.on_open = refuse
    scene.say(HELLO)
    error, bye = scene.heard()
    assert (error["code"], error["re"], error["fatal"]) == ("auth_failed", 1, True)
    assert (bye["type"], bye["code"]) == ("bye", 4401)
    assert scene.close_code == 4401
    assert scene.desk.closed == []
    await asyncio.sleep(0)
    assert scene.desk.closed == [scene.connection]
    assert not scene.connection.is_welcomed


async def test_a_ping_is_answered_here_and_one_without_id_is_not() -> None:
    scene = Scene()
    scene.enter()
    scene.say({"type": "ping", "id": 2, "t": 7})
    scene.say({"type": "ping"})
    assert scene.heard() == [{"type": "pong", "re": 2, "now_ms": 42, "t": 7}]
    assert scene.desk.requests == []


async def test_a_request_without_id_gets_failures_but_no_answer() -> None:
    scene = Scene()
    scene.enter()
    scene.say({"type": "describe"})
    assert scene.heard() == []

    def fail(connection: Connection, message: ClientMessage) -> None:
        connection.error(ErrorCode.NOT_FOUND, "no room R", request=message, match_id="m_1")

    scene.desk.act = fail
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


async def test_a_failing_handler_is_answered_with_an_incident_that_the_log_explains(
    caplog: pytest.LogCaptureFixture,
) -> None:
    scene = Scene()
    scene.enter()

    def fail(connection: Connection, message: ClientMessage) -> None:
        raise RuntimeError("the hand is red 7")

    scene.desk.act = fail
    with caplog.at_level(logging.ERROR):
        scene.say({"type": "describe", "id": 2})
    (answer,) = scene.heard()
    assert (answer["code"], answer["re"]) == ("internal", 2)
    assert "red 7" not in json.dumps(answer)
    assert answer["data"]["incident"] in caplog.text
    assert "red 7" in caplog.text
    scene.desk.act = scene.desk.say_ok
    scene.say({"type": "describe", "id": 3})
    assert [message["type"] for message in scene.heard()] == ["ok"]


async def test_a_handler_that_fails_at_hello_ends_the_connection() -> None:
    scene = Scene()

    def fail(connection: Connection, hello: Hello) -> None:
        raise RuntimeError("no store")

    scene.desk.on_open = fail
    scene.say(HELLO)
    error, bye = scene.heard()
    assert (error["code"], error["fatal"], bye["code"]) == ("internal", True, 4500)
    assert scene.close_code == CloseCode.INTERNAL


async def test_a_handler_may_refuse_by_raising() -> None:
    scene = Scene()
    scene.enter()

    def refuse(connection: Connection, message: ClientMessage) -> None:
        raise ProtocolError(ErrorCode.BUSY, "later", retry_ms=500)

    scene.desk.act = refuse
    scene.say({"type": "describe", "id": 2})
    assert scene.heard() == [
        {"type": "error", "re": 2, "seq": 1, "code": "busy", "msg": "later", "retry_ms": 500}
    ]


async def test_open_requests_are_limited_and_an_answer_makes_room() -> None:
    scene = Scene({"queues.max_inflight": 2})
    scene.enter()
    scene.desk.act = do_nothing
    for number in (2, 3, 4):
        scene.say({"type": "describe", "id": number})
    (refusal,) = scene.heard()
    assert (refusal["code"], refusal["re"]) == ("too_many_inflight", 4)
    scene.connection.reply(scene.desk.requests[0], {"type": "ok"})
    scene.desk.act = scene.desk.say_ok
    scene.say({"type": "describe", "id": 5})
    assert [(m["type"], m["re"]) for m in scene.heard()] == [("ok", 2), ("ok", 5)]


async def test_every_request_over_the_rate_is_refused_with_its_id_and_a_wait() -> None:
    scene = Scene({"rates.msgs_per_s": 10, "rates.burst_factor": 2})
    scene.enter()
    for number in range(2, 32):
        scene.say({"type": "join", "id": number, "room": "R"})
    heard = scene.heard()
    assert [message["re"] for message in heard] == list(range(2, 32))
    refused = [message for message in heard if message["type"] == "error"]
    assert len(refused) == 10
    assert {message["code"] for message in refused} == {"rate_limited"}
    assert refused[0]["data"] == {"bucket": "requests"}
    assert refused[0]["retry_ms"] == 100
    assert len(scene.desk.requests) == 20
    assert not scene.link.is_reading_paused


async def test_a_flood_of_refusals_makes_the_server_read_more_slowly() -> None:
    scene = Scene({"rates.msgs_per_s": 10, "rates.burst_factor": 1})
    scene.enter()
    for number in range(2, 42):
        scene.say({"type": "join", "id": number, "room": "R"})
    assert scene.link.is_reading_paused
    assert len(scene.heard()) == 21
    scene.tick(0.05)
    assert scene.link.is_reading_paused
    scene.tick(1.0)
    await asyncio.sleep(0)
    assert len(scene.heard()) == 19
    assert not scene.link.is_reading_paused


@pytest.mark.parametrize("flood", [b'{"type":"teapot"}', b'{"type":"ping"}'])
async def test_any_kind_of_message_can_flood(flood: bytes) -> None:
    scene = Scene({"rates.msgs_per_s": 10, "rates.burst_factor": 1})
    scene.enter()
    for _ in range(30):
        scene.link.receive(flood)
    assert scene.link.is_reading_paused


async def test_a_special_bucket_refuses_its_own_requests_only() -> None:
    scene = Scene({"rates.rooms_per_min": 1})
    scene.enter()
    scene.say({"type": "create_room", "id": 2, "game": "colonizers"})
    scene.say({"type": "create_room", "id": 3, "game": "colonizers"})
    scene.say({"type": "join", "id": 4, "room": "R"})
    ok, refused, other = scene.heard()
    assert (ok["type"], other["type"]) == ("ok", "ok")
    assert (refused["data"], refused["retry_ms"]) == ({"bucket": "create_room"}, 60_000)


async def test_abuse_that_goes_on_is_closed_with_4429() -> None:
    scene = Scene({"rates.msgs_per_s": 1, "rates.burst_factor": 1})
    scene.enter()
    number = 1
    while scene.close_code is None and number < 1000:
        number += 1
        scene.say({"type": "join", "id": number, "room": "R"})
        scene.now_s += 0.5
        scene.connection.on_tick(scene.now_s)
        await asyncio.sleep(0)
    error, bye = scene.heard()[-2:]
    assert (error["code"], error["fatal"], error["retry_ms"]) == ("rate_limited", True, 10_000)
    assert (bye["code"], bye["retry_ms"]) == (4429, 10_000)
    assert 1010.0 <= scene.now_s <= 1015.0


async def test_answering_the_questions_of_a_fast_match_is_never_refused() -> None:
    scene = Scene({"rates.msgs_per_s": 1, "rates.burst_factor": 1})
    scene.enter()
    act = {"type": "act", "match_id": "m_1", "index": 0}
    for number in range(2, 100):
        scene.connection.send(prepared("your_turn", match_id="m_1", decision=number))
        scene.say(act | {"id": number, "decision": number})
    assert {message["type"] for message in scene.heard()} == {"your_turn", "ok"}
    scene.say(act | {"id": 100, "decision": 100})
    scene.say(act | {"id": 101, "decision": 101})
    assert scene.heard()[-1]["code"] == "rate_limited"


async def test_a_house_bot_has_wider_limits() -> None:
    limits = {"rates.msgs_per_s": 1, "queues.max_messages": 2, "queues.house_factor": 3}
    scene = Scene(limits)
    scene.connection.trust()
    scene.enter()
    for number in range(2, 15):
        scene.say({"type": "join", "id": number, "room": "R"})
    assert [message["type"] for message in scene.heard()] == ["ok"] * 12 + ["error"]
    scene.connection.on_pause()
    for n in range(6):
        scene.connection.send(prepared("events", n=n))
    assert scene.connection.is_open
    scene.connection.send(prepared("events", n=6))
    assert scene.close_code == CloseCode.SLOW_CONSUMER


async def test_too_many_hellos_of_one_address_are_refused_before_the_handler_sees_them() -> None:
    scene = Scene({"connections.failed_hellos_per_min": 1}, peer="192.0.2.7")
    for _ in range(4):
        assert scene.gate.hello_wait_ms("192.0.2.7", scene.now_s) == 0
    scene.say(HELLO)
    error, bye = scene.heard()
    assert (error["code"], error["data"], bye["code"]) == (
        "rate_limited",
        {"bucket": "hello"},
        4429,
    )
    await asyncio.sleep(0)
    assert scene.desk.closed == []


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
    scene.desk.let_idle = True
    scene.tick(100.0)
    assert scene.close_code is None
    scene.desk.let_idle = False
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
    assert scene.desk.losses == [Loss("m_1", 5)]
    assert scene.connection.is_open


async def test_a_crowded_outbox_stops_reading_until_it_is_roomy_again() -> None:
    scene = Scene({"queues.max_messages": 8})
    scene.enter()
    scene.connection.on_pause()
    for number in range(2, 9):
        scene.say({"type": "join", "id": number, "room": "R"})
    assert scene.link.is_reading_paused
    assert len(scene.desk.requests) == 4
    scene.connection.on_resume()
    await asyncio.sleep(0)
    assert [message["re"] for message in scene.heard()] == list(range(2, 9))


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
    scene.connection.error(ErrorCode.BUSY, "later")
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
    assert scene.desk.closed == [scene.connection]
    assert scene.connection.close_code == CloseCode.NORMAL


async def test_a_client_that_disappears_is_reported_once() -> None:
    scene = Scene()
    scene.enter()
    scene.link.drop()
    await asyncio.sleep(0)
    assert scene.desk.closed == [scene.connection]
    assert scene.connection.close_code == 1006


async def test_a_handler_that_fails_where_nobody_waits_is_logged_only(
    caplog: pytest.LogCaptureFixture,
) -> None:
    scene = Scene()
    scene.enter()

    def fail(connection: Connection, loss: Loss) -> None:
        raise RuntimeError("lost twice")

    scene.desk.on_loss = fail  # type: ignore[method-assign]  # a desk that fails
    scene.connection._tell_loss(Loss(None, 1))
    assert "lost twice" in caplog.text
    assert scene.connection.is_open


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
    scene.desk.features = ["obs", "pong"]
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


def test_the_wall_clock_is_in_this_century() -> None:
    assert 946_684_800_000 < wall_clock_ms() < 4_102_444_800_000
