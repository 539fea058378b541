"""Worker processes: jobs go out and come back, in turn, and whatever happens to a process."""

import asyncio
import os
import resource
import signal
from collections.abc import AsyncIterator
from typing import Any
from unittest import mock

import pytest

from infoset_games.core import State
from infoset_games.registry import make_game
from infoset_games.rng import Rng
from infoset_server.compute.jobs import STRIDE
from infoset_server.compute.pool import WorkerPool
from infoset_server.compute.process import Ticket, WorkerLostError, WorkerProcess, environment
from infoset_server.compute.workbench import Workbench
from infoset_server.config import ComputeLimits

GAME = make_game("colonizers")
LONG = 1_000_000  # playouts that nobody waits for
MAY_TAKE_S = 0.5


@pytest.fixture
async def pool() -> AsyncIterator[WorkerPool]:
    pool = WorkerPool(ComputeLimits(workers=1, hang_s=5))
    yield pool
    await pool.close()


def test_there_are_as_many_workers_as_processors_that_may_be_used(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("infoset_server.compute.pool.usable_processors", lambda: 3)
    assert WorkerPool(ComputeLimits()).size == 3
    assert WorkerPool(ComputeLimits(workers=5)).size == 5


def start() -> State:
    return GAME.start(GAME.deal(Rng("pool", "deal")))


def job(n: int = 1, soft_s: float = 60.0, **changes: Any) -> dict[str, Any]:
    """`n` playouts of one world."""
    state = start()
    chance = Rng("pool", "chance")
    while state.mover() < 0:
        state.move(state.sample_chance(chance))
    root = {
        "id": "r1",
        "view": "v1",
        "observation": GAME.write_observation(state.observe(0)),
        "stream": "stream",
    }
    return {
        "do": "play",
        "game": GAME.name,
        "options": GAME.options(),
        "seat": 0,
        "roots": [root],
        "worlds": [["", 0, 0, []]],
        "first": None,
        "n": n,
        "policies": ["random"] * 4,
        "horizon": None,
        "stream": "stream",
        "max_rows": 100,
        "start": 0,
        "units": 1 << 40,
        "soft_s": soft_s,
        "hard_s": 60.0,
        **changes,
    }


def submit(pool: WorkerPool, frame: dict[str, Any], home: str = "a", **changes: Any) -> Ticket:
    fields: dict[str, Any] = {"urgent": False, "may_take_s": 60.0} | changes
    return pool.submit(frame, home, **fields)


async def answer(ticket: Ticket) -> dict[str, Any]:
    async with asyncio.timeout(60):
        frame = await ticket.answer
    assert frame is not None
    return frame


async def begun(pool: WorkerPool, ticket: Ticket) -> None:
    """Returns when a worker has the job."""
    async with asyncio.timeout(60):
        while ticket.worker is None:  # noqa: ASYNC110 (nothing tells it)
            await asyncio.sleep(0.005)


async def test_a_worker_does_what_the_bench_does_here(pool: WorkerPool) -> None:
    there = (await answer(submit(pool, job(3))))["result"]
    here = Workbench(10).run(job(3))
    assert there.pop("busy_s") > 0
    assert here.pop("busy_s") > 0
    assert there == here


async def test_slices_add_up_to_the_whole(pool: WorkerPool) -> None:
    whole = Workbench(10).run(job(7))["rows"][0]
    n = plies = number = 0
    while number < 7:
        result = (await answer(submit(pool, job(7, soft_s=0.0, start=number))))["result"]
        assert result["next"] > number
        number = result["next"]
        n += result["rows"][0][2]
        plies += result["rows"][0][6]
    assert (n, plies) == (whole[2], whole[6])


async def test_a_long_job_can_be_interrupted_and_tells_what_it_has(pool: WorkerPool) -> None:
    ticket = submit(pool, job(LONG))
    await begun(pool, ticket)
    pool.interrupt(ticket)
    result = (await answer(ticket))["result"]
    assert result["next"] < LONG
    assert (await answer(submit(pool, job(1))))["result"]["next"] == 1


async def test_a_job_that_waits_is_just_taken_back(pool: WorkerPool) -> None:
    first, second = submit(pool, job(LONG)), submit(pool, job(LONG))
    await begun(pool, first)
    pool.interrupt(second)
    assert await second.answer is None
    assert pool.waiting == 0
    pool.interrupt(first)
    await answer(first)


async def test_a_job_that_gives_way_ends_for_one_that_waits(pool: WorkerPool) -> None:
    extra = submit(pool, job(LONG), gives_way=True)
    await begun(pool, extra)
    assert (pool.load, pool.free) == (0, 1), "what is lent to others is not held up by it"
    assert (await answer(submit(pool, job(1), "b")))["result"]["next"] == 1
    assert (await answer(extra))["result"]["next"] < LONG


def test_a_playout_that_gave_way_is_not_charged_before_it_is_played() -> None:
    whole = Workbench(10).run(job(1))
    assert whole["used"] > STRIDE, "so that it can be broken off"
    for gives_way, used in ((True, 0), (False, STRIDE)):
        cut = Workbench(10).run(job(1, gives_way=gives_way), lambda: True)
        assert (cut["next"], cut["used"]) == (0, used)


async def test_only_as_many_jobs_give_way_as_others_wait() -> None:
    pool = WorkerPool(ComputeLimits(workers=2, hang_s=60))
    try:
        await answer(submit(pool, job(1)))
        extras = [submit(pool, job(LONG), gives_way=True) for _ in range(2)]
        for extra in extras:
            await begun(pool, extra)
        await answer(submit(pool, job(1), "b"))
        assert sum(extra.answer.done() for extra in extras) == 1
    finally:
        await pool.close()


async def test_a_job_that_gives_way_ends_none_like_it_and_no_second_one_ends() -> None:
    pool = WorkerPool(ComputeLimits(workers=2, hang_s=60))
    interrupt = WorkerProcess.interrupt
    try:
        for extra in [submit(pool, job(LONG), gives_way=True) for _ in range(2)]:
            await begun(pool, extra)
        with mock.patch.object(WorkerProcess, "interrupt", autospec=True) as told:
            told.side_effect = interrupt
            submit(pool, job(LONG), gives_way=True)
            assert told.call_count == 0
            waiting = submit(pool, job(1), "b", urgent=True)
            submit(pool, job(LONG), gives_way=True)  # the pool looks at all that wait again
            assert told.call_count == 1
            await answer(waiting)
    finally:
        await pool.close()


async def test_seats_on_the_clock_are_served_first(pool: WorkerPool) -> None:
    running = submit(pool, job(LONG))
    await begun(pool, running)
    seats = (("patient", False), ("urgent", True), ("more patient", False))
    tickets = [submit(pool, job(1), name, urgent=urgent) for name, urgent in seats]
    pool.interrupt(running)
    for ticket in tickets:
        await answer(ticket)
    in_order = sorted(tickets, key=lambda ticket: ticket.begun_s)
    assert [ticket.home for ticket in in_order] == ["urgent", "patient", "more patient"]


async def test_a_worker_that_dies_is_replaced_and_its_job_done(pool: WorkerPool) -> None:
    await answer(submit(pool, job(1)))
    (pid,) = pool.pids
    ticket = submit(pool, job(LONG))
    await begun(pool, ticket)
    os.kill(pid, signal.SIGKILL)
    while ticket.attempts < 2:  # noqa: ASYNC110 (nothing tells it)
        await asyncio.sleep(0.005)
    pool.interrupt(ticket)
    assert "result" in await answer(ticket)
    assert pool.pids != [pid]


async def test_a_job_that_kills_two_workers_is_given_up(pool: WorkerPool) -> None:
    ticket = submit(pool, job(LONG))
    for attempt in (1, 2):
        while ticket.attempts < attempt:  # noqa: ASYNC110 (nothing tells it)
            await asyncio.sleep(0.005)
        assert isinstance(ticket.worker, WorkerProcess)
        os.kill(ticket.worker.pid, signal.SIGKILL)
    with pytest.raises(WorkerLostError, match="ended by itself"):
        await answer(ticket)
    assert (await answer(submit(pool, job(1))))["result"]["next"] == 1


async def test_a_worker_that_does_not_come_back_is_ended(pool: WorkerPool) -> None:
    with pytest.raises(WorkerLostError, match="did not come back"):
        await answer(submit(pool, job(LONG), may_take_s=0.05))
    assert (await answer(submit(pool, job(1))))["result"]["next"] == 1


async def test_a_worker_that_gets_no_processor_is_not_taken_for_hung(pool: WorkerPool) -> None:
    await answer(submit(pool, job(1)))
    (pid,) = pool.pids
    os.kill(pid, signal.SIGSTOP)
    ticket = submit(pool, job(1), may_take_s=MAY_TAKE_S)
    await begun(pool, ticket)
    while asyncio.get_running_loop().time() < ticket.begun_s + 4 * MAY_TAKE_S:  # noqa: ASYNC110
        await asyncio.sleep(0.05)
    os.kill(pid, signal.SIGCONT)
    assert (await answer(ticket))["result"]["next"] == 1
    assert (ticket.attempts, pool.pids) == (1, [pid])


async def test_a_worker_that_sleeps_for_ever_is_ended() -> None:
    pool = WorkerPool(ComputeLimits(workers=1, stall_s=0.2))
    try:
        await answer(submit(pool, job(1)))
        (pid,) = pool.pids
        os.kill(pid, signal.SIGSTOP)
        with pytest.raises(WorkerLostError, match="did not come back"):
            await answer(submit(pool, job(1), may_take_s=0.1))
        assert (await answer(submit(pool, job(1), may_take_s=60.0)))["result"]["next"] == 1
        assert pool.pids != [pid]
    finally:
        await pool.close()


async def test_a_failing_job_fails_alone(pool: WorkerPool) -> None:
    frame = await answer(submit(pool, job(1, policies=["no such policy"] * 4)))
    assert "UnknownPolicyError" in frame["failed"]
    refused = await answer(submit(pool, job(1, first="all", max_rows=1)))
    assert refused["refused"][0] == "first"
    assert (await answer(submit(pool, job(1))))["result"]["next"] == 1


async def test_a_worker_is_limited_before_its_first_job() -> None:
    pool = WorkerPool(ComputeLimits(workers=1, worker_memory_bytes=1 << 29, nice=7))
    try:
        await answer(submit(pool, job(1)))
        (pid,) = pool.pids
        assert resource.prlimit(pid, resource.RLIMIT_AS) == (1 << 29, 1 << 29)
        assert resource.prlimit(pid, resource.RLIMIT_CORE) == (0, 0)
        soft, _ = resource.prlimit(pid, resource.RLIMIT_CPU)
        assert 0 < soft < 60
        ours = os.getpriority(os.PRIO_PROCESS, 0)
        assert os.getpriority(os.PRIO_PROCESS, pid) == min(ours + 7, 19)
    finally:
        await pool.close()


async def test_closing_ends_every_process_and_every_job() -> None:
    pool = WorkerPool(ComputeLimits(workers=2))
    running, waiting = submit(pool, job(LONG)), [submit(pool, job(LONG)) for _ in range(3)]
    await begun(pool, running)
    pids = pool.pids
    await pool.close()
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)
    assert all(ticket.answer.done() for ticket in (running, *waiting))
    assert isinstance(running.answer.exception(), WorkerLostError)
    for ticket in waiting:
        ticket.answer.exception()


def test_a_worker_gets_no_secrets_from_our_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("INFOSET_TOKEN", "secret")
    assert set(environment()) == {"PATH", "PYTHONPATH"}
