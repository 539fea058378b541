"""Flat Monte Carlo: every action in the same worlds with the same luck, the best mean wins. Compiled."""

from typing import Final, final

from infoset_bots.search.decision import (
    Arm,
    Decision,
    OutOfTime,
    Question,
    candidates,
    decide,
    forced,
    never,
)
from infoset_bots.search.playout import Playout
from infoset_games.core import SEVERAL, State
from infoset_games.rng import Rng

WORLDS: Final = 50
PLAYOUTS: Final = 1


def monte_carlo(
    question: Question,
    rng: Rng,
    playout: Playout,
    worlds: int = WORLDS,
    playouts: int = PLAYOUTS,
    out_of_time: OutOfTime = never,
) -> Decision:
    """The action with the best mean reward over `worlds` x `playouts`; of equals the first.

    Plays in rounds, one playout of every action each; stops after fewer if `out_of_time` says so, at
    least one. All playouts of a round take the same random numbers, so that luck tells actions apart
    as little as it can. Equal questions, streams and settings give equal decisions.
    """
    first = question.world(rng)
    space = first.legal(question.seat)
    if space.size == 1:
        return forced(space.item(0))
    indices = candidates(first, space, rng)
    actions = [space.item(index) for index in indices]
    totals = [0.0] * len(actions)
    rounds = 0
    is_over = False
    while rounds < worlds * playouts and not is_over:
        world = question.world(rng)
        for _ in range(playouts):
            luck = Luck(rng)
            for i in range(len(actions)):
                state = world.copy()
                stream = luck.again()
                play_first(state, question.seat, actions[i], playout, stream)
                values = playout.values(state, question.game.seats, stream)
                totals[i] += values[question.seat]
            rounds += 1
            is_over = out_of_time()
            if is_over:
                break
    arms = [Arm(actions[i], indices[i], rounds, totals[i] / rounds) for i in range(len(actions))]
    return decide(arms, best_mean(arms), rounds)


@final
class Luck:
    """A stream of random numbers that can be taken again from its start."""

    def __init__(self, rng: Rng) -> None:
        """Opens a new stream, chosen by `rng`."""
        self.words = (rng.word(), rng.word(), rng.word(), rng.word())
        self.stream = Rng("")

    def again(self) -> Rng:
        """The stream from its start; ends the use of the one handed out before."""
        stream = self.stream
        stream.a, stream.b, stream.c, stream.d = self.words
        stream.d |= 1  # the all-zero state is a fixed point
        return stream


def play_first(state: State, seat: int, action: int, playout: Playout, rng: Rng) -> None:
    """Plays the action to be tried; seats that decide at the same time follow the policy."""
    joint = {seat: action}
    if state.mover() == SEVERAL:
        for other in state.to_act():
            if other != seat:
                joint[other] = playout.policy.choose(state, other, rng)
    state.apply(joint)


def best_mean(arms: list[Arm]) -> Arm:
    """The arm with the best mean, the first of equals."""
    best = arms[0]
    for arm in arms:
        if arm.value > best.value:
            best = arm
    return best
