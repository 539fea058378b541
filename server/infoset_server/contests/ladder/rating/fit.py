"""Strengths given all outcomes, and how sure they are. Shows nothing to people."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from infoset_server.contests.ladder.rating.field import Field, Matrix, Vector
from infoset_server.contests.ladder.rating.normal import (
    Normal,
    at_the_mean,
    expected_slopes,
    samples_of,
)
from infoset_server.contests.ladder.rating.outcomes import Choices, Outcome, choices_of
from infoset_server.contests.ladder.rating.prior import DOUBT, Prior

EXACT: Final = 1e-4  # logits: where steps are smaller, they lead nowhere
MOST_STEPS: Final = 200
LONGEST_STEP: Final = 3.0  # logits
LEAST_PART: Final = 0.125  # of a step
LONGEST_STRETCH: Final = 0.5  # of the logarithm of the spread
LEAST_BEND: Final = 0.25  # ... and where its slope does not bend as it should


@dataclass(frozen=True, slots=True)
class Fit:
    """`unknowns` are those of the field, in logits; `covariance` belongs to them. An anchor has no variance.

    `spread` is the most probable one of strengths about those met; `covariance` has in it that it may be another.
    """

    field: Field
    unknowns: Vector
    covariance: Matrix
    spread: float

    @property
    def strengths(self) -> Vector:
        """By contestant."""
        return self.unknowns[: self.field.size]

    def centred(self) -> "Fit":
        """The same with strengths measured from the mean of all."""
        return self.measured_from(range(self.field.size))

    def measured_from(self, reference: Sequence[int], height: float = 0.0) -> "Fit":
        """The same with strengths measured from the mean of some contestants, which is at `height`.

        It cannot be known; differences can. Where there is an anchor strengths are measured from that, and
        nothing changes.
        """
        size = self.field.size
        if not reference or self.field.fixed.any():
            return self
        shift = np.eye(self.field.unknowns)
        shift[:size, list(reference)] -= 1 / len(reference)
        unknowns = shift @ self.unknowns
        unknowns[:size] += height
        return Fit(self.field, unknowns, shift @ self.covariance @ shift.T, self.spread)

    @property
    def sigmas(self) -> Vector:
        """By contestant: the standard deviation of what is not known of its strength."""
        sigmas: Vector = np.sqrt(np.diag(self.covariance)[: self.field.size])
        return sigmas

    def seat_advantages(self, size: int) -> Vector:
        """By seat of tables of this size."""
        first = self.field.first_seat[size]
        return self.unknowns[first : first + size]


def fit(
    field: Field,
    outcomes: Sequence[Outcome],
    begin: Vector | None = None,
    spread: float | None = None,
) -> Fit:
    """What is known of the unknowns, as a normal distribution.

    `begin` is where to look first, for instance the unknowns of an earlier fit, and `spread` its spread. Equal
    arguments give equal bits. Raises ValueError where outcomes do not belong to the field.
    """
    problem = _Problem(field, choices_of(field, outcomes), Prior(field, outcomes))
    mean = problem.prior.mean if begin is None else begin
    unknown = np.zeros((field.unknowns, field.unknowns))
    found = Normal(np.where(field.fixed, field.start, mean), unknown)
    log_spread = math.log(field.spread if spread is None else spread)
    found, log_spread = problem.settle_both(found, log_spread)
    problem.look_closely(found)
    found, log_spread = problem.settle_both(found, log_spread)
    return problem.with_doubt_of_spread(found, log_spread)


class _Problem:
    """One fit. It begins by looking at slopes at one point only, which finds the top of the posterior."""

    def __init__(self, field: Field, choices: Sequence[Choices], prior: Prior) -> None:
        self.field = field
        self.prior = prior
        self._choices = choices
        self._samples = at_the_mean(choices)
        self._free = np.flatnonzero(~field.fixed)

    def look_closely(self, found: Normal) -> None:
        """From now on expected slopes are found from as many points as is in doubt by now."""
        self._samples = samples_of(self._choices, found.covariance)

    def settle(self, found: Normal, log_spread: float) -> Normal:
        """The nearest normal distribution at one spread."""
        pace = _Pace()
        for _ in range(MOST_STEPS):
            before, found = found, pace.go(found, self._step(found, log_spread))
            if _distance(before, found) < EXACT:
                break
        return found

    def settle_both(self, found: Normal, log_spread: float) -> tuple[Normal, float]:
        """The same at the most probable spread, and its logarithm."""
        pace = _Pace()
        for _ in range(MOST_STEPS):
            before, found = found, pace.go(found, self._step(found, log_spread))
            slope = self.prior.spread_slope(found.mean, found.covariance, math.exp(log_spread))
            bend = max(slope.curvature, abs(slope.slope) / LONGEST_STRETCH, LEAST_BEND)
            stretch = slope.slope / bend
            log_spread += stretch
            if _distance(before, found) < EXACT and abs(stretch) < EXACT:
                break
        return found, log_spread

    def with_doubt_of_spread(self, found: Normal, log_spread: float) -> Fit:
        """Adds to the covariance what comes of a spread that may be another, to first order.

        How much it may be another is the change of slope between two other spreads.
        """
        slope = self.prior.spread_slope(found.mean, found.covariance, math.exp(log_spread))
        reach = 1 / math.sqrt(max(slope.curvature, 1.0))
        below, above = (self._end(found, log_spread + way * reach) for way in (-1, 1))
        variance = 1 / max((below[1] - above[1]) / (2 * reach), DOUBT**-2)
        moved = (above[0] - below[0]) / (2 * reach)
        covariance = found.covariance + variance * np.outer(moved, moved)
        return Fit(self.field, found.mean, covariance, math.exp(log_spread))

    def _end(self, found: Normal, log_spread: float) -> tuple[Vector, float]:
        """The unknowns at another spread, and the slope of the spread there."""
        end = self.settle(found, log_spread)
        slope = self.prior.spread_slope(end.mean, end.covariance, math.exp(log_spread))
        return end.mean, slope.slope

    def _step(self, found: Normal, log_spread: float) -> Normal:
        slope, curvature = expected_slopes(self.field, self._samples, found)
        precision = self.prior.precision(math.exp(log_spread))
        slope -= precision @ (found.mean - self.prior.mean)
        free = np.ix_(self._free, self._free)
        covariance = np.zeros_like(curvature)
        covariance[free] = np.linalg.inv((curvature + precision)[free])
        step = covariance @ slope
        longest = float(np.max(np.abs(step), initial=0.0))
        if longest > LONGEST_STEP:
            step *= LONGEST_STEP / longest
        return Normal(found.mean + step, covariance)


class _Pace:
    """Goes steps whole, and only parts of them once they no longer become shorter: then they go back and forth."""

    def __init__(self) -> None:
        self._part = 1.0
        self._last = math.inf

    def go(self, here: Normal, there: Normal) -> Normal:
        """Where a step from `here` to `there` ends."""
        length = _distance(here, there)
        if length > self._last:
            self._part = max(self._part / 2, LEAST_PART)
        self._last = length
        if self._part == 1.0:
            return there
        return Normal(
            here.mean + self._part * (there.mean - here.mean),
            here.covariance + self._part * (there.covariance - here.covariance),
        )


def _distance(one: Normal, other: Normal) -> float:
    """How far apart two are: the largest difference of a mean or a standard deviation."""
    sigmas = [np.sqrt(np.diag(normal.covariance)) for normal in (one, other)]
    return float(
        max(
            np.max(np.abs(one.mean - other.mean), initial=0.0),
            np.max(np.abs(sigmas[0] - sigmas[1]), initial=0.0),
        )
    )
