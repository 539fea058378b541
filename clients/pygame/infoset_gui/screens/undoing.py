"""Above the board: somebody would like to take a step back, and what this seat says to that, or for whom it waits."""

from collections.abc import Callable
from functools import partial
from typing import Final

from pygame import Rect

from infoset.wording import listed, say
from infoset_gui.kit.layout import Box
from infoset_gui.kit.ui import Ui
from infoset_gui.kit.widgets import button, button_width
from infoset_gui.table import Table

HEIGHT: Final = 52
BUTTON: Final = 36


def draw_undo(ui: Ui, box: Box, table: Table, answer: Callable[[bool], None]) -> None:
    """Cuts a line from the top of `box` while a seat asks; `answer` is told whether this one agrees."""
    vote = table.undoing.vote
    if vote is None or not table.is_player:
        return
    is_asked = table.undoing.answer(agree=True) is not None
    if not is_asked and vote.seat != table.match.seat:
        return
    rect = box.top(ui.u(HEIGHT))
    ui.fill(rect, ui.theme.soft(ui.theme.accent, 0.2), 10, ui.theme.accent)
    row = Box(rect.inflate(-2 * ui.u(12), 0), ui.u(8))
    if is_asked:
        draw_answers(ui, row, answer)
        words = say("match-undo-question", name=table.name(vote.seat))
    else:
        names = listed([table.name(seat) for seat in vote.waits_for])
        words = say("match-undo-waiting", names=names)
    height = ui.paragraph_height(words, row.rest.width, "label")
    place = Rect(row.rest.x, rect.centery - height // 2, row.rest.width, height)
    ui.paragraph(words, place, "label")


def draw_answers(ui: Ui, row: Box, answer: Callable[[bool], None]) -> None:
    """Both answers at the right of the line."""
    for name, label, about, agrees, key in (
        ("decline", say("match-decline"), say("window-match-decline-about"), False, "f5"),
        ("agree", say("match-agree"), say("window-match-agree-about"), True, "f3"),
    ):
        place = row.right(button_width(ui, label, style="label"))
        place = Rect(place.x, place.centery - ui.u(BUTTON) // 2, place.width, ui.u(BUTTON))
        kind = "primary" if agrees else "plain"
        press = partial(answer, agrees)
        button(ui, name, place, label, press, kind=kind, key=key, tooltip=about, style="label")
