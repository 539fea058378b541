"""Intervals against SciPy's own and against closed forms."""

import math
import random

import pytest
from scipy import stats

from infoset_bots.lab.arena.intervals import (
    Estimate,
    is_apart,
    least_possible,
    mean_interval,
    mean_of_more,
    share_interval,
    variance,
    wilson,
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


Bounds = tuple[float, float]


@pytest.mark.parametrize(
    ("values", "bounds"),
    [
        ([20.0, 30.0, 25.0, 380.0, 28.0], (0, math.inf)),  # Student's begins at -96 rounds
        ([1.0, 1.0, 1.0, 4.0], (1, 4)),  # places
        ([0.9, 1.0, 0.2], (0, 1)),
        ([-1.0, -0.9, 0.4], (-1, 1)),
        ([-3.0, -50.0, -2.0], (-math.inf, 0)),
        ([0.0, 0.0, 1e-9], (0, math.inf)),
        ([1.0, 1e9], (0, math.inf)),
    ],
)
def test_an_interval_stays_inside_what_is_possible(values: list[float], bounds: Bounds) -> None:
    least, most = bounds
    plain = mean_interval(values)
    assert plain.low is not None
    assert plain.high is not None
    assert plain.low < least or plain.high > most, "the plain one leaves it"
    found = mean_interval(values, least=least, most=most)
    assert found.low is not None
    assert found.high is not None
    assert least < found.low < found.mean < found.high < most
    assert found.mean == plain.mean


@pytest.mark.parametrize("bounds", [(0, math.inf), (-math.inf, 1000), (-1000, 1000)])
def test_far_from_the_ends_the_interval_is_students(bounds: Bounds) -> None:
    values = [499.0, 500.0, 501.0, 500.5]
    plain, found = mean_interval(values), mean_interval(values, least=bounds[0], most=bounds[1])
    assert (found.low, found.high) == pytest.approx((plain.low, plain.high), rel=1e-4)


def test_an_interval_mirrors_with_its_values() -> None:
    values = [0.5, 3.0, 0.25, 9.0]
    one = mean_interval(values, least=0)
    other = mean_interval([-value for value in values], most=0)
    assert (one.low, one.high) == pytest.approx((-(other.high or 0), -(other.low or 0)))


@pytest.mark.parametrize("truth", [0.8, 0.95, 0.99])
@pytest.mark.parametrize("units", [5, 20, 50])
def test_places_of_who_wins_nearly_always_cover_the_truth_as_often_as_it_says(
    truth: float, units: int
) -> None:
    """Where all are won, the mean is no more certain than the share of wins is."""
    rng = random.Random(5)
    hits = 0
    for _ in range(2000):
        places = [1.0 if rng.random() < truth else 2.0 for _ in range(units)]
        found = mean_interval(places, least=1, most=2)
        assert found.low is not None
        assert found.high is not None
        hits += found.low <= 2 - truth <= found.high
    assert hits / 2000 >= 0.89  # Wilson's for shares: 0.90 at worst, at these few units


def test_values_that_are_all_at_an_end_have_wilsons_interval() -> None:
    found = mean_interval([1.0] * 5, least=1, most=4)
    lost = share_interval([0.0] * 5)
    assert found.low == found.mean == 1.0
    assert found.high == pytest.approx(1 + 3 * (lost.high or 0))


def test_values_that_are_alike_between_two_ends_may_go_to_either() -> None:
    found = mean_interval([0.1 + 0.2, 0.3, 0.3], least=-1, most=1)
    assert found.low is not None
    assert found.high is not None
    assert -1 < found.low < 0.3 < found.high < 1


def test_values_that_are_alike_and_have_no_limit_have_no_interval() -> None:
    assert mean_interval([18.0, 18.0], least=0) == Estimate(18.0, None, None, 2)
    assert mean_interval([18.0, 18.0]) == Estimate(18.0, None, None, 2)


def test_the_interval_of_lengths_covers_the_truth_as_often_as_it_says() -> None:
    """Lengths are skewed to the right, as those of matches not won are."""
    rng = random.Random(3)
    hits = plain_hits = 0
    for _ in range(2000):
        values = [rng.lognormvariate(0, 0.8) for _ in range(20)]
        truth = math.exp(0.8**2 / 2)
        found, plain = mean_interval(values, least=0), mean_interval(values)
        hits += (found.low or 0) <= truth <= (found.high or 0)
        plain_hits += (plain.low or 0) <= truth <= (plain.high or 0)
    assert hits / 2000 >= 0.91
    assert hits >= plain_hits, "no worse than Student's plain one"


def test_the_mean_of_more_values_lies_where_it_says() -> None:
    rng = random.Random(4)
    hits = 0
    for _ in range(2000):
        found = mean_of_more([rng.gauss(50, 10) for _ in range(20)], 10)
        further = sum(rng.gauss(50, 10) for _ in range(10)) / 10
        hits += (found.low or 0) <= further <= (found.high or 0)
    assert 0.93 <= hits / 2000 <= 0.97
    assert mean_of_more([7.0], 5) == Estimate(7.0, None, None, 1)
    low = mean_of_more([1.0, 1.0, 1.0, 40.0], 2, least=0).low
    assert low is not None
    assert low > 0


def test_shares_are_apart_when_chance_does_not_explain_it() -> None:
    """The difference of 56 of 70 and 48 of 80 is 0.0524 to 0.3339 (Newcombe's first example)."""
    more = share_interval([1.0] * 56 + [0.0] * 14)
    less = share_interval([1.0] * 48 + [0.0] * 32)
    assert is_apart(more, less)
    assert is_apart(less, more)
    assert not is_apart(more, more)
    assert not is_apart(share_interval([1.0] * 9 + [0.0]), share_interval([1.0] * 12 + [0.0] * 8))


def test_what_is_never_negative_is_taken_for_what_cannot_be() -> None:
    assert least_possible([0.0, 3.0]) == 0
    assert least_possible([0.0, -0.5]) == -math.inf


def test_the_normal_quantile_is_the_known_one() -> None:
    assert z_quantile(0.95) == pytest.approx(float(stats.norm.ppf(0.975)))
    assert math.isclose(z_quantile(0.95), 1.959964, abs_tol=1e-6)
