"""Tells when a process hangs: it has computed for longer than its job may take, or has not answered for very long.

How long a job takes by the wall clock says little: on a crowded machine an honest process waits for a processor. So
it is judged by the processor time it has used. Behind that stands a generous limit by the wall clock, for one that
sleeps for ever, and for systems that do not tell processor times.
"""

import asyncio
import os
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeAlias

CpuTime: TypeAlias = Callable[[int], float | None]

LOOK_S: Final = 0.05  # the shortest time between two looks
PROC: Final = Path("/proc")
USER, SYSTEM = 11, 12  # fields behind the name: proc(5)


def cpu_s(pid: int) -> float | None:
    """Processor time that a process has used since it began, all its threads together, in seconds.

    None where that is not told: the process is gone, or the system is not Linux.
    """
    try:
        stat = (PROC / str(pid) / "stat").read_text(errors="replace")
    except OSError:
        return None
    fields = stat.rpartition(")")[2].split()  # the name, in brackets, may hold anything
    return (int(fields[USER]) + int(fields[SYSTEM])) / os.sysconf("SC_CLK_TCK")


class HangWatch:
    """Watches one process during one job, from now until `cancel`."""

    def __init__(
        self,
        pid: int,
        may_compute_s: float,
        may_stall_s: float,
        on_hung: Callable[[], object],
        cpu_time: CpuTime = cpu_s,
    ) -> None:
        """Calls `on_hung`, once, when the process has used `may_compute_s` of processor time, or after
        `may_stall_s` of wall time beyond that.
        """
        self._pid = pid
        self._may_compute_s = may_compute_s
        self._on_hung = on_hung
        self._cpu_time = cpu_time
        self._loop = asyncio.get_running_loop()
        self._used_before_s = cpu_time(pid)
        self._until_s = self._loop.time() + may_compute_s + may_stall_s
        self._timer = self._look_after(may_compute_s)

    def cancel(self) -> None:
        """Watches no more."""
        self._timer.cancel()

    def _look_after(self, wait_s: float) -> asyncio.TimerHandle:
        left_s = self._until_s - self._loop.time()
        return self._loop.call_later(min(max(wait_s, LOOK_S), max(left_s, 0.0)), self._look)

    def _look(self) -> None:
        left_s = self._may_compute_s - self._computed_s()
        if left_s <= 0.0 or self._loop.time() >= self._until_s:
            self._on_hung()
        else:
            self._timer = self._look_after(left_s)

    def _computed_s(self) -> float:
        """0 where it is not told: only the wall clock judges then."""
        now_s = self._cpu_time(self._pid)
        if now_s is None or self._used_before_s is None:
            return 0.0
        return now_s - self._used_before_s
