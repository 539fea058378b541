"""How long somebody thinks, so that an answer that needed no thought takes no less: who is quick tells that there was no choice."""

import random
from collections import deque
from typing import Final

MOST_KEPT: Final = 24
USUAL_S: Final = (1.2, 2.4, 4.2)  # as long as nothing is known
MOST_S: Final = 12.0  # nobody wants to wait longer for what is not thought about
PART: Final = 0.5  # of the time that is left


class Thinking:
    """What one player's answers have taken, in seconds."""

    def __init__(self, rng: random.Random | None = None) -> None:
        self._rng = rng or random.Random()
        self._times_s: deque[float] = deque(maxlen=MOST_KEPT)

    def note(self, taken_s: float) -> None:
        """A question was answered by hand."""
        self._times_s.append(min(taken_s, MOST_S))

    def wait_s(self, left_s: float | None) -> float:
        """For how long to seem to think: as over a question of before, with so much time left (None: enough)."""
        drawn_s = self._rng.choice(tuple(self._times_s) or USUAL_S)
        return drawn_s if left_s is None else min(drawn_s, max(0.0, left_s) * PART)
