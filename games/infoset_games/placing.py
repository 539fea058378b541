"""Places and returns of a match in which seats gave up: they come last, the earliest of them at the very end."""

from collections.abc import Sequence

from infoset_games.core import Result


def place_with_leavers(
    places: Sequence[int], scores: Sequence[float], leavers: Sequence[int], ending: str
) -> Result:
    """The result with `leavers` (seats in the order they left) behind all who stayed.

    Those who stayed keep their order among themselves; `places` are theirs by the rules.
    """
    seats = range(len(places))
    keys = [(1, -leavers.index(seat)) if seat in leavers else (0, places[seat]) for seat in seats]
    placed = [1 + sum(other < key for other in keys) for key in keys]
    return Result(placed, scores, returns_of(placed), ending)


def returns_of(places: Sequence[int]) -> list[float]:
    """Places as returns: first 1, last -1, evenly spaced; seats that share places share their mean."""
    count = len(places)
    if count == 1:
        return [0.0]
    step = 2 / (count - 1)
    return [1 - step * (place - 1 + (places.count(place) - 1) / 2) for place in places]
