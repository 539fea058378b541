"""One worker process and our end of its socket: starts it, hands it jobs, notices when it is gone or hangs.

How long a job takes by the wall clock says little: on a crowded machine an honest process waits for a processor. So
it is judged by the processor time it has used. Behind that stands a generous limit by the wall clock, for one that
sleeps for ever, and for systems that do not tell processor times.
"""

import asyncio
import os
import signal
import socket
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, Protocol, TypeAlias

from infoset_server.compute.jobs import Frame, Unpacker, pack
from infoset_server.config import ComputeLimits

CpuTime: TypeAlias = Callable[[int], float | None]

LOOK_S: Final = 0.05  # the shortest time between two looks
CPU_CLOCK: Final = (
    2  # of a process, with its id before it: the number that clock_getcpuclockid(3) gives
)


def cpu_s(pid: int) -> float | None:
    """Processor time that a process has used since it began, all its threads together, in seconds.

    None where that is not told: the process is gone, or the system is not Linux.
    """
    if sys.platform != "linux":
        return None
    try:
        return time.clock_gettime(~pid << 3 | CPU_CLOCK)
    except OSError:
        return None


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


STOP_S: Final = 2.0
MODULE: Final = "infoset_server.compute.worker"


class JobWorker(Protocol):
    """Whoever does a job now."""

    def interrupt(self) -> None:
        """Makes it answer now."""
        ...


class WorkerLostError(Exception):
    """A job has ended its workers, or has not come back; the message says which."""


@dataclass(eq=False)
class Ticket:
    """A job on its way. `home` names whose it is, so that a worker which knows them is preferred.

    `may_take_s` is of processor time. One that `may_travel` is long enough to be done by another server.
    """

    frame: Frame
    home: str
    answer: asyncio.Future[Frame | None]  # None: taken back before it was begun
    may_take_s: float
    submitted_s: float
    begun_s: float = 0.0  # when a worker took it last
    may_travel: bool = False
    gives_way: bool = (
        False  # to whoever waits for a worker: it ends early then, and the rest comes later
    )
    attempts: int = 0
    worker: JobWorker | None = None


class WorkerProcess(asyncio.Protocol):
    """A process that does one job at a time.

    `on_free()` is called when it can take a job; `on_lost(self, ticket, why)` once, when it is gone
    without having been told to, with the job it had.
    """

    def __init__(
        self,
        limits: ComputeLimits,
        on_free: Callable[[], None],
        on_lost: Callable[["WorkerProcess", Ticket | None, str], None],
    ) -> None:
        self.home = ""  # whose job it did last
        self.pid = 0
        self.was_ready = False
        self.is_hung = False
        self._limits = limits
        self._on_free = on_free
        self._on_lost = on_lost
        self._loop = asyncio.get_running_loop()
        self._unpacker = Unpacker()
        self._link: asyncio.WriteTransport | None = None
        self._process: asyncio.SubprocessTransport | None = None
        self._exited = asyncio.Event()
        self._ticket: Ticket | None = None
        self._watch: HangWatch | None = None
        self._makes_way = False
        self._is_closing = False
        self._starting = self._loop.create_task(self._start(), name="start of a compute worker")

    @property
    def is_idle(self) -> bool:
        """Can it take a job now?"""
        return self.was_ready and self._ticket is None and self._link is not None

    @property
    def is_busy(self) -> bool:
        """Has it a job?"""
        return self._ticket is not None

    @property
    def gives_way(self) -> bool:
        """Has it a job that ends for whoever waits, even if it was told to already?"""
        return self._ticket is not None and self._ticket.gives_way

    @property
    def makes_way(self) -> bool:
        """Was it told to, and has not answered yet?"""
        return self._makes_way

    def take(self, ticket: Ticket) -> None:
        """Gives it a job."""
        assert self._link is not None, "only an idle worker takes a job"
        ticket.worker = self
        ticket.attempts += 1
        ticket.begun_s = self._loop.time()
        self.home = ticket.home
        self._ticket = ticket
        self._watch = HangWatch(self.pid, ticket.may_take_s, self._limits.stall_s, self._kill_hung)
        self._link.write(pack({**ticket.frame, "job": ticket.attempts}))

    def interrupt(self) -> None:
        """Makes it answer now."""
        if self._link is not None:
            self._link.write(pack({"stop": True}))

    def make_way(self) -> None:
        """Makes it answer now, for somebody else's job."""
        self._makes_way = True
        self.interrupt()

    async def close(self) -> None:
        """Ends it; returns when it is gone."""
        self._is_closing = True
        await asyncio.wait([self._starting])
        if self._link is not None:
            self._link.abort()
        if self._process is not None:
            with suppress(TimeoutError):
                async with asyncio.timeout(STOP_S):
                    await self._exited.wait()
            self._kill()
            await self._exited.wait()

    # The process.

    async def _start(self) -> None:
        ours, theirs = socket.socketpair()
        try:
            self._process, _ = await self._loop.subprocess_exec(
                lambda: _Process(self._exited),
                *self._command(theirs.fileno()),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.DEVNULL,
                stderr=None,
                pass_fds=(theirs.fileno(),),
                env=environment(),
                process_group=0,  # Ctrl-C is not for it; a session of its own would void `nice`
            )
            self.pid = self._process.get_pid()
            theirs.close()
            await self._loop.create_connection(lambda: self, sock=ours)
        except OSError as error:
            ours.close()
            theirs.close()
            self._lose(f"cannot be started: {error}")

    def _command(self, fd: int) -> list[str]:
        limits = self._limits
        numbers = (
            fd,
            limits.worker_memory_bytes,
            int(limits.max_request_ms / 1000 + limits.hang_s) + 1,
            limits.nice,
            limits.cached_states,
        )
        return [sys.executable, "-P", "-m", MODULE, *map(str, numbers)]

    def _kill(self) -> None:
        if self.pid and not self._exited.is_set():
            with suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)

    def _kill_hung(self) -> None:
        self.is_hung = True
        self._kill()

    def _lose(self, why: str) -> None:
        ticket, self._ticket = self._ticket, None
        if not self._is_closing:
            self._on_lost(self, ticket, why)
        elif ticket is not None and not ticket.answer.done():
            ticket.answer.set_exception(WorkerLostError("the server stops"))

    # The socket.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.WriteTransport)
        self._link = transport

    def data_received(self, data: bytes) -> None:
        for frame in self._unpacker.feed(data):
            if "ready" in frame:
                self.was_ready = True
            else:
                self._answered(frame)
            self._on_free()

    def connection_lost(self, exc: Exception | None) -> None:
        self._link = None
        if self._watch is not None:
            self._watch.cancel()
        if not self._is_closing:
            self._kill()
        self._lose("it did not come back from a job" if self.is_hung else "it ended by itself")

    def _answered(self, frame: Frame) -> None:
        ticket, self._ticket = self._ticket, None
        self._makes_way = False
        if self._watch is not None:
            self._watch.cancel()
        if ticket is not None and not ticket.answer.done():
            ticket.answer.set_result(frame)


class _Process(asyncio.SubprocessProtocol):
    """Notices the end of the process. Only then is its transport closed: sooner, that would take the
    exit code away from whoever waits for it."""

    def __init__(self, exited: asyncio.Event) -> None:
        self._exited = exited
        self._transport: asyncio.BaseTransport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport

    def process_exited(self) -> None:
        self._exited.set()
        if self._transport is not None:
            self._transport.close()


def environment() -> Mapping[str, str]:
    """What a worker needs of our environment; secrets that may be in it stay here."""
    paths = [path for path in sys.path if path]
    return {"PATH": os.environ.get("PATH", ""), "PYTHONPATH": os.pathsep.join(paths)}
