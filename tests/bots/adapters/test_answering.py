"""From numbers to the answer of a question: what is listed, what is only described, and what nobody may say."""

import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from tests.bots.catan.positions import main_phases
from tests.bots.catan.turns import turn_of

from infoset_bots.adapters.answering import answer_of
from infoset_bots.adapters.encoding import encoding_of
from infoset_games.catan.game import Catan
from infoset_games.catan.state import CatanState
from infoset_games.core import CHANCE
from infoset_games.rng import Rng

GAME = Catan()


def test_any_trade_that_is_spelled_is_an_answer() -> None:
    """Numbers drawn at random make offers and counter-offers that are on no list: each is one that the rules take."""
    encoding = encoding_of(GAME)
    unlisted = {"offer": 0, "counter": 0}
    numbers = np.random.default_rng(1)

    def draw(_cells: Any, mask: Any) -> Any:
        return np.array(numbers.choice(np.flatnonzero(mask)))  # as learners return it

    def say(state: CatanState, seat: int) -> int:
        turn = turn_of(state, seat, GAME)
        choice = turn.read_answer(answer_of(turn, encoding, draw))
        if choice.action is None:
            return state.legal(seat).item(choice.index or 0)
        unlisted[choice.action[0]] += 1
        return GAME.read_action(state, seat, [*choice.action])

    for state in main_phases("spelled", 60, GAME):
        mover = int(state.mover())
        state.apply({mover: say(state, mover)})
        for seat in state.to_act():
            if seat != CHANCE:
                say(state, seat)
    assert min(unlisted.values()) >= 1, unlisted


@pytest.mark.parametrize("said", [-1, 9_999, 0.5, None])
def test_a_number_that_the_mask_forbids_is_named(said: Any) -> None:
    state = GAME.begin(Rng("1"))
    assert isinstance(state, CatanState)
    seat = state.to_act()[0]
    with pytest.raises(ValueError, match=rf"choose: expected one of \[.*\], got {said}"):
        answer_of(turn_of(state, seat, GAME), encoding_of(GAME), lambda _cells, _mask: said)


def test_what_was_learnt_plays_where_only_numpy_is_installed() -> None:
    """As on a server with the extra `server`: no environments, no laboratory."""
    absent = ("gymnasium", "pettingzoo", "scipy", "optuna", "matplotlib")
    program = "; ".join(
        (
            "import sys",
            f"sys.modules |= dict.fromkeys({absent!r})",
            "import infoset_bots.adapters.answering",
            "from infoset_bots.adapters.encoding import encoding_of",
            "from infoset_games.registry import make_game",
            "[encoding_of(make_game(name)) for name in ('catan', 'colonizers', 'crossfire')]",
        )
    )
    subprocess.run([sys.executable, "-c", program], check=True)
