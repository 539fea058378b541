"""Determinized MaxN: every sampled world is searched as if all were open, and votes. Compiled.

MaxN: C. Luckhardt and K. Irani, "An algorithmic solution of N-person games", AAAI 1986: each player
takes the child that is best for that player. Worlds that vote, and the numbers: D. Crha, "Board game with
artificial intelligence" (Charles University, 2020), section 4.3. What chance does is drawn once for
each child. Where seats decide simultaneously they are searched one after the other, the deciding
seat first, so that it counts on being answered.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from infoset_bots.search.decision import (
    WIDE,
    Arm,
    Decision,
    OutOfTime,
    Question,
    candidates,
    decide,
    forced,
    never,
)
from infoset_games.core import CHANCE, OVER, SEVERAL, State
from infoset_games.evaluation import Evaluation
from infoset_games.rng import Rng

WORLDS: Final = 10
DEPTH: Final = 7  # decisions, forced ones included
MAX_NODES: Final = 200_000  # positions of one world's tree
BETWEEN_CHECKS: Final = 1024  # positions from one look at the time to the next
ENDLESS: Final = 9_000_000_000_000_000_000


def maxn(
    question: Question,
    rng: Rng,
    evaluation: Evaluation,
    worlds: int = WORLDS,
    depth: int = DEPTH,
    max_nodes: int = MAX_NODES,
    legacy: bool = False,
    out_of_time: OutOfTime = never,
) -> Decision:
    """The action that is best in most worlds, of equals the first; an arm's value is its mean worth.

    `visits` of an arm are its votes. A world whose tree would have more than `max_nodes` positions is
    searched less deep. Stops after fewer worlds if `out_of_time` says so; at least one, which is then
    searched one decision deep.

    `legacy` repeats a mistake of the original program: at the root it compares the worths of all
    seats in the order of the seats, so it chooses what is best for seat 0, whoever decides.
    """
    world = question.world(rng)
    space = world.legal(question.seat)
    if space.size == 1:
        return forced(space.item(0))
    indices = candidates(world, space, rng)
    actions = [space.item(index) for index in indices]
    votes = [0] * len(actions)
    worths = [0.0] * len(actions)
    done = 0
    while done < worlds:
        sampled = question.world(rng)
        search = search_world(
            question, sampled, actions, rng, evaluation, depth, max_nodes, out_of_time
        )
        if search.is_late and done > 0:
            break
        votes[search.best(legacy)] += 1
        for i in range(len(actions)):
            worths[i] += search.worth(i, question.seat)
        done += 1
        if search.is_late or out_of_time():
            break
    arms = [Arm(actions[i], indices[i], votes[i], worths[i] / done) for i in range(len(actions))]
    winner = arms[0]
    for arm in arms:
        if arm.visits > winner.visits:
            winner = arm
    return decide(arms, winner, done)


def search_world(
    question: Question,
    world: State,
    actions: list[int],
    rng: Rng,
    evaluation: Evaluation,
    depth: int,
    max_nodes: int,
    out_of_time: OutOfTime,
) -> "Search":
    """The search of one world, as deep as `max_nodes` and the time allow; one decision deep in any case."""
    is_late = False
    while True:
        search = Search(question, world, rng, evaluation, actions, depth, max_nodes, out_of_time)
        is_complete = search.run()
        is_late = is_late or search.is_late
        if is_complete or depth <= 1:
            search.is_late = is_late
            return search
        depth = 1 if is_late else depth - 1


@final
class Search:
    """One world searched to one depth. `values` holds the worths by root action and seat."""

    def __init__(
        self,
        question: Question,
        world: State,
        rng: Rng,
        evaluation: Evaluation,
        actions: list[int],
        depth: int,
        max_nodes: int,
        out_of_time: OutOfTime,
    ) -> None:
        self.seat: i64 = question.seat
        self.seats: i64 = question.game.seats
        self.world = world
        self.rng = rng
        self.evaluation = evaluation
        self.actions = actions
        self.depth: i64 = depth
        self.left: i64 = max_nodes if depth > 1 else ENDLESS
        self.out_of_time = out_of_time
        self.is_late: bool = False  # did time end it?
        self.values: list[vec[float]] = []

    def run(self) -> bool:
        """Searches all root actions. Returns False if positions or time did not suffice."""
        for action in self.actions:
            self.values.append(self.root_child(action))
            if self.left < 0:
                return False
        return True

    def best(self, legacy: bool) -> int:
        """The position of the best root action, of equals the first."""
        best = 0
        for i in range(1, len(self.values)):
            if legacy:
                is_better = self.is_later(i, best)
            else:
                is_better = self.worth(i, int(self.seat)) > self.worth(best, int(self.seat))
            if is_better:
                best = i
        return best

    def worth(self, action: int, seat: int) -> float:
        """The worth to `seat` of the root action at this position."""
        return self.values[action][seat]

    def is_later(self, one: int, other: int) -> bool:
        """Are the worths of `one` greater than those of `other` in the order of the seats?"""
        for seat in range(int(self.seats)):
            if self.worth(one, seat) != self.worth(other, seat):
                return self.worth(one, seat) > self.worth(other, seat)
        return False

    def root_child(self, action: int) -> vec[float]:
        """The worths by seat after the deciding seat's `action`."""
        joint = {int(self.seat): action}
        if self.world.mover() == SEVERAL:
            return self.together(self.world, joint, self.depth - 1)
        child = self.world.copy()
        child.apply(joint)
        return self.value(child, self.depth - 1)

    def value(self, state: State, depth: i64) -> vec[float]:
        """The worths by seat of `state`, a position of its own, when every seat does what suits it best."""
        self.left -= 1
        if self.left % BETWEEN_CHECKS == 0 and self.depth > 1 and self.out_of_time():
            self.is_late = True
            self.left = -1
        mover = state.mover()
        while mover == CHANCE:
            state.move(state.sample_chance(self.rng))
            mover = state.mover()
        if mover == OVER or depth <= 0 or self.left < 0:
            return self.leaf(state)
        if mover == SEVERAL:
            return self.together(state, {}, depth)
        best = vec[float]()
        size = state.legal_size()
        if size > WIDE:
            space = state.legal(int(mover))
            for index in candidates(state, space, self.rng):
                child = state.copy()
                child.apply({int(mover): space.item(index)})
                best = self.better(best, self.value(child, depth - 1), mover)
            return best
        for i in range(size):
            child = state.copy()
            child.move(state.legal_item(i))
            best = self.better(best, self.value(child, depth - 1), mover)
        return best

    def together(self, state: State, joint: dict[int, int], depth: i64) -> vec[float]:
        """`value` where seats decide simultaneously; `joint` are the choices of those searched already.

        All of them are searched, whatever the depth: a ply is not valued halfway.
        """
        mover = self.next_of(state, joint)
        if mover < 0:
            child = state.copy()
            child.apply(joint)
            return self.value(child, depth)
        best = vec[float]()
        space = state.legal(int(mover))
        for index in candidates(state, space, self.rng):
            if self.left < 0:
                break
            chosen = joint.copy()
            chosen[int(mover)] = space.item(index)
            best = self.better(best, self.together(state, chosen, depth - 1), mover)
        return best if len(best) > 0 else self.leaf(state)

    def next_of(self, state: State, joint: dict[int, int]) -> i64:
        """Who is searched next: the deciding seat, then the others in order; -1 after the last."""
        waiting = [seat for seat in state.to_act() if seat not in joint]
        if int(self.seat) in waiting:
            return self.seat
        return waiting[0] if waiting else -1

    def better(self, best: vec[float], values: vec[float], mover: i64) -> vec[float]:
        """The worths `mover` prefers, the first of equals; `best` is empty at first."""
        if len(best) == 0 or values[mover] > best[mover]:
            return values
        return best

    def leaf(self, state: State) -> vec[float]:
        values = vec[float]([0.0] * self.seats)
        for seat in range(self.seats):
            values[seat] = self.evaluation.value(state, seat)
        return values
