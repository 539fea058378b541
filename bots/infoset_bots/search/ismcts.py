"""Single-observer information set Monte Carlo tree search. Compiled.

P. Cowling, E. Powley and D. Whitehouse, "Information Set Monte Carlo Tree Search", IEEE TCIAIG 4(2),
2012, algorithm 1. One tree from the deciding seat's point of view; every iteration draws a new world
and walks down the part of the tree that is legal in it.

Chance is open-loop: its outcomes have no nodes. Where seats decide simultaneously, each chooses at
the same node by its own statistics, and the pair (triple, ...) of choices leads on.
"""

from typing import Final, final

from mypy_extensions import i64

from infoset_bots.search.bandit import Bandit
from infoset_bots.search.decision import (
    WIDE,
    Arm,
    Decision,
    OutOfTime,
    Question,
    decide,
    forced,
    never,
)
from infoset_bots.search.playout import Playout
from infoset_bots.search.tree import NONE, ROOT, Tree
from infoset_games.core import CHANCE, OVER, SEVERAL, State
from infoset_games.rng import Rng
from infoset_games.spaces import ActionSpace

ITERATIONS: Final = 200
EXPLORATION: Final = 0.7
TOGETHER: Final = -9  # owner of the nodes that join simultaneous choices


def ismcts(
    question: Question,
    rng: Rng,
    playout: Playout,
    iterations: int = ITERATIONS,
    exploration: float = EXPLORATION,
    out_of_time: OutOfTime = never,
) -> Decision:
    """The most visited action after `iterations`, or fewer if `out_of_time` says so; at least one.

    Equal questions, streams and settings give equal decisions. Of equally visited actions the one
    that was tried first is chosen.
    """
    world = question.world(rng)
    space = world.legal(question.seat)
    if space.size == 1:
        return forced(space.item(0))
    search = Search(question, rng, playout, exploration)
    done = 0
    while done < iterations:
        search.iterate()
        done += 1
        if out_of_time():
            break
    arms = root_arms(search.tree, search.bandit, world, space, question.seat)
    return decide(arms, most_visited(arms), done)


@final
class Search:
    """The tree of one decision, and the iterations that grow it."""

    def __init__(self, question: Question, rng: Rng, playout: Playout, exploration: float) -> None:
        self.question = question
        self.rng = rng
        self.playout = playout
        self.bandit = Bandit(exploration, rng)
        self.tree = Tree()
        self.path: list[i64] = []  # the nodes of the actions taken in this iteration

    def iterate(self) -> None:
        """One world: down the tree, one new node, a playout, and the rewards back up."""
        world = self.question.world(self.rng)
        self.path = []
        self.descend(world)
        rewards = self.playout.values(world, self.question.game.seats, self.rng)
        tree = self.tree
        for node in self.path:
            tree.record(node, rewards[tree.owner[node]])

    def descend(self, world: State) -> None:
        """Walks on until the play is over or an action is tried for the first time."""
        bandit = self.bandit
        tree = self.tree
        node: i64 = ROOT
        while True:
            mover = world.mover()
            if mover >= 0:
                node = bandit.choose(tree, node, world, mover)
                self.path.append(node)
                take(world, int(mover), bandit)
                if bandit.is_new:
                    return
            elif mover == CHANCE:
                world.move(world.sample_chance(self.rng))
            elif mover == OVER:
                return
            else:
                node = self.choose_together(world, node)
                if node == NONE:
                    return

    def choose_together(self, world: State, node: i64) -> i64:
        """A simultaneous ply from `node`; the node it leads to, NONE if anything about it is new."""
        assert world.mover() == SEVERAL
        bandit = self.bandit
        tree = self.tree
        joint: dict[int, int] = {}
        chosen: list[i64] = []
        is_new = False
        for seat in world.to_act():
            chosen.append(bandit.choose_jointly(tree, node, world, seat))
            joint[seat] = bandit.action
            is_new = is_new or bandit.is_new
        self.path.extend(chosen)
        world.apply(joint)
        for arm in chosen:
            following = tree.find(node, TOGETHER, arm)
            if following == NONE:
                is_new = True
                following = tree.add(node, TOGETHER, arm)
            node = following
        return NONE if is_new else node


def take(world: State, seat: int, bandit: Bandit) -> None:
    """Plays what the bandit has chosen for the one mover."""
    if bandit.is_wide:
        world.apply({seat: bandit.action})
    else:
        world.move(i64(bandit.action))


def root_arms(tree: Tree, bandit: Bandit, world: State, space: ActionSpace, seat: int) -> list[Arm]:
    """The arms of the root, in the order they were tried; `world` and `space` are any world's."""
    indices: dict[int, int] = {}
    if space.size <= WIDE:
        for index in range(space.size - 1, -1, -1):
            indices[int(world.key(i64(space.item(index))))] = index
    arms: list[Arm] = []
    node = tree.first[ROOT]
    while node != NONE:
        if tree.owner[node] == seat:
            key = int(tree.key[node])
            index = indices[key] if indices else space.index(bandit.sampled[NONE - key])
            arms.append(Arm(space.item(index), index, int(tree.visits[node]), tree.mean(node)))
        node = tree.sibling[node]
    return arms


def most_visited(arms: list[Arm]) -> Arm:
    """The most visited arm, the first of equals."""
    best = arms[0]
    for arm in arms:
        if arm.visits > best.visits:
            best = arm
    return best
