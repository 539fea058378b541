"""A bounded number of processes that do jobs, each replaced when it dies.

A job whose process dies is tried once more in a new one; what waited behind it goes to any. If the job ends
that one, too, it is the job's own fault, and its outcome says so.

Each process does one job, and while jobs are short another waits there, so that it need not wait for us. No job
waits for a process that is busy while another one is idle.
"""

import contextlib
import signal
import time
from collections import deque
from collections.abc import Callable, Iterator
from ctypes import c_int
from dataclasses import dataclass, field
from multiprocessing import connection, get_context
from multiprocessing.context import SpawnProcess
from typing import Any, Final

from infoset.errors import CommandError
from infoset_bots import ctrl_c
from infoset_bots.lab.pools.port import NOTHING_NOTED, Died, Job, Outcome, Task
from infoset_bots.lab.pools.worker import serve

AHEAD: Final = 2  # short jobs a process has: one that it does, one that waits there
# What a process may be idle for at the end of a run, behind another's waiting job.
SHORT_S: Final = 0.5
TRIES: Final = 2  # of a job whose process dies
STOP_S: Final = 5.0


@dataclass
class Worker:
    """One process, the jobs it was given by their keys, oldest first, and what it noted last."""

    process: SpawnProcess
    line: Any  # a Connection, on Windows a PipeConnection
    noted: Any  # a shared c_int
    since_s: float = 0.0  # it has been at its first job
    jobs: dict[int, Job] = field(default_factory=dict)


class Crew:
    """The processes for one task. Stop it in the end, whatever happens."""

    def __init__(
        self, task: Task, processes: int, now_s: Callable[[], float] = time.monotonic
    ) -> None:
        """Processes are started when there are jobs for them, at most as many as `processes`."""
        self._task = task
        self._most = processes
        self._now_s = now_s
        self._took_s = SHORT_S  # the last job that was done
        self._context = get_context("spawn")
        self._again: deque[Job] = deque()
        self._tries: dict[int, int] = {}
        self._workers: list[Worker] = []

    @property
    def pids(self) -> list[int]:
        """The processes that are there now."""
        return [worker.process.pid or 0 for worker in self._workers]

    def do(self, jobs: Iterator[Job]) -> Iterator[list[Outcome]]:
        """Yields outcomes in the order in which they come. Raises CommandError."""
        while True:
            self._feed(jobs)
            if not any(worker.jobs for worker in self._workers):
                return
            outcomes = self._collect()
            if outcomes:
                yield outcomes

    def stop(self) -> None:
        """Ends all processes, whatever they are doing."""
        for worker in self._workers:
            worker.line.close()
            worker.process.terminate()
        for worker in self._workers:
            worker.process.join(STOP_S)
            if worker.process.is_alive():
                worker.process.kill()
                worker.process.join()
        self._workers = []

    def _start(self) -> Worker:
        ours, theirs = self._context.Pipe()
        noted = self._context.RawValue(c_int, NOTHING_NOTED)
        process = self._context.Process(target=serve, args=(theirs, self._task, noted), daemon=True)
        ctrl_c.start(process)
        theirs.close()
        return Worker(process, ours, noted)

    def _feed(self, jobs: Iterator[Job]) -> None:
        """Gives jobs to idle processes, then to new ones, and of short jobs one more to each."""
        while True:
            least = min((len(worker.jobs) for worker in self._workers), default=AHEAD)
            is_new = least > 0 and len(self._workers) < self._most
            room = AHEAD if self._took_s < SHORT_S else 1
            if least >= room and not is_new:
                return
            job = self._again.popleft() if self._again else next(jobs, None)
            if job is None:
                return
            if is_new:
                self._workers.append(self._start())
            self._send(min(self._workers, key=lambda worker: len(worker.jobs)), job)

    def _send(self, worker: Worker, job: Job) -> None:
        if not worker.jobs:
            worker.since_s = self._now_s()
        worker.jobs[job.key] = job
        with contextlib.suppress(OSError):  # it is dead: its jobs are taken back when that is seen
            worker.line.send(job)

    def _collect(self) -> list[Outcome]:
        """Waits for news of any worker and takes all there is."""
        busy = [worker for worker in self._workers if worker.jobs]
        ready = connection.wait(
            [handle for worker in busy for handle in (worker.line, worker.process.sentinel)]
        )
        outcomes: list[Outcome] = []
        for worker in busy:
            if worker.line in ready or worker.process.sentinel in ready:
                outcomes += self._listen(worker)
        return outcomes

    def _listen(self, worker: Worker) -> list[Outcome]:
        outcomes: list[Outcome] = []
        try:
            while worker.line.poll():
                said = worker.line.recv()
                if isinstance(said, str):
                    raise CommandError(said)
                if worker.jobs.pop(said.key, None) is not None:  # else it was accounted before
                    outcomes.append(said)
                    now_s = self._now_s()
                    self._took_s, worker.since_s = now_s - worker.since_s, now_s
        except (EOFError, OSError):
            return outcomes + self._bury(worker)
        return outcomes

    def _bury(self, worker: Worker) -> list[Outcome]:
        """Removes a dead worker; its first job was the one it died of."""
        worker.process.join(STOP_S)
        worker.line.close()
        self._workers.remove(worker)
        if not worker.jobs:
            return []
        fatal, *waiting = worker.jobs.values()
        self._again.extend(waiting)
        self._tries[fatal.key] = self._tries.get(fatal.key, 0) + 1
        if self._tries[fatal.key] < TRIES:
            self._again.append(fatal)
            return []
        ending = f"the process ended ({ending_of(worker.process.exitcode)})"
        return [Died(fatal.key, ending, int(worker.noted.value))]


def ending_of(code: int | None) -> str:
    """How a process ended, in words."""
    if code is not None and code < 0:
        with contextlib.suppress(ValueError):
            return f"killed by {signal.Signals(-code).name}"
    return f"exit code {code}"
