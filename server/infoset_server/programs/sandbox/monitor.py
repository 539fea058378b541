"""Watches what sandboxed programs use where no single process shows it: memory, files, processes, computing time.

The kernel holds each process to its own limits (`Limits.rlimits`); the sum over a sandbox is counted
here, a few times a second, in a thread of its own that waits for nobody, and who is over it is ended there and then.

Memory is what processes have of their own and their share of what they share, what was swapped out, files in
memory, buffers of sockets, and the kernel's records of all this. What else a program can make the kernel hold is
bounded by its limits; docs/hosting-bots.md says by how much.
"""

import asyncio
import logging
import os
import threading
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Protocol

from infoset_server.programs.sandbox.cgroups import Gauge
from infoset_server.programs.sandbox.limits import MB, Limits

logger = logging.getLogger(__name__)

INTERVAL_S: Final = 0.2
TICK: Final = os.sysconf("SC_CLK_TCK")
PROC: Final = Path("/proc")
OURS: Final = 4  # processes of the sandbox itself
RECORDS_INTERVAL_S: Final = 2.0  # to count records takes long, and so does it to make many
MAPPING: Final = 320  # bytes of the kernel's records of one mapping, about
USUAL_MAPPINGS: Final = 4_000  # whoever has more is charged for as many as one process can have:
MOST_MAPPINGS: Final = 65_530  # to count them would take long
CHUNK: Final = 1 << 16
DESCRIPTOR: Final = 4_096  # of an open file, or an end of a pipe
RESERVE: Final = 20  # of the machine's memory one part in so many stays free
OWN: Final = ("RssAnon:", "VmSwap:", "VmPTE:")  # files are counted where they lie
SHARE: Final = ("Pss_Anon:", "SwapPss:")
PATIENCE_S: Final = 1.0  # with the kernel, about one process,
MOST_PATIENCE_S: Final = 5.0  # and about all of a sandbox: others are not looked after meanwhile
STRAYED: Final = ("Ip OutNoRoutes", "Tcp AttemptFails", "Udp NoPorts")


@dataclass(frozen=True, slots=True)
class Use:
    """One process: its parent, threads, CPU seconds."""

    parent: int
    threads: int
    cpu_s: float


@dataclass(frozen=True, slots=True)
class Sum:
    """A whole sandbox."""

    processes: int = 0
    memory: int = 0
    inodes: int = 0
    is_full: bool = False  # a folder in memory
    strayed: int = 0  # connections and packets that came to nothing
    buffers: int | None = (
        0  # of its sockets, which are part of `memory`; None where the kernel does not tell
    )


class Watched(Protocol):
    """A sandbox, as its monitor sees it."""

    pid: int  # of the process outside that holds it
    first: int  # of the first process inside, which is ours
    limits: Limits
    spaces: tuple[str, ...]  # folders in memory, as seen inside
    gauge: Gauge | None

    def idle_cpu_s(self) -> float | None:
        """Computing time it may take while nobody waits for it; None while somebody does."""
        ...

    def condemn(self, why: str) -> None:
        """Ends the sandbox; `why` is for its owner. Called from the monitor's thread."""
        ...

    def remark(self, what: str) -> None:
        """Something else that its owner should know; the same thing may be said again and again."""
        ...


@dataclass(eq=False)
class Case:
    """What is remembered of a sandbox: computing time of ended processes, and while nobody waited; records."""

    sandbox: Watched
    seen: dict[int, float] = field(default_factory=dict)
    idle_s: float = 0.0
    records: int = 0

    def used_since(self, now: Mapping[int, float]) -> float:
        """Computing time since the last look; that of processes which ended in between is missing."""
        used = sum(max(0.0, cpu_s - self.seen.get(pid, 0.0)) for pid, cpu_s in now.items())
        self.seen = dict(now)
        return used


class ResourceMonitor:
    """Looks after all sandboxes from the first `watch` to `close`."""

    def __init__(self, most_mb: int | None = None) -> None:
        """`most_mb` is what all sandboxes together may have of the machine's memory; None: whatever it has."""
        self._most_mb = most_mb
        self._cases: dict[int, Case] = {}
        self._closing = threading.Event()
        self._threads: list[threading.Thread] = []
        self._loop: asyncio.AbstractEventLoop | None = None

    def watch(self, sandbox: Watched) -> None:
        """Watches a sandbox until `forget`."""
        self._cases[sandbox.pid] = Case(sandbox)
        if not self._threads:
            self._loop = asyncio.get_running_loop()
            for pause_s, work in ((INTERVAL_S, self._look), (RECORDS_INTERVAL_S, self._count)):
                one = threading.Thread(
                    target=self._repeat, args=(pause_s, work), name="monitor", daemon=True
                )
                self._threads.append(one)
                one.start()

    def forget(self, sandbox: Watched) -> None:
        """Stops watching a sandbox that has ended."""
        self._cases.pop(sandbox.pid, None)

    async def close(self) -> None:
        """Watches no more."""
        self._closing.set()
        for one in self._threads:
            await asyncio.to_thread(one.join)

    def _repeat(self, pause_s: float, work: Callable[[], None]) -> None:
        while not self._closing.wait(pause_s):
            try:
                work()
            except Exception:  # the sandboxes must not go unwatched for ever
                logger.exception("the monitor could not look")

    def _look(self) -> None:
        cases = list(self._cases.values())
        if not cases:
            return
        table = read_table()
        children = children_of(table)
        found: list[tuple[Case, Sum]] = []
        for case in cases:
            pids = pids_of(case.sandbox, table, children)
            total = add_up(pids, table, case.sandbox, case.records)
            if not self._judge(case, total, {pid: table[pid].cpu_s for pid in pids}):
                found.append((case, total))
        self._judge_together(found)

    def _count(self) -> None:
        """Counts records in a thread of its own: a sandbox with many must not delay the others."""
        table = read_table()
        children = children_of(table)
        for case in list(self._cases.values()):
            case.records = sum(map(records_of, pids_of(case.sandbox, table, children)))

    def _judge(self, case: Case, total: Sum, cpu: Mapping[int, float]) -> bool:
        """Ends a sandbox that is over its limits; returns whether it is."""
        if case.sandbox.pid not in self._cases:
            return True
        used_s = case.used_since(cpu)
        allowed_s = case.sandbox.idle_cpu_s()
        case.idle_s = 0.0 if allowed_s is None else case.idle_s + used_s
        why = excess(total, case.sandbox.limits)
        if why is None and allowed_s is not None and case.idle_s > allowed_s:
            why = f"computed for {case.idle_s:.0f} s while it played no match; {allowed_s:.0f} s are allowed"
        if why is not None:
            self._condemn(case, why)
        for what in strains(total, case.sandbox.limits):
            self._tell(case.sandbox.remark, what)
        return why is not None

    def _judge_together(self, found: Iterable[tuple[Case, Sum]]) -> None:
        """Ends the largest sandbox where all together have too much, or the machine has too little memory left."""
        by_memory = sorted(found, key=lambda pair: pair[1].memory)
        together = sum(total.memory for _, total in by_memory)
        why = self._shortage(together, available())
        if by_memory and why is not None:
            case, total = by_memory[-1]
            self._condemn(case, f"had most memory of all ({total.memory // MB} MB) when {why}")

    def _shortage(self, together: int, left: tuple[int, int]) -> str | None:
        """What there is too little of, in words."""
        if self._most_mb is not None and together > self._most_mb * MB:
            return f"all programs together had {together // MB} MB; {self._most_mb} MB are given to them"
        free, machine = left
        if free * RESERVE < machine:
            return f"the machine had only {free // MB} MB left"
        return None

    def _condemn(self, case: Case, why: str) -> None:
        self.forget(case.sandbox)
        case.sandbox.condemn(why)

    def _tell(self, hear: Callable[[str], None], what: str) -> None:
        """Logs belong to the event loop."""
        if self._loop is not None:
            with suppress(RuntimeError):  # it is closed
                self._loop.call_soon_threadsafe(hear, what)


def excess(total: Sum, limits: Limits) -> str | None:
    """What a sandbox has too much of, in words."""
    if total.memory > limits.memory_mb * MB:
        return f"used {total.memory // MB} MB of memory, files and buffers included; {limits.memory_mb} MB are allowed"
    if total.inodes > limits.max_inodes:
        return f"made {total.inodes} files; {limits.max_inodes} are allowed"
    if total.processes > limits.processes + OURS:
        return f"ran {total.processes} processes and threads; {limits.processes} are allowed"
    return None


def strains(total: Sum, limits: Limits) -> Iterator[str]:
    """What the kernel refuses a program without telling its owner."""
    if total.processes + 1 >= limits.processes:  # the kernel refuses the last one already
        yield f"the program has all the processes and threads it may have ({limits.processes}); more are refused"
    if total.is_full:
        yield f"the program has filled a folder of {limits.scratch_mb} MB; it can write no more there"
    if total.strayed:
        yield "the program tried to reach a network; here is none but its door to the server (INFOSET_URL)"


def strains_of(sandbox: Watched) -> list[str]:
    """What `strains` says of a sandbox now. Reads files: not for the event loop."""
    return list(strains(look_at(sandbox), sandbox.limits))


def look_at(sandbox: Watched) -> Sum:
    """What a sandbox uses now, records included. Reads files: not for the event loop."""
    table = read_table()
    pids = pids_of(sandbox, table, children_of(table))
    return add_up(pids, table, sandbox, sum(map(records_of, pids)))


def children_of(table: Mapping[int, Use]) -> dict[int, list[int]]:
    """Processes by parent."""
    children: dict[int, list[int]] = {}
    for pid, use in table.items():
        children.setdefault(use.parent, []).append(pid)
    return children


def pids_of(
    sandbox: Watched, table: Mapping[int, Use], children: Mapping[int, list[int]]
) -> list[int]:
    """The processes of a sandbox, ours left out."""
    found = descendants(sandbox.pid, children)
    return [pid for pid in found if pid in table and pid != sandbox.first]


def add_up(pids: list[int], table: Mapping[int, Use], sandbox: Watched, records: int = 0) -> Sum:
    """The sum over the processes of a sandbox. What they share is divided among them only where it matters."""
    own = sum(map(own_memory, pids))
    stored, inodes, is_full = spaces_of(pids, sandbox.spaces)
    buffers = 0 if sandbox.gauge is None else sandbox.gauge.held()
    others = stored + (buffers or 0) + records
    if len(pids) > 1 and own + others > sandbox.limits.memory_mb * MB:
        own = undivided(pids, own)
    return Sum(
        processes=sum(table[pid].threads for pid in pids),
        memory=own + others,
        inodes=inodes,
        is_full=is_full,
        strayed=next((count for pid in pids if (count := strayed_from(pid)) is not None), 0),
        buffers=buffers,
    )


def undivided(pids: Collection[int], otherwise: int) -> int:
    """Bytes of private memory, those that forks share counted once; `otherwise` where the kernel does not say all in time.

    On a crowded machine many processes take their time. Only one that does not come to its end holds the lock that this takes.
    """
    told: list[int] = []

    def ask() -> None:
        for pid in pids:
            told.append(proportional(pid))  # noqa: PERF401 (its length is looked at meanwhile)

    asking = threading.Thread(target=ask, name="monitor", daemon=True)
    asking.start()
    until_s = time.monotonic() + MOST_PATIENCE_S
    known = -1
    while known < len(told) and time.monotonic() < until_s:
        known = len(told)
        asking.join(PATIENCE_S)
        if not asking.is_alive():
            break
    return min(sum(told), otherwise) if len(told) == len(pids) else otherwise


def descendants(pid: int, children: Mapping[int, list[int]]) -> Iterator[int]:
    """All processes that came from this one, without itself; orphans of a sandbox stay below its first."""
    waiting = list(children.get(pid, ()))
    while waiting:
        found = waiting.pop(0)
        yield found
        waiting += children.get(found, ())


def spaces_of(pids: Iterable[int], spaces: Iterable[str]) -> tuple[int, int, bool]:
    """Bytes and files in the folders in memory, which all processes of a sandbox share; and is one full?"""
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


def own_memory(pid: int) -> int:
    """Bytes of anonymous memory, resident or swapped out, and of page tables.

    A program that maps much and touches little can have more page tables than memory.
    """
    with suppress(OSError):
        lines = (PROC / str(pid) / "status").read_text().splitlines()
        return sum(int(line.split()[1]) * 1024 for line in lines if line.startswith(OWN))
    return 0


def records_of(pid: int) -> int:
    """Bytes of the kernel's records of mappings and open files, about."""
    with suppress(OSError):
        descriptors = len(os.listdir(PROC / str(pid) / "fd"))
        return mappings_of(pid) * MAPPING + descriptors * DESCRIPTOR
    return 0


def mappings_of(pid: int) -> int:
    """How many there are; many are `MOST_MAPPINGS`. Raises OSError."""
    count = 0
    with (PROC / str(pid) / "maps").open("rb", buffering=0) as file:
        while chunk := file.read(CHUNK):
            count += chunk.count(b"\n")
            if count > USUAL_MAPPINGS:
                return MOST_MAPPINGS
    return count


def available() -> tuple[int, int]:
    """Bytes of memory that this machine could still give, and that it has."""
    with suppress(OSError, ValueError, KeyError):
        lines = (PROC / "meminfo").read_text().splitlines()
        told = {
            name: int(rest.split()[0]) * 1024
            for name, _, rest in (one.partition(":") for one in lines)
        }
        return told["MemAvailable"], told["MemTotal"]
    return 1, 1


def machine_mb() -> int:
    """Megabytes of memory that this machine has."""
    return available()[1] // MB


def proportional(pid: int) -> int:
    """As `own_memory`, but what is shared with others divided by their number, where that is told."""
    try:
        lines = (PROC / str(pid) / "status").read_text().splitlines()
        found = sum(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmPTE:"))
        lines = (PROC / str(pid) / "smaps_rollup").read_text().splitlines()
        return found + sum(int(line.split()[1]) * 1024 for line in lines if line.startswith(SHARE))
    except OSError:
        return own_memory(pid)


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
    parent, user, system, threads = (int(fields[i]) for i in (1, 11, 12, 17))
    return Use(parent, threads, (user + system) / TICK)
