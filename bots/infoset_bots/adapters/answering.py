"""How something that chooses among action numbers answers a question of a match: the way from a learner to a bot."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from infoset.turn import Turn
from infoset_bots.adapters.encoding import Encoding
from infoset_bots.adapters.environment import dtype_of
from infoset_games.rng import Rng

Choose = Callable[[NDArray[Any], NDArray[np.int8]], int]


def answer_of(turn: Turn, encoding: Encoding, choose: Choose) -> int:
    """The place in `turn.actions` of what `choose` chooses, number by number where a decision is spelled.

    `choose` gets the vector and the mask that `InfosetSeatEnv` shows in this position, and returns a number that the mask
    allows. Raises KeyError for any other.
    """
    world = turn.determinize(Rng("the own options are the same in every world"))
    parts: tuple[int, ...] = ()
    while True:
        options = encoding.options(world, turn.seat, parts)
        cells: Any = encoding.tensor(turn.observation, parts)
        if isinstance(cells, bytes):
            cells = np.frombuffer(cells, np.uint8)
        mask = np.zeros(encoding.actions, np.int8)
        mask[list(options)] = 1
        number = int(choose(np.array(cells, dtype_of(encoding)), mask))
        code = options[number]
        if code is not None:
            return world.legal(turn.seat).index(code)
        parts = (*parts, number)
