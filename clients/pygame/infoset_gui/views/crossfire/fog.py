"""Fog over the squares of Crossfire that are out of sight, with soft edges."""

from collections.abc import Collection, Sequence
from typing import Final

import pygame
from pygame import Rect, Surface

from infoset_gui.kit.theme import Colour, colour
from infoset_gui.kit.ui import Ui
from infoset_gui.views.crossfire.field import Field

FOG: Final[dict[bool, tuple[Colour, float]]] = {  # in a dark theme or not: colour, strength
    False: (colour("#4a5564"), 0.5),
    True: (colour("#060a10"), 0.44),
}
FOG_GRAIN: Final = 24  # pixels across of a piece of fog before it is scaled
FOG_EDGE: Final = 0.22  # half of the way from clear to thick


def draw_fog(ui: Ui, field: Field, visible: Collection[int]) -> None:
    """Fog with soft edges: pieces that lie between the middles of four squares each."""
    size, side = field.size, field.side
    last = size - 1
    for row in range(size + 1):
        above, below = max(0, row - 1) * size, min(last, row) * size
        for column in range(size + 1):
            left, right = max(0, column - 1), min(last, column)
            corners = tuple(
                at not in visible
                for at in (above + left, above + right, below + left, below + right)
            )
            place = Rect(
                field.x + column * side - side // 2, field.y + row * side - side // 2, side, side
            )
            seen = place.clip(field.board)
            if any(corners) and seen.colliderect(field.rect):
                piece = fog_piece(ui, side, corners)
                ui.surface.blit(
                    piece,
                    seen,
                    seen.move(-place.x, -place.y),
                    special_flags=pygame.BLEND_PREMULTIPLIED,
                )


def fog_piece(ui: Ui, side: int, corners: tuple[bool, ...]) -> Surface:
    """A piece of fog, thick at some of its corners."""
    ink, strength = FOG[ui.theme.is_dark]

    def make() -> Surface:
        fine = Surface((FOG_GRAIN, FOG_GRAIN), pygame.SRCALPHA)
        for y in range(FOG_GRAIN):
            for x in range(FOG_GRAIN):
                thick = thickness(corners, (x + 0.5) / FOG_GRAIN, (y + 0.5) / FOG_GRAIN) * strength
                red, green, blue = ink
                fine.set_at(
                    (x, y),
                    (
                        round(red * thick),
                        round(green * thick),
                        round(blue * thick),
                        round(255 * thick),
                    ),
                )
        return pygame.transform.smoothscale(fine, (side, side))

    return ui.art.keep(("fog", side, corners, ink, strength), make)


def thickness(corners: Sequence[bool], x: float, y: float) -> float:
    """How thick the fog is at a point of a piece, from 0 to 1; even along edges that pieces share."""
    top = corners[0] * (1 - x) + corners[1] * x
    bottom = corners[2] * (1 - x) + corners[3] * x
    share = (top * (1 - y) + bottom * y - 0.5) / (2 * FOG_EDGE) + 0.5
    share = max(0.0, min(1.0, share))
    return share * share * (3 - 2 * share)
