"""The parts of one answer between the connection they come from and whoever reads them. No network."""

import asyncio
from collections import deque
from typing import Any, Final

MAX_WAITING: Final = 8  # parts nobody has read; while so many wait, nothing more is taken in


class Parts:
    """An open request that is answered in parts. `take` and `fail` are for the connection, `next` for the reader."""

    def __init__(self, plain: dict[str, Any]) -> None:
        """`plain` is the request."""
        self.plain = plain
        self._waiting: deque[dict[str, Any]] = deque()
        self._error: Exception | None = None
        self._is_closed = False
        self._changed = asyncio.Event()

    async def take(self, plain: dict[str, Any]) -> None:
        """A part has come; waits while too many have not been read."""
        while len(self._waiting) >= MAX_WAITING and not self._is_closed:
            await self._wait()
        self._waiting.append(plain)
        self._changed.set()

    def fail(self, error: Exception) -> None:
        """There will be no more parts than have come."""
        self._error = error
        self._changed.set()

    async def next(self) -> dict[str, Any]:
        """The next part. Raises what ended the stream when there is none."""
        while not self._waiting:
            if self._error is not None:
                raise self._error
            await self._wait()
        self._changed.set()
        return self._waiting.popleft()

    def close(self) -> None:
        """Nobody reads any more."""
        self._is_closed = True
        self._changed.set()

    async def _wait(self) -> None:
        self._changed.clear()
        await self._changed.wait()
