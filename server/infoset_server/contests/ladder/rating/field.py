"""Which unknowns there are: strengths, advantages of seats, how near counts as level. Knows no results.

Strengths are in logits: with a difference of 1 the stronger does better than the weaker in 73 of 100 matches.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from infoset_server.contests.ladder.tables import DRIFT, SEAT_SPREAD, SPREAD

Vector = NDArray[np.float64]
Matrix = NDArray[np.float64]
Indices = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Contestant:
    """One strength: of a bot version, which never changes, or of a person during one time bin.

    `before` is the position in the field of the same person in an earlier bin, `bins` how many bins ago
    that was. The strength of an anchor is not estimated: it is `anchor`.
    """

    name: str
    before: int | None = None
    bins: int = 1
    anchor: float | None = None


class Field:
    """All contestants whose strengths are estimated together, and the seats of the tables they meet at.

    Unknowns stand in this order: strengths, advantages of seats by size of the table, and for each size and
    number of contestants left to be placed the logarithm of the threshold within which results are level.
    """

    def __init__(
        self,
        contestants: Sequence[Contestant],
        seats: Sequence[int] = (2, 3, 4),
        *,
        spread: float = SPREAD,
        seat_spread: float = SEAT_SPREAD,
        drift: float = DRIFT,
    ) -> None:
        """`seats` are the sizes of tables. Raises ValueError naming the contestant that is wrong."""
        for position, contestant in enumerate(contestants):
            if contestant.before is not None and not 0 <= contestant.before < position:
                raise ValueError(
                    f"{contestant.name}: expected its earlier self before it, got {contestant.before}"
                )
        self.contestants = tuple(contestants)
        self.spread, self.seat_spread, self.drift = spread, seat_spread, drift
        self.size = len(self.contestants)
        self.first_seat: dict[int, int] = {}  # of the tables of each size
        self.first_threshold: dict[int, int] = {}  # that of two left, of the tables of each size
        sizes = sorted(set(seats))
        self.unknowns = self.size
        for size in sizes:
            self.first_seat[size] = self.unknowns
            self.unknowns += size
        self.thresholds = self.unknowns  # all from here on
        for size in sizes:
            self.first_threshold[size] = self.unknowns
            self.unknowns += size - 1
        self.fixed = np.zeros(self.unknowns, dtype=bool)
        self.start = np.zeros(self.unknowns)
        for position, contestant in enumerate(self.contestants):
            if contestant.anchor is not None:
                self.fixed[position] = True
                self.start[position] = contestant.anchor
