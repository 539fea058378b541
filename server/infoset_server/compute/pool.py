"""Worker processes on socket pairs, and who is served next. Knows jobs only as frames.

Each worker does one job at a time; jobs are short slices, so that nobody waits long. Seats whose
clock runs are served first, and among them whoever has waited longest. A worker that dies is
replaced and its job given to another, once; one that does not come back from a job is ended (`process.py`).
Jobs for which no worker is idle go to those of other servers, where there are any (`remote.py`), or end one that
gives way.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from typing import Final, Protocol

from infoset_games.processors import usable_processors
from infoset_server.compute.jobs import Frame
from infoset_server.compute.process import Ticket, WorkerLostError, WorkerProcess
from infoset_server.config import ComputeLimits

logger = logging.getLogger(__name__)

ATTEMPTS: Final = 2
START_PAUSE_S: Final = 1.0  # before a worker that did not even start is tried again


class OtherWorkers(Protocol):
    """Workers of other servers. Each of `on_free` is called when some may be free."""

    on_free: list[Callable[[], object]]

    def take(self, ticket: Ticket, *, urgent: bool, give_back: Callable[[Ticket], None]) -> bool:
        """Has a job done; False where nobody can. One that is lost is given back."""
        ...


class WorkerPool:
    """Runs jobs in processes, which are started when the first job comes."""

    def __init__(self, limits: ComputeLimits, others: OtherWorkers | None = None) -> None:
        """`others` are workers of other servers."""
        self._limits = limits
        self._size = limits.workers or usable_processors()
        self._others = others
        if others is not None:
            others.on_free.append(self._deal)
        self._urgent: deque[Ticket] = deque()
        self._patient: deque[Ticket] = deque()
        self._workers: list[WorkerProcess] = []
        self._is_closed = False

    @property
    def size(self) -> int:
        """How many workers there are, or will be."""
        return self._size

    @property
    def pids(self) -> list[int]:
        """The processes that are there now."""
        return [worker.pid for worker in self._workers if worker.pid]

    @property
    def waiting(self) -> int:
        """Jobs that no worker has begun."""
        return len(self._urgent) + len(self._patient)

    @property
    def load(self) -> int:
        """Jobs that are being done here or wait."""
        busy = sum(worker.is_busy and not worker.gives_way for worker in self._workers)
        return busy + self.waiting

    @property
    def idle(self) -> int:
        """How many workers would take a job at once."""
        return 0 if self.waiting else sum(worker.is_idle for worker in self._workers)

    @property
    def free(self) -> int:
        """How many workers have nothing to do, those included that are not started yet."""
        return max(0, self.size - self.load)

    def submit(
        self,
        frame: Frame,
        home: str,
        *,
        urgent: bool,
        may_take_s: float,
        may_travel: bool = False,
        gives_way: bool = False,
    ) -> Ticket:
        """Puts a job into the queue. The ticket's `answer` brings the worker's, or WorkerLostError.

        One that `gives_way` is for a worker that has nothing else to do: it ends early where another job waits.
        """
        loop = asyncio.get_running_loop()
        ticket = Ticket(
            frame,
            home,
            loop.create_future(),
            may_take_s,
            loop.time(),
            may_travel=may_travel,
            gives_way=gives_way,
        )
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
        """Gives waiting jobs to idle workers, and what is left to other servers."""
        for queue in (self._urgent, self._patient):
            while queue:
                idle = [worker for worker in self._workers if worker.is_idle]
                if not idle:
                    break
                ticket = queue.popleft()
                known = next((worker for worker in idle if worker.home == ticket.home), idle[0])
                known.take(ticket)
            self._send_away(queue)
        self._make_way()

    def _make_way(self) -> None:
        """Ends as many jobs that give way as others wait that do not; those that are about to end are among them."""
        giving = [worker for worker in self._workers if worker.gives_way]
        if not giving:
            return
        wanted = sum(not ticket.gives_way for ticket in [*self._urgent, *self._patient])
        giving.sort(key=lambda worker: not worker.makes_way)
        for worker in giving[:wanted]:
            if not worker.makes_way:
                worker.make_way()

    def _send_away(self, queue: deque[Ticket]) -> None:
        """Jobs that are worth the way go to whoever can do them."""
        if self._others is None or self._is_closed:
            return
        urgent = queue is self._urgent
        for ticket in [ticket for ticket in queue if ticket.may_travel]:
            if not self._others.take(ticket, urgent=urgent, give_back=self._given_back):
                return
            queue.remove(ticket)

    def _given_back(self, ticket: Ticket) -> None:
        """A job was lost elsewhere: it is done here, and next."""
        if self._is_closed:
            ticket.answer.set_result(None)
        elif ticket.attempts >= ATTEMPTS:
            ticket.answer.set_exception(WorkerLostError("it could not be done elsewhere"))
        else:
            self._urgent.appendleft(ticket)
            self._deal()

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
