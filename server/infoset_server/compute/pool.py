"""Worker processes on socket pairs, and who is served next. Knows jobs only as frames.

Each worker does one job at a time; jobs are short slices, so that nobody waits long. Seats whose
clock runs are served first, and among them whoever has waited longest. A worker that dies is
replaced and its job given to another, once; one that does not come back from a job is ended (`process.py`).
"""

import asyncio
import logging
import os
from collections import deque
from typing import Final

from infoset_server.compute.jobs import Frame
from infoset_server.compute.process import Ticket, WorkerLostError, WorkerProcess
from infoset_server.config import ComputeLimits

logger = logging.getLogger(__name__)

ATTEMPTS: Final = 2
START_PAUSE_S: Final = 1.0  # before a worker that did not even start is tried again


class WorkerPool:
    """Runs jobs in processes, which are started when the first job comes."""

    def __init__(self, limits: ComputeLimits) -> None:
        self._limits = limits
        self._urgent: deque[Ticket] = deque()
        self._patient: deque[Ticket] = deque()
        self._workers: list[WorkerProcess] = []
        self._is_closed = False

    @property
    def size(self) -> int:
        """How many workers there are, or will be."""
        return self._limits.workers or os.cpu_count() or 1

    @property
    def pids(self) -> list[int]:
        """The processes that are there now."""
        return [worker.pid for worker in self._workers if worker.pid]

    @property
    def waiting(self) -> int:
        """Jobs that no worker has begun."""
        return len(self._urgent) + len(self._patient)

    def submit(self, frame: Frame, home: str, *, urgent: bool, may_take_s: float) -> Ticket:
        """Puts a job into the queue. The ticket's `answer` brings the worker's, or WorkerLostError."""
        loop = asyncio.get_running_loop()
        ticket = Ticket(frame, home, loop.create_future(), may_take_s, loop.time())
        (self._urgent if urgent else self._patient).append(ticket)
        self._fill_up()
        self._deal()
        return ticket

    def interrupt(self, ticket: Ticket) -> None:
        """Makes the answer come now, with what is done by then."""
        if ticket.answer.done():
            return
        if ticket.worker is not None:
            ticket.worker.interrupt()
            return
        for queue in (self._urgent, self._patient):
            if ticket in queue:
                queue.remove(ticket)
        ticket.answer.set_result(None)

    async def close(self) -> None:
        """Ends all workers; jobs under way are lost."""
        self._is_closed = True
        workers, self._workers = self._workers, []
        for ticket in [*self._urgent, *self._patient]:
            self.interrupt(ticket)
        for worker in workers:
            await worker.close()

    def _fill_up(self) -> None:
        while len(self._workers) < self.size and not self._is_closed:
            self._workers.append(WorkerProcess(self._limits, self._deal, self._lost))

    def _deal(self) -> None:
        """Gives waiting jobs to idle workers."""
        for queue in (self._urgent, self._patient):
            while queue:
                idle = [worker for worker in self._workers if worker.is_idle]
                if not idle:
                    return
                ticket = queue.popleft()
                known = next((worker for worker in idle if worker.home == ticket.home), idle[0])
                known.take(ticket)

    def _lost(self, worker: WorkerProcess, ticket: Ticket | None, why: str) -> None:
        """A worker has ended by itself, or was ended: another takes its place and its job."""
        if worker in self._workers:
            self._workers.remove(worker)
        if self._is_closed:
            return
        logger.warning("a compute worker is lost: %s", why)
        if ticket is not None and not ticket.answer.done():
            if ticket.attempts < ATTEMPTS and not worker.is_hung:
                ticket.worker = None
                self._urgent.appendleft(ticket)
            else:
                ticket.answer.set_exception(WorkerLostError(why))
        if worker.was_ready:
            self._fill_up()
            self._deal()
        else:
            asyncio.get_running_loop().call_later(START_PAUSE_S, self._fill_up)
