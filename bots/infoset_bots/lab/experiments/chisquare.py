"""Chi-square tests of wins, honest about what is independent: deals are, the matches of a deal are not.

Pearson's statistic takes every win for a draw of its own. Matches on one deal are not: they share the
cards, and a block in which everybody sits everywhere varies less than as many matches apart. So the
statistic is judged by the spread seen between units (J. N. K. Rao and A. J. Scott, "On chi-squared
tests for multiway contingency tables with cell proportions estimated from survey data", Annals of
Statistics 12, 1984; the second-order correction), with the F distribution, which allows for the spread
being an estimate (D. R. Thomas and J. N. K. Rao, JASA 82, 1987). A unit is a deal or, where every
match has a deal of its own, a match.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

MIN_UNITS: Final = 8  # below, the spread between units is not known well enough for any test

Counts = Sequence[float]  # by category


@dataclass(frozen=True)
class ChiSquare:
    """A test of "the chance to win is the same in all categories".

    `observed` wins against the `expected`, by category. `statistic` is Pearson's, `naive_p` its
    p-value if every win were independent of all others. `p` is the one that holds: from the F
    distribution with `degrees` and `error_degrees`.
    """

    observed: list[float]
    expected: list[float]
    statistic: float
    naive_p: float
    degrees: float
    error_degrees: float
    p: float
    units: int


def compare_rates(wins: Sequence[Counts], chances: Sequence[Counts]) -> ChiSquare | None:
    """Tests whether wins are in proportion to chances. One row per unit, one column per category.

    A chance is one seat taken in one match. None where no test can be made: too few units, no wins, a
    category without chances, or no spread between units.
    """
    units = len(wins)
    observed, taken = column_sums(wins), column_sums(chances)
    if units < MIN_UNITS or sum(observed) == 0 or min(taken) == 0:
        return None
    rate = sum(observed) / sum(taken)
    expected = [rate * count for count in taken]
    parts = [count / sum(taken) for count in taken]
    residuals = [
        residual(row, chance, rate, parts) for row, chance in zip(wins, chances, strict=True)
    ]
    first, second = spread_moments(residuals, expected)
    if second == 0:
        return None
    statistic = math.fsum(
        (seen - wanted) ** 2 / wanted for seen, wanted in zip(observed, expected, strict=True)
    )
    degrees = first * first / second
    return ChiSquare(
        observed=observed,
        expected=expected,
        statistic=statistic,
        naive_p=pearson_p(observed, expected),
        degrees=degrees,
        error_degrees=degrees * (units - 1),
        p=f_tail(statistic / first, degrees, degrees * (units - 1)),
        units=units,
    )


def residual(won: Counts, had: Counts, rate: float, parts: Counts) -> list[float]:
    """What one unit adds to observed less expected wins, to first order.

    The rate is estimated from the same wins: what a unit wins in all above it raises what is expected
    in every category, in `parts`.
    """
    above = [wins - rate * chances for wins, chances in zip(won, had, strict=True)]
    total = math.fsum(above)
    return [value - part * total for value, part in zip(above, parts, strict=True)]


def column_sums(rows: Sequence[Counts]) -> list[float]:
    """The sum of each column."""
    return [math.fsum(column) for column in zip(*rows, strict=True)]


def spread_moments(residuals: Sequence[Counts], expected: Counts) -> tuple[float, float]:
    """Sum and sum of squares of the eigenvalues that weigh the terms of the statistic.

    They are those of the covariance of the summed residuals in units of the expected counts; all 1,
    and so both sums one less than the categories, where Pearson's assumption holds.
    """
    units = len(residuals)
    means = [total / units for total in column_sums(residuals)]
    centred = [[value - mean for value, mean in zip(row, means, strict=True)] for row in residuals]
    columns = list(zip(*centred, strict=True))
    scale = units / (units - 1)
    first = second = 0.0
    for i, left in enumerate(columns):
        for j, right in enumerate(columns):
            covariance = scale * math.fsum(a * b for a, b in zip(left, right, strict=True))
            second += covariance * covariance / (expected[i] * expected[j])
            if i == j:
                first += covariance / expected[i]
    return first, second


def pearson_p(observed: Counts, expected: Counts) -> float:
    """The p-value of Pearson's test, which takes all wins for independent."""
    from scipy.stats import chisquare

    return float(chisquare(observed, expected).pvalue)


def f_tail(value: float, degrees: float, error_degrees: float) -> float:
    """The chance of an F value at least so large."""
    from scipy.stats import f

    return float(f.sf(value, degrees, error_degrees))
