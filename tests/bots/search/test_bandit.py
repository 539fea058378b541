"""How an action is chosen at a node: what counts as available, and the bound."""

import math

import pytest
from tests.bots.search.games import MenuState

from infoset_bots.search.bandit import Bandit
from infoset_bots.search.decision import WIDE
from infoset_bots.search.tree import NONE, ROOT, Tree
from infoset_games.core import State
from infoset_games.rng import Rng
from infoset_games.testing.toys import Ambush


def menu(*actions: int, meanings: dict[int, int] | None = None) -> MenuState:
    return MenuState(dict.fromkeys(actions, 0.0), meanings or {})


def visit(bandit: Bandit, tree: Tree, state: State, reward: float = 0.0) -> int:
    """Chooses once and records the reward; the action."""
    node = bandit.choose(tree, ROOT, state, 0)
    tree.total[node] += reward
    return bandit.action


def counts(tree: Tree, key: int) -> tuple[int, int]:
    """Visits and availability of an action at the root."""
    node = tree.find(ROOT, 0, key)
    return (int(tree.visits[node]), int(tree.available[node]))


def test_every_legal_action_is_tried_once_before_any_is_tried_again() -> None:
    bandit, tree = Bandit(0.7, Rng("untried")), Tree()
    assert {visit(bandit, tree, menu(3, 1, 4, 5)) for _ in range(4)} == {1, 3, 4, 5}
    assert bandit.is_new
    visit(bandit, tree, menu(3, 1, 4, 5))
    assert not bandit.is_new


def test_untried_actions_are_drawn_uniformly() -> None:
    firsts = [visit(Bandit(0.7, Rng("draw", str(i))), Tree(), menu(0, 1, 2)) for i in range(600)]
    assert all(150 < firsts.count(action) < 250 for action in range(3))


def test_an_action_is_available_only_where_it_is_legal() -> None:
    bandit, tree = Bandit(0.7, Rng("available")), Tree()
    for _ in range(2):
        visit(bandit, tree, menu(0, 1))
    assert counts(tree, 0)[0] == counts(tree, 1)[0] == 1
    for _ in range(10):
        visit(bandit, tree, menu(0))
    before = counts(tree, 1)[1]
    assert counts(tree, 0)[0] == 11
    visit(bandit, tree, menu(0, 1))
    assert counts(tree, 1)[1] == before + 1


def test_siblings_become_available_also_while_another_is_tried_for_the_first_time() -> None:
    bandit, tree = Bandit(0.7, Rng("siblings")), Tree()
    visit(bandit, tree, menu(0))
    visit(bandit, tree, menu(0, 1))
    assert counts(tree, 0) == (1, 2)
    assert counts(tree, 1) == (1, 1)


def test_the_bound_counts_availability_and_not_visits_of_the_parent() -> None:
    bandit, tree = Bandit(0.7, Rng("bound")), Tree()
    node = tree.add(ROOT, 0, 1)
    tree.visits[node], tree.available[node], tree.total[node] = 4, 9, 2.0
    assert bandit.bound(tree, node) == pytest.approx(0.5 + 0.7 * math.sqrt(math.log(9) / 4))


def test_a_rare_action_is_not_chosen_for_having_been_rare() -> None:
    """With the visits of the parent in the bound, action 1 would look neglected after this."""
    bandit, tree = Bandit(0.7, Rng("rare")), Tree()
    for _ in range(2):
        visit(bandit, tree, menu(0, 1), 0.5)
    for _ in range(200):
        visit(bandit, tree, menu(0), 0.5)
    tree.total[tree.find(ROOT, 0, 0)] += 120.0  # action 0 is the better one by far
    by_parent = 0.5 + 0.7 * math.sqrt(math.log(203) / 1)
    assert by_parent > bandit.bound(tree, tree.find(ROOT, 0, 0))
    assert visit(bandit, tree, menu(0, 1)) == 0


def test_actions_that_mean_the_same_are_one_and_the_first_is_played() -> None:
    bandit, tree = Bandit(0.7, Rng("equal")), Tree()
    twins = menu(8, 9, meanings={9: 8})
    assert [visit(bandit, tree, twins) for _ in range(5)] == [8] * 5
    assert counts(tree, 8) == (5, 5)


def test_the_better_action_is_chosen_more_often_without_exploration() -> None:
    bandit, tree = Bandit(0.0, Rng("greedy")), Tree()
    for _ in range(12):
        node = bandit.choose(tree, ROOT, menu(0, 1), 0)
        tree.total[node] += bandit.action
    assert counts(tree, 1)[0] == 11


def test_a_decision_too_wide_to_list_is_widened_with_its_visits() -> None:
    state = Ambush(fields=30).start({})
    assert state.legal(1).size > WIDE
    bandit, tree = Bandit(0.7, Rng("wide")), Tree()
    sizes = []
    for _ in range(400):
        node = bandit.choose_jointly(tree, ROOT, state, 1)
        assert bandit.is_wide
        state.verify(1, bandit.action)
        tree.total[node] += 0.5
        sizes.append(int(tree.size) - 1)
    assert sizes[0] == 1
    assert sizes[-1] == math.ceil(2 * math.sqrt(400))
    child, visits = tree.first[ROOT], 0
    while child != NONE:
        visits += int(tree.visits[child])
        child = tree.sibling[child]
    assert visits == 400
