"""When a server that stands by becomes the node it waits for: as soon as that is free, unless an operator says who is next.

What they say holds for a while only, so that somebody takes the node even if the one they have named does not.
"""

import asyncio
import time
from collections.abc import Callable
from typing import Final

NEXT_LOOKS: Final = 10  # how much more often the next one looks


class Turn:
    """Of one server that stands by."""

    def __init__(self, monotonic_s: Callable[[], float] = time.monotonic) -> None:
        self.is_waited_for = asyncio.Event()  # another server has been seen to be the node
        self._monotonic_s = monotonic_s
        self._next_until_s = 0.0
        self._later_until_s = 0.0
        self._changed = asyncio.Event()

    @property
    def has_come(self) -> bool:
        """May the node be taken, if it is free?"""
        return self._monotonic_s() >= self._later_until_s

    def come_next(self, for_s: float) -> None:
        """For so long it looks often, to be the first."""
        self._next_until_s = self._monotonic_s() + for_s
        self._later_until_s = 0.0
        self._changed.set()

    def come_later(self, for_s: float) -> None:
        """For so long it leaves the node to others."""
        self._later_until_s = self._monotonic_s() + for_s
        self._next_until_s = 0.0

    async def pause(self, for_s: float) -> None:
        """Waits between two looks, for as long or less."""
        is_next = self._monotonic_s() < self._next_until_s
        self._changed.clear()
        try:
            async with asyncio.timeout(for_s / NEXT_LOOKS if is_next else for_s):
                await self._changed.wait()
        except TimeoutError:
            pass
