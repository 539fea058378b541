"""The server's end of a conversation: bytes in, messages out. No I/O, no clock, no users or rooms.

The owner moves the bytes, knows who is who, and decides; see `steps` for when it has to. The core
never raises on what a client sends: it hands back what to answer.
"""

from dataclasses import dataclass
from typing import Any, Final

from infoset_protocol.codec import Encoding, Prepared, decode
from infoset_protocol.errors import CLOSES, CloseCode, ErrorCode, ProtocolError
from infoset_protocol.framing import Framer
from infoset_protocol.messages import (
    DEFAULT_MAX_FRAME,
    MAX_FRAME_BEFORE_WELCOME,
    MAX_SAFE_INT,
    Act,
    AuthAnswer,
    ClientMessage,
    Hello,
    ServerMessage,
    Welcome,
    bad_field,
    read_client_message,
    read_request,
    unknown_field,
)
from infoset_protocol.messages.usual_act import read_usual_frame
from infoset_protocol.session.history import History
from infoset_protocol.session.items import (
    MAX_TEXT,
    UNSEQUENCED,
    Incoming,
    Left,
    Opening,
    Outgoing,
    Proof,
    Refused,
    Repeated,
    Request,
    carries_seq,
    error_plain,
    is_final,
)
from infoset_protocol.session.parked import Parked
from infoset_protocol.session.steps import OUT_OF_PLACE, STEPS, TRANSITIONS, State, Step
from infoset_protocol.version import SUPPORTED_MAJORS


@dataclass(frozen=True, slots=True)
class SessionLimits:
    """The bounds of one server session; defaults as published."""

    max_frame_before: int = MAX_FRAME_BEFORE_WELCOME  # bytes of one frame before `welcome`
    max_frame_in: int = 256 * 1024  # bytes of one frame after it
    max_values: int = 8192  # in one frame: entries of all its lists and objects together
    max_inflight: int = 16  # requests with `id` that wait for their answer
    max_pipelined: int = 16  # requests that wait for `welcome`
    max_bad_frames: int = 5  # the last of them ends the connection
    max_bad_messages: int = 20
    max_kept_bytes: int = 256 * 1024  # of numbered messages, for a resume
    max_kept_messages: int = 128


class ServerSession:
    """The server's end of one connection, or of several that follow one another (see `resume`).

    Use `receive_frame` where the transport delivers whole frames (WebSocket), `receive_data` where
    it delivers bytes (then give a `framer`, whose limit follows the conversation).

    Numbers are given when a message is written, not when it is queued: call `send` right before
    the bytes go out, so that a message that is dropped or replaced in a queue leaves no gap.
    """

    def __init__(
        self,
        encoding: Encoding,
        limits: SessionLimits = SessionLimits(),  # frozen, so sharing it is safe
        framer: Framer | None = None,
    ) -> None:
        self.encoding: Final = encoding
        self.limits: Final = limits
        self.hello: Hello | None = None
        self.max_frame_out = DEFAULT_MAX_FRAME  # what the client can take, in bytes
        self.seq = 0  # number of the last sequenced message that was written
        self._framer = framer
        self._state = State.OPENED
        self._streaming = False  # `welcome` is out, so messages are numbered
        self._strict = False
        self._max_frame_in = limits.max_frame_before
        self._opening_id: int | None = None  # the `hello` or `auth` that waits for an answer
        self._last_id = -1
        self._last_id_before = (
            -1
        )  # of the connection that was lost; up to it, requests may come again
        self._history = History(limits.max_kept_bytes, limits.max_kept_messages)
        self._asked_match = ""  # of the last `your_turn`; none is open without
        self._asked_decision = 0
        self._asked_seq = 0
        self._waiting: list[Request] = []  # for `welcome`
        self._unanswered: set[int] = set()
        self._bad_frames = 0
        self._bad_messages = 0
        self._limit_frames(limits.max_frame_before)

    @property
    def state(self) -> State:
        """How far the conversation has come."""
        return self._state

    @property
    def max_frame_in(self) -> int:
        """The largest frame accepted now, in bytes; grows with `welcome`."""
        return self._max_frame_in

    # Incoming

    def receive_data(self, data: bytes) -> list[Incoming]:
        """Takes bytes of a stream as they come; needs the `framer`. Never raises on them."""
        assert self._framer, "receive_data needs a framer"
        try:
            frames = self._framer.receive_data(data)
        except ProtocolError:
            frames = []
        incoming = [item for frame in frames for item in self.receive_frame(frame)]
        if self._framer.fault and self._state is not State.CLOSED:
            incoming.append(self.refuse(self._framer.fault))
        return incoming

    def receive_frame(self, frame: bytes) -> list[Incoming]:
        """Takes one frame. Never raises on what it says; a closed session ignores it."""
        if self._state is State.CLOSED:
            return []
        if self._state is State.WELCOMED and len(frame) <= self._max_frame_in:
            usual = read_usual_frame(frame, self.encoding)
            if usual is not None:
                return self._take_usual(usual)
        try:
            plain = self._decode(frame)
        except ProtocolError as error:
            return [self.refuse(error)]
        number = _request_id(plain)
        try:
            return self._take(plain, number)
        except ProtocolError as error:
            return [self.refuse(error, number)]

    def _decode(self, frame: bytes) -> dict[str, Any]:
        """The object in the frame, if it is not too big."""
        if len(frame) > self._max_frame_in:
            raise ProtocolError(
                ErrorCode.FRAME_TOO_BIG,
                f"a frame has at most {self._max_frame_in} bytes",
                {"limit": self._max_frame_in},
                fatal=True,
            )
        return decode(frame, self.encoding, self.limits.max_values)

    def _take(self, plain: dict[str, Any], number: int | None) -> list[Incoming]:
        """Moves the conversation on by one message.

        Raises ProtocolError; then nothing has changed, except that the `id` is used up.
        """
        step = _step(plain)
        then = TRANSITIONS[self._state, step]
        if isinstance(then, ErrorCode):
            fatal = then is ErrorCode.NOT_READY
            raise ProtocolError(then, OUT_OF_PLACE[then], fatal=fatal)
        if step is Step.REQUEST:
            is_again = self._use_up(number)
            message, unknown = read_request(plain)
            request = Request(message, unknown)
            return [self._repeat(request)] if is_again else self._request(request)
        incoming = self._converse(read_client_message(plain))
        self._state = then
        return [incoming]

    def _take_usual(self, act: Act) -> list[Incoming]:
        """As `_take`, of what most frames of a running match are."""
        number = act.id
        try:
            is_again = self._use_up(number)
            request = Request(act)
            return [self._repeat(request)] if is_again else self._request(request)
        except ProtocolError as error:
            return [self.refuse(error, number)]

    def _converse(self, message: ClientMessage) -> Incoming:
        """Takes a message that moves the conversation from state to state."""
        match message:
            case Hello():
                return self._open(message)
            case AuthAnswer():
                self._opening_id = message.id
                return Proof(message)
            case _:
                return Left()

    def _use_up(self, number: int | None) -> bool:
        """Notes the id of a request, whatever becomes of it, and refuses one that does not grow.

        Returns whether it is the id of a request from before the resume, which may come again.
        """
        if number is None:
            return False
        if self._is_again(number):
            return True
        if number <= self._last_id:
            raise ProtocolError(
                ErrorCode.DUPLICATE_ID, f"`id` {number} is not above {self._last_id}"
            )
        self._last_id = number
        return False

    def _is_again(self, number: int | None) -> bool:
        """Whether it is the id of a request from before the resume."""
        return number is not None and number <= self._last_id_before

    def _repeat(self, request: Request) -> Incoming:
        """A request that was taken before the resume. It is not executed twice.

        Except where the answer carries no number: then it is only for the moment, and made anew.
        """
        number = request.message.id
        assert number is not None
        if number in self._unanswered:
            return Repeated(())
        answers = self._history.answers_to(number)
        if answers:
            return Repeated(tuple(answers))
        if not UNSEQUENCED.issuperset(request.message.replies):
            raise ProtocolError(
                ErrorCode.DUPLICATE_ID, f"`id` {number} was answered, and the answer is not kept"
            )
        self._admit(request)
        return request

    def _open(self, hello: Hello) -> Opening:
        """Agrees on a major version."""
        common = set(hello.proto).intersection(SUPPORTED_MAJORS)
        if not common:
            raise ProtocolError(
                ErrorCode.PROTO_UNSUPPORTED,
                f"this server speaks protocol {', '.join(map(str, SUPPORTED_MAJORS))}",
                {"supported": list(SUPPORTED_MAJORS)},
                fatal=True,
            )
        self.hello = hello
        self.max_frame_out = hello.max_frame
        self._opening_id = hello.id
        return Opening(hello, max(common))

    def _request(self, request: Request) -> list[Incoming]:
        """Passes a request on, or keeps it until `welcome`."""
        if self._state is State.WELCOMED:
            self._admit(request)
            if type(request.message) is Act:
                self._acknowledge_by(request.message)
            return [request]
        if len(self._waiting) >= self.limits.max_pipelined:
            raise _too_many("requests before `welcome`", self.limits.max_pipelined)
        self._waiting.append(request)
        return []

    def _admit(self, request: Request) -> None:
        """Checks what holds for every request that reaches the owner."""
        message = request.message
        number = message.id
        if self._strict and request.unknown:
            raise unknown_field(message.type, request.unknown[0])
        if number is None or not message.replies:
            return
        if len(self._unanswered) >= self.limits.max_inflight:
            raise _too_many("unanswered requests", self.limits.max_inflight)
        self._unanswered.add(number)

    def _acknowledge_by(self, act: Act) -> None:
        """A client that answers the last question has read it, and so all before it."""
        if self._asked_decision == act.decision and self._asked_match == act.match_id:
            self._asked_match = ""
            self._history.forget(self._asked_seq)

    # The owner's decisions

    def challenge(self, nonce: str, server: str) -> Outgoing:
        """Asks for proof: `nonce` is base64url, `server` the name the client signs."""
        assert self._state is State.GREETED, "a challenge answers hello"
        self._state = State.CHALLENGED
        plain = {"type": "challenge", "nonce": nonce, "server": server, "address": True}
        return Outgoing(Prepared(plain), self._opening_id)

    def welcome(self, message: Welcome | dict[str, Any]) -> tuple[Outgoing, list[Incoming]]:
        """Lets the client in: the `welcome` to send first, and the requests that waited for it."""
        assert self._state is State.GREETED, "a welcome answers hello or auth"
        prepared = _prepare(message)
        self._state = State.WELCOMED
        self._streaming = True
        self._strict = "strict" in prepared.plain["features"]
        self._limit_frames(self.limits.max_frame_in)
        waiting, self._waiting = self._waiting, []
        return Outgoing(prepared, self._opening_id), [self._release(item) for item in waiting]

    def can_resume(self, opened: "ServerSession", seq: int) -> bool:
        """Whether the client that has just said hello to `opened` can go on here, behind `seq`.

        Not when some of what it missed is kept no more, or cannot be sent there unchanged.
        """
        return opened.encoding is self.encoding and self.keeps(seq, opened.max_frame_out)

    def keeps(self, seq: int, max_frame: int) -> bool:
        """Whether everything behind `seq` is still kept, in frames of at most `max_frame` bytes."""
        missed = self._history.since(seq)
        return missed is not None and all(len(frame) <= max_frame for frame in missed)

    def resume(
        self, opened: "ServerSession", message: Welcome | dict[str, Any], seq: int
    ) -> tuple[Outgoing, list[bytes], list[Incoming]]:
        """Goes on with this session where `opened` has been greeted; that one is closed by it.

        Returns the `welcome` to send first, the frames behind `seq` to be sent as they are, and the
        requests that waited for the welcome. What was switched on for the session stays so.
        """
        assert self._state is State.WELCOMED, "only a session that was let in can be resumed"
        missed = self._history.since(seq)
        assert missed is not None, "ask `can_resume` first"
        self._history.forget(seq)
        self.hello = opened.hello
        self.max_frame_out = opened.max_frame_out
        self._framer = opened._framer
        self._limit_frames(self.limits.max_frame_in)
        self._last_id_before = self._last_id
        waiting, opened._waiting = opened._waiting, []
        opened._state = State.CLOSED
        welcome = Outgoing(_prepare(message), opened._opening_id)
        return welcome, missed, [self._release(item) for item in waiting]

    def park(self) -> Parked:
        """What another server needs to go on with this session (see `adopt`). Here it is over."""
        assert self._state is State.WELCOMED, "only a session that was let in goes on"
        self._state = State.CLOSED
        return Parked(
            self.seq,
            self._last_id,
            tuple(sorted(self._unanswered)),
            self._strict,
            self._history.park(),
            (self._asked_match, self._asked_decision, self._asked_seq)
            if self._asked_match
            else None,
        )

    def adopt(
        self, parked: Parked, message: Welcome | dict[str, Any], seq: int
    ) -> tuple[Outgoing, list[bytes], list[Incoming]]:
        """Goes on with a session that another server has had. As `resume`, which this is to its client.

        Raises ValueError where not everything behind `seq` is kept, or not in frames that the client takes.
        """
        assert self._state is State.GREETED, "a welcome answers hello or auth"
        self._history.adopt(parked.kept, parked.seq)
        missed = self._history.since(seq)
        if missed is None or not self.keeps(seq, self.max_frame_out):
            raise ValueError(f"what came behind {seq} is not kept")
        self._history.forget(seq)
        self.seq = parked.seq
        self._last_id = self._last_id_before = parked.last_id
        self._unanswered = set(parked.unanswered)
        self._strict = parked.strict
        if parked.asked is not None:
            self._asked_match, self._asked_decision, self._asked_seq = parked.asked
        self._state = State.WELCOMED
        self._streaming = True
        self._limit_frames(self.limits.max_frame_in)
        waiting, self._waiting = self._waiting, []
        welcome = Outgoing(_prepare(message), self._opening_id)
        return welcome, missed, [self._release(item) for item in waiting]

    def let_go(self) -> None:
        """Nobody will resume this session: what was kept for that is forgotten."""
        self._history.forget(self.seq)

    def acknowledge(self, seq: int) -> None:
        """The client has processed everything up to `seq`. Raises ProtocolError for what was never sent."""
        if seq > self.seq:
            want = f"at most {self.seq}, the last number sent"
            data = {"path": "seq", "want": want}
            raise ProtocolError(ErrorCode.BAD_OPTION, f"ack: `seq` must be {want}", data)
        self._history.forget(seq)

    def _release(self, request: Request) -> Incoming:
        """A request that waited for `welcome`, or why it is refused."""
        number = request.message.id
        try:
            if self._is_again(number):
                return self._repeat(request)
            if number is not None and number > self._last_id:  # of a session that is resumed
                self._last_id = number
            self._admit(request)
        except ProtocolError as error:
            return self.refuse(error, number)
        return request

    def refuse(self, error: ProtocolError, re: int | None = None) -> Refused:
        """Turns an error into what to send: the one place where it becomes an `error` message.

        Counts bad frames and bad messages; too many make the error fatal. Serves the owner's
        errors as well, both about requests (`re`) and about the connection.
        """
        fatal = self._is_last_straw(error.code) or error.fatal
        replies = [Outgoing(Prepared(error_plain(error, fatal)), re)]
        close = None
        if fatal:
            close = error.close or CloseCode.PROTOCOL_VIOLATION
            replies.append(self.close(close, error.msg, retry_ms=error.retry_ms))
        return Refused(error, tuple(replies), close)

    def _is_last_straw(self, code: ErrorCode) -> bool:
        """Counts what a connection may do only so often."""
        if code is ErrorCode.BAD_FRAME:
            self._bad_frames += 1
            return self._bad_frames >= self.limits.max_bad_frames
        if code is ErrorCode.BAD_MESSAGE:
            self._bad_messages += 1
            return self._bad_messages >= self.limits.max_bad_messages
        return False

    def close(self, code: CloseCode, reason: str, retry_ms: int | None = None) -> Outgoing:
        """Ends the conversation: the `bye` to send last. Nothing is accepted from now on."""
        self._state = State.CLOSED
        self._waiting.clear()
        return self.farewell(code, reason, retry_ms)

    def farewell(self, code: CloseCode, reason: str, retry_ms: int | None = None) -> Outgoing:
        """The `bye` that ends a connection, though perhaps not the session."""
        plain: dict[str, Any] = {
            "type": "bye",
            "code": int(code),
            "reason": reason[:MAX_TEXT],
            "resume": self._streaming and CLOSES[code].resume,
        }
        if retry_ms is not None:
            plain["retry_ms"] = retry_ms
        return Outgoing(Prepared(plain))

    # Outgoing

    def send(
        self, message: Prepared | ServerMessage | dict[str, Any], re: int | None = None
    ) -> bytes:
        """The frame to write now, numbered if its kind is. Call it in the order of writing.

        Raises ProtocolError (fatal, 4413) for a frame larger than the client can take; then no
        number is used up.
        """
        prepared = message if type(message) is Prepared else _prepare(message)
        seq = self.seq + 1 if self._streaming and carries_seq(prepared) else None
        encoded = prepared.encoded(self.encoding)
        frame = encoded.frame(seq, re)
        if len(frame) > self.max_frame_out:
            raise ProtocolError(
                ErrorCode.FRAME_TOO_BIG,
                f"{prepared.type}: {len(frame)} bytes, but the client takes {self.max_frame_out}",
                {"limit": self.max_frame_out},
                fatal=True,
            )
        if seq is not None:
            self.seq = seq
            self._history.keep(encoded, re)
            if prepared.type == "your_turn":
                self._asked_match = prepared.field("match_id")
                self._asked_decision = prepared.field("decision")
                self._asked_seq = seq
        if re is not None and is_final(prepared):
            self._unanswered.discard(re)
        return frame

    def _limit_frames(self, limit: int) -> None:
        """Sets the largest frame to accept from now on."""
        self._max_frame_in = limit
        if self._framer:
            self._framer.max_frame = limit


def _prepare(message: Prepared | ServerMessage | dict[str, Any]) -> Prepared:
    """The message in the one form that is sent."""
    if isinstance(message, Prepared):
        return message
    return Prepared(message if isinstance(message, dict) else message.to_plain())


def _step(plain: dict[str, Any]) -> Step:
    """What this frame does. Raises ProtocolError (`bad_message`) if it has no `type`."""
    name = plain.get("type")
    if type(name) is not str:
        raise bad_field("message", "type", "the name of a message")
    return STEPS.get(name, Step.REQUEST)


def _request_id(plain: dict[str, Any]) -> int | None:
    """The `id` if it is one, so that even a bad message is answered as what it is."""
    value = plain.get("id")
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return value if type(value) is int and 0 <= value <= MAX_SAFE_INT else None


def _too_many(what: str, limit: int) -> ProtocolError:
    return ProtocolError(ErrorCode.TOO_MANY_INFLIGHT, f"at most {limit} {what}", {"limit": limit})
