"""Does the server's chores once a minute: what has expired goes, what changes slowly is noted. Knows none of them."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Final

PAUSE_S: Final = 60.0


class Housekeeping:
    """Begins with `start`, ends with `close`. Made on the event loop."""

    def __init__(self, chores: Sequence[Callable[[], object]]) -> None:
        """They are done in this order; none may raise."""
        self._chores = chores
        self._loop = asyncio.get_running_loop()
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Does them now, and again and again."""
        for chore in self._chores:
            chore()
        self._timer = self._loop.call_later(PAUSE_S, self.start)

    def close(self) -> None:
        """Does them no more."""
        if self._timer is not None:
            self._timer.cancel()
