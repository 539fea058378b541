"""What a calculated table is, what it is calculated under, and the numbers in which strengths are shown.

Strengths are in logits: with a difference of 1 the stronger comes in ahead of the weaker in 73 of 100 matches.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

SPREAD: Final = 1.5  # of the strengths of bots, in logits: a bot nobody has seen is within +-3
SEAT_SPREAD: Final = 0.25  # of the advantages of seats: a quarter of a logit is 43 rating points
DRIFT: Final = 0.3  # of a person from one time bin to the next

MIDDLE: Final = 1500.0
SCALE: Final = 400 / math.log(10)  # rating points in a logit, 173.7: as Elo's, ten to one are 400
SIGMAS: Final = 2.0  # half an interval: the truth lies inside 95 times of 100
PROVISIONAL: Final = 110.0  # rating points: half an interval above which a number says little
NEWEST: Final = "newest"  # key of the table among the milestones


@dataclass(frozen=True, slots=True)
class RatingTerms:
    """What is assumed besides the results. Strengths in logits; `anchors` by entry."""

    sizes: tuple[int, ...]
    spread: float
    seat_spread: float
    drift: float
    period_ms: int
    anchors: Mapping[str, float] = field(default_factory=dict)

    def to_plain(self) -> dict[str, Any]:
        """The values as `RatingTerms(**values)` takes them."""
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(frozen=True, slots=True)
class Row:
    """One entry of a table. `rating` and `sigma` in points; `above_next` is the chance to be stronger than the next."""

    entry: str
    rating: float
    sigma: float
    games: int
    places: tuple[int, ...]  # how often first, second, ...
    faults: int
    above_next: float | None = None

    @property
    def low(self) -> float:
        """What the entry has shown to be worth at least."""
        return self.rating - SIGMAS * self.sigma

    @property
    def is_provisional(self) -> bool:
        """Is the rating too uncertain to compare?"""
        return SIGMAS * self.sigma > PROVISIONAL


@dataclass(frozen=True, slots=True)
class RatingTable:
    """The standings after so many outcomes, the last of which came `at_ms` with the result of number `last`.

    `results` are the matches in them: more than outcomes where these are series.

    `seats` has the advantages of seats in points, by size of tables.
    """

    outcomes: int
    results: int
    last: int
    at_ms: int
    rows: tuple[Row, ...]
    seats: Mapping[str, tuple[float, ...]]

    def to_plain(self) -> dict[str, Any]:
        """Plain values; equal tables give equal ones, bit for bit."""
        rows = [
            [r.entry, r.rating, r.sigma, r.games, list(r.places), r.faults, r.above_next]
            for r in self.rows
        ]
        return {
            "outcomes": self.outcomes,
            "results": self.results,
            "last": self.last,
            "at_ms": self.at_ms,
            "rows": rows,
            "seats": {size: list(points) for size, points in self.seats.items()},
        }


def table_kind(ladder: str) -> str:
    """The kind of documents that hold a ladder's tables: the newest, and those of the milestones."""
    return f"ladder_table:{ladder}"


def read_table(values: Mapping[str, Any]) -> RatingTable:
    """The inverse of `to_plain`. Raises ValueError for anything else."""
    try:
        rows = tuple(
            Row(entry, rating, sigma, games, tuple(places), faults, above)
            for entry, rating, sigma, games, places, faults, above in values["rows"]
        )
        seats = {size: tuple(points) for size, points in values["seats"].items()}
        outcomes, results = values["outcomes"], values["results"]
        return RatingTable(outcomes, results, values["last"], values["at_ms"], rows, seats)
    except (TypeError, KeyError, AttributeError) as problem:
        raise ValueError(f"a table: {problem}") from None
