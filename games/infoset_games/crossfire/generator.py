"""Random symmetric maps: patches of terrain, two groups of spawns, kept only if fit to be played. Compiled."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from infoset_games.crossfire.geometry import (
    ANTIDIAGONAL,
    DIAGONAL,
    DIRECTIONS,
    HALF_TURN,
    LEFT_RIGHT,
    OUTSIDE,
    TOP_BOTTOM,
    Geometry,
    geometry_of,
)
from infoset_games.crossfire.maps import Map
from infoset_games.crossfire.playability import is_playable
from infoset_games.crossfire.terrain import DESERT, FOREST, GROUND, MOUNTAIN, PASSABLE, WATER
from infoset_games.rng import Rng

ANY_SYMMETRY: Final = -1
SYMMETRY_MIX: Final = (HALF_TURN, HALF_TURN, LEFT_RIGHT, TOP_BOTTOM, DIAGONAL, ANTIDIAGONAL)

PATCHES: Final = (  # terrain, percent of the board, least and most squares of a patch
    (DESERT, 20, 3, 8),
    (FOREST, 11, 3, 8),
    (WATER, 6, 2, 6),
    (MOUNTAIN, 11, 1, 3),
)
SPAWN_TRIES: Final = 200
MAP_TRIES: Final = 10_000  # a bound that no options come near: a map takes three tries or so


def random_map(size: int, units: int, symmetry: int, rng: Rng) -> Map:
    """A playable map; `symmetry` may be ANY_SYMMETRY. Raises RuntimeError if none is found."""
    if symmetry == ANY_SYMMETRY:
        symmetry = SYMMETRY_MIX[rng.below(len(SYMMETRY_MIX))]
    for _ in range(MAP_TRIES):
        drawn = try_map(geometry_of(size), units, symmetry, rng)
        if drawn is not None and is_playable(drawn):
            return drawn
    raise RuntimeError(f"no playable map of {size} squares with {units} units was found")


def try_map(geometry: Geometry, units: int, symmetry: int, rng: Rng) -> Map | None:
    """A symmetric map, perhaps not playable; None where the spawns find no place."""
    terrain = vec[u8]([u8(GROUND)] * geometry.count)
    for code, percent, least, most in PATCHES:
        grow_patches(geometry, terrain, symmetry, code, percent, least, most, rng)
    clear_centre(geometry, terrain)
    spawns = place_spawns(geometry, terrain, units, symmetry, rng)
    if len(spawns) < units:
        return None
    for square in spawns:
        terrain[square] = GROUND
        terrain[geometry.image(symmetry, square)] = GROUND
    return Map(symmetry, bytes(terrain), spawns)


def grow_patches(
    geometry: Geometry,
    terrain: vec[u8],
    symmetry: i64,
    code: i64,
    percent: i64,
    least: i64,
    most: i64,
    rng: Rng,
) -> None:
    """Random walks that overwrite Ground, each with its image, until there is enough."""
    count: i64 = geometry.count
    images, neighbours = geometry.images, geometry.neighbours
    missing = count * percent // 100
    tries = count
    while missing > 0 and tries > 0:
        tries -= 1
        square = rng.below(count)
        length = least + rng.below(most - least + 1)
        while length > 0 and missing > 0 and square != OUTSIDE:
            if terrain[square] == GROUND:
                image = images[symmetry * count + square]
                terrain[square] = u8(code)
                terrain[image] = u8(code)
                missing -= 1 if image == square else 2
            length -= 1
            square = neighbours[rng.below(DIRECTIONS) * count + square]


def clear_centre(geometry: Geometry, terrain: vec[u8]) -> None:
    """Makes the last nine squares passable, the very last one Desert."""
    centre, size = geometry.centre, geometry.size
    for row in (-size, 0, size):
        for column in (-1, 0, 1):
            square = centre + row + column
            if not PASSABLE[terrain[square]]:
                terrain[square] = GROUND
    terrain[centre] = DESERT


def place_spawns(
    geometry: Geometry, terrain: vec[u8], units: int, symmetry: i64, rng: Rng
) -> list[int]:
    """The home spawns in the order of squares; fewer than `units` where no more fit."""
    apart = spawn_distance(geometry.size)
    count: i64 = geometry.count
    rings = geometry.rings
    spawns: list[int] = []
    for _ in range(SPAWN_TRIES):
        square = rng.below(count)
        if rings[square] < 2 or not PASSABLE[i64(terrain[square])]:  # most fall out here
            continue
        if fits(geometry, terrain, square, spawns, symmetry, apart):
            spawns.append(int(square))
            if len(spawns) == units:
                break
    spawns.sort()
    return spawns


def spawn_distance(size: int) -> int:
    """How far enemy spawns lie apart: small boards have no room for more."""
    if size >= 13:
        return 7
    return 6 if size == 11 else 5


def fits(
    geometry: Geometry,
    terrain: vec[u8],
    square: i64,
    spawns: list[int],
    symmetry: i64,
    apart: i64,
) -> bool:
    """May a spawn stand on this passable square, off the two outermost rings, beside those there are?"""
    if square == geometry.centre:
        return False
    image = geometry.image(symmetry, square)
    if not is_apart(geometry, terrain, square, image, apart):
        return False
    for at, spawn in enumerate(spawns):
        other: i64 = spawn
        near = geometry.distance(square, other)
        if near < 2:
            return False
        if not is_apart(geometry, terrain, image, other, apart):
            return False
        is_anchor = at == 0  # of the home group
        if is_anchor and (near > geometry.size // 2 + 2 or near >= geometry.distance(image, other)):
            return False
    return True


def is_apart(geometry: Geometry, terrain: vec[u8], square: i64, enemy: i64, apart: i64) -> bool:
    """Are two enemy spawns far enough from each other, and out of each other's firing line?"""
    if geometry.distance(square, enemy) < apart:
        return False
    size: i64 = geometry.size
    low, high = min(square, enemy), max(square, enemy)
    if geometry.rows[low] == geometry.rows[high]:
        return has_mountain(terrain, low, high, 1)
    if geometry.columns[low] == geometry.columns[high]:
        return has_mountain(terrain, low, high, size)
    return True


def has_mountain(terrain: vec[u8], low: i64, high: i64, step: i64) -> bool:
    """Is there Mountain from `low` to before `high`?"""
    square = low
    while square < high:  # a range with a step that is no constant would be one of Python's
        if terrain[square] == MOUNTAIN:
            return True
        square += step
    return False
