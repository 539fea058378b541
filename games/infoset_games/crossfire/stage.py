"""The terrain after some reductions, and what follows from it. Compiled."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from infoset_games.crossfire.geometry import OUTSIDE, Geometry, geometry_of
from infoset_games.crossfire.maps import Map
from infoset_games.crossfire.terrain import (
    DESERT,
    GROUND,
    MOUNTAIN,
    PASSABLE,
    SLIPPERY,
    STOP_DIGITS,
    STOP_MARKS,
    TERRAIN_LETTERS,
    TRANSPARENT_DIGITS,
)
from infoset_games.crossfire.ways import Ways, squares_with

PERIOD: Final = 5  # rounds from one reduction to the next


@final
class Stage:
    """The terrain after some number of reductions, and what follows from it. Sets are ints (geometry.py)."""

    def __init__(self, drawn: Map, reductions: int, laser_stop: int, ways: Ways) -> None:
        """`ways` are those after as many reductions."""
        self.geometry: Geometry = geometry_of(drawn.size)
        self.reductions = reductions
        self.terrain = reduced(drawn, reductions)
        self.stops = self.terrain.translate(STOP_MARKS[laser_stop])
        self.passable = ways.passable
        self.leaving = ways.leaving
        self.sliding = ways.sliding
        self.walled = ways.walled
        self.transparent = squares_with(TRANSPARENT_DIGITS, self.terrain)
        self.transmitting = self.geometry.full & ~squares_with(  # for beams
            STOP_DIGITS[laser_stop], self.terrain
        )

    def step(self, square: i64, direction: i64) -> i64:
        """Where a step leads, OUTSIDE if it is obstructed."""
        count: i64 = len(self.terrain)
        target = self.geometry.neighbours[direction * count + square]
        if target != OUTSIDE and not PASSABLE[self.terrain[target]]:
            return OUTSIDE
        return target

    def slides(self, square: i64, direction: i64) -> bool:
        """Does a unit in motion go on from here?"""
        return SLIPPERY[self.terrain[square]] == 1 and self.step(square, direction) != OUTSIDE

    def seen_from(self, square: int) -> int:
        """The set that a unit on `square` sees: the terrain of what is watched decides how far."""
        geometry = self.geometry
        return (geometry.around[square] & self.transparent) | geometry.near[square] & (
            geometry.full & ~self.transparent
        )

    def beam(self, square: int, direction: int) -> int:
        """The set that a shot from `square` lights: from the next square up to what stops it."""
        neighbours = self.geometry.neighbours
        first: i64 = direction * self.geometry.count
        place: i64 = square
        lit = 0
        while True:
            place = neighbours[first + place]
            if place == OUTSIDE or self.stops[place]:
                return lit
            lit |= 1 << int(place)

    def letters(self) -> str:
        """The terrain row by row, a letter for each square."""
        return "".join([TERRAIN_LETTERS[code] for code in self.terrain])


def reduced(drawn: Map, reductions: int) -> bytes:
    """The terrain after some reductions: outer rings are Mountain, the next has no Ground left."""
    rings = geometry_of(drawn.size).rings
    outermost: i64 = reductions
    whole = drawn.terrain
    terrain = vec[u8]([u8(MOUNTAIN)] * len(whole))
    for square in range(i64(len(whole))):
        if rings[square] >= outermost:
            is_drained = rings[square] == outermost and whole[square] == GROUND
            terrain[square] = u8(DESERT) if is_drained else u8(i64(whole[square]))
    return bytes(terrain)
