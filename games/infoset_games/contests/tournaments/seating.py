"""Seats a table that has been drawn: each entrant where they have sat least."""

from collections.abc import Sequence
from itertools import permutations
from typing import Final

MOST_SEATS: Final = 6  # for which all orders are looked at


def seat_fairly(entrants: Sequence[int], uses: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """The entrants in the order of seats that evens out best how often they sat where.

    `uses` counts that by entrant and seat. Of equally good orders it is the first, as they are given.
    Raises ValueError for more seats than 6.
    """
    if len(entrants) > MOST_SEATS:
        raise ValueError(f"expected at most {MOST_SEATS} entrants at a table, got {len(entrants)}")
    return min(permutations(entrants), key=lambda order: unevenness(order, uses))


def seat_around(
    seated: int, others: Sequence[int], uses: Sequence[Sequence[int]]
) -> tuple[int, ...]:
    """As `seat_fairly`, but one of them has the first choice. Raises ValueError."""
    seats = range(len(others) + 1)
    seat = min(seats, key=lambda one: uses[seated][one])
    rest = [[count for one, count in enumerate(counts) if one != seat] for counts in uses]
    order = seat_fairly(others, rest)
    return (*order[:seat], seated, *order[seat:])


def unevenness(order: Sequence[int], uses: Sequence[Sequence[int]]) -> int:
    """How uneven it gets if they sit like this: a seat counts the more, the more often one has had it."""
    return sum((uses[one][seat] + 1) ** 2 - uses[one][seat] ** 2 for seat, one in enumerate(order))


def turned(entrants: Sequence[int], by: int) -> tuple[int, ...]:
    """Everybody moves on by so many seats."""
    shift = by % len(entrants)
    return (*entrants[shift:], *entrants[:shift])


def note_seats(seating: Sequence[int], uses: Sequence[list[int]]) -> None:
    """Counts that they sit like this."""
    for seat, entrant in enumerate(seating):
        uses[entrant][seat] += 1
