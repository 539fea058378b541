"""Steps 10 and 11: players that look further ahead, in a tree for each world or in one tree for all."""

import math
from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import ClassVar, Final, TypeAlias

import infoset
from infoset_bots.cookbook.positions import (
    Guess,
    candidates,
    new_rng,
    play,
    returns_after,
    settle,
    tell,
)
from infoset_games.core import State
from infoset_games.evaluation import Evaluation, PointsEvaluation
from infoset_games.policies import Policy, RandomPolicy
from infoset_games.rng import Rng
from infoset_games.spaces import ActionSpace, ListSpace

Choice: TypeAlias = tuple[int, int]  # a seat, and what its action means in every world
PLAY_ON: Final[Choice] = (-1, 0)  # to choose nothing: the policy plays on
TRIES_OF_EACH: Final = 4  # at least, on average, of what may be chosen at the root


class Node:
    """What is known about a choice: how often it was legal and tried, and what all seats got."""

    def __init__(self, seats: int, index: int | None = None) -> None:
        self.index = index  # where it stood among the legal actions when it was first offered
        self.offered = 0
        self.tried = 0
        self.totals = [0.0] * seats
        self.children: dict[Choice, Node] = {}
        self.looked_at: list[int] | None = (
            None  # always the same, or no joint order would be tried twice
        )

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
        self.horizon = 200

    def iterate(self, world: State) -> None:
        """Down to a choice that is new, on with playouts, and back up with what came of it."""
        node, path = self.root, [self.root]
        while (mover := self._mover(world)) is not None:
            index, node = self._descend(node, world, mover)
            path.append(node)
            if index is not None:
                play(world, mover, world.legal(mover).item(index), self.policy, self.rng)
            if index is None or not node.tried:
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

    def _descend(self, node: Node, world: State, mover: int) -> tuple[int | None, Node]:
        """The choice to go on with: a new one while few were tried, else the most promising.

        Below the root not everything is tried: most is played once, and badly, before anything is played well
        (progressive widening: R. Coulom, "Computing Elo ratings of move patterns in the game of Go", 2007).
        """
        legal = self._legal(node, world, mover)
        for choice, index in legal.items():
            node.children.setdefault(choice, Node(self.seats, index)).offered += 1
        tried = [choice for choice in legal if node.children[choice].tried]
        width = 1 + math.sqrt(sum(node.children[choice].tried for choice in tried))
        if len(tried) < (len(legal) if node is self.root else min(width, len(legal))):
            fresh = [choice for choice in legal if not node.children[choice].tried]
            choice = fresh[self.rng.below(len(fresh)) if tried else 0]
        else:
            choice = max(tried, key=lambda c: node.children[c].bound(mover, self.curiosity))
        return legal[choice], node.children[choice]

    def _legal(self, node: Node, world: State, mover: int) -> dict[Choice, int | None]:
        """What is looked at here, and where it stands among the legal actions of this world.

        Below the root the first choice is to let the policy play on.
        """
        space = world.legal(mover)
        if node.looked_at is None and not isinstance(space, ListSpace):
            node.looked_at = candidates(world, mover, self.rng, self.joint_orders)
        legal: dict[Choice, int | None] = {} if node is self.root else {PLAY_ON: None}
        for index in node.looked_at or range(space.size):
            if index < space.size:
                legal.setdefault((mover, meaning(world, space, index)), index)
        return legal


def meaning(world: State, space: ActionSpace, index: int) -> int:
    """What the action at `index` is in every world; in another one it may stand elsewhere."""
    return world.key(space.item(index)) if isinstance(space, ListSpace) else index


class TreePerWorld(infoset.Bot):
    """Step 10: searches a few worlds as if all were open; they vote.

    What it gets wrong: in each world it acts as if it knew which one it is (strategy fusion).
    """

    worlds: ClassVar[int] = 4
    iterations: ClassVar[int] = 40  # in each, or more where there is much to choose from
    horizon: ClassVar[int] = 200
    joint_orders: ClassVar[int] = 24  # looked at where there are too many for all

    def __init__(self) -> None:
        self.evaluation: Evaluation = PointsEvaluation()
        self.policy: Policy = RandomPolicy()

    def guess(self, turn: infoset.Turn) -> Guess:
        """What a rule of thumb would do: of joint orders, the one that the others are made from."""
        return None

    def decide(self, turn: infoset.Turn) -> object:
        if turn.n == 1:
            return 0
        rng = new_rng(self.rng)
        worlds = [turn.determinize(rng) for _ in range(self.worlds)]
        looked_at = candidates(worlds[0], turn.seat, rng, self.joint_orders, self.guess(turn))
        trees: list[Tree] = []
        for world in worlds:
            tree = self.new_tree(turn, looked_at, rng)
            for _ in range(self.enough(looked_at)):
                tree.iterate(world.copy())
            trees.append(tree)
        return most_tried(turn, trees)

    def new_tree(self, turn: infoset.Turn, looked_at: list[int], rng: Rng) -> Tree:
        """A tree that looks at these positions of actions at its root."""
        tree = Tree(turn.seat, turn.match.seats, self.policy, self.evaluation, rng)
        tree.horizon = self.horizon
        tree.joint_orders = self.joint_orders
        tree.root.looked_at = looked_at
        return tree

    def enough(self, looked_at: list[int]) -> int:
        """Iterations of a tree: what was tried once or twice only was counted by chance."""
        return max(self.iterations, TRIES_OF_EACH * len(looked_at))


class OneTree(TreePerWorld):
    """Step 11: one tree, a new world for each iteration: single-observer ISMCTS.

    P. Cowling, E. Powley and D. Whitehouse, "Information set Monte Carlo tree search", 2012.
    """

    iterations: ClassVar[int] = 180

    def decide(self, turn: infoset.Turn) -> object:
        if turn.n == 1:
            return 0
        rng = new_rng(self.rng)
        world = turn.determinize(rng)
        looked_at = candidates(world, turn.seat, rng, self.joint_orders, self.guess(turn))
        tree = self.new_tree(turn, looked_at, rng)
        for _ in range(self.enough(looked_at)):
            tree.iterate(turn.determinize(rng))
        return most_tried(turn, [tree])


def most_tried(turn: infoset.Turn, trees: Sequence[Tree]) -> int:
    """The position of the action that was tried most in all trees together; tells what each has brought on average."""
    tried: Counter[int] = Counter()
    totals: defaultdict[int, float] = defaultdict(float)
    for node in (node for tree in trees for node in tree.root.children.values()):
        if node.index is not None and node.tried:
            tried[node.index] += node.tried
            totals[node.index] += node.totals[turn.seat]
    tell(turn, {index: totals[index] / count for index, count in tried.items()})
    return tried.most_common(1)[0][0]
