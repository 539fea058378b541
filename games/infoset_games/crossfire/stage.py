"""The terrain after some reductions, and what follows from it. Compiled."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from infoset_games.crossfire.bitboards import no_sets, write_set
from infoset_games.crossfire.geometry import DIRECTIONS, OUTSIDE, Geometry, geometry_of
from infoset_games.crossfire.maps import Map
from infoset_games.crossfire.terrain import (
    CLEAR_SIGHT,
    DESERT,
    DIM_SIGHT,
    GROUND,
    MOUNTAIN,
    OBSTRUCTED_MARKS,
    SLIPPERY_MARKS,
    STOP_DIGITS,
    STOP_MARKS,
    TERRAIN_LETTERS,
    TRANSPARENT_DIGITS,
    TRANSPARENT_MARKS,
)
from infoset_games.crossfire.ways import Ways, squares_with

PERIOD: Final = 5  # rounds from one reduction to the next

# The sets of a stage in words (bitboards.py); those with a direction by that.
FREE: Final = 0  # passable squares
LEAVING: Final = 1
SLIDING: Final = 5
CLEAR: Final = 9  # for beams
GROUND_SETS: Final = 10


@final
class Stage:
    """The terrain after some number of reductions, and what follows from it. Sets are ints (geometry.py)."""

    def __init__(self, drawn: Map, reductions: int, laser_stop: int, ways: Ways) -> None:
        """`ways` are those after as many reductions."""
        self.geometry: Geometry = geometry_of(drawn.size)
        self.reductions = reductions
        self.terrain = reduced(drawn, reductions)
        self.stops = self.terrain.translate(STOP_MARKS[laser_stop])
        self.count: i64 = self.geometry.count
        self.neighbours = self.geometry.neighbours
        self.obstructed = self.terrain.translate(OBSTRUCTED_MARKS)
        self.slippery = self.terrain.translate(SLIPPERY_MARKS)
        self.clear = self.terrain.translate(TRANSPARENT_MARKS)
        self.found_ground = vec[i64]()
        self.passable = ways.passable
        self.leaving = ways.leaving
        self.sliding = ways.sliding
        self.walled = ways.walled
        self.transparent = squares_with(TRANSPARENT_DIGITS, self.terrain)
        self.transmitting = self.geometry.full & ~squares_with(  # for beams
            STOP_DIGITS[laser_stop], self.terrain
        )

    def ground(self) -> vec[i64]:
        """The sets in words: FREE, LEAVING, SLIDING and CLEAR."""
        if len(self.found_ground) == 0:
            geometry = self.geometry
            sets = no_sets(geometry, GROUND_SETS)
            write_set(geometry, sets, FREE, self.passable)
            for direction in range(DIRECTIONS):
                at = direction * geometry.words
                write_set(geometry, sets, LEAVING * geometry.words + at, self.leaving[direction])
                write_set(geometry, sets, SLIDING * geometry.words + at, self.sliding[direction])
            write_set(geometry, sets, CLEAR * geometry.words, self.transmitting)
            self.found_ground = sets
        return self.found_ground

    def step(self, square: i64, direction: i64) -> i64:
        """Where a step leads, OUTSIDE if it is obstructed."""
        target = self.neighbours[direction * self.count + square]
        if target != OUTSIDE and self.obstructed[target]:
            return OUTSIDE
        return target

    def lit(self, square: i64, direction: i64) -> i64:
        """What a beam that comes to a square lights next, OUTSIDE where it ends."""
        target = self.neighbours[direction * self.count + square]
        if target != OUTSIDE and self.stops[target]:
            return OUTSIDE
        return target

    def slides(self, square: i64, direction: i64) -> bool:
        """Does a unit in motion go on from here?"""
        return self.slippery[square] != 0 and self.step(square, direction) != OUTSIDE

    def sight(self, square: i64) -> i64:
        """From how far away a square is seen."""
        return CLEAR_SIGHT if self.clear[square] else DIM_SIGHT

    def seen_from(self, square: int) -> int:
        """The set that a unit on `square` sees: the terrain of what is watched decides how far."""
        geometry = self.geometry
        return (geometry.around[square] & self.transparent) | geometry.near[square] & (
            geometry.full & ~self.transparent
        )

    def beam(self, square: int, direction: int) -> int:
        """The set that a shot from `square` lights: from the next square up to what stops it."""
        lit = 0
        place = self.lit(square, direction)
        while place != OUTSIDE:
            lit |= 1 << int(place)
            place = self.lit(place, direction)
        return lit

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
