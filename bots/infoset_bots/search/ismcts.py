"""Single-observer information set Monte Carlo tree search. Compiled.

P. Cowling, E. Powley and D. Whitehouse, "Information Set Monte Carlo Tree Search", IEEE TCIAIG 4(2),
2012, algorithm 1. One tree from the deciding seat's point of view; every iteration draws a new world
and walks down the part of the tree that is legal in it.

Chance is open-loop: its outcomes have no nodes. Where seats decide simultaneously, each chooses at
the same node by its own statistics, and the pair (triple, ...) of choices leads on.
"""

from typing import Final, final

from mypy_extensions import i64

from infoset_bots.search.decision import Decision, OutOfTime, never
from infoset_bots.search.guide import Guide
from infoset_bots.search.simulator import Simulator, Walk
from infoset_bots.search.tree import NONE
from infoset_bots.search.tree_search import EXPLORATION, ITERATIONS, TreeSearch, take
from infoset_games.core import SEVERAL, State

TOGETHER: Final = -9  # owner of the nodes that join simultaneous choices


def ismcts(
    simulator: Simulator,
    iterations: int = ITERATIONS,
    exploration: float = EXPLORATION,
    out_of_time: OutOfTime = never,
    batch: int = 1,
    guide: Guide | None = None,
) -> Decision:
    """The decision of the seat that `simulator` is for; see `TreeSearch` for `batch` and `guide`.

    Equal questions, seeds and settings give equal decisions, whichever way worlds are simulated.
    """
    return Search(simulator, exploration, guide).decide(iterations, batch, out_of_time)


@final
class Search(TreeSearch):
    """One tree, of the deciding seat."""

    def step(self, walk: Walk) -> None:
        world = walk.world
        mover = world.mover()
        if mover >= 0:
            bandit = self.bandit
            walk.node = bandit.choose(self.tree, walk.node, world, mover)
            walk.path.append(walk.node)
            take(world, int(mover), bandit)
            walk.is_ended = bandit.is_new
        elif mover == SEVERAL:
            walk.node = self.choose_together(walk, world)
            walk.is_ended = walk.node == NONE
        else:
            walk.is_ended = True

    def choose_together(self, walk: Walk, world: State) -> i64:
        """A simultaneous ply; the node it leads to, NONE if anything about it is new."""
        bandit = self.bandit
        tree = self.tree
        node = walk.node
        joint: dict[int, int] = {}
        chosen: list[i64] = []
        is_new = False
        for seat in world.to_act():
            chosen.append(bandit.choose_jointly(tree, node, world, seat))
            joint[seat] = bandit.action
            is_new = is_new or bandit.is_new
        world.apply(joint)
        for arm in chosen:
            walk.path.append(arm)
            following = tree.find(node, TOGETHER, arm)
            if following == NONE:
                is_new = True
                following = tree.add(node, TOGETHER, arm)
            node = following
        return NONE if is_new else node
