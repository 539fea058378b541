"""Intervals against SciPy's own and against closed forms."""

import math
import random

import pytest
from scipy import stats

from infoset_bots.arena.intervals import (
    Estimate,
    mean_interval,
    share_interval,
    variance,
    wilson,
    within,
    z_quantile,
)


@pytest.mark.parametrize(("wins", "trials"), [(0, 10), (3, 10), (10, 10), (517, 1000)])
def test_plain_wins_and_losses_get_wilsons_interval(wins: int, trials: int) -> None:
    values = [1.0] * wins + [0.0] * (trials - wins)
    wanted = stats.binomtest(wins, trials).proportion_ci(0.95, method="wilson")
    found = share_interval(values)
    assert found.mean == pytest.approx(wins / trials)
    assert (found.low, found.high) == pytest.approx((wanted.low, wanted.high))


def test_a_mean_gets_students_interval() -> None:
    values = [2.0, 3.5, 1.0, 4.0, 2.5, 9.0]
    wanted = stats.t.interval(
        0.95, len(values) - 1, loc=stats.tmean(values), scale=stats.sem(values)
    )
    found = mean_interval(values)
    assert (found.low, found.high) == pytest.approx(wanted)
    assert variance(values) == pytest.approx(stats.tvar(values))


def test_one_unit_has_no_interval() -> None:
    assert mean_interval([3.0]) == Estimate(3.0, None, None, 1)


def test_nothing_has_no_mean() -> None:
    with pytest.raises(ValueError, match="at least one"):
        mean_interval([])
    with pytest.raises(ValueError, match="at least one"):
        share_interval([])


def test_shares_between_yes_and_no_count_by_their_variance() -> None:
    # Blocks of four trials each that scatter as four coins do are worth four trials.
    rng = random.Random(1)
    blocks = [sum(rng.random() < 0.3 for _ in range(4)) / 4 for _ in range(4000)]
    coins = wilson(0.3, 16_000)
    found = share_interval(blocks)
    assert found.low is not None
    assert found.high is not None
    assert found.high - found.low == pytest.approx(coins[1] - coins[0], rel=0.05)


def test_the_share_interval_covers_the_truth_as_often_as_it_says() -> None:
    rng = random.Random(2)
    hits = 0
    for _ in range(1000):
        blocks = [sum(rng.random() < 0.1 for _ in range(6)) / 6 for _ in range(40)]
        found = share_interval(blocks)
        assert found.low is not None
        assert found.high is not None
        hits += found.low <= 0.1 <= found.high
    assert 0.93 <= hits / 1000 <= 0.975


def test_an_interval_is_cut_to_what_is_possible() -> None:
    assert within(Estimate(3.5, 1.0, 6.0, 5), 1, 4) == Estimate(3.5, 1.0, 4, 5)
    assert within(Estimate(3.5, None, None, 1), 1, 4) == Estimate(3.5, None, None, 1)


def test_the_normal_quantile_is_the_known_one() -> None:
    assert z_quantile(0.95) == pytest.approx(float(stats.norm.ppf(0.975)))
    assert math.isclose(z_quantile(0.95), 1.959964, abs_tol=1e-6)
