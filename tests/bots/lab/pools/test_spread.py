"""What the pool of Dask's workers decides by itself; no Dask is needed."""

from importlib.metadata import version

import pytest
from tests.bots.lab.pools import checks
from tests.bots.lab.pools.chores import chore

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
