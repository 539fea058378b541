"""The AEC environment: PettingZoo's own tests, direct play, and what agents are shown."""

from typing import Any

import numpy as np
import pytest
from tests.bots.adapters.pettingzoo_own import api_test, seed_test

from infoset_bots.adapters.encoding import Parts
from infoset_bots.adapters.pettingzoo import InfosetEnv
from infoset_bots.adapters.play import open_stream
from infoset_games.core import CHANCE, IllegalActionError, Result
from infoset_games.game import Game
from infoset_games.rng import Rng
from infoset_games.testing.toys import Ambush, Leduc


def masked(env: InfosetEnv, agent: str) -> list[int]:
    """The action numbers that the mask allows."""
    return [int(number) for number in np.flatnonzero(env.observe(agent)["action_mask"])]


def draw(env: InfosetEnv, rng: Rng) -> int:
    legal = masked(env, env.agent_selection)
    return legal[int(rng.below(len(legal)))]


def play_out(env: InfosetEnv, rng: Rng) -> dict[str, float]:
    """Plays at random until all agents are gone; what each got in sum."""
    got = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        _, reward, terminated, truncated, _ = env.last(observe=False)
        got[agent] += reward
        env.step(None if terminated or truncated else draw(env, rng))
    return got


# The observation is a dict because it carries the action mask, as PettingZoo's manual wants it.
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@pytest.mark.filterwarnings("ignore:options")  # it passes one of its own
def test_pettingzoo_s_own_test_passes(game: Game) -> None:
    api_test(InfosetEnv(game), num_cycles=1_000)


def test_pettingzoo_s_own_seed_test_passes(game: Game) -> None:
    seed_test(lambda: InfosetEnv(game), num_cycles=200)


def test_a_random_play_ends_with_the_returns_of_the_rules(game: Game) -> None:
    env = InfosetEnv(game)
    env.reset(seed=5)
    got = play_out(env, Rng("1"))
    result = env.play.state.result()
    assert result is not None
    assert tuple(got.values()) == result.returns
    assert env.agents == []


def test_an_environment_plays_as_the_rules_do(game: Game) -> None:
    env, stream, choice = InfosetEnv(game), open_stream(3), Rng("choice")
    env.reset(seed=3)
    state = game.start(game.deal(stream))
    while True:
        while state.mover() == CHANCE:
            state.move(state.sample_chance(stream))
        joint = {}
        for seat in state.to_act():
            parts: Parts = ()
            while seat not in joint:
                assert env.agent_selection == f"seat_{seat}"
                options = env.encoding.options(state, seat, parts)
                assert masked(env, env.agent_selection) == sorted(options)
                number = draw(env, choice)
                code, parts = options[number], (*parts, number)
                if code is not None:
                    joint[seat] = code
                env.step(number)
        if not joint:
            break
        state.apply(joint)
    result = state.result()
    assert result is not None
    assert tuple(env.rewards.values()) == result.returns
    assert all(info["result"] == result for info in env.infos.values())


def test_an_agent_is_shown_the_same_in_all_worlds_it_cannot_tell_apart(game: Game) -> None:
    env, rng = InfosetEnv(game), Rng("twins")
    env.reset(seed=1)
    for _ in range(40):
        if env.play.is_over:
            env.reset()
        truth = env.play.state
        for seat, agent in enumerate(env.agents):
            shown, told = env.observe(agent), env.play.info(seat)
            env.play.state = game.determinize(truth.observe(seat), rng)
            twin = env.observe(agent)
            assert {name: part.tobytes() for name, part in twin.items()} == {
                name: part.tobytes() for name, part in shown.items()
            }
            assert env.play.info(seat) == told
            env.play.state = truth
        env.step(draw(env, rng))


def test_infos_carry_the_observation_with_its_types(game: Game) -> None:
    env = InfosetEnv(game)
    env.reset(seed=1)
    for _ in range(5):
        if not env.play.waiting():
            break
        acting = env.agent_selection
        seat = env.agents.index(acting)
        assert env.infos[acting]["observation"] == env.play.state.observe(seat)
        assert env.infos[acting]["kind"] == env.play.state.kind(seat)
        assert all(not env.infos[agent] for agent in env.agents if agent != acting)
        env.step(masked(env, acting)[0])


def test_infos_tell_everybody_the_end(game: Game) -> None:
    env, rng = InfosetEnv(game), Rng("1")
    env.reset(seed=2)
    while env.play.waiting():
        env.step(draw(env, rng))
    for seat, agent in enumerate(env.agents):
        assert env.infos[agent]["observation"] == env.play.state.observe(seat)
        assert env.infos[agent]["result"] == env.play.state.result()


def test_sealed_choices_are_shown_to_nobody() -> None:
    env = InfosetEnv(Ambush())
    shown = []
    for trap in (0, 24):
        env.reset(seed=1)
        env.step(trap)
        assert env.agent_selection == "seat_1"
        shown.append(env.observe("seat_1"))
    np.testing.assert_equal(shown[0], shown[1])


@pytest.mark.parametrize("action", [None, -1, 2, 3, 99])
def test_an_illegal_action_is_refused_and_changes_nothing(action: Any) -> None:
    env = InfosetEnv(Leduc())
    env.reset(seed=1, options={"deal": {"first": 0}})
    before = env.play.state.to_plain()
    with pytest.raises(IllegalActionError, match=r"expected one of \[0, 1\]"):
        env.step(action)
    assert env.play.state.to_plain() == before
    assert env.agent_selection == "seat_0"


def test_an_episode_is_cut_after_its_last_ply() -> None:
    env = InfosetEnv(Leduc(), max_plies=1)
    env.reset(seed=1)
    env.step(masked(env, env.agent_selection)[0])
    assert set(env.truncations.values()) == {True}
    assert set(env.terminations.values()) == {False}
    assert set(play_out(env, Rng("1")).values()) == {0.0}


def test_a_deal_can_be_given() -> None:
    env = InfosetEnv(Leduc())
    for first in (0, 1, 1, 0):
        env.reset(options={"deal": {"first": first}})
        assert env.agent_selection == f"seat_{first}"
    with pytest.raises(ValueError, match="first: expected 0 or 1"):
        env.reset(options={"deal": {"first": 2}})


def test_plays_go_on_differently_without_a_new_seed() -> None:
    env = InfosetEnv(Leduc())
    env.reset(seed=1)
    deals = set()
    for _ in range(20):
        deals.add(str(env.play.state.to_plain()))
        env.reset()
    assert len(deals) > 5


def test_text_is_rendered_as_a_spectator_sees_the_play() -> None:
    env = InfosetEnv(Leduc(), render_mode="ansi")
    env.reset(seed=1)
    text = env.render()
    assert text is not None
    assert text.startswith("leduc/1.0, 0 plies\n  seat: -1\n")
    assert "  cards: [-1, -1]\n" in text
    play_out(env, Rng("1"))
    end = env.render()
    assert end is not None
    assert "Result(places=" in end
    assert isinstance(env.play.state.result(), Result)


def test_nothing_is_rendered_unless_asked_for() -> None:
    env = InfosetEnv(Leduc())
    env.reset(seed=1)
    assert env.render() is None


def test_reset_comes_first() -> None:
    with pytest.raises(RuntimeError, match="reset"):
        InfosetEnv(Leduc()).observe("seat_0")


def test_an_environment_is_named_after_the_rules_and_their_version() -> None:
    assert str(InfosetEnv(Leduc())) == "leduc_v1"
