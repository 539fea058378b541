"""Everything that can be refused on the wire: error codes, close codes, and `ProtocolError`.

Family tree:

    Exception
    +-- ProtocolError    the peer broke the contract; the session core answers with `error`

Rules errors belong to the games, request errors (wrong room, stale decision) to the server. They
borrow the codes below and become `error` messages in the same place.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import Any, Final


class ErrorCode(StrEnum):
    """The stable `code` of an `error` message. What each means: `ERRORS`."""

    BAD_FRAME = "bad_frame"
    FRAME_TOO_BIG = "frame_too_big"
    BAD_MESSAGE = "bad_message"
    UNKNOWN_TYPE = "unknown_type"
    NOT_READY = "not_ready"
    DUPLICATE_ID = "duplicate_id"
    PROTO_UNSUPPORTED = "proto_unsupported"
    AUTH_FAILED = "auth_failed"
    FORBIDDEN = "forbidden"
    UNSUPPORTED = "unsupported"
    RATE_LIMITED = "rate_limited"
    BUSY = "busy"
    TOO_MANY_INFLIGHT = "too_many_inflight"
    NOT_FOUND = "not_found"
    GAME_UNKNOWN = "game_unknown"
    BAD_OPTION = "bad_option"
    WRONG_STATE = "wrong_state"
    ROOM_FULL = "room_full"
    SEAT_TAKEN = "seat_taken"
    ALREADY_SEATED = "already_seated"
    WRONG_CODE = "wrong_code"
    NOT_HOST = "not_host"
    NOT_YOUR_SEAT = "not_your_seat"
    STALE_DECISION = "stale_decision"
    ILLEGAL_ACTION = "illegal_action"
    ALREADY_SEALED = "already_sealed"
    COMPUTE_OFF = "compute_off"
    BUDGET_EXHAUSTED = "budget_exhausted"
    WORLD_GONE = "world_gone"
    BAD_POLICY = "bad_policy"
    CANCELLED = "cancelled"
    ASSIST_OFF = "assist_off"
    RIGHT_MISSING = "right_missing"
    LADDER_CLOSED = "ladder_closed"
    ENTRY_UNKNOWN = "entry_unknown"
    INTERNAL = "internal"
    SHUTTING_DOWN = "shutting_down"
    STORAGE_FULL = "storage_full"
    UNAVAILABLE = "unavailable"


class CloseCode(IntEnum):
    """Why the server ends a connection: the WebSocket close code, and `bye.code` everywhere."""

    NORMAL = 1000
    GOING_AWAY = 1001
    PROTOCOL_VIOLATION = 4400
    AUTH_FAILED = 4401
    FORBIDDEN = 4403
    NO_COMMON_VERSION = 4406
    NO_HELLO = 4408
    REPLACED = 4409
    SESSION_ENDED = 4410
    FRAME_TOO_BIG = 4413
    RATE_ABUSE = 4429
    SLOW_CONSUMER = 4430
    IDLE = 4440
    INTERNAL = 4500
    RESTARTING = 4503


class Group(StrEnum):
    """What a client should do about an error code it has never heard of."""

    FRAME = "F"  # about the frame itself; the connection survives unless the error is fatal
    REQUEST = "R"  # correct the request
    LATER = "L"  # the same request may work after `retry_ms`
    STATE = "S"  # the world has moved on; look before asking again
    PERMISSION = "P"  # not allowed
    SERVER = "X"  # the server's fault or wish


@dataclass(frozen=True, slots=True)
class ErrorInfo:
    """One row of the error table.

    `fatal` says when the connection ends ("yes", "no", "after 5", ...), `close` with which code,
    `data` which keys `error.data` has.
    """

    group: Group
    meaning: str
    data: tuple[str, ...] = ()
    fatal: str = "no"
    close: CloseCode | None = None


@dataclass(frozen=True, slots=True)
class CloseInfo:
    """One row of the close table: what happened, and what a client should do about coming back."""

    meaning: str
    reconnect: str
    resume: bool = False  # resuming the session makes sense


ERRORS: Final[Mapping[ErrorCode, ErrorInfo]] = {
    ErrorCode.BAD_FRAME: ErrorInfo(
        Group.FRAME,
        "the bytes are no message: not JSON or msgpack, bad UTF-8, a forbidden msgpack type, "
        "a number out of range, nested too deeply, not an object",
        fatal="after 5",
        close=CloseCode.PROTOCOL_VIOLATION,
    ),
    ErrorCode.FRAME_TOO_BIG: ErrorInfo(
        Group.FRAME,
        "a frame over the announced limit",
        data=("limit",),
        fatal="yes",
        close=CloseCode.FRAME_TOO_BIG,
    ),
    ErrorCode.BAD_MESSAGE: ErrorInfo(
        Group.FRAME,
        "a field is missing or wrong: `path` names it, `want` says what belongs there",
        data=("path", "want"),
        fatal="after 20",
        close=CloseCode.PROTOCOL_VIOLATION,
    ),
    ErrorCode.UNKNOWN_TYPE: ErrorInfo(Group.FRAME, "no such request", data=("type",)),
    ErrorCode.NOT_READY: ErrorInfo(
        Group.FRAME,
        "something came before `hello`, or a second `hello`",
        fatal="yes",
        close=CloseCode.PROTOCOL_VIOLATION,
    ),
    ErrorCode.DUPLICATE_ID: ErrorInfo(
        Group.REQUEST, "the request's `id` is not above all earlier ones and its answer is not kept"
    ),
    ErrorCode.PROTO_UNSUPPORTED: ErrorInfo(
        Group.PERMISSION,
        "the server speaks none of the majors in `hello.proto`",
        data=("supported",),
        fatal="yes",
        close=CloseCode.NO_COMMON_VERSION,
    ),
    ErrorCode.AUTH_FAILED: ErrorInfo(
        Group.PERMISSION,
        "wrong or expired credentials; the text is the same for all causes",
        fatal="yes",
        close=CloseCode.AUTH_FAILED,
    ),
    ErrorCode.FORBIDDEN: ErrorInfo(
        Group.PERMISSION,
        "your credentials lack a scope; in answer to `hello`: you are banned",
        data=("scope",),
        fatal="in answer to `hello`",
        close=CloseCode.FORBIDDEN,
    ),
    ErrorCode.UNSUPPORTED: ErrorInfo(
        Group.REQUEST, "a feature that is not switched on here", data=("feature",)
    ),
    ErrorCode.RATE_LIMITED: ErrorInfo(
        Group.LATER,
        "too many requests; wait `retry_ms`",
        data=("bucket",),
        fatal="after abuse",
        close=CloseCode.RATE_ABUSE,
    ),
    ErrorCode.BUSY: ErrorInfo(Group.LATER, "the server or a queue is full; wait `retry_ms`"),
    ErrorCode.TOO_MANY_INFLIGHT: ErrorInfo(
        Group.LATER, "more unanswered requests than `limits.max_inflight`", data=("limit",)
    ),
    ErrorCode.NOT_FOUND: ErrorInfo(
        Group.REQUEST,
        "no such room, match, replay, ladder or user, or one you may not know about",
    ),
    ErrorCode.GAME_UNKNOWN: ErrorInfo(
        Group.REQUEST, "no such game or rules version", data=("known",)
    ),
    ErrorCode.BAD_OPTION: ErrorInfo(
        Group.REQUEST,
        "a game option, a time control or a number that is not allowed here",
        data=("path", "want"),
    ),
    ErrorCode.WRONG_STATE: ErrorInfo(Group.STATE, "the request is not valid now"),
    ErrorCode.ROOM_FULL: ErrorInfo(Group.STATE, "the room has no open seat"),
    ErrorCode.SEAT_TAKEN: ErrorInfo(Group.STATE, "somebody sits on that seat"),
    ErrorCode.ALREADY_SEATED: ErrorInfo(Group.STATE, "you have a seat in this room already"),
    ErrorCode.WRONG_CODE: ErrorInfo(
        Group.PERMISSION, "wrong code for an unlisted room or an invitation"
    ),
    ErrorCode.NOT_HOST: ErrorInfo(Group.PERMISSION, "only the host of the room may do this"),
    ErrorCode.NOT_YOUR_SEAT: ErrorInfo(Group.PERMISSION, "you control no seat in this match"),
    ErrorCode.STALE_DECISION: ErrorInfo(
        Group.STATE, "the decision is closed; `open` lists those that wait for you", data=("open",)
    ),
    ErrorCode.ILLEGAL_ACTION: ErrorInfo(
        Group.REQUEST,
        "the rules forbid this action; `left` more tries before it counts as a miss",
        data=("why", "left"),
    ),
    ErrorCode.ALREADY_SEALED: ErrorInfo(
        Group.STATE, "a sealed choice exists and `replace` was not set"
    ),
    ErrorCode.COMPUTE_OFF: ErrorInfo(Group.PERMISSION, "no server compute in this match"),
    ErrorCode.BUDGET_EXHAUSTED: ErrorInfo(
        Group.LATER,
        "the compute budget does not cover the request",
        data=("left", "need", "left_game"),
    ),
    ErrorCode.WORLD_GONE: ErrorInfo(
        Group.STATE, "the world handle has expired or was released", data=("w",)
    ),
    ErrorCode.BAD_POLICY: ErrorInfo(Group.REQUEST, "no such rollout policy", data=("known",)),
    ErrorCode.CANCELLED: ErrorInfo(Group.STATE, "cancelled before anything was computed"),
    ErrorCode.ASSIST_OFF: ErrorInfo(
        Group.PERMISSION,
        "the room's policy on assistants does not allow this",
        data=("policy",),
    ),
    ErrorCode.RIGHT_MISSING: ErrorInfo(
        Group.PERMISSION, "the assistant was not given this right", data=("right",)
    ),
    ErrorCode.LADDER_CLOSED: ErrorInfo(Group.STATE, "the ladder takes no entries now"),
    ErrorCode.ENTRY_UNKNOWN: ErrorInfo(Group.STATE, "no such entry on the ladder"),
    ErrorCode.INTERNAL: ErrorInfo(
        Group.SERVER,
        "a fault of the server; `incident` finds it in the log",
        data=("incident",),
        fatal="maybe",
        close=CloseCode.INTERNAL,
    ),
    ErrorCode.SHUTTING_DOWN: ErrorInfo(
        Group.SERVER,
        "the server takes nothing new; come back after `retry_ms`",
        fatal="yes",
        close=CloseCode.RESTARTING,
    ),
    ErrorCode.STORAGE_FULL: ErrorInfo(
        Group.LATER, "the server's disk is full: nothing was changed; matches wait, so do clocks"
    ),
    ErrorCode.UNAVAILABLE: ErrorInfo(
        Group.LATER, "the server cannot store it now: nothing was changed; again after `retry_ms`"
    ),
}

CLOSES: Final[Mapping[CloseCode, CloseInfo]] = {
    CloseCode.NORMAL: CloseInfo("the client said `bye`", "no"),
    CloseCode.GOING_AWAY: CloseInfo("the server leaves", "resume", resume=True),
    CloseCode.PROTOCOL_VIOLATION: CloseInfo("the protocol was broken", "no"),
    CloseCode.AUTH_FAILED: CloseInfo("authentication failed", "no; correct the credentials"),
    CloseCode.FORBIDDEN: CloseInfo("banned, or an origin that is not allowed", "no"),
    CloseCode.NO_COMMON_VERSION: CloseInfo("no common major version or subprotocol", "no"),
    CloseCode.NO_HELLO: CloseInfo("no `hello` in time", "yes, as a new session"),
    CloseCode.REPLACED: CloseInfo(
        "a newer connection took this session over", "no: two clients would fight for it"
    ),
    CloseCode.SESSION_ENDED: CloseInfo("kicked, or logged out elsewhere", "with a new login"),
    CloseCode.FRAME_TOO_BIG: CloseInfo("a frame over the limit", "no"),
    CloseCode.RATE_ABUSE: CloseInfo("too many requests for too long", "after `retry_ms`"),
    CloseCode.SLOW_CONSUMER: CloseInfo("the client reads too slowly", "resume", resume=True),
    CloseCode.IDLE: CloseInfo("nothing was said for too long", "yes, as a new session"),
    CloseCode.INTERNAL: CloseInfo("a fault of the server", "resume", resume=True),
    CloseCode.RESTARTING: CloseInfo("the server restarts", "resume after `retry_ms`", resume=True),
}


class ProtocolError(Exception):
    """The peer broke the contract. Carries what the `error` message will say.

    `msg` is English for developers; programs look at `code` and `data`. With `fatal` the connection
    ends with `close`, or where that is None with the code the table gives.
    """

    def __init__(
        self,
        code: ErrorCode,
        msg: str,
        data: Mapping[str, Any] | None = None,
        fatal: bool = False,
        close: CloseCode | None = None,
        *,
        retry_ms: int | None = None,
        match_id: str | None = None,
        decision: int | None = None,
    ) -> None:
        super().__init__(f"{code}: {msg}")
        self.code = code
        self.msg = msg
        self.data = data
        self.fatal = fatal
        self.close = close or ERRORS[code].close
        self.retry_ms = retry_ms
        self.match_id = match_id
        self.decision = decision
