"""What every pool promises, on every kind of pool; and that the checks can fail."""

from collections.abc import Generator, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from tests.bots.lab.pools import checks
from tests.bots.lab.pools.chores import chore

from infoset.errors import CommandError
from infoset_bots.lab.pools import crew
from infoset_bots.lab.pools.here import HerePool
from infoset_bots.lab.pools.port import ComputePool, Done, Job, Outcome, Task
from infoset_bots.lab.pools.processes import ProcessPool

POOLS: dict[str, ComputePool] = {
    "here": HerePool(),
    "1 process": ProcessPool(1),
    "2 processes": ProcessPool(2),
}


@pytest.fixture(params=POOLS)
def pool(request: pytest.FixtureRequest) -> ComputePool:
    """A pool of each kind."""
    return POOLS[request.param]


@pytest.fixture(params=["1 process", "2 processes"])
def apart(request: pytest.FixtureRequest) -> ComputePool:
    """A pool of each kind whose workers may die."""
    return POOLS[request.param]


def test_each_job_has_its_result_once_under_its_key(pool: ComputePool) -> None:
    checks.check_results(pool)


def test_a_job_that_is_done_again_gives_equal_bytes(pool: ComputePool) -> None:
    checks.check_repeats(pool, chore("square"))


def test_an_exception_is_the_outcome_of_its_own_job(pool: ComputePool) -> None:
    checks.check_exceptions(pool)


def test_a_job_that_ends_its_workers_costs_no_other_job(apart: ComputePool) -> None:
    checks.check_deadly_job(apart)


def test_what_a_killed_worker_was_doing_is_done_again_and_counts_once(
    apart: ComputePool, tmp_path: Path
) -> None:
    checks.check_killed_worker(apart, tmp_path / "done")


def test_a_run_without_jobs_is_over_at_once(pool: ComputePool) -> None:
    assert checks.run(pool, chore("square"), iter(())) == []


def test_jobs_are_taken_as_they_are_needed(pool: ComputePool) -> None:
    taken: list[int] = []

    def endless() -> Iterator[Job]:
        for job in checks.jobs(range(1_000_000)):
            taken.append(job.key)
            yield job

    with closing(pool.run(chore("square"), endless())) as batches:
        next(batches)
    assert len(taken) < 20


def test_a_task_that_cannot_be_made_ends_the_run_with_words(pool: ComputePool) -> None:
    with pytest.raises(CommandError, match="there is no such bot"):
        checks.run(pool, chore("refuse"), checks.jobs(range(3)))


def test_a_task_that_breaks_down_when_it_is_made_ends_the_run(apart: ComputePool) -> None:
    with pytest.raises(CommandError, match="ZeroDivisionError: planted"):
        checks.run(apart, chore("break_down"), checks.jobs(range(3)))


@pytest.mark.parametrize(("name", "is_shared"), [("here", b"True"), ("1 process", b"False")])
def test_a_job_knows_whether_it_has_the_terminal(name: str, is_shared: bytes) -> None:
    (found,) = checks.run(POOLS[name], chore("tell_bench"), checks.jobs([1]))
    assert found == Done(100, is_shared)


# Controls: what the checks do not let pass.


class Doubling:
    """A pool that hands some outcomes out twice, as one might that does jobs at least once."""

    def run(self, task: Task, jobs: Iterator[Job]) -> Generator[list[Outcome], None, None]:
        for batch in HerePool().run(task, jobs):
            yield batch * (1 + (batch[0].key % 7 == 0))


def test_the_checks_see_a_pool_that_counts_a_job_twice() -> None:
    with pytest.raises(AssertionError):
        checks.check_results(Doubling())


def test_the_checks_see_a_job_that_depends_on_its_worker() -> None:
    with pytest.raises(AssertionError):
        checks.check_repeats(ProcessPool(2), chore("name_worker"))


def test_the_checks_see_a_pool_that_tries_nothing_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(crew, "TRIES", 1)
    with pytest.raises(AssertionError):
        checks.check_killed_worker(ProcessPool(1), tmp_path / "done")


def test_the_checks_see_a_pool_that_loses_what_waited_behind_a_deadly_job(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def forget_all(self: crew.Crew, worker: crew.Worker) -> list[Outcome]:
        honest_again, self._again = self._again, type(self._again)()
        outcomes = bury(self, worker)
        self._again = honest_again
        return outcomes

    bury = crew.Crew._bury
    monkeypatch.setattr(crew.Crew, "_bury", forget_all)
    with pytest.raises(AssertionError):
        checks.check_deadly_job(ProcessPool(1))
