"""Asks before something is done that cannot be taken back."""

from typing import Final

from infoset.wording import say
from infoset_gui.kit.layout import Box
from infoset_gui.kit.regions import Press
from infoset_gui.kit.ui import Ui
from infoset_gui.kit.widgets import button, button_width, dialog

WIDTH: Final = 460
LEAST: Final = 210


def ask_first(ui: Ui, title: str, about: str, label: str, press: Press, stay: Press) -> None:
    """A dialog: `label` does it by `press`, everything else stays by `stay`."""
    lines = ui.paragraph_height(about, ui.u(WIDTH - 2 * 22)) / ui.scale
    heading = ui.paragraph_height(title, ui.u(WIDTH - 2 * 22), "title")
    box = Box(dialog(ui, WIDTH, max(LEAST, 120 + lines + heading / ui.scale)), ui.u(10))
    ui.paragraph(title, box.top(heading), "title")
    row = Box(box.bottom(ui.u(42)), ui.u(8))
    button(ui, "confirm", row.right(button_width(ui, label)), label, press, kind="danger")
    label = say("window-stay")
    button(ui, "cancel", row.right(button_width(ui, label)), label, stay)
    ui.paragraph(about, box.rest, "body", ui.theme.muted)
