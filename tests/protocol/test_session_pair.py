"""A client and a server session talking to each other, with nothing but bytes between them."""

import pytest

from infoset_protocol.codec import Encoding, Prepared
from infoset_protocol.errors import CloseCode
from infoset_protocol.framing import make_framer
from infoset_protocol.messages import (
    Act,
    ActOk,
    Credentials,
    Error,
    Events,
    Farewell,
    Limits,
    Seek,
    ServerMessage,
    Unknown,
    Welcome,
)
from infoset_protocol.session import (
    ClientSession,
    Incoming,
    Left,
    Opening,
    Outgoing,
    Refused,
    Request,
    ServerSession,
    State,
)

GUEST = Credentials(kind="guest", name="rnd")
WELCOME = Welcome(
    proto=1,
    minor=0,
    session="s_1",
    resume_token="rt_1",
    resumed=False,
    user="u_1",
    name="rnd",
    scopes=["play"],
    features=[],
    limits=Limits(
        max_frame_in=262_144,
        max_inflight=16,
        msgs_per_s=50,
        queue_bytes=1_048_576,
        resume_ttl_ms=120_000,
    ),
    server="infoset/0",
    now_ms=1_790_000_000_000,
)


class Pair:
    """Both ends and the wire between them, which delivers `chunk` bytes at a time."""

    def __init__(self, encoding: Encoding, chunk: int) -> None:
        self.chunk = chunk
        self.client = ClientSession(encoding, make_framer(encoding, 65_535))
        self.server = ServerSession(encoding, framer=make_framer(encoding, 65_535))
        self.framer = make_framer(encoding, 65_535)

    def up(self, *frames: bytes) -> list[Incoming]:
        """Carries frames to the server."""
        return [item for piece in self._pieces(frames) for item in self.server.receive_data(piece)]

    def down(self, *due: Outgoing) -> list[ServerMessage | Unknown]:
        """Carries messages to the client."""
        frames = tuple(self.server.send(*out) for out in due)
        return [item for piece in self._pieces(frames) for item in self.client.receive_data(piece)]

    def _pieces(self, frames: tuple[bytes, ...]) -> list[bytes]:
        stream = b"".join(self.framer.KEEP_ALIVE + self.framer.frame(frame) for frame in frames)
        return [stream[i : i + self.chunk] for i in range(0, len(stream), self.chunk)]


@pytest.fixture(params=[1, 7, 100_000], ids=lambda size: f"{size} bytes at a time")
def chunk(request: pytest.FixtureRequest) -> int:
    size: int = request.param
    return size


@pytest.mark.parametrize("encoding", Encoding)
def test_a_conversation_from_hello_to_bye(encoding: Encoding, chunk: int) -> None:
    pair = Pair(encoding, chunk)
    number, seek = pair.client.request(Seek(game="colonizers"))
    (opening,) = pair.up(pair.client.hello(GUEST), seek)  # without waiting for the welcome
    assert isinstance(opening, Opening)

    welcome, waiting = pair.server.welcome(WELCOME)
    assert waiting == [Request(Seek(id=number, game="colonizers"))]
    ticket = Outgoing(Prepared({"type": "ok", "data": {"ticket": "t_1"}}), number)
    assert [m.type for m in pair.down(welcome, ticket)] == ["welcome", "ok"]

    number, act = pair.client.request(Act(match_id="g_1", decision=1, index=0))
    (request,) = pair.up(act)
    assert isinstance(request, Request)
    answers = pair.down(
        Outgoing(
            Prepared({"type": "act_ok", "match_id": "g_1", "decision": 1, "elapsed_ms": 8}), number
        ),
        Outgoing(Prepared({"type": "events", "match_id": "g_1", "ver": 1, "items": []})),
    )
    assert answers == [
        ActOk(re=number, seq=2, match_id="g_1", decision=1, elapsed_ms=8),
        Events(seq=3, match_id="g_1", ver=1, items=[]),
    ]
    assert pair.client.last_seq == pair.server.seq == 3

    assert pair.up(pair.client.notice({"type": "bye"})) == [Left()]
    (bye,) = pair.down(pair.server.close(CloseCode.NORMAL, "bye"))
    assert isinstance(bye, Farewell)
    assert (pair.server.state, bye.code) == (State.CLOSED, 1000)


@pytest.mark.parametrize("encoding", Encoding)
def test_a_refusal_reaches_the_client_as_the_answer_to_its_request(
    encoding: Encoding, chunk: int
) -> None:
    pair = Pair(encoding, chunk)
    pair.up(pair.client.hello(GUEST))
    pair.down(pair.server.welcome(WELCOME)[0])
    number, frame = pair.client.request({"type": "seek", "game": 7})
    (refused,) = pair.up(frame)
    assert isinstance(refused, Refused)
    (error,) = pair.down(*refused.replies)
    assert isinstance(error, Error)
    assert (error.re, error.code, error.data) == (
        number,
        "bad_message",
        {"path": "game", "want": "text"},
    )
    assert pair.server.state is State.WELCOMED


@pytest.mark.parametrize("encoding", Encoding)
def test_a_client_of_the_wrong_encoding_is_told_and_let_go(encoding: Encoding, chunk: int) -> None:
    other = next(kind for kind in Encoding if kind is not encoding)
    server = ServerSession(encoding)
    frame = ClientSession(other).hello(GUEST)
    codes = [
        item.close
        for _ in range(5)
        for item in server.receive_frame(frame)
        if isinstance(item, Refused)
    ]
    assert codes == [None] * 4 + [CloseCode.PROTOCOL_VIOLATION]
