"""A competition, as those know it who have no part in it: whose it is, and what of a match may be told."""

from dataclasses import dataclass
from typing import Literal

from infoset_server.common.ids import UserId


@dataclass(frozen=True)
class Contest:
    """A ladder or a tournament.

    `identity` tells it from another one that has its name later. `deciders` are those whose business it is, besides
    administrators; `is_for_all`, may everybody know of it?
    """

    kind: Literal["ladder", "tournament"]
    name: str
    title: str
    identity: str
    deciders: frozenset[UserId]
    page: str  # where it is shown, behind the address of the server
    shown_round: int = 0  # up to this one results may be known
    is_for_all: bool = True


@dataclass(frozen=True)
class ContestSeat:
    """Who sat on a seat, as the competition lists them: the id of an entry, or the number of an entrant from 1."""

    entry: str | None = None
    entrant: int | None = None
    version: str = ""


@dataclass(frozen=True)
class ContestMatch:
    """A match of a competition that has a result there.

    `number` is the one of a ladder's result, and `counts`, does it change ratings? A tournament's has a `table` and
    a `round`.
    """

    contest: Contest
    seats: tuple[ContestSeat, ...]
    number: int = 0
    counts: bool = True
    table: str = ""
    round: int = 0

    @property
    def is_shown(self) -> bool:
        """May its result be known by now?"""
        return self.contest.kind == "ladder" or self.round <= self.contest.shown_round
