"""An assistant: whose it is, for which place, what it may do, and over which connection it is here. Decides nothing."""

from dataclasses import dataclass, field
from typing import Any, Final

from infoset_server.assisting.rights import write_rights
from infoset_server.config import AssistLimits
from infoset_server.ids import MatchId, RoomId, UserId
from infoset_server.people import Client, User
from infoset_server.wire.rate_limit import Rate, TokenBucket

ASSISTANT: Final = "assistant"  # kind of documents


@dataclass(frozen=True)
class Place:
    """Where an assistant is attached: in one match, or in every match that its owner plays in a room."""

    match: MatchId | None = None
    room: RoomId | None = None

    def to_plain(self) -> dict[str, str]:
        """As fields of a message."""
        if self.match is not None:
            return {"match_id": self.match}
        assert self.room is not None, "a place is one of the two"
        return {"room": self.room}


@dataclass(frozen=True)
class Invitation:
    """A code that has not been used. `expires_ms` is on the clock of the matches."""

    owner: User
    place: Place
    rights: frozenset[str]
    expires_ms: int


@dataclass(eq=False)
class Assistant:
    """Somebody attached to a seat of `owner`. `client` is None while its connection is lost for good.

    `key` is the digest of what it comes back with.
    """

    id: str
    owner: UserId
    place: Place
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
