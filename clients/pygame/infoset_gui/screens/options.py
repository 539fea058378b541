"""Options of any game as rows to fill in, made from what the server says of them. Knows no game."""

import json
from collections.abc import Callable, Mapping
from typing import Any, Final

from pygame import Rect

from infoset.printing import clean
from infoset_gui.kit.fields import field
from infoset_gui.kit.layout import Box
from infoset_gui.kit.theme import Colour
from infoset_gui.kit.ui import Ui
from infoset_gui.kit.widgets import choice, number, toggle

ROW: Final = 74
GAP: Final = 14  # between words and choice
SCROLL_BAR: Final = 8
LINES: Final = 2  # of what is said about an option, in a row of the usual height
MOST_LINES: Final = 5
Change = Callable[[str, Any], None]


class OptionRows:
    """The values of one form. `values` has only what is not as usual."""

    def __init__(self, specs: Mapping[str, Any], values: Mapping[str, Any]) -> None:
        self.specs = {name: spec for name, spec in specs.items() if isinstance(spec, dict)}
        self.values = dict(values)
        self._texts: dict[str, str] = {}
        self.faults: dict[str, str] = {}

    def value(self, name: str) -> Any:
        """What an option is set to."""
        return self.values.get(name, self.specs[name].get("default"))

    def set(self, name: str, value: Any) -> None:
        """Another value; one that is as usual is not sent."""
        if value == self.specs[name].get("default"):
            self.values.pop(name, None)
        else:
            self.values[name] = value

    def height(self, ui: Ui, width: int) -> int:
        """Pixels of all rows in a list of a width."""
        inner = width - ui.u(SCROLL_BAR)
        return sum(row_height(ui, inner, self._about(name)) for name in self.specs)

    def _about(self, name: str) -> str:
        """What is said of an option: what is wrong with its value, else what it means."""
        about = self.faults.get(name) or clean(self.specs[name].get("about", ""))
        return about[:1].upper() + about[1:]

    def draw(self, ui: Ui, place: Rect, *, reason: str = "") -> None:
        """All rows, from the top."""
        box = Box(place)
        for name, spec in self.specs.items():
            height = row_height(ui, place.width, self._about(name))
            self._draw_row(ui, box.top(height), name, spec, reason)

    def _draw_row(
        self, ui: Ui, rect: Rect, name: str, spec: Mapping[str, Any], reason: str
    ) -> None:
        ink = ui.theme.bad if name in self.faults else None
        place = labelled(ui, rect, label_of(name), self._about(name), ink)
        if reason:
            ui.text(text_of(self.value(name)), place, align="right", may_cut=True)
        else:
            self._draw_control(ui, place, name, spec)

    def _draw_control(self, ui: Ui, rect: Rect, name: str, spec: Mapping[str, Any]) -> None:
        value = self.value(name)
        match spec:
            case {"type": "boolean"}:
                toggle(
                    ui,
                    f"option {name}",
                    rect,
                    "On" if value else "Off",
                    bool(value),
                    lambda on: self.set(name, on),
                )
            case {"enum": list(words)} if value in words:
                options = [(str(word), label_of(str(word))) for word in words]
                choice(
                    ui,
                    f"option {name}",
                    rect,
                    options,
                    str(value),
                    lambda word: self.set(name, word),
                )
            case {"type": "integer", "minimum": int(least), "maximum": int(most)} if (
                most - least <= 100
            ):
                number(
                    ui,
                    f"option {name}",
                    rect,
                    int(value),
                    least,
                    most,
                    lambda new: self.set(name, new),
                )
            case {"type": "string"}:
                field(
                    ui,
                    f"option {name}",
                    rect,
                    str(value),
                    lambda text: self.set(name, text),
                    hint="none",
                    keeps_lines=True,
                    max_length=4_000,
                )
            case _:
                self._draw_plain(ui, rect, name)

    def _draw_plain(self, ui: Ui, rect: Rect, name: str) -> None:
        """Whatever else there is, as JSON."""
        shown = self._texts.get(name, json.dumps(self.value(name), separators=(",", ":")))

        def change(text: str) -> None:
            self._texts[name] = text
            try:
                self.set(name, json.loads(text))
                self.faults.pop(name, None)
            except ValueError:
                self.faults[name] = "expected JSON, like [1,2,3]"

        field(ui, f"option {name}", rect, shown, change, max_length=4_000)


def labelled(ui: Ui, rect: Rect, label: str, about: str, ink: Colour | None = None) -> Rect:
    """Words at the left of a row: what is chosen and what that means. Returns the place for the choice.

    What finds no room in the row is told to who points at it.
    """
    row = Box(rect.inflate(0, -2 * ui.u(3)), ui.u(GAP))
    control = row.right(control_width(ui, row.rest.width))
    words = Box(row.rest)
    ui.text(label, words.top(ui.u(24)), "strong", may_cut=True)
    lines = ui.type.wrap(about, "caption", words.rest.width)
    room = max(1, words.rest.height // ui.line("caption"))
    if len(lines) > room:
        lines[room - 1] = " ".join(lines[room - 1 :])
        ui.hint(f"about {label}", row.rest, about)
    for line in lines[:room]:
        ui.text(line, words.top(ui.line("caption")), "caption", ink or ui.theme.muted, may_cut=True)
    return Rect(control.x, control.centery - ui.u(19), control.width, ui.u(38))


def control_width(ui: Ui, width: int) -> int:
    """Pixels of what is chosen, in a row of a width."""
    return max(ui.u(236), width // 2)


def row_height(ui: Ui, width: int, about: str) -> int:
    """Pixels of a row with all that is said about it, within reason."""
    words = width - control_width(ui, width) - ui.u(GAP)
    lines = len(ui.type.wrap(about, "caption", words))
    return ui.u(ROW) + max(0, min(lines, MOST_LINES) - LINES) * ui.line("caption")


def label_of(name: str) -> str:
    """A name of the wire as a label."""
    text = clean(name).replace("_", " ")
    return text[:1].upper() + text[1:]


def text_of(value: Any) -> str:
    """A value in words."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, str):
        return label_of(value) if value else "none"
    return json.dumps(value, separators=(",", ":"))
