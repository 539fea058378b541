"""Options of any game as items of a form, made from what the server says of them. Knows no game."""

import json
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final, TypedDict

from infoset.wording import say
from infoset_gui.kit.forms import Choice, Count, Fact, Item, Line, Switch
from infoset_gui.phrases import choice_words, option_about, option_title, value_words

MAX_TEXT: Final = 4_000  # characters of one value
MOST_STEPS: Final = 100  # between the bounds of a number that is stepped through


class Words(TypedDict):
    """What every kind of item says of an option."""

    name: str
    label: str
    about: str
    fault: str


class OptionRows:
    """The values of one form. `values` has only what is not as usual."""

    def __init__(self, game: str, specs: Mapping[str, Any], values: Mapping[str, Any]) -> None:
        self._game = game
        self.specs = {name: spec for name, spec in specs.items() if isinstance(spec, dict)}
        self.values = dict(values)
        self._texts: dict[str, str] = {}
        self.faults: set[str] = set()  # the names of options whose text is no value

    def value(self, name: str) -> Any:
        """What an option is set to."""
        return self.values.get(name, self.specs[name].get("default"))

    def set(self, name: str, value: Any) -> None:
        """Another value; one that is as usual is not sent."""
        if value == self.specs[name].get("default"):
            self.values.pop(name, None)
        else:
            self.values[name] = value

    def items(self, *, can_change: bool = True) -> list[Item]:
        """All of them as a form, in the language that is spoken."""
        return [
            self._item(name, spec) if can_change else self._fact(name)
            for name, spec in self.specs.items()
        ]

    def _words(self, name: str) -> Words:
        wrong = say("window-room-option-json", example="[1,2,3]") if name in self.faults else ""
        return {
            "name": f"option {name}",
            "label": option_title(self._game, name),
            "about": option_about(self._game, name, self.specs[name].get("about", "")),
            "fault": wrong,
        }

    def _fact(self, name: str) -> Item:
        return Fact(**self._words(name), value=value_words(self._game, name, self.value(name)))

    def _item(self, name: str, spec: Mapping[str, Any]) -> Item:
        value, words = self.value(name), self._words(name)
        change: Callable[[Any], None] = partial(self.set, name)
        match spec:
            case {"type": "boolean"}:
                return Switch(**words, value=bool(value), change=change)
            case {"enum": list(values)} if value in values:
                options = [(str(one), choice_words(self._game, name, str(one))) for one in values]
                return Choice(**words, options=options, value=str(value), change=change)
            case {"type": "integer", "minimum": int(least), "maximum": int(most)} if (
                most - least <= MOST_STEPS
            ):
                return Count(**words, value=int(value), least=least, most=most, change=change)
            case {"type": "string"}:
                return Line(
                    **words,
                    value=str(value),
                    change=change,
                    hint=say("window-none"),
                    keeps_lines=True,
                    max_length=MAX_TEXT,
                )
            case _:
                return self._plain(name, words)

    def _plain(self, name: str, words: Words) -> Item:
        """Whatever else there is, as JSON."""
        shown = self._texts.get(name, json.dumps(self.value(name), separators=(",", ":")))

        def change(text: str) -> None:
            self._texts[name] = text
            try:
                self.set(name, json.loads(text))
                self.faults.discard(name)
            except ValueError:
                self.faults.add(name)

        return Line(**words, value=shown, change=change, max_length=MAX_TEXT)
