"""Small documents that outlive the server: the latest of each is stored soon, not at once. Reads nothing.

Whatever is noted while documents are being written goes into the next transaction, all of it together: a
hundred rooms that open at once cost a few commits, and a room that changes ten times meanwhile is written once.
"""

import asyncio
import logging
from collections.abc import Mapping
from typing import Any, Final

import orjson

from infoset_server.store.errors import StoreError
from infoset_server.store.port import DocumentName, Store

logger = logging.getLogger(__name__)

RETRY_S: Final = 1.0
MOST: Final = 256  # documents in one transaction


class Notebook:
    """Writes documents behind. Whoever depends on them awaits `flush`."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._pending: dict[DocumentName, bytes | None] = {}  # until stored; None: to be removed
        self._round: asyncio.Task[None] | None = None  # writes
        self._next: asyncio.Task[None] | None = None  # writes as soon as that one has
        self._changed = asyncio.Event()
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
        """Returns when everything noted before is stored. Raises StoreError; then it stays noted.

        All who ask while documents are being written wait for the same next round, and share its fate.
        """
        if not self._pending:
            return
        if self._next is None:
            coming = self._write_after(self._round)
            self._next = asyncio.get_running_loop().create_task(coming, name="notebook round")
        await asyncio.shield(self._next)

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

    async def _write_after(self, before: asyncio.Task[None] | None) -> None:
        """One round: what is noted when it begins, in as few transactions as may be."""
        if before is not None:
            await asyncio.wait((before,))
        self._round, self._next = self._next, None
        names = list(self._pending)
        for start in range(0, len(names), MOST):
            changes = {name: self._pending[name] for name in names[start : start + MOST]}
            await self._store.change_documents(changes)
            for name, body in changes.items():
                if self._pending[name] is body:  # else it has changed meanwhile
                    del self._pending[name]
