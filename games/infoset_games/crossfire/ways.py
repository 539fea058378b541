"""Where a unit can go on some terrain, as sets of squares by direction. Compiled; knows no units."""

from typing import final

from infoset_games.crossfire.geometry import DIRECTIONS, OPPOSITE, Geometry


@final
class Ways:
    """What follows from the squares that can be entered, and from those that are slippery."""

    def __init__(self, geometry: Geometry, passable: int, slippery: int) -> None:
        self.passable = passable
        self.leaving: list[int] = []  # by direction: the squares whose next one is passable
        self.sliding: list[int] = []  # by direction: the squares on which a unit goes on
        self.walled = 0  # the squares with an obstructed neighbour, where a unit can hold still
        for direction in range(DIRECTIONS):
            leaving = passable & geometry.shifted(passable, OPPOSITE[direction])
            self.leaving.append(leaving)
            self.sliding.append(leaving & slippery)
            self.walled |= passable & ~leaving


def squares_with(digits: bytes, terrain: bytes) -> int:
    """The set of the squares whose terrain has a property: `digits` of terrain.py."""
    return int(terrain.translate(digits)[::-1], 2)
