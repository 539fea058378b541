"""One assistant: by which code it was invited, at which seat it is, what it may do, and why a request about it is refused."""

import secrets
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from infoset_protocol.errors import ErrorCode
from infoset_server.accounts.clients import Client
from infoset_server.accounts.credentials import digest
from infoset_server.accounts.users import User
from infoset_server.common.ids import MatchId, RoomId, UserId
from infoset_server.common.request_errors import BusyError, RequestError
from infoset_server.config import AssistLimits
from infoset_server.network.rate_limits import Rate, TokenBucket

VIEW: Final = "view"
DRAW: Final = "draw"
SUGGEST: Final = "suggest"
COMPUTE: Final = "compute"
ACT: Final = "act"

OFF: Final = "off"
ADVICE: Final = "advice"
CONFIRM: Final = "confirm"
AUTO: Final = "auto"

_ADVISING: Final = frozenset({VIEW, DRAW, SUGGEST, COMPUTE})

# The rights that an owner may grant under each policy.
CAPS: Final[Mapping[str, frozenset[str]]] = {
    OFF: frozenset(),
    ADVICE: _ADVISING,
    CONFIRM: _ADVISING,
    AUTO: _ADVISING | {ACT},
}
STAGING: Final = (CONFIRM, AUTO)  # policies under which something is played for the owner
ASSISTANT: Final = "assistant"  # kind of documents


class AssistOffError(RequestError):
    """The room's policy does not allow `what`."""

    code = ErrorCode.ASSIST_OFF

    def __init__(self, policy: str, what: str) -> None:
        super().__init__(
            f"the policy `{policy}` of this room does not allow: {what}", {"policy": policy}
        )


class RightMissingError(RequestError):
    """The owner has not granted it."""

    code = ErrorCode.RIGHT_MISSING

    def __init__(self, right: str) -> None:
        super().__init__(f"you were not given the right: {right}", {"right": right})


class IllegalProposalError(RequestError):
    """The rules forbid what an assistant proposes; `left` tries of the seat are untouched."""

    code = ErrorCode.ILLEGAL_ACTION

    def __init__(self, why: str, left: int) -> None:
        super().__init__(why, {"why": why, "left": left})


class AlreadySealedError(RequestError):
    """The owner has decided: an assistant does not overwrite that."""

    code = ErrorCode.ALREADY_SEALED


class TooFastError(RequestError):
    """Over a quota of this assistant."""

    code = ErrorCode.RATE_LIMITED

    def __init__(self, bucket: str, wait_s: float) -> None:
        super().__init__(
            f"too many requests ({bucket})", {"bucket": bucket}, retry_ms=int(wait_s * 1000) + 1
        )


def read_rights(wanted: Iterable[str], policy: str) -> frozenset[str]:
    """The rights asked for, `view` always among them. Raises AssistOffError naming what is too much."""
    rights = frozenset(wanted) | {VIEW}
    cap = CAPS[policy]
    excess = sorted(rights - cap)
    if excess:
        raise AssistOffError(policy, ", ".join(excess))
    return rights


def write_rights(rights: Iterable[str]) -> list[str]:
    """The rights in the order in which they are listed everywhere."""
    return [right for right in (VIEW, DRAW, SUGGEST, COMPUTE, ACT) if right in rights]


@dataclass(frozen=True)
class AssistedSeat:
    """Where an assistant is attached: in one match, or in every match that its owner plays in a room."""

    match: MatchId | None = None
    room: RoomId | None = None

    def to_plain(self) -> dict[str, str]:
        """As fields of a message."""
        if self.match is not None:
            return {"match_id": self.match}
        assert self.room is not None, "a place is one of the two"
        return {"room": self.room}


@dataclass(eq=False)
class Assistant:
    """Somebody attached to a seat of `owner`. `client` is None while its connection is lost for good.

    `key` is the digest of what it comes back with.
    """

    id: str
    owner: UserId
    place: AssistedSeat
    rights: frozenset[str]
    key: str
    user: User
    client: Client | None = None
    warned_ms: int | None = None  # when its owner was told last that it asks too much

    @property
    def name(self) -> str:
        """What its owner knows it by."""
        return self.user.name

    def status(self, is_here: bool) -> dict[str, Any]:
        """What its owner, and but for name and user itself, is told of it."""
        return {
            "type": "assist_status",
            "on": is_here,
            **self.place.to_plain(),
            "assistant": self.id,
            "name": self.name,
            "user": self.user.id,
            "rights": write_rights(self.rights),
        }

    def document(self) -> dict[str, Any]:
        """What is kept of it for the time after a restart."""
        return {
            "id": self.id,
            "owner": self.owner,
            "match": self.place.match,
            "room": self.place.room,
            "rights": write_rights(self.rights),
            "key": self.key,
            "user": self.user.id,
            "name": self.user.name,
        }


def read_assistant(
    values: Mapping[str, Any], find_user: Callable[[UserId], User | None]
) -> Assistant:
    """The inverse of `document`. Raises ValueError, TypeError or KeyError for anything else."""
    match, room = values["match"], values["room"]
    user = find_user(values["user"])
    return Assistant(
        id=str(values["id"]),
        owner=UserId(values["owner"]),
        place=AssistedSeat(
            None if match is None else MatchId(match), None if room is None else RoomId(room)
        ),
        rights=frozenset(map(str, values["rights"])),
        key=str(values["key"]),
        user=user or User(UserId(values["user"]), str(values["name"])),
    )


@dataclass
class Quota:
    """What one assistant may still ask for."""

    limits: AssistLimits
    now_s: float
    changes: TokenBucket = field(init=False)
    logs: TokenBucket = field(init=False)

    def __post_init__(self) -> None:
        self.changes = TokenBucket(twice(self.limits.changes_per_s), self.now_s)
        self.logs = TokenBucket(twice(self.limits.logs_per_s), self.now_s)


def twice(per_s: float) -> Rate:
    """A rate with a burst of two seconds' worth."""
    return Rate(per_s, 2 * per_s)


CODE_BYTES: Final = 12


def fresh_code(prefix: str) -> str:
    """A word that nobody guesses, with which somebody is let in."""
    return f"{prefix}_{secrets.token_urlsafe(CODE_BYTES)}"


@dataclass(frozen=True)
class Invitation:
    """A code that has not been used. `expires_ms` is on the clock of the matches."""

    owner: User
    place: AssistedSeat
    rights: frozenset[str]
    expires_ms: int


class Invitations:
    """All open ones, by the digest of their code. An owner has `max_open` at most."""

    def __init__(self, max_open: int) -> None:
        self._max_open = max_open
        self._open: dict[str, Invitation] = {}

    def make(self, invitation: Invitation) -> str:
        """A new code. Raises BusyError where the owner has as many unused ones as may be."""
        mine = sum(one.owner is invitation.owner for one in self._open.values())
        if mine >= self._max_open:
            raise BusyError(f"{mine} invitations of yours have not been used; revoke them first")
        code = fresh_code("ac")
        self._open[digest(code)] = invitation
        return code

    def find(self, known: str) -> Invitation | None:
        """The invitation whose code has this digest."""
        return self._open.get(known)

    def use(self, known: str) -> None:
        """The code is good no more."""
        del self._open[known]

    def revoke(self, owner: User) -> None:
        """All of `owner` are good no more."""
        self._open = {key: one for key, one in self._open.items() if one.owner is not owner}

    def expire(self, now_ms: int) -> None:
        """Forgets those that are out of date."""
        if self._open:
            self._open = {key: one for key, one in self._open.items() if one.expires_ms > now_ms}
