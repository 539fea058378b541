"""One of OpenSpiel's games under fixed options, as the server meets it."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import pyspiel  # type: ignore[import-not-found, import-untyped, unused-ignore]  # optional

from infoset_games.core import CHANCE, IllegalActionError, Json, State
from infoset_games.game import Event
from infoset_games.openspiel.catalogue import BY_HISTORIES
from infoset_games.openspiel.knowledge import Knowledge
from infoset_games.openspiel.options import parameters, read_options
from infoset_games.openspiel.rules import OpenSpielRules
from infoset_games.openspiel.state import OpenSpielState, dealt, happened, replayed
from infoset_games.openspiel.worlds import MOST_STEPS, Worlds, deals
from infoset_games.placing import returns_of
from infoset_games.rng import Rng

PREFIX: Final = "openspiel_"


class OpenSpielGame(OpenSpielRules):
    """The rules. `family.py` makes a class of it for each game."""

    def __init__(self, **options: Json) -> None:
        self._options = read_options(self.describe_options(), options)
        self.inner = pyspiel.load_game(self.member, parameters(self.member, self._options))
        self.seats = self.inner.num_players()
        self._knowledge = Knowledge(self)
        self.worlds_of = Worlds(self)
        if self.entry.worlds == BY_HISTORIES:  # with more dice, there are more than can be listed
            self.worlds = deals(self.inner) <= MOST_STEPS
        self._most = _largest_utility(self.inner)
        self._dealt: tuple[list[int] | None, Any] = None, None  # the last deal, and what it led to

    def __reduce__(self) -> tuple[object, ...]:
        return remade, (type(self), self._options)

    def options(self) -> dict[str, Json]:
        return dict(self._options)

    def deal(self, rng: Rng) -> Json:
        """What chance brings before the first decision."""
        inner = self.inner.new_initial_state()
        dealt(inner, rng)
        history = list(inner.history())
        self._dealt = history, inner
        return {"chance": list(history)}

    def start(self, deal: Json) -> State:
        given = deal.get("chance") if isinstance(deal, dict) else None
        history, inner = self._dealt
        if given == history and given is not None:  # the match that asked for it begins
            return OpenSpielState(self, inner.clone())
        if not isinstance(given, list) or not all(type(action) is int for action in given):
            raise ValueError("chance: expected a list of integers")
        state = replayed(self, given)
        if state.mover() == CHANCE or state.turn:
            raise ValueError("chance: expected what chance brings before the first decision")
        return state

    def determinize(self, observation: Any, rng: Rng) -> State:
        """A world. Raises NoWorldsError where the game has none (`worlds`)."""
        return self.worlds_of.draw(observation, rng)

    def observation(self, state: Any, seat: int | None) -> dict[str, Json]:
        return self._knowledge.of(state, seat)

    def like(self, state: Any, seat: int, rng: Rng) -> State:
        return self.worlds_of.like(state, seat, rng)

    def returns_of(self, scores: Sequence[float]) -> list[float]:
        """Scores as shares of the largest that a play can bring."""
        if not self._most:
            places = [1 + sum(other > own for other in scores) for own in scores]
            return returns_of(places)
        return [max(-1.0, min(1.0, score / self._most)) for score in scores]

    def narrate(self, before: State, joint: Mapping[int, int], after: State) -> list[Event]:
        assert isinstance(before, OpenSpielState)
        return happened(before, joint)

    def write_action(self, state: State, seat: int, action: int) -> list[Json]:
        """OpenSpiel's word for it."""
        assert isinstance(state, OpenSpielState)
        return [state.action_text(seat, action)]

    def read_action(self, state: State, seat: int, value: Json) -> int:
        space = state.legal(seat)
        if isinstance(value, list) and value and isinstance(value[0], str):
            for index in range(space.size):
                action = space.item(index)
                if self.write_action(state, seat, action) == value:
                    return action
        raise IllegalActionError("expected one of the legal actions, written as they are listed")

    def write_observation(self, observation: Any) -> dict[str, Json]:
        return dict(observation)

    def read_observation(self, value: Json) -> Any:
        return self._knowledge.read(value)

    def consts(self) -> dict[str, Json]:
        return {"openspiel": str(self.inner)}


def remade(kind: type[OpenSpielGame], options: dict[str, Json]) -> OpenSpielGame:
    """A game, for pickle."""
    return kind(**options)


def _largest_utility(inner: Any) -> float:
    """The largest score, of either sign; 0 where OpenSpiel does not know."""
    largest = max(abs(float(inner.min_utility())), abs(float(inner.max_utility())))
    return largest if 0 < largest < float("inf") else 0.0
