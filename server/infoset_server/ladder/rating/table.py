"""Outcomes as arrays, those of equal table size together. Knows no strengths."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from infoset_server.ladder.rating.field import Field
from infoset_server.ladder.rating.outcomes import Outcome

Indices = NDArray[np.int64]


class Table:
    """The outcomes of all matches at tables of one size, each with its contestants from first to last.

    `contestants` and `seats` (shape: matches, size) are positions among the unknowns of the field.
    `stages[m, k]` says how many contestants of match m were chosen, as the next best, from those at k and
    behind: 0 where the contestant at k is tied with one before, or nothing is known from there on.
    """

    def __init__(self, field: Field, outcomes: Sequence[Outcome]) -> None:
        size = len(outcomes[0].contestants)
        first_seat = field.first_seat[size]
        self.size = size
        self.contestants: Indices = np.empty((len(outcomes), size), dtype=np.int64)
        self.seats: Indices = np.empty((len(outcomes), size), dtype=np.int64)
        self.stages: Indices = np.zeros((len(outcomes), size), dtype=np.int64)
        for row, outcome in enumerate(outcomes):
            order = sorted(range(size), key=lambda seat: (outcome.places[seat], seat))
            self.contestants[row] = [outcome.contestants[seat] for seat in order]
            self.seats[row] = [first_seat + seat for seat in order]
            for seat in order:
                if outcome.is_whole or outcome.places[seat] == 1:
                    self.stages[row, outcome.places[seat] - 1] += 1
        self.stages[:, -1] = 0  # who is left alone is not chosen
        self.chosen = self._count_choices()

    def _count_choices(self) -> Indices:
        """1 where the place of a contestant is known, else 0."""
        chosen = np.zeros_like(self.stages)
        for stage in range(self.size):
            for member in range(stage, self.size):
                chosen[:, member] |= self.stages[:, stage] > member - stage
        return chosen


def tables_of(field: Field, outcomes: Sequence[Outcome]) -> list[Table]:
    """A table for each size that occurs. Raises ValueError for a size the field has no seats for."""
    by_size: dict[int, list[Outcome]] = {}
    for outcome in outcomes:
        by_size.setdefault(len(outcome.contestants), []).append(outcome)
    unknown = sorted(set(by_size) - set(field.first_seat))
    if unknown:
        raise ValueError(f"outcomes: the field has no seats for tables of {unknown[0]}")
    return [Table(field, by_size[size]) for size in sorted(by_size)]
