"""Jobs done by the workers of a Dask scheduler, on as many machines as there are.

Jobs go in chunks of about a second, as measured: Dask takes some ten milliseconds for each call, which is as
much as a short job. A worker that is lost costs its chunk, which Dask gives to another one. Where that fails
again and again, Dask blames whatever was sent to those workers, what waited there included. So each of these
jobs is sent once more with nothing beside it: only the one at fault can take a worker along then.

Dask's ports run whatever they are sent. Its scheduler and workers belong into a network of their own, or
behind its certificates (`tls://`); see docs/arena.md.
"""

import contextlib
import importlib
import itertools
import logging
import queue
import time
from collections.abc import Generator, Iterator
from concurrent.futures import CancelledError
from contextlib import closing
from importlib.metadata import version
from typing import Any, Final

from infoset.errors import CommandError
from infoset.extras import needs
from infoset_bots.lab.pools.dask_worker import Chunk, do_chunk
from infoset_bots.lab.pools.port import NOTHING_NOTED, Died, Job, Outcome, Task

AIM_S: Final = 1.0  # what a chunk should take
MAX_CHUNK: Final = 1000  # jobs
AHEAD: Final = 2  # chunks for each thread of a worker: one that it does, one that waits there
PATIENCE_S: Final = 30.0  # until the scheduler answers, and has a worker
RECOUNT_S: Final = 5.0  # between looks at how many workers there are
LOST: Final = "the connection to the Dask scheduler is lost"

logger = logging.getLogger(__name__)


class DaskPool:
    """See `ComputePool`. Raises CommandError where there is no scheduler, or no worker."""

    def __init__(self, address: str) -> None:
        """`address` is that of the scheduler: `tcp://HOST:PORT`, or `tls://` with Dask's own settings."""
        self._address = address

    def run(self, task: Task, jobs: Iterator[Job]) -> Generator[list[Outcome], None, None]:
        """As ComputePool."""
        with closing(connect(self._address)) as client:
            yield from Spread(client, task).do(jobs)


class Spread:
    """One run on the workers of a scheduler. `client` is Dask's."""

    def __init__(self, client: Any, task: Task) -> None:
        self._client = client
        self._task = task
        self._version = version("infoset")
        self._futures: dict[Any, tuple[Job, ...]] = {}  # chunks that are out, by their futures
        self._done: queue.SimpleQueue[Any] = queue.SimpleQueue()  # futures whose chunks are back
        self._suspects: list[Job] = []  # they were at workers that were lost
        self._on_trial = False  # is a suspect out, and alone?
        self._wanted = 0  # chunks out at a time
        self._counted_s: float | None = None
        self._chunk = 1

    def do(self, jobs: Iterator[Job]) -> Iterator[list[Outcome]]:
        """Yields outcomes in the order in which they come."""
        while True:
            self._recount()
            for chunk in self._next(jobs):
                future = self._client.submit(do_chunk, self._version, self._task, chunk, pure=False)
                self._futures[future] = chunk
                future.add_done_callback(self._done.put)
            if not self._futures:
                return
            with contextlib.suppress(queue.Empty):  # workers may have come meanwhile
                outcomes = self._read(self._done.get(timeout=RECOUNT_S))
                if outcomes:
                    yield outcomes

    def _next(self, jobs: Iterator[Job]) -> Iterator[tuple[Job, ...]]:
        """The chunks that may go out now."""
        if self._on_trial:
            return
        if self._suspects:
            if not self._futures:
                self._on_trial = True
                yield (self._suspects.pop(),)
            return
        while len(self._futures) < self._wanted:
            chunk = tuple(itertools.islice(jobs, self._chunk))
            if not chunk:
                return
            yield chunk

    def _recount(self) -> None:
        """How many chunks may be out; workers come and go. Raises CommandError."""
        now_s = time.monotonic()
        if self._counted_s is not None and now_s - self._counted_s < RECOUNT_S:
            return
        self._counted_s = now_s
        try:
            threads = sum(self._client.nthreads().values())
        except OSError as error:
            raise CommandError(f"{LOST}: {error}") from error
        if not threads and self._wanted != 1:  # else that was said before
            logger.warning("the Dask scheduler has no workers any more; waiting for one")
        self._wanted = max(1, AHEAD * threads)

    def _read(self, future: Any) -> list[Outcome]:
        """What came of a chunk. Its jobs go out again where it came to nothing. Raises CommandError."""
        jobs = self._futures.pop(future)
        was_alone, self._on_trial = self._on_trial, False
        try:
            chunk: Chunk = future.result()
        except library().scheduler.KilledWorker:
            return self._give_up(jobs[0]) if was_alone else self._suspect(jobs)
        except CancelledError:
            raise CommandError(LOST) from None
        except Exception as error:
            raise CommandError(f"a Dask worker failed: {type(error).__name__}: {error}") from error
        if chunk.refusal is not None:
            raise CommandError(chunk.refusal)
        self._measure(chunk.took_s / len(jobs))
        return list(chunk.outcomes)

    def _give_up(self, job: Job) -> list[Outcome]:
        return [Died(job.key, "the workers that did it were lost", NOTHING_NOTED)]

    def _suspect(self, jobs: tuple[Job, ...]) -> list[Outcome]:
        self._suspects += jobs
        return []

    def _measure(self, job_s: float) -> None:
        """Sets the size of the next chunks, which at most doubles each time."""
        fitting = int(AIM_S / job_s) if job_s > 0 else MAX_CHUNK
        self._chunk = max(1, min(fitting, 2 * self._chunk, MAX_CHUNK))


def connect(address: str) -> Any:
    """A client of the scheduler, which has a worker at least. Raises CommandError."""
    try:
        client = library().Client(address, timeout=PATIENCE_S)
    except (OSError, ValueError) as error:
        raise CommandError(f"{address}: no Dask scheduler answers there: {error}") from error
    try:
        client.wait_for_workers(1, timeout=PATIENCE_S)
    except TimeoutError:
        client.close()
        raise CommandError(f"{address}: the scheduler has no workers") from None
    return client


def library() -> Any:
    """Dask's package, which is only there if somebody wants it. Raises MissingExtraError."""
    try:
        return importlib.import_module("distributed")
    except ModuleNotFoundError:
        raise needs("--pool", "dask") from None
