"""A line to type in: how it looks, with its caret and what is selected. What keys do to it is in `typist.py`."""

from collections.abc import Callable
from typing import Final

from pygame import Rect

from infoset_gui.kit.editing import caret_at
from infoset_gui.kit.regions import Press
from infoset_gui.kit.ui import TextInput, Ui

CARET_S: Final = 0.55  # that it is seen, and then is not
MAX_FIELD: Final = 300  # characters
SECRET: Final = "•"
NEXT_LINE: Final = "¶"
SELECTED: Final = 0.3  # of the accent behind what is selected


def field(
    ui: Ui,
    name: str,
    rect: Rect,
    value: str,
    change: Callable[[str], None],
    *,
    hint: str = "",
    submit: Press | None = None,
    is_secret: bool = False,
    keeps_lines: bool = False,
    max_length: int = MAX_FIELD,
    icon: str = "",
) -> None:
    """A line to type in. A text that `keeps_lines` is one line here, with signs where the next begin."""
    is_focused = ui.memory.focus == name
    border = ui.theme.accent if is_focused else ui.theme.line
    ui.fill(rect, ui.theme.sunken, 8, border, 1.6 if is_focused else 1)
    inner = rect.inflate(-2 * ui.u(10), 0)
    if icon:
        ui.icon(icon, (inner.x + ui.u(8), rect.centery), 16, ui.theme.muted)
        inner = Rect(inner.x + ui.u(24), inner.y, inner.width - ui.u(24), inner.height)
    shown = SECRET * len(value) if is_secret else value.replace("\n", NEXT_LINE)
    origin = inner.x
    with ui.clipped(inner.inflate(ui.u(4), 0)):
        if is_focused:
            origin = draw_typing(ui, name, inner, shown)
        else:
            ui.memory.shifts.pop(name, None)
        if shown:
            wide = Rect(origin, inner.y, max(ui.width(shown) + 4, inner.width), rect.height)
            ui.text(shown, wide, may_cut=True)
        elif hint:
            ui.text(hint, inner, "body", ui.theme.muted, may_cut=True)
    ui.inputs[name] = TextInput(
        value,
        change,
        submit,
        max_length,
        is_secret,
        keeps_lines,
        lambda x: place_at(ui, shown, x - origin),
        ui.scale,
    )
    ui.region(name, rect, hint or name, lambda: None, takes_text=True)


def draw_typing(ui: Ui, name: str, inner: Rect, shown: str) -> int:
    """What is selected, and the caret, which is always seen. Returns where the text begins, which may be further left."""
    memory = ui.memory
    selection = memory.selections.get(name, caret_at(len(shown))).within(shown)
    caret = ui.width(shown[: selection.caret])
    room = inner.width - ui.u(4)
    shift = memory.shifts.get(name, 0)
    shift = max(caret - room, min(shift, caret, max(0, ui.width(shown) - room)), 0)
    memory.shifts[name] = shift
    origin, height = inner.x - shift, ui.line()
    top = inner.centery - height // 2
    if not selection.is_empty:
        left, right = ui.width(shown[: selection.start]), ui.width(shown[: selection.end])
        ground = ui.theme.soft(ui.theme.accent, SELECTED)
        ui.surface.fill(ground, Rect(origin + left, top, right - left, height))
    blinks = int(ui.now_s / CARET_S)
    ui.move((blinks + 1) * CARET_S)
    if blinks % 2 == 0:
        ui.surface.fill(ui.theme.accent, Rect(origin + caret, top, max(1, ui.u(1.5)), height))
    return origin


def place_at(ui: Ui, text: str, x: int) -> int:
    """Between which letters a point lies, so many pixels from where the text begins."""
    low, high = 0, len(text)
    while low < high:
        middle = (low + high) // 2
        if (ui.width(text[:middle]) + ui.width(text[: middle + 1])) / 2 < x:
            low = middle + 1
        else:
            high = middle
    return low
