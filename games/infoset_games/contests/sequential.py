"""A sequential test "is A better than B?" on independent scores, stopped as soon as it is clear. Pure.

A score is what one block says: A's mean rank points less B's over all seatings of one deal, from -1 to 1. The
*effect* is the mean score in units of the scores' standard deviation (a t value per block), so the bounds mean the
same for every game and number of seats. The null hypothesis is effect <= `null`, the alternative effect >=
`alternative`; in between either answer is right.

Evidence against a hypothesis is the wealth of somebody who bets against it, a part of what they have on each block, at
odds that are fair if it is true (I. Waudby-Smith and A. Ramdas, Estimating means of bounded random variables by
betting, JRSS B 86, 2024). True or not, scores are bounded, so a loss is, and nobody grows rich against the truth:
by Ville's inequality wealth reaches 1 / alpha with a probability of at most alpha, whatever the scores' distribution,
and whenever one looks. The usual likelihood ratio for normal scores (GSPRT, as fishtest has it) takes rare large
losses that it has not seen for impossible. Where scores are near normal both need as many blocks.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import Final

LARGEST_BET: Final = 0.5  # of what there is, on the worst that a score can be
ON_ROOT: Final = 0.1  # of the wealth, against a root of the mean square that is another
CELL: Final = 0.96  # from one end of a cell to the other
CELLS: Final = 113  # down to a root of 0.01


@dataclass(frozen=True)
class AbSettings:
    """A sequential test of A against B: the two bounds, which are effects, and how often it may err at each."""

    null: float = 0.0
    alternative: float = 0.1
    alpha: float = 0.05
    beta: float = 0.05


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


class Evidence:
    """The wealth of somebody who bets against "sign * effect <= bound", as a logarithm.

    With a bound of 0 that is a statement about the mean. With another it is one about the mean and the root of the
    mean square r: sign * mean <= factor * r. As r is not known, it is cut into narrow cells; against each one bets
    a large part on the mean, and the rest that r lies elsewhere. What counts is the poorest of all.
    """

    def __init__(self, sign: float, bound: float, gap: float) -> None:
        """`gap` is how far from the bound the effect is thought to be if the hypothesis is wrong."""
        self._sign = sign
        self._factor = bound / math.sqrt(1 + bound * bound)
        self._gap = gap
        self._way = 1.0 if self._factor < 0 else -1.0
        self._cells = [] if bound == 0 else list(self._make_cells())
        self._on_mean = [0.0] * max(1, len(self._cells))
        self._on_root = [0.0] * len(self._cells)

    def _make_cells(self) -> Iterator[tuple[float, float, float]]:
        """Of each cell the largest mean, the mean square to bet against, and what a bet of 1 on that can lose."""
        for low, high in pairwise(CELL**number for number in range(CELLS, -1, -1)):
            # Both ends make the cell's hypothesis no stronger than it is anywhere inside.
            near, far = (low, high) if self._factor < 0 else (high, low)
            square = far * far
            yield self._factor * near, square, square if self._way > 0 else 1.0

    def add(self, score: float, before: Moments, squares: Moments) -> None:
        """The next score; what was known before it decides how much is bet."""
        # One imagined score of 1 keeps bets small before anything is known.
        deviation = math.sqrt((before.spread * before.count + 1) / (before.count + 1))
        bet = min(self._gap / deviation, LARGEST_BET / (1 + abs(self._factor)))
        own = self._sign * score
        if not self._cells:
            self._on_mean[0] += math.log1p(bet * own)
            return
        variance = (squares.spread * squares.count + squares.mean) / (squares.count + 1)
        way, mean_square, square = self._way, squares.mean, score * score
        for cell, (mean, far, worst) in enumerate(self._cells):
            self._on_mean[cell] += math.log1p(bet * (own - mean))
            surplus = way * (mean_square - far)
            if surplus > 0:
                stake = min(surplus / (variance + surplus * surplus), LARGEST_BET / worst)
                self._on_root[cell] += math.log1p(stake * way * (square - far))

    @property
    def log_wealth(self) -> float:
        """Of who began with 1."""
        if not self._cells:
            return self._on_mean[0]
        on_mean, on_root = math.log(1 - ON_ROOT), math.log(ON_ROOT)
        return min(
            _log_sum(on_mean + mean, on_root + root)
            for mean, root in zip(self._on_mean, self._on_root, strict=True)
        )


def _log_sum(one: float, other: float) -> float:
    """log(exp(one) + exp(other))."""
    if one < other:
        one, other = other, one
    return one + math.log(1.0 + math.exp(other - one))


class SequentialTest:
    """Takes scores in their fixed order until `verdict` is no longer OPEN; later ones are ignored.

    `llr` is the logarithm of the larger wealth, negative where it is that against the alternative: it is read as a
    log-likelihood ratio is, and the verdict comes where it meets `lower` or `upper`.
    """

    def __init__(self, settings: AbSettings) -> None:
        """Raises ValueError for bounds or error rates that make no test."""
        check_settings(settings)
        self.settings = settings
        self.lower = math.log(settings.beta)
        self.upper = -math.log(settings.alpha)
        self.moments = Moments()
        self.llr = 0.0
        self.verdict = Verdict.OPEN
        self._squares = Moments()
        gap = settings.alternative - settings.null
        self._against_null = Evidence(1.0, settings.null, gap)
        self._against_alternative = Evidence(-1.0, -settings.alternative, gap)

    @property
    def blocks(self) -> int:
        """How many scores the verdict rests on."""
        return self.moments.count

    def add(self, score: float) -> Verdict:
        """Takes in the next block. Raises ValueError for a score that is none: then nothing is changed."""
        if self.verdict is not Verdict.OPEN:
            return self.verdict
        if not -1 <= score <= 1:
            raise ValueError(f"score: expected a number from -1 to 1, got {score:g}")
        for evidence in (self._against_null, self._against_alternative):
            evidence.add(score, self.moments, self._squares)
        self.moments.add(score)
        self._squares.add(score * score)
        better, not_better = self._against_null.log_wealth, self._against_alternative.log_wealth
        self.llr = better if better >= not_better else -not_better
        if better >= self.upper:
            self.verdict = Verdict.PASS
        elif not_better >= -self.lower:
            self.verdict = Verdict.FAIL
        return self.verdict


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


def block_size(seats: int) -> int:
    """Matches in a block: the seatings of A and B at a table, each with as many seats over all of them."""
    return math.comb(seats, seats // 2) * (1 + seats % 2)
