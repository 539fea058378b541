"""What tells a process that hangs from one that had no turn: processor time, and the wall clock far behind."""

import asyncio
import subprocess
import sys

from infoset_server.compute.process import HangWatch, cpu_s


class Process:
    """One that has computed for as long as a test says."""

    def __init__(self) -> None:
        self.used_s: float | None = 100.0
        self.asked = 0
        self.hung = asyncio.Event()

    def cpu_time(self, pid: int) -> float | None:
        self.asked += 1
        return self.used_s

    def watch(self, may_compute_s: float, may_stall_s: float = 3600.0) -> HangWatch:
        return HangWatch(1, may_compute_s, may_stall_s, self.hung.set, self.cpu_time)

    async def looked_at(self, times: int) -> None:
        """Returns when the watch has looked so often."""
        async with asyncio.timeout(60):
            while self.asked <= times:  # noqa: ASYNC110 (nothing tells it)
                await asyncio.sleep(0.005)


async def test_who_computes_for_too_long_hangs_and_who_gets_no_processor_does_not() -> None:
    process = Process()
    process.watch(0.05)
    await process.looked_at(3)
    assert not process.hung.is_set()
    process.used_s = 100.06
    async with asyncio.timeout(60):
        await process.hung.wait()


async def test_who_does_nothing_at_all_hangs_in_the_end() -> None:
    process = Process()
    process.watch(0.01, may_stall_s=0.2)
    async with asyncio.timeout(60):
        await process.hung.wait()
    assert process.asked > 2  # it was given more time


async def test_where_processor_times_are_not_told_the_wall_clock_judges() -> None:
    process = Process()
    process.used_s = None
    process.watch(0.01, may_stall_s=0.2)
    async with asyncio.timeout(60):
        await process.hung.wait()
    assert process.asked > 2


async def test_who_has_answered_is_not_watched() -> None:
    process = Process()
    watch = process.watch(0.01)
    watch.cancel()
    process.used_s = 1000.0
    other = Process()
    other.used_s = None
    other.watch(0.01, may_stall_s=0.1)
    async with asyncio.timeout(60):
        await other.hung.wait()  # later than the first would have been
    assert not process.hung.is_set()


def test_a_process_that_computes_uses_processor_time_and_one_that_is_gone_tells_none() -> None:
    with subprocess.Popen([sys.executable, "-c", "while True: pass"]) as child:
        try:
            while not (cpu_s(child.pid) or 0.0) > 0.05:
                assert child.poll() is None
        finally:
            child.kill()
    assert cpu_s(child.pid) is None
