"""Positions of Catan for the tests of its players: set up by hand, or met in play."""

from collections.abc import Iterator
from typing import Final

from tests.games.catan.conftest import set_up_in

from infoset_bots.catan.deciding import Inquiry
from infoset_bots.catan.plies import Plies
from infoset_bots.catan.scores import ScoreMap
from infoset_bots.catan.settings import Settings
from infoset_bots.catan.weights import TEXT, Weights
from infoset_bots.search.decision import Question
from infoset_games.catan import Catan
from infoset_games.catan.actions import MAIN
from infoset_games.catan.policies import heuristic
from infoset_games.catan.state import CatanState, own
from infoset_games.core import CHANCE, OVER
from infoset_games.rng import Rng

GAME: Final = Catan(layout="beginner")
PAIR: Final = Catan(layout="beginner", seats=2)
set_up = set_up_in(GAME)
set_up_pair = set_up_in(PAIR)


def met(game: Catan, seed: str) -> Iterator[tuple[CatanState, int]]:
    """Every decision of a match between players by rules of thumb, with the seat that decides."""
    rng, player = Rng(seed), heuristic()
    state = own(game.start(game.deal(rng)))
    while int(state.mover()) != OVER:
        if int(state.mover()) == CHANCE:
            state.move(state.sample_chance(rng))
            continue
        for seat in state.to_act():
            yield state, seat
        state.apply({seat: player.choose(state, seat, rng) for seat in state.to_act()})


def met_in(phase: int, seed: str, count: int, game: Catan = GAME) -> list[tuple[CatanState, int]]:
    """The first `count` decisions of a phase that leave a choice, over as many matches as it takes."""
    found: list[tuple[CatanState, int]] = []
    number = 0
    while len(found) < count:
        for state, seat in met(game, f"{seed}{number}"):
            if state.phase == phase and state.legal(seat).size > 1:
                found.append((state.copy(), seat))
        number += 1
    return found[:count]


def main_phases(seed: str, count: int, game: Catan = GAME) -> list[CatanState]:
    return [state for state, _ in met_in(MAIN, seed, count, game)]


def scored(weights: Weights = TEXT) -> ScoreMap:
    return ScoreMap(weights)


def plies_of(seat: int = 0, weights: Weights = TEXT, *, wishful: bool = False) -> Plies:
    return Plies(ScoreMap(weights), seat, wishful)


def asked(
    state: CatanState,
    seat: int = 0,
    weights: Weights = TEXT,
    settings: Settings | None = None,
    seed: int = 1,
    game: Catan = GAME,
) -> Inquiry:
    """The decision of a seat, as a search is asked it."""
    question = Question(game, state.observe(seat), seat)
    return Inquiry(question, seed, ScoreMap(weights), settings or Settings(depth=1))
