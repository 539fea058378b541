"""The gate: who may connect and try to log in, counted by address (`caller.py`). Opens no sockets."""

import math
import random
from collections import Counter
from typing import Final

from infoset_server.config import ConnectionLimits
from infoset_server.network.caller import Shares, share_of
from infoset_server.network.rate_limits import BucketTable, Rate, TokenBucket

HELLO_BURST_FACTOR: Final = 4
CROWD_BURST_S: Final = 2.0  # what all may send at once, in seconds' worth of their rate
SPREAD_S: Final = 2.0  # over which those who have to wait are spread


class LoginGate:
    """Counts logins: those of everybody, and per address those that did not end in `welcome`.

    A login takes a token from its address's bucket and `welcomed` gives it back, so the bucket
    measures guessing, not how many people share an address. Another bucket is everybody's: when all
    come back at once after a restart, they are let in at a rate that leaves time to play.
    """

    def __init__(self, limits: ConnectionLimits, rng: random.Random | None = None) -> None:
        """`rng` spreads those who have to wait, so that they do not all come again together."""
        self._rng = rng or random.Random()
        crowd = Rate(limits.hellos_per_s, limits.hellos_per_s * CROWD_BURST_S)
        self._everybody = TokenBucket(crowd, 0.0)
        self._shares = Shares(limits)
        per_min = limits.failed_hellos_per_min
        rate = Rate(per_min / 60, per_min * HELLO_BURST_FACTOR)
        self._hellos = BucketTable(rate, limits.max_tracked_addresses)

    def wait_ms(self, address: str, now_s: float) -> int:
        """Counts a login; returns 0, or the milliseconds to wait where there were too many."""
        wait_s = self._everybody.take(now_s)
        if wait_s:
            return self.spread_ms(math.ceil(wait_s * 1000))
        share = self._shares.of(address)
        if share is None:
            return 0
        return math.ceil(self._hellos.take(share, now_s) * 1000)

    def welcomed(self, address: str) -> None:
        """A login from `address` was right."""
        self._hellos.give_back(share_of(address))

    def spread_ms(self, wait_ms: int) -> int:
        """This wait and some more, by chance: for one of many who are told to come again."""
        return wait_ms + int(self._rng.random() * SPREAD_S * 1000)


class ConnectionGate:
    """Counts connections per address, and has the `logins`; every count here has a limit."""

    def __init__(self, limits: ConnectionLimits, rng: random.Random | None = None) -> None:
        """`rng` as of LoginGate."""
        self.logins = LoginGate(limits, rng)
        self._limits = limits
        self._shares = Shares(limits)
        self._total = 0
        self._open: Counter[str] = Counter()
        self._unwelcomed: Counter[str] = Counter()

    def admit(self, address: str) -> bool:
        """Counts a new connection, unless there are too many. What is admitted must be released."""
        if self._total >= self._limits.max_total or not self._has_room(address):
            return False
        self._total += 1
        self._open[share_of(address)] += 1
        self._unwelcomed[share_of(address)] += 1
        return True

    def move(self, before: str, address: str) -> bool:
        """A connection admitted for a proxy turns out to be of `address`; False where that has too many."""
        if address == before:
            return True
        has_room = self._has_room(address)
        for counter in (self._open, self._unwelcomed):
            self._decrease(counter, before)
            counter[share_of(address)] += 1
        return has_room

    def welcomed(self, address: str) -> None:
        """A connection of `address` has logged in."""
        self._decrease(self._unwelcomed, address)
        self.logins.welcomed(address)

    def served(self, address: str) -> None:
        """A connection of `address` has been given a page: one who is only just knocking it is no more."""
        self._decrease(self._unwelcomed, address)

    def knocks_again(self, address: str) -> None:
        """One that was `served` asks to be let in as a client."""
        self._unwelcomed[share_of(address)] += 1

    def release(self, address: str, *, was_welcomed: bool) -> None:
        """A connection of `address` is gone."""
        self._total -= 1
        self._decrease(self._open, address)
        if not was_welcomed:
            self._decrease(self._unwelcomed, address)

    def _has_room(self, address: str) -> bool:
        share = self._shares.of(address)
        if share is None:
            return True
        return (
            self._open[share] < self._limits.max_per_address
            and self._unwelcomed[share] < self._limits.max_unwelcomed_per_address
        )

    @staticmethod
    def _decrease(counter: Counter[str], address: str) -> None:
        share = share_of(address)
        counter[share] -= 1
        if counter[share] <= 0:
            del counter[share]
