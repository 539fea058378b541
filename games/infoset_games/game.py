"""The rules under fixed options (`Game`), the readable outside of a game: not compiled.

Hidden information leaves through two doors only: `State.observe` and `Event.view`.
"""

import json
import sys
from abc import ABC, abstractmethod
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from infoset_games.core import Json, State
from infoset_games.events import Event
from infoset_games.rng import Rng
from infoset_games.writing import ValueWriter

__all__ = [
    "Event",
    "Game",
    "NoWorldsError",
    "OptionError",
]  # what the module of a game takes from here


class OptionError(ValueError):
    """A game option is unknown or out of range. `path` names it, the message says what was expected."""

    def __init__(self, path: str, expected: str) -> None:
        super().__init__(f"{path}: expected {expected}")
        self.path = path
        self.expected = expected


class NoWorldsError(ValueError):
    """No world can be drawn of this observation, or of any of the game's; the message says which."""


class Game(ABC):
    """The rules under fixed options; holds no play. One per options, shared by all matches.

    A game is found by name through its descriptor (descriptor.py); the class is called with
    its options as keyword arguments and raises OptionError for a bad one.
    """

    name: str  # slug, for instance "catan"
    rules: str  # "name/major.minor"; any change of behaviour raises it
    seats: int  # seats under these options
    seat_range: tuple[int, int]  # fewest and most seats the rules know
    simultaneous: bool  # may seats decide at the same time?
    worlds: bool = True  # can it `determinize`? Where not, there is nothing to compute with
    slow_worlds: bool = (
        False  # may that take longer than a few steps? A server then leaves it to workers
    )

    @staticmethod
    @abstractmethod
    def describe_options() -> dict[str, dict[str, Json]]:
        """The options by name: `{"type": ..., "default": ..., "about": ..., ...}`, for `describe`."""

    @abstractmethod
    def options(self) -> dict[str, Json]:
        """The options in force; calling the class with them gives an equal game."""

    @abstractmethod
    def deal(self, rng: Rng) -> Json:
        """The random set-up as plain data: the first entry of every log."""

    @abstractmethod
    def start(self, deal: Json) -> State:
        """The first state after `deal`. Raises ValueError naming what is wrong with a bad deal."""

    def begin(self, rng: Rng) -> State:
        """The first state after a random set-up: the same as `start(deal(rng))`.

        To be overridden where it can be had without the set-up's plain form.
        """
        return self.start(self.deal(rng))

    def deal_anew(self, deal: Json, state: State, rng: Rng) -> Json:
        """A deal that leads to `state` as `deal` did, with what it settles for later drawn anew.

        The same plays under it lead to a position of which every seat knows what it knows of `state`. It depends on
        nothing else in `deal` than what has come out by then. As it stands chance draws everything when it is due,
        and the deal settles nothing for later.
        """
        return deal

    @abstractmethod
    def determinize(self, observation: Any, rng: Rng) -> State:
        """A complete state drawn uniformly from all that are consistent with one seat's observation.

        It is never shown the truth, so it cannot leak it. Observing the world it returns from the
        same seat gives `observation` again; equal observation and equal stream give equal worlds.
        Raises NoWorldsError where there is none that can be drawn.
        """

    @abstractmethod
    def narrate(self, before: State, joint: Mapping[int, int], after: State) -> list[Event]:
        """What happened in the ply `joint` from `before` to `after`. Built for real plies only."""

    def is_reversible(self, before: State, seat: int, action: int, after: State) -> bool:
        """May `seat`, which alone acted, take back `action`, a ply without chance from `before` to `after`?

        Only where nobody, the seat included, has learned anything hidden from it: not what was drawn, not that a
        hand holds what was paid or shown, not what another seat is offered next. The answer must follow from
        what everybody knows, or it would tell by itself. The conformance kit tries it on worlds.
        """
        return False

    # Notation: plain values of the wire <-> the rules' own types.

    @abstractmethod
    def write_action(self, state: State, seat: int, action: int) -> list[Json]:
        """The action as `[verb, arg, ...]`."""

    @abstractmethod
    def read_action(self, state: State, seat: int, value: Json) -> int:
        """The code of a written action. Raises IllegalActionError if it is no action of `seat` now."""

    @abstractmethod
    def write_observation(self, observation: Any) -> dict[str, Json]:
        """The observation as plain values."""

    def put_observation(self, observation: Any, out: ValueWriter) -> None:
        """Writes what `write_observation` returns, the same in the same order, without making plain values.

        Optional: a server asks games that have it whenever it tells an observation.
        """
        raise NotImplementedError

    @abstractmethod
    def read_observation(self, value: Json) -> Any:
        """The observation from plain values. Raises ValueError naming the field that is wrong."""

    @abstractmethod
    def consts(self) -> dict[str, Json]:
        """What never changes in a play and everybody may know (cards, costs, board): sent once."""

    def write_option(self, state: State, seat: int, slot: int, option: int) -> list[Json]:
        """One option of one slot as `[verb, arg, ...]`. Needed where `legal` returns a ProductSpace."""
        raise NotImplementedError(f"{self.name}: a game with product spaces writes its options")

    @classmethod
    def payloads(cls) -> dict[str, Json] | None:
        """What is written, as definitions of JSON Schema: `Observation`, `Action`, `Event`, `Options`, `Consts`, as far as known.

        As it stands, those of the file `payloads.json` in the package of the class; None where there is none.
        """
        package = sys.modules[cls.__module__].__package__
        found = files(package) / "payloads.json" if package else None
        if found is None or not found.is_file():
            return None
        definitions: dict[str, Json] = json.loads(found.read_text("utf-8"))["$defs"]
        return definitions

    def params(self, state: State, seat: int) -> list[dict[str, Json]]:
        """Templates of further actions too many to enumerate, sent back in written form."""
        return []
