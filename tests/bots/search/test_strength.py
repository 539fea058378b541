"""Who beats whom, in short: two of each sort at one table, every deal in all seatings."""

import math
from collections.abc import Callable
from itertools import combinations
from typing import Final

import pytest
from tests.bots.search.searches import ask, simulator

from infoset_bots.search.ismcts import ismcts
from infoset_bots.search.maxn import maxn
from infoset_bots.search.mo_ismcts import mo_ismcts
from infoset_bots.search.monte_carlo import monte_carlo
from infoset_games.colonizers import Colonizers
from infoset_games.core import CHANCE, OVER, State
from infoset_games.policy_registry import make_evaluation, make_policy
from infoset_games.rng import Rng

Player = Callable[[State, int, Rng], int]

GAME: Final = Colonizers(colony=2)  # short plays
SEATINGS: Final = tuple(combinations(range(4), 2))
SURE: Final = 2.0  # standard errors; the streams are fixed, so nothing here is left to luck


def follows(policy: str) -> Player:
    made = make_policy("colonizers", policy)
    return lambda state, seat, rng: made.choose(state, seat, rng)


WORTH: Final = make_evaluation("colonizers")
PLAYERS: Final[dict[str, Player]] = {
    "random": follows("random"),
    "heuristic": follows("heuristic"),
    "ismcts": lambda state, seat, rng: ismcts(simulator(ask(GAME, state, seat), rng), 40).action,
    "mo_ismcts": lambda state, seat, rng: (
        mo_ismcts(simulator(ask(GAME, state, seat), rng), 10).action
    ),
    "monte_carlo": lambda state, seat, rng: (
        monte_carlo(simulator(ask(GAME, state, seat), rng), 3).action
    ),
    "maxn": lambda state, seat, rng: maxn(ask(GAME, state, seat), rng, WORTH, 3, 4).action,
}


def winner(deal: int, players: dict[int, Player]) -> int | None:
    """The seat that wins a deal; None if it is drawn."""
    chance = Rng("strength", str(deal))
    state = GAME.start(GAME.deal(chance))
    rng = Rng("players", str(deal), str(sorted(players)))
    while (mover := int(state.mover())) != OVER:
        if mover == CHANCE:
            state.move(state.sample_chance(chance))
        else:
            state.move(players[mover](state, mover, rng))
    result = state.result()
    assert result is not None
    return None if result.ending == "draw" else result.places.index(1)


def share(better: str, worse: str, deals: int) -> tuple[float, int]:
    """The share of matches that one of two `better` wins against two `worse`, and how many there were."""
    wins = played = 0
    for deal in range(deals):
        for seats in SEATINGS:
            players = {seat: PLAYERS[better if seat in seats else worse] for seat in range(4)}
            won = winner(deal, players)
            played += won is not None
            wins += won in seats
    return wins / played, played


@pytest.mark.parametrize(
    ("better", "worse", "deals"),
    [
        ("heuristic", "random", 20),
        ("ismcts", "heuristic", 7),
        ("mo_ismcts", "random", 2),
        ("monte_carlo", "random", 2),
        ("maxn", "random", 4),
    ],
)
def test_the_better_player_wins_more_than_its_share(better: str, worse: str, deals: int) -> None:
    won, played = share(better, worse, deals)
    assert won - SURE * math.sqrt(0.25 / played) > 0.5, f"{won:.0%} of {played}"
