"""What every environment refuses alike: by the name of the argument, with what was expected, and without a change."""

from collections.abc import Callable
from typing import Any, Final

import numpy as np
import pytest

from infoset_bots.adapters.batch import InfosetBatchEnv, draw_legal
from infoset_bots.adapters.colonizers_encoding import ColonizersEncoding
from infoset_bots.adapters.encoding import encoding_of
from infoset_bots.adapters.gymnasium import InfosetSeatEnv
from infoset_bots.adapters.openspiel import SpielGame
from infoset_bots.adapters.pettingzoo import InfosetEnv
from infoset_bots.adapters.pettingzoo_parallel import InfosetParallelEnv
from infoset_games.core import State
from infoset_games.game import Game
from infoset_games.policies import Policy, RandomPolicy
from infoset_games.policy_registry import default_policy, make_policy
from infoset_games.registry import make_game
from infoset_games.rng import Rng
from infoset_games.testing.toys import Ambush, Leduc

Single = InfosetEnv | InfosetParallelEnv | InfosetSeatEnv

SINGLE: Final[tuple[type[Single], ...]] = (InfosetEnv, InfosetParallelEnv, InfosetSeatEnv)


def batch(game: Game, **settings: Any) -> InfosetBatchEnv:
    return InfosetBatchEnv(game, 2, **settings)


@pytest.mark.parametrize("make", [*SINGLE, SpielGame, batch])
@pytest.mark.parametrize(
    ("encoding", "why"),
    [
        ("colonizers", "got 'colonizers'"),
        (ColonizersEncoding, "got <class"),
        (encoding_of(make_game("catan")), "got that of catan/"),
        (encoding_of(make_game("colonizers", {"colony": 3})), "got that of colonizers/"),
    ],
    ids=["a name", "a class", "another game's", "other options'"],
)
def test_an_encoding_of_anything_else_is_refused(
    make: Callable[..., Any], encoding: Any, why: str
) -> None:
    with pytest.raises(ValueError, match=f"encoding: expected an Encoding of this game, .*{why}"):
        make(make_game("colonizers"), encoding=encoding)


@pytest.mark.parametrize("make", [*SINGLE, SpielGame, batch])
def test_an_encoding_of_an_equal_game_is_taken(make: Callable[..., Any]) -> None:
    encoding = encoding_of(make_game("colonizers"))
    assert make(make_game("colonizers"), encoding=encoding).encoding is encoding


class Wild(Policy):
    """Has an answer to every question, and it is no action."""

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        return 10**6


@pytest.mark.parametrize("make", [InfosetSeatEnv, batch])
@pytest.mark.parametrize(
    ("policy", "why"),
    [
        ("heuristic", "got 'heuristic'"),
        (RandomPolicy, "got <class"),
        (make_policy("catan", "heuristic"), "got <infoset_games.catan.*, which cannot play it: "),
        (make_policy("crossfire", "heuristic"), "got <infoset_games.crossfire.*, which cannot"),
        (Wild(), "got <.*Wild object.*, which cannot play it: IllegalActionError: "),
    ],
    ids=["a name", "a class", "another game's", "of a game at once", "what is illegal"],
)
def test_opponents_that_cannot_play_the_game_are_refused(
    make: Callable[..., Any], policy: Any, why: str
) -> None:
    example = r'make_policy\("colonizers", "heuristic"\)'
    said = f"opponents: expected a Policy of colonizers, such as {example}, {why}"
    with pytest.raises(ValueError, match=said):
        make(make_game("colonizers"), opponents=policy)


@pytest.mark.parametrize(
    "game", [Ambush(seats=3), Leduc(), make_game("crossfire")], ids=lambda game: game.name
)
def test_opponents_of_the_game_are_taken(game: Game) -> None:
    policy = make_policy(game.name, default_policy(game.name))
    assert InfosetSeatEnv(game, opponents=policy).opponents is policy
    with pytest.raises(ValueError, match=r"opponents: expected a Policy of .*, got <infoset_games"):
        InfosetSeatEnv(game, opponents=make_policy("catan", "rollout"))


def test_an_encoding_is_found_for_a_game_and_not_for_its_name() -> None:
    with pytest.raises(ValueError, match="game: expected a Game, such as make_game"):
        encoding_of("colonizers")  # type: ignore[arg-type]


@pytest.mark.parametrize("make", SINGLE)
@pytest.mark.parametrize("seed", ["a", 1.5, -1, True, [1, 2]])
def test_a_seed_that_is_none_is_refused_and_changes_nothing(make: type[Single], seed: Any) -> None:
    env = make(make_game("colonizers"))
    env.reset(seed=1)
    play = env.play
    with pytest.raises(ValueError, match="seed: expected 0 or more, got "):
        env.reset(seed=seed)
    assert env.play is play


@pytest.mark.parametrize("make", SINGLE)
def test_a_seed_of_numpy_is_that_of_python(make: type[Single]) -> None:
    one, other = make(make_game("colonizers")), make(make_game("colonizers"))
    one.reset(seed=np.int64(5))  # type: ignore[arg-type]
    other.reset(seed=5)
    assert one.play.state.to_plain() == other.play.state.to_plain()


def test_agents_are_asked_one_by_one_within_an_episode_only() -> None:
    env = InfosetEnv(make_game("colonizers"))
    for ask in (lambda: env.step(0), env.last, env.agent_iter):
        with pytest.raises(RuntimeError, match=r"reset\(\) comes before anything else"):
            ask()
    env.reset(seed=1)
    for agent in env.agent_iter():
        shown, _, over, _, _ = env.last()
        env.step(None if over else env.action_space(agent).sample(shown["action_mask"]))
    for ask in (lambda: env.step(None), lambda: env.step(0), env.last):
        with pytest.raises(RuntimeError, match=r"the episode is over: reset\(\) begins the next"):
            ask()
    assert not list(env.agent_iter())


def test_agents_act_together_within_an_episode_only_and_each_by_its_name() -> None:
    env = InfosetParallelEnv(make_game("colonizers"))
    with pytest.raises(RuntimeError, match=r"reset\(\) comes before anything else"):
        env.step({})
    env.reset(seed=1)
    for said in (None, [1], 1):
        with pytest.raises(ValueError, match="actions: expected a dict with a row for each agent"):
            env.step(said)  # type: ignore[arg-type]
    assert env.play.plies == 0


@pytest.mark.parametrize("make", [InfosetEnv, InfosetParallelEnv])
def test_an_agent_that_there_is_not_is_named(
    make: type[InfosetEnv | InfosetParallelEnv],
) -> None:
    env = make(make_game("colonizers"))
    env.reset(seed=1)
    for ask in (env.observe, env.action_space, env.observation_space):
        for agent in ("seat_4", 0, None):
            with pytest.raises(ValueError, match=r"agent: expected one of \['seat_0', .*, got "):
                ask(agent)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "masks", [None, "x", {"action_mask": 1}, [[1], [1, 0]], np.ones(5), np.ones((2, 3, 4))]
)
def test_masks_that_are_no_rows_are_refused(masks: Any) -> None:
    with pytest.raises(ValueError, match="masks: expected a row for each play, such as"):
        draw_legal(masks, np.random.default_rng(1))


def test_masks_can_be_lists() -> None:
    assert draw_legal([[0, 1, 0], [0, 0, 1]], np.random.default_rng(1)).tolist() == [1, 2]


@pytest.mark.parametrize("rng", [None, 5, np.random])
def test_what_draws_has_to_be_a_generator(rng: Any) -> None:
    with pytest.raises(ValueError, match=r"rng: expected a Generator, such as np.random.default_r"):
        draw_legal(np.ones((2, 3)), rng)


@pytest.mark.parametrize("make", [InfosetSeatEnv, batch])
def test_an_option_of_a_reset_that_is_not_known_is_refused_by_its_name(
    make: Callable[..., Any],
) -> None:
    """A misspelt one would leave the deal to chance, and nobody would notice."""
    env = make(Leduc())
    env.reset(seed=1, options={})
    with pytest.raises(
        ValueError, match=r"options: expected no others than 'deal', got 'deals', 'seed'$"
    ):
        env.reset(seed=1, options={"deals": {"first": 0}, "seed": 1})


@pytest.mark.parametrize("make", [InfosetEnv, InfosetParallelEnv])
def test_an_option_that_pettingzoo_s_own_tests_pass_is_warned_of(make: Callable[..., Any]) -> None:
    env = make(Leduc())
    with pytest.warns(
        UserWarning, match=r"options: expected no others than 'deal', got 'options'$"
    ) as told:
        env.reset(seed=1, options={"options": 1})
    assert told[0].filename == __file__
