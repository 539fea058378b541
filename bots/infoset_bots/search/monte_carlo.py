"""Flat Monte Carlo: every action in the same worlds with the same luck, the best mean wins. Compiled."""

from typing import Final

from infoset_bots.search.decision import (
    Arm,
    Decision,
    OutOfTime,
    candidates,
    decide,
    forced,
    never,
)
from infoset_bots.search.simulator import Simulator, Walk

WORLDS: Final = 50
PLAYOUTS: Final = 1


def monte_carlo(
    simulator: Simulator,
    worlds: int = WORLDS,
    playouts: int = PLAYOUTS,
    out_of_time: OutOfTime = never,
) -> Decision:
    """The action with the best mean reward over `worlds` x `playouts`; of equals the first.

    Plays in rounds, one playout of every action each; stops after fewer if `out_of_time` says so, at
    least one. All playouts of a round take the same random numbers, so that luck tells actions apart
    as little as it can. Equal questions, seeds and settings give equal decisions, whichever way worlds are
    simulated. Where the simulator was spent before the first round, no work is done and the action is the first.
    """
    root = simulator.root()
    space = root.legal(simulator.seat)
    if space.size == 1:
        return forced(space.item(0))
    indices = candidates(root, space, simulator.choices())
    actions = [space.item(index) for index in indices]
    totals = [0.0] * len(actions)
    most = worlds * playouts
    done = begun = 0
    while begun < most and not simulator.is_spent:
        count = min(max(1, simulator.together // len(actions)), most - begun)
        rounds = [
            simulator.open_equal((begun + i) // playouts, begun + i, len(actions))
            for i in range(count)
        ]
        begun += count
        play(simulator, rounds, actions)
        done += sum([add(round_, totals, simulator.seat) for round_ in rounds])
        if out_of_time():
            break
    if done == 0:
        return forced(space.item(0))
    arms = [Arm(actions[i], indices[i], done, totals[i] / done) for i in range(len(actions))]
    return decide(arms, best_mean(arms), done)


def play(simulator: Simulator, rounds: list[list[Walk]], actions: list[int]) -> None:
    """Plays the rounds out, one walk for each action."""
    walks: list[Walk] = []
    for round_ in rounds:
        for walk, action in zip(round_, actions, strict=True):
            simulator.lead(walk, action)
            walk.is_ended = True
            walks.append(walk)
    simulator.advance(walks)


def add(round_: list[Walk], totals: list[float], seat: int) -> int:
    """Adds the rewards of a round, unless one of its walks was lost. 1 or 0 for the number of rounds."""
    for walk in round_:
        if walk.is_lost:
            return 0
    for i in range(len(round_)):
        totals[i] += round_[i].rewards[seat]
    return 1


def best_mean(arms: list[Arm]) -> Arm:
    """The arm with the best mean, the first of equals."""
    best = arms[0]
    for arm in arms:
        if arm.value > best.value:
            best = arm
    return best
