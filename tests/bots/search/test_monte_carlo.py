"""Flat Monte Carlo."""

import pytest
from tests.bots.search.games import MenuGame, TreeGame
from tests.bots.search.searches import ask, decisions, simulator

from infoset_bots.search.decision import Question
from infoset_bots.search.monte_carlo import monte_carlo
from infoset_games.colonizers import Colonizers
from infoset_games.rng import Rng


def test_the_best_mean_wins_and_means_are_over_the_worlds() -> None:
    game = MenuGame([{0: 0.5, 1: 1.0}, {0: 0.5, 1: -1.0}])
    decision = monte_carlo(simulator(Question(game, None, 0), Rng("mean")), 300)
    assert decision.action == 0
    assert decision.arms[0].value == pytest.approx(0.75)
    assert abs(decision.arms[1].value - 0.5) < 0.15


def test_every_action_is_played_out_equally_often() -> None:
    game = Colonizers(colony=2)
    state, seat = next(decisions(game, "often"))
    decision = monte_carlo(simulator(ask(game, state, seat), Rng("often")), 4, 3)
    assert decision.work == 12
    assert [arm.visits for arm in decision.arms] == [12] * 5


def test_all_actions_have_the_same_luck() -> None:
    """Two actions that lead to equal positions get exactly equal means."""
    gamble = (1, [(1.0, 0.0), (0.0, 1.0), (1.0, 0.0)])
    game = TreeGame((0, [gamble, gamble]), 2)
    decision = monte_carlo(simulator(Question(game, game.root, 0), Rng("luck")), 40)
    first, second = decision.arms
    assert first.value == second.value
    assert 0 < first.value < 1
    assert decision.action == first.action


def test_time_ends_it_between_rounds() -> None:
    game = MenuGame([{0: 0.5, 1: 1.0}])
    question = Question(game, None, 0)
    decision = monte_carlo(simulator(question, Rng("t")), 90, 5, out_of_time=lambda: True)
    assert decision.work == 1
    assert [arm.visits for arm in decision.arms] == [1, 1]


def test_a_horizon_places_by_worth() -> None:
    """At once after each pick nobody has anything: all places are shared, and nobody has won."""
    game = Colonizers()
    state, seat = next(decisions(game, "horizon"))
    decision = monte_carlo(simulator(ask(game, state, seat), Rng("h"), horizon=1), 3)
    assert [arm.value for arm in decision.arms] == [0.0] * 5
