"""Painted text: widths, columns, and when there are colours at all."""

import pytest

from infoset.watching.canvas import Canvas
from infoset.watching.text import (
    SEAT_INKS,
    Style,
    beside,
    clip,
    pad,
    style_for,
    unpainted,
    width_of,
    wrap,
    wrapped,
)

PLAIN = Style()
PAINTED = Style(is_coloured=True)


@pytest.mark.parametrize(
    ("choice", "is_terminal", "env", "is_coloured"),
    [
        ("auto", True, {}, True),
        ("auto", False, {}, False),
        ("auto", True, {"NO_COLOR": "1"}, False),
        ("auto", True, {"NO_COLOR": ""}, True),  # the convention: only when it is not empty
        ("auto", True, {"TERM": "dumb"}, False),
        ("always", False, {"NO_COLOR": "1"}, True),
        ("never", True, {}, False),
    ],
)
def test_colours_follow_the_option_the_terminal_and_no_color(
    choice: str, is_terminal: bool, env: dict[str, str], is_coloured: bool
) -> None:
    assert style_for(choice, is_terminal, env) == Style(is_coloured)


def test_paint_takes_no_room() -> None:
    text = PAINTED.paint("robber", "bold", "red")
    assert (width_of(text), unpainted(text)) == (6, "robber")
    assert PAINTED.paint("", "bold") == ""
    assert PLAIN.paint("robber", "bold") == "robber"
    assert width_of(pad(text, 10)) == 10


def test_each_of_four_seats_has_a_colour_of_its_own() -> None:
    assert len({PAINTED.seat("x", seat) for seat in range(4)}) == len(SEAT_INKS) == 4
    assert PLAIN.seat("x", 3) == "x"


def test_blocks_stand_side_by_side() -> None:
    left = [PAINTED.paint("ab", "red"), "c"]
    assert [unpainted(line) for line in beside(left, ["x", "y", "z"])] == [
        "ab  x",
        "c   y",
        "    z",
    ]
    assert beside([], []) == []


def test_long_lines_are_cut_into_pieces_and_painted_ones_clipped() -> None:
    assert wrap("one two three", 9) == ["one two", "  three"]
    assert wrapped(["one two three", "x"], 9) == ["one two", "  three", "x"]
    (piece,) = wrap(PAINTED.paint("one two three", "dim"), 9)
    assert unpainted(piece) == "one two t"
    assert piece.endswith("\x1b[0m")
    assert clip("abc", 2) == "ab"


def test_a_canvas_draws_where_it_can_and_drops_what_falls_outside() -> None:
    canvas = Canvas(5, 2)
    canvas.put(0, 3, "abc", "red")
    canvas.put(5, 0, "nowhere")
    canvas.put(0, -1, "xy")
    canvas.centre(1, 2, "123")
    assert canvas.lines(PLAIN) == ["y  ab", " 123"]
    assert canvas.lines(PAINTED)[0] == "y  \x1b[31mab\x1b[0m"
