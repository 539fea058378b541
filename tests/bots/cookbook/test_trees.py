"""The trees of the cookbook, in small games whose best actions are known."""

import pytest
from tests.bots.search.games import Branch, MenuState, TreeState

from infoset_bots.cookbook.trees import Tree
from infoset_games.evaluation import PointsEvaluation
from infoset_games.policies import RandomPolicy
from infoset_games.rng import Rng

SEATS = 2
WON, LOST = (1.0, 0.0), (0.0, 1.0)


def new_tree(choices: int, seed: str = "tree") -> Tree:
    """A tree of seat 0, which looks at so many actions."""
    tree = Tree(0, SEATS, RandomPolicy(), PointsEvaluation(), Rng(seed))
    tree.root.looked_at = list(range(choices))
    return tree


def test_an_action_that_stands_elsewhere_in_another_world_is_the_same_choice() -> None:
    tree, meanings = new_tree(2), {5: 50, 7: 70}
    for number in range(10):
        menu = {5: 1.0, 7: 0.0} if number % 2 else {7: 0.0, 5: 1.0}
        tree.iterate(MenuState(menu, meanings))
    assert set(tree.root.children) == {(0, 50), (0, 70)}


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_one_good_reply_among_many_bad_ones_is_found(seed: str) -> None:
    """Played on at random the second action looks bad: it wins by one of ten only."""
    narrow: Branch = (0, [LOST] * 9 + [WON])
    fair: Branch = (1, [WON] + [LOST] * 3)
    root: Branch = (0, [fair, narrow, fair, fair])
    tree = new_tree(len(root[1]), seed)
    for _ in range(400):
        tree.iterate(TreeState(root))
    best = max(tree.root.children.values(), key=lambda node: node.tried)
    assert best.index == 1


def test_below_the_root_not_every_action_is_tried_before_any_is_tried_twice() -> None:
    wide: Branch = (1, [LOST] * 40)
    tree = new_tree(1)
    for _ in range(30):
        tree.iterate(TreeState((0, [wide])))
    (node,) = tree.root.children.values()
    assert 2 < sum(child.tried > 0 for child in node.children.values()) < 10
