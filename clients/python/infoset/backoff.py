"""How long to wait before the next attempt to connect. Pure: chance is an argument, nobody sleeps."""

import random
from dataclasses import dataclass


@dataclass
class Backoff:
    """Chance picks each wait between nothing and a bound that doubles from `first_s` to `longest_s`.

    It keeps a hall full of clients from coming back all at the same moment ("full jitter", M. Brooker,
    "Exponential backoff and jitter", 2015).
    """

    rng: random.Random
    first_s: float = 0.25
    longest_s: float = 10.0
    attempts: int = 0

    def next_wait_s(self, asked_s: float = 0.0) -> float:
        """The wait before the next attempt; what the server has asked for comes on top."""
        # 2^16 times any first wait is past every longest one: the exponent needs no more.
        full = min(self.longest_s, self.first_s * 2.0 ** min(self.attempts, 16))
        self.attempts += 1
        return asked_s + full * self.rng.random()

    def reset(self) -> None:
        """The connection works again: the next wait is a short one."""
        self.attempts = 0
