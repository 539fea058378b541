"""Games registered with OpenSpiel itself: its own algorithms play them."""

import random

import pytest

from infoset_bots.adapters.openspiel import SpielGame, uniform_odds
from infoset_games.game import Game
from infoset_games.testing.toys import Leduc

pyspiel = pytest.importorskip(
    "pyspiel", reason="OpenSpiel is not installed: nothing shows that the bridge to it works"
)


def test_counterfactual_regret_minimisation_learns_leduc() -> None:
    from infoset_bots.adapters.pyspiel_bridge import register

    leduc = SpielGame(Leduc(ranks=2), odds=uniform_odds, deal={"first": 0})
    register(leduc, "infoset_small_leduc", zero_sum=True)
    game = pyspiel.load_game("infoset_small_leduc")
    solver = pyspiel.CFRSolver(game)
    exploited = []
    for _ in range(8):
        solver.evaluate_and_update_policy()
        exploited.append(pyspiel.exploitability(game, solver.average_policy()))
    assert exploited[-1] < 0.15 < exploited[0]


def test_a_registered_game_is_played_to_its_end(game: Game) -> None:
    from infoset_bots.adapters.pyspiel_bridge import register

    register(SpielGame(game), f"infoset_{game.name}")
    loaded = pyspiel.load_game(f"infoset_{game.name}")
    state, rng = loaded.new_initial_state(), random.Random(1)
    while not state.is_terminal():
        if state.is_simultaneous_node():
            legal = [state.legal_actions(player) for player in range(game.seats)]
            state.apply_actions([rng.choice(actions) for actions in legal])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    before = state.clone()
    assert before.returns() == state.returns()
    assert sum(state.returns()) == pytest.approx(0.0)
    assert before.observation_string(0) == state.observation_string(0) != ""
