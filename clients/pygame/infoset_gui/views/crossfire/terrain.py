"""The ground of Crossfire: a tile for each square, and stripes on those that go next."""

from collections.abc import Callable, Collection, Sequence
from typing import Final

from pygame import Rect

from infoset_gui.kit.art import put
from infoset_gui.kit.brush import Brush, Point
from infoset_gui.kit.theme import BLACK, WHITE, Colour, colour, mix
from infoset_gui.kit.ui import Ui
from infoset_gui.views.crossfire.field import Field
from infoset_gui.views.crossfire.fog import draw_fog

GROUND: Final[dict[str, Colour]] = {
    "M": colour("#6d7482"),
    "W": colour("#3f82b4"),
    "F": colour("#5f9f66"),
    "D": colour("#e0c990"),
    "G": colour("#e6ecef"),
}
NIGHT: Final = 0.38  # how much darker the board is in the dark theme
LOST: Final = 0.45  # of the shade on squares that are gone
SHRINKING: Final = 0.12  # of the colour of a warning on squares that go
UNITS: Final = 24  # across a tile
VARIANTS: Final = 3
SIDES: Final = ((0, -1), (1, 0), (0, 1), (-1, 0))  # above, right, below, left


def ground_of(ui: Ui, letter: str) -> Colour:
    """The colour of a terrain on this theme."""
    return mix(GROUND[letter], BLACK, NIGHT) if ui.theme.is_dark else GROUND[letter]


def draw_terrain(ui: Ui, field: Field, terrain: str, visible: Collection[int]) -> None:
    """All squares; those out of sight lie in fog."""
    for number, letter in enumerate(terrain):
        place = field.square(number)
        if place.colliderect(field.rect):
            alike = neighbours(terrain, field.size, number)
            draw_square(ui, place, letter, alike=alike, variant=variant_of(number, field.size))
    if len(visible) < len(terrain):
        draw_fog(ui, field, visible)


def variant_of(number: int, size: int) -> int:
    """Which of the pictures of its terrain a square gets: always the same, in no order that one sees."""
    row, column = divmod(number, size)
    return (row * 7 + column * 5 + row * column) % VARIANTS


def neighbours(terrain: str, size: int, number: int) -> tuple[bool, ...]:
    """On which sides the same terrain goes on, beyond the edge of the board as well."""
    row, column = divmod(number, size)
    return tuple(
        not (0 <= column + right < size and 0 <= row + down < size)
        or terrain[number + right + down * size] == terrain[number]
        for right, down in SIDES
    )


def draw_square(
    ui: Ui, place: Rect, letter: str, *, alike: Sequence[bool] = (), variant: int = 0
) -> None:
    """One square, its terrain told by colour and by a pattern; `alike` are the sides where it goes on."""
    ground = ground_of(ui, letter)
    sides = tuple(alike) if letter == "W" else ()
    picture = ui.art.tile(
        ("square", letter, ground, sides, variant),
        place.width,
        UNITS,
        lambda brush: paint_square(brush, letter, ground, sides, variant),
    )
    ui.surface.blit(picture, place)


def paint_square(
    brush: Brush, letter: str, ground: Colour, sides: Sequence[bool], variant: int
) -> None:
    """A tile with the thin line that parts it from the next."""
    line = mix(ground, BLACK, 0.04 if letter == "W" else 0.13)
    brush.rect(0, 0, UNITS, UNITS, line)
    brush.rect(0, 0, UNITS - 0.5, UNITS - 0.5, ground)
    PAINTERS.get(letter, paint_plain)(brush, ground, variant)
    if letter == "W":
        paint_shore(brush, ground, sides)


def paint_mountain(brush: Brush, ground: Colour, variant: int) -> None:
    """Two peaks with a bright and a dark side, and snow."""
    light, dark = mix(ground, WHITE, 0.22), mix(ground, BLACK, 0.42)
    snow = mix(ground, WHITE, 0.75)
    peaks: Sequence[tuple[float, float, float]] = (
        ((16.5, 9.5, 6.5), (8.5, 3.5, 8.0)),
        ((7.0, 9.0, 6.5), (15.0, 3.0, 8.2)),
        ((17.5, 11.0, 5.6), (10.5, 3.0, 9.0)),
    )[variant]
    for x, top, half in peaks:
        foot = 21.5
        brush.polygon([(x - half, foot), (x, top), (x + half * 0.2, foot)], light)
        brush.polygon([(x, top), (x + half, foot), (x + half * 0.2, foot)], dark)
        cap = (foot - top) * 0.3
        width = half * 0.3
        brush.polygon(
            [
                (x, top),
                (x + width, top + cap),
                (x + width * 0.3, top + cap * 0.75),
                (x - width * 0.2, top + cap * 1.15),
                (x - width, top + cap),
            ],
            snow,
        )


def paint_forest(brush: Brush, ground: Colour, variant: int) -> None:
    """Three conifers, the nearer over the farther."""
    brush.rect(0, 0, UNITS - 0.5, UNITS - 0.5, mix(ground, BLACK, 0.1))
    trees: Sequence[tuple[float, float, float]] = (
        ((7.5, 13.0, 4.4), (16.6, 14.2, 4.8), (11.8, 21.6, 5.6)),
        ((15.8, 12.6, 4.6), (6.8, 16.2, 4.6), (15.2, 22.0, 5.4)),
        ((12.0, 12.4, 4.6), (6.6, 20.2, 5.0), (17.4, 20.8, 5.0)),
    )[variant]
    light, dark = mix(ground, BLACK, 0.36), mix(ground, BLACK, 0.54)
    for x, foot, half in trees:
        brush.rect(x - 0.8, foot - 2, 1.6, 2.4, mix(ground, BLACK, 0.72))
        for lift, share in ((1.6, 1.0), (4.8, 0.74), (7.6, 0.5)):
            width, base = half * share, foot - lift
            top = base - half * 0.95
            brush.polygon([(x - width, base), (x, top), (x + width, base)], dark)
            brush.polygon([(x - width, base), (x, top), (x + width * 0.1, base)], light)


def paint_water(brush: Brush, ground: Colour, variant: int) -> None:
    """Waves."""
    light = mix(ground, WHITE, 0.42)
    waves: Sequence[Point] = (
        ((5.0, 8.0), (12.5, 16.5)),
        ((11.0, 7.0), (4.0, 15.5)),
        ((8.0, 12.0), (13.5, 19.0)),
    )[variant]
    for x, y in waves:
        brush.stroke(
            [(x, y), (x + 2, y - 1.5), (x + 4, y), (x + 6, y - 1.5), (x + 8, y)], light, 1.1
        )


def paint_shore(brush: Brush, ground: Colour, sides: Sequence[bool]) -> None:
    """Shallow water along the land."""
    shallow, foam = mix(ground, WHITE, 0.22), mix(ground, WHITE, 0.5)
    for wide, ink in ((2.6, shallow), (0.9, foam)):
        strips = (
            (0, 0, UNITS, wide),
            (UNITS - wide, 0, wide, UNITS),
            (0, UNITS - wide, UNITS, wide),
            (0, 0, wide, UNITS),
        )
        for strip, is_alike in zip(strips, sides, strict=False):
            if not is_alike:
                brush.rect(*strip, ink)


def paint_desert(brush: Brush, ground: Colour, variant: int) -> None:
    """Dunes and a few grains."""
    dark, light = mix(ground, BLACK, 0.2), mix(ground, WHITE, 0.4)
    dunes: Sequence[Point] = (((3, 9), (11, 17)), ((9, 8), (2, 16)), ((6, 7), (7, 18)))[variant]
    for x, y in dunes:
        crest = [(x, y), (x + 2.6, y - 1.9), (x + 5.4, y - 2.2), (x + 9.5, y)]
        brush.stroke([(px, py + 1.1) for px, py in crest], light, 1.0)
        brush.stroke(crest, dark, 1.1)
    grains: Sequence[Point] = (
        ((17, 6), (4, 15), (20, 20)),
        ((4, 5), (19, 12), (13, 20)),
        ((19, 9), (4, 13), (19, 15)),
    )[variant]
    for x, y in grains:
        brush.circle((x, y), 0.8, dark)


def paint_plain(brush: Brush, ground: Colour, variant: int) -> None:
    """Even ground with a gleam."""
    light, dark = mix(ground, WHITE, 0.6), mix(ground, BLACK, 0.09)
    if variant == 0:
        brush.stroke([(5, 11), (11, 5)], light, 1.2)
        brush.stroke([(5, 14.5), (8, 11.5)], light, 1.2)
    elif variant == 1:
        brush.stroke([(13, 20), (20, 13)], light, 1.2)
        brush.circle((7, 7), 0.9, dark)
    else:
        for x, y in ((8, 16), (10.5, 17.2), (17, 8)):
            brush.circle((x, y), 0.9, dark)


PAINTERS: Final[dict[str, Callable[[Brush, Colour, int], None]]] = {
    "M": paint_mountain,
    "W": paint_water,
    "F": paint_forest,
    "D": paint_desert,
}


def draw_lost(ui: Ui, field: Field, rings: int) -> None:
    """A shade on what the board has lost, so that one sees what is left."""
    for number in range(field.size * field.size):
        place = field.square(number)
        if field.ring(number) < rings and place.colliderect(field.rect):
            ui.art.veil(ui.surface, place, BLACK, LOST)


def draw_ring(ui: Ui, field: Field, ring: int, *, is_now: bool) -> None:
    """The squares that the next reduction takes."""
    ink = ui.theme.bad if is_now else ui.theme.warn
    for number in range(field.size * field.size):
        if field.ring(number) != ring:
            continue
        place = field.square(number)
        side = place.width

        def paint(brush: Brush) -> None:
            for at in (4, 16):
                brush.stroke([(at - 2, UNITS), (at + 10, 0)], ink, 2.2 if is_now else 1.2)

        ui.art.veil(ui.surface, place, ink, SHRINKING)
        picture = ui.art.sprite(("ring", ink, is_now), side, side, UNITS, paint)
        put(ui.surface, picture, place.topleft)
