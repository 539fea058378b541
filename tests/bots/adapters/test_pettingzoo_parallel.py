"""The parallel environment: PettingZoo's own tests, slots, and decisions too large to number."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest
from tests.bots.adapters.pettingzoo_own import parallel_api_test, parallel_seed_test

from infoset_bots.adapters.encoding import EncodingError, TooManyActionsError
from infoset_bots.adapters.pettingzoo import InfosetEnv
from infoset_bots.adapters.pettingzoo_parallel import InfosetParallelEnv
from infoset_games.core import IllegalActionError, Json, State
from infoset_games.game import Game
from infoset_games.rng import Rng
from infoset_games.spaces import ActionSpace, ListSpace, ProductSpace
from infoset_games.testing.toys import Ambush, Leduc
from infoset_games.testing.toys.ambush import AmbushState

UNITS = 12


def draw(env: InfosetParallelEnv, observations: Mapping[str, Any]) -> dict[str, Any]:
    """A random row for every agent, as masks allow."""
    return {
        agent: env.action_space(agent).sample(mask=observations[agent]["action_mask"])
        for agent in env.agents
    }


def play_out(env: InfosetParallelEnv, observations: Mapping[str, Any]) -> dict[str, float]:
    """Plays at random until all agents are gone; the rewards of the last step."""
    rewards: dict[str, float] = {}
    for at, agent in enumerate(env.agents):
        env.action_space(agent).seed(at)
    while env.agents:
        observations, rewards, *_ = env.step(draw(env, observations))
    return rewards


@pytest.mark.filterwarnings("ignore:options")  # it passes one of its own
def test_pettingzoo_s_own_parallel_test_passes(game: Game) -> None:
    parallel_api_test(InfosetParallelEnv(game), num_cycles=300)


def test_pettingzoo_s_own_parallel_seed_test_passes() -> None:
    # It draws rows without masks; in Ambush every row is legal.
    parallel_seed_test(lambda: InfosetParallelEnv(Ambush(seats=3)), num_cycles=100)


def test_a_random_play_ends_with_the_returns_of_the_rules(game: Game) -> None:
    env = InfosetParallelEnv(game)
    observations, _ = env.reset(seed=5)
    rewards = play_out(env, observations)
    result = env.play.state.result()
    assert result is not None
    assert tuple(rewards.values()) == result.returns


def test_a_row_is_one_option_for_each_slot() -> None:
    env = InfosetParallelEnv(Ambush())
    env.reset(seed=1)
    assert env.action_space("seat_0").nvec.tolist() == [5, 5]
    env.step({"seat_0": np.array([1, 2]), "seat_1": [4, 4]})
    assert env.play.state.to_plain()["traps"] == [[1, 2], [4, 4]]


def test_an_agent_out_of_turn_has_one_row_which_is_not_looked_at() -> None:
    env = InfosetParallelEnv(Leduc())
    observations, _ = env.reset(seed=1, options={"deal": {"first": 0}})
    (waiting,) = observations["seat_1"]["action_mask"]
    assert waiting.tolist() == [1, 0, 0, 0]
    env.step({"seat_0": [1], "seat_1": [3]})
    assert env.play.state.to_plain()["bets"] == [[1], []]


def test_an_agent_is_shown_the_same_in_all_worlds_it_cannot_tell_apart(game: Game) -> None:
    env, rng = InfosetParallelEnv(game), Rng("twins")
    observations, _ = env.reset(seed=1)
    for _ in range(20):
        truth = env.play.state
        for seat, agent in enumerate(env.agents):
            env.play.state = game.determinize(truth.observe(seat), rng)
            np.testing.assert_equal(env.observe(agent), observations[agent])
            env.play.state = truth
        observations, *_ = env.step(draw(env, observations))
        if not env.agents:
            observations, _ = env.reset()


@pytest.mark.parametrize(
    ("row", "why"),
    [
        (None, "expected a row of 2 integers"),
        ([1], "expected a row of 2 integers"),
        ([1.5, 0], "expected a row of 2 integers"),
        ([5, 0], r"\[0\]: 5 is not legal now"),
        ([0, -1], r"\[1\]: -1 is not legal now"),
    ],
)
def test_a_bad_row_is_refused_with_its_agent_and_nothing_changes(row: Any, why: str) -> None:
    env = InfosetParallelEnv(Ambush())
    env.reset(seed=1)
    with pytest.raises(IllegalActionError, match=f"seat_1: {why}"):
        env.step({"seat_0": [0, 0], "seat_1": row})
    assert env.play.waiting() == (0, 1)


def test_an_episode_is_cut_after_its_last_ply() -> None:
    env = InfosetParallelEnv(Ambush(), max_plies=2)
    observations, _ = env.reset(seed=1)
    observations, *_ = env.step(draw(env, observations))
    observations, rewards, terminated, truncated, _ = env.step(draw(env, observations))
    assert set(truncated.values()) == {True}
    assert set(terminated.values()) == {False}
    assert set(rewards.values()) == {0.0}
    assert env.agents == []
    with pytest.raises(RuntimeError, match="the episode is over"):
        env.step({})


class SwarmState(AmbushState):
    """Ambush with a dozen units: nine ways for each, fewer units later, a list at the end."""

    def legal(self, seat: int) -> ActionSpace:
        if seat not in self.to_act():
            return ListSpace(())
        if self.round == self.rounds:
            return ListSpace((0, 1, 2))
        units = UNITS - self.round
        return ProductSpace([f"unit {unit}" for unit in range(units)], [9] * units)

    def apply(self, joint: Mapping[int, int]) -> None:
        self.points = [point + joint[seat] % 9 for seat, point in enumerate(self.points)]
        self.traps = [(0, 0)] * self.seats
        self.round += 1

    def kind(self, seat: int) -> str:
        return "swarm"


class Swarm(Ambush):
    """A game whose decisions nobody can list."""

    name = "swarm"
    state_class = SwarmState

    def write_action(self, state: State, seat: int, action: int) -> list[Json]:
        return [state.kind(seat), str(action)]


def test_a_decision_too_large_to_number_is_played_slot_by_slot() -> None:
    env = InfosetParallelEnv(Swarm())
    assert env.action_space("seat_0").nvec.tolist() == [9] * UNITS
    observations, _ = env.reset(seed=1)
    assert [sum(mask) for mask in observations["seat_0"]["action_mask"]] == [9] * UNITS
    observations, *_ = env.step(draw(env, observations))
    assert [sum(mask) for mask in observations["seat_0"]["action_mask"]] == [9] * (UNITS - 1) + [1]
    rewards = play_out(env, observations)
    assert set(rewards) == {"seat_0", "seat_1"}
    assert env.play.is_over


def test_the_aec_environment_refuses_such_a_game_at_once_and_names_the_way_out() -> None:
    with pytest.raises(TooManyActionsError, match="use the parallel environment"):
        InfosetEnv(Swarm())


def test_slots_without_room_are_an_error_that_says_so() -> None:
    env = InfosetParallelEnv(Swarm())
    env.encoding.row = (9, 9)
    with pytest.raises(EncodingError, match=r"swarm: slots of .* do not fit into \(9, 9\)"):
        env.reset(seed=1)


def test_text_is_rendered_as_a_spectator_sees_the_play() -> None:
    env = InfosetParallelEnv(Ambush(), render_mode="ansi")
    env.reset(seed=1)
    text = env.render()
    assert text is not None
    assert text.endswith("  seat 0 decides: hide\n  seat 1 decides: hide")
    assert InfosetParallelEnv(Ambush()).render() is None


def test_reset_comes_first() -> None:
    with pytest.raises(RuntimeError, match="reset"):
        InfosetParallelEnv(Ambush()).step({})
