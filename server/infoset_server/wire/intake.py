"""How much of what a client sends is taken in: its rates, and when its link is not read. Answers nothing."""

import math
from collections.abc import Mapping
from typing import final

from infoset_protocol.errors import ErrorCode, ProtocolError
from infoset_server.config import RateLimits
from infoset_server.wire.links import Link
from infoset_server.wire.rate_limit import ALL_REQUESTS, Rate, RequestMeter, bucket_of


@final
class Intake:
    """The limits of one client. Times are those of the caller's clock, in seconds."""

    def __init__(
        self, link: Link, limits: RateLimits, rates: Mapping[str, Rate], now_s: float
    ) -> None:
        self._link = link
        self._limits = limits
        self._rates = rates
        self._meter = RequestMeter(rates, now_s)
        self._holds: set[str] = set()  # why nothing is read
        self._flood_until_s = 0.0

    def move(self, link: Link) -> None:
        """The client has another link, which is read whatever held it back until now."""
        self._link = link
        self._holds.clear()
        link.resume_reading()

    def widen(self, factor: int, now_s: float) -> None:
        """Makes all rates `factor` times as generous."""
        rates = {name: rate.times(factor) for name, rate in self._rates.items()}
        self._meter = RequestMeter(rates, now_s)

    def credit(self) -> None:
        """Gives one request for free: however fast a match goes, playing it is no flood."""
        self._meter.credit()

    def refusal(self, message_type: str, now_s: float) -> ProtocolError | None:
        """Counts a request. What is over a limit is to be refused; after a while that is fatal."""
        refusal = self._meter.take(ALL_REQUESTS, now_s)
        special = bucket_of(message_type)
        if refusal is None and special is not None:
            refusal = self._meter.take(special, now_s)
        if refusal is None:
            return None
        is_abuse = refusal.spell_s >= self._limits.abuse_s
        wait_ms = self._limits.abuse_retry_ms if is_abuse else math.ceil(refusal.wait_s * 1000)
        return rate_limited(refusal.bucket, wait_ms, fatal=is_abuse)

    def count_waste(self, now_s: float) -> None:
        """What never becomes a request for the handler counts as one, so that it cannot flood."""
        if self._meter.take(ALL_REQUESTS, now_s) is not None:
            self.slow_down(now_s)

    def slow_down(self, now_s: float) -> None:
        """Refusals have a rate, too: over it, reading pauses and the flood waits at the sender."""
        pause_s = self._meter.pause_s(now_s)
        if pause_s:
            self._flood_until_s = now_s + pause_s
            self.hold("flood")

    def tick(self, now_s: float) -> None:
        """Time has passed: a flood may have waited long enough."""
        if now_s >= self._flood_until_s:
            self.release("flood")

    def hold(self, reason: str) -> None:
        """Reads nothing until `reason` is released, and every other one."""
        if not self._holds:
            self._link.pause_reading()
        self._holds.add(reason)

    def release(self, reason: str) -> None:
        """`reason` is none any more."""
        if reason in self._holds:
            self._holds.discard(reason)
            if not self._holds:
                self._link.resume_reading()


def rate_limited(bucket: str, retry_ms: int, *, fatal: bool) -> ProtocolError:
    """What a client is told that asks too often."""
    return ProtocolError(
        ErrorCode.RATE_LIMITED,
        f"too many requests ({bucket})",
        {"bucket": bucket},
        fatal=fatal,
        retry_ms=retry_ms,
    )
