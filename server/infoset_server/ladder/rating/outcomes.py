"""What is known of one match: who sat where, and who came in ahead of whom. Knows no strengths."""

from collections.abc import Sequence
from dataclasses import dataclass


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
