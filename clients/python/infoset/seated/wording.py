"""How the actions of a game are written and read by people. Pure.

A game of its own words has a Wording like `catan.CatanWording`; all others get `PlainWording`.
"""

import json
from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Protocol

from infoset.errors import WrongChoiceError
from infoset.printing import clean
from infoset.seated.catan import CatanWording
from infoset.seated.colonizers import ColonizersWording
from infoset.seated.crossfire import CrossfireWording
from infoset.turn import Action, Match, Turn

MAX_ARGUMENT: Final = 60  # characters of one argument of an unknown game


class Wording(Protocol):
    """The words of one game."""

    @abstractmethod
    def task(self, kind: str) -> str:
        """What a decision of this kind asks for, as an order to the player."""

    @abstractmethod
    def heading(self, verb: str) -> str:
        """What actions with this verb do; they are listed below it."""

    @abstractmethod
    def is_place(self, verb: str) -> bool:
        """Is the one argument of this verb the number of a place that is seen on the board?"""

    @abstractmethod
    def explain(self, turn: Turn) -> Sequence[str]:
        """What can be answered, in lines that say more than a list of all actions; empty: the list says it."""

    @abstractmethod
    def short(self, match: Match, action: Action) -> str:
        """What tells an action from others with its verb; empty where there are none."""

    @abstractmethod
    def slot(self, name: str) -> str:
        """What a slot of a joint order is called."""

    @abstractmethod
    def write(self, action: Action) -> str:
        """The action as a line that `read` understands."""

    @abstractmethod
    def read(self, line: str) -> Action:
        """The action in a line, legal or not. Raises WrongChoiceError naming what is wrong."""

    @abstractmethod
    def read_field(self, name: str, spec: Mapping[str, Any], text: str) -> Any:
        """A field of an action with parameters. Raises WrongChoiceError saying what was expected."""

    @abstractmethod
    def ask_field(self, name: str, spec: Mapping[str, Any]) -> str:
        """The question for a field of an action with parameters."""


class PlainWording:
    """Verb and arguments as they stand in the protocol: readable for any game."""

    def task(self, kind: str) -> str:
        return clean(kind).replace("_", " ")

    def heading(self, verb: str) -> str:
        return clean(verb).replace("_", " ")

    def is_place(self, verb: str) -> bool:
        return False

    def explain(self, turn: Turn) -> Sequence[str]:
        return ()

    def short(self, match: Match, action: Action) -> str:
        return " ".join(argument_text(argument) for argument in action[1:])

    def slot(self, name: str) -> str:
        return name

    def write(self, action: Action) -> str:
        return " ".join(argument_text(argument) for argument in action)

    def read(self, line: str) -> Action:
        return [read_argument(word) for word in line.split()]

    def read_field(self, name: str, spec: Mapping[str, Any], text: str) -> Any:
        try:
            return json.loads(text)
        except ValueError:
            raise WrongChoiceError(f"{name}: expected {self.ask_field(name, spec)}") from None

    def ask_field(self, name: str, spec: Mapping[str, Any]) -> str:
        return f"{clean(name)} as JSON, {json.dumps(spec)}"


WORDINGS: Final[Mapping[str, Callable[[Match], Wording]]] = {
    "catan": CatanWording,
    "colonizers": lambda _: ColonizersWording(),
    "crossfire": lambda _: CrossfireWording(),
}


def wording_for(match: Match) -> Wording:
    """The words of a game: its own, else the plain ones."""
    if match.engine is not None and match.game in WORDINGS:
        return WORDINGS[match.game](match)
    return PlainWording()


def argument_text(argument: Any) -> str:
    """One argument, without blanks."""
    if isinstance(argument, str):
        return clean(argument)[:MAX_ARGUMENT]
    return json.dumps(argument, separators=(",", ":"))[:MAX_ARGUMENT]


def read_argument(word: str) -> Any:
    """The inverse: JSON, or text."""
    try:
        return json.loads(word)
    except ValueError:
        return word
