"""How much of what a client sends is taken in: token buckets, floods, and when its link is not read."""

import math
from collections import OrderedDict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final, final

from infoset_protocol.errors import ErrorCode, ProtocolError
from infoset_server.config import RateLimits
from infoset_server.network.link import Link

CALM_S: Final = 3.0  # a longer pause ends a spell; shorter ones may be our own, in reading


@dataclass(frozen=True, slots=True)
class Rate:
    """`per_s` tokens come back each second, up to `burst`."""

    per_s: float
    burst: float

    def times(self, factor: float) -> "Rate":
        """A rate `factor` times as generous."""
        return Rate(self.per_s * factor, self.burst * factor)


class TokenBucket:
    """A bucket that starts full. Fills itself when looked at, so it needs no timer."""

    __slots__ = ("_rate", "_stamp_s", "_tokens")

    def __init__(self, rate: Rate, now_s: float) -> None:
        self._rate = rate
        self._tokens = rate.burst
        self._stamp_s = now_s

    def take(self, now_s: float) -> float:
        """Takes one token and returns 0.0; or takes nothing and returns the seconds to wait."""
        self._refill(now_s)
        if self._tokens >= 1.0:
            self._tokens -= 1.0
            return 0.0
        return (1.0 - self._tokens) / self._rate.per_s

    def give_back(self) -> None:
        """Returns one token that was taken."""
        self._tokens = min(self._rate.burst, self._tokens + 1.0)

    def _refill(self, now_s: float) -> None:
        if now_s > self._stamp_s:
            gained = (now_s - self._stamp_s) * self._rate.per_s
            self._tokens = min(self._rate.burst, self._tokens + gained)
            self._stamp_s = now_s


class BucketTable:
    """One bucket per key (an address, a user), for at most `max_keys` keys.

    The key unused for longest is forgotten first; forgetting can only be generous.
    """

    def __init__(self, rate: Rate, max_keys: int) -> None:
        self._rate = rate
        self._max_keys = max_keys
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, key: str, now_s: float) -> float:
        """As `TokenBucket.take`, from the bucket of `key`."""
        bucket = self._buckets.get(key)
        if bucket is None:
            if len(self._buckets) >= self._max_keys:
                self._buckets.popitem(last=False)
            bucket = self._buckets[key] = TokenBucket(self._rate, now_s)
        self._buckets.move_to_end(key)
        return bucket.take(now_s)

    def give_back(self, key: str) -> None:
        """Returns a token to `key`, if it is still remembered."""
        bucket = self._buckets.get(key)
        if bucket is not None:
            bucket.give_back()


class Spell:
    """How long something has gone on without a pause of `CALM_S`."""

    __slots__ = ("_last_s", "_start_s")

    def __init__(self) -> None:
        self._start_s = self._last_s = float("-inf")

    def extend(self, now_s: float) -> float:
        """Notes that it happened now; returns the seconds since the spell began."""
        if now_s - self._last_s > CALM_S:
            self._start_s = now_s
        self._last_s = now_s
        return now_s - self._start_s


ALL_REQUESTS = "requests"
PLAYING: Final = frozenset({ALL_REQUESTS, "compute"})  # what a program needs for its matches


def request_rates(limits: RateLimits) -> Mapping[str, Rate]:
    """The rate of each bucket by name. `bucket_of` says which request falls into which."""
    return {
        ALL_REQUESTS: Rate(limits.msgs_per_s, limits.msgs_per_s * limits.burst_factor),
        "chat": Rate(limits.chats_per_s, 5),
        "create_room": Rate(limits.rooms_per_min / 60, limits.rooms_per_min),
        "query": Rate(limits.queries_per_s, limits.queries_per_s * 4),
        "compute": Rate(limits.computes_per_s, limits.computes_per_s * 4),
    }


_BUCKETS = {
    "chat": "chat",
    "create_room": "create_room",
    "describe": "query",
    "replays": "query",
    "my_games": "query",
    "show_profile": "query",
    "follow": "query",
    "tournaments": "query",
    "determinize": "compute",
    "simulate": "compute",
    "rollout": "compute",
    "know": "compute",
}


def bucket_of(message_type: str) -> str | None:
    """The special bucket of a request type; `None` where only the general one counts."""
    return _BUCKETS.get(message_type)


@dataclass(frozen=True, slots=True)
class Refusal:
    """A request over the limit: which bucket, how long to wait, how long this has gone on."""

    bucket: str
    wait_s: float
    spell_s: float


class RequestMeter:
    """The buckets of one connection. Special buckets are made when first used."""

    __slots__ = ("_buckets", "_rates", "_refusals", "_spell")

    def __init__(self, rates: Mapping[str, Rate], now_s: float) -> None:
        self._rates = rates
        self._buckets = {ALL_REQUESTS: TokenBucket(rates[ALL_REQUESTS], now_s)}
        self._refusals = TokenBucket(rates[ALL_REQUESTS], now_s)
        self._spell = Spell()

    def take(self, bucket: str, now_s: float) -> Refusal | None:
        """Counts one request against `bucket`; `None` means go ahead."""
        held = self._buckets.get(bucket)
        if held is None:
            held = self._buckets[bucket] = TokenBucket(self._rates[bucket], now_s)
        wait_s = held.take(now_s)
        if wait_s == 0.0:
            return None
        return Refusal(bucket, wait_s, self._spell.extend(now_s))

    def credit(self) -> None:
        """Gives one request for free: the answer to a question the server has just asked."""
        self._buckets[ALL_REQUESTS].give_back()

    def pause_s(self, now_s: float) -> float:
        """Counts one refusal answered; returns how long to stop reading, 0.0 for not at all.

        Refusals have a rate of their own. Instead of leaving requests unanswered beyond it, the
        server reads more slowly, so that a flood waits at the sender.
        """
        return self._refusals.take(now_s)


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

    def widen(self, factor: int, now_s: float, buckets: Collection[str] | None = None) -> None:
        """Makes the rates of these buckets `factor` times as generous as they are for others; those of all, without."""
        rates = {
            name: rate.times(factor) if buckets is None or name in buckets else rate
            for name, rate in self._rates.items()
        }
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
