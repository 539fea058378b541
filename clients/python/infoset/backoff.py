"""How long to wait before the next attempt to connect. Pure: chance is an argument, nobody sleeps."""

import random
from dataclasses import dataclass


@dataclass
class Backoff:
    """Waiting times that double from `first_s` to `longest_s`, each cut by chance to 50-100 %.

    Chance keeps a hall full of clients from coming back all at the same moment.
    """

    rng: random.Random
    first_s: float = 0.25
    longest_s: float = 30.0
    attempts: int = 0

    def next_wait_s(self, at_least_s: float = 0.0) -> float:
        """The wait before the next attempt; a server that named its own wait gets at least that."""
        # 2^16 times any first wait is past every longest one: the exponent needs no more.
        full = min(self.longest_s, self.first_s * 2.0 ** min(self.attempts, 16))
        self.attempts += 1
        return max(at_least_s, full * (0.5 + self.rng.random() / 2))

    def reset(self) -> None:
        """The connection works again: the next wait is a short one."""
        self.attempts = 0
