"""Asks before something is done that cannot be taken back."""

from infoset_gui.kit.layout import Box
from infoset_gui.kit.regions import Press
from infoset_gui.kit.ui import Ui
from infoset_gui.kit.widgets import button, button_width, dialog


def ask_first(ui: Ui, title: str, about: str, label: str, press: Press, stay: Press) -> None:
    """A dialog: `label` does it by `press`, everything else stays by `stay`."""
    box = Box(dialog(ui, 460, 210), ui.u(10))
    ui.text(title, box.top(ui.u(34)), "title")
    row = Box(box.bottom(ui.u(42)), ui.u(8))
    button(ui, "confirm", row.right(button_width(ui, label)), label, press, kind="danger")
    button(ui, "cancel", row.right(button_width(ui, "Stay")), "Stay", stay)
    ui.paragraph(about, box.rest, "body", ui.theme.muted)
