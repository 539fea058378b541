"""A series of matches between two sides: points, who sits where next, on which map, and when it is over. Pure.

Matches go in pairs: the second of a pair is on the map of the first, with the seats changed. Where the
points are equal after the last match, extra ones follow, one by one.
"""

from dataclasses import dataclass, replace
from typing import Final

SIDES: Final = 2
MOST_MATCHES: Final = 99
MOST_EXTRA: Final = 8  # then it ends drawn: some pairings never end otherwise


@dataclass(frozen=True)
class Series:
    """Best of `best_of` matches. Side 0 is who sits on seat 0 in the first match.

    `results` are the points of side 0 by match: 1, 0.5 or 0. `given_up_by` is the side that left.
    """

    best_of: int
    results: tuple[float, ...] = ()
    given_up_by: int | None = None
    most_extra: int = MOST_EXTRA

    def __post_init__(self) -> None:
        """Raises ValueError naming the field that is wrong."""
        if not 1 <= self.best_of <= MOST_MATCHES:
            raise ValueError(f"best_of: expected 1..{MOST_MATCHES}, got {self.best_of}")
        if any(points not in (0, 0.5, 1) for points in self.results):
            raise ValueError(f"results: expected 0, 0.5 or 1 each, got {self.results}")

    @property
    def points(self) -> tuple[float, float]:
        """The points of both sides."""
        first = float(sum(self.results))
        return first, len(self.results) - first

    @property
    def leader(self) -> int | None:
        """The side that is ahead, or has won; None where nobody is."""
        if self.given_up_by is not None:
            return 1 - self.given_up_by
        first, second = self.points
        return None if first == second else int(second > first)

    @property
    def is_over(self) -> bool:
        """Is nothing left to be played? Drawn if then there is no leader."""
        played = len(self.results)
        if self.given_up_by is not None or played >= self.best_of + self.most_extra:
            return True
        first, second = self.points
        lead = abs(first - second)
        return lead > max(0, self.best_of - played)

    @property
    def is_swapped(self) -> bool:
        """Does side 0 sit on seat 1 in the next match?"""
        return len(self.results) % 2 == 1

    @property
    def repeats_map(self) -> bool:
        """Is the next match played on the map of the last?"""
        return len(self.results) % 2 == 1

    def side_on(self, seat: int) -> int:
        """The side that sits on `seat` in the next match."""
        return 1 - seat if self.is_swapped else seat

    def after(self, points: float) -> "Series":
        """The series after its next match, in which seat 0 made `points`. Raises ValueError where it is over."""
        if self.is_over:
            raise ValueError("the series is over")
        won = 1 - points if self.is_swapped else points
        return replace(self, results=(*self.results, won))

    def given_up(self, side: int) -> "Series":
        """The series after `side` has left it: the other side has won."""
        return replace(self, given_up_by=side)
