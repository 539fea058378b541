"""Token buckets and the judgement of floods. Pure: the time in seconds is always an argument."""

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from infoset_server.config import RateLimits

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
    "tournaments": "query",
    "determinize": "compute",
    "simulate": "compute",
    "rollout": "compute",
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
