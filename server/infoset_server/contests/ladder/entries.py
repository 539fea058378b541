"""The entries of a ladder: one version of one program, or one person. What is rated, and whether it plays now.

Also why a request about a ladder is refused, besides the reasons in `request_errors.py`.
"""

from collections.abc import Container, Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

import orjson

from infoset_protocol.errors import ErrorCode
from infoset_server.accounts.clients import Client, User
from infoset_server.common.request_errors import RequestError
from infoset_server.contests.ladder.alerts import MAX_ALERTS, Alert

ENTRY: Final = "ladder_entry"  # kind of documents; keys: `LADDER:ENTRY`
MAX_LOG: Final = 20  # lines kept for the owner
HOUSE: Final = "house:"  # the owner of a bot that comes with the server: each is its own

# What is kept of an entry. The rest follows from matches that run, and from who is here.
KEPT: Final = (
    *("id", "name", "version", "kind", "owner", "owner_name", "bot", "info", "state", "why"),
    *("parallel", "games_left", "faults", "log", "is_brief", "keeper", "is_tried", "alerts"),
)


class EntryState(StrEnum):
    """Whether an entry plays now; as on the wire."""

    IDLE = "idle"
    QUEUED = "queued"
    DRAINING = "draining"
    BENCHED = "benched"
    RETIRED = "retired"


@dataclass(eq=False)
class Entry:
    """One entry. `owner` is a user's id; of a bot that comes with the server a made-up one; "" of who is deleted.

    `bot` is the manifest name where the server runs the program. `faults` counts the matches in a row in
    which its seat did not play on. `log` is for the owner. `is_brief`: it was queued by a `seek`, which
    ends with its connection.
    """

    id: str
    name: str
    version: str
    kind: str  # human | bot
    owner: str
    owner_name: str | None = None
    bot: str | None = None
    info: dict[str, Any] = field(default_factory=dict)
    state: EntryState = EntryState.IDLE
    why: str = ""
    parallel: int = 1
    games_left: int | None = None
    faults: int = 0
    log: list[str] = field(default_factory=list)
    is_brief: bool = False
    keeper: str = ""  # the user who answers for the owner
    is_tried: bool = True  # its trial match was passed, or it needs none
    alerts: list[dict[str, Any]] = field(default_factory=list)  # plain `Alert`s, oldest first
    origin: str | None = None  # what a guest's address counts for in limits; not kept
    unused_since_s: float | None = None  # it has never played, and is not there
    client: Client | None = None  # over which it plays
    running: int = 0
    since_s: float = 0.0  # queued, or back from its last match

    @property
    def is_person(self) -> bool:
        """May its strength change?"""
        return self.kind == "human"

    @property
    def responsible(self) -> str:
        """The id of who answers for it: of a program with an account of its own, whose that is."""
        return self.keeper or self.owner

    @property
    def is_here(self) -> bool:
        """Could it begin a match now, as far as its connection goes?"""
        return self.bot is not None or (self.client is not None and self.client.line.is_here)

    @property
    def away(self) -> Container[str]:
        """The ids of users whom this person keeps away: these do not meet the person here, nor do their programs."""
        return self.client.user.blocked if self.is_person and self.client is not None else ()

    @property
    def is_free(self) -> bool:
        """May it be given another match?"""
        left = self.games_left
        return (
            self.state is EntryState.QUEUED
            and self.is_tried
            and self.is_here
            and self.running < self.parallel
            and (left is None or left > self.running)
        )

    @property
    def is_needed(self) -> bool:
        """Does it play on, or will it be paired again?"""
        return self.running > 0 or self.state is EntryState.QUEUED

    @property
    def title(self) -> str:
        """Name and version."""
        return f"{self.name} {self.version}"

    def is_of(self, user: User) -> bool:
        """Is it theirs, or of a program that they answer for?"""
        return user.id in (self.owner, self.keeper)

    def alert(self, alert: Alert) -> None:
        """Something for the owner; the oldest goes where there are too many. What is told again is there once."""
        plain = alert.to_plain()
        if plain not in self.alerts:
            self.alerts = [*self.alerts, plain][-MAX_ALERTS:]

    def note(self, line: str) -> None:
        """A line for the owner; the oldest goes where there are too many."""
        self.log = [*self.log, line][-MAX_LOG:]

    def to_plain(self) -> dict[str, Any]:
        """The values to be kept."""
        return {name: getattr(self, name) for name in KEPT}


def entry_key(ladder: str, entry: str) -> str:
    """The key of an entry's document."""
    return f"{ladder}:{entry}"


def read_entry(body: bytes) -> Entry:
    """Raises ValueError for what `to_plain` did not make."""
    try:
        values: dict[str, Any] = orjson.loads(body)
        values["state"] = EntryState(values["state"])
        return Entry(**values)
    except (TypeError, KeyError, AttributeError) as problem:
        raise ValueError(f"a ladder's entry: {problem}") from None


def find_version(entries: Iterable[Entry], name: str, version: str) -> Entry | None:
    """The entry of this name and version."""
    return next((one for one in entries if (one.name, one.version) == (name, version)), None)


class LadderClosedError(RequestError):
    code = ErrorCode.LADDER_CLOSED


class EntryUnknownError(RequestError):
    code = ErrorCode.ENTRY_UNKNOWN
