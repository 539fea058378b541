"""Chooses an action at a node of a tree: untried ones first, then by UCB over availability. Compiled.

P. Cowling, E. Powley and D. Whitehouse, "Information Set Monte Carlo Tree Search", IEEE TCIAIG 4(2),
2012. Which actions are legal at a node differs from world to world, so the confidence term counts
how often an action could have been chosen, not how often its parent was visited.

A decision with more than WIDE legal positions is widened progressively instead: random actions are
added while there are fewer than WIDENING * sqrt(visits + 1) (R. Coulom, "Computing Elo ratings of move
patterns in the game of Go", 2007; G. Chaslot et al., 2008). With a guide that is how every decision goes:
actions come up in its order, first FIRST_GUIDED of them, more as visits grow, those it leaves out never.
"""

import math
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from infoset_bots.search.decision import WIDE
from infoset_bots.search.guide import Guide
from infoset_bots.search.tree import NONE, Tree
from infoset_games.core import State
from infoset_games.rng import Rng
from infoset_games.spaces import ActionSpace

WIDENING: Final = 2.0
FIRST_GUIDED: Final = 2.0
GUIDED_WIDENING: Final = 0.5


@final
class Bandit:
    """Chooses, counts the visit, and leaves what it chose in `action` (the code), `is_new` and `is_wide`.

    One bandit serves one search: sampled actions are remembered by number, as their codes may be
    larger than a machine word.
    """

    def __init__(self, exploration: float, rng: Rng, guide: Guide | None = None) -> None:
        self.exploration = exploration
        self.rng = rng
        self.guide = guide
        self.action: int = 0
        self.is_new: bool = False
        self.is_wide: bool = False
        self.moment: i64 = 0  # numbers the choices, so that each child is counted once in each
        self.fresh_keys = vec[i64]([0] * WIDE)
        self.fresh_actions = vec[i64]([0] * WIDE)
        self.sampled: list[int] = []
        self.numbers: dict[int, int] = {}

    def choose(self, tree: Tree, node: i64, state: State, seat: i64) -> i64:
        """The child of `node` for the chosen action of the one mover `seat`; made if it is new."""
        if self.guide is not None:
            return self.choose_guided(tree, node, state, self.guide.rank(state, seat), seat)
        size = state.legal_size()
        self.is_wide = size > WIDE
        if self.is_wide:
            return self.choose_sampled(tree, node, state.legal(int(seat)), seat)
        return self.choose_listed(tree, node, state, None, size, seat)

    def choose_jointly(self, tree: Tree, node: i64, state: State, seat: i64) -> i64:
        """`choose` for one of the seats that decide simultaneously."""
        if self.guide is not None:
            return self.choose_guided(tree, node, state, self.guide.rank(state, seat), seat)
        space = state.legal(int(seat))
        self.is_wide = space.size > WIDE
        if self.is_wide:
            return self.choose_sampled(tree, node, space, seat)
        return self.choose_listed(tree, node, state, space, space.size, seat)

    def choose_listed(
        self, tree: Tree, node: i64, state: State, space: ActionSpace | None, size: i64, seat: i64
    ) -> i64:
        self.moment += 1
        fresh: i64 = 0
        best: i64 = NONE
        best_bound = 0.0
        chosen: i64 = 0
        for i in range(size):
            action = state.legal_item(i) if space is None else i64(space.item(int(i)))
            key = state.key(action)
            child = tree.find(node, seat, key)
            if child == NONE:
                if not self.is_fresh(key, fresh):
                    self.fresh_keys[fresh] = key
                    self.fresh_actions[fresh] = action
                    fresh += 1
            elif tree.seen[child] != self.moment:  # else equal to an action before it
                tree.seen[child] = self.moment
                if fresh == 0:
                    bound = self.bound(tree, child)
                    if best == NONE or bound > best_bound:
                        best = child
                        best_bound = bound
                        chosen = action
                tree.available[child] += 1
        self.is_new = fresh > 0
        if fresh > 0:
            pick = self.rng.below(fresh)
            best = tree.add(node, seat, self.fresh_keys[pick])
            tree.available[best] = 1
            chosen = self.fresh_actions[pick]
        tree.visits[best] += 1
        self.action = int(chosen)
        return best

    def is_fresh(self, key: i64, fresh: i64) -> bool:
        """Is `key` among the first `fresh` untried ones?"""
        for i in range(fresh):
            if self.fresh_keys[i] == key:
                return True
        return False

    def choose_guided(
        self, tree: Tree, node: i64, state: State, ranked: vec[i64], seat: i64
    ) -> i64:
        self.is_wide = False
        best: i64 = NONE
        best_bound = 0.0
        chosen: i64 = 0
        tried: i64 = 0
        visits: i64 = 0
        fresh: i64 = NONE  # the first action not yet tried
        for action in ranked:
            child = tree.find(node, seat, state.key(action))
            if child == NONE:
                if fresh == NONE:
                    fresh = action
                continue
            tried += 1
            visits += tree.visits[child]
            bound = self.bound(tree, child)
            tree.available[child] += 1
            if best == NONE or bound > best_bound:
                best = child
                best_bound = bound
                chosen = action
        width = FIRST_GUIDED + GUIDED_WIDENING * math.sqrt(float(visits))
        self.is_new = fresh != NONE and float(tried) < width
        if self.is_new:
            best = tree.add(node, seat, state.key(fresh))
            tree.available[best] = 1
            chosen = fresh
        tree.visits[best] += 1
        self.action = int(chosen)
        return best

    def choose_sampled(self, tree: Tree, node: i64, space: ActionSpace, seat: i64) -> i64:
        best: i64 = NONE
        best_bound = 0.0
        arms: i64 = 0
        visits: i64 = 0
        child = tree.first[node]
        while child != NONE:
            number = NONE - tree.key[child]
            if tree.owner[child] == seat and number >= 0 and space.contains(self.sampled[number]):
                arms += 1
                visits += tree.visits[child]
                bound = self.bound(tree, child)
                tree.available[child] += 1
                if best == NONE or bound > best_bound:
                    best = child
                    best_bound = bound
            child = tree.sibling[child]
        self.is_new = False
        if best == NONE or float(arms) < WIDENING * math.sqrt(float(visits + 1)):
            action = space.draw(self.rng)
            key = self.key_of(action)
            if tree.find(node, seat, key) == NONE:
                self.is_new = True
                best = tree.add(node, seat, key)
                tree.available[best] = 1
        tree.visits[best] += 1
        self.action = self.sampled[NONE - tree.key[best]]
        return best

    def key_of(self, action: int) -> i64:
        """The key of a sampled action: negative, so that no other key is like it."""
        number = self.numbers.get(action)
        if number is None:
            number = len(self.sampled)
            self.numbers[action] = number
            self.sampled.append(action)
        return NONE - i64(number)

    def bound(self, tree: Tree, child: i64) -> float:
        """The upper confidence bound of a visited child."""
        visits = float(tree.visits[child])
        spread = math.sqrt(math.log(float(tree.available[child])) / visits)
        return tree.total[child] / visits + self.exploration * spread
