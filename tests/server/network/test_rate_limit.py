"""Token buckets, their tables, and the judgement of floods, with time as an argument."""

import pytest

from infoset_protocol.messages import CLIENT_MESSAGES
from infoset_server.config import RateLimits
from infoset_server.network.rate_limits import (
    ALL_REQUESTS,
    BucketTable,
    Rate,
    RequestMeter,
    Spell,
    TokenBucket,
    bucket_of,
    request_rates,
)


def test_a_bucket_gives_its_burst_at_once_and_then_tells_the_wait() -> None:
    bucket = TokenBucket(Rate(per_s=2, burst=3), now_s=0.0)
    assert [bucket.take(0.0) for _ in range(4)] == [0.0, 0.0, 0.0, 0.5]


def test_a_refused_request_costs_nothing() -> None:
    bucket = TokenBucket(Rate(per_s=1, burst=1), now_s=0.0)
    bucket.take(0.0)
    assert [bucket.take(0.5) for _ in range(3)] == [0.5, 0.5, 0.5]
    assert bucket.take(1.0) == 0.0


def test_a_bucket_never_holds_more_than_its_burst() -> None:
    bucket = TokenBucket(Rate(per_s=10, burst=2), now_s=0.0)
    assert [bucket.take(1000.0) for _ in range(3)] == [0.0, 0.0, 0.1]
    bucket.give_back()
    bucket.give_back()
    bucket.give_back()
    assert [bucket.take(1000.0) for _ in range(3)] == [0.0, 0.0, pytest.approx(0.1)]


def test_a_clock_that_steps_back_neither_fills_nor_empties_a_bucket() -> None:
    bucket = TokenBucket(Rate(per_s=1, burst=2), now_s=100.0)
    assert bucket.take(50.0) == 0.0
    assert bucket.take(100.0) == 0.0
    assert bucket.take(100.0) == 1.0


def test_each_address_has_a_bucket_of_its_own() -> None:
    table = BucketTable(Rate(per_s=1, burst=1), max_keys=10)
    assert table.take("a", 0.0) == 0.0
    assert table.take("b", 0.0) == 0.0
    assert table.take("a", 0.0) == 1.0
    table.give_back("a")
    table.give_back("nobody")
    assert table.take("a", 0.0) == 0.0


def test_a_table_forgets_the_key_unused_for_longest() -> None:
    table = BucketTable(Rate(per_s=1, burst=1), max_keys=2)
    for key in ("a", "b", "a", "c"):
        table.take(key, 0.0)
    assert len(table) == 2
    assert table.take("a", 0.0) == 1.0
    assert table.take("b", 0.0) == 0.0


def test_a_spell_lasts_as_long_as_there_is_no_pause_in_it() -> None:
    spell = Spell()
    assert [spell.extend(t) for t in (10.0, 10.5, 13.5, 16.5)] == [0.0, 0.5, 3.5, 6.5]
    assert spell.extend(20.0) == 0.0


def test_every_special_bucket_belongs_to_a_request_and_has_a_rate() -> None:
    rates = request_rates(RateLimits())
    used = {bucket_of(name) for name in CLIENT_MESSAGES}
    assert used == {None, *(name for name in rates if name != ALL_REQUESTS)}


def test_a_meter_refuses_over_the_rate_and_names_bucket_wait_and_spell() -> None:
    meter = RequestMeter({ALL_REQUESTS: Rate(10, 1), "chat": Rate(1, 1)}, now_s=0.0)
    assert meter.take("chat", 0.0) is None
    refusal = meter.take("chat", 0.25)
    assert refusal is not None
    assert (refusal.bucket, refusal.wait_s, refusal.spell_s) == ("chat", 0.75, 0.0)
    again = meter.take("chat", 0.5)
    assert again is not None
    assert again.spell_s == 0.25
    assert meter.take(ALL_REQUESTS, 0.5) is None


def test_answered_refusals_have_a_rate_after_which_reading_pauses() -> None:
    meter = RequestMeter({ALL_REQUESTS: Rate(per_s=2, burst=2)}, now_s=0.0)
    assert [meter.pause_s(0.0) for _ in range(3)] == [0.0, 0.0, 0.5]
