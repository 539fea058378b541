"""What assistants write beside the board: rows of name and value in the panels of the screen."""

from collections.abc import Iterator, Sequence
from typing import Final

from pygame import Rect

from infoset.assistant.advice import Advice
from infoset.printing import clean
from infoset.wording import say
from infoset_gui.kit.layout import Box
from infoset_gui.kit.ui import Ui
from infoset_gui.screens.places import panel_of
from infoset_protocol.messages import Drawing

SIDE: Final = "side"
CORNERS: Final = {
    "top_left": ("left", "top"),
    "top_right": ("right", "top"),
    "banner": ("centerx", "top"),
    "bottom": ("centerx", "bottom"),
}
MAX_ROWS: Final = 12  # of a panel on the board
ROW: Final = 20  # units
WIDEST: Final = 320
Row = tuple[str, str]  # name and value; one of them may be empty


def rows_of(advice: Advice, panel: str) -> list[Row]:
    """All that stands in a panel, whoever wrote it."""
    return [
        row
        for layer in advice.layers.values()
        for drawing in layer.items
        if any(panel_of(anchor) == panel for anchor in drawing.at)
        for row in read_rows(drawing)
    ]


def read_rows(drawing: Drawing) -> Iterator[Row]:
    """One drawing as rows; none of one that has no words."""
    if drawing.t:
        yield clean(drawing.t), ""
    for row in drawing.rows or ():
        yield clean(row[0]), clean(row[1])


def first_rows(rows: Sequence[Row], most: int) -> list[Row]:
    """As many as there is room for, and how many more there are."""
    if len(rows) <= most:
        return list(rows)
    kept = max(0, most - 1)
    return [*rows[:kept], (say("window-match-more", count=len(rows) - kept), "")]


def draw_side(ui: Ui, box: Box, advice: Advice) -> None:
    """The panel at the side: cuts from the top of a box, at most a third of it."""
    line = ui.u(ROW)
    for name, value in first_rows(rows_of(advice, SIDE), box.rest.height // 3 // line):
        draw_row(ui, box.top(line - ui.u(4)), name, value)


def draw_row(ui: Ui, rect: Rect, name: str, value: str) -> None:
    """One row; a value stands at the right."""
    share = rect.width if not value else rect.width * 3 // 5
    ink = ui.theme.muted if value else ui.theme.text
    ui.text(name, Rect(rect.x, rect.y, share, rect.height), "caption", ink, may_cut=True)
    if value:
        rest = Rect(rect.x + share, rect.y, rect.width - share, rect.height)
        ui.text(value, rest, "caption", align="right", may_cut=True)


def draw_panels(ui: Ui, area: Rect, advice: Advice) -> None:
    """The panels that lie on the board, each at its edge; none is so wide that it meets the next."""
    for panel, (across, down) in CORNERS.items():
        rows = first_rows(rows_of(advice, panel), MAX_ROWS)
        if not rows:
            continue
        width = min(width_of(ui, rows), area.width * 3 // 10)
        rect = Rect(0, 0, width, ui.u(ROW) * len(rows) + ui.u(12))
        inner = area.inflate(-2 * ui.u(10), -2 * ui.u(10))
        setattr(rect, across, getattr(inner, across))
        setattr(rect, down, getattr(inner, down))
        ui.floating(rect, may_cover=True)  # a program says where
        ui.fill(rect, ui.theme.surface, 8, ui.theme.accent)
        box = Box(rect.inflate(-2 * ui.u(10), -2 * ui.u(6)))
        for name, value in rows:
            draw_row(ui, box.top(ui.u(ROW)), name, value)


def width_of(ui: Ui, rows: Sequence[Row]) -> int:
    """Pixels that the widest row needs, as far as a panel may be wide."""
    needed = (
        max(ui.width(name, "caption") * 5 // 3, ui.width(value, "caption") * 5 // 2)
        if value
        else ui.width(name, "caption")
        for name, value in rows
    )
    return min(ui.u(WIDEST), max(needed) + ui.u(24))
