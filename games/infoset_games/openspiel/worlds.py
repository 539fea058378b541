"""Worlds of OpenSpiel's games: complete positions that agree with what a seat knows, drawn of that alone.

Four ways. Where nothing is hidden there is one world. `resample_from_infostate` is OpenSpiel's own, applied to the
example of the observation and given our stream; it is used for games where tests show that it neither leaks nor is
biased. Hearts, spades and hold'em are dealt anew (dealing.py). Else all histories that agree are listed, turn by turn, if they
are not too many; each counts as much as chance makes it, and choices of others count alike.
"""

from collections.abc import Iterator
from typing import Any, Final

from infoset_games.core import Json
from infoset_games.game import NoWorldsError
from infoset_games.openspiel.catalogue import BY_RESAMPLING
from infoset_games.openspiel.dealing import TRICKS, hole_cards_redealt, redealt
from infoset_games.openspiel.rules import OpenSpielRules
from infoset_games.openspiel.state import OpenSpielState, replayed
from infoset_games.rng import Rng

MOST_STEPS: Final = 40_000  # tried while histories are listed
KEPT: Final = 32  # observations whose worlds are at hand
MOST_KEPT: Final = 40_000  # histories of all of them together

Weighted = tuple[Any, float]  # a state of OpenSpiel's and the probability of the chance in it


class Worlds:
    """Draws the worlds of one game. Remembers what it has listed, which only saves time."""

    def __init__(self, game: OpenSpielRules) -> None:
        self._game = game
        self._listed: dict[str, list[Weighted] | NoWorldsError] = {}
        self._examples: dict[tuple[int, ...], OpenSpielState] = {}

    def draw(self, observation: dict[str, Json], rng: Rng) -> OpenSpielState:
        """A world that agrees with the observation. Raises NoWorldsError."""
        if not self._game.worlds:
            raise NoWorldsError(f"{self._game.name}: there are no worlds of this game")
        match self._game.entry.worlds:
            case "public":
                return self._example(observation).copy()
            case "resampling" | "dealing":
                return self.like(self._example(observation), observation["seat"], rng)
            case "histories":
                inner = _one_of(self.all_of(observation), rng)
                return OpenSpielState(self._game, inner.clone(), observation["turn"])
        raise AssertionError("worlds are drawn in some way")

    def like(self, state: OpenSpielState, seat: int, rng: Rng) -> OpenSpielState:
        """A position that looks like this one to a seat, drawn of no more than the seat sees in it."""
        if self._game.entry.worlds == BY_RESAMPLING:
            inner = state.inner.resample_from_infostate(seat, rng.uniform)
            return OpenSpielState(self._game, inner, state.turn)
        looks = self._game.raw(state.inner, seat)
        found: list[OpenSpielState] = []

        def fits(history: list[int]) -> bool:
            try:
                world = replayed(self._game, history)
            except ValueError:
                return False
            found[:] = [world]
            same = self._game.raw(world.inner, seat) == looks
            return same and world.to_act() == state.to_act()

        history = state.history()
        players = [step.player for step in state.inner.full_history()]
        if self._game.member in TRICKS:
            pack = TRICKS[self._game.member]
            dealt = redealt(pack, history, players, seat, rng, fits)
        else:
            dealt = hole_cards_redealt(self._game.seats, history, players, seat, rng, fits)
        if dealt is None:
            raise NoWorldsError(f"{self._game.name}: no deal was found that agrees")
        return found[0]

    def all_of(self, observation: dict[str, Json]) -> list[Weighted]:
        """Every history that agrees with an observation that has a trail. Raises NoWorldsError."""
        if "trail" not in observation:
            raise NoWorldsError("trail: expected it in the observation of a seat before the end")
        name = repr((observation["seat"], observation["trail"], observation["own"]))
        if name not in self._listed:
            self._keep(name, self._try_to_list(observation))
        found = self._listed[name]
        if isinstance(found, NoWorldsError):
            raise found
        return found

    def _keep(self, name: str, found: list[Weighted] | NoWorldsError) -> None:
        """Remembers what was found for the observation of this name; the oldest are forgotten."""
        self._listed[name] = found
        sizes = {
            kept: 1 if isinstance(one, NoWorldsError) else len(one)
            for kept, one in self._listed.items()
        }
        while len(sizes) > 1 and (len(sizes) > KEPT or sum(sizes.values()) > MOST_KEPT):
            oldest = next(iter(sizes))
            del sizes[oldest], self._listed[oldest]

    def _try_to_list(self, observation: dict[str, Json]) -> list[Weighted] | NoWorldsError:
        try:
            return self._list(observation)
        except NoWorldsError as none:
            return none

    def _example(self, observation: dict[str, Json]) -> OpenSpielState:
        if "example" not in observation:
            raise NoWorldsError("example: expected it in the observation of a seat before the end")
        history = tuple(observation["example"])
        if history not in self._examples:
            self._examples[history] = replayed(self._game, history)
            if len(self._examples) > KEPT:
                del self._examples[next(iter(self._examples))]
        return self._examples[history]

    def _list(self, observation: dict[str, Json]) -> list[Weighted]:
        seat, own = observation["seat"], iter(observation["own"])
        budget = Budget(self._game.name)
        marks = list(observation["trail"])
        start = self._game.inner.new_initial_state()
        found = list(self._settled(start, 1.0, marks[0], seat, budget))
        for mark in marks[1:]:
            chosen = next(own, None) if found and found[0][0].current_player() == seat else None
            found = [
                after
                for inner, weight in found
                for action in ([chosen] if chosen is not None else inner.legal_actions())
                for after in self._settled(inner.child(action), weight, mark, seat, budget)
            ]
        if not found:
            raise NoWorldsError("trail: no play agrees with it")
        return found

    def _settled(
        self, inner: Any, weight: float, mark: int, seat: int, budget: "Budget"
    ) -> Iterator[Weighted]:
        """What chance makes of a state, as far as it then looks to the seat as `mark` says."""
        budget.spend()
        if inner.is_chance_node():
            for action, share in inner.chance_outcomes():
                if share > 0:
                    after = inner.child(action)
                    yield from self._settled(after, weight * share, mark, seat, budget)
        elif not inner.is_terminal() and self._game.fingerprint(inner, seat) == mark:
            yield inner, weight


def deals(inner: Any) -> int:
    """In how many ways a play of one of OpenSpiel's games can be dealt, judged by one of them."""
    state, count = inner.new_initial_state(), 1
    while state.is_chance_node():
        outcomes = state.chance_outcomes()
        count *= len(outcomes)
        state.apply_action(outcomes[0][0])
    return count


def _one_of(found: list[Weighted], rng: Rng) -> Any:
    """One of these, as often as its weight says."""
    left = rng.uniform() * sum(weight for _, weight in found)
    for inner, weight in found:
        left -= weight
        if left < 0:
            return inner
    return found[-1][0]


class Budget:
    """How many positions may be tried."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._left = MOST_STEPS

    def spend(self) -> None:
        """Counts one. Raises NoWorldsError when all are used."""
        self._left -= 1
        if self._left < 0:
            raise NoWorldsError(f"{self._name}: too many histories agree with what the seat knows")
