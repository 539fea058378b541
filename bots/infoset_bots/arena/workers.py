"""Plays jobs on several processes; a process that dies takes at most one match with it.

A match whose process died is tried once more in a new one. If that dies, too, the bot that was
thinking has crashed the match, and the record says so.
"""

import contextlib
import os
import signal
import sys
import threading
import traceback
from collections import deque
from collections.abc import Generator, Iterator
from ctypes import c_int
from dataclasses import dataclass, field
from multiprocessing import connection, get_context, parent_process
from multiprocessing.context import SpawnProcess
from typing import Any, Final

from infoset.errors import CommandError, InfosetError
from infoset_bots.arena.plan import Plan
from infoset_bots.arena.playing import Arena, Played
from infoset_bots.arena.schedule import Job
from infoset_bots.arena.table import NOBODY, broken_record

MAX_PROCESSES: Final = 256
AHEAD: Final = 2  # jobs a process has: one that it plays, one that waits there
TRIES: Final = 2  # of a match whose process dies
STOP_S: Final = 5.0


def usable_cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def play_jobs(
    plan: Plan, jobs: Iterator[Job], processes: int
) -> Generator[list[Played], None, None]:
    """Plays the jobs and yields what is over, as it comes. Close the generator to stop early.

    With 0 processes everything happens in this one, where a debugger reaches the bots.
    """
    if processes == 0:
        with Arena(plan, is_capturing=False) as arena:
            for job in jobs:
                yield [play_or_report(arena, plan, job)]
        return
    pool = Pool(plan, min(processes, MAX_PROCESSES))
    try:
        yield from pool.play(jobs)
    finally:
        pool.stop()


def play_or_report(arena: Arena, plan: Plan, job: Job) -> Played:
    """A match; if the rules themselves fail, a record that says so and the traceback."""
    try:
        return arena.play(job)
    except Exception as error:  # noqa: BLE001 (of the rules; the other matches go on)
        ending = f"{type(error).__name__}: {error}"[:200]
        record = broken_record(plan.make_game(), job, ending, culprit=None)
        return Played(record, traceback.format_exc())


@dataclass
class Worker:
    """One process, the jobs it was given, oldest first, and the seat whose bot is thinking."""

    process: SpawnProcess
    line: Any  # a Connection, on Windows a PipeConnection
    thinking: Any  # a shared c_int
    jobs: deque[Job] = field(default_factory=deque)


class Pool:
    """A bounded number of worker processes, each replaced when it dies."""

    def __init__(self, plan: Plan, processes: int) -> None:
        self._plan = plan
        self._context = get_context("spawn")
        self._wanted = processes
        self._workers: list[Worker] = []
        self._again: deque[Job] = deque()
        self._tries: dict[int, int] = {}

    def play(self, jobs: Iterator[Job]) -> Iterator[list[Played]]:
        """Yields results in the order they come."""
        self._workers = [self._start() for _ in range(self._wanted)]
        while True:
            for worker in self._workers:
                self._feed(worker, jobs)
            if not any(worker.jobs for worker in self._workers):
                return
            played = self._collect()
            if played:
                yield played

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
        thinking = self._context.RawValue(c_int, NOBODY)
        process = self._context.Process(
            target=work, args=(theirs, self._plan.to_json(), thinking), daemon=True
        )
        process.start()
        theirs.close()
        return Worker(process, ours, thinking)

    def _feed(self, worker: Worker, jobs: Iterator[Job]) -> None:
        while len(worker.jobs) < AHEAD:
            job = self._again.popleft() if self._again else next(jobs, None)
            if job is None:
                return
            worker.jobs.append(job)
            with contextlib.suppress(
                OSError
            ):  # it is dead: its jobs are taken back when that is seen
                worker.line.send(job)

    def _collect(self) -> list[Played]:
        """Waits for news of any worker and takes all there is."""
        busy = [worker for worker in self._workers if worker.jobs]
        ready = connection.wait(
            [handle for worker in busy for handle in (worker.line, worker.process.sentinel)]
        )
        played: list[Played] = []
        for worker in busy:
            if worker.line in ready or worker.process.sentinel in ready:
                played += self._listen(worker)
        return played

    def _listen(self, worker: Worker) -> list[Played]:
        played: list[Played] = []
        try:
            while worker.line.poll():
                said = worker.line.recv()
                if isinstance(said, str):
                    raise CommandError(said)
                worker.jobs.popleft()
                played.append(said)
        except (EOFError, OSError):
            return played + self._bury(worker)
        return played

    def _bury(self, worker: Worker) -> list[Played]:
        """Replaces a dead worker; its first job was the one it died of."""
        worker.process.join(STOP_S)
        worker.line.close()
        self._workers[self._workers.index(worker)] = self._start()
        if not worker.jobs:
            return []
        fatal, *waiting = worker.jobs
        self._again.extend(waiting)
        self._tries[fatal.number] = self._tries.get(fatal.number, 0) + 1
        if self._tries[fatal.number] < TRIES:
            self._again.append(fatal)
            return []
        culprit = int(worker.thinking.value)
        ending = f"the process ended ({ending_of(worker.process.exitcode)})"
        game = self._plan.make_game()
        record = broken_record(game, fatal, ending, culprit if culprit != NOBODY else None)
        return [Played(record, f"{ending} in seat {culprit}\n")]


def ending_of(code: int | None) -> str:
    """How a process ended, in words."""
    if code is not None and code < 0:
        with contextlib.suppress(ValueError):
            return f"killed by {signal.Signals(-code).name}"
    return f"exit code {code}"


def work(line: Any, plan_text: str, thinking: Any) -> None:
    """What a worker process does: jobs in, results out, until the line ends. Dies with its parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's business
    threading.Thread(target=die_with_parent, daemon=True).start()
    sys.stdout = sys.stderr

    def watch(seat: int) -> None:
        thinking.value = seat

    plan = Plan.from_json(plan_text)
    try:
        arena = Arena(plan, watch)
    except InfosetError as error:
        line.send(str(error))
        return
    with arena, contextlib.suppress(EOFError, OSError):
        while True:
            line.send(play_or_report(arena, plan, line.recv()))


def die_with_parent() -> None:
    """Ends this process at once when the one that started it is gone, even in the middle of a match."""
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)
