"""What is known of matches: who sat where and who came in ahead of whom; the same as choices. Knows no strengths."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from infoset_server.contests.ladder.rating.field import Field, Indices

MOST_LEVEL: Final = 8  # of more who share a place the rest are left out: the work doubles with each


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of one match.

    `contestants` are positions in a `Field`, by seat; `places` the places of the same seats from 1, ties
    share. A contestant may have several seats. Where only the winner counts, `is_whole` is false: then nothing is taken to be known about the
    order of those behind the first place.
    """

    contestants: tuple[int, ...]
    places: tuple[int, ...]
    is_whole: bool = True

    def __post_init__(self) -> None:
        """Raises ValueError naming the field that is wrong."""
        if len(self.contestants) < 2:
            raise ValueError("contestants: expected two or more")
        if len(set(self.contestants)) < 2:
            raise ValueError("contestants: expected two different ones or more")
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


@dataclass(frozen=True, slots=True)
class Choices:
    """All times when of as many left to be placed as many came in level as the next best.

    `contestants` and `seats` (shape: times, left) are positions among the unknowns of the field, those who
    were `level` first. `threshold` is a position, too.
    """

    level: int
    contestants: Indices
    seats: Indices
    threshold: int

    @property
    def left(self) -> int:
        """How many there were to choose from."""
        return int(self.contestants.shape[1])

    def only(self, which: slice | NDArray[np.bool_]) -> "Choices":
        """Some of the times."""
        return Choices(self.level, self.contestants[which], self.seats[which], self.threshold)


def choices_of(field: Field, outcomes: Sequence[Outcome]) -> list[Choices]:
    """Outcomes as choices of the next best from those left, by size of table, number left and number level.

    Raises ValueError for a size the field has no seats for.
    """
    found: dict[tuple[int, int, int], list[tuple[list[int], list[int]]]] = {}
    for outcome in outcomes:
        size = len(outcome.contestants)
        if size not in field.first_seat:
            raise ValueError(f"outcomes: the field has no seats for tables of {size}")
        order = sorted(range(size), key=lambda seat: (outcome.places[seat], seat))
        done = 0
        while size - done > 1 and (outcome.is_whole or not done):
            rest = order[done:]
            level = sum(outcome.places[seat] == outcome.places[rest[0]] for seat in rest)
            done += level
            seen = rest[: min(level, MOST_LEVEL)] + rest[level:]
            found.setdefault((size, len(seen), min(level, MOST_LEVEL)), []).append(
                (
                    [outcome.contestants[seat] for seat in seen],
                    [field.first_seat[size] + seat for seat in seen],
                )
            )
    return [
        Choices(
            level,
            np.array([contestants for contestants, _ in times], dtype=np.int64),
            np.array([seats for _, seats in times], dtype=np.int64),
            field.first_threshold[size] + left - 2,
        )
        for (size, left, level), times in sorted(found.items())
    ]
