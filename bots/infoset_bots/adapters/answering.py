"""How something that chooses among action numbers answers a question of a match: the way from a learner to a bot."""

from collections.abc import Callable
from operator import index
from typing import Any

import numpy as np
from numpy.typing import NDArray

from infoset.turn import Answer, Turn
from infoset_bots.adapters.encoding import Encoding
from infoset_bots.adapters.vectors import vector_of
from infoset_games.core import State
from infoset_games.rng import Rng

Choose = Callable[[NDArray[Any], NDArray[np.int8]], int]


def answer_of(turn: Turn, encoding: Encoding, choose: Choose) -> Answer:
    """What `decide` returns for what `choose` chooses, number by number where a decision is spelled.

    It is the place in `turn.actions`, or the written action where that is on no list: a trade that was spelled. `choose`
    gets the vector and the mask that `InfosetSeatEnv` shows in this position, and returns a number that the mask allows.
    Raises ValueError for any other.
    """
    world = turn.determinize(Rng("the own options are the same in every world"))
    parts: tuple[int, ...] = ()
    while True:
        options = encoding.options(world, turn.seat, parts)
        cells = vector_of(encoding, encoding.tensor(turn.observation, parts))
        mask = np.zeros(encoding.actions, np.int8)
        mask[list(options)] = 1
        number = choose(cells, mask)
        said = _whole(number)
        if said not in options:
            raise ValueError(f"choose: expected one of {sorted(options)}, got {number!r}")
        code = options[said]
        if code is not None:
            return _answer(turn, encoding, world, code)
        parts = (*parts, said)


def _answer(turn: Turn, encoding: Encoding, world: State, code: int) -> Answer:
    space = world.legal(turn.seat)
    if space.contains(code):
        return space.index(code)
    return encoding.game.write_action(world, turn.seat, code)


def _whole(number: Any) -> int:
    """As an integer of Python, from one of NumPy or an array that holds nothing else; -1, which is no number, for what is none."""
    try:
        return index(number)
    except TypeError:
        return -1
