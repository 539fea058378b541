"""Guides: what a tree search tries first, and what it never tries."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64
from tests.bots.search.games import MenuGame, TreeGame
from tests.bots.search.searches import simulator

from infoset_bots.search.decision import Question
from infoset_bots.search.guide import Guide
from infoset_bots.search.ismcts import ismcts
from infoset_games.core import State
from infoset_games.rng import Rng

WIDE = TreeGame((0, [(float(i), -float(i)) for i in range(12)]), 2)


@final
class Fixed(Guide):
    """Ranks the same actions everywhere."""

    def __init__(self, *actions: int) -> None:
        self.actions = actions

    def rank(self, state: State, seat: i64) -> vec[i64]:
        return vec[i64]([i64(action) for action in self.actions])


def tried(guide: Guide, iterations: int, game: TreeGame | MenuGame = WIDE) -> dict[int, int]:
    root = game.root if isinstance(game, TreeGame) else None
    asked = Question(game, root, 0)
    decision = ismcts(simulator(asked, Rng("guide")), iterations, guide=guide)
    return {arm.action: arm.visits for arm in decision.arms}


def test_what_a_guide_leaves_out_is_never_tried() -> None:
    assert set(tried(Fixed(3, 5, 4), 200)) == {3, 4, 5}


def test_what_a_guide_ranks_first_is_tried_first() -> None:
    assert list(tried(Fixed(7, 2, 9), 1)) == [7]
    assert set(tried(Fixed(7, 2, 9), 2)) == {2, 7}


def test_more_actions_come_up_as_visits_grow() -> None:
    everything = Fixed(*range(12))
    widths = [len(tried(everything, iterations)) for iterations in (4, 40, 400)]
    assert widths[0] < widths[1] < widths[2] == 12


def test_the_only_action_a_guide_leaves_is_taken_without_a_search() -> None:
    asked = Question(WIDE, WIDE.root, 0)
    decision = ismcts(simulator(asked, Rng("guide")), 50, guide=Fixed(6))
    assert (decision.action, decision.index, decision.work) == (6, 6, 1)


def test_the_best_of_what_is_left_is_found() -> None:
    visits = tried(Fixed(2, 8, 5), 300)
    assert max(visits, key=lambda action: visits[action]) in (2, 5, 8)
    assert sum(visits.values()) == 300
