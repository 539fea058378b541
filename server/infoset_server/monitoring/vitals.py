"""How the server feels: is it alive, is it ready, how late is its event loop, which matches are slow."""

import asyncio
import logging
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from infoset_server.app.server import App
from infoset_server.common.counters import SECONDS, Histogram
from infoset_server.common.ids import MatchId

logger = logging.getLogger(__name__)

BEAT_S: Final = 0.5  # between two looks at the clock of the loop
MAX_REPORTED: Final = 10  # slow matches in one report


class Vitals:
    """Watches one server. `lag` is how much later than planned the event loop does things, in seconds."""

    def __init__(self, app: App) -> None:
        """Begins to watch, on the running loop."""
        self.lag = Histogram(SECONDS)
        self._app = app
        self._settings = app.config.status
        self._loop = asyncio.get_running_loop()
        self._report_at_s = self._loop.time() + self._settings.report_s
        self._timer = self._loop.call_later(BEAT_S, self._beat, self._loop.time() + BEAT_S)

    def close(self) -> None:
        """Stops watching."""
        self._timer.cancel()

    def ailment(self) -> str | None:
        """What is wrong with the server, in words for whoever runs it; None when it is well."""
        records = self._app.records
        if records is not None and records.writer.trouble is not None:
            return "the store does not work"
        share = free_share(self._app.config.data_dir)
        if share < self._settings.min_free_percent / 100:
            return f"the disk is nearly full: {share:.1%} free"
        return None

    def obstacle(self) -> str | None:
        """Why nobody should be sent here now; None when the server is ready for players."""
        return "the server is about to stop" if self._app.matchmaker.stopping else self.ailment()

    def _beat(self, planned_s: float) -> None:
        now_s = self._loop.time()
        self.lag.note(max(0.0, now_s - planned_s))
        self._app.slow_matches.gather()
        if now_s >= self._report_at_s:
            self._report_at_s = now_s + self._settings.report_s
            self._report()
        self._timer = self._loop.call_later(BEAT_S, self._beat, now_s + BEAT_S)

    def _report(self) -> None:
        """Names the matches whose players waited longest since the last report."""
        limit_s = self._settings.slow_ms / 1000
        for match_id, worst_s in slowest(self._app.slow_matches.take_worst(), limit_s):
            logger.warning("match %s is slow: an action took %.0f ms", match_id, worst_s * 1e3)


def slowest(worst_s: Mapping[MatchId, float], limit_s: float) -> list[tuple[MatchId, float]]:
    """The slowest matches above the limit, worst first."""
    slow = [(match_id, seconds) for match_id, seconds in worst_s.items() if seconds > limit_s]
    return sorted(slow, key=lambda one: one[1], reverse=True)[:MAX_REPORTED]


def free_share(folder: Path) -> float:
    """How much of the disk is free, from 0 to 1; 0 where that cannot be found out."""
    try:
        usage = shutil.disk_usage(folder)
    except OSError:
        return 0.0
    return usage.free / usage.total if usage.total else 0.0
