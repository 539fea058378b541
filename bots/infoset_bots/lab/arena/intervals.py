"""Means and shares with their 95 % intervals. Pure; needs SciPy, which is loaded when first used.

All take one value per *unit*, where units are independent of each other: a match, or the whole block
of matches that share a deal. A bot's several seats in one unit are averaged first.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from statistics import NormalDist
from typing import Final

from infoset.extras import needs

CONFIDENCE: Final = 0.95
MOST_STEP: Final = 500.0  # on the scale of a bounded mean; beyond, numbers overflow
ALIKE: Final = 1e-12  # values so near each other differ by rounding only


@dataclass(frozen=True)
class Estimate:
    """A mean over `units` and the ends of its interval, None where the units do not tell one."""

    mean: float
    low: float | None
    high: float | None
    units: int


def unit_means(values: Iterable[tuple[int, float]]) -> list[float]:
    """The mean of each unit, from its number and one of its values at a time."""
    units: dict[int, list[float]] = defaultdict(list)
    for unit, value in values:
        units[unit].append(value)
    return [sum(found) / len(found) for found in units.values()]


def mean_interval(
    values: Sequence[float],
    confidence: float = CONFIDENCE,
    *,
    least: float = -math.inf,
    most: float = math.inf,
) -> Estimate:
    """The mean with Student's interval, which stays inside `least`..`most`, as every value does.

    Values that are all alike show no spread, though there may be one: `alike_interval` is theirs.
    Raises ValueError without values.
    """
    count = len(values)
    if count == 0:
        raise ValueError("values: expected at least one")
    mean = math.fsum(values) / count
    if count == 1:
        return Estimate(mean, None, None, 1)
    if max(values) - min(values) <= ALIKE * max(1.0, abs(mean)):
        return alike_interval(mean, count, confidence, least, most)
    half = t_quantile(count - 1, confidence) * math.sqrt(variance(values) / count)
    return Estimate(mean, *around(mean, half, least, most), count)


def alike_interval(
    mean: float, count: int, confidence: float, least: float, most: float
) -> Estimate:
    """The interval of a mean whose `count` values are all alike.

    A value of another size is as rare as Wilson's interval for none in `count` says, and at most as
    far away as the limits. Without two limits nothing is known of how far that is: there is no interval.
    """
    if not (math.isfinite(least) and math.isfinite(most)):
        return Estimate(mean, None, None, count)
    rare = wilson(0.0, count, confidence)[1]
    return Estimate(mean, mean - rare * (mean - least), mean + rare * (most - mean), count)


def mean_of_more(
    values: Sequence[float], more: int, *, least: float = -math.inf, most: float = math.inf
) -> Estimate:
    """The mean, with the interval in which that of `more` further values lies with 95 %."""
    found = mean_interval(values)
    if found.low is None or found.high is None:
        return found
    half = (found.high - found.low) / 2 * math.sqrt(1 + len(values) / more)
    low, high = around(found.mean, half, least, most)
    return Estimate(found.mean, low, high, found.units)


def around(mean: float, half: float, least: float, most: float) -> tuple[float, float]:
    """The interval of `half` to both sides of the mean, on a scale that has what ends there are at infinity.

    That is the logarithm of the distance to one end or the logit between two (delta method). Far from
    the ends it changes nothing.
    """
    below, above = mean - least, most - mean
    if half == 0 or below <= 0 or above <= 0:  # a mean at an end has nowhere to go
        return mean, mean
    if below == above == math.inf:
        return mean - half, mean + half
    growth = math.exp(min(half / below + half / above, MOST_STEP))
    if above == math.inf:
        return least + below / growth, least + below * growth
    if below == math.inf:
        return most - above * growth, most - above / growth
    width = most - least
    return least + width / (1 + above / below * growth), most - width / (1 + below / above * growth)


def least_possible(values: Iterable[float]) -> float:
    """0 where no value is negative: it is taken for something that cannot be, as points and rounds are."""
    return 0.0 if all(value >= 0 for value in values) else -math.inf


def share_interval(values: Sequence[float], confidence: float = CONFIDENCE) -> Estimate:
    """The mean of values in 0..1 with Wilson's interval (E. B. Wilson, JASA 22, 1927).

    Wilson's counts single yes-or-no trials. Values in between (a shared win, several seats, a block)
    carry more or less than one trial each; the number of trials is the one with the same variance
    of the mean. So the interval stays inside 0..1 and honest at its ends, where Student's is not.
    """
    count = len(values)
    if count == 0:
        raise ValueError("values: expected at least one")
    mean = min(1.0, max(0.0, math.fsum(values) / count))
    trials = float(count)
    if 0 < mean < 1 and not is_plain(values) and count > 1:
        spread = variance(values)
        trials = mean * (1 - mean) * count / spread if spread > 0 else trials
    low, high = wilson(mean, trials, confidence)
    return Estimate(mean, low, high, count)


def is_apart(one: Estimate, other: Estimate) -> bool:
    """Do two shares of independent matches differ beyond chance?

    Asks whether 0 lies outside the interval of their difference (R. G. Newcombe, Statistics in Medicine
    17, 1998, method 10). False where one has no interval.
    """
    upper, lower = (one, other) if one.mean > other.mean else (other, one)
    if upper.low is None or lower.high is None:
        return False
    apart = upper.mean - lower.mean
    return apart > math.hypot(upper.mean - upper.low, lower.high - lower.mean)


def is_plain(values: Sequence[float]) -> bool:
    """Are all values yes or no?"""
    return all(value in (0.0, 1.0) for value in values)


def wilson(share: float, trials: float, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """Wilson's score interval for a share of `trials`."""
    z = z_quantile(confidence)
    centre = (share + z * z / (2 * trials)) / (1 + z * z / trials)
    half = (
        z
        / (1 + z * z / trials)
        * math.sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    )
    return max(0.0, centre - half), min(1.0, centre + half)


def variance(values: Sequence[float]) -> float:
    """The sample variance (n - 1), for at least two values."""
    mean = math.fsum(values) / len(values)
    return math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1)


@cache
def t_quantile(degrees: int, confidence: float) -> float:
    """How many standard errors Student's two-sided interval reaches. Raises MissingExtraError."""
    try:
        from scipy.stats import t
    except ImportError:
        raise needs("a confidence interval", "lab") from None
    return float(t.ppf((1 + confidence) / 2, degrees))


@cache
def z_quantile(confidence: float) -> float:
    """The same for the normal distribution."""
    return NormalDist().inv_cdf((1 + confidence) / 2)
