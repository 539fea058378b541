"""The client's end of a conversation."""

from typing import Any

import pytest

from infoset_protocol.codec import Encoding, decode, encode
from infoset_protocol.errors import ErrorCode, ProtocolError
from infoset_protocol.framing import make_framer
from infoset_protocol.messages import (
    Act,
    ClientInfo,
    Credentials,
    Events,
    Farewell,
    Ok,
    Unknown,
    Welcome,
)
from infoset_protocol.session import ClientSession
from infoset_protocol.version import PROTOCOL_MINOR

GUEST = Credentials(kind="guest", name="rnd")
WELCOME: dict[str, Any] = {
    "type": "welcome",
    "proto": 1,
    "minor": 7,
    "session": "s_1",
    "resume_token": "rt_1",
    "resumed": False,
    "user": "u_1",
    "name": "rnd",
    "scopes": ["play"],
    "features": ["hologram"],
    "limits": {
        "max_frame_in": 10_000,
        "max_inflight": 16,
        "msgs_per_s": 50,
        "queue_bytes": 1_048_576,
        "resume_ttl_ms": 120_000,
        "patience": 3,
    },
    "server": "infoset/9",
    "now_ms": 1_790_000_000_000,
    "mood": "good",
}
BOTH = pytest.mark.parametrize("encoding", Encoding)


def _hear(session: ClientSession, plain: dict[str, Any]) -> object:
    return session.receive_frame(encode(plain, session.encoding))


@BOTH
def test_hello_says_who_connects_and_what_is_wanted(encoding: Encoding) -> None:
    session = ClientSession(encoding)
    frame = session.hello(
        GUEST, client=ClientInfo(name="ferris"), features=["obs"], max_frame=100_000
    )
    assert decode(frame, encoding) == {
        "type": "hello",
        "proto": [1],
        "minor": PROTOCOL_MINOR,
        "auth": {"kind": "guest", "name": "rnd"},
        "client": {"name": "ferris"},
        "features": ["obs"],
        "max_frame": 100_000,
    }


def test_requests_are_numbered_upwards_and_notices_are_not() -> None:
    session = ClientSession(Encoding.JSON)
    act = Act(match_id="g", decision=1, index=0)
    first, frame = session.request({"type": "ping"})
    assert decode(frame, Encoding.JSON) == {"type": "ping", "id": first}
    second, frame = session.request(act)
    assert decode(frame, Encoding.JSON)["id"] == second == first + 1
    assert "id" not in decode(session.notice(act), Encoding.JSON)
    assert session.notice({"type": "ping"}) == b'{"type":"ping"}'


@BOTH
def test_a_welcome_is_read_whatever_a_newer_server_added(encoding: Encoding) -> None:
    session = ClientSession(encoding)
    assert session.max_frame_out == 8192
    message = _hear(session, WELCOME)
    assert isinstance(message, Welcome)
    assert session.welcome is message
    assert session.max_frame_out == 10_000


def test_the_last_number_is_kept_and_offered_for_resuming() -> None:
    session = ClientSession(Encoding.JSON)
    assert "resume" not in decode(session.hello(GUEST, resume=True), Encoding.JSON)
    _hear(session, WELCOME)
    _hear(session, {"type": "events", "seq": 1, "match_id": "g", "ver": 1, "items": []})
    _hear(session, {"type": "pong", "now_ms": 4})
    assert isinstance(_hear(session, {"type": "fireworks", "seq": 2}), Unknown)
    assert session.last_seq == 2
    hello = decode(session.hello(GUEST, resume=True), Encoding.JSON)
    assert hello["resume"] == {"session": "s_1", "token": "rt_1", "seq": 2}
    assert "resume" not in decode(session.hello(GUEST), Encoding.JSON)


@pytest.mark.parametrize(("resumed", "last_seq"), [(True, 5), (False, 0)])
def test_a_fresh_session_counts_from_the_start(resumed: bool, last_seq: int) -> None:
    session = ClientSession(Encoding.JSON)
    _hear(session, {"type": "ok", "seq": 5})
    _hear(session, WELCOME | {"resumed": resumed})
    assert session.last_seq == last_seq


def test_a_frame_the_server_would_refuse_is_not_built() -> None:
    session = ClientSession(Encoding.JSON)
    with pytest.raises(ValueError, match="server takes 8192"):
        session.notice({"type": "chat", "text": "x" * 9000})
    _hear(session, WELCOME)
    session.notice({"type": "chat", "text": "x" * 9000})
    session.hello(GUEST)  # the next connection begins with the small limit again
    with pytest.raises(ValueError, match="server takes 8192"):
        session.notice({"type": "chat", "text": "x" * 9000})


def test_why_the_server_leaves_is_kept_until_the_next_connection() -> None:
    session = ClientSession(Encoding.JSON)
    bye = {"type": "bye", "code": 4503, "reason": "restart", "resume": True, "retry_ms": 4200}
    message = _hear(session, bye)
    assert isinstance(message, Farewell)
    assert session.farewell is message
    session.hello(GUEST)
    assert session.farewell is None


@BOTH
def test_a_stream_is_read_in_pieces_and_what_keeps_alive_is_dropped(encoding: Encoding) -> None:
    framer = make_framer(encoding, 65_535)
    session = ClientSession(encoding, make_framer(encoding, 65_535))
    events = {"type": "events", "match_id": "g", "ver": 1, "items": []}
    stream = framer.KEEP_ALIVE.join(
        framer.frame(encode(plain, encoding)) for plain in ({"type": "ok", "re": 1}, events)
    )
    heard = [m for i in range(len(stream)) for m in session.receive_data(stream[i : i + 1])]
    assert heard == [Ok(re=1), Events(match_id="g", ver=1, items=[])]


@pytest.mark.parametrize(
    ("frame", "code"),
    [(b"{", ErrorCode.BAD_FRAME), (b'{"type":"pong"}', ErrorCode.BAD_MESSAGE)],
)
def test_a_server_that_breaks_the_protocol_is_an_error(frame: bytes, code: ErrorCode) -> None:
    with pytest.raises(ProtocolError) as caught:
        ClientSession(Encoding.JSON).receive_frame(frame)
    assert caught.value.code is code
