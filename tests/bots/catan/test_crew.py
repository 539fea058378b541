"""Processes that share a search: they find what one finds alone, and may die."""

import os
import queue
import signal
from collections.abc import Iterator, Sequence

import pytest
from tests.bots.catan.positions import GAME, asked, main_phases, set_up

from infoset_bots.catan.crew import Done, Job, Workers, join, make_job
from infoset_bots.catan.deciding import Alone, answer
from infoset_bots.catan.settings import Settings
from infoset_bots.catan.weights import STRONG
from infoset_bots.search.decision import Decision
from infoset_games.catan.actions import END_TURN
from infoset_games.catan.state import CatanState

SETTINGS = Settings(depth=1, epsilon=1, wishful=True, max_nodes=60, malice=1.0, moves=2)


@pytest.fixture
def crew() -> Iterator[Workers]:
    workers = Workers(2, GAME.options(), STRONG)
    yield workers
    workers.close()


def arms(decision: Decision) -> list[tuple[int, int, float]]:
    return [(arm.action, arm.visits, arm.value) for arm in decision.arms]


def test_parallel_search_equals_serial_search(crew: Workers) -> None:
    """To the last digit, in trees that are cut and in trees that are too large."""
    for malice in (1.0, 0.5):
        settings = Settings(1, 1, True, 60, malice, 2)
        for state in main_phases("parallel", 8):
            inquiry = asked(state, int(state.turn), STRONG, settings)
            alone, shared = answer(inquiry, 3, Alone()), answer(inquiry, 3, crew)
            assert arms(alone) == arms(shared)
            assert alone.action == shared.action


def test_moves_are_dealt_out_in_turn() -> None:
    state = set_up(hands={0: "sho"})
    job = make_job(1, asked(state, 0, STRONG, SETTINGS), 1, [7, 8, 9, 10, 11], 2, [(0, 0), (0, 1)])
    assert isinstance(job, Job)
    assert [list(job.moves_of(share)) for share in range(2)] == [[7, 9, 11], [8, 10]]
    assert Settings(**job.settings).depth == SETTINGS.depth


def test_shares_are_put_together_by_move() -> None:
    done: dict[tuple[int, int], Sequence[float] | None] = {(4, 0): [1.0, 3.0], (4, 1): [2.0]}
    assert join({key: list(row or []) for key, row in done.items()}, 4, 2, 3) == [1.0, 2.0, 3.0]
    assert join({(4, 0): [1.0, 3.0], (4, 1): None}, 4, 2, 3) is None


@pytest.mark.skipif(os.name != "posix", reason="signals of Windows cannot be held back")
def test_ctrl_c_ends_no_process_of_a_search(crew: Workers) -> None:
    """It is meant for the command, which ends them; they would fill the terminal with tracebacks."""
    crew._start()
    workers = list(crew.workers)
    for worker in workers:
        os.kill(worker._process.pid, signal.SIGINT)
    answer(asked(crowded(), 0, STRONG, SETTINGS), 2, crew)
    assert crew.workers == workers
    for worker in workers:
        os.kill(worker._process.pid, signal.SIGINT)
    answer(asked(crowded(), 0, STRONG, SETTINGS), 2, crew)
    assert crew.workers == workers


def test_a_process_that_dies_loses_nothing(crew: Workers) -> None:
    state = set_up(
        hands={0: "wbsho"}, settlements={0: [19], 1: [40]}, roads={0: [(19, 24)], 1: [(40, 44)]}
    )
    inquiry = asked(state, 0, STRONG, SETTINGS)
    answer(inquiry, 2, crew)
    assert len(crew.workers) == 2
    for worker in crew.workers:
        worker.kill()
    assert arms(answer(inquiry, 2, crew)) == arms(answer(inquiry, 2, Alone()))
    assert arms(answer(inquiry, 2, crew)) == arms(answer(inquiry, 2, Alone()))


def test_time_ends_the_waiting(crew: Workers) -> None:
    inquiry = asked(crowded(), 0, STRONG, Settings(depth=20, max_nodes=10**8))
    decision = answer(inquiry, 2, crew, lambda: True)
    assert decision.work == 1  # one world as it stands
    assert END_TURN in [arm.action for arm in decision.arms]


def test_the_processes_of_a_decision_without_time_do_the_next_one(crew: Workers) -> None:
    state = crowded()
    endless = asked(state, 0, STRONG, Settings(depth=20, max_nodes=10**8))
    answer(endless, 2, crew, lambda: True)
    workers = list(crew.workers)
    inquiry = asked(state, 0, STRONG, SETTINGS)
    assert arms(answer(inquiry, 2, crew)) == arms(answer(inquiry, 2, Alone()))
    assert len(workers) == 2
    assert crew.workers == workers


def test_worlds_that_are_done_decide_when_time_is_up(
    crew: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After 40 of 60 pieces, whichever process was faster: each does a half of every world."""
    inquiry = asked(crowded(), 0, STRONG, Settings(depth=1, max_nodes=10**6))
    heard = 0
    get = queue.Queue.get

    def hear(news: "queue.Queue[Done]", *, timeout: float) -> Done:
        nonlocal heard
        found = get(news, timeout=timeout)
        heard += 1
        return found

    monkeypatch.setattr(queue.Queue, "get", hear)
    decision = answer(inquiry, 30, crew, lambda: heard >= 40)
    monkeypatch.undo()
    assert 10 <= decision.work <= 20
    assert answer(inquiry, 30, crew).work == 30


def crowded() -> CatanState:
    """A position with many moves."""
    return set_up(
        hands=dict.fromkeys(range(4), "wbsho"),
        settlements={0: [19], 1: [40]},
        roads={0: [(19, 24)], 1: [(40, 44)]},
    )
