"""A thread that owns a database connection and does what it is given, one thing after another. Knows no SQL.

One hand-over each way and nothing else: a commit costs so little that what a pool of threads does around
each call would be a third of it.
"""

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from typing import Any, TypeAlias, TypeVar

from sqlalchemy import Connection

T = TypeVar("T")

Job: TypeAlias = tuple[Callable[[], Any], "asyncio.Future[Any]"]


class ConnectionThread:
    """The connection is opened when it is first needed, within the thread, which begins then, too."""

    def __init__(self, open_now: Callable[[], Connection]) -> None:
        self._open_now = open_now
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._connection: Connection | None = None

    async def run(self, work: Callable[[Connection], T]) -> T:
        """Does `work` in the thread, after whatever it was given before. Cancelled, it may be done or not."""
        if self._thread is None:
            # A daemon: where nobody closes it, the process still ends; the database undoes what is open.
            self._thread = threading.Thread(target=self._serve, name="store", daemon=True)
            self._thread.start()
        return await self._answer(lambda: self._perform(work))

    async def close(self) -> None:
        """Closes the connection, after whatever the thread was given before, and ends the thread."""
        if self._thread is not None:
            await self._answer(self._close)
            self._jobs.put(None)
            self._thread.join()
            self._thread = None

    async def _answer(self, job: Callable[[], T]) -> T:
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._jobs.put((job, answer))
        return await answer

    # In the thread.

    def _serve(self) -> None:
        while (todo := self._jobs.get()) is not None:
            do(*todo)
            del todo  # while the thread waits, it holds on to nothing

    def _perform(self, work: Callable[[Connection], T]) -> T:
        if self._connection is None:
            self._connection = self._open_now()
        return work(self._connection)

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def do(job: Callable[[], T], answer: "asyncio.Future[T]") -> None:
    """Does a job and tells what came of it to whoever waits, on the loop he waits on."""
    try:
        result = job()
    except BaseException as error:  # noqa: BLE001  # it is the caller's
        tell(answer, answer.set_exception, error)
    else:
        tell(answer, answer.set_result, result)


def tell(answer: "asyncio.Future[Any]", settle: Callable[[Any], None], value: object) -> None:
    """Settles a future from another thread, unless nobody waits for it any more."""

    def settle_now() -> None:
        if not answer.done():
            settle(value)

    with suppress(RuntimeError):  # the loop is closed: nobody waits at all
        answer.get_loop().call_soon_threadsafe(settle_now)
