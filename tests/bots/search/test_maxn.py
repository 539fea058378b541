"""Determinized MaxN, against trees worked out by hand."""

import pytest
from tests.bots.search.games import MenuGame, TreeGame

from infoset_bots.search.decision import Question
from infoset_bots.search.maxn import maxn
from infoset_games.evaluation import PointsEvaluation
from infoset_games.rng import Rng
from infoset_games.testing.toys import Ambush

# Seat 1 decides. After action 0 seat 2 takes its 5, after action 1 seat 0 takes its 6.
REPLIES = TreeGame(
    (
        1,
        [
            (2, [(8.0, 2.0, 5.0), (9.0, 8.0, 4.0)]),
            (0, [(3.0, 4.0, 0.0), (6.0, 3.0, 0.0)]),
            (0.0, 1.0, 9.0),
        ],
    ),
    3,
)
ASKED = Question(REPLIES, REPLIES.root, 1)
POINTS = PointsEvaluation()


def test_each_seat_takes_what_is_best_for_itself() -> None:
    decision = maxn(ASKED, Rng("replies"), POINTS, worlds=2)
    assert [arm.value for arm in decision.arms] == [2.0, 3.0, 1.0]
    assert [arm.visits for arm in decision.arms] == [0, 2, 0]
    assert decision.action == 1


def test_the_legacy_form_does_what_is_best_for_seat_0() -> None:
    """The original compares whole vectors: 8 beats 6 for seat 0, whatever it costs the decider."""
    assert maxn(ASKED, Rng("replies"), POINTS, legacy=True).action == 0


def test_the_legacy_form_breaks_ties_by_the_next_seat() -> None:
    game = TreeGame((2, [(4.0, 1.0, 9.0), (4.0, 2.0, 0.0), (3.0, 9.0, 9.0)]), 3)
    question = Question(game, game.root, 2)
    assert maxn(question, Rng("ties"), POINTS, legacy=True).action == 1
    assert maxn(question, Rng("ties"), POINTS).action == 0


def test_the_legacy_form_is_right_for_seat_0() -> None:
    game = TreeGame((0, [(1, [(5.0, 1.0), (2.0, 3.0)]), (4.0, 0.0)]), 2)
    question = Question(game, game.root, 0)
    assert maxn(question, Rng("right"), POINTS, legacy=True).action == 1
    assert maxn(question, Rng("right"), POINTS).action == 1


def test_one_decision_deep_it_sees_only_what_is_over() -> None:
    decision = maxn(ASKED, Rng("depth"), POINTS, depth=1)
    assert [arm.value for arm in decision.arms] == [0.0, 0.0, 1.0]
    assert decision.action == 2


def test_a_tree_too_large_is_searched_less_deep() -> None:
    assert maxn(ASKED, Rng("nodes"), POINTS, depth=7, max_nodes=6).action == 2
    assert maxn(ASKED, Rng("nodes"), POINTS, depth=7, max_nodes=7).action == 1


def test_of_equal_actions_the_first_is_taken() -> None:
    game = TreeGame((0, [(1.0, 0.0), (2.0, 1.0), (2.0, 5.0)]), 2)
    assert maxn(Question(game, game.root, 0), Rng("equal"), POINTS).action == 1


def test_worlds_vote_and_means_do_not_count() -> None:
    game = MenuGame([{0: 1.0, 1: 0.0}, {0: 1.0, 1: 0.0}, {0: 0.0, 1: 9.0}])
    decision = maxn(Question(game, None, 0), Rng("votes"), POINTS, worlds=90)
    often, seldom = decision.arms
    assert decision.action == 0
    assert often.visits + seldom.visits == 90
    assert often.visits > 45
    assert seldom.value > often.value


def test_simultaneous_seats_answer_the_deciding_one() -> None:
    """Alone on a field a unit wins a point, so two fields beat one, and nobody can stop it."""
    game = Ambush(fields=2, rounds=1)
    state = game.start({})
    state.apply({0: 0, 1: 0})  # all traps on field 0
    decision = maxn(Question(game, state.observe(0), 0), Rng("ambush"), POINTS, worlds=20)
    assert decision.work == 20
    assert state.legal(0).contains(decision.action)
    assert {arm.value for arm in decision.arms} != {0.0}


def test_time_ends_it_between_worlds() -> None:
    assert maxn(ASKED, Rng("time"), POINTS, worlds=50, out_of_time=lambda: True).work == 1


def test_time_ends_a_large_world_too() -> None:
    """Late in the first world it is searched one decision deep, late in another that is left out."""
    game = Ambush(fields=5, rounds=3)
    state = game.start({})
    state.apply({0: 0, 1: 6})
    question = Question(game, state.observe(0), 0)
    asked: list[None] = []

    def second_look() -> bool:
        asked.append(None)
        return len(asked) >= 2

    quick = maxn(question, Rng("large"), POINTS, worlds=1, depth=1)
    late = maxn(question, Rng("large"), POINTS, worlds=5, depth=4, out_of_time=second_look)
    assert late.work == 1
    assert [arm.value for arm in late.arms] == [arm.value for arm in quick.arms]


@pytest.mark.parametrize("depth", [1, 2, 7])
def test_its_worlds_are_searched_without_changing_them(depth: int) -> None:
    game = Ambush(fields=2, rounds=1)
    state = game.start({})
    question = Question(game, state.observe(1), 1)
    first = maxn(question, Rng("again"), POINTS, worlds=1, depth=depth)
    again = maxn(question, Rng("again"), POINTS, worlds=1, depth=depth)
    assert [arm.value for arm in first.arms] == [arm.value for arm in again.arms]
