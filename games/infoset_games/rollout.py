"""Plays a state on to its end: the inner loop of every search, for any game. Compiled."""

from typing import Final

from mypy_extensions import i64

from infoset_games.core import CHANCE, OVER, SEVERAL, State
from infoset_games.policies import Policy
from infoset_games.rng import Rng

TO_THE_END: Final = 9_000_000_000_000_000_000  # a horizon that no play reaches


def play_out(state: State, policies: list[Policy], rng: Rng, horizon: i64 = TO_THE_END) -> i64:
    """Plays `state` on in place with one policy per seat; returns the number of plies.

    Stops at the end of the play, or after `horizon` plies, chance plies included.
    """
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


def random_rollout(state: State, rng: Rng, horizon: i64 = TO_THE_END) -> i64:
    """As `play_out` with a RandomPolicy on every seat, whose draws these are, too; quicker, for nobody is asked."""
    plies: i64 = 0
    while plies < horizon:
        mover = state.mover()
        if mover >= 0:
            state.move(state.legal_item(rng.below(state.legal_size())))
        elif mover == CHANCE:
            state.move(state.sample_chance(rng))
        elif mover == OVER:
            return plies
        else:
            random_joint_ply(state, rng)
        plies += 1
    return plies


def random_joint_ply(state: State, rng: Rng) -> None:
    """One simultaneous ply with a random action for every seat to act."""
    assert state.mover() == SEVERAL
    state.apply({seat: state.draw_legal(seat, rng) for seat in state.to_act()})


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
