"""Options of any game as rows to fill in, made from what the server says of them. Knows no game."""

import json
from collections.abc import Callable, Mapping
from typing import Any, Final

from pygame import Rect

from infoset.printing import clean
from infoset_gui.kit.layout import Box
from infoset_gui.kit.theme import Colour
from infoset_gui.kit.ui import Ui
from infoset_gui.kit.widgets import choice, field, number, toggle

ROW: Final = 74
LINES: Final = 2  # of what is said about an option
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

    def height(self, ui: Ui) -> int:
        """Pixels of all rows."""
        return len(self.specs) * ui.u(ROW)

    def draw(self, ui: Ui, place: Rect, *, reason: str = "") -> None:
        """All rows, from the top."""
        box = Box(place)
        for name, spec in self.specs.items():
            self._draw_row(ui, box.top(ui.u(ROW)), name, spec, reason)

    def _draw_row(
        self, ui: Ui, rect: Rect, name: str, spec: Mapping[str, Any], reason: str
    ) -> None:
        fault = self.faults.get(name, "")
        about = fault or clean(spec.get("about", ""))
        ink = ui.theme.bad if fault else None
        place = labelled(ui, rect, label_of(name), about[:1].upper() + about[1:], ink)
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

    What finds no room in two lines is told to who points at it.
    """
    row = Box(rect.inflate(0, -2 * ui.u(3)), ui.u(14))
    control = row.right(max(ui.u(236), row.rest.width // 2))
    words = Box(row.rest)
    ui.text(label, words.top(ui.u(24)), "strong", may_cut=True)
    lines = ui.type.wrap(about, "caption", words.rest.width)
    if len(lines) > LINES:
        lines[LINES - 1] = " ".join(lines[LINES - 1 :])
        ui.hint(f"about {label}", row.rest, about)
    for line in lines[:LINES]:
        ui.text(line, words.top(ui.line("caption")), "caption", ink or ui.theme.muted, may_cut=True)
    return Rect(control.x, control.centery - ui.u(19), control.width, ui.u(38))


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
