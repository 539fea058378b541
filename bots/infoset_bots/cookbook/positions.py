"""Moves and values in sampled worlds, for the recipes. Knows no game and searches nothing."""

import random
from collections.abc import Mapping, Sequence
from typing import TypeAlias

import infoset
from infoset_games.core import CHANCE, State
from infoset_games.evaluation import Evaluation, expected_result
from infoset_games.policies import Policy
from infoset_games.rng import Rng
from infoset_games.rollout import play_out
from infoset_games.spaces import ActionSpace, ProductSpace

Guess: TypeAlias = int | list[int] | None  # of a rule of thumb: a position, or an option per slot


def new_rng(rng: random.Random) -> Rng:
    """A stream for the rules, drawn from the bot's own generator, so that matches can be repeated."""
    return Rng(f"{rng.getrandbits(64):016x}")


def candidates(state: State, seat: int, rng: Rng, limit: int, guess: Guess = None) -> list[int]:
    """Positions of legal actions to look at, the guess first: all of a list, or some joint orders."""
    space = state.legal(seat)
    if isinstance(space, ProductSpace) and space.size > limit:
        return joint_orders(space, rng, limit, guess)
    if guess is None:
        return list(range(space.size))
    first = position(space, guess)
    return [first, *(index for index in range(space.size) if index != first)]


def joint_orders(space: ProductSpace, rng: Rng, limit: int, guess: Guess) -> list[int]:
    """At most `limit` joint orders: the guess and what differs from it in one slot, else any.

    Of orders drawn at random nearly all are bad in some slot, and that hides what is good in another.
    """
    if guess is None:
        return [rng.large_below(space.size) for _ in range(limit)]
    found = [position(space, guess)]
    for _ in range(limit - 1):
        picks = list(space.split(found[0]))
        slot = rng.below(len(picks))
        picks[slot] = rng.below(space.sizes[slot])
        found.append(space.join(picks))
    return list(dict.fromkeys(found))


def position(space: ActionSpace, guess: int | list[int]) -> int:
    """Where a guess stands among all actions."""
    if isinstance(guess, int):
        return guess
    assert isinstance(space, ProductSpace)
    return space.join(guess)


def tell(turn: infoset.Turn, values: Mapping[int, float]) -> None:
    """Notes for the trace what the actions at some positions were found to be worth; of joint orders nothing."""
    turn.weigh([values.get(index) for index in range(len(turn.actions))])


def play(state: State, seat: int, action: int, others: Policy, rng: Rng) -> None:
    """One ply: `action` of `seat`, and of whoever decides at the same time what `others` does; then chance."""
    joint = {other: others.choose(state, other, rng) for other in state.to_act() if other != seat}
    state.apply({**joint, seat: action})
    settle(state, rng)


def settle(state: State, rng: Rng) -> None:
    """Lets chance have its say until somebody is to decide."""
    while state.mover() == CHANCE:
        state.move(state.sample_chance(rng))


def returns_after(
    state: State, policies: list[Policy], evaluation: Evaluation, horizon: int, rng: Rng
) -> Sequence[float]:
    """The returns of all seats after at most `horizon` plies of `policies`; plays `state` on in place.

    A play that is not over by then is taken to end as `evaluation` counts the points.
    """
    play_out(state, policies, rng, horizon)
    result = state.result() or expected_result(state, evaluation, len(policies))
    return result.returns
