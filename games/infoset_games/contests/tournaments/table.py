"""A table: some entrants who meet. Holds no results."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Draw:
    """Who shall meet. `entrants` stand in the order of the seats of the first match; one alone has a bye.

    `name` says where it stands: R3.2 is the second table of round 3, W2.1 a pairing of a bracket. `advance`
    is how many go on from here, who must be told apart from the rest; 0 where a tie may stand. `best_of` is
    the number of matches; 0: as at the other tables of the tournament.
    """

    round: int
    name: str
    entrants: tuple[int, ...]
    advance: int = 0
    best_of: int = 0

    @property
    def is_bye(self) -> bool:
        """Does nobody meet anybody?"""
        return len(self.entrants) == 1


@dataclass(frozen=True)
class Table:
    """A draw that stands. Numbers count all tables of a tournament in the order in which they were drawn."""

    number: int
    draw: Draw
