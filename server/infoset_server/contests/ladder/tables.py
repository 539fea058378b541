"""What a calculated table is, what it is calculated under, and the numbers in which strengths are shown.

Strengths are in logits: with a difference of 1 the stronger comes in ahead of the weaker in 73 of 100 matches.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

MODEL: Final = 2  # how tables are calculated; one that says nothing is of model 1, without ties or a fitted spread
SPREAD: Final = (
    1.5  # of the strengths of bots, in logits, as it is expected before there are results
)
SEAT_SPREAD: Final = 0.25  # of the advantages of seats: a quarter of a logit is 43 rating points
DRIFT: Final = 0.3  # of a person from one time bin to the next

MIDDLE: Final = 1500.0
SCALE: Final = 400 / math.log(10)  # rating points in a logit, 173.7: as Elo's, ten to one are 400
SIGMAS: Final = 2.0  # half an interval: the truth lies inside 95 times of 100
PROVISIONAL: Final = 110.0  # rating points: half an interval above which a number says little
NEWEST: Final = "newest"  # key of the table among the milestones
COMPARED: Final = 60  # of the best rows each is compared with each
ODD: Final = 4.0  # sigmas by which the results of a pair must differ to be pointed out: chance does it to few
MISFIT: Final = 0.05  # chance that a table in which all fits says of anybody that it does not


@dataclass(frozen=True, slots=True)
class RatingTerms:
    """What is assumed besides the results. Strengths in logits; `anchors` by entry.

    Results up to the number `since` are of earlier seasons, and tell nothing; nor do those of matches in `annulled`.
    """

    sizes: tuple[int, ...]
    spread: float
    seat_spread: float
    drift: float
    period_ms: int
    anchors: Mapping[str, float] = field(default_factory=dict)
    since: int = 0
    annulled: tuple[str, ...] = ()

    def to_plain(self) -> dict[str, Any]:
        """The values as `RatingTerms(**values)` takes them; without `annulled` where that is nothing."""
        values = {name: getattr(self, name) for name in self.__slots__}
        return (
            values
            if self.annulled
            else {name: values[name] for name in values if name != "annulled"}
        )


@dataclass(frozen=True, slots=True)
class Row:
    """One entry of a table. `rating` and `sigma` in points; `above_next` is the chance to be stronger than the next.

    `next_sigma` is the standard deviation of what is not known of the difference to the next. `fit` is the chance
    that results against single opponents are as far from what the ratings say, or farther, if the ratings say all
    there is to say; None where there are too few.
    """

    entry: str
    rating: float
    sigma: float
    games: int
    places: tuple[int, ...]  # how often first, second, ...
    faults: int
    above_next: float | None = None
    next_sigma: float | None = None
    fit: float | None = None

    @property
    def low(self) -> float:
        """What the entry has shown to be worth at least."""
        return self.rating - SIGMAS * self.sigma

    @property
    def is_provisional(self) -> bool:
        """Is the rating too uncertain to compare?"""
        return SIGMAS * self.sigma > PROVISIONAL


@dataclass(frozen=True, slots=True)
class Difference:
    """By how many points an entry is rated higher than another, and the standard deviation of what is not known of that.

    `odd`: by so many standard deviations it does better against the other than both ratings say; None where they
    have met too little.
    """

    points: float
    sigma: float
    odd: float | None


@dataclass(frozen=True, slots=True)
class RatingTable:
    """The standings after so many outcomes, the last of which came `at_ms` with the result of number `last`.

    `results` are the matches in them: more than outcomes where these are series.

    `seats` has the advantages of seats in points, by size of tables. `pairs` has for the best rows, by row and
    each row above it, the standard deviation of what is not known of their difference in points, and by how many
    standard deviations the upper one does better against the lower than their ratings say (None: too few
    matches). `newcomer` is rating and sigma of who has no results.
    """

    outcomes: int
    results: int
    last: int
    at_ms: int
    rows: tuple[Row, ...]
    seats: Mapping[str, tuple[float, ...]]
    pairs: tuple[tuple[tuple[float, float | None], ...], ...] = ()
    newcomer: tuple[float, float] = (MIDDLE, SCALE * SPREAD)
    model: int = MODEL

    def compare(self, one: str, other: str) -> Difference | None:
        """Two entries, where both are among the best rows."""
        places = {row.entry: place for place, row in enumerate(self.rows[: len(self.pairs)])}
        if one == other or one not in places or other not in places:
            return None
        upper, lower = sorted((places[one], places[other]))
        sigma, odd = self.pairs[lower][upper]
        points = self.rows[places[one]].rating - self.rows[places[other]].rating
        is_lower = places[one] == lower
        return Difference(points, sigma, -odd if odd is not None and is_lower else odd)

    def is_misfit(self, row: Row) -> bool:
        """Do the results of one of its rows surely not follow from ratings?"""
        return row.fit is not None and row.fit * len(self.rows) < MISFIT

    def to_plain(self) -> dict[str, Any]:
        """Plain values; equal tables give equal ones, bit for bit."""
        rows = [
            [
                *(r.entry, r.rating, r.sigma, r.games, list(r.places), r.faults),
                *(r.above_next, r.next_sigma, r.fit),
            ]
            for r in self.rows
        ]
        return {
            "outcomes": self.outcomes,
            "results": self.results,
            "last": self.last,
            "at_ms": self.at_ms,
            "rows": rows,
            "seats": {size: list(points) for size, points in self.seats.items()},
            "pairs": [[list(pair) for pair in row] for row in self.pairs],
            "newcomer": list(self.newcomer),
            "model": self.model,
        }


def table_kind(ladder: str) -> str:
    """The kind of documents that hold a ladder's tables: the newest, and those of the milestones."""
    return f"ladder_table:{ladder}"


def read_table(values: Mapping[str, Any]) -> RatingTable:
    """The inverse of `to_plain`. Raises ValueError for anything else."""
    try:
        rows = tuple(
            Row(entry, rating, sigma, games, tuple(places), *rest)
            for entry, rating, sigma, games, places, *rest in values["rows"]
        )
        return RatingTable(
            values["outcomes"],
            values["results"],
            values["last"],
            values["at_ms"],
            rows,
            {size: tuple(points) for size, points in values["seats"].items()},
            tuple(tuple((sigma, odd) for sigma, odd in row) for row in values.get("pairs", ())),
            tuple(values.get("newcomer", (MIDDLE, SCALE * SPREAD))),
            values.get("model", 1),
        )
    except (TypeError, KeyError, AttributeError) as problem:
        raise ValueError(f"a table: {problem}") from None
