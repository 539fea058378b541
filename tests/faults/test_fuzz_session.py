"""The session core under fire: whatever bytes come, it never raises and answers each bad frame once."""

import itertools
import random
from collections.abc import Iterator
from typing import Any

import msgpack
import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.faults.mutations import BAD_JSON, BAD_MSGPACK, Mutator, recorded_messages

from infoset_protocol.codec import Encoding, decode
from infoset_protocol.errors import ERRORS, CloseCode, ErrorCode, Group
from infoset_protocol.framing import make_framer
from infoset_protocol.messages import CLIENT_MESSAGES, read_server_message
from infoset_protocol.session import (
    Incoming,
    Left,
    Opening,
    Refused,
    Request,
    ServerSession,
    SessionLimits,
    State,
)

HELLO: dict[str, Any] = {"type": "hello", "id": 1, "proto": [1], "auth": {"kind": "guest"}}
WELCOME: dict[str, Any] = {
    "type": "welcome",
    "proto": 1,
    "minor": 0,
    "session": "s_1",
    "resume_token": "rt_1",
    "resumed": False,
    "user": "u_1",
    "name": "guest",
    "scopes": ["play"],
    "features": [],
    "limits": {
        "max_frame_in": 262_144,
        "max_inflight": 16,
        "msgs_per_s": 50,
        "queue_bytes": 1_048_576,
        "resume_ttl_ms": 120_000,
    },
    "server": "infoset",
    "now_ms": 0,
}
BAD = {Encoding.JSON: BAD_JSON, Encoding.MSGPACK: BAD_MSGPACK}

encodings = st.sampled_from(Encoding)
json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.floats(allow_nan=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)
fields = st.sampled_from(
    sorted({name for model in CLIENT_MESSAGES.values() for name in model.model_fields})
)
near_messages = st.builds(
    lambda kind, rest: {"type": kind} | rest,
    st.sampled_from(sorted(CLIENT_MESSAGES)) | st.text(),
    st.dictionaries(fields, json_values, max_size=6),
)


def pack(plain: object, encoding: Encoding) -> bytes:
    """Any value as bytes."""
    if encoding is Encoding.JSON:
        return orjson.dumps(plain, option=orjson.OPT_NON_STR_KEYS)
    packed: bytes = msgpack.packb(plain)
    return packed


def welcomed(encoding: Encoding, limits: SessionLimits | None = None) -> ServerSession:
    """A session whose client has been let in."""
    session = ServerSession(encoding, limits or SessionLimits())
    (opening,) = session.receive_frame(pack(HELLO, encoding))
    assert isinstance(opening, Opening)
    outgoing, waiting = session.welcome(WELCOME)
    assert waiting == []
    session.send(*outgoing)
    return session


def check_refusal(session: ServerSession, item: Refused) -> None:
    """One `error` that says what was wrong, and a `bye` exactly if the connection ends."""
    said = [decode(session.send(*one), session.encoding) for one in item.replies]
    for plain in said:
        read_server_message(plain)
    error, *rest = said
    info = ERRORS[ErrorCode(error["code"])]
    assert (error["type"], error["code"]) == ("error", item.error.code)
    assert set(error.get("data", {})) == set(info.data)
    assert error.get("fatal", False) is (item.close is not None)
    if item.close is None:
        assert rest == []
    else:
        assert [(one["type"], one["code"]) for one in rest] == [("bye", item.close)]
        assert item.close == info.close
        assert session.state is State.CLOSED


def answer(session: ServerSession, incoming: list[Incoming]) -> None:
    """Checks what one frame gave, and plays the owner's part: welcomes, answers `ok`."""
    assert len(incoming) <= 1
    for item in incoming:
        match item:
            case Refused():
                check_refusal(session, item)
            case Opening():
                outgoing, waiting = session.welcome(WELCOME)
                session.send(*outgoing)
                assert waiting == []
            case Request(message=message):
                if message.id is not None:
                    session.send({"type": "ok"}, message.id)
            case Left():
                assert session.state is State.CLOSED
            case _:
                raise AssertionError(item)


def survive(session: ServerSession, frames: Iterator[bytes] | list[bytes]) -> None:
    """Feeds frames to the end of the conversation; each gives exactly one item until then."""
    for frame in frames:
        was_closed = session.state is State.CLOSED
        incoming = session.receive_frame(frame)
        assert len(incoming) == (0 if was_closed else 1), frame
        answer(session, incoming)


@given(encoding=encodings, frames=st.lists(st.binary(max_size=200), max_size=12))
def test_arbitrary_bytes_are_each_answered_once_before_and_after_welcome(
    encoding: Encoding, frames: list[bytes]
) -> None:
    survive(ServerSession(encoding), frames)
    survive(welcomed(encoding), frames)


@given(encoding=encodings, messages=st.lists(near_messages, max_size=12))
def test_arbitrary_objects_are_each_answered_once(
    encoding: Encoding, messages: list[dict[str, Any]]
) -> None:
    frames = [pack(message, encoding) for message in messages]
    survive(ServerSession(encoding), frames)
    survive(welcomed(encoding), frames)


@given(encoding=encodings, values=st.lists(json_values, max_size=8))
def test_arbitrary_values_are_each_answered_once(encoding: Encoding, values: list[Any]) -> None:
    survive(welcomed(encoding), [pack(value, encoding) for value in values])


@settings(max_examples=60)
@given(encoding=encodings, seed=st.integers(0, 2**32))
def test_mutated_messages_are_each_answered_once(encoding: Encoding, seed: int) -> None:
    mutator = Mutator(random.Random(seed))
    for number in range(4):
        session = welcomed(encoding) if number % 2 else ServerSession(encoding)
        for request in range(30):
            message = mutator.change(mutator.pick() | {"id": request + 2}, {})
            answer(session, session.receive_frame(mutator.frame(message, encoding)))


@given(encoding=encodings, seed=st.integers(0, 2**32), data=st.data())
def test_the_chunks_a_stream_arrives_in_change_nothing(
    encoding: Encoding, seed: int, data: st.DataObject
) -> None:
    mutator = Mutator(random.Random(seed))
    framer = make_framer(encoding, 8192)
    frames = [pack(HELLO, encoding)]
    frames += [mutator.frame(mutator.change(mutator.pick(), {}), encoding) for _ in range(6)]
    stream = b"".join(framer.frame(frame) for frame in frames)
    cuts = data.draw(st.lists(st.integers(0, len(stream)), max_size=20).map(sorted))
    edges = [0, *cuts, len(stream)]
    chunks = [stream[start:end] for start, end in itertools.pairwise(edges)]
    assert story(encoding, chunks) == story(encoding, [stream])


def story(encoding: Encoding, chunks: list[bytes]) -> list[object]:
    """What becomes of a stream: the kind of each item, and what was refused for which reason."""
    session = ServerSession(encoding, framer=make_framer(encoding, 8192))
    told: list[object] = []
    for chunk in chunks:
        for item in session.receive_data(chunk):
            told.append((type(item), str(item.error) if isinstance(item, Refused) else None))
            if isinstance(item, Refused):
                check_refusal(session, item)
    return told


@given(encoding=encodings, stream=st.binary(max_size=400), size=st.integers(1, 60))
def test_arbitrary_streams_never_raise(encoding: Encoding, stream: bytes, size: int) -> None:
    session = ServerSession(encoding, framer=make_framer(encoding, 100))
    for at in range(0, len(stream), size):
        for item in session.receive_data(stream[at : at + size]):
            if isinstance(item, Refused):
                check_refusal(session, item)


@pytest.mark.parametrize("encoding", Encoding)
def test_the_fifth_bad_frame_ends_the_connection_with_4400(encoding: Encoding) -> None:
    session = welcomed(encoding)
    closes = []
    for frame in BAD[encoding][:5]:
        (item,) = session.receive_frame(frame)
        assert isinstance(item, Refused)
        assert item.error.code is ErrorCode.BAD_FRAME
        check_refusal(session, item)
        closes.append(item.close)
    assert closes == [None] * 4 + [CloseCode.PROTOCOL_VIOLATION]
    assert session.receive_frame(BAD[encoding][0]) == []


@pytest.mark.parametrize("encoding", Encoding)
def test_the_twentieth_bad_message_ends_the_connection_with_4400(encoding: Encoding) -> None:
    session = welcomed(encoding)
    closes = []
    for _ in range(20):
        (item,) = session.receive_frame(pack({"type": "ack"}, encoding))
        assert isinstance(item, Refused)
        assert item.error.code is ErrorCode.BAD_MESSAGE
        check_refusal(session, item)
        closes.append(item.close)
    assert closes == [None] * 19 + [CloseCode.PROTOCOL_VIOLATION]


@pytest.mark.parametrize("encoding", Encoding)
def test_every_kind_of_broken_frame_is_a_bad_frame(encoding: Encoding) -> None:
    for frame in BAD[encoding]:
        (item,) = welcomed(encoding).receive_frame(frame)
        assert isinstance(item, Refused)
        assert item.error.code is ErrorCode.BAD_FRAME, frame


@pytest.mark.parametrize("encoding", Encoding)
@pytest.mark.parametrize("filler", [None, 0, 0.5, "\u028a", [], {}], ids=repr)
def test_a_message_of_more_values_than_allowed_is_a_bad_frame(
    encoding: Encoding, filler: object
) -> None:
    allowed = SessionLimits().max_values
    for size, is_read in ((allowed - 5, True), (allowed - 4, False)):
        lists = [[filler] * (size // 2), [filler] * (size - size // 2)]
        message = {"type": "ping", "id": 7, "pad": lists}  # five entries besides the fillers
        (item,) = welcomed(encoding).receive_frame(pack(message, encoding))
        assert isinstance(item, Request) == is_read
        assert is_read or (isinstance(item, Refused) and item.error.code is ErrorCode.BAD_FRAME)


def test_every_error_about_frames_says_when_it_is_fatal() -> None:
    by_group = {code for code, info in ERRORS.items() if info.group is Group.FRAME}
    fatal = {code for code in by_group if ERRORS[code].fatal != "no"}
    assert by_group - fatal == {ErrorCode.UNKNOWN_TYPE}
    assert all(ERRORS[code].close is not None for code in fatal)


# Every field of every recorded message, with every kind of value that is not its own.

WRONG: dict[type, list[Any]] = {
    str: [7, 0.5, True, [], ["x"], {"x": 1}],
    int: ["7", 0.5, True, [], {"x": 1}],
    bool: [1, 0, "true", [], {"x": 1}],
    list: [7, "x", True, {"x": 1}],
    dict: [7, "x", True, [], ["x"]],
}


def wrong_fields() -> Iterator[tuple[str, dict[str, Any], str]]:
    """Each recorded message with one field of the wrong type, and the name of that field."""
    seen = set()
    for message in recorded_messages():
        for name, value in message.items():
            if name == "type" or (message["type"], name, type(value)) in seen:
                continue
            if (message["type"], name) == ("act", "action"):
                continue  # whatever a game calls an action
            seen.add((message["type"], name, type(value)))
            for wrong in WRONG[type(value)]:
                yield f"{message['type']}.{name}={wrong!r}", message | {name: wrong}, name


WRONG_FIELDS = list(wrong_fields())


@pytest.mark.parametrize(
    ("message", "field"),
    [case[1:] for case in WRONG_FIELDS],
    ids=[case[0] for case in WRONG_FIELDS],
)
@pytest.mark.parametrize("encoding", Encoding)
def test_a_field_of_the_wrong_type_is_named(
    encoding: Encoding, message: dict[str, Any], field: str
) -> None:
    session = ServerSession(encoding) if message["type"] == "hello" else welcomed(encoding)
    if message["type"] == "auth":
        session = ServerSession(encoding)
        session.receive_frame(pack(HELLO, encoding))
        session.challenge("nonce", "server")
    (item,) = session.receive_frame(pack(message | {"id": 7}, encoding))
    assert isinstance(item, Refused)
    assert item.error.code is ErrorCode.BAD_MESSAGE
    assert item.error.data is not None
    assert item.error.data["path"].split(".")[0] == field
    assert item.error.data["want"]
    assert item.replies[0].re == 7
    check_refusal(session, item)


def test_every_field_of_every_client_message_had_its_turn() -> None:
    tried = {(message["type"], field) for _, message, field in WRONG_FIELDS}
    named = {
        (name, field)
        for name, model in CLIENT_MESSAGES.items()
        for field in model.model_fields
        if field not in ("type", "id") and (name, field) != ("act", "action")
    }
    assert tried == named
