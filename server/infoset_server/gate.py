"""The gate: who may connect and try to log in, counted by address. Opens no sockets."""

import math
from collections import Counter

from infoset_server.config import ConnectionLimits
from infoset_server.http import is_loopback
from infoset_server.rate_limit import BucketTable, Rate

HELLO_BURST_FACTOR = 4


class Gate:
    """Counts connections and failed logins per address; every count here has a limit.

    A login takes a token from its address's bucket and `welcomed` gives it back, so the bucket
    measures guessing, not how many people share an address.
    """

    def __init__(self, limits: ConnectionLimits) -> None:
        self._limits = limits
        self._total = 0
        self._open: Counter[str] = Counter()
        self._unwelcomed: Counter[str] = Counter()
        per_min = limits.failed_hellos_per_min
        rate = Rate(per_min / 60, per_min * HELLO_BURST_FACTOR)
        self._hellos = BucketTable(rate, limits.max_tracked_addresses)

    def admit(self, address: str) -> bool:
        """Counts a new connection, unless there are too many. What is admitted must be released."""
        if self._total >= self._limits.max_total or not self._has_room(address):
            return False
        self._total += 1
        self._open[address] += 1
        self._unwelcomed[address] += 1
        return True

    def welcomed(self, address: str) -> None:
        """A connection of `address` has logged in."""
        self._decrease(self._unwelcomed, address)
        self._hellos.give_back(address)

    def release(self, address: str, *, was_welcomed: bool) -> None:
        """A connection of `address` is gone."""
        self._total -= 1
        self._decrease(self._open, address)
        if not was_welcomed:
            self._decrease(self._unwelcomed, address)

    def hello_wait_ms(self, address: str, now_s: float) -> int:
        """Counts a login; returns 0, or the milliseconds to wait where there were too many."""
        if self._is_exempt(address):
            return 0
        return math.ceil(self._hellos.take(address, now_s) * 1000)

    def _has_room(self, address: str) -> bool:
        if self._is_exempt(address):
            return True
        return (
            self._open[address] < self._limits.max_per_address
            and self._unwelcomed[address] < self._limits.max_unwelcomed_per_address
        )

    def _is_exempt(self, address: str) -> bool:
        return self._limits.exempt_loopback and is_loopback(address)

    @staticmethod
    def _decrease(counter: Counter[str], address: str) -> None:
        counter[address] -= 1
        if counter[address] <= 0:
            del counter[address]
