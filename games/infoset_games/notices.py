"""What a match tells its owner: plain facts with their audience, in the order they must be told.

Each act makes one each of `Accepted`, `Told` and `Asked`. These are plain classes, because of
dataclasses the constructors are not compiled, and took longer than the rules.
"""

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, final

from mypy_extensions import mypyc_attr

from infoset_games.core import Json, Result


@mypyc_attr(acyclic=True)
class Fact:
    """Equal to another of its class with equal fields. Never part of a cycle, so no garbage collector looks at it."""

    @abstractmethod
    def fields(self) -> tuple[Any, ...]:
        """The values of the fields, in order."""

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self.fields() == other.fields()

    def __hash__(self) -> int:
        return hash(self.fields())

    def __repr__(self) -> str:
        return f"{type(self).__name__}{self.fields()}"


@final
@mypyc_attr(acyclic=True)
class Accepted(Fact):
    """An action was taken; `sealed` while other seats still decide.

    It took `elapsed_ms`, of which `forgiven_ms` are put down to the network; `charged_ms` is what is
    left, without the grace.
    """

    def __init__(
        self,
        seat: int,
        decision: int,
        charged_ms: int,
        sealed: bool,
        *,
        elapsed_ms: int = 0,
        forgiven_ms: int = 0,
    ) -> None:
        self.seat = seat
        self.decision = decision
        self.charged_ms = charged_ms
        self.sealed = sealed
        self.elapsed_ms = elapsed_ms
        self.forgiven_ms = forgiven_ms

    def fields(self) -> tuple[int, int, int, bool, int, int]:
        return (
            self.seat,
            self.decision,
            self.charged_ms,
            self.sealed,
            self.elapsed_ms,
            self.forgiven_ms,
        )


@dataclass(frozen=True)
class Stale:
    """The decision answered is not open (any more); `open` are the seat's open ones. Nothing changed."""

    seat: int
    decision: int
    open: tuple[int, ...]


@dataclass(frozen=True)
class AlreadySealed:
    """Another choice is sealed for this decision and `replace` was not set. Nothing changed."""

    seat: int
    decision: int


@dataclass(frozen=True)
class Refused:
    """The action is illegal because of `why`; the decision stays open for `left` more tries."""

    seat: int
    decision: int
    why: str
    left: int


@final
@mypyc_attr(acyclic=True)
class Told(Fact):
    """One state change as each audience may see it (None = spectators); `ver` counts them from 1.

    Audiences that see the same share one list. `is_undo`: a step was taken back, and what is seen now does
    not follow from the events.
    """

    def __init__(
        self, ver: int, views: Mapping[int | None, list[dict[str, Json]]], is_undo: bool = False
    ) -> None:
        self.ver = ver
        self.views = views
        self.is_undo = is_undo

    def fields(self) -> tuple[Any, ...]:
        return self.ver, self.views, self.is_undo


@final
@mypyc_attr(acyclic=True)
class Asked(Fact):
    """`seat` must decide; the decision is open in the match under this number."""

    def __init__(self, seat: int, decision: int) -> None:
        self.seat = seat
        self.decision = decision

    def fields(self) -> tuple[int, int]:
        return self.seat, self.decision


@dataclass(frozen=True)
class Closed:
    """An open decision ended without the seat's own answer (`timeout`, `match_over`, `withdrawn`)."""

    seat: int
    decision: int
    why: str


@dataclass(frozen=True)
class TimedOut:
    """A deadline passed, or the illegal tries were used up; `applied` says what was played instead."""

    seat: int
    decision: int
    applied: str
    misses: int


@dataclass(frozen=True)
class SeatLost:
    """`seat` missed too often. Its owner may hand it to a bot; until then misses go on as before."""

    seat: int


@dataclass(frozen=True)
class Ended:
    """The match is over: `reason` is finished, forfeit, resign or aborted."""

    reason: str
    result: Result


Notice = (
    Accepted | Stale | AlreadySealed | Refused | Told | Asked | Closed | TimedOut | SeatLost | Ended
)
