"""Steps 10 and 11: players that look further ahead, in a tree for each world or in one tree for all."""

import math
from collections import Counter
from collections.abc import Sequence
from typing import ClassVar

import infoset
from infoset_bots.cookbook.positions import (
    candidates,
    new_rng,
    play,
    position,
    returns_after,
    settle,
)
from infoset_games.core import State
from infoset_games.evaluation import Evaluation, PointsEvaluation
from infoset_games.policies import Policy, RandomPolicy
from infoset_games.rng import Rng


class Node:
    """What is known about a choice: how often it was legal and tried, and what all seats got."""

    def __init__(self, seats: int) -> None:
        self.offered = 0
        self.tried = 0
        self.totals = [0.0] * seats
        self.children: dict[int, Node] = {}  # by the position of the action
        self.chosen: list[int] | None = None  # which joint orders are looked at here

    def bound(self, seat: int, curiosity: float) -> float:
        """The upper confidence bound for `seat`; an action that is rarely legal is not held against."""
        spread = math.sqrt(math.log(self.offered) / self.tried)
        return self.totals[seat] / self.tried + curiosity * spread


class Tree:
    """Monte Carlo tree search in worlds; every seat wants the most for itself.

    Where several decide at once, only `seat` searches and the others do what `policy` does.
    """

    def __init__(
        self, seat: int, seats: int, policy: Policy, evaluation: Evaluation, rng: Rng
    ) -> None:
        self.root = Node(seats)
        self.seat = seat
        self.seats = seats
        self.policy = policy
        self.evaluation = evaluation
        self.rng = rng
        self.curiosity = 0.7
        self.joint_orders = 24
        self.guess: list[int] | None = None  # a joint order that is looked at in any case
        self.horizon = 200

    def iterate(self, world: State) -> None:
        """Down to a choice that is new, on with playouts, and back up with what came of it."""
        node, path = self.root, [self.root]
        while (mover := self._mover(world)) is not None:
            index, node, is_new = self._descend(node, world, mover)
            path.append(node)
            play(world, mover, world.legal(mover).item(index), self.policy, self.rng)
            if is_new:
                break
        policies = [self.policy] * self.seats
        returns = returns_after(world, policies, self.evaluation, self.horizon, self.rng)
        for visited in path:
            visited.tried += 1
            for seat, value in enumerate(returns):
                visited.totals[seat] += value

    def _mover(self, world: State) -> int | None:
        """Who decides in the tree: the one to move, or among several our own seat. None at the end."""
        settle(world, self.rng)
        to_act = world.to_act()
        if not to_act:
            return None
        return to_act[0] if len(to_act) == 1 or self.seat not in to_act else self.seat

    def _descend(self, node: Node, world: State, mover: int) -> tuple[int, Node, bool]:
        """The choice to go on with: one that was never tried, else the most promising."""
        legal = self._legal(node, world, mover)
        for index in legal:
            node.children.setdefault(index, Node(self.seats)).offered += 1
        fresh = [index for index in legal if not node.children[index].tried]
        if fresh:
            index = fresh[self.rng.below(len(fresh))]
            return index, node.children[index], True
        index = max(legal, key=lambda i: node.children[i].bound(mover, self.curiosity))
        return index, node.children[index], False

    def _legal(self, node: Node, world: State, mover: int) -> Sequence[int]:
        """What is looked at here: of joint orders always the same handful, or none would be tried twice."""
        space = world.legal(mover)
        if space.size <= self.joint_orders:
            return range(space.size)
        if node.chosen is None:
            node.chosen = candidates(world, mover, self.rng, self.joint_orders)
            if node is self.root and self.guess is not None:
                node.chosen[0] = position(world, mover, self.guess)
        return [index for index in node.chosen if index < space.size]


class TreePerWorld(infoset.Bot):
    """Step 10: searches a few worlds as if all were open; they vote.

    What it gets wrong: in each world it acts as if it knew which one it is (strategy fusion).
    """

    worlds: ClassVar[int] = 6
    iterations: ClassVar[int] = 30  # in each

    def __init__(self) -> None:
        self.evaluation: Evaluation = PointsEvaluation()
        self.policy: Policy = RandomPolicy()

    def new_tree(self, turn: infoset.Turn, rng: Rng) -> Tree:
        return Tree(turn.seat, turn.match.seats, self.policy, self.evaluation, rng)

    def decide(self, turn: infoset.Turn) -> object:
        if turn.n == 1:
            return 0
        rng = new_rng(self.rng)
        votes: Counter[int] = Counter()
        for _ in range(self.worlds):
            tree, world = self.new_tree(turn, rng), turn.determinize(rng)
            for _ in range(self.iterations):
                tree.iterate(world.copy())
            votes.update({index: node.tried for index, node in tree.root.children.items()})
        return votes.most_common(1)[0][0]


class OneTree(TreePerWorld):
    """Step 11: one tree, a new world for each iteration: single-observer ISMCTS.

    P. Cowling, E. Powley and D. Whitehouse, "Information set Monte Carlo tree search", 2012.
    """

    iterations: ClassVar[int] = 180

    def decide(self, turn: infoset.Turn) -> object:
        if turn.n == 1:
            return 0
        rng = new_rng(self.rng)
        tree = self.new_tree(turn, rng)
        for _ in range(self.iterations):
            tree.iterate(turn.determinize(rng))
        return max(tree.root.children.items(), key=lambda item: item[1].tried)[0]
