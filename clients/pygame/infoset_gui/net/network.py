"""An event loop beside the window: coroutines run there, what comes of them is picked up between two pictures.

The window owns the main thread, as SDL wants it on every system; a slow picture never delays an answer to a ping,
and a slow network never delays a picture. What is handed over waits in one bounded queue.
"""

import asyncio
import logging
import threading
from collections import deque
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, Final, TypeVar

from infoset.errors import InfosetError

logger = logging.getLogger(__name__)

MAX_WAITING: Final = 8_192  # calls that the window has not made yet; then the network waits
MAX_PER_FRAME: Final = 512
STOP_S: Final = 3.0

Result = TypeVar("Result")
Call = Callable[[], None]


def ignore(_: Any) -> None:
    """For results that nobody needs."""


class Work:
    """Something that was started."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.task: asyncio.Task[None] | None = None
        self._loop = loop

    def cancel(self) -> None:
        """Ends it, from any thread; it may close what it has opened."""
        self._loop.call_soon_threadsafe(self._cancel)

    def _cancel(self) -> None:
        if self.task is not None:
            self.task.cancel()


class Network:
    """One loop on one thread. `poll` is called by the window; everything else may be, too."""

    def __init__(self) -> None:
        self._calls: deque[Call] = deque()
        self._tasks: set[asyncio.Task[None]] = set()
        self._room = asyncio.Event()  # there is room in the queue again
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="network", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_forever()
        self._loop.close()

    def start(
        self,
        work: Coroutine[Any, Any, Result],
        done: Callable[[Result], None] = ignore,
        failed: Callable[[Exception], None] = ignore,
    ) -> "Work":
        """Runs a coroutine; `done` or `failed` is called by the next `poll` after its end."""
        started = Work(self._loop)
        watch = self._watch(work, done, failed)
        self._loop.call_soon_threadsafe(self._start, watch, work.close, started)
        return started

    def _start(self, watch: Coroutine[Any, Any, None], close: Call, started: "Work") -> None:
        started.task = self._loop.create_task(watch)
        self._tasks.add(started.task)
        started.task.add_done_callback(self._tasks.discard)
        started.task.add_done_callback(lambda _: close())  # if it never began: it was cancelled

    async def _watch(
        self,
        work: Coroutine[Any, Any, Result],
        done: Callable[[Result], None],
        failed: Callable[[Exception], None],
    ) -> None:
        try:
            result = await work
        except InfosetError as error:
            self._calls.append(partial(failed, error))
        except Exception as error:
            logger.exception("the network broke")
            self._calls.append(partial(failed, error))
        else:
            self._calls.append(lambda: done(result))

    async def post(self, call: Call) -> None:
        """From the loop: has the window make a call. Waits while the window is far behind."""
        self._calls.append(call)
        if len(self._calls) >= MAX_WAITING:
            self._room.clear()
            await self._room.wait()

    def poll(self, most: int = MAX_PER_FRAME) -> bool:
        """From the window: makes the calls that wait, up to a bound; were there any?"""
        count = 0
        while self._calls and count < most:
            self._calls.popleft()()
            count += 1
        if count and len(self._calls) < MAX_WAITING:
            self._loop.call_soon_threadsafe(self._room.set)
        return count > 0

    def close(self) -> None:
        """Ends everything."""
        if not self._thread.is_alive():
            return
        ended = asyncio.run_coroutine_threadsafe(self._cancel(), self._loop)
        try:
            ended.result(STOP_S)
        except TimeoutError:
            logger.warning("the network does not end")
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(STOP_S)

    async def _cancel(self) -> None:
        tasks = list(self._tasks)
        for task in tasks:
            if not task.cancelling():  # else it is closing something: once is enough
                task.cancel()
        if tasks:
            await asyncio.wait(tasks, timeout=STOP_S / 2)
