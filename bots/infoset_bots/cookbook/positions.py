"""Moves and values in sampled worlds, for the recipes. Knows no game and searches nothing."""

import random
from collections.abc import Sequence

from infoset_games.core import CHANCE, State
from infoset_games.evaluation import Evaluation, expected_result
from infoset_games.policies import Policy
from infoset_games.rng import Rng
from infoset_games.rollout import play_out
from infoset_games.spaces import ListSpace, ProductSpace


def new_rng(rng: random.Random) -> Rng:
    """A stream for the rules, drawn from the bot's own generator, so that matches can be repeated."""
    return Rng(f"{rng.getrandbits(64):016x}")


def candidates(state: State, seat: int, rng: Rng, limit: int) -> list[int]:
    """Positions of legal actions to look at: all of a list, or a random handful of joint orders."""
    space = state.legal(seat)
    if isinstance(space, ListSpace) or space.size <= limit:
        return list(range(space.size))
    return [state.fallback(seat), *(rng.large_below(space.size) for _ in range(limit - 1))]


def position(state: State, seat: int, picks: Sequence[int]) -> int:
    """Where a joint order stands among all of them."""
    space = state.legal(seat)
    assert isinstance(space, ProductSpace)
    return space.index(space.join(picks))


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
