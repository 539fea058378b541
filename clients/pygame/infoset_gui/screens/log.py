"""What happened in a match, in words."""

from collections.abc import Iterable
from typing import Final

from pygame import Rect

from infoset.wording import say
from infoset_gui.kit.ui import Ui
from infoset_gui.table import Line

MAX_SHOWN: Final = 400  # lines


def draw_log(ui: Ui, rect: Rect, log: Iterable[Line]) -> None:
    """What happened, in words, the newest below."""
    lines = list(log)[-MAX_SHOWN:]
    if not lines:
        ui.text(
            say("match-log-nothing"),
            Rect(rect.x, rect.y, rect.width, ui.u(30)),
            "caption",
            ui.theme.muted,
        )
        return
    width = rect.width - ui.u(22)
    heights = [log_height(ui, line, width) for line in lines]
    with ui.scroll("log", rect, sum(heights), at_end=True) as place:
        y = place.y
        for line, height in zip(lines, heights, strict=True):
            if y + height > rect.y - ui.u(40) and y < rect.bottom + ui.u(40):
                draw_log_line(ui, Rect(place.x, y, width + ui.u(12), height), line)
            y += height


def log_height(ui: Ui, line: Line, width: int) -> int:
    """Pixels of one line of the log."""
    if line.is_heading:
        return ui.paragraph_height(line.text, width, "label") + ui.u(10)
    return ui.paragraph_height(line.text, width, "caption") + ui.u(5)


def draw_log_line(ui: Ui, rect: Rect, line: Line) -> None:
    """One line, with the mark of its seat."""
    if line.is_heading:
        place = Rect(rect.x, rect.y + ui.u(6), rect.width, rect.height)
        ui.paragraph(line.text, place, "label", ui.theme.muted)
        return
    if line.seat >= 0:
        ui.fill(
            Rect(rect.x, rect.y + ui.u(3), ui.u(4), rect.height - ui.u(7)),
            ui.theme.seat(line.seat),
            2,
        )
    ui.paragraph(
        line.text, Rect(rect.x + ui.u(11), rect.y, rect.width - ui.u(12), rect.height), "caption"
    )
