"""The normal distribution that comes nearest to what is known of the unknowns, at one spread of strengths.

Nearest in the sense of Kullback and Leibler: its mean is where the expected slope of the posterior is 0, and its
precision the expected curvature (M. Opper and C. Archambeau, The Variational Gaussian Approximation Revisited, Neural
Computation 21, 2009). Who has won all of a few matches may be anything above the others: there the curvature at the
top, as Laplace took it, is far off, and the spread with it. Where much is known both are the same.

Expectations are means over points: few where the worths at a table are well known, many where they are not.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from statistics import NormalDist
from typing import Final

import numpy as np

from infoset_server.contests.ladder.rating.field import Field, Matrix, Vector
from infoset_server.contests.ladder.rating.likelihood import slopes_at
from infoset_server.contests.ladder.rating.outcomes import Choices

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
