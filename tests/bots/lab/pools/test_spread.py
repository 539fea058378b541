"""What the pool of Dask's workers decides by itself; no Dask is needed."""

from collections.abc import Callable
from concurrent.futures import CancelledError
from importlib.metadata import version
from typing import Any

import pytest
from tests.bots.lab.pools import checks
from tests.bots.lab.pools.chores import chore

from infoset.errors import CommandError
from infoset_bots.lab.pools import dask_pool, dask_worker
from infoset_bots.lab.pools.dask_worker import Chunk, do_chunk
from infoset_bots.lab.pools.port import NOTHING_NOTED, Died, Done


def test_jobs_of_lost_machines_are_done_once_more_with_nothing_beside_them() -> None:
    spread = dask_pool.Spread(None, chore("square"))
    spread._wanted = 4
    job, other, *more = checks.jobs([1, 2, 3, 4])
    spread._futures["a chunk"] = (more[0],)
    assert spread._suspect((job, other)) == []
    assert list(spread._next(iter(more))) == []  # not before the chunk is back
    del spread._futures["a chunk"]
    assert list(spread._next(iter(more))) == [(other,)]
    assert list(spread._next(iter(more))) == []  # nothing goes beside it
    lost = Died(other.key, "the workers that did it were lost", NOTHING_NOTED)
    assert spread._give_up(other) == [lost]


def test_a_worker_that_may_not_start_processes_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Daemon:
        daemon = True

    monkeypatch.setattr("multiprocessing.current_process", Daemon)
    refused = do_chunk(version("infoset"), chore("square"), ())
    assert isinstance(refused, Chunk)
    assert "DASK_DISTRIBUTED__WORKER__DAEMON=False" in str(refused.refusal)


def test_chunks_grow_to_about_a_second_and_shrink_at_once() -> None:
    spread = dask_pool.Spread(None, chore("square"))
    sizes = []
    for job_s in (0.01, 0.01, 0.01, 0.01, 0.3, 5.0, 0.0):
        spread._measure(job_s)
        sizes.append(spread._chunk)
    assert sizes == [2, 4, 8, 16, 3, 1, 2]


def test_a_worker_keeps_the_crews_of_few_runs_and_stops_the_others() -> None:
    wanted = version("infoset")
    tasks = [chore("square", setup) for setup in (b"a", b"b", b"c")]
    (job,) = checks.jobs([3])
    try:
        for task in [*tasks, tasks[2]]:
            chunk = do_chunk(wanted, task, (job,))
            assert chunk.outcomes == [Done(job.key, b"9" + task.setup)]
        assert list(dask_worker._mine.crews) == tasks[1:]
    finally:
        for crew in dask_worker._mine.__dict__.pop("crews").values():
            crew.stop()


class Promise:
    """A chunk that is out, as Dask tells of it. It is back when somebody says so."""

    def __init__(self, result: Callable[[], Chunk]) -> None:
        self.result = result
        self.come: list[Callable[[Promise], None]] = []

    def add_done_callback(self, callback: Callable[["Promise"], None]) -> None:
        self.come.append(callback)


class Growing:
    """A scheduler with as many workers as `threads` says, the last one for ever. No chunk is back before so many are out."""

    def __init__(self, threads: list[int], until: int) -> None:
        self.threads = threads
        self.until = until
        self.out: list[Promise] = []

    def nthreads(self) -> dict[str, int]:
        return {"tcp://worker": self.threads.pop(0) if len(self.threads) > 1 else self.threads[0]}

    def submit(self, do: Any, wanted: str, task: Any, jobs: Any, pure: bool) -> Promise:
        done = Chunk([Done(job.key, job.body) for job in jobs], 1.0)
        self.out.append(Promise(lambda: done))
        return self.out[-1]

    def nap(self) -> None:
        """Brings all chunks back, if there are enough of them."""
        if len(self.out) >= self.until:
            for promise in self.out:
                while promise.come:
                    promise.come.pop()(promise)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask_pool, "RECOUNT_S", 0)


def test_workers_that_come_during_long_jobs_get_some_at_once(quick: None) -> None:
    """A chunk may last for an hour: nobody waits for one that is back."""
    client = Growing([1, 3], until=6)
    spread = dask_pool.Spread(client, chore("square"))
    found: list[Any] = []
    recount = spread._recount

    def count() -> None:
        recount()
        client.nap()

    spread._recount = count  # type: ignore[method-assign]
    for outcomes in spread.do(iter(checks.jobs(range(6)))):
        found += outcomes
    assert len(found) == 6


def test_it_is_said_when_no_worker_is_left(quick: None, caplog: pytest.LogCaptureFixture) -> None:
    spread = dask_pool.Spread(Growing([2, 0, 0, 1, 0], until=1), chore("square"))
    for _ in range(5):
        spread._recount()
    said = "the Dask scheduler has no workers any more; waiting for one"
    assert [record.message for record in caplog.records] == [said] * 2


def test_a_scheduler_that_is_lost_is_named() -> None:
    def lost() -> Chunk:
        raise CancelledError("scheduler-connection-lost")

    spread = dask_pool.Spread(None, chore("square"))
    future = Promise(lost)
    spread._futures[future] = tuple(checks.jobs([1]))
    with pytest.raises(CommandError, match="the connection to the Dask scheduler is lost"):
        spread._read(future)
