"""What the warden adds up, and when it ends somebody."""

import asyncio
import os
import socket
from dataclasses import dataclass, field, replace

import pytest

from infoset_server.config.hosted import RunLimits
from infoset_server.hosted.limits import MB, Limits, run_limits
from infoset_server.hosted.warden import (
    OURS,
    PAGE,
    TICK,
    Case,
    Sum,
    Use,
    Warden,
    descendants,
    excess,
    look_at,
    proportional,
    read_table,
    read_use,
    strains,
    strayed_from,
)
from infoset_server.house_bots.manifest import Resources

LIMITS = run_limits(RunLimits(), Resources())


@dataclass
class Cage:
    pid: int = 10
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


def use(parent: int, cpu_s: float = 0.0, resident: int = MB, threads: int = 1) -> Use:
    return Use(parent, threads, resident, cpu_s)


def test_a_name_with_brackets_and_spaces_does_not_confuse() -> None:
    fields = ["7 (a) b) S", "3", *"0" * 9, "100", "50", *"0" * 4, "9", *"0" * 3, "25", "0"]
    assert read_use(" ".join(fields)) == Use(3, 9, 25 * PAGE, 150 / TICK)


def test_this_very_process_is_in_the_table() -> None:
    found = read_table()[os.getpid()]
    assert found.parent == os.getppid()
    assert found.resident > MB


def test_grandchildren_count_and_others_do_not() -> None:
    children = {10: [11], 11: [12, 13], 13: [14], 1: [10, 99]}
    assert list(descendants(10, children)) == [11, 12, 13, 14]


def test_a_cage_is_the_sum_of_its_processes() -> None:
    table = {10: use(1), 11: use(10, 1.0, threads=3), 12: use(11, 2.0), 99: use(1, 50.0, 999 * MB)}
    [(total, cpu)] = look_at(table, [Cage()])
    assert total == Sum(processes=4, memory=2 * MB, inodes=0)
    assert cpu == {11: 1.0, 12: 2.0}


def test_what_processes_share_is_divided_before_anybody_is_ended() -> None:
    shared = proportional(os.getpid(), 999)
    assert 0 < shared < read_table()[os.getpid()].resident + MB
    assert proportional(1 << 30, 999) == 999


def test_each_excess_has_its_words() -> None:
    assert excess(Sum(processes=LIMITS.processes + OURS), LIMITS) is None
    assert excess(Sum(memory=513 * MB), LIMITS) == (
        "used 513 MB of memory, files in /tmp included; 512 MB are allowed"
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


async def test_who_computes_for_nobody_is_ended_and_who_plays_is_not() -> None:
    warden = Warden()
    idle, busy = Cage(10, idle=1.0), Cage(20)
    warden.watch(idle)
    warden.watch(busy)
    cases = list(warden._cases.values())
    for seconds in (0.6, 1.3):
        for case in cases:
            warden._judge(case, Sum(), {11: seconds})
    assert idle.condemned == ["computed for 1 s while it played no match; 1 s are allowed"]
    assert busy.condemned == []
    await warden.close()


async def test_a_real_process_over_its_memory_is_ended() -> None:
    import sys

    sleeper = await asyncio.create_subprocess_exec(sys.executable, "-c", "input()", stdin=-1)
    cage = Cage(os.getpid(), replace(LIMITS, memory_mb=1))
    warden = Warden()
    warden.watch(cage)
    async with asyncio.timeout(60):
        while not cage.condemned:  # noqa: ASYNC110 (no event tells it)
            await asyncio.sleep(0.01)
    assert "1 MB are allowed" in cage.condemned[0]
    await warden.close()
    sleeper.kill()
    await sleeper.wait()


def test_what_the_kernel_refuses_without_a_word_has_its_words() -> None:
    assert list(strains(Sum(processes=LIMITS.processes - 1), LIMITS)) == []
    crowded, full, strayed = strains(
        Sum(processes=LIMITS.processes, is_full=True, strayed=3), LIMITS
    )
    assert "all the processes and threads it may have (64)" in crowded
    assert "filled a folder of 64 MB" in full
    assert "tried to reach a network" in strayed


async def test_it_is_remarked_and_nobody_is_ended_for_it() -> None:
    warden, cage = Warden(), Cage()
    warden.watch(cage)
    warden._judge(warden._cases[cage.pid], Sum(strayed=1), {})
    assert len(cage.remarks) == 1
    assert cage.condemned == []
    await warden.close()


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
