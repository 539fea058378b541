"""The ground of Crossfire: tiles that belong together, and fog that says which squares are in sight."""

import pytest
from pygame import Rect, Surface

from infoset_gui.kit.art import Art
from infoset_gui.kit.theme import THEMES
from infoset_gui.kit.type import Typesetter
from infoset_gui.kit.ui import Memory, Ui
from infoset_gui.views.crossfire.field import Camera, Field
from infoset_gui.views.crossfire.fog import thickness
from infoset_gui.views.crossfire.terrain import (
    GROUND,
    VARIANTS,
    draw_lost,
    draw_terrain,
    neighbours,
    variant_of,
)

SIZE = 5
SIDE = 40
LEAST_UNLIKE = 10.0  # of 255: one sees it at a glance


def picture(terrain: str, visible: set[int], theme: str = "light", lost: int = 0) -> Surface:
    """A small board."""
    surface = Surface((SIDE * SIZE, SIDE * SIZE))
    ui = Ui(surface, THEMES[theme], Typesetter(), Art(), Memory(), 0.0)
    field = Field(Rect(0, 0, SIDE * SIZE, SIDE * SIZE), SIZE, Camera())
    draw_terrain(ui, field, terrain, visible)
    draw_lost(ui, field, lost)
    return surface


def unlike(one: Surface, other: Surface, square: int) -> float:
    """How far the middle of a square is from the same on another picture, of 255 on average."""
    x, y = square % SIZE * SIDE, square // SIZE * SIDE
    spots = [(x + right, y + down) for right in range(15, 25) for down in range(15, 25)]
    return sum(
        abs(a - b)
        for spot in spots
        for a, b in zip(one.get_at(spot)[:3], other.get_at(spot)[:3], strict=True)
    ) / (3 * len(spots))


def light(surface: Surface, square: int) -> int:
    """How bright the middle of a square is."""
    x, y = square % SIZE * SIDE, square // SIZE * SIDE
    return sum(
        sum(surface.get_at((x + right, y + down))[:3])
        for right in range(15, 25)
        for down in range(15, 25)
    )


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("letter", list(GROUND))
def test_a_square_out_of_sight_lies_in_fog_and_those_around_it_do_not(
    theme: str, letter: str
) -> None:
    every = set(range(SIZE * SIZE))
    clear = picture(letter * SIZE * SIZE, every, theme)
    foggy = picture(letter * SIZE * SIZE, every - {12}, theme)
    assert unlike(foggy, clear, 12) > LEAST_UNLIKE
    assert [unlike(foggy, clear, at) for at in (7, 11, 13, 17)] == [0.0] * 4


def test_fog_is_even_where_its_pieces_meet() -> None:
    for share in (0.0, 0.3, 0.5, 1.0):
        right = thickness((False, True, True, True), 1.0, share)
        left = thickness((True, False, True, False), 0.0, share)
        assert right == left == pytest.approx(1.0)
        above = thickness((True, True, False, True), share, 1.0)
        below = thickness((False, True, True, False), share, 0.0)
        assert above == below


def test_a_square_is_thick_or_clear_in_its_middle() -> None:
    assert thickness((True, False, False, False), 0.0, 0.0) == 1.0
    assert thickness((False, True, True, True), 0.0, 0.0) == 0.0


def test_water_ends_where_land_begins_and_not_at_the_edge_of_the_board() -> None:
    terrain = "WWG" + "GWG" + "GGG"
    assert neighbours(terrain, 3, 0) == (True, True, False, True)
    assert neighbours(terrain, 3, 1) == (True, False, True, True)
    assert neighbours(terrain, 3, 4) == (True, False, False, False)


def test_a_square_always_looks_the_same_and_not_like_all_others() -> None:
    kinds = [variant_of(at, 15) for at in range(225)]
    assert kinds == [variant_of(at, 15) for at in range(225)]
    assert all(kinds.count(kind) > 40 for kind in range(VARIANTS))


def test_what_the_board_has_lost_is_darker_than_what_is_left() -> None:
    every, mountains = set(range(SIZE * SIZE)), "M" * SIZE * SIZE
    whole, shrunk = picture(mountains, every), picture(mountains, every, lost=1)
    assert light(shrunk, 0) < light(whole, 0)
    assert light(shrunk, 6) == light(whole, 6)
