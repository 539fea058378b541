"""A process stands back behind the server, and so does what it starts."""

import os
import subprocess
import sys

import pytest

from infoset_server.common.priority import stand_back

SLEEPER = [sys.executable, "-I", "-S", "-c", "input()"]


def start_sleeper() -> "subprocess.Popen[bytes]":
    return subprocess.Popen(SLEEPER, stdin=subprocess.PIPE)


def test_a_process_is_made_less_important() -> None:
    with start_sleeper() as process:
        ours = os.getpriority(os.PRIO_PROCESS, 0)
        stand_back(process.pid, 3)
        assert os.getpriority(os.PRIO_PROCESS, process.pid) == min(19, ours + 3)
        process.communicate(b"\n")


@pytest.mark.skipif(sys.platform != "linux", reason="NOT TESTED: only Linux has these policies")
def test_it_no_longer_pushes_others_aside() -> None:
    with start_sleeper() as process:
        assert os.sched_getscheduler(process.pid) == os.SCHED_OTHER
        stand_back(process.pid, 3)
        assert os.sched_getscheduler(process.pid) == os.SCHED_BATCH
        process.communicate(b"\n")


def test_nothing_changes_where_it_is_not_to_stand_back() -> None:
    with start_sleeper() as process:
        stand_back(process.pid, 0)
        assert os.getpriority(os.PRIO_PROCESS, process.pid) == os.getpriority(os.PRIO_PROCESS, 0)
        if sys.platform == "linux":
            assert os.sched_getscheduler(process.pid) == os.SCHED_OTHER
        process.communicate(b"\n")


def test_a_process_that_has_ended_does_not_matter() -> None:
    with start_sleeper() as process:
        process.communicate(b"\n")
    stand_back(process.pid, 3)
