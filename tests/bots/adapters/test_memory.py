"""Copies of environments leave nothing behind: learners send them to other processes, and save them."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from tests.copies import DEEP, Copy
from tests.kept_blocks import keeps_nothing

from infoset_bots.adapters.batch import InfosetBatchEnv
from infoset_bots.adapters.gymnasium import InfosetSeatEnv
from infoset_bots.adapters.pettingzoo import InfosetEnv
from infoset_bots.adapters.pettingzoo_parallel import InfosetParallelEnv
from infoset_games.game import Game
from infoset_games.registry import known_games, make_game

STEPS = 12


@pytest.fixture(params=known_games())
def game(request: pytest.FixtureRequest) -> Game:
    """Each of the games with compiled rules: positions of the toys are made of plain values."""
    return make_game(request.param)


@pytest.fixture(params=DEEP, ids=lambda way: way.__name__)
def twin_of(request: pytest.FixtureRequest) -> Copy:
    """A way to make a second one."""
    way: Copy = request.param
    return way


def by_turns(game: Game) -> Any:
    env = InfosetEnv(game)
    env.reset(seed=1)
    for _ in range(STEPS):
        shown: Any = env.last()[0]
        env.step(first_legal(shown["action_mask"]))
    return env


def at_once(game: Game) -> Any:
    env = InfosetParallelEnv(game)
    env.reset(seed=1)
    for _ in range(STEPS):
        rows = {agent: env.observe(agent)["action_mask"] for agent in env.agents}
        env.step({agent: [first_legal(mask) for mask in row] for agent, row in rows.items()})
    return env


def one_seat(game: Game) -> Any:
    env = InfosetSeatEnv(game)
    shown, _ = env.reset(seed=1)
    for _ in range(STEPS):
        shown, *_ = env.step(first_legal(shown["action_mask"]))
    return env


def many(game: Game) -> Any:
    env = InfosetBatchEnv(game, 2)
    shown, _ = env.reset(seed=1)
    for _ in range(STEPS):
        shown, *_ = env.step([first_legal(mask) for mask in shown["action_mask"]])
    return env


def first_legal(mask: Any) -> int:
    return int(np.flatnonzero(mask)[0])


@pytest.mark.parametrize("made", [by_turns, at_once, one_seat, many])
def test_twins_of_environments(game: Game, made: Callable[[Game], Any], twin_of: Copy) -> None:
    env = made(game)
    assert keeps_nothing(lambda: twin_of(env))
