"""Shows how far a long piece of work has come: one line on a terminal, nothing anywhere else."""

import time
from collections.abc import Callable
from typing import Final, TextIO

MINUTE_S: Final = 60
HOUR_S: Final = 3600
REDRAW_S: Final = 0.1


def progress_text(done: int, total: int | None, elapsed_s: float, unit: str) -> str:
    """`12/100 matches, 3.1 per minute, 28 min left`; without a total, what there is to say."""
    text = f"{done}/{total} {unit}" if total is not None else f"{done} {unit}"
    if done == 0 or elapsed_s <= 0:
        return text
    per_s = done / elapsed_s
    text += f", {rate_text(per_s)}"
    if total is not None and done < total:
        text += f", {duration_text((total - done) / per_s)} left"
    return text


def rate_text(per_s: float) -> str:
    """A rate in the unit that gives it a number worth reading."""
    if per_s >= 1:
        return f"{per_s:.1f} per second"
    return f"{per_s * MINUTE_S:.1f} per minute"


def duration_text(seconds: float) -> str:
    """A duration in the unit a person would use."""
    if seconds < 2 * MINUTE_S:
        return f"{seconds:.0f} s"
    if seconds < 2 * HOUR_S:
        return f"{seconds / MINUTE_S:.0f} min"
    return f"{seconds / HOUR_S:.1f} h"


class ProgressLine:
    """A line that is rewritten in place; silent where the stream is no terminal."""

    def __init__(
        self,
        stream: TextIO,
        total: int | None,
        unit: str = "matches",
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._stream = stream
        self._total = total
        self._unit = unit
        self._clock = clock
        self._start_s = clock()
        self._shown_s = float("-inf")
        self._is_shown = stream.isatty()

    def show(self, done: int) -> None:
        """`done` of the work is done."""
        now_s = self._clock()
        if not self._is_shown or now_s - self._shown_s < REDRAW_S:
            return
        self._shown_s = now_s
        text = progress_text(done, self._total, now_s - self._start_s, self._unit)
        self._stream.write(f"\r\x1b[K{text}")
        self._stream.flush()

    def clear(self) -> None:
        """Takes the line away, so that something else can be written."""
        if self._is_shown:
            self._stream.write("\r\x1b[K")
            self._stream.flush()
            self._shown_s = float("-inf")
