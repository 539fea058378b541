"""What the pool of Dask's workers decides by itself; no Dask is needed."""

from importlib.metadata import version

import pytest
from tests.bots.lab.pools import checks
from tests.bots.lab.pools.chores import chore

from infoset_bots.lab.pools import dask_pool, dask_worker
from infoset_bots.lab.pools.dask_worker import Chunk, do_chunk
from infoset_bots.lab.pools.port import NOTHING_NOTED, Died, Done


def test_jobs_that_lose_machine_after_machine_are_told_apart_from_the_others() -> None:
    spread = dask_pool.Spread(None, chore("square"))
    job, other = checks.jobs([1, 2])
    assert spread._give_up((job, other)) == []
    assert spread._again == [(job,), (other,)]
    lost = Died(job.key, "the workers that did it were lost", NOTHING_NOTED)
    assert spread._give_up((job,)) == [lost]


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
