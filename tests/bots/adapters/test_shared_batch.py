"""Several processes that share the plays of a batch show what one process shows, and leave nothing behind."""

import itertools
import os
import signal
from collections.abc import Iterator
from contextlib import closing
from multiprocessing import active_children
from typing import Any

import numpy as np
import pytest
from tests.copies import DEEP, Copy

from infoset_bots.adapters.batch import InfosetBatchEnv
from infoset_games.core import IllegalActionError
from infoset_games.policy_registry import make_policy
from infoset_games.registry import make_game
from infoset_games.testing.toys import Leduc

PLACES = 5  # no multiple of the workers
STEPS = 60
SHORT = 25  # plies, so that plays are cut and others follow


@pytest.fixture(autouse=True)
def no_process_is_left() -> Iterator[None]:
    before = set(active_children())
    yield
    assert set(active_children()) <= before


def last_legal(shown: Any) -> Any:
    mask = shown["action_mask"]
    return mask.shape[1] - 1 - mask[:, ::-1].argmax(axis=1)


def assert_same(one: Any, other: Any) -> None:
    """Observations, rewards, marks and infos, however deep."""
    if isinstance(one, dict):
        assert one.keys() == other.keys()
        for name in one:
            assert_same(one[name], other[name])
    elif isinstance(one, (tuple, list)):
        assert len(one) == len(other)
        for mine, theirs in zip(one, other, strict=True):
            assert_same(mine, theirs)
    elif isinstance(one, np.ndarray):
        assert (one.dtype, one.shape) == (other.dtype, other.shape)
        if one.dtype == object:
            assert_same(one.tolist(), other.tolist())
        else:
            assert one.tobytes() == other.tobytes()
    else:
        assert one == other


@pytest.mark.parametrize("name", ["catan", "colonizers", "crossfire"])
def test_workers_change_nothing_about_what_is_shown(name: str) -> None:
    game = make_game(name)
    settings: dict[str, Any] = {
        "seat": [place % game.seats for place in range(PLACES)],
        "opponents": make_policy(name, "heuristic"),
        "max_plies": SHORT,
    }
    alone = InfosetBatchEnv(game, PLACES, **settings)
    with closing(InfosetBatchEnv(game, PLACES, workers=2, **settings)) as shared:
        expected: Any = alone.reset(seed=4)
        shown: Any = shared.reset(seed=4)
        for _ in range(STEPS):
            assert_same(shown, expected)
            actions = last_legal(expected[0])
            expected, shown = alone.step(actions), shared.step(actions)
        states = [play.state.to_plain() for play in alone.plays]
        assert [play.state.to_plain() for play in shared.plays] == states
        assert_same(shared.reset(), alone.reset())


def test_every_play_takes_the_same_seed_however_many_processes_there_are() -> None:
    alone = InfosetBatchEnv(Leduc(), PLACES, max_plies=4, seeds=itertools.count(100))
    env = InfosetBatchEnv(Leduc(), PLACES, max_plies=4, seeds=itertools.count(100), workers=3)
    over = 0
    with closing(env) as shared:
        expected: Any = alone.reset()
        shown: Any = shared.reset()
        for _ in range(STEPS):
            assert_same(shown, expected)
            actions = last_legal(expected[0])
            expected, shown = alone.step(actions), shared.step(actions)
            over += int(expected[2].sum()) if len(expected) == 5 else 0
    assert over > PLACES


@pytest.mark.parametrize("twin_of", DEEP, ids=lambda way: way.__name__)
def test_a_copy_has_processes_of_its_own_and_goes_on_alike(twin_of: Copy) -> None:
    with closing(InfosetBatchEnv(make_game("colonizers"), PLACES, workers=2)) as env:
        shown, _ = env.reset(seed=3)
        for _ in range(7):
            shown, *_ = env.step(last_legal(shown))
        with closing(twin_of(env)) as twin:
            again = shown
            for _ in range(STEPS):
                again, *_ = twin.step(last_legal(again))
        for _ in range(STEPS):
            shown, *_ = env.step(last_legal(shown))
    assert_same(shown, again)


def test_one_illegal_action_is_refused_by_its_place_and_changes_nothing() -> None:
    with closing(InfosetBatchEnv(make_game("colonizers"), PLACES, workers=2)) as env:
        with pytest.raises(RuntimeError, match="reset"):
            env.step([0] * PLACES)
        shown, _ = env.reset(seed=1)
        actions = last_legal(shown)
        forbidden = np.flatnonzero(shown["action_mask"][PLACES - 1] == 0)[0]
        for wrong in (forbidden, -1, env.encoding.actions):
            refused = actions.copy()
            refused[PLACES - 1] = wrong
            with pytest.raises(
                IllegalActionError, match=rf"place {PLACES - 1}: expected one of \["
            ):
                env.step(refused)
        with pytest.raises(ValueError, match="expected 5 integers, got int64 in the shape"):
            env.step(actions[:2])
        assert all(play.plies == 0 for play in env.plays)


def test_a_deal_that_cannot_be_is_refused_and_another_can_be_dealt() -> None:
    with closing(InfosetBatchEnv(make_game("colonizers"), PLACES, workers=2)) as env:
        with pytest.raises(ValueError, match="expected the 52 cards"):
            env.reset(seed=1, options={"deal": {"deck": "none"}})
        shown, _ = env.reset(seed=1)
        assert_same(shown, InfosetBatchEnv(make_game("colonizers"), PLACES).reset(seed=1)[0])


def test_a_process_that_ends_is_told_and_the_others_end_too() -> None:
    env = InfosetBatchEnv(make_game("colonizers"), PLACES, workers=2)
    shown, _ = env.reset(seed=1)
    first, *_ = active_children()
    first.kill()
    first.join()
    with pytest.raises(RuntimeError, match="a process of the batch has ended"):
        env.step(last_legal(shown))
    with pytest.raises(RuntimeError, match="the environment is closed"):
        env.reset()
    env.close()


@pytest.mark.skipif(os.name != "posix", reason="signals of Windows cannot be held back")
def test_ctrl_c_is_for_the_program_that_has_the_batch() -> None:
    """In a notebook it stops a cell; the processes of the batch go on, also those that are just starting."""
    with closing(InfosetBatchEnv(make_game("colonizers"), PLACES, workers=2)) as env:
        for process in active_children():
            assert process.pid is not None
            os.kill(process.pid, signal.SIGINT)
        shown, _ = env.reset(seed=1)
        env.step(last_legal(shown))


@pytest.mark.parametrize("workers", [0, PLACES + 1])
def test_there_is_a_play_for_every_worker(workers: int) -> None:
    with pytest.raises(ValueError, match=rf"workers: expected 1..{PLACES}, got {workers}"):
        InfosetBatchEnv(make_game("colonizers"), PLACES, workers=workers)
