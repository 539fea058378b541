"""The clock of the window. It goes on while the machine sleeps, as those of the server do."""

import sys
import time
from typing import Final

# Of the clock that only goes forward and counts sleep; on Windows `time.monotonic` does, on macOS it stands still.
_SLEEPLESS: Final[int | None] = (
    getattr(time, "CLOCK_MONOTONIC", None)
    if sys.platform == "darwin"
    else getattr(time, "CLOCK_BOOTTIME", None)
)


def window_clock_s() -> float:
    """Seconds since some moment in the past, those that the machine has slept through included."""
    return time.monotonic() if _SLEEPLESS is None else time.clock_gettime(_SLEEPLESS)
