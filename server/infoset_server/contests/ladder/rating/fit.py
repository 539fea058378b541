"""Strengths given all outcomes, and how sure they are.

At each spread of strengths the normal distribution is sought that comes nearest to what is known of the unknowns, in
the sense of Kullback and Leibler: its mean is where the expected slope of the posterior is 0, and its precision the
expected curvature (M. Opper and C. Archambeau, The Variational Gaussian Approximation Revisited, Neural Computation
21, 2009). An entry that has won all of a few matches may be anything above the others: there the curvature at the top, as
Laplace took it, is far off, and the spread with it. Where much is known both are the same.

Expectations are means over points: few where the worths at a table are well known, many where they are not.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from statistics import NormalDist
from typing import Final

import numpy as np

from infoset_server.contests.ladder.rating.field import Field, Matrix, Vector
from infoset_server.contests.ladder.rating.model import DOUBT, Prior, slopes_at
from infoset_server.contests.ladder.rating.outcomes import Choices, Outcome, choices_of

KNOWN: Final = 0.05  # variance of a difference, in squared logits, up to which one point is enough
VAGUE: Final = 0.3  # the same above which few are not
POINTS: Final = 64  # then
CHUNK: Final = 20_000  # worths looked at together, for the sake of memory
RIDGE: Final = 1e-9  # keeps what is known exactly positive
PRIMES: Final = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53)


@dataclass(frozen=True, slots=True)
class Normal:
    """A normal distribution of the unknowns of a field."""

    mean: Vector
    covariance: Matrix


@dataclass(frozen=True, slots=True)
class Sample:
    """Some of the times of a group of choices, and the points at which they are looked at."""

    choices: Choices
    points: Matrix

    @property
    def left(self) -> int:
        """How many there are to choose from."""
        return self.choices.left


def at_the_mean(choices: Sequence[Choices]) -> list[Sample]:
    """Every choice at one point: then slope and curvature are those there, and nothing is expected."""
    return [Sample(group, np.zeros((1, group.left))) for group in choices]


def samples_of(choices: Sequence[Choices], covariance: Matrix) -> list[Sample]:
    """The choices with as many points as their contestants are in doubt."""
    samples = []
    for group in choices:
        local = _covariances(group, covariance)
        variances = np.einsum("tii->ti", local)
        differences = variances[:, :, None] + variances[:, None, :] - 2 * local
        doubt = differences.max(axis=(1, 2))
        grids = (
            (doubt <= KNOWN, np.zeros((1, group.left))),
            ((doubt > KNOWN) & (doubt <= VAGUE), few_points(group.left)),
            (doubt > VAGUE, many_points(group.left)),
        )
        samples += [Sample(group.only(which), points) for which, points in grids if which.any()]
    return samples


def expected_slopes(
    field: Field, samples: Sequence[Sample], normal: Normal
) -> tuple[Vector, Matrix]:
    """Slope and curvature, negated, of the logarithm of the likelihood, expected of `normal`."""
    slope = np.zeros(field.unknowns)
    curvature = np.zeros((field.unknowns, field.unknowns))
    for sample in samples:
        step = max(1, CHUNK // len(sample.points))
        for start in range(0, len(sample.choices.contestants), step):
            some = Sample(sample.choices.only(slice(start, start + step)), sample.points)
            _add(slope, curvature, some, normal)
    return slope, curvature


def _covariances(group: Choices, covariance: Matrix) -> Matrix:
    """Of what the contestants of each time are worth: shape times, left, left."""
    rows, seats = group.contestants, group.seats
    crossed = covariance[rows[:, :, None], seats[:, None, :]]
    found: Matrix = (
        covariance[rows[:, :, None], rows[:, None, :]]
        + covariance[seats[:, :, None], seats[:, None, :]]
        + crossed
        + crossed.transpose(0, 2, 1)
    )
    return found


def _worths(sample: Sample, normal: Normal) -> Matrix:
    """What everybody is worth at each point: shape times * points, left."""
    group, left = sample.choices, sample.left
    middle: Matrix = normal.mean[group.contestants] + normal.mean[group.seats]
    if len(sample.points) == 1:
        return middle
    roots = np.linalg.cholesky(_covariances(group, normal.covariance) + RIDGE * np.eye(left))
    around: Matrix = middle[:, None, :] + sample.points @ roots.transpose(0, 2, 1)
    return around.reshape(-1, left)


def _add(slope: Vector, curvature: Matrix, sample: Sample, normal: Normal) -> None:
    """Adds what is expected of one sample, by unknown."""
    group, count, left = sample.choices, len(sample.points), sample.left
    threshold = float(np.exp(normal.mean[group.threshold]))
    found = slopes_at(_worths(sample, normal), group.level, threshold)
    times, unknowns, at = len(group.contestants), len(slope), group.threshold
    pull = found.slope.reshape(times, count, left).mean(axis=1)
    bend = found.curvature.reshape(times, count, left, left).mean(axis=1)
    mixed = found.mixed.reshape(times, count, left).mean(axis=1)
    slope[at] += found.threshold_slope.sum() / count
    curvature[at, at] += found.threshold_curvature.sum() / count
    for places in (group.contestants, group.seats):
        flat = places.ravel()
        slope += np.bincount(flat, weights=pull.ravel(), minlength=unknowns)
        crossed = np.bincount(flat, weights=mixed.ravel(), minlength=unknowns)
        curvature[at] += crossed
        curvature[:, at] += crossed
    both = np.hstack([group.contestants, group.seats])
    cells = (both[:, :, None] * unknowns + both[:, None, :]).ravel()
    weights = np.tile(bend, (1, 2, 2)).ravel()
    total = np.bincount(cells, weights=weights, minlength=unknowns**2)
    curvature += total.reshape(unknowns, unknowns)


@cache
def few_points(dimensions: int) -> Matrix:
    """Exact for polynomials of degree 3 (A. H. Stroud, 1957): two on each axis."""
    axes = np.sqrt(dimensions) * np.eye(dimensions)
    return np.vstack([axes, -axes])


@cache
def many_points(dimensions: int) -> Matrix:
    """Halton's sequence, made normal, with mean 0 and covariance 1."""
    quantile = NormalDist().inv_cdf
    half = np.array(
        [
            [quantile(_radical_inverse(number, PRIMES[axis])) for axis in range(dimensions)]
            for number in range(1, POINTS // 2 + 1)
        ]
    )
    points = np.vstack([half, -half])
    root = np.linalg.cholesky(points.T @ points / POINTS)
    exact: Matrix = np.asarray(np.linalg.solve(root, points.T).T, dtype=np.float64)
    return exact


def _radical_inverse(number: int, base: int) -> float:
    """The digits of `number` behind the point: spread evenly between 0 and 1."""
    value, digit = 0.0, 1.0
    while number:
        digit /= base
        number, rest = divmod(number, base)
        value += rest * digit
    return value


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
