"""Says how far a run has come: a bar on a terminal, now and then a line anywhere else."""

import time
from collections.abc import Callable
from typing import Final, TextIO

from infoset.progress import duration_text, rate_text

BAR: Final = 24  # characters
REDRAW_S: Final = 0.1
LINE_S: Final = 10.0
FIRST_LINE_S: Final = 2.0
CLEAR: Final = "\r\x1b[K"


class Progress:
    """Counts towards `total`. `before` were done in an earlier run and say nothing about the rate."""

    def __init__(
        self,
        stream: TextIO,
        total: int,
        before: int = 0,
        unit: str = "matches",
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._stream = stream
        self._total = total
        self._before = before
        self._unit = unit
        self._clock = clock
        self._is_terminal = stream.isatty()
        self._start_s = clock()
        self._next_s = self._start_s + (0 if self._is_terminal else FIRST_LINE_S)

    def show(self, done: int, note: str = "") -> None:
        """`done` of the total are over; shown if it is time for that."""
        now_s = self._clock()
        if now_s < self._next_s:
            return
        text = self.text(done, now_s - self._start_s, note)
        if self._is_terminal:
            self._next_s = now_s + REDRAW_S
            self._stream.write(f"{CLEAR}{bar_text(done, self._total)} {text}")
        else:
            self._next_s = now_s + LINE_S
            self._stream.write(text + "\n")
        self._stream.flush()

    def clear(self) -> None:
        """Takes the bar away, so that something else can be written."""
        if self._is_terminal:
            self._stream.write(CLEAR)
            self._stream.flush()
            self._next_s = self._start_s

    def text(self, done: int, elapsed_s: float, note: str = "") -> str:
        """`120/400 matches, 31.0 per second, 9 s left`, and the note."""
        parts = [f"{done}/{self._total} {self._unit}"]
        new = done - self._before
        if new > 0 and elapsed_s > 0:
            parts.append(rate_text(new / elapsed_s))
            if done < self._total:
                parts.append(f"{duration_text((self._total - done) * elapsed_s / new)} left")
        return ", ".join([*parts, note] if note else parts)


def bar_text(done: int, total: int) -> str:
    """`[######------]`."""
    filled = BAR * done // total if total else BAR
    return f"[{'#' * filled}{'-' * (BAR - filled)}]"
