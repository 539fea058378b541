"""Small documents that outlive the server: the latest of each is stored soon, not at once. Reads nothing."""

import asyncio
import logging
from collections.abc import Mapping
from typing import Any, Final

import orjson

from infoset_server.store.errors import StoreError
from infoset_server.store.port import Store

logger = logging.getLogger(__name__)

RETRY_S: Final = 1.0


class Notebook:
    """Writes documents behind. Whoever depends on them awaits `flush`."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._pending: dict[tuple[str, str], bytes | None] = {}
        self._changed = asyncio.Event()
        self._lock = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None
        self._is_closing = False

    def start(self) -> None:
        """Begins to write, on the running loop."""
        self._task = asyncio.get_running_loop().create_task(self._work(), name="notebook")

    def put(self, kind: str, key: str, body: Mapping[str, Any]) -> None:
        """As Notes."""
        self._pending[kind, key] = orjson.dumps(body)
        self._changed.set()

    def drop(self, kind: str, key: str) -> None:
        """As Notes."""
        self._pending[kind, key] = None
        self._changed.set()

    async def flush(self) -> None:
        """Returns when everything noted before is stored. Raises StoreError; then it stays noted."""
        async with self._lock:
            while self._pending:
                place, body = next(iter(self._pending.items()))
                if body is None:
                    await self._store.delete_document(*place)
                else:
                    await self._store.put_document(*place, body)
                if self._pending[place] is body:  # else it has changed meanwhile
                    del self._pending[place]

    async def close(self) -> None:
        """Writes what is noted, if it can be written, and ends."""
        self._is_closing = True
        self._changed.set()
        if self._task is not None:
            await self._task
        try:
            await self.flush()
        except StoreError as error:
            logger.error("not stored at the end: %d documents: %s", len(self._pending), error)

    async def _work(self) -> None:
        while not self._is_closing:
            await self._changed.wait()
            self._changed.clear()
            try:
                await self.flush()
            except StoreError as error:
                logger.warning("documents wait: %s", error)
                asyncio.get_running_loop().call_later(RETRY_S, self._changed.set)
