"""The chi-square test against SciPy, against a paired t test, and under a hypothesis that is true."""

import math
import random
from itertools import permutations
from typing import Final

import pytest
from scipy.stats import chi2, chisquare, ttest_1samp

from infoset_bots.lab.experiments.chisquare import MIN_UNITS, compare_rates

SEATINGS: Final = sorted(set(permutations("aabb")))


def test_single_matches_are_judged_as_pearson_judges_them() -> None:
    counts = (120, 80, 110, 90)
    wins = [
        [float(seat == winner) for seat in range(4)]
        for winner, n in enumerate(counts)
        for _ in range(n)
    ]
    found = compare_rates(wins, [[1.0] * 4] * 400)
    known = chisquare(counts)
    assert found is not None
    assert found.observed == list(counts)
    assert found.expected == pytest.approx([100.0] * 4)
    assert found.statistic == pytest.approx(10.0)  # 4 + 4 + 1 + 1
    assert found.statistic == pytest.approx(known.statistic)
    assert found.naive_p == pytest.approx(known.pvalue)
    assert found.naive_p == pytest.approx(chi2.sf(10.0, 3))
    assert found.degrees == pytest.approx(3, abs=0.1)
    assert found.p == pytest.approx(known.pvalue, abs=0.004)


def test_two_sides_are_judged_as_a_paired_t_test_judges_them() -> None:
    # Units of more and of fewer wins: what counts is the difference within each.
    wins = [[4, 2], [5, 1], [1, 0], [9, 6], [2, 4], [4, 2], [5, 1], [0, 0], [6, 2]]
    found = compare_rates(wins, [[12, 12]] * len(wins))
    known = ttest_1samp([a - b for a, b in wins], 0.0)
    assert found is not None
    assert found.degrees == pytest.approx(1)
    assert found.error_degrees == pytest.approx(8)
    assert found.p == pytest.approx(known.pvalue)
    # 36 wins to 18: Pearson's statistic is 2 * 9 ** 2 / 27.
    assert found.statistic == pytest.approx(6.0)
    assert found.naive_p == pytest.approx(chi2.sf(6.0, 1))


def test_who_had_more_chances_is_expected_to_win_more() -> None:
    wins = [[2.0, 1.0], [2.0, 1.0], [1.0, 1.0], [3.0, 1.0]] * 5
    found = compare_rates(wins, [[20.0, 10.0]] * 20)
    assert found is not None
    assert found.expected == pytest.approx([40.0, 20.0])
    assert found.statistic == pytest.approx(0.0)
    assert found.p == pytest.approx(1.0)


def test_a_bot_that_wins_now_more_now_less_has_no_more_degrees_than_seats_less_one() -> None:
    rng = random.Random(3)
    wins = [[float(rng.randrange(most + 1)) for _ in range(4)] for most in (0, 4) * 30]
    found = compare_rates(wins, [[6.0] * 4] * 60)
    assert found is not None
    assert found.degrees <= 3 + 1e-9


@pytest.mark.parametrize(
    ("wins", "chances"),
    [
        ([[1.0, 0.0]] * (MIN_UNITS - 1), [[1.0, 1.0]] * (MIN_UNITS - 1)),
        ([], []),
        ([[0.0, 0.0]] * 20, [[1.0, 1.0]] * 20),
        ([[1.0, 0.0]] * 20, [[1.0, 0.0]] * 20),
        ([[4.0, 2.0]] * 20, [[6.0, 6.0]] * 20),
    ],
    ids=["few units", "none", "no wins", "no chances", "no spread"],
)
def test_where_nothing_can_be_told_nothing_is(
    wins: list[list[float]], chances: list[list[float]]
) -> None:
    assert compare_rates(wins, chances) is None


def seat_wins(rng: random.Random) -> list[float]:
    """One deal under all seatings of equal players: its luck with the seats is the same in all of them."""
    luck = [rng.gauss(0, 1) for _ in range(4)]
    wins = [0.0] * 4
    for _ in SEATINGS:
        scores = [value + rng.gauss(0, 0.5) for value in luck]
        wins[scores.index(max(scores))] += 1
    return wins


def test_equal_deals_do_not_find_differences_where_none_are() -> None:
    rng = random.Random(1)
    runs, honest, naive = 300, 0, 0
    for _ in range(runs):
        found = compare_rates([seat_wins(rng) for _ in range(12)], [[6.0] * 4] * 12)
        assert found is not None
        honest += found.p < 0.05
        naive += found.naive_p < 0.05
    # 5 %, or less with so few deals; four deviations of a count of 300 are allowed.
    assert honest / runs < 0.05 + 4 * math.sqrt(0.05 * 0.95 / runs)
    assert naive / runs > 0.4, "then the correction would not be needed"


def test_equal_deals_find_a_difference_that_is_there() -> None:
    rng = random.Random(2)
    wins = [[more + 2, *rest] for more, *rest in (seat_wins(rng) for _ in range(60))]
    found = compare_rates(wins, [[8.0] * 4] * 60)
    assert found is not None
    assert found.p < 0.01
