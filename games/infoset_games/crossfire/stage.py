"""The terrain after some reductions, and the tables that follow from it. Compiled."""

from typing import Final, final

from infoset_games.crossfire.geometry import DIRECTIONS, OUTSIDE, geometry_of
from infoset_games.crossfire.maps import Map
from infoset_games.crossfire.terrain import (
    DESERT,
    GROUND,
    MOUNTAIN,
    PASSABLE,
    SLIPPERY,
    STOPS,
    TERRAIN_LETTERS,
    TRANSPARENT,
)

PERIOD: Final = 5  # rounds from one reduction to the next


@final
class Stage:
    """The terrain after some number of reductions, and the tables that follow from it.

    Tables with a direction hold `direction * count + square`; sets are ints (geometry.py).
    """

    def __init__(self, drawn: Map, reductions: int, laser_stop: int) -> None:
        self.geometry = geometry_of(drawn.size)
        self.reductions = reductions
        self.terrain = reduced(drawn, reductions)
        self.stops = bytes([STOPS[laser_stop][code] for code in self.terrain])
        self.passable = self.squares_with(PASSABLE)
        self.transparent = self.squares_with(TRANSPARENT)
        self.transmitting = self.geometry.full & ~self.squares_with(STOPS[laser_stop])  # for beams
        self.steps: list[int] = []  # where a step leads, OUTSIDE if obstructed
        slides = bytearray()
        self.leaving: list[int] = []  # by direction: the squares whose next one is passable
        self.sliding: list[int] = []  # by direction: the squares on which a unit goes on
        for direction in range(DIRECTIONS):
            self._add_direction(direction, slides)
        self.slides = bytes(slides)  # 1 where a unit in motion stays in motion
        self.walled = 0  # the squares with an obstructed neighbour, where a unit can hold still
        for squares in self.leaving:
            self.walled |= self.passable & ~squares

    def _add_direction(self, direction: int, slides: bytearray) -> None:
        count = self.geometry.count
        leaving = 0
        sliding = 0
        for square in range(count):
            target = self.geometry.neighbours[direction * count + square]
            if target != OUTSIDE and not PASSABLE[self.terrain[target]]:
                target = OUTSIDE
            goes_on = target != OUTSIDE and SLIPPERY[self.terrain[square]] == 1
            self.steps.append(target)
            slides.append(1 if goes_on else 0)
            if target != OUTSIDE and PASSABLE[self.terrain[square]]:
                leaving |= 1 << square
                if goes_on:
                    sliding |= 1 << square
        self.leaving.append(leaving)
        self.sliding.append(sliding)

    def squares_with(self, table: bytes) -> int:
        """The set of the squares whose terrain has a property."""
        squares = 0
        for square in range(self.geometry.count):
            if table[self.terrain[square]]:
                squares |= 1 << square
        return squares

    def seen_from(self, square: int) -> int:
        """The set that a unit on `square` sees: the terrain of what is watched decides how far."""
        geometry = self.geometry
        return (geometry.around[square] & self.transparent) | geometry.near[square] & (
            geometry.full & ~self.transparent
        )

    def beam(self, square: int, direction: int) -> int:
        """The set that a shot from `square` lights: from the next square up to what stops it."""
        neighbours, first = self.geometry.neighbours, direction * self.geometry.count
        lit = 0
        while True:
            square = neighbours[first + square]
            if square == OUTSIDE or self.stops[square]:
                return lit
            lit |= 1 << square

    def letters(self) -> str:
        """The terrain row by row, a letter for each square."""
        return "".join([TERRAIN_LETTERS[code] for code in self.terrain])


def reduced(drawn: Map, reductions: int) -> bytes:
    """The terrain after some reductions: outer rings are Mountain, the next has no Ground left."""
    geometry = geometry_of(drawn.size)
    terrain = bytearray(drawn.terrain)
    for square in range(geometry.count):
        ring = geometry.ring(square)
        if ring < reductions:
            terrain[square] = MOUNTAIN
        elif ring == reductions and terrain[square] == GROUND:
            terrain[square] = DESERT
    return bytes(terrain)
