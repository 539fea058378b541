"""Places: nothing overlaps, nothing is lost."""

from itertools import pairwise

import pytest
from pygame import Rect

from infoset_gui.kit.layout import Box, columns, flow, grid, rows, scale_for, shares

WHOLE = Rect(10, 20, 301, 203)


def test_pieces_cut_from_a_box_do_not_touch() -> None:
    box = Box(WHOLE, 4)
    pieces = [box.top(30), box.bottom(20), box.left(50), box.right(60), box.rest]
    for at, piece in enumerate(pieces):
        assert WHOLE.contains(piece)
        assert not any(piece.colliderect(other) for other in pieces[at + 1 :])


def test_a_box_gives_no_more_than_it_has() -> None:
    box = Box(WHOLE, 4)
    assert box.top(10_000).height == WHOLE.height
    assert box.rest.height == 0


@pytest.mark.parametrize("split", [columns, rows])
def test_equal_parts_fill_the_whole(split: object) -> None:
    parts = split(WHOLE, 7, 3)  # type: ignore[operator]  # either of the two
    assert parts[0].topleft == WHOLE.topleft
    assert abs(parts[-1].right - WHOLE.right) <= 1 or abs(parts[-1].bottom - WHOLE.bottom) <= 1
    for one, other in pairwise(parts):
        assert not one.colliderect(other)


def test_a_grid_goes_row_by_row() -> None:
    cells = grid(WHOLE, 3, 2, 2)
    assert len(cells) == 6
    assert cells[1].x > cells[0].x
    assert cells[3].y > cells[0].y


def test_what_does_not_fit_flows_to_the_next_line() -> None:
    places = flow([60, 60, 60], Rect(0, 0, 130, 500), 20, 5)
    assert [place.topleft for place in places] == [(0, 0), (65, 0), (0, 25)]


def test_the_smallest_window_has_a_scale_of_one() -> None:
    assert scale_for(1024, 640) == pytest.approx(1.0)
    assert 1.4 < scale_for(1920, 1080) < 1.7
    assert scale_for(3840, 2160) > 2.4


def test_a_text_scale_never_takes_the_room_of_the_smallest_window() -> None:
    for size in ((1024, 640), (1920, 1080), (3840, 2160)):
        scale = scale_for(*size, text_scale=1.5)
        assert size[0] / scale >= 1000
        assert size[1] / scale >= 625


@pytest.mark.parametrize("needed", [(30, 50, 40), (80, 20, 20), (90, 90, 90)])
def test_shares_fill_their_rectangle_and_give_everybody_as_much_more_as_they_need(
    needed: tuple[int, ...],
) -> None:
    rect = Rect(7, 3, 160, 20)
    cells = shares(rect, needed, 2)
    assert cells[0].left == rect.left
    assert abs(cells[-1].right - rect.right) <= 1
    assert all(right.left - left.right == 2 for left, right in pairwise(cells))
    spare = [cell.width - width for cell, width in zip(cells, needed, strict=True)]
    assert max(spare) - min(spare) <= 1
