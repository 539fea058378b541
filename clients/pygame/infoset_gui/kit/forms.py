"""Forms as data: what can be filled in, and how rows of it are drawn. A screen says what there is, nothing of how it looks."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from pygame import Rect

from infoset.wording import say
from infoset_gui.kit.fields import MAX_FIELD, field
from infoset_gui.kit.layout import Box
from infoset_gui.kit.regions import Press
from infoset_gui.kit.theme import Colour
from infoset_gui.kit.ui import Ui
from infoset_gui.kit.widgets import choice, number, toggle

LEAST_ROW: Final = 48
LABEL: Final = 24
GAP: Final = 14  # between words and what is chosen
CONTROL: Final = 38
NARROWEST: Final = 236  # of what is chosen
SCROLL_BAR: Final = 8
MOST_LINES: Final = 5  # about one row; the rest is told to who points at it


@dataclass(frozen=True, kw_only=True)
class Item:
    """One thing to fill in. `name` is that of its region; `fault` says what is wrong with its value."""

    name: str
    label: str
    about: str = ""
    fault: str = ""


@dataclass(frozen=True, kw_only=True)
class Choice(Item):
    """One of several: `options` are values with their labels."""

    options: Sequence[tuple[str, str]]
    value: str
    change: Callable[[str], None]
    icons: Sequence[str] = ()


@dataclass(frozen=True, kw_only=True)
class Switch(Item):
    """Something that is on or off."""

    value: bool
    change: Callable[[bool], None]


@dataclass(frozen=True, kw_only=True)
class Count(Item):
    """A whole number between bounds."""

    value: int
    least: int
    most: int
    change: Callable[[int], None]


@dataclass(frozen=True, kw_only=True)
class Line(Item):
    """A text."""

    value: str
    change: Callable[[str], None]
    hint: str = ""
    keeps_lines: bool = False
    max_length: int = MAX_FIELD
    submit: Press | None = None


@dataclass(frozen=True, kw_only=True)
class Fact(Item):
    """A value that cannot be changed here."""

    value: str


def form_height(ui: Ui, width: int, items: Sequence[Item]) -> int:
    """Pixels of all rows in a list of a width."""
    return sum(row_height(ui, width - ui.u(SCROLL_BAR), item) for item in items)


def draw_form(ui: Ui, name: str, rect: Rect, items: Sequence[Item]) -> None:
    """All rows, in a list of that name that can be moved where there is no room for them."""
    with ui.scroll(name, rect, form_height(ui, rect.width, items)) as place:
        draw_rows(ui, place, items)


def draw_rows(ui: Ui, place: Rect, items: Sequence[Item]) -> None:
    """All rows, from the top of a place that has room for them."""
    box = Box(place)
    for item in items:
        draw_row(ui, box.top(row_height(ui, place.width, item)), item)


def draw_row(ui: Ui, rect: Rect, item: Item) -> None:
    """At the left what is chosen and what that means, at the right the choice."""
    ink = ui.theme.bad if item.fault else ui.theme.muted
    draw_control(ui, labelled(ui, rect, item.label, item.fault or item.about, ink), item)


def draw_control(ui: Ui, rect: Rect, item: Item) -> None:
    """What is pressed or typed into, without its words."""
    match item:
        case Choice():
            choice(ui, item.name, rect, item.options, item.value, item.change, icons=item.icons)
        case Switch():
            words = say("window-on") if item.value else say("window-off")
            toggle(ui, item.name, rect, words, item.value, item.change)
        case Count():
            number(ui, item.name, rect, item.value, item.least, item.most, item.change)
        case Line():
            field(
                ui,
                item.name,
                rect,
                item.value,
                item.change,
                hint=item.hint,
                keeps_lines=item.keeps_lines,
                max_length=item.max_length,
                submit=item.submit,
            )
        case Fact():
            ui.text(item.value, rect, align="right", may_cut=True)
        case _:
            raise TypeError(f"{type(item).__name__}: no control draws it")


def labelled(ui: Ui, rect: Rect, label: str, about: str, ink: Colour) -> Rect:
    """The words of a row. Returns the place for the choice.

    What finds no room in the row is told to who points at it.
    """
    row = Box(rect.inflate(0, -2 * ui.u(3)), ui.u(GAP))
    control = row.right(control_width(ui, row.rest.width))
    lines = wrap_label(ui, label, row.rest.width)
    about_lines = ui.type.wrap(about, "caption", row.rest.width) if about else []
    height = ui.u(LABEL) * len(lines) + ui.line("caption") * min(len(about_lines), MOST_LINES)
    words = Box(Rect(row.rest.x, rect.centery - height // 2, row.rest.width, height))
    for line in lines:
        ui.text(line, words.top(ui.u(LABEL)), "strong", may_cut=True)
    if len(about_lines) > MOST_LINES:
        about_lines[MOST_LINES - 1] = " ".join(about_lines[MOST_LINES - 1 :])
        ui.hint(f"about {label}", row.rest, about)
    for line in about_lines[:MOST_LINES]:
        ui.text(line, words.top(ui.line("caption")), "caption", ink, may_cut=True)
    half = ui.u(CONTROL) // 2
    return Rect(control.x, control.centery - half, control.width, 2 * half)


def wrap_label(ui: Ui, label: str, width: int) -> list[str]:
    """What is chosen, in as many lines as it needs."""
    return ui.type.wrap(label, "strong", width)


def control_width(ui: Ui, width: int) -> int:
    """Pixels of what is chosen, in a row of a width."""
    return max(ui.u(NARROWEST), width // 2)


def row_height(ui: Ui, width: int, item: Item) -> int:
    """Pixels of a row with all that is said about it, within reason."""
    words = width - control_width(ui, width) - ui.u(GAP)
    about = item.fault or item.about
    lines = min(len(ui.type.wrap(about, "caption", words)), MOST_LINES) if about else 0
    labels = len(wrap_label(ui, item.label, words))
    needed = ui.u(LABEL) * labels + lines * ui.line("caption") + ui.u(12)
    return max(ui.u(LEAST_ROW), needed)
