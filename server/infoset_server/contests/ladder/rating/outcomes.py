"""What is known of matches: who sat where and who came in ahead of whom; the same as arrays. Knows no strengths."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from infoset_server.contests.ladder.rating.field import Field

Indices = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of one match.

    `contestants` are positions in a `Field`, by seat; `places` the places of the same seats from 1, ties
    share. Where only the winner counts, `is_whole` is false: then nothing is taken to be known about the
    order of those behind the first place.
    """

    contestants: tuple[int, ...]
    places: tuple[int, ...]
    is_whole: bool = True

    def __post_init__(self) -> None:
        """Raises ValueError naming the field that is wrong."""
        if len(self.contestants) < 2:
            raise ValueError("contestants: expected two or more")
        if len(set(self.contestants)) < len(self.contestants):
            raise ValueError("contestants: expected everybody once")
        if sorted(self.places) != shared_places(self.places):
            raise ValueError(
                f"places: expected those of {len(self.contestants)} seats from 1, ties sharing the "
                f"best, got {self.places}"
            )
        if len(self.places) != len(self.contestants):
            raise ValueError(f"places: expected {len(self.contestants)}, one for each contestant")


def shared_places(places: Sequence[int]) -> list[int]:
    """The places in ascending order as they must be with these ties: 1, 2, 2, 4."""
    ascending = sorted(places)
    return [ascending.index(place) + 1 for place in ascending]


class OutcomeArrays:
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


def tables_of(field: Field, outcomes: Sequence[Outcome]) -> list[OutcomeArrays]:
    """A table for each size that occurs. Raises ValueError for a size the field has no seats for."""
    by_size: dict[int, list[Outcome]] = {}
    for outcome in outcomes:
        by_size.setdefault(len(outcome.contestants), []).append(outcome)
    unknown = sorted(set(by_size) - set(field.first_seat))
    if unknown:
        raise ValueError(f"outcomes: the field has no seats for tables of {unknown[0]}")
    return [OutcomeArrays(field, by_size[size]) for size in sorted(by_size)]
