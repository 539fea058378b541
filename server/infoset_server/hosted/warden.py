"""Watches what caged programs use where no single process shows it: memory, files, processes, computing time.

The kernel holds each process to its own limits (`Limits.rlimits`); the sum over a cage is counted
here, a few times a second, and who is over it is ended. Reads `/proc`, in a thread.
"""

import asyncio
import logging
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Protocol

from infoset_server.hosted.limits import MB, Limits

logger = logging.getLogger(__name__)

INTERVAL_S: Final = 0.2
PAGE: Final = os.sysconf("SC_PAGE_SIZE")
TICK: Final = os.sysconf("SC_CLK_TCK")
PROC: Final = Path("/proc")
OURS: Final = 4  # processes of the walls
STRAYED: Final = ("Ip OutNoRoutes", "Tcp AttemptFails", "Udp NoPorts")


@dataclass(frozen=True, slots=True)
class Use:
    """One process: its parent, threads, resident bytes (what it shares counted too), CPU seconds."""

    parent: int
    threads: int
    resident: int
    cpu_s: float


@dataclass(frozen=True, slots=True)
class Sum:
    """A whole cage."""

    processes: int = 0
    memory: int = 0
    inodes: int = 0
    is_full: bool = False  # a folder in memory
    strayed: int = 0  # connections and packets that came to nothing


class Watched(Protocol):
    """A cage, as its warden sees it."""

    pid: int  # of the process outside that holds it
    limits: Limits
    spaces: tuple[str, ...]  # folders in memory, as seen inside

    def idle_cpu_s(self) -> float | None:
        """Computing time it may take while nobody waits for it; None while somebody does."""
        ...

    def condemn(self, why: str) -> None:
        """Ends it; `why` is for its owner."""
        ...

    def remark(self, what: str) -> None:
        """Something else that its owner should know; the same thing may be said again and again."""
        ...


@dataclass(eq=False)
class Case:
    """What is remembered of a cage: computing time of ended processes, and while nobody waited."""

    cage: Watched
    seen: dict[int, float] = field(default_factory=dict)
    idle_s: float = 0.0

    def used_since(self, now: Mapping[int, float]) -> float:
        """Computing time since the last look; that of processes which ended in between is missing."""
        used = sum(max(0.0, cpu_s - self.seen.get(pid, 0.0)) for pid, cpu_s in now.items())
        self.seen = dict(now)
        return used


class Warden:
    """Looks after all cages, as long as there are any."""

    def __init__(self) -> None:
        self._cases: dict[int, Case] = {}
        self._task: asyncio.Task[None] | None = None

    def watch(self, cage: Watched) -> None:
        """From now on, until `forget`."""
        self._cases[cage.pid] = Case(cage)
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._work(), name="warden")

    def forget(self, cage: Watched) -> None:
        """It is gone."""
        self._cases.pop(cage.pid, None)

    async def close(self) -> None:
        """Watches no more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _work(self) -> None:
        while self._cases:
            await asyncio.sleep(INTERVAL_S)
            cases = list(self._cases.values())
            try:
                table = await asyncio.to_thread(read_table)
                found = await asyncio.to_thread(look_at, table, [case.cage for case in cases])
            except Exception:  # the cages must not go unwatched for ever
                logger.exception("the warden could not look")
                continue
            for case, (total, cpu) in zip(cases, found, strict=True):
                if case.cage.pid in self._cases:
                    self._judge(case, total, cpu)

    def _judge(self, case: Case, total: Sum, cpu: Mapping[int, float]) -> None:
        used_s = case.used_since(cpu)
        allowed_s = case.cage.idle_cpu_s()
        case.idle_s = 0.0 if allowed_s is None else case.idle_s + used_s
        why = excess(total, case.cage.limits)
        if why is None and allowed_s is not None and case.idle_s > allowed_s:
            why = f"computed for {case.idle_s:.0f} s while it played no match; {allowed_s:.0f} s are allowed"
        for what in strains(total, case.cage.limits):
            case.cage.remark(what)
        if why is not None:
            self.forget(case.cage)
            case.cage.condemn(why)


def excess(total: Sum, limits: Limits) -> str | None:
    """What a cage has too much of, in words."""
    if total.memory > limits.memory_mb * MB:
        return f"used {total.memory // MB} MB of memory, files in /tmp included; {limits.memory_mb} MB are allowed"
    if total.inodes > limits.max_inodes:
        return f"made {total.inodes} files; {limits.max_inodes} are allowed"
    if total.processes > limits.processes + OURS:
        return f"ran {total.processes} processes and threads; {limits.processes} are allowed"
    return None


def strains(total: Sum, limits: Limits) -> Iterator[str]:
    """What the kernel refuses a program without a word to its owner."""
    if total.processes >= limits.processes:
        yield f"the program has all the processes and threads it may have ({limits.processes}); more are refused"
    if total.is_full:
        yield f"the program has filled a folder of {limits.scratch_mb} MB; it can write no more there"
    if total.strayed:
        yield "the program tried to reach a network; here is none but its door to the server (INFOSET_URL)"


def strains_of(cage: Watched) -> list[str]:
    """What `strains` says of a cage now. Reads files: not for the event loop."""
    ((total, _),) = look_at(read_table(), [cage])
    return list(strains(total, cage.limits))


def look_at(
    table: Mapping[int, Use], cages: Iterable[Watched]
) -> list[tuple[Sum, dict[int, float]]]:
    """For each cage what it uses, and the computing time of its processes."""
    children: dict[int, list[int]] = {}
    for pid, use in table.items():
        children.setdefault(use.parent, []).append(pid)
    found = []
    for cage in cages:
        pids = [pid for pid in descendants(cage.pid, children) if pid in table]
        cpu = {pid: table[pid].cpu_s for pid in pids}
        found.append((add_up(pids, table, cage), cpu))
    return found


def add_up(pids: list[int], table: Mapping[int, Use], cage: Watched) -> Sum:
    """The sum over the processes of a cage. What they share is divided among them only where it matters."""
    memory = sum(table[pid].resident for pid in pids)
    tables = sum(page_tables(pid) for pid in pids)
    stored, inodes, is_full = spaces_of(pids, cage.spaces)
    if memory + tables + stored > cage.limits.memory_mb * MB:
        memory = sum(proportional(pid, table[pid].resident) for pid in pids)
    return Sum(
        processes=sum(table[pid].threads for pid in pids),
        memory=memory + tables + stored,
        inodes=inodes,
        is_full=is_full,
        strayed=next((count for pid in pids if (count := strayed_from(pid)) is not None), 0),
    )


def descendants(pid: int, children: Mapping[int, list[int]]) -> Iterator[int]:
    """All processes that came from this one, without itself; orphans of a cage stay below its first."""
    waiting = list(children.get(pid, ()))
    while waiting:
        found = waiting.pop(0)
        yield found
        waiting += children.get(found, ())


def spaces_of(pids: Iterable[int], spaces: Iterable[str]) -> tuple[int, int, bool]:
    """Bytes and files in the folders in memory, which all processes of a cage share; and is one full?"""
    for pid in pids:
        root = PROC / str(pid) / "root"
        with suppress(OSError):  # this one has just ended, or may not be looked at
            found = [os.statvfs(root / at.removeprefix("/")) for at in spaces]
            stored = sum((one.f_blocks - one.f_bfree) * one.f_frsize for one in found)
            inodes = sum(one.f_files - one.f_ffree for one in found)
            return stored, inodes, any(one.f_blocks and one.f_bfree == 0 for one in found)
    return 0, 0, False


def strayed_from(pid: int) -> int | None:
    """Of the network that a process sees: connections and packets that came to nothing (RFC 4022, 4113, 4293).

    None where that is not told.
    """
    with suppress(OSError, ValueError):
        lines = (PROC / str(pid) / "net" / "snmp").read_text().splitlines()
        found: dict[str, str] = {}
        for names, values in zip(lines[::2], lines[1::2], strict=True):
            kind = names.partition(":")[0]
            pairs = zip(names.split()[1:], values.split()[1:], strict=True)
            found |= {f"{kind} {name}": value for name, value in pairs}
        return sum(int(found.get(name, "0")) for name in STRAYED)
    return None


def page_tables(pid: int) -> int:
    """Bytes of page tables: who maps much and touches little can have more of them than of memory."""
    with suppress(OSError):
        for line in (PROC / str(pid) / "status").read_text().splitlines():
            if line.startswith("VmPTE:"):
                return int(line.split()[1]) * 1024
    return 0


def proportional(pid: int, otherwise: int) -> int:
    """Resident bytes, those shared with others divided by their number; `otherwise` where that is not told."""
    with suppress(OSError):
        for line in (PROC / str(pid) / "smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024
    return otherwise


def read_table() -> dict[int, Use]:
    """All processes of the machine."""
    table = {}
    for name in os.listdir(PROC):
        if name.isdigit():
            with suppress(OSError, ValueError, IndexError):
                table[int(name)] = read_use((PROC / name / "stat").read_text())
    return table


def read_use(stat: str) -> Use:
    """A line of `/proc/PID/stat` (proc(5)); the name, in brackets, may hold anything."""
    fields = stat.rpartition(")")[2].split()
    parent, user, system, threads, resident = (int(fields[i]) for i in (1, 11, 12, 17, 21))
    return Use(parent, threads, resident * PAGE, (user + system) / TICK)
