"""The words of Colonizers for its players. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from infoset.errors import WrongChoiceError
from infoset.turn import Action, Match, Turn
from infoset_games.colonizers.cards import COLONIST_NAMES, COST, LETTERS, MODULE_NAMES, VALUE

TASKS: Final = {
    "pick": "pick a colonist",
    "draw": "take omnium, or draw modules",
    "discard": "choose the module to keep",
    "power": "use the power of your colonist, or skip",
    "build": "build a module, or skip",
}
HEADINGS: Final = {
    "pick": "pick a colonist",
    "omnium": "take 2 omnium",
    "draw": "draw two modules and keep one",
    "keep": "keep",
    "steal": "steal from the",
    "swap": "swap hands with the",
    "build": "build",
    "skip": "do nothing",
}
OF_COLONISTS: Final = ("pick", "steal", "swap")
OF_MODULES: Final = ("keep", "build")


class ColonizersWording:
    """Colonists and modules by their names, modules also by their letters."""

    def task(self, kind: str) -> str:
        return TASKS.get(kind, kind)

    def heading(self, verb: str) -> str:
        return HEADINGS.get(verb, verb)

    def is_place(self, verb: str) -> bool:
        return False

    def explain(self, turn: Turn) -> Sequence[str]:
        return ()

    def short(self, match: Match, action: Action) -> str:
        verb, *arguments = action
        if verb in OF_COLONISTS:
            return COLONIST_NAMES[arguments[0]]
        if verb in OF_MODULES:
            module = arguments[0]
            return f"{MODULE_NAMES[module]} (costs {COST[module]}, worth {VALUE[module]})"
        return ""

    def slot(self, name: str) -> str:
        return name

    def write(self, action: Action) -> str:
        verb, *arguments = action
        if verb in OF_COLONISTS:
            return f"{verb} {COLONIST_NAMES[arguments[0]]}"
        if verb in OF_MODULES:
            return f"{verb} {LETTERS[arguments[0]]}"
        return str(verb)

    def read(self, line: str) -> Action:
        verb, _, name = " ".join(line.lower().split()).partition(" ")
        if verb in OF_COLONISTS:
            return [verb, find(name, COLONIST_NAMES, verb)]
        if verb in OF_MODULES:
            if len(name) == 1 and name in LETTERS:
                return [verb, LETTERS.index(name)]
            return [verb, find(name, MODULE_NAMES, verb)]
        if verb not in HEADINGS or name:
            raise WrongChoiceError(f"{line}: expected one of {', '.join(HEADINGS)}")
        return [verb]

    def read_field(self, name: str, spec: Mapping[str, Any], text: str) -> Any:
        raise WrongChoiceError("no action of this game has parameters")

    def ask_field(self, name: str, spec: Mapping[str, Any]) -> str:
        return name


def find(text: str, names: tuple[str, ...], verb: str) -> int:
    """The position of a name by its number or its beginning. Raises WrongChoiceError."""
    if text.isdecimal() and int(text) < len(names):
        return int(text)
    found = [at for at, name in enumerate(names) if text and name.lower().startswith(text)]
    if len(found) != 1:
        what = "several begin like that" if found else "there is no such name"
        raise WrongChoiceError(f"{verb} {text}: {what}; expected one of {', '.join(names)}")
    return found[0]
