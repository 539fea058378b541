"""What passes between a session core and its owner: incoming items and messages due to go out."""

from dataclasses import dataclass
from typing import Any, ClassVar, Final, NamedTuple, final

from infoset_protocol.codec import Prepared
from infoset_protocol.errors import ERRORS, CloseCode, Group, ProtocolError
from infoset_protocol.messages import SERVER_MESSAGES, AuthAnswer, ClientMessage, Hello, shown

MAX_TEXT: Final = 512  # characters of `error.msg` and `bye.reason`
MAX_WARNINGS: Final = 64  # entries of `ok.warn`

UNSEQUENCED: Final = frozenset(
    name for name, model in SERVER_MESSAGES.items() if not model.sequenced
)
_FRAME_ERRORS: Final = frozenset(
    code.value for code, info in ERRORS.items() if info.group is Group.FRAME
)


class Outgoing(NamedTuple):
    """A message that is due: when its turn on the wire comes, write `session.send(*outgoing)`."""

    message: Prepared
    re: int | None = None


@dataclass(frozen=True, slots=True)
class Opening:
    """A valid `hello` and the chosen major. The owner calls `welcome`, `challenge` or `close`."""

    hello: Hello
    proto: int


@dataclass(frozen=True, slots=True)
class Proof:
    """The answer to the challenge. The owner calls `welcome` or `close`."""

    auth: AuthAnswer


@final
class Request:
    """A valid request. With `message.id` the owner owes it exactly one final answer.

    `unknown` are the names of top-level fields that were ignored. (No dataclass: the constructor
    of one is not compiled.)
    """

    __match_args__: ClassVar = ("message", "unknown")

    def __init__(self, message: ClientMessage, unknown: tuple[str, ...] = ()) -> None:
        self.message = message
        self.unknown = unknown

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Request):
            return NotImplemented
        return (self.message, self.unknown) == (other.message, other.unknown)

    def __hash__(self) -> int:
        return hash((self.message, self.unknown))

    def __repr__(self) -> str:
        return f"Request({self.message!r}, {self.unknown})"

    @property
    def warnings(self) -> list[str]:
        """For `ok.warn`: what was ignored in this request."""
        return [f"unknown field ignored: {shown(name)}" for name in self.unknown[:MAX_WARNINGS]]


@dataclass(frozen=True, slots=True)
class Repeated:
    """A request from before a resume came again: send `answers` once more.

    There are none while it is still being worked on: its one answer will come.
    """

    answers: tuple[Outgoing, ...]


@dataclass(frozen=True, slots=True)
class Refused:
    """Something that was not accepted: send `replies` in order, then close if `close` is set."""

    error: ProtocolError
    replies: tuple[Outgoing, ...]
    close: CloseCode | None


@dataclass(frozen=True, slots=True)
class Left:
    """The client said `bye`. The session is over and cannot be resumed."""


Incoming = Opening | Proof | Request | Repeated | Refused | Left


def carries_seq(message: Prepared) -> bool:
    """Whether the message is numbered: all are but notices and errors about frames."""
    if message.type == "error":
        return message.plain["code"] not in _FRAME_ERRORS
    return message.type not in UNSEQUENCED


def is_final(message: Prepared) -> bool:
    """Whether the message, sent with `re`, settles the request."""
    if message.type == "replay_part":
        return not message.plain["more"]
    return message.type != "progress"


def error_plain(error: ProtocolError, fatal: bool = False) -> dict[str, Any]:
    """The `error` message that says `error`."""
    fields = {
        "type": "error",
        "code": str(error.code),
        "msg": error.msg[:MAX_TEXT],
        "fatal": fatal or None,
        "retry_ms": error.retry_ms,
        "match_id": error.match_id,
        "decision": error.decision,
        "data": dict(error.data) if error.data else None,
    }
    return {name: value for name, value in fields.items() if value is not None}
