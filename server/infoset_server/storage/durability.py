"""Calls back when what was noted is stored: some answers promise that no restart undoes them. Notes nothing itself."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from infoset_server.common.task_set import TaskSet
from infoset_server.storage.errors import StoreError

logger = logging.getLogger(__name__)

RETRY_S: Final = 1.0


class DurabilityBarrier:
    """Waits for a notebook, again and again while that cannot write."""

    def __init__(
        self, flush: Callable[[], Awaitable[None]] | None, retry_s: float = RETRY_S
    ) -> None:
        """`flush` returns when everything noted is stored, or raises StoreError; None: nothing ever is."""
        self._flush = flush
        self._retry_s = retry_s
        self._tasks = TaskSet()

    def when_stored(self, done: Callable[[], None]) -> None:
        """Calls `done` when everything noted so far is stored; at once on a server that stores nothing."""
        if self._flush is None:
            done()
            return
        self._tasks.start(self._wait(self._flush, done))

    async def close(self) -> None:
        """Gives up waiting; what is noted is stored with everything else."""
        await self._tasks.give_up()

    async def _wait(self, flush: Callable[[], Awaitable[None]], done: Callable[[], None]) -> None:
        while True:
            try:
                await flush()
            except StoreError as error:
                logger.warning("an answer waits for the store: %s", error)
                await asyncio.sleep(self._retry_s)
            except Exception:
                logger.exception("an answer waits for the store, which failed as nobody foresaw")
                await asyncio.sleep(self._retry_s)
            else:
                done()
                return
