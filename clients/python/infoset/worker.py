"""A thread that does one bot's thinking, so that the event loop stays free. Knows nothing of bots."""

import asyncio
import queue
import threading
from collections.abc import Callable
from typing import Any


class Worker:
    """Runs one call at a time, in order, on its own daemon thread.

    A call that never returns blocks only its own worker, not the end of the process.
    """

    def __init__(self, name: str) -> None:
        self._loop = asyncio.get_running_loop()
        self._calls: queue.SimpleQueue[tuple[asyncio.Future[Any], Callable[[], Any]] | None] = (
            queue.SimpleQueue()
        )
        self._thread = threading.Thread(target=self._work, name=name, daemon=True)
        self._thread.start()

    async def call(self, function: Callable[[], Any]) -> Any:
        """Waits for `function()` on the thread; returns or raises what it does."""
        future = self._loop.create_future()
        self._calls.put((future, function))
        return await future

    def stop(self) -> None:
        """The thread ends after the call it is in. Does not wait for it."""
        self._calls.put(None)

    def _work(self) -> None:
        while (job := self._calls.get()) is not None:
            future, function = job
            try:
                result, error = function(), None
            except BaseException as raised:  # noqa: BLE001 (handed to the caller, whatever it is)
                result, error = None, raised
            try:
                self._loop.call_soon_threadsafe(_settle, future, result, error)
            except RuntimeError:  # the loop is closed: nobody waits any more
                return


def _settle(future: asyncio.Future[Any], result: Any, error: BaseException | None) -> None:
    if future.done():
        return
    if error is None:
        future.set_result(result)
    elif isinstance(error, Exception):
        future.set_exception(error)
    else:  # SystemExit and the like end a bot's call, never this process
        future.set_exception(RuntimeError(f"{type(error).__name__}: {error}"))
