"""Points for places. Ties share what their places are worth together."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final

HALF: Final = Fraction(1, 2)
NOTHING: Final = Fraction(0)
BERSERK: Final = Fraction(1)  # for a match won berserk, on top of what its table is worth

Points = tuple[Fraction, ...]


def usual_scale(seats: int) -> Points:
    """What places are worth where nothing else is said: as many points as players left behind, 1 - 0 for two."""
    return tuple(Fraction(seats - place) for place in range(1, seats + 1))


def points_for(places: Sequence[int], scale: Points) -> Points:
    """The points of each place; those who share a place share the points of all they take up."""
    return tuple(
        sum(scale[place - 1 : place - 1 + places.count(place)], NOTHING) / places.count(place)
        for place in places
    )


def places_by(keys: Sequence[Any]) -> tuple[int, ...]:
    """Places by keys of one kind that can be compared, the smallest first; equal keys share a place."""
    return tuple(1 + sum(other < key for other in keys) for key in keys)
