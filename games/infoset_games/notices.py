"""What a match tells its owner: plain facts with their audience, in the order they must be told."""

from collections.abc import Mapping
from dataclasses import dataclass

from infoset_games.core import Json, Result


@dataclass(frozen=True)
class Accepted:
    """An action was taken; `sealed` while other seats still decide. `charged_ms` is after the grace."""

    seat: int
    decision: int
    charged_ms: int
    sealed: bool


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


@dataclass(frozen=True)
class Told:
    """One state change as each audience may see it (None = spectators); `ver` counts them from 1.

    Audiences that see the same share one list.
    """

    ver: int
    views: Mapping[int | None, list[dict[str, Json]]]


@dataclass(frozen=True)
class Asked:
    """`seat` must decide; the decision is open in the match under this number."""

    seat: int
    decision: int


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
