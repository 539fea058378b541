"""Searches decisions that several seats take at once and that are made of many slots. Compiled.

Worlds are drawn from what the seat knows. In each of them the seat, slot by slot, and (where that is
asked for) the other seats choose by a SlotRule, each by a tree of its own that tells apart only what
it can; then a policy plays on. Joint actions are never listed, so their number does not matter.
"""

from typing import Final, final

from infoset_bots.search.decision import Arm, Decision, OutOfTime, decide, forced, never
from infoset_bots.search.simulator import LocalSimulator, Walk
from infoset_bots.search.slot_node import SlotNode
from infoset_bots.search.slot_rule import SlotRule
from infoset_bots.search.slots import Form
from infoset_games.core import CHANCE, State
from infoset_games.policies import Policy
from infoset_games.rng import Rng

ITERATIONS: Final = 300
PLAYOUTS: Final = 60
DEPTH: Final = 1


@final
class Choice:
    """What a seat has chosen at a node on the way down."""

    def __init__(self, node: SlotNode, form: Form, keys: list[int], seat: int) -> None:
        self.node = node
        self.form = form
        self.keys = keys
        self.seat = seat


@final
class SimultaneousSearch:
    """One search. A new world is drawn for every `playouts` iterations; all that were drawn take turns.

    Decisions up to `depth` plies ahead are searched. `is_mutual`: the other seats search too; as it stands
    they follow the policy of the playouts.
    """

    def __init__(
        self,
        simulator: LocalSimulator,
        rule: SlotRule,
        playouts: int = PLAYOUTS,
        depth: int = DEPTH,
        is_mutual: bool = False,
    ) -> None:
        self.simulator = simulator
        self.rule = rule
        self.playouts = playouts
        self.depth = depth
        self.is_mutual = is_mutual
        self.policy: Policy = simulator.playout.policy
        self.roots = [SlotNode() for _ in range(simulator.seats)]

    def decide(self, iterations: int = ITERATIONS, out_of_time: OutOfTime = never) -> Decision:
        """What the rule settles on after `iterations`, or fewer if `out_of_time` says so; at least one.

        Equal questions, seeds and settings give equal decisions.
        """
        seat = self.simulator.seat
        world = self.simulator.root()
        form = Form(world, seat)
        if form.space.size == 1:
            return forced(form.space.item(0))
        worlds = [world]
        done = 0
        while done < iterations:
            if done and done % self.playouts == 0:
                worlds.append(self.simulator.draw(done // self.playouts))
            self.iterate(worlds[done % len(worlds)].copy(), done)
            done += 1
            if out_of_time():
                break
        return self.decision(world, form, done)

    def iterate(self, world: State, number: int) -> None:
        """Down, a playout, and the rewards to everybody who has chosen by a node."""
        walk = Walk(world, number, self.simulator.stream(number))
        choices = self.go_down(walk)
        walk.is_ended = True
        self.simulator.advance([walk])
        for choice in choices:
            choice.node.learn(choice.form, choice.keys, walk.rewards[choice.seat])

    def go_down(self, walk: Walk) -> list[Choice]:
        """Plays up to `depth` plies, as far as nodes were visited before."""
        world = walk.world
        luck = walk.luck
        assert luck is not None
        nodes = self.roots.copy()
        choices: list[Choice] = []
        for ply in range(self.depth):
            while world.mover() == CHANCE:
                world.move(world.sample_chance(luck))
            joint: dict[int, int] = {}
            is_new = False
            for seat in world.to_act():
                if seat == self.simulator.seat or self.is_mutual:
                    choice = self.choose(nodes[seat], world, seat, luck)
                    choices.append(choice)
                    joint[seat] = choice.form.action(choice.keys)
                    is_new = is_new or choice.node.visits == 0
                else:
                    joint[seat] = self.policy.choose(world, seat, luck)
            if not joint:
                break  # the play is over
            if ply + 1 < self.depth:
                self.follow(nodes, world, joint)
            world.apply(joint)
            if is_new:
                break
        return choices

    def choose(self, node: SlotNode, world: State, seat: int, luck: Rng) -> Choice:
        """What a seat does at its node: below the root first what the policy does, then by the rule."""
        form = Form(world, seat)
        if node.visits or node in self.roots:
            keys = self.rule.explore(node, form)
        else:
            keys = form.keys(world, self.policy.choose(world, seat, luck))
        return Choice(node, form, keys, seat)

    def follow(self, nodes: list[SlotNode], world: State, joint: dict[int, int]) -> None:
        """Moves each seat's node on by what the seat has done, and by what it sees of the others."""
        for viewer in range(len(nodes)):
            for seat, action in joint.items():
                key = action if seat == viewer else world.seen_key(action, viewer)
                nodes[viewer] = nodes[viewer].child(seat, key)

    def decision(self, world: State, form: Form, done: int) -> Decision:
        """The action settled on, and all that were tried."""
        node = self.roots[self.simulator.seat]
        chosen = tuple(self.rule.settle(node, form))
        best: Arm | None = None
        arms: list[Arm] = []
        for keys, tally in node.of_actions(form).items():
            if form.allows(keys):
                action = form.action(list(keys))
                arm = Arm(action, form.space.index(action), tally.visits, tally.mean())
                arms.append(arm)
                if keys == chosen:
                    best = arm
        if best is None:
            action = form.action(list(chosen))
            best = Arm(action, form.space.index(action), 0, mean_of_options(node, form, chosen))
            arms.append(best)
        return decide(arms, best, done)


def mean_of_options(node: SlotNode, form: Form, keys: tuple[int, ...]) -> float:
    """What an action that was never tried as a whole is worth, judged by its options."""
    total = 0.0
    for slot, key in zip(form.slots, keys, strict=True):
        tally = node.of_slot(slot.name).get(key)
        total += 0.5 if tally is None else tally.mean()
    return total / len(keys)
