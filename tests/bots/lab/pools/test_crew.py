"""Processes that do jobs: killed from outside, stopped in the middle of everything."""

import os
import signal

import pytest
from tests.bots.lab.pools import checks
from tests.bots.lab.pools.chores import chore

from infoset_bots.lab.pools.crew import Crew, ending_of
from infoset_bots.lab.pools.port import Done, Outcome


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


def test_stopping_early_ends_the_processes() -> None:
    crew = Crew(chore("sleep", b"long"), 2)
    processes = [worker.process for worker in crew._workers]
    crew.stop()
    assert [process.is_alive() for process in processes] == [False, False]
    assert crew.pids == []


def test_endings_are_in_words() -> None:
    assert ending_of(3) == "exit code 3"
    assert ending_of(-int(signal.SIGTERM)) == "killed by SIGTERM"
