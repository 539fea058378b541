"""What a console command is: a name, its arguments, who may give it, and what comes of it."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Generic, Protocol, TypeAlias, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from infoset_server.accounts.users import ADMIN, ORGANISE, User
from infoset_server.common.ids import UserId
from infoset_server.common.text import counted


class Arguments(BaseModel):
    """The arguments of a command: unknown ones are errors. They end up in the audit log: no secrets."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        defer_build=True,  # few of all commands are given to a server
    )


class Announced(Arguments):
    """Those of a command of which one should know before what comes of it."""

    preview: bool = Field(
        default=False, description="Do nothing, and say only what would come of it."
    )


GOES: Final = {  # what is counted before something is deleted: one of it, and many
    "pupils": ("pupil", "pupils"),
    "ladders": ("ladder", "ladders"),
    "entries": ("entry", "entries"),
    "results": ("result", "results"),
    "seasons": ("past season", "past seasons"),
    "tournaments": ("tournament", "tournaments"),
    "matches": ("kept match", "kept matches"),
}


def goes(counts: Mapping[str, int]) -> str:
    """What goes, for people."""
    words = [counted(count, *GOES[what]) for what, count in counts.items() if count]
    return ", ".join(words) or "nothing else"


@dataclass(frozen=True)
class Operator:
    """Who gives a command. Without a user it is the holder of the server's own token."""

    user: User | None
    scopes: frozenset[str]

    @property
    def name(self) -> str:
        """For the audit log."""
        return "admin" if self.user is None else f"{self.user.name} ({self.user.id})"

    @property
    def is_admin(self) -> bool:
        """Whether everything is theirs to decide (`ownership.py`)."""
        return ADMIN in self.scopes


@dataclass(frozen=True)
class Result:
    """What comes of a command: a sentence, rows of a table, a file, a secret that is told this once."""

    message: str = ""
    rows: list[dict[str, Any]] = field(default_factory=list)
    file: str = ""
    secret: str = ""

    def to_plain(self) -> dict[str, Any]:
        """For the wire; without what is empty."""
        return {name: value for name, value in vars(self).items() if value}


A = TypeVar("A", bound=Arguments)
Outcome: TypeAlias = Result | Awaitable[Result]


@dataclass(frozen=True)
class Command(Generic[A]):
    """One command. `scope` is what it takes to give it."""

    name: str
    arguments: type[A]
    run: Callable[[Operator, A], Outcome]
    scope: str = ADMIN
    is_noted: bool = True  # in the audit log; what only looks is not

    def __post_init__(self) -> None:
        assert self.scope in (ORGANISE, ADMIN), self.scope


@dataclass(frozen=True)
class Stakes:
    """Who decides about something, and who takes part in it and so must not; owners stand for their bots."""

    deciders: frozenset[UserId]
    parties: frozenset[UserId] = frozenset()


class Moderation(Protocol):
    """Rooms and matches, as an organiser sees them. Each may raise RequestError, and has done nothing then.

    `place` is a room's id, or `None` for the whole server.
    """

    def open(self, place: str | None) -> None:
        """Matches may begin, and frozen ones go on."""
        ...

    def close(self, place: str | None) -> None:
        """No new match begins; those that are being played go on to their end."""
        ...

    def freeze(self, place: str | None) -> None:
        """No new match begins, and in those being played time stands still and nothing is accepted."""
        ...

    def announce(self, text: str, place: str | None) -> int:
        """Shows a text to everybody there; returns to how many."""
        ...

    async def re_run(self, match_id: str) -> str | None:
        """Plays a match again, with the same players and another deal; returns the new match's id.

        None: one of the players left while the match was ending.
        """
        ...

    async def end(self, match_id: str) -> None:
        """Ends a match that is being played, without a result; returns when it is over."""
        ...

    async def export(self, match_id: str) -> str:
        """The record of a match that is over, as text."""
        ...

    def stakes_of_room(self, place: str) -> Stakes:
        """Whose a room is, and who takes part in the match that is being played there."""
        ...

    async def stakes_of_match(self, match_id: str) -> Stakes:
        """Whose a match is, and who takes part, or did."""
        ...

    def rivals(self, user: str) -> frozenset[UserId]:
        """Who else takes part in the matches that a user is playing."""
        ...

    async def settled(self) -> None:
        """Returns when everything done so far is stored."""
        ...

    def disable_bot(self, bot: str, is_disabled: bool) -> None:
        """Offers a house bot no more, or again. Raises NotFoundError where there is none of that name."""
        ...
