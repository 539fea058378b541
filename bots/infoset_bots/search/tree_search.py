"""What the tree searches share: iterations, side by side where that is asked for, and the decision. Compiled."""

from abc import abstractmethod
from typing import Final

from mypy_extensions import i64

from infoset_bots.search.bandit import Bandit
from infoset_bots.search.decision import (
    WIDE,
    Arm,
    Decision,
    OutOfTime,
    decide,
    forced,
    settled,
)
from infoset_bots.search.guide import Guide
from infoset_bots.search.simulator import Simulator, Walk
from infoset_bots.search.tree import NONE, ROOT, Tree
from infoset_games.core import State
from infoset_games.spaces import ActionSpace

ITERATIONS: Final = 200
EXPLORATION: Final = 0.7


class TreeSearch:
    """Grows a tree from the `root` of the deciding seat, by walks down to what is new, each in its own world.

    A `batch` of walks goes down side by side: an action counts as visited, for nothing yet, as soon as one of
    them takes it, so that the others rather try something else (G. Chaslot, M. Winands and J. van den
    Herik, "Parallel Monte-Carlo Tree Search", 2008, "virtual loss"). In a batch of one this changes nothing.
    A `guide` narrows and orders what is tried.
    """

    def __init__(
        self, simulator: Simulator, exploration: float, guide: Guide | None = None
    ) -> None:
        self.simulator = simulator
        self.guide = guide
        self.bandit = Bandit(exploration, simulator.choices(), guide)
        self.tree = Tree()
        self.root: i64 = ROOT

    @abstractmethod
    def step(self, walk: Walk) -> None:
        """Takes one ply down, and ends the walk where that was new or the play is over."""

    def decide(self, iterations: int, batch: int, out_of_time: OutOfTime) -> Decision:
        """The most visited action after `iterations`, or fewer if `out_of_time` says so; at least one batch.

        Of equally visited actions the one that was tried first is chosen. Where the simulator was spent before the
        first iteration, no work is done and the action is the first.
        """
        world = self.simulator.root()
        space = world.legal(self.simulator.seat)
        if space.size == 1:
            return forced(space.item(0))
        if self.guide is not None:
            ranked = self.guide.rank(world, self.simulator.seat)
            if len(ranked) == 1:
                return settled(space, int(ranked[0]))
        done = begun = 0
        while begun < iterations and not self.simulator.is_spent:
            count = min(batch, iterations - begun)
            done += self.iterate(begun, count)
            begun += count
            if out_of_time():
                break
        if done == 0:
            return forced(space.item(0))
        arms = self.arms(world, space)
        return decide(arms, most_visited(arms), done)

    def iterate(self, first: i64, count: i64) -> int:
        """`count` walks, numbered from `first`: down, one new node, a playout, the rewards up.

        Returns how many were not lost.
        """
        walks = [self.simulator.open(number, number) for number in range(first, first + count)]
        going = walks
        while going:
            self.simulator.advance(going)
            rest: list[Walk] = []
            for walk in going:
                if not (walk.rewards or walk.is_lost):
                    self.step(walk)
                    rest.append(walk)
            going = rest
        counted = 0
        for walk in walks:
            if walk.is_lost:
                self.take_back(walk)
            else:
                self.reward(walk)
                counted += 1
        return counted

    def reward(self, walk: Walk) -> None:
        """Gives the actions of a walk what they have brought to those who took them."""
        tree = self.tree
        rewards = walk.rewards
        for node in walk.path:
            tree.total[node] += rewards[tree.owner[node]]

    def take_back(self, walk: Walk) -> None:
        """A lost walk has visited nothing."""
        for node in walk.path:
            self.tree.visits[node] -= 1

    def arms(self, world: State, space: ActionSpace) -> list[Arm]:
        """The arms of the root, in the order they were tried; `world` and `space` are any world's."""
        tree = self.tree
        indices: dict[int, int] = {}
        if space.size <= WIDE or self.guide is not None:
            for index in range(space.size - 1, -1, -1):
                indices[int(world.key(i64(space.item(index))))] = index
        arms: list[Arm] = []
        node = tree.first[self.root]
        while node != NONE:
            if tree.owner[node] == self.simulator.seat and tree.visits[node] > 0:
                key = int(tree.key[node])
                index = indices[key] if indices else space.index(self.bandit.sampled[NONE - key])
                arms.append(Arm(space.item(index), index, int(tree.visits[node]), tree.mean(node)))
            node = tree.sibling[node]
        return arms


def take(world: State, seat: int, bandit: Bandit) -> None:
    """Plays what the bandit has chosen for the one mover."""
    if bandit.is_wide:
        world.apply({seat: bandit.action})
    else:
        world.move(i64(bandit.action))


def most_visited(arms: list[Arm]) -> Arm:
    """The most visited arm, the first of equals."""
    best = arms[0]
    for arm in arms:
        if arm.visits > best.visits:
            best = arm
    return best
