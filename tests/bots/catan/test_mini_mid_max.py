"""Mini-Mid-Max: between MiniMax and MaxN."""

import pytest
from tests.bots.catan.positions import main_phases, plies_of, set_up

from infoset_bots.catan.budget import Budget, TreeTooLargeError
from infoset_bots.catan.mini_mid_max import MiniMidMax
from infoset_bots.catan.minimax import Minimax
from infoset_bots.catan.plies import Plies
from infoset_bots.catan.weights import TEXT, Weights
from infoset_bots.search.decision import never
from infoset_games.catan.actions import END_TURN
from infoset_games.catan.state import CatanState


def tree(plies: Plies, malice: float, epsilon: int = 0, max_nodes: int = 10**9) -> MiniMidMax:
    return MiniMidMax(plies, epsilon, malice, Budget(plies, max_nodes, never))


def test_full_malice_is_minimax() -> None:
    for state in main_phases("malice", 40):
        plies = plies_of(int(state.turn))
        if len(plies.moves(state)) > 6:
            continue
        after = plies.after(state, END_TURN)
        exact = Minimax(plies, 0, Budget(plies, 10**9, never)).value(after.copy(), 2)
        assert tree(plies, 1.0).value(after.copy(), 2) == exact


def harm_or_gain() -> CatanState:
    """Seat 1 can settle where seat 0 wants to, or build a city, which is worth more to itself."""
    return set_up(
        hands={1: "wbshhhooo"},
        settlements={0: [19], 1: [28, 53]},
        roads={0: [(19, 24, 30)], 1: [(28, 34, 29, 35, 30)]},
    )


def lost_by(malice: float) -> float:
    state = harm_or_gain()
    plies = plies_of(weights=Weights(sole_lead=0, shared_lead=0, settlement=100))
    after = plies.after(state, END_TURN)
    search = tree(plies, malice)
    return search.value(after.copy(), 0) - search.value(after.copy(), 1)


def test_without_malice_others_do_what_is_best_for_themselves() -> None:
    assert lost_by(0.0) == 0
    assert lost_by(1.0) == 10


def test_the_middle_weighs_both() -> None:
    """A city is worth hundreds to its builder, a place taken ten to the searching seat."""
    assert lost_by(0.5) == 0
    assert lost_by(0.99) == 10


def test_the_own_plies_are_maximized() -> None:
    state = set_up(hands={0: "hhooo"}, settlements={0: [19]})
    plies = plies_of()
    after = plies.after(state, END_TURN)
    assert tree(plies, 0.5).value(after.copy(), 4) > tree(plies, 0.5).value(after.copy(), 3) + 400


def test_epsilon_prunes_what_the_mover_likes_less() -> None:
    for state in main_phases("middle", 25):
        plies = plies_of(int(state.turn), TEXT)
        after = plies.after(state, END_TURN)
        values = {tree(plies, 0.5, level).value(after.copy(), 1) for level in range(3)}
        assert len(values) == 1


def test_a_tree_too_large_is_given_up() -> None:
    state = harm_or_gain()
    plies = plies_of()
    with pytest.raises(TreeTooLargeError):
        tree(plies, 0.5, max_nodes=4).value(plies.after(state, END_TURN), 3)
