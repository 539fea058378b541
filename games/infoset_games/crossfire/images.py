"""Maps drawn as images: a colour for each terrain and for the spawns of each seat. Not compiled.

Reads PNG and whatever else Pillow reads without loss (PPM, BMP, GIF); Pillow comes with the extra
`maps`. A square is one pixel, or a block of any size; spawn squares count by rows.
"""

from io import BytesIO
from typing import TYPE_CHECKING, Any, Final

from infoset_games.crossfire.geometry import (
    LEAST_SIZE,
    MOST_SIZE,
    SYMMETRY_NAMES,
    geometry_of,
    square_name,
)
from infoset_games.crossfire.maps import Map, MapError
from infoset_games.crossfire.terrain import GROUND, TERRAIN_LETTERS, TERRAIN_NAMES

if TYPE_CHECKING:
    from PIL import Image

Colour = tuple[int, int, int]

TERRAIN_COLOURS: Final[tuple[Colour, ...]] = (  # by terrain
    (96, 96, 96),
    (48, 96, 208),
    (32, 128, 48),
    (224, 200, 112),
    (208, 224, 232),
)
SPAWN_COLOURS: Final[tuple[Colour, Colour]] = ((208, 32, 32), (32, 32, 32))  # by seat
MEANINGS: Final = {
    **{colour: code for code, colour in enumerate(TERRAIN_COLOURS)},
    **dict.fromkeys(SPAWN_COLOURS, GROUND),
}
MOST_PIXELS: Final = 4096  # along an edge: no map needs more, and a bomb gets no memory


def write_image(drawn: Map, scale: int = 1) -> bytes:
    """The map as a PNG with `scale` pixels along the edge of a square. Raises RuntimeError without Pillow."""
    image = _pillow().new("RGB", (drawn.size, drawn.size))
    for square, code in enumerate(drawn.terrain):
        image.putpixel((square % drawn.size, square // drawn.size), TERRAIN_COLOURS[code])
    for seat, spawns in enumerate((drawn.spawns, drawn.image_spawns)):
        for square in spawns:
            image.putpixel((square % drawn.size, square // drawn.size), SPAWN_COLOURS[seat])
    stream = BytesIO()
    resampling = _pillow().Resampling.NEAREST
    edge = drawn.size * scale
    image.resize((edge, edge), resampling).save(stream, "PNG")
    return stream.getvalue()


def read_image(data: bytes, symmetry: str = "") -> Map:
    """The map of an image file. Without a `symmetry` the one that fits is found.

    Raises MapError naming the square that is wrong, RuntimeError without Pillow.
    """
    rows = _squares(_open(data))
    size = len(rows)
    terrain = bytearray()
    spawns: tuple[list[int], list[int]] = ([], [])
    for square in range(size * size):
        colour = rows[square // size][square % size]
        terrain.append(_meaning(colour, square_name(square, size)))
        for seat in (0, 1):
            if colour == SPAWN_COLOURS[seat]:
                spawns[seat].append(square)
    found = _symmetry_of(size, bytes(terrain), spawns, symmetry)
    drawn = Map(found, bytes(terrain), spawns[0])
    if sorted(drawn.image_spawns) != spawns[1]:
        raise MapError(_lost_spawn(drawn, spawns[1]))
    return drawn


def _pillow() -> Any:
    """Pillow's module, which need not be there."""
    try:
        from PIL import Image
    except ImportError as error:
        raise RuntimeError("maps as images need Pillow: pip install pillow") from error
    return Image


def _open(data: bytes) -> "Image.Image":
    pillow = _pillow()
    try:
        image = pillow.open(BytesIO(data))
        if max(image.size) > MOST_PIXELS:
            raise MapError(f"image: expected at most {MOST_PIXELS} pixels along an edge")
        converted: Image.Image = image.convert("RGB")
        return converted
    except (OSError, SyntaxError, ValueError) as error:
        if isinstance(error, MapError):
            raise
        raise MapError(f"image: cannot be read: {error}") from error


def _squares(image: "Image.Image") -> list[list[Colour]]:
    """The colours by square: the largest blocks of one colour each that give an odd board."""
    width, height = image.size
    if width != height:
        raise MapError(f"image: expected a square one, got {width} x {height} pixels")
    nearest = _pillow().Resampling.NEAREST
    for size in range(LEAST_SIZE, MOST_SIZE + 1, 2):
        if width % size == 0:
            small = image.resize((size, size), nearest)
            if small.resize((width, width), nearest).tobytes() == image.tobytes():
                return _rows(small)
    raise MapError(
        f"image: expected {LEAST_SIZE} to {MOST_SIZE} squares along an edge, an odd number, of one"
        f" colour each; got {width} pixels"
    )


def _rows(image: "Image.Image") -> list[list[Colour]]:
    """The colours of an image with a pixel for each square."""
    data, size = image.tobytes(), image.size[0]
    colours = [(data[at], data[at + 1], data[at + 2]) for at in range(0, len(data), 3)]
    return [colours[row * size : (row + 1) * size] for row in range(size)]


def _meaning(colour: Colour, place: str) -> int:
    """The terrain a colour stands for."""
    if colour not in MEANINGS:
        known = ", ".join(
            f"{name} {_hex(shade)}"
            for name, shade in zip(TERRAIN_NAMES, TERRAIN_COLOURS, strict=True)
        )
        spawns = " and ".join(_hex(shade) for shade in SPAWN_COLOURS)
        raise MapError(
            f"square {place}: colour {_hex(colour)} means nothing; known: {known}, spawns {spawns}"
        )
    return MEANINGS[colour]


def _hex(colour: Colour) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)


def _symmetry_of(
    size: int, terrain: bytes, spawns: tuple[list[int], list[int]], wanted: str
) -> int:
    """The symmetry asked for, else the one that the fewest squares contradict."""
    if wanted:
        if wanted not in SYMMETRY_NAMES:
            raise MapError(f"symmetry: expected one of {', '.join(SYMMETRY_NAMES)}")
        return SYMMETRY_NAMES.index(wanted)
    geometry = geometry_of(size)
    faults: list[int] = []
    for symmetry in range(len(SYMMETRY_NAMES)):
        images = [geometry.image(symmetry, square) for square in range(geometry.count)]
        wrong = sum(terrain[square] != terrain[image] for square, image in enumerate(images))
        wrong += sum(images[square] not in spawns[1] for square in spawns[0])
        faults.append(wrong)
    return faults.index(min(faults))


def _lost_spawn(drawn: Map, spawns: list[int]) -> str:
    """Which spawn of a seat is not the image of one of the other's."""
    geometry = geometry_of(drawn.size)
    name = SYMMETRY_NAMES[drawn.symmetry]
    for own, image in zip(drawn.spawns, drawn.image_spawns, strict=True):
        if image not in spawns:
            return (
                f"square {geometry.name(image)}: expected a spawn of seat 1, the {name} image of"
                f" the one at {geometry.name(own)}"
            )
    (lost, *_) = [square for square in spawns if square not in drawn.image_spawns]
    image = geometry.image(drawn.symmetry, lost)
    return (
        f"square {geometry.name(lost)}: a spawn of seat 1, but its {name} image"
        f" {geometry.name(image)} is {TERRAIN_LETTERS[drawn.terrain[image]]} without one"
    )
