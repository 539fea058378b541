"""Keeps a client below the rate the server allows. Pure: the time is an argument, nobody sleeps."""

from dataclasses import dataclass

MARGIN = 0.9  # of the announced rate: clocks differ, and acknowledgements count too


@dataclass
class Throttle:
    """A token bucket: `burst` messages at once, then `rate` per second. A rate of 0 is no limit."""

    rate: float = 0.0
    burst: float = 0.0
    tokens: float = 0.0
    filled_s: float = 0.0

    def allow(self, msgs_per_s: int, now_s: float) -> None:
        """Starts anew with a full bucket for what a server announced."""
        self.rate = msgs_per_s * MARGIN
        self.burst = self.tokens = 2 * self.rate
        self.filled_s = now_s

    def take(self, now_s: float) -> float:
        """Takes one message out of the bucket; returns how many seconds to wait before sending it."""
        if self.rate <= 0:
            return 0.0
        self.tokens = min(self.burst, self.tokens + (now_s - self.filled_s) * self.rate)
        self.filled_s = now_s
        self.tokens -= 1
        return max(0.0, -self.tokens / self.rate)
