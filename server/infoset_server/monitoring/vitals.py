"""How the server feels: is it alive, is it ready, how late is its event loop."""

import asyncio
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Final

from infoset_server.common.counters import SECONDS, Histogram
from infoset_server.config import ServerConfig
from infoset_server.matches.records import Records

BEAT_S: Final = 0.5  # between two looks at the clock of the loop


class Vitals:
    """Watches one server. `lag` is how much later than planned the event loop does things, in seconds."""

    def __init__(
        self, config: ServerConfig, records: Records | None, is_stopping: Callable[[], bool]
    ) -> None:
        """Begins to watch, on the running loop."""
        self.lag = Histogram(SECONDS)
        self._data_dir = config.data_dir
        self._min_free = config.status.min_free_percent / 100
        self._records = records
        self._is_stopping = is_stopping
        self._loop = asyncio.get_running_loop()
        self._timer = self._loop.call_later(BEAT_S, self._beat, self._loop.time() + BEAT_S)

    def close(self) -> None:
        """Stops watching."""
        self._timer.cancel()

    def ailment(self) -> str | None:
        """What is wrong with the server, in words for whoever runs it; None when it is well."""
        if self._records is not None and self._records.trouble is not None:
            return "the store does not work"
        share = free_share(self._data_dir)
        if share < self._min_free:
            return f"the disk is nearly full: {share:.1%} free"
        return None

    def obstacle(self) -> str | None:
        """Why nobody should be sent here now; None when the server is ready for players."""
        return "the server is about to stop" if self._is_stopping() else self.ailment()

    def _beat(self, planned_s: float) -> None:
        now_s = self._loop.time()
        self.lag.note(max(0.0, now_s - planned_s))
        self._timer = self._loop.call_later(BEAT_S, self._beat, now_s + BEAT_S)


def free_share(folder: Path) -> float:
    """How much of the disk is free, from 0 to 1; 0 where that cannot be found out."""
    try:
        usage = shutil.disk_usage(folder)
    except OSError:
        return 0.0
    return usage.free / usage.total if usage.total else 0.0
