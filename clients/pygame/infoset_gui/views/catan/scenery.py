"""What grows and stands on the hexes of Catan, around the number in the middle. A hex is 20 units high here."""

from collections.abc import Callable, Sequence
from typing import Final

from infoset_gui.kit.brush import Brush, Point, regular
from infoset_gui.kit.theme import BLACK, WHITE, Colour, mix

FIELD: Final = 22.0  # units across the picture of one hex
HALF: Final = FIELD / 2
RADIUS: Final = 10.0
SNOW: Final[Colour] = (243, 246, 250)
WOOL: Final[Colour] = (246, 241, 228)


def paint_hex(brush: Brush, terrain: str, ground: Colour) -> None:
    """A hex with its rim, and what is on it."""
    middle = HALF, HALF
    brush.polygon(regular(middle, RADIUS * 0.975, 6), mix(ground, BLACK, 0.28))
    brush.polygon(regular(middle, RADIUS * 0.93, 6), mix(ground, WHITE, 0.16))
    brush.polygon(regular(middle, RADIUS * 0.885, 6), ground)
    SCENES.get(terrain, paint_desert)(brush, ground)


def at(x: float, y: float) -> Point:
    """A place from the middle of the hex."""
    return HALF + x, HALF + y


def moved(points: Sequence[Point], x: float, y: float) -> list[Point]:
    """A shape at a place from the middle of the hex."""
    return [at(x + right, y + down) for right, down in points]


def paint_wood(brush: Brush, ground: Colour) -> None:
    """Conifers, the nearer over the farther."""
    brush.polygon(regular((HALF, HALF), RADIUS * 0.8, 6), mix(ground, BLACK, 0.1))
    trees: Sequence[tuple[float, float, float]] = (
        (0.2, -4.6, 1.7),
        (-2.9, -3.6, 1.7),
        (3.2, -3.4, 1.8),
        (-5.4, -1.2, 1.7),
        (5.6, -0.8, 1.7),
        (-6.0, 2.8, 1.8),
        (6.1, 3.2, 1.8),
        (-4.2, 6.0, 1.9),
        (4.3, 6.2, 1.8),
        (0.0, 8.2, 1.6),
    )
    light, dark = mix(ground, BLACK, 0.3), mix(ground, BLACK, 0.5)
    for x, y, half in trees:
        brush.polygon(moved([(-0.3, 0.5), (0.3, 0.5), (0.3, -1), (-0.3, -1)], x, y), dark)
        for lift, share in ((0.2, 1.0), (1.4, 0.76), (2.5, 0.5)):
            width, base, tip = half * share, y - lift, y - lift - half * 0.95
            brush.polygon([at(x - width, base), at(x, tip), at(x + width, base)], dark)
            brush.polygon([at(x - width, base), at(x, tip), at(x + width * 0.1, base)], light)


def paint_wheat(brush: Brush, ground: Colour) -> None:
    """Furrows, and ears above and below."""
    dark = mix(ground, BLACK, 0.13)
    for y in (-5.4, -3.0, -0.6, 1.8, 4.2, 6.6):
        width = min(7.4, 7.4 - (abs(y) - 4.0) * 1.25) if abs(y) > 4.0 else 7.4
        crest = [
            at(-width, y + 0.5),
            at(-width / 2, y - 0.3),
            at(0, y - 0.1),
            at(width / 2, y - 0.3),
        ]
        brush.stroke([*crest, at(width, y + 0.5)], dark, 0.5)
    ink, light = mix(ground, BLACK, 0.42), mix(ground, WHITE, 0.5)
    for x, y in ((-2.0, -3.4), (0.2, -3.0), (2.4, -3.4), (-5.7, 2.6), (5.8, 2.6), (0.0, 8.0)):
        paint_ear(brush, x, y, ink, light)


def paint_ear(brush: Brush, x: float, y: float, ink: Colour, light: Colour) -> None:
    """One ear of wheat that stands on a place."""
    brush.stroke([at(x, y), at(x, y - 2.6)], ink, 0.35)
    for lift in (1.5, 2.3, 3.1):
        for side in (-1, 1):
            tip = at(x + side * 0.85, y - lift - 0.75)
            brush.stroke([at(x, y - lift), tip], ink, 0.62)
            brush.stroke([at(x + side * 0.3, y - lift - 0.3), tip], light, 0.2)


def paint_sheep(brush: Brush, ground: Colour) -> None:
    """A meadow with tufts, and a few sheep."""
    tuft = mix(ground, BLACK, 0.2)
    for x, y in ((-6, -2), (5.2, -3.4), (-2.6, -6), (6.8, 1.4), (-6.6, 4.2), (2.2, 7.6), (-1.6, 7)):
        for lean in (-0.5, 0.0, 0.5):
            brush.stroke([at(x, y), at(x + lean, y - 0.9)], tuft, 0.28)
    for x, y, way in ((-2.2, -4.4, 1), (2.6, -3.9, -1), (-5.2, 5.0, 1), (5.0, 5.2, -1)):
        paint_one_sheep(brush, x, y, way)


def paint_one_sheep(brush: Brush, x: float, y: float, way: int) -> None:
    """A sheep that looks to one side."""
    ink: Colour = (58, 52, 48)
    for leg in (-0.7, 0.7):
        brush.stroke([at(x + leg, y), at(x + leg, y + 1.3)], ink, 0.34)
    for right, down, radius in ((-0.8, 0, 0.95), (0.8, 0, 0.95), (0, -0.45, 1.05), (0, 0.3, 0.9)):
        brush.circle(at(x + right, y + down), radius, WOOL)
    brush.ellipse(HALF + x + way * 1.75 - 0.62, HALF + y - 0.95, 1.24, 1.0, ink)


def paint_brick(brush: Brush, ground: Colour) -> None:
    """Hills of clay, and a pile of bricks on top."""
    dark, light = mix(ground, BLACK, 0.17), mix(ground, WHITE, 0.16)
    for x, y, width, ink in (
        (-3.8, -2.0, 3.2, dark),
        (3.8, -2.2, 3.2, dark),
        (-5.0, 6.0, 2.6, dark),
        (5.0, 6.0, 2.6, dark),
        (-5.2, 2.6, 2.2, light),
        (5.4, 2.6, 2.2, light),
    ):
        brush.stroke(
            [
                at(x - width, y),
                at(x - width / 2, y - 1.1),
                at(x + width / 2, y - 1.1),
                at(x + width, y),
            ],
            ink,
            0.6,
        )
    face, edge = mix(ground, WHITE, 0.3), mix(ground, BLACK, 0.5)
    for row, count in ((0, 3), (1, 2), (2, 1)):
        for place in range(count):
            x, y = (place - (count - 1) / 2) * 2.3 - 1.05, -3.9 - row * 1.2
            brush.rect(HALF + x - 0.14, HALF + y - 0.14, 2.38, 1.28, edge, 0.25)
            brush.rect(HALF + x, HALF + y, 2.1, 1.0, face, 0.2)


def paint_ore(brush: Brush, ground: Colour) -> None:
    """Mountains with snow, and rocks."""
    light, dark = mix(ground, WHITE, 0.24), mix(ground, BLACK, 0.4)
    for x, foot, half, height in (
        (3.4, -2.4, 2.7, 3.7),
        (-3.4, -2.2, 2.9, 4.1),
        (0.0, -1.9, 3.2, 5.6),
    ):
        top = foot - height
        brush.polygon([at(x - half, foot), at(x, top), at(x + half * 0.2, foot)], light)
        brush.polygon([at(x, top), at(x + half, foot), at(x + half * 0.2, foot)], dark)
        cap, width = height * 0.32, half * 0.33
        brush.polygon(
            [
                at(x, top),
                at(x + width, top + cap),
                at(x + width * 0.3, top + cap * 0.75),
                at(x - width * 0.2, top + cap * 1.15),
                at(x - width, top + cap),
            ],
            SNOW,
        )
    for x, y, size in ((-5.8, 3.4, 1.1), (5.8, 3.0, 1.2), (-3.9, 6.3, 0.9), (4.0, 6.6, 1.0)):
        brush.polygon(moved([(-size, 0.5), (-0.3, -size), (size, 0.5)], x, y), dark)
        brush.polygon(moved([(-size, 0.5), (-0.3, -size), (0.1, 0.5)], x, y), light)


def paint_desert(brush: Brush, ground: Colour) -> None:
    """Dunes, and two cacti."""
    dark, light = mix(ground, BLACK, 0.16), mix(ground, WHITE, 0.4)
    for x, y, width in ((-3.6, -4.8, 2.6), (3.4, -3.2, 2.8), (-4.6, 4.4, 2.6), (3.6, 6.2, 2.8)):
        crest = [at(x - width, y), at(x - width / 3, y - 1.1), at(x + width, y)]
        brush.stroke([(px, py + 0.5) for px, py in crest], light, 0.4)
        brush.stroke(crest, dark, 0.45)
    ink: Colour = mix((74, 122, 82), BLACK, 0.1)
    for x, y, tall in ((-3.2, 1.6, 4.4), (0.2, -3.4, 3.0)):
        brush.stroke([at(x, y), at(x, y - tall)], ink, 0.95)
        brush.stroke(
            [at(x, y - tall * 0.35), at(x - 1.5, y - tall * 0.4), at(x - 1.5, y - tall * 0.72)],
            ink,
            0.7,
        )
        brush.stroke(
            [at(x, y - tall * 0.5), at(x + 1.4, y - tall * 0.54), at(x + 1.4, y - tall * 0.82)],
            ink,
            0.7,
        )


SCENES: Final[dict[str, Callable[[Brush, Colour], None]]] = {
    "wood": paint_wood,
    "wheat": paint_wheat,
    "sheep": paint_sheep,
    "brick": paint_brick,
    "ore": paint_ore,
    "desert": paint_desert,
}
