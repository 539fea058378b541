"""The pool of Dask's workers: what every pool promises, on a small cluster of this machine."""

import gc
import os
import signal
from collections.abc import Iterator
from contextlib import closing
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from tests.bots.lab.pools import checks
from tests.bots.lab.pools.chores import chore

from infoset.errors import CommandError
from infoset_bots.lab.arena.jobs import play_jobs
from infoset_bots.lab.arena.plan import Entry, Plan
from infoset_bots.lab.arena.schedule import Schedule
from infoset_bots.lab.pools import dask_pool
from infoset_bots.lab.pools.dask_pool import DaskPool
from infoset_bots.lab.pools.port import NOTHING_NOTED, ComputePool, Died, Done, Outcome
from infoset_bots.lab.pools.processes import ProcessPool

if find_spec("distributed") is None:
    pytest.skip("NOT TESTED ON DASK: pip install distributed", allow_module_level=True)

# On a busy machine Dask's connections take several attempts, and it leaves the sockets of those that came to
# nothing to the garbage collector. All of them are collected here, so that no other test is blamed.
pytestmark = pytest.mark.filterwarnings(
    "ignore:Exception ignored in. <socket:pytest.PytestUnraisableExceptionWarning"
)


@pytest.fixture(autouse=True)
def collected() -> Iterator[None]:
    """What a test has left is collected with it."""
    yield
    gc.collect()


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """A scheduler and two workers of one thread, in processes of their own."""
    dask, distributed = import_module("dask"), import_module("distributed")
    settings = {
        "distributed.worker.daemon": False,
        "distributed.scheduler.allowed-failures": 1,
        "distributed.scheduler.worker-saturation": "inf",  # jobs wait at workers, and share their fate
        "distributed.deploy.lost-worker-timeout": "10 minutes",  # a crowded machine is slow to start another
    }
    with (
        dask.config.set(settings),
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address="127.0.0.1:0"
        ) as running,
    ):
        yield running
    gc.collect()


@pytest.fixture
def pool(cluster: Any) -> DaskPool:
    """A pool on its workers."""
    return DaskPool(cluster.scheduler_address)


def test_each_job_has_its_result_once_under_its_key(pool: DaskPool) -> None:
    checks.check_results(pool)


def test_a_job_that_is_done_again_gives_equal_bytes(pool: DaskPool) -> None:
    checks.check_repeats(pool, chore("square"))


def test_an_exception_is_the_outcome_of_its_own_job(pool: DaskPool) -> None:
    checks.check_exceptions(pool)


def test_a_job_that_ends_its_workers_costs_no_other_job(pool: DaskPool) -> None:
    checks.check_deadly_job(pool)


def test_what_a_killed_worker_was_doing_is_done_again_and_counts_once(
    pool: DaskPool, tmp_path: Path
) -> None:
    checks.check_killed_worker(pool, tmp_path / "done")


def test_a_task_that_cannot_be_made_ends_the_run_with_words(pool: DaskPool) -> None:
    with pytest.raises(CommandError, match="there is no such bot"):
        checks.run(pool, chore("refuse"), checks.jobs(range(3)))


def test_an_experiment_has_the_same_table_on_dask_and_on_processes(pool: DaskPool) -> None:
    plan = Plan(
        game="colonizers",
        rules="colonizers/1.0",
        entries=(Entry("heuristic", "heuristic"), Entry("random", "random")),
        seed="everywhere",
        matches=12,
        options={"colony": 2},
    )

    def table(where: ComputePool) -> list[dict[str, Any]]:
        with closing(play_jobs(where, plan, Schedule(plan, 4).jobs())) as batches:
            records = [one.record for batch in batches for one in batch]
        return [one.without_times() for one in sorted(records, key=lambda one: one.match)]

    assert table(pool) == table(ProcessPool(1))


def test_a_machine_that_is_lost_costs_nothing(pool: DaskPool, cluster: Any) -> None:
    found: list[Outcome] = []
    with closing(pool.run(chore("sleep"), checks.jobs(range(60)))) as batches:
        for batch in batches:
            if not found:
                os.kill(cluster.workers[0].pid, signal.SIGKILL)
            found += batch
    assert sorted(one.key for one in found) == list(range(100, 160))
    assert all(isinstance(one, Done) for one in found)


@pytest.mark.parametrize("ahead", [2, 8])  # Dask blames the jobs that wait at the machine as well
def test_a_job_that_loses_machine_after_machine_costs_no_other_job(
    pool: DaskPool, ahead: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dask_pool, "AHEAD", ahead)
    found = checks.run(pool, chore("kill_parent_at", b"3"), checks.jobs(range(8)))
    assert found.pop(3) == Died(103, "the workers that did it were lost", NOTHING_NOTED)
    assert found == [Done(100 + n, str(n).encode()) for n in range(8) if n != 3]


def test_a_worker_of_another_version_takes_no_part(
    pool: DaskPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dask_pool, "version", lambda name: "99.0")
    with pytest.raises(CommandError, match=r"expected infoset 99\.0, .* is installed"):
        checks.run(pool, chore("square"), checks.jobs(range(3)))


def test_without_a_scheduler_a_run_ends_with_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask_pool, "PATIENCE_S", 0.2)
    with pytest.raises(CommandError, match=r"tcp://127\.0\.0\.1:9: no Dask scheduler answers"):
        checks.run(DaskPool("tcp://127.0.0.1:9"), chore("square"), checks.jobs([1]))
