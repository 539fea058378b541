"""The words of Colonizers for its players. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from infoset.errors import WrongChoiceError
from infoset.turn import Action, Match, Turn
from infoset.watching.colonizers import colonist_name, module_name
from infoset.wording import is_said, say
from infoset_games.colonizers.cards import COLONIST_NAMES, COST, LETTERS, MODULE_NAMES, VALUE

VERBS: Final = ("pick", "omnium", "draw", "keep", "steal", "swap", "build", "skip")
OF_COLONISTS: Final = ("pick", "steal", "swap")
OF_MODULES: Final = ("keep", "build")


class ColonizersWording:
    """Colonists and modules by their names, modules also by their letters."""

    def task(self, kind: str) -> str:
        known = is_said(f"colonizers-tell-task-{kind}")
        return say(f"colonizers-tell-task-{kind}") if known else kind

    def heading(self, verb: str) -> str:
        return say(f"colonizers-tell-head-{verb}") if verb in VERBS else verb

    def is_place(self, verb: str) -> bool:
        return False

    def explain(self, turn: Turn) -> Sequence[str]:
        return ()

    def short(self, match: Match, action: Action) -> str:
        verb, *arguments = action
        if verb in OF_COLONISTS:
            return colonist_name(arguments[0])
        if verb in OF_MODULES:
            module = arguments[0]
            name, cost, value = module_name(module), COST[module], VALUE[module]
            return say("colonizers-tell-costs", name=name, cost=cost, value=value)
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
            own = [colonist_name(role) for role in range(len(COLONIST_NAMES))]
            return [verb, find(name, COLONIST_NAMES, verb, own)]
        if verb in OF_MODULES:
            if len(name) == 1 and name in LETTERS:
                return [verb, LETTERS.index(name)]
            own = [module_name(module) for module in range(len(MODULE_NAMES))]
            return [verb, find(name, MODULE_NAMES, verb, own)]
        if verb not in VERBS or name:
            raise WrongChoiceError(
                say("colonizers-tell-words-of", typed=line, words=", ".join(VERBS))
            )
        return [verb]

    def read_field(self, name: str, spec: Mapping[str, Any], text: str) -> Any:
        raise WrongChoiceError("no action of this game has parameters")

    def ask_field(self, name: str, spec: Mapping[str, Any]) -> str:
        return name


def find(text: str, names: tuple[str, ...], verb: str, own: Sequence[str] = ()) -> int:
    """The position of a name by its number or its beginning; `own` are the same in the language that is spoken.

    Raises WrongChoiceError.
    """
    if text.isdecimal() and int(text) < len(names):
        return int(text)
    begin = text.casefold()
    found = {
        at
        for known in (names, own)
        for at, name in enumerate(known)
        if begin and name.casefold().startswith(begin)
    }
    if len(found) != 1:
        what = say("colonizers-tell-several-names") if found else say("colonizers-tell-no-name")
        options = ", ".join(own or names)
        raise WrongChoiceError(
            say("colonizers-tell-one-of", typed=f"{verb} {text}", what=what, names=options)
        )
    return found.pop()
