"""Environments in numbers: copies, pickles, and SuperSuit's vectors of them, in this process and in others."""

import pickle
import warnings
from importlib.util import find_spec
from typing import Any

import numpy as np
import pytest
from tests.copies import DEEP, Copy

from infoset_bots.adapters.openspiel import SpielGame
from infoset_bots.adapters.pettingzoo import InfosetEnv
from infoset_bots.adapters.pettingzoo_parallel import InfosetParallelEnv
from infoset_games.game import Game


@pytest.fixture(params=DEEP, ids=lambda way: way.__name__)
def twin_of(request: pytest.FixtureRequest) -> Copy:
    """A way to make a second one."""
    way: Copy = request.param
    return way


def advance(env: Any, steps: int) -> list[Any]:
    """Everything that is shown in some steps of always the last legal action."""
    shown: list[Any] = []
    for _ in range(steps):
        if not env.play.waiting():
            break
        observation, *told = env.last()
        shown.append([observation["observation"].tobytes(), *told[:3]])
        env.step(int(np.flatnonzero(observation["action_mask"])[-1]))
    return shown


def test_an_environment_can_be_made_twice_in_the_middle_of_a_play(
    game: Game, twin_of: Copy
) -> None:
    env = InfosetEnv(game)
    env.reset(seed=1)
    advance(env, 7)
    twin = twin_of(env)
    assert advance(twin, 40) == advance(env, 40)
    env.reset()
    twin.reset()
    assert advance(twin, 10) == advance(env, 10)


def test_a_twin_lives_its_own_life(game: Game, twin_of: Copy) -> None:
    env = InfosetEnv(game)
    env.reset(seed=1)
    before = env.play.state.to_plain()
    advance(twin_of(env), 10)
    assert env.play.state.to_plain() == before


def test_a_parallel_environment_can_be_made_twice(game: Game, twin_of: Copy) -> None:
    env = InfosetParallelEnv(game)
    env.reset(seed=1)
    for _ in range(5):
        twin = twin_of(env)
        rows = {
            agent: [int(np.flatnonzero(mask)[-1]) for mask in env.observe(agent)["action_mask"]]
            for agent in env.agents
        }
        if not rows:
            break
        steps = [made.step(rows) for made in (env, twin)]
        assert pickle.dumps(steps[0][0]) == pickle.dumps(steps[1][0])
        assert steps[0][1:4] == steps[1][1:4]


def test_spiel_games_and_states_can_be_made_twice(game: Game, twin_of: Copy) -> None:
    state = SpielGame(game, seed="1").new_initial_state()
    for _ in range(6):
        if state.is_simultaneous_node() or state.is_terminal():
            break
        state.apply_action(state.legal_actions()[-1])
    twin = twin_of(state)
    assert str(twin) == str(state)
    assert twin.history() == state.history()
    assert twin.legal_actions() == state.legal_actions()


@pytest.mark.skipif(
    find_spec("supersuit") is None,
    reason="SuperSuit is not installed: nothing shows that its vectors take our environments",
)
@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::UserWarning")
@pytest.mark.parametrize("processes", [1, 2])
def test_supersuit_steps_many_environments_at_once(game: Game, processes: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import supersuit  # type: ignore[import-not-found, import-untyped, unused-ignore]

    one: Any = supersuit.pettingzoo_env_to_vec_env_v1(InfosetParallelEnv(game))
    many: Any = supersuit.concat_vec_envs_v1(one, 2, num_cpus=processes, base_class="gymnasium")
    try:
        shown, _ = many.reset(seed=1)
        for _ in range(3):
            assert shown["observation"].shape == (
                2 * game.seats,
                one.observation_space["observation"].shape[0],
            )
            shown, rewards, *_ = many.step(np.array(rows_of(shown["action_mask"])))
            assert len(rewards) == 2 * game.seats
    finally:
        many.close()


def rows_of(masks: Any) -> list[list[int]]:
    """The first legal row of every agent: `masks` are by number of the row, each by agent."""
    return [[int(np.flatnonzero(mask)[0]) for mask in agent] for agent in zip(*masks, strict=True)]
