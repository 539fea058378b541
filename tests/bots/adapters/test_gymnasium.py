"""One seat as a Gymnasium environment: Gymnasium's own check, opponents, and what an illegal action does."""

import copy
import pickle
from functools import partial
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AsyncVectorEnv, SyncVectorEnv

from infoset_bots.adapters.gymnasium import InfosetSeatEnv
from infoset_games.core import IllegalActionError
from infoset_games.game import Game
from infoset_games.policies import Policy
from infoset_games.policy_registry import default_policy, make_policy
from infoset_games.registry import make_game
from infoset_games.testing.toys import Ambush, Leduc


def play_out(env: InfosetSeatEnv, observation: dict[str, Any]) -> list[Any]:
    """Plays the first legal actions until the episode ends; every step."""
    steps: list[Any] = []
    while not steps or not (steps[-1][2] or steps[-1][3]):
        legal = np.flatnonzero(observation["action_mask"])
        steps.append(env.step(int(legal[len(steps) % len(legal)])))
        observation = steps[-1][0]
    return steps


# It draws actions without masks. What it says of `spec` and of bounds is meant for registered environments.
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_gymnasium_s_own_check_passes(game: Game) -> None:
    check_env(InfosetSeatEnv(game, on_illegal="forfeit", render_mode="ansi"))


def test_every_seat_plays_to_the_end_and_gets_its_return(game: Game) -> None:
    for seat in range(game.seats):
        env = InfosetSeatEnv(game, seat=seat)
        observation, info = env.reset(seed=seat)
        assert info["observation"] == env.play.state.observe(seat)
        *before, (_, reward, terminated, truncated, info) = play_out(env, observation)
        result = env.play.state.result()
        assert truncated or (terminated and result is not None)
        assert result is None or reward == result.returns[seat]
        assert all(step[1] == 0 for step in before)


def test_equal_seeds_play_alike_and_a_copy_goes_on_alike(game: Game) -> None:
    env, again = InfosetSeatEnv(game), InfosetSeatEnv(game)
    first, second = env.reset(seed=3)[0], again.reset(seed=3)[0]
    twins = [copy.deepcopy(env), pickle.loads(pickle.dumps(env)), again]
    expected = play_out(env, first)
    for twin in twins:
        assert repr(play_out(twin, second)[-1][:4]) == repr(expected[-1][:4])
        assert twin.play.state.to_plain() == env.play.state.to_plain()


@pytest.mark.parametrize("name", ["colonizers", "crossfire", "catan"])
def test_policies_of_the_game_can_be_the_opponents(name: str) -> None:
    env = InfosetSeatEnv(make_game(name), opponents=make_policy(name, default_policy(name)))
    observation, _ = env.reset(seed=1)
    assert play_out(env, observation)[-1][2]


def test_the_opponents_choose_for_every_other_seat() -> None:
    asked: list[int] = []

    class First(Policy):
        def choose(self, state: Any, seat: int, rng: Any) -> int:
            asked.append(int(seat))
            return int(state.legal(int(seat)).item(0))

    env = InfosetSeatEnv(Ambush(seats=3), seat=1, opponents=First())
    asked.clear()  # of the play in which they had to show that they can
    env.reset(seed=1)
    assert asked == [0, 2]


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    env = InfosetSeatEnv(Leduc())
    env.reset(seed=1, options={"deal": {"first": 0}})
    before = env.play.state.to_plain()
    with pytest.raises(IllegalActionError, match="action 99: expected one of"):
        env.step(99)
    assert env.play.state.to_plain() == before


@pytest.mark.parametrize("said", [0.7, np.float32(1.0), "0", None, [0, 1]])
def test_what_is_no_number_is_refused_and_changes_nothing(said: Any) -> None:
    env = InfosetSeatEnv(Leduc())
    env.reset(seed=1, options={"deal": {"first": 0}})
    before = env.play.state.to_plain()
    with pytest.raises(IllegalActionError, match="expected one of"):
        env.step(said)
    assert env.play.state.to_plain() == before
    env.step(np.array(0))


def test_what_may_be_said_is_told_as_maskable_ppo_asks_for_it(game: Game) -> None:
    env = InfosetSeatEnv(game)
    shown, _ = env.reset(seed=1)
    masks = env.action_masks()
    assert masks.dtype == np.bool_
    assert masks.any()
    assert masks.tolist() == shown["action_mask"].tolist()


def test_an_illegal_action_can_forfeit_instead() -> None:
    env = InfosetSeatEnv(Leduc(), on_illegal="forfeit")
    env.reset(seed=1)
    assert env.step(99)[1:4] == (-1.0, True, False)
    with pytest.raises(RuntimeError, match="the episode is over"):
        env.step(0)


def test_a_seat_that_the_game_has_not_is_refused() -> None:
    with pytest.raises(ValueError, match=r"seat: expected 0\.\.1, got 2"):
        InfosetSeatEnv(Leduc(), seat=2)


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        ({"game": "leduc"}, "game: expected a Game, such as make_game"),
        ({"seat": 1.0}, r"seat: expected 0\.\.1, got 1\.0"),
        (
            {"opponents": "heuristic"},
            r"opponents: expected a Policy of leduc, such as make_policy\(",
        ),
        ({"on_illegal": "ignore"}, "on_illegal: expected 'raise' or 'forfeit', got 'ignore'"),
        ({"max_plies": 0}, "max_plies: expected 1 or more, got 0"),
        ({"render_mode": "human"}, "render_mode: expected None or 'ansi', got 'human'"),
    ],
)
def test_what_cannot_be_is_refused(settings: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        InfosetSeatEnv(**{"game": Leduc(), **settings})


def test_a_reset_that_cannot_be_changes_nothing() -> None:
    one, other = InfosetSeatEnv(make_game("colonizers")), InfosetSeatEnv(make_game("colonizers"))
    shown, _ = one.reset(seed=1)
    other.reset(seed=1)
    with pytest.raises(ValueError, match="deal: expected the 52 cards"):
        one.reset(seed=7, options={"deal": 5})
    over = False
    while not over:
        said = int(np.flatnonzero(shown["action_mask"])[-1])
        shown, _, over, _, _ = one.step(said)
        assert np.array_equal(shown["observation"], other.step(said)[0]["observation"])


@pytest.mark.parametrize("vector", [SyncVectorEnv, AsyncVectorEnv])
def test_gymnasium_s_vectors_show_what_single_environments_do(game: Game, vector: Any) -> None:
    singles = [InfosetSeatEnv(game, seat=game.seats - 1) for _ in range(2)]
    many = vector([partial(InfosetSeatEnv, game, seat=game.seats - 1)] * 2)
    try:
        shown, _ = many.reset(seed=5)
        alone = [env.reset(seed=5 + at)[0] for at, env in enumerate(singles)]
        for _ in range(4):
            for name, rows in shown.items():
                assert rows.tobytes() == b"".join(one[name].tobytes() for one in alone)
            actions = [int(np.flatnonzero(one["action_mask"])[-1]) for one in alone]
            steps = [env.step(action) for env, action in zip(singles, actions, strict=True)]
            shown, rewards, terminated, _, _ = many.step(np.array(actions))
            assert list(rewards) == [step[1] for step in steps]
            assert list(terminated) == [step[2] for step in steps]
            if any(terminated):
                break
            alone = [step[0] for step in steps]
    finally:
        many.close()
