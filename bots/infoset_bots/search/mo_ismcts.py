"""Multiple-observer information set Monte Carlo tree search: one tree for each seat. Compiled.

P. Cowling, E. Powley and D. Whitehouse, "Information Set Monte Carlo Tree Search", IEEE TCIAIG 4(2),
2012, algorithm 3. All trees are walked down at once. Each seat chooses by its own tree, which tells
apart only what that seat can (`State.seen_key`): unlike in the single-observer form, nobody's plan
depends on what is hidden from him.
"""

from typing import final

from mypy_extensions import i64

from infoset_bots.search.bandit import Bandit
from infoset_bots.search.decision import Decision, OutOfTime, Question, decide, forced, never
from infoset_bots.search.ismcts import (
    EXPLORATION,
    ITERATIONS,
    most_visited,
    root_arms,
    take,
)
from infoset_bots.search.playout import Playout
from infoset_bots.search.tree import ROOT, Tree
from infoset_games.core import CHANCE, OVER, State
from infoset_games.rng import Rng


def mo_ismcts(
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
    arms = root_arms(search.trees[question.seat], search.bandit, world, space, question.seat)
    return decide(arms, most_visited(arms), done)


@final
class Search:
    """The trees of one decision, by seat, and the iterations that grow them."""

    def __init__(self, question: Question, rng: Rng, playout: Playout, exploration: float) -> None:
        self.question = question
        self.rng = rng
        self.playout = playout
        self.bandit = Bandit(exploration, rng)
        self.seats: i64 = question.game.seats
        self.trees = [Tree() for _ in range(question.game.seats)]
        self.nodes: list[i64] = []  # where each seat's walk has come to
        self.path: list[tuple[Tree, i64]] = []  # the actions taken in this iteration

    def iterate(self) -> None:
        """One world: down the trees, new nodes, a playout, and the rewards back up."""
        world = self.question.world(self.rng)
        self.nodes = [ROOT] * int(self.seats)
        self.path = []
        self.descend(world)
        rewards = self.playout.values(world, int(self.seats), self.rng)
        for tree, node in self.path:
            tree.record(node, rewards[tree.owner[node]])

    def descend(self, world: State) -> None:
        """Walks on until the play is over or a seat tries an action for the first time."""
        bandit = self.bandit
        while True:
            mover = world.mover()
            if mover >= 0:
                tree = self.trees[mover]
                arm = bandit.choose(tree, self.nodes[mover], world, mover)
                self.path.append((tree, arm))
                self.nodes[mover] = arm
                self.show(world, mover, bandit.action)
                take(world, int(mover), bandit)
                if bandit.is_new:
                    return
            elif mover == CHANCE:
                world.move(world.sample_chance(self.rng))
            elif mover == OVER or self.choose_together(world):
                return

    def choose_together(self, world: State) -> bool:
        """A simultaneous ply. Has any seat tried an action for the first time?"""
        bandit = self.bandit
        joint: dict[int, int] = {}
        arms: dict[int, i64] = {}
        is_new = False
        for seat in world.to_act():
            tree = self.trees[seat]
            arms[seat] = bandit.choose_jointly(tree, self.nodes[seat], world, seat)
            joint[seat] = bandit.action
            self.path.append((tree, arms[seat]))
            is_new = is_new or bandit.is_new
        for seat, arm in arms.items():
            self.nodes[seat] = arm
        for seat, action in joint.items():
            self.show(world, seat, action)
        world.apply(joint)
        return is_new

    def show(self, world: State, actor: i64, action: int) -> None:
        """Walks the trees of all other seats on by what each sees of an action about to be taken."""
        for viewer in range(self.seats):
            if viewer != actor:
                key = world.seen_key(action, int(viewer))
                tree = self.trees[viewer]
                self.nodes[viewer] = tree.find_or_add(self.nodes[viewer], actor, key)
