"""What the monitor adds up, and when it ends somebody."""

import asyncio
import os
import socket
import threading
from dataclasses import dataclass, field, replace
from mmap import MAP_ANONYMOUS, MAP_PRIVATE, mmap

import pytest

from infoset_server.config.programs import RunLimits
from infoset_server.programs.manifest import Resources
from infoset_server.programs.sandbox import monitor
from infoset_server.programs.sandbox.cgroups import Gauge
from infoset_server.programs.sandbox.limits import MB, Limits, run_limits
from infoset_server.programs.sandbox.monitor import (
    OURS,
    TICK,
    Case,
    ResourceMonitor,
    Sum,
    Use,
    add_up,
    children_of,
    descendants,
    excess,
    look_at,
    mappings_of,
    own_memory,
    pids_of,
    proportional,
    read_table,
    read_use,
    strains,
    strayed_from,
    undivided,
)

LIMITS = run_limits(RunLimits(), Resources())


@dataclass
class Cage:
    pid: int = 10
    first: int = -1
    gauge: Gauge | None = None
    limits: Limits = LIMITS
    spaces: tuple[str, ...] = ()
    idle: float | None = None
    condemned: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)

    def idle_cpu_s(self) -> float | None:
        return self.idle

    def condemn(self, why: str) -> None:
        self.condemned.append(why)

    def remark(self, what: str) -> None:
        self.remarks.append(what)


def use(parent: int, cpu_s: float = 0.0, threads: int = 1) -> Use:
    return Use(parent, threads, cpu_s)


def test_a_name_with_brackets_and_spaces_does_not_confuse() -> None:
    fields = ["7 (a) b) S", "3", *"0" * 9, "100", "50", *"0" * 4, "9", *"0" * 3, "25", "0"]
    assert read_use(" ".join(fields)) == Use(3, 9, 150 / TICK)


def test_this_very_process_is_in_the_table() -> None:
    found = read_table()[os.getpid()]
    assert found.parent == os.getppid()
    assert found.threads >= 1


def test_grandchildren_count_and_others_do_not() -> None:
    children = {10: [11], 11: [12, 13], 13: [14], 1: [10, 99]}
    assert list(descendants(10, children)) == [11, 12, 13, 14]


def test_a_cage_is_the_sum_of_its_processes_without_ours() -> None:
    table = {10: use(1), 11: use(10, 1.0, 3), 12: use(11, 2.0), 13: use(12), 99: use(1, 50.0)}
    sandbox = Cage(first=11)
    assert pids_of(sandbox, table, children_of(table)) == [12, 13]
    assert add_up([12, 13], table, sandbox).processes == 2


def test_memory_of_a_process_is_what_it_has_of_its_own() -> None:
    before = own_memory(os.getpid())
    assert before > MB
    with mmap(-1, 64 * MB, MAP_PRIVATE | MAP_ANONYMOUS) as kept:  # `bytearray` may get what is free
        kept.write(b"\1" * len(kept))
        assert own_memory(os.getpid()) > before + 60 * MB
    assert own_memory(1 << 30) == 0


def test_what_forks_share_is_divided_before_anybody_is_ended() -> None:
    own = own_memory(os.getpid())
    assert 0 < proportional(os.getpid()) < own + MB
    assert proportional(1 << 30) == 0
    assert 0 < undivided([os.getpid()], 1 << 50) < own + MB
    assert undivided([os.getpid()], 7) == 7


def test_a_kernel_that_is_slow_about_many_processes_is_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As on a crowded machine: all together take longer than one may."""
    monkeypatch.setattr(monitor, "PATIENCE_S", 0.5)

    def slowly(pid: int) -> int:
        threading.Event().wait(0.05)
        return pid

    monkeypatch.setattr(monitor, "proportional", slowly)
    assert undivided([1] * 20, 7_000) == 20
    monkeypatch.setattr(monitor, "MOST_PATIENCE_S", 0.5)
    assert undivided([1] * 60, 7_000) == 7_000, "others wait for the monitor, too"


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_what_is_told_of_some_processes_alone_does_not_count(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def garbled(pid: int) -> int:
        if pid == 2:
            raise ValueError("what the kernel says is cut off")
        return pid

    monkeypatch.setattr(monitor, "proportional", garbled)
    assert undivided([1, 2, 3], 7_000) == 7_000


def test_a_process_that_holds_the_lock_gains_nothing_by_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(monitor, "PATIENCE_S", 0.1)
    is_over = threading.Event()

    def held(pid: int) -> int:
        is_over.wait()
        return pid

    monkeypatch.setattr(monitor, "proportional", held)
    try:
        assert undivided([1, 2], 7_000) == 7_000
    finally:
        is_over.set()


def test_many_mappings_are_as_many_as_there_can_be(monkeypatch: pytest.MonkeyPatch) -> None:
    assert 10 < mappings_of(os.getpid()) < monitor.MOST_MAPPINGS
    monkeypatch.setattr(monitor, "USUAL_MAPPINGS", 5)
    assert mappings_of(os.getpid()) == monitor.MOST_MAPPINGS


def test_each_excess_has_its_words() -> None:
    assert excess(Sum(processes=LIMITS.processes + OURS), LIMITS) is None
    assert excess(Sum(memory=513 * MB), LIMITS) == (
        "used 513 MB of memory, files and buffers included; 512 MB are allowed"
    )
    assert excess(Sum(inodes=20_001), LIMITS) == "made 20001 files; 20000 are allowed"
    many = LIMITS.processes + OURS + 1
    assert excess(Sum(processes=many), LIMITS) == (
        f"ran {many} processes and threads; {LIMITS.processes} are allowed"
    )


def test_computing_time_counts_from_look_to_look() -> None:
    case = Case(Cage())
    assert case.used_since({11: 1.0}) == 1.0
    assert case.used_since({11: 1.5, 12: 0.25}) == 0.75
    assert case.used_since({12: 0.5}) == 0.25


def watching(*sandboxes: Cage, most_mb: int | None = None) -> tuple[ResourceMonitor, list[Case]]:
    """A monitor that looks only when it is told to."""
    made = ResourceMonitor(most_mb)
    cases = [Case(sandbox) for sandbox in sandboxes]
    made._cases = {case.sandbox.pid: case for case in cases}
    return made, cases


def test_who_computes_for_nobody_is_ended_and_who_plays_is_not() -> None:
    idle, busy = Cage(10, idle=1.0), Cage(20)
    made, cases = watching(idle, busy)
    for seconds in (0.6, 1.3):
        for case in cases:
            made._judge(case, Sum(), {11: seconds})
    assert idle.condemned == ["computed for 1 s while it played no match; 1 s are allowed"]
    assert busy.condemned == []


@pytest.mark.parametrize(
    ("left", "why"),
    [
        ((1 << 34, 1 << 35), "all programs together had 700 MB; 600 MB are given to them"),
        ((MB, 1 << 35), "the machine had only 1 MB left"),
    ],
)
def test_who_has_most_goes_where_all_together_have_too_much(
    monkeypatch: pytest.MonkeyPatch, left: tuple[int, int], why: str
) -> None:
    monkeypatch.setattr(monitor, "available", lambda: left)
    modest, greedy = Cage(10), Cage(20)
    made, cases = watching(modest, greedy, most_mb=600 if left[0] > MB else None)
    sums = [Sum(memory=300 * MB), Sum(memory=400 * MB)]
    made._judge_together(zip(cases, sums, strict=True))
    assert greedy.condemned == [f"had most memory of all (400 MB) when {why}"]
    assert modest.condemned == []
    made._judge_together([(cases[0], sums[0])] if left[0] > MB else [])
    assert modest.condemned == []


async def test_a_real_process_over_its_memory_is_ended() -> None:
    import sys

    sleeper = await asyncio.create_subprocess_exec(sys.executable, "-c", "input()", stdin=-1)
    sandbox = Cage(os.getpid(), limits=replace(LIMITS, memory_mb=1))
    made = ResourceMonitor()
    made.watch(sandbox)
    async with asyncio.timeout(60):
        while not sandbox.condemned:  # noqa: ASYNC110 (no event tells it)
            await asyncio.sleep(0.01)
    assert "1 MB are allowed" in sandbox.condemned[0]
    await made.close()
    sleeper.kill()
    await sleeper.wait()


def test_what_the_kernel_refuses_without_a_word_has_its_words() -> None:
    assert list(strains(Sum(processes=LIMITS.processes - 2), LIMITS)) == []
    crowded, full, strayed = strains(
        Sum(processes=LIMITS.processes, is_full=True, strayed=3), LIMITS
    )
    assert "all the processes and threads it may have (64)" in crowded
    assert "filled a folder of 64 MB" in full
    assert "tried to reach a network" in strayed


async def test_it_is_remarked_and_nobody_is_ended_for_it() -> None:
    sandbox = Cage()
    made, [case] = watching(sandbox)
    made._loop = asyncio.get_running_loop()
    assert not made._judge(case, Sum(strayed=1), {})
    await asyncio.sleep(0)
    assert len(sandbox.remarks) == 1
    assert sandbox.condemned == []


def test_a_cage_that_cannot_be_looked_at_has_nothing() -> None:
    assert look_at(Cage(1 << 30)) == Sum()


def test_a_connection_that_comes_to_nothing_is_counted() -> None:
    before = strayed_from(os.getpid())
    assert before is not None
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        port = closed.getsockname()[1]
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", port), timeout=5)
    after = strayed_from(os.getpid())
    assert after is not None
    assert after > before
    assert strayed_from(1 << 30) is None
