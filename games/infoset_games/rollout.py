"""Plays a state on to its end: the inner loop of every search, for any game. Compiled."""

from typing import Final

from mypy_extensions import i64

from infoset_games.core import CHANCE, OVER, State
from infoset_games.policies import Policy
from infoset_games.rng import Rng

TO_THE_END: Final = 9_000_000_000_000_000_000  # a horizon that no play reaches


def play_out(state: State, policies: list[Policy], rng: Rng, horizon: i64 = TO_THE_END) -> i64:
    """Plays `state` on in place with one policy per seat; returns the number of plies.

    Stops at the end of the play, or after `horizon` plies, chance plies included.
    """
    if are_one(policies):
        return policies[0].play_out(state, rng, horizon)
    plies: i64 = 0
    while plies < horizon:
        mover = state.mover()
        if mover >= 0:
            state.move(i64(policies[mover].choose(state, mover, rng)))
        elif mover == CHANCE:
            state.move(state.sample_chance(rng))
        elif mover == OVER:
            return plies
        else:
            state.apply({seat: policies[seat].choose(state, seat, rng) for seat in state.to_act()})
        plies += 1
    return plies


def are_one(policies: list[Policy]) -> bool:
    """Do all seats share one policy?"""
    for policy in policies:
        if policy is not policies[0]:
            return False
    return True


def random_rollout(state: State, rng: Rng) -> i64:
    """Plays `state` to the end in place, uniformly over legal positions; returns the number of plies."""
    return state.play_randomly(rng, TO_THE_END)


def random_rollouts(start: State, n: i64, rng: Rng) -> i64:
    """Plays `n` copies of `start` to the end; returns the number of plies in all (for benchmarks)."""
    plies: i64 = 0
    for _ in range(n):
        plies += random_rollout(start.copy(), rng)
    return plies


def policy_rollouts(start: State, policies: list[Policy], n: i64, rng: Rng) -> i64:
    """Plays `n` copies of `start` to the end with policies; returns the plies in all (for benchmarks)."""
    plies: i64 = 0
    for _ in range(n):
        plies += play_out(start.copy(), policies, rng)
    return plies
