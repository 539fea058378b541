"""Which strengths there are, and what is assumed of them before any result. Knows no results.

Strengths are in logits: with a difference of 1 the stronger comes in ahead of the weaker in 73 of 100 matches.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from infoset_server.contests.ladder.tables import DRIFT, SEAT_SPREAD, SPREAD

Vector = NDArray[np.float64]
Matrix = NDArray[np.float64]


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
    """All contestants whose strengths are estimated together, and the seats of the tables they meet at."""

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
        self.size = len(self.contestants)
        self.first_seat: dict[int, int] = {}  # of the tables of each size, behind the contestants
        self.unknowns = self.size
        for size in sorted(set(seats)):
            self.first_seat[size] = self.unknowns
            self.unknowns += size
        self.fixed = np.zeros(self.unknowns, dtype=bool)
        self.start = np.zeros(self.unknowns)
        self.precision = np.zeros((self.unknowns, self.unknowns))
        self._assume_strengths(spread, drift)
        for seat in range(self.size, self.unknowns):
            self.precision[seat, seat] = seat_spread**-2

    def _assume_strengths(self, spread: float, drift: float) -> None:
        for position, contestant in enumerate(self.contestants):
            if contestant.anchor is not None:
                self.fixed[position] = True
                self.start[position] = contestant.anchor
            if contestant.before is None:
                self.precision[position, position] += spread**-2
                continue
            link = 1.0 / (drift**2 * contestant.bins)
            ends = [position, contestant.before]
            self.precision[np.ix_(ends, ends)] += link * np.array([[1.0, -1.0], [-1.0, 1.0]])
