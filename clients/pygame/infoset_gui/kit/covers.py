"""A small picture for each game, as on the lid of its box. Games without one get their sign."""

from collections.abc import Callable
from typing import Final

from pygame import Rect

from infoset_gui.kit.art import put
from infoset_gui.kit.brush import Brush, regular
from infoset_gui.kit.theme import BLACK, WHITE, colour, mix
from infoset_gui.kit.ui import Ui

UNITS: Final = 24  # across a cover
CORNER: Final = 3.2
SKY: Final = colour("#2a2140")
MARS: Final = colour("#c4633f")
GLASS: Final = colour("#bfe3f2")
SEA: Final = colour("#3a7ba6")
SAND: Final = colour("#ead9a8")
NIGHT: Final = colour("#2b3a4d")
LIGHT: Final = colour("#ff4a3d")
BLUE: Final = colour("#56b4e9")
ORANGE: Final = colour("#f0953a")


def draw_cover(ui: Ui, rect: Rect, game: str) -> None:
    """The cover of a game, as large as the rectangle is high."""
    side, tint = rect.height, ui.theme.seats[3]
    paint = COVERS.get(game)

    def paint_all(brush: Brush) -> None:
        if paint is None:
            brush.rect(0, 0, UNITS, UNITS, tint, CORNER)
        else:
            paint(brush)

    put(
        ui.surface, ui.art.sprite(("cover", game, tint), side, side, UNITS, paint_all), rect.topleft
    )
    if paint is None:
        ui.icon("dice", rect.center, side / ui.scale * 0.62, ui.ink_on(tint))


def paint_colonizers(brush: Brush) -> None:
    """Domes on a red hill below a moon."""
    brush.rect(0, 0, UNITS, UNITS, SKY, CORNER)
    for x, y, size in (
        (4, 4.5, 0.35),
        (9, 2.8, 0.3),
        (12.5, 6.4, 0.35),
        (20.6, 9.4, 0.3),
        (3, 10, 0.3),
    ):
        brush.circle((x, y), size, WHITE)
    brush.circle((17.6, 5.8), 2.7, mix(MARS, WHITE, 0.55))
    brush.circle((16.8, 5.3), 0.6, mix(MARS, WHITE, 0.35))
    far = mix(MARS, SKY, 0.4)
    brush.polygon([(0, 17), (5, 13.4), (10, 15.6), (16, 12.6), (24, 16), (24, 19), (0, 19)], far)
    brush.rect(0, 17, UNITS, 7, MARS, CORNER)
    brush.rect(0, 17, UNITS, 3.6, MARS)
    for x, radius in ((8.4, 4.6), (16.4, 3.2)):
        brush.circle((x, 17.6), radius, GLASS)
        brush.circle((x - radius * 0.3, 17.6 - radius * 0.35), radius * 0.28, WHITE)
    brush.rect(2, 17.6, 20, 5.2, MARS)
    shade = mix(MARS, BLACK, 0.25)
    for x, y, wide in ((5, 20.4, 4), (14, 19.4, 3.4), (17, 22, 3)):
        brush.ellipse(x, y, wide, 1.2, shade)
    brush.rect(7.2, 15.4, 2.4, 2.4, shade, 0.4)
    brush.stroke([(16.4, 17.4), (16.4, 15.8)], colour("#2f8a57"), 0.8)
    brush.circle((16.4, 15.4), 1.0, colour("#2f8a57"))


def paint_catan(brush: Brush) -> None:
    """Three hexes in the sea, and a house where they meet."""
    brush.rect(0, 0, UNITS, UNITS, SEA, CORNER)
    for x, y in ((2.4, 4), (18.6, 3.4), (2.6, 20.6), (17.4, 21.2)):
        crest = [(x, y), (x + 1, y - 0.8), (x + 2, y), (x + 3, y - 0.8)]
        brush.stroke(crest, mix(SEA, WHITE, 0.35), 0.5)
    hexes = (((7.5, 9.4), "#3f7f52"), ((16.5, 9.4), "#e7c14f"), ((12.0, 17.2), "#bd6a42"))
    for middle, _ in hexes:
        brush.polygon(regular(middle, 5.9, 6), mix(SEA, WHITE, 0.28))
    for middle, _ in hexes:
        brush.polygon(regular(middle, 5.4, 6), SAND)
    for middle, text in hexes:
        ground = colour(text)
        brush.polygon(regular(middle, 4.8, 6), mix(ground, BLACK, 0.2))
        brush.polygon(regular(middle, 4.4, 6), ground)
    fir = mix(colour("#3f7f52"), BLACK, 0.42)
    for x, y in ((5.6, 9.6), (8.6, 8.6), (7.2, 12)):
        brush.polygon([(x - 1.2, y), (x, y - 2.6), (x + 1.2, y)], fir)
    ear = mix(colour("#e7c14f"), BLACK, 0.4)
    for x in (14.6, 16.6, 18.6):
        brush.stroke([(x, 10.6), (x, 6.8)], ear, 0.55)
        brush.stroke([(x - 0.8, 7.4), (x, 8.4), (x + 0.8, 7.4)], ear, 0.5)
    for x, y in ((9.9, 18.6), (12.3, 18.6), (11.1, 17.2)):
        brush.rect(x, y, 2.1, 1.1, mix(colour("#bd6a42"), WHITE, 0.4), 0.2)
    for grown, ink in ((0.5, BLACK), (0.0, BLUE)):
        house = [
            (10 - grown, 14.4 + grown),
            (10 - grown, 11.9 - grown * 0.4),
            (12, 9.9 - grown * 1.3),
            (14 + grown, 11.9 - grown * 0.4),
            (14 + grown, 14.4 + grown),
        ]
        brush.polygon(house, ink)


def paint_crossfire(brush: Brush) -> None:
    """A beam between two pieces, over squares half in fog."""
    brush.rect(0, 0, UNITS, UNITS, NIGHT, CORNER)
    tones = ((0.30, 0.34, 0.2), (0.36, 0.28, 0.14), (0.26, 0.16, 0.1))
    for row in range(3):
        for column in range(3):
            tone = mix(NIGHT, WHITE, tones[row][column])
            brush.rect(2.2 + column * 6.6, 2.2 + row * 6.6, 6.2, 6.2, tone, 0.8)
    brush.polygon([(3, 14.8), (5.3, 9.8), (7.6, 14.8)], mix(NIGHT, BLACK, 0.25))
    for width, ink in ((2.4, mix(NIGHT, LIGHT, 0.55)), (1.1, LIGHT), (0.4, mix(LIGHT, WHITE, 0.8))):
        brush.stroke([(5.4, 5.4), (21.8, 5.4)], ink, width)
    brush.circle((5.4, 5.4), 2.9, BLACK)
    brush.circle((5.4, 5.4), 2.4, BLUE)
    brush.polygon(regular((18.6, 18.6), 3.5, 4), BLACK)
    brush.polygon(regular((18.6, 18.6), 2.8, 4), ORANGE)
    paint_question(brush)


def paint_question(brush: Brush) -> None:
    """Somewhere in the fog there is another one."""
    ink = mix(NIGHT, WHITE, 0.6)
    brush.arc((12, 17.6), 1.5, 170, 405, ink, 0.7)
    brush.stroke([(13.05, 18.7), (12, 19.6), (12, 20.2)], ink, 0.7)
    brush.circle((12, 21.6), 0.5, ink)


COVERS: Final[dict[str, Callable[[Brush], None]]] = {
    "colonizers": paint_colonizers,
    "catan": paint_catan,
    "crossfire": paint_crossfire,
}
