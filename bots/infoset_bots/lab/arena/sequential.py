"""A sequential test "is A better than B?" on independent scores, stopped as soon as it is clear. Pure.

A score is what one block says: A's mean rank points less B's over all seatings of one deal. The
*effect* is the mean score in units of the scores' standard deviation (a t value per block), so the
bounds mean the same for every game and number of seats. The null hypothesis is effect <= `null`,
the alternative effect >= `alternative`; in between either answer is right.

The statistic is the generalized log-likelihood ratio of the two bounds for normal scores of unknown
variance, each bound with its most likely variance. It is what fishtest and OpenBench use on pairs of
games (M. Van den Bergh, "Normalized Elo: practical", section 4; theory of the GSPRT: X. Li, J. Liu,
Z. Ying, Sequential Analysis 33, 2014), here on whole blocks, which may hold any number of games. It
needs no model of ties or places, only that blocks are independent. The thresholds are log(beta) and
-log(alpha), a little outside Wald's (Ann. Math. Stat. 16, 1945), so that by Ville's inequality each
error keeps its bound whatever the other is; `tests/bots/lab/arena` measures both by simulation.
"""

import math
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from infoset_bots.lab.arena.plan import AbSettings

MIN_BLOCKS: Final = 30  # before that the variance is a guess and nothing is decided


class Verdict(StrEnum):
    """What the test says."""

    PASS = "pass"  # the null hypothesis is rejected: A is better
    FAIL = "fail"  # the alternative is rejected: A is not better by as much as that
    OPEN = "open"  # more blocks are needed


@dataclass
class Moments:
    """Count, mean and variance of values that come one by one (B. P. Welford, 1962)."""

    count: int = 0
    mean: float = 0.0
    _squares: float = 0.0

    def add(self, value: float) -> None:
        """Takes in a value."""
        self.count += 1
        step = value - self.mean
        self.mean += step / self.count
        self._squares += step * (value - self.mean)

    @property
    def spread(self) -> float:
        """The mean squared distance from the mean: the variance that is most likely."""
        return self._squares / self.count if self.count else 0.0

    @property
    def deviation(self) -> float:
        """The sample's standard deviation (n - 1), 0 for fewer than two values."""
        return math.sqrt(self._squares / (self.count - 1)) if self.count > 1 else 0.0


class SequentialTest:
    """Takes scores in their fixed order until `verdict` is no longer OPEN; later ones are ignored."""

    def __init__(self, settings: AbSettings) -> None:
        """Raises ValueError for bounds or error rates that make no test."""
        check_settings(settings)
        self.settings = settings
        self.lower = math.log(settings.beta)
        self.upper = -math.log(settings.alpha)
        self.moments = Moments()
        self.llr = 0.0
        self.verdict = Verdict.OPEN

    @property
    def blocks(self) -> int:
        """How many scores the verdict rests on."""
        return self.moments.count

    def add(self, score: float) -> Verdict:
        """Takes in the next block."""
        if self.verdict is not Verdict.OPEN:
            return self.verdict
        self.moments.add(score)
        self.llr = log_ratio(self.moments, self.settings.null, self.settings.alternative)
        if self.moments.count >= MIN_BLOCKS:
            if self.llr >= self.upper:
                self.verdict = Verdict.PASS
            elif self.llr <= self.lower:
                self.verdict = Verdict.FAIL
        return self.verdict


def log_ratio(moments: Moments, null: float, alternative: float) -> float:
    """How much likelier the scores are at the alternative than at the null, as a logarithm."""
    size = moments.spread + moments.mean**2
    if size <= 0:  # every score was 0: as likely under one as under the other
        return 0.0
    return log_likelihood(moments, alternative) - log_likelihood(moments, null)


def log_likelihood(moments: Moments, effect: float) -> float:
    """The log-likelihood, but for a constant, of normal scores whose mean is `effect` deviations.

    The most likely deviation s under mean = effect * s solves s^2 + effect * m * s = v + m^2.
    """
    mean, spread = moments.mean, moments.spread
    half = effect * mean / 2
    deviation = math.sqrt(half**2 + spread + mean**2) - half
    misfit = (spread + (mean - effect * deviation) ** 2) / (2 * deviation**2)
    return -moments.count * (math.log(deviation) + misfit)


def check_settings(settings: AbSettings) -> None:
    """Raises ValueError naming what is wrong."""
    if not settings.null < settings.alternative:
        raise ValueError(
            f"bounds: expected the first below the second, got {settings.null:g} "
            f"and {settings.alternative:g}"
        )
    if not (math.isfinite(settings.null) and math.isfinite(settings.alternative)):
        raise ValueError("bounds: expected two finite numbers")
    for name, rate in (("alpha", settings.alpha), ("beta", settings.beta)):
        if not 0 < rate < 0.5:
            raise ValueError(f"{name}: expected a number between 0 and 0.5, got {rate:g}")
