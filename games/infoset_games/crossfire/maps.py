"""A map as it is drawn: terrain, symmetry, spawn squares; its text form, read with errors by square.

In the text the first line names the symmetry, then comes a line for each row. Letters are terrain,
the digits 0 to 7 are the spawn squares of seat 0 (Ground), the letters a to h their images, which
are those of seat 1.
"""

from collections.abc import Sequence
from typing import Final, final

from mypy_extensions import i64

from infoset_games.crossfire.geometry import (
    LEAST_SIZE,
    MOST_SIZE,
    SYMMETRY_NAMES,
    Geometry,
    geometry_of,
    square_name,
)
from infoset_games.crossfire.terrain import GROUND, TERRAIN_LETTERS

MOST_UNITS: Final = 8
OWN_SPAWNS: Final = "01234567"
IMAGE_SPAWNS: Final = "abcdefgh"


class MapError(ValueError):
    """A drawn map is no map; the message names the square that is wrong."""


@final
class Map:
    """A drawn board. `spawns` are those of seat 0 by unit; those of seat 1 are their images.

    Raises MapError for what is asymmetric or out of bounds, naming the square.
    """

    def __init__(self, symmetry: int, terrain: bytes, spawns: Sequence[int]) -> None:
        """`terrain` has one code (terrain.py) per square, row by row."""
        self.symmetry = symmetry
        self.terrain = terrain
        self.size = _size_of(len(terrain))
        self.spawns = list(spawns)
        geometry = geometry_of(self.size)
        self.image_spawns: list[int] = [
            int(geometry.image(symmetry, square)) for square in self.spawns
        ]
        _check_symmetry(geometry, symmetry, terrain)
        _check_spawns(geometry, self)

    def __reduce__(self) -> tuple[object, ...]:
        return Map, (self.symmetry, self.terrain, self.spawns)

    def text(self) -> str:
        """The map in text form; `read_map` is the inverse."""
        letters = [TERRAIN_LETTERS[code] for code in self.terrain]
        for unit, square in enumerate(self.spawns):
            letters[square] = OWN_SPAWNS[unit]
        for unit, square in enumerate(self.image_spawns):
            letters[square] = IMAGE_SPAWNS[unit]
        rows = [
            "".join(letters[row * self.size : (row + 1) * self.size]) for row in range(self.size)
        ]
        return "\n".join([SYMMETRY_NAMES[self.symmetry], *rows])


def read_map(text: str) -> Map:
    """The map of a text. Raises MapError naming the line or the square that is wrong."""
    lines = [line.strip() for line in text.strip().splitlines()]
    if not lines or lines[0] not in SYMMETRY_NAMES:
        raise MapError(f"line 1: expected a symmetry, one of {', '.join(SYMMETRY_NAMES)}")
    rows = lines[1:]
    size = _size_of(len(rows) ** 2)
    terrain = bytearray()
    found: dict[str, int] = {}
    for row, line in enumerate(rows):
        if len(line) != size:
            raise MapError(f"row {row + 1}: expected {size} squares, got {len(line)}")
        for column, letter in enumerate(line):
            square = row * size + column
            terrain.append(_terrain_of(letter, square_name(square, size), square, found))
    units = (len(found) + 1) // 2  # of each seat, if none is missing
    wanted = OWN_SPAWNS[:units] + IMAGE_SPAWNS[:units]
    for letter in wanted:
        if letter not in found:
            raise MapError(f"spawn {letter}: expected it on the map, where {''.join(found)} are")
    drawn = Map(
        SYMMETRY_NAMES.index(lines[0]),
        bytes(terrain),
        [found[letter] for letter in OWN_SPAWNS[:units]],
    )
    geometry = geometry_of(size)
    for unit, square in enumerate(drawn.image_spawns):
        if found[IMAGE_SPAWNS[unit]] != square:
            place = geometry.name(found[IMAGE_SPAWNS[unit]])
            raise MapError(
                f"square {place}: spawn {IMAGE_SPAWNS[unit]} must be at {geometry.name(square)},"
                f" the image of spawn {OWN_SPAWNS[unit]}"
            )
    return drawn


def _terrain_of(letter: str, place: str, square: int, found: dict[str, int]) -> int:
    """The terrain under a letter of the text; notes where spawns stand."""
    if letter in TERRAIN_LETTERS:
        return TERRAIN_LETTERS.index(letter)
    if letter in OWN_SPAWNS or letter in IMAGE_SPAWNS:
        if letter in found:
            raise MapError(f"square {place}: spawn {letter} is there twice")
        found[letter] = square
        return GROUND
    raise MapError(
        f"square {place}: expected one of {TERRAIN_LETTERS}, a digit 0-7 or a letter a-h,"
        f" got {letter!r}"
    )


def _size_of(count: int) -> int:
    size = 1
    while size * size < count:
        size += 1
    if size * size != count or size % 2 == 0 or not LEAST_SIZE <= size <= MOST_SIZE:
        raise MapError(
            f"expected as many rows as columns, an odd number in {LEAST_SIZE}..{MOST_SIZE}"
        )
    return size


def _check_symmetry(geometry: Geometry, symmetry: int, terrain: bytes) -> None:
    for square in range(i64(geometry.count)):
        image = geometry.image(symmetry, square)
        if terrain[square] != terrain[image]:
            raise MapError(
                f"square {geometry.name(int(square))}: {TERRAIN_LETTERS[terrain[square]]}, but its"
                f" {SYMMETRY_NAMES[symmetry]} image {geometry.name(int(image))} is"
                f" {TERRAIN_LETTERS[terrain[image]]}"
            )


def _check_spawns(geometry: Geometry, drawn: Map) -> None:
    if not 1 <= len(drawn.spawns) <= MOST_UNITS:
        raise MapError(
            f"expected 1..{MOST_UNITS} spawn squares for each seat, got {len(drawn.spawns)}"
        )
    taken: dict[int, str] = {}
    for names, squares in ((OWN_SPAWNS, drawn.spawns), (IMAGE_SPAWNS, drawn.image_spawns)):
        for unit, square in enumerate(squares):
            place = geometry.name(square)
            if drawn.terrain[square] != GROUND:
                raise MapError(f"square {place}: spawn {names[unit]} must be Ground")
            if square in taken:
                raise MapError(f"square {place}: spawns {taken[square]} and {names[unit]} meet")
            taken[square] = names[unit]
