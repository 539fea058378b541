"""Lets every event loop of a program stand still at random moments. `crowded.py` hands it to Python as `sitecustomize`.

Before some of its turns a loop waits: whoever it talks to has gone on by then, and timers are late.
"""

import os
import random
import time
from asyncio import base_events
from typing import Any, Final

CHANCE: Final = 0.1  # of standing still before a turn of a loop
SHORTEST_S: Final = 0.01
LONGEST_S: Final = 0.3
SHARE: Final = 0.5  # of a loop's life that it may stand still, so that everything ends
RNG: Final = random.Random(f"{os.environ['INFOSET_CROWDED']}/{os.getpid()}")


class Stillness:
    """How long one loop has lived, and stood still meanwhile."""

    def __init__(self) -> None:
        self._born_s = time.monotonic()
        self._spent_s = 0.0

    def come(self) -> None:
        """Stands still, if chance wants it."""
        is_due = self._spent_s < LONGEST_S + SHARE * (time.monotonic() - self._born_s)
        if is_due and RNG.random() < CHANCE:
            seconds = RNG.uniform(SHORTEST_S, LONGEST_S)
            self._spent_s += seconds
            time.sleep(seconds)


def disturb(loops: Any) -> None:
    """From now on loops of this class stand still now and then."""
    go_on = loops._run_once

    def turn(loop: Any) -> None:
        loop.__dict__.setdefault("_stillness", Stillness()).come()
        go_on(loop)

    loops._run_once = turn


disturb(base_events.BaseEventLoop)
