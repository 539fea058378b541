"""The scripted dialogues: well-formed, valid by the models, and true of our session core."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from infoset_protocol.codec import Encoding, decode, encode
from infoset_protocol.conformance.transcripts import (
    ABSENT,
    Drop,
    Expect,
    ExpectClose,
    MismatchError,
    Play,
    Send,
    Transcript,
    fill_in,
    match,
    read_transcript,
)
from infoset_protocol.errors import CloseCode, ErrorCode, ProtocolError
from infoset_protocol.messages import (
    CLIENT_MESSAGES,
    SERVER_MESSAGES,
    Describe,
    Ping,
    read_client_message,
)
from infoset_protocol.session import (
    Incoming,
    Left,
    Opening,
    Outgoing,
    Proof,
    Refused,
    Request,
    ServerSession,
)

FOLDER = Path(__file__).parents[2] / "protocol" / "vectors" / "v1" / "transcripts"
FILES = sorted(FOLDER.glob("*.ndjson"))
TRANSCRIPTS = [read_transcript(path.read_text("ascii")) for path in FILES]

# The dialogues that need no rooms or matches: the session core and an owner that answers
# `ping` and `describe` are enough.
SESSION_ONLY = [t for t in TRANSCRIPTS if t.name < "113"]


def titled(transcript: Transcript) -> str:
    return transcript.name


class Owner:
    """Plays the server around a session core: lets guests in, answers what needs no state."""

    def __init__(self, encoding: Encoding) -> None:
        self.core = ServerSession(encoding)
        self.said: list[dict[str, Any]] = []
        self.closed: int | None = None

    def take(self, frame: bytes) -> None:
        self._handle(self.core.receive_frame(frame))

    def _handle(self, items: list[Incoming]) -> None:
        for item in items:
            match item:
                case Opening(hello, proto) if hello.auth.kind == "guest":
                    self._let_in(hello.auth.name or "guest", proto)
                case Opening(hello) if hello.auth.kind == "key":
                    self._say(self.core.challenge("AAAA", "script"))
                case Opening():
                    self._refuse(
                        ProtocolError(ErrorCode.AUTH_FAILED, "not let in", fatal=True),
                        item.hello.id,
                    )
                case Request(message):
                    self._answer(message)
                case Refused(_, replies, close):
                    self._say(*replies)
                    self.closed = close
                case Left():
                    self.closed = CloseCode.NORMAL
                case Proof(auth):
                    error = ProtocolError(ErrorCode.AUTH_FAILED, "not let in", fatal=True)
                    self._refuse(error, auth.id)

    def _let_in(self, name: str, proto: int) -> None:
        limits = {"max_frame_in": 262144, "max_inflight": 16, "msgs_per_s": 50}
        welcome, waiting = self.core.welcome(
            {
                "type": "welcome",
                "proto": proto,
                "minor": 0,
                "session": "s_1",
                "resume_token": "t",
                "resumed": False,
                "user": "u_1",
                "name": name,
                "scopes": ["play"],
                "features": [],
                "limits": limits | {"queue_bytes": 1048576, "resume_ttl_ms": 120000},
                "server": "script",
                "now_ms": 0,
            }
        )
        self._say(welcome)
        self._handle(waiting)

    def _answer(self, message: object) -> None:
        match message:
            case Ping(id=None):
                pass  # nobody asked for an answer
            case Ping(id=number, t=t):
                pong = {"type": "pong", "t": t, "now_ms": 0}
                self._push({name: v for name, v in pong.items() if v is not None}, number)
            case Describe(id=number):
                self._push({"type": "games", "games": []}, number)
            case _:
                raise AssertionError(f"no answer to {message}")

    def _refuse(self, error: ProtocolError, re: int | None) -> None:
        self._handle([self.core.refuse(error, re)])

    def _say(self, *messages: Outgoing) -> None:
        for message in messages:
            self.said.append(decode(self.core.send(*message), self.core.encoding))

    def _push(self, plain: dict[str, Any], re: int | None) -> None:
        self.said.append(decode(self.core.send(plain, re), self.core.encoding))


@pytest.mark.parametrize("transcript", SESSION_ONLY, ids=titled)
@pytest.mark.parametrize("encoding", list(Encoding))
def test_the_session_core_follows_the_script(transcript: Transcript, encoding: Encoding) -> None:
    owner = Owner(encoding)
    bound: Any = {}
    for step in transcript.steps:
        match step:
            case Send(message=None, text=text):
                # As text on JSON; as its bytes on msgpack, where they are no message either.
                owner.take((text or "").encode())
            case Send(message=message):
                owner.take(encode_any(fill_in(message, bound), encoding))
            case Expect(pattern=pattern):
                bound = match_next(owner, pattern, bound)
            case ExpectClose(code=code):
                assert not owner.said
                assert owner.closed == code
            case _:
                raise AssertionError(f"not a step of a session: {step}")
    assert not owner.said


def encode_any(plain: dict[str, Any], encoding: Encoding) -> bytes:
    """Encodes even what has no `type`."""
    if "type" in plain:
        return encode(plain, encoding)
    whole = encode({"type": "x", **plain}, encoding)
    if encoding is Encoding.JSON:
        return whole.replace(b'"type":"x",', b"")
    return bytes((whole[0] - 1,)) + whole[1:].replace(b"\xa4type\xa1x", b"")


def match_next(owner: Owner, pattern: dict[str, Any], bound: Any) -> Any:
    assert owner.said, f"nothing was said where {pattern} was expected"
    return match(pattern, owner.said.pop(0), bound)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_transcript_is_named_like_its_file(path: Path) -> None:
    assert read_transcript(path.read_text("ascii")).name == path.stem


@pytest.mark.parametrize("transcript", TRANSCRIPTS, ids=titled)
def test_a_script_speaks_of_messages_and_fields_that_exist(transcript: Transcript) -> None:
    assert transcript.skip <= SERVER_MESSAGES.keys()
    for pattern in patterns(transcript):
        fields = SERVER_MESSAGES[pattern["type"]].model_fields
        assert pattern.keys() <= fields.keys()


def patterns(transcript: Transcript) -> Iterator[dict[str, Any]]:
    for step in transcript.steps:
        match step:
            case Expect(pattern=pattern) | Play(until=pattern):
                yield pattern
            case Send() | ExpectClose() | Drop():
                pass


@pytest.mark.parametrize("transcript", TRANSCRIPTS, ids=titled)
def test_every_expected_error_code_is_documented(transcript: Transcript) -> None:
    codes = {p["code"] for p in patterns(transcript) if p["type"] == "error"}
    assert codes <= set(ErrorCode)
    closes = {step.code for step in transcript.steps if isinstance(step, ExpectClose)}
    assert closes <= set(CloseCode)


@pytest.mark.parametrize("transcript", TRANSCRIPTS, ids=titled)
def test_requests_are_valid_unless_an_error_is_expected_next(transcript: Transcript) -> None:
    for step, then in zip(transcript.steps, (*transcript.steps[1:], None), strict=True):
        expects_error = isinstance(then, Expect) and then.pattern["type"] == "error"
        if isinstance(step, Send) and step.message and not expects_error:
            plain = {name: stand_in(value) for name, value in step.message.items()}
            assert read_client_message(plain).type in CLIENT_MESSAGES


def stand_in(value: Any) -> Any:
    """Something that fits where a script has a name for what it will learn."""
    if isinstance(value, list):
        return [stand_in(entry) for entry in value]
    if isinstance(value, dict):
        return {name: stand_in(entry) for name, entry in value.items()}
    return (
        {"$first": 1, "$second": 2, "$decision": 1}.get(value, "bound") if is_word(value) else value
    )


def is_word(value: Any) -> bool:
    return isinstance(value, str) and value.startswith("$")


@pytest.mark.parametrize("transcript", TRANSCRIPTS, ids=titled)
def test_a_name_is_learnt_before_it_is_used(transcript: Transcript) -> None:
    learnt: set[str] = set()
    for step in transcript.steps:
        match step:
            case Send(message=message):
                assert words(message) <= learnt
            case Expect(pattern=pattern):
                learnt |= words(pattern)
            case Play(until=pattern):
                assert words(pattern) <= learnt
            case ExpectClose() | Drop():
                pass


def words(value: Any) -> set[str]:
    """The `$name`s in a message or pattern."""
    if is_word(value):
        return {value} - {"$_", ABSENT}
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return set().union(*(words(entry) for entry in inner))


def test_a_word_is_bound_once_and_must_be_the_same_afterwards() -> None:
    bound = match({"a": "$x", "b": ["$x", "$_"]}, {"a": 7, "b": [7, 8], "c": 9}, {})
    assert bound == {"x": 7}
    with pytest.raises(MismatchError, match=r"b\.0: expected 7, got 8"):
        match({"b": ["$x"]}, {"b": [8]}, bound)


def test_a_field_that_must_be_absent_is_missed_by_nobody() -> None:
    assert match({"re": "$absent"}, {"type": "ok"}, {}) == {}
    with pytest.raises(MismatchError, match="re: expected 'no such field', got 3"):
        match({"re": "$absent"}, {"re": 3}, {})


@pytest.mark.parametrize(
    ("pattern", "value"),
    [
        ({"a": 1}, {"b": 1}),
        ({"a": 1}, {"a": True}),
        ({"a": 1}, {"a": "1"}),
        ({"a": {"b": 1}}, {"a": [1]}),
        ({"a": [1]}, {"a": [1, 2]}),
        ({"a": [1]}, {"a": {"0": 1}}),
        ({"a": "$_"}, {}),
    ],
)
def test_what_differs_does_not_match(pattern: Any, value: Any) -> None:
    with pytest.raises(MismatchError):
        match(pattern, value, {})


def test_numbers_match_as_numbers() -> None:
    assert match([1, 2.0], [1.0, 2], {}) == {}


def test_values_are_filled_in_at_any_depth() -> None:
    filled = fill_in({"a": ["$x", {"b": "$y"}], "c": 1}, {"x": 5, "y": "z"})
    assert filled == {"a": [5, {"b": "z"}], "c": 1}
    with pytest.raises(KeyError, match="unknown"):
        fill_in("$unknown", {})


@pytest.mark.parametrize(
    "line",
    [
        {"dir": "c2s"},
        {"dir": "c2s", "msg": {}, "text": ""},
        {"dir": "s2c"},
        {"dir": "sideways", "msg": {}},
        {"do": "dance"},
    ],
)
def test_a_line_that_is_no_step_is_refused(line: dict[str, Any]) -> None:
    header = '{"transcript":"x","about":"x","level":0}\n'
    with pytest.raises(ValueError, match="no such step"):
        read_transcript(header + json.dumps(line))
