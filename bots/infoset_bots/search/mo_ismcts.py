"""Multiple-observer information set Monte Carlo tree search: one tree for each seat. Compiled.

P. Cowling, E. Powley and D. Whitehouse, "Information Set Monte Carlo Tree Search", IEEE TCIAIG 4(2),
2012, algorithm 3. All trees are walked down at once. Each seat chooses by its own tree, which tells
apart only what that seat can (`State.seen_key`): unlike in the single-observer form, no seat's plan
depends on what is hidden from it.
"""

from typing import final

from mypy_extensions import i64

from infoset_bots.search.decision import Decision, OutOfTime, never
from infoset_bots.search.simulator import Simulator, Walk
from infoset_bots.search.tree import NONE, ROOT
from infoset_bots.search.tree_search import EXPLORATION, ITERATIONS, TreeSearch, take
from infoset_games.core import SEVERAL, State


def mo_ismcts(
    simulator: Simulator,
    iterations: int = ITERATIONS,
    exploration: float = EXPLORATION,
    out_of_time: OutOfTime = never,
    batch: int = 1,
) -> Decision:
    """The decision of the seat that `simulator` is for; see `TreeSearch` for `batch`.

    Equal questions, seeds and settings give equal decisions. What a seat sees of an action only the rules can
    tell, so this needs a simulator whose worlds have them.
    """
    return Search(simulator, exploration).decide(iterations, batch, out_of_time)


@final
class Search(TreeSearch):
    """A tree for every seat: that of seat `s` has the root `s`."""

    def __init__(self, simulator: Simulator, exploration: float) -> None:
        super().__init__(simulator, exploration)
        self.seats: i64 = simulator.seats
        self.roots: list[i64] = [ROOT]
        for _ in range(1, simulator.seats):
            self.roots.append(self.tree.new_node(NONE, NONE))
        self.root = self.roots[simulator.seat]

    def step(self, walk: Walk) -> None:
        if not walk.nodes:
            walk.nodes = self.roots.copy()
        world = walk.world
        mover = world.mover()
        if mover >= 0:
            bandit = self.bandit
            arm = bandit.choose(self.tree, walk.nodes[mover], world, mover)
            walk.path.append(arm)
            walk.nodes[mover] = arm
            self.show(walk, mover, bandit.action)
            take(world, int(mover), bandit)
            walk.is_ended = bandit.is_new
        elif mover == SEVERAL:
            walk.is_ended = self.choose_together(walk, world)
        else:
            walk.is_ended = True

    def choose_together(self, walk: Walk, world: State) -> bool:
        """A simultaneous ply. Has any seat tried an action for the first time?"""
        bandit = self.bandit
        joint: dict[int, int] = {}
        arms: dict[int, i64] = {}
        is_new = False
        for seat in world.to_act():
            arms[seat] = bandit.choose_jointly(self.tree, walk.nodes[seat], world, seat)
            joint[seat] = bandit.action
            walk.path.append(arms[seat])
            is_new = is_new or bandit.is_new
        for seat, arm in arms.items():
            walk.nodes[seat] = arm
        for seat, action in joint.items():
            self.show(walk, seat, action)
        world.apply(joint)
        return is_new

    def show(self, walk: Walk, actor: i64, action: int) -> None:
        """Walks the trees of all other seats on by what each sees of an action about to be taken."""
        for viewer in range(self.seats):
            if viewer != actor:
                key = walk.world.seen_key(action, int(viewer))
                walk.nodes[viewer] = self.tree.find_or_add(walk.nodes[viewer], actor, key)
