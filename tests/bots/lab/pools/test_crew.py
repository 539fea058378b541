"""Processes that do jobs: killed from outside, stopped in the middle of everything."""

import itertools
import os
import signal
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from tests.bots.lab.pools import checks
from tests.bots.lab.pools.chores import chore

from infoset_bots.lab.pools.crew import Crew, ending_of
from infoset_bots.lab.pools.port import Done, Job, Outcome


@pytest.mark.parametrize("deadly", [signal.SIGTERM, signal.SIGKILL])
def test_a_process_killed_from_outside_costs_nothing(deadly: signal.Signals) -> None:
    crew = Crew(chore("sleep"), 2)
    found: list[Outcome] = []
    try:
        for batch in crew.do(checks.jobs(range(12))):
            if not found:
                os.kill(crew.pids[0], deadly)
            found += batch
    finally:
        crew.stop()
    assert sorted(one.key for one in found) == list(range(100, 112))
    assert all(isinstance(one, Done) for one in found)


@pytest.mark.skipif(os.name != "posix", reason="signals of Windows cannot be held back")
def test_ctrl_c_does_not_reach_a_process_that_is_just_starting() -> None:
    """A terminal sends it to all processes of a command, also to one that cannot say yet that it is not meant."""
    crew = Crew(chore("name_worker"), 2)

    def jobs() -> Iterator[Job]:
        first, second = checks.jobs(range(2))
        yield first
        os.kill(crew.pids[0], signal.SIGINT)
        yield second

    try:
        found = [one for batch in crew.do(jobs()) for one in batch]
        names = {str(pid).encode() for pid in crew.pids}
    finally:
        crew.stop()
    assert {one.result for one in found if isinstance(one, Done)} == names
    assert crew._tries == {}  # none had to be replaced


def test_stopping_early_ends_the_processes() -> None:
    crew = Crew(chore("square"), 2)
    next(crew.do(checks.jobs(range(100_000))))
    processes = [worker.process for worker in crew._workers]
    crew.stop()
    assert [process.is_alive() for process in processes] == [False, False]
    assert crew.pids == []


def test_endings_are_in_words() -> None:
    assert ending_of(3) == "exit code 3"
    assert ending_of(-int(signal.SIGTERM)) == "killed by SIGTERM"


def test_few_jobs_are_shared_among_all_processes(tmp_path: Path) -> None:
    assert meetings(tmp_path, ["one>other", "other>one"]) == ["one>other", "other>one"]


def test_no_job_waits_behind_a_long_one_while_a_process_is_idle(tmp_path: Path) -> None:
    bodies = ["long>last", "short", "more", "last"]
    assert sorted(meetings(tmp_path, bodies, look_s=60)) == sorted(bodies)


def test_processes_are_started_for_jobs_that_are_there() -> None:
    crew = Crew(chore("name_worker"), 64)
    try:
        assert list(crew.do(iter(()))) == []
        assert crew.pids == []
        assert sum(len(batch) for batch in crew.do(checks.jobs(range(2)))) == 2
        assert len(crew.pids) == 2
    finally:
        crew.stop()


def meetings(folder: Path, bodies: Iterable[str], look_s: float = 0.001) -> list[str]:
    """What two processes have done, by a clock that goes on by `look_s` at each look."""
    ticks = itertools.count(0, look_s)
    crew = Crew(chore("meet", str(folder).encode()), 2, lambda: next(ticks))
    try:
        found = [one for batch in crew.do(checks.jobs(bodies)) for one in batch]
    finally:
        crew.stop()
    return [
        one.result.decode() if isinstance(one, Done) else repr(one)
        for one in sorted(found, key=lambda one: one.key)
    ]
