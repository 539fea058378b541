"""A child process whose stderr is kept in short: its end explains a crash, its megabytes drown nobody."""

import asyncio
import sys
from collections.abc import Sequence
from typing import Final

from infoset.bridge.child import Child

MAX_TAIL: Final = 1_800  # characters of stderr that are kept
SHOWN_PER_S: Final = 20  # lines of stderr shown, sustained; a few more at once


class LineQuota:
    """So many lines a second, and a count of those that were too many. Pure: time is an argument."""

    def __init__(self, per_s: float, now_s: float) -> None:
        self.per_s = per_s
        self.dropped = 0
        self._left = self._most = 2 * per_s
        self._stamp_s = now_s

    def take(self, now_s: float) -> bool:
        """May one more be shown now? Those that may not are counted."""
        self._left = min(self._most, self._left + (now_s - self._stamp_s) * self.per_s)
        self._stamp_s = now_s
        if self._left < 1:
            self.dropped += 1
            return False
        self._left -= 1
        return True

    def take_dropped(self) -> int:
        """How many were too many since this was asked last."""
        dropped, self.dropped = self.dropped, 0
        return dropped


class WatchedChild(Child):
    """A child that is a supervised assistant."""

    def __init__(self, process: asyncio.subprocess.Process, label: str) -> None:
        self._tail = ""
        self._quota = LineQuota(SHOWN_PER_S, asyncio.get_running_loop().time())
        super().__init__(process, label)

    @property
    def last_words(self) -> str:
        """The end of what it wrote to stderr."""
        return self._tail.strip()

    def _show(self, lines: Sequence[bytes | None]) -> None:
        for line in lines:
            text = "(a very long line)" if line is None else line.decode(errors="replace")
            self._tail = (self._tail + text + "\n")[-MAX_TAIL:]
            if self._quota.take(asyncio.get_running_loop().time()):
                dropped = self._quota.take_dropped()
                if dropped:
                    sys.stderr.write(f"[{self._label}] ({dropped} more lines are not shown)\n")
                sys.stderr.write(f"[{self._label}] {text}\n")
