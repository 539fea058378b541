"""Games registered with OpenSpiel itself: its own algorithms play them."""

import random
from typing import Any

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


def leduc_holdem(name: str) -> Any:
    """The game of the literature, registered: three ranks, one raise, chips."""
    from infoset_bots.adapters.pyspiel_bridge import register

    leduc = SpielGame(
        Leduc(raises=1), odds=uniform_odds, deal={"first": 0}, score_range=(-13.0, 13.0)
    )
    register(leduc, name, zero_sum=True)
    return pyspiel.load_game(name)


def test_leduc_holdem_is_that_of_the_literature() -> None:
    ours, theirs = leduc_holdem("infoset_leduc_holdem"), pyspiel.load_game("leduc_poker")
    exploited = [
        pyspiel.exploitability(game, pyspiel.UniformRandomPolicy(game)) for game in (ours, theirs)
    ]
    assert exploited[0] == pytest.approx(exploited[1], abs=1e-9)
    assert exploited[0] == pytest.approx(2.374, abs=5e-4)


def test_leduc_holdem_has_the_tree_of_openspiel_s_own() -> None:
    def leaves(state: Any) -> list[tuple[int, float]]:
        """Length and what seat 0 wins, of every play."""
        if state.is_terminal():
            return [(state.move_number(), state.returns()[0])]
        return [leaf for action in state.legal_actions() for leaf in leaves(state.child(action))]

    ours, theirs = (
        sorted(leaves(game.new_initial_state()))
        for game in (leduc_holdem("infoset_leduc_tree"), pyspiel.load_game("leduc_poker"))
    )
    assert ours == theirs


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
