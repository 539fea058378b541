"""The model: how probable choices are, given strengths, and what is assumed of strengths beforehand.

Choices follow Plackett and Luce, with a threshold. How well somebody does in a match is strength + advantage of the
seat + chance (Gumbel's distribution), so that without ties the winner is drawn with chances proportional to
exp(strength + advantage), the second from the rest, and so on (R. L. Plackett, The Analysis of Permutations, Applied
Statistics 24, 1975). An entry within the threshold of the best of those left comes in level with it. For two seats
that is the model of P. V. Rao and L. L. Kupper (Ties in Paired-Comparison Experiments, JASA 62, 1967). For more, the
chance that exactly these are level is a sum over who of them is best, and by inclusion and exclusion over who of the
others may be farther behind: each term is again a chance to be the best among competitors of whom some are stronger
by the threshold.

The groups of a match are taken as drawn one after another, each from those left, as without ties.

The strength of a contestant is taken to be normal about the mean of those it has met, with one standard deviation for
all: the spread. Where anybody meets anybody that is the usual assumption that strengths are normal. Where like meets
like, as pairing wants it, nothing is assumed of how far the strong are from the weak: whoever took the mean of all as
the middle would take even results between neighbours for a proof that all are equal. The spread is not known either.
Its logarithm is normal, about what the ladder expects.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Final

import numpy as np

from infoset_server.contests.ladder.rating.field import Field, Matrix, Vector
from infoset_server.contests.ladder.rating.outcomes import Outcome

TINY: Final = 1e-300  # chances are not below


@dataclass(frozen=True, slots=True)
class Term:
    """The chance that `best` wins, those of `ahead` (by column: 0 or 1) being stronger by the threshold."""

    sign: float
    best: int
    ahead: Vector


@cache
def terms_of(left: int, level: int) -> tuple[Term, ...]:
    """The terms of the chance that of so many left the first `level` are level, and nobody else."""
    terms = []
    for best in range(level):
        others = [one for one in range(level) if one != best]
        for count in range(level):
            for farther in combinations(others, count):
                ahead = np.zeros(left)
                ahead[level:] = 1.0
                ahead[list(farther)] = 1.0
                terms.append(Term((-1.0) ** count, best, ahead))
    return tuple(terms)


@dataclass(frozen=True, slots=True)
class Slopes:
    """Logarithms of chances, by time; their slopes; their curvatures, negated.

    `slope` and `curvature` are by what the contestants are worth, `threshold_slope`, `threshold_curvature` and
    `mixed` by the logarithm of the threshold, and by both.
    """

    value: Vector
    slope: Matrix
    curvature: Matrix
    threshold_slope: Vector
    threshold_curvature: Vector
    mixed: Matrix


def slopes_at(worth: Matrix, level: int, threshold: float) -> Slopes:
    """Of the chance that the first `level` columns of `worth` (times, left) come in level ahead of the others."""
    left = worth.shape[1]
    weight = np.exp(worth - worth.max(axis=1, keepdims=True))
    if level == 1:
        return _slopes_of_one(weight, terms_of(left, 1)[0], threshold)
    return _slopes_of_sum(weight, terms_of(left, level), threshold)


def _slopes_of_one(weight: Matrix, term: Term, threshold: float) -> Slopes:
    """Where one is best: most choices are such, and a sum of one term is simpler."""
    share = weight * np.exp(threshold * term.ahead)
    total = share.sum(axis=1)
    share /= total[:, None]
    stronger = share @ term.ahead
    slope = -share
    slope[:, term.best] += 1.0
    curvature = -share[:, :, None] * share[:, None, :]
    columns = range(weight.shape[1])
    curvature[:, columns, columns] += share
    return Slopes(
        np.log(weight[:, term.best] / total),
        slope,
        curvature,
        -threshold * stronger,
        threshold**2 * stronger * (1 - stronger) + threshold * stronger,
        threshold * share * (term.ahead - stronger[:, None]),
    )


def _slopes_of_sum(weight: Matrix, terms: Sequence[Term], threshold: float) -> Slopes:
    times, left = weight.shape
    chance, threshold_slope, threshold_bend = np.zeros(times), np.zeros(times), np.zeros(times)
    slope, mixed = np.zeros((times, left)), np.zeros((times, left))
    bend = np.zeros((times, left, left))
    for term in terms:
        share = weight * np.exp(threshold * term.ahead)
        total = share.sum(axis=1)
        share /= total[:, None]
        part = term.sign * weight[:, term.best] / total
        stronger = share @ term.ahead
        pull = -share
        pull[:, term.best] += 1.0
        chance += part
        slope += part[:, None] * pull
        threshold_slope -= part * stronger
        # The second derivative of a chance p is p (g g' - V), V the covariance of who is chosen.
        bend += part[:, None, None] * (
            pull[:, :, None] * pull[:, None, :] + share[:, :, None] * share[:, None, :]
        )
        bend[:, range(left), range(left)] -= part[:, None] * share
        mixed -= part[:, None] * (
            pull * stronger[:, None] + share * (term.ahead - stronger[:, None])
        )
        threshold_bend += part * (2 * stronger**2 - stronger)
    chance = np.maximum(chance, TINY)
    slope /= chance[:, None]
    threshold_slope /= chance
    curvature = slope[:, :, None] * slope[:, None, :] - bend / chance[:, None, None]
    mixed = slope * threshold_slope[:, None] - mixed / chance[:, None]
    threshold_curvature = threshold_slope**2 - threshold_bend / chance
    by_logarithm = threshold * threshold_slope
    return Slopes(
        np.log(chance),
        slope,
        curvature,
        by_logarithm,
        np.maximum(threshold**2 * threshold_curvature - by_logarithm, 0.0),
        threshold * mixed,
    )


DOUBT: Final = 1.0  # of the logarithm of the spread: two sigmas are a factor of 7
WIDE: Final = 10.0  # of strengths about 0, for contestants whom no matches connect
THRESHOLD: Final = math.log(0.5)  # of the logarithm of thresholds
THRESHOLD_DOUBT: Final = 2.0  # two sigmas are from hardly any ties to hardly anything else


@dataclass(frozen=True, slots=True)
class SpreadSlope:
    """The slope of the logarithm of the spread's probability, by the logarithm of the spread; its curvature, negated.

    `strengths` is how fast the unknowns change with it. The curvature leaves out that the likelihood bends
    otherwise elsewhere: it is too large, and good for steps.
    """

    slope: float
    curvature: float
    strengths: Vector


class Prior:
    """The prior of one field, given who has met whom."""

    def __init__(self, field: Field, outcomes: Sequence[Outcome]) -> None:
        self._field = field
        self.mean = np.zeros(field.unknowns)
        self.mean[field.thresholds :] = THRESHOLD
        self._base = self._assumed()
        offsets = self._offsets(outcomes)
        self._offset_squares = offsets.T @ offsets  # about the mean of those met
        self._free = np.flatnonzero(~field.fixed[: field.size])

    def precision(self, spread: float) -> Matrix:
        """The inverse of the covariance of all unknowns."""
        precision = self._base.copy()
        size = self._field.size
        precision[:size, :size] += self._offset_squares / spread**2
        return precision

    def _assumed(self) -> Matrix:
        """Whatever does not depend on the spread."""
        field = self._field
        variances = np.full(field.unknowns, field.seat_spread**2)
        variances[: field.size] = WIDE**2
        variances[field.thresholds :] = THRESHOLD_DOUBT**2
        base = np.diag(1.0 / variances)
        for position, contestant in enumerate(field.contestants):
            if contestant.before is not None:
                base[position, position] = 0.0
                link = 1.0 / (field.drift**2 * contestant.bins)
                ends = [position, contestant.before]
                base[np.ix_(ends, ends)] += link * np.array([[1.0, -1.0], [-1.0, 1.0]])
        return base

    def _offsets(self, outcomes: Sequence[Outcome]) -> Matrix:
        """By row, how a strength that is not given and not of somebody seen before lies about those it has met."""
        field = self._field
        met = np.zeros((field.size, field.size))
        for outcome in outcomes:
            everybody = np.array(outcome.contestants)
            met[everybody[:, None], everybody[None, :]] += 1.0
        np.fill_diagonal(met, 0.0)
        means = met / np.maximum(met.sum(axis=1, keepdims=True), 1.0)
        rooted = [
            position
            for position, contestant in enumerate(field.contestants)
            if contestant.anchor is None and contestant.before is None
        ]
        offsets: Matrix = (np.eye(field.size) - means)[rooted]
        return offsets

    def spread_slope(self, unknowns: Vector, covariance: Matrix, spread: float) -> SpreadSlope:
        """Of the spread, given what is known of the unknowns at this spread (an EM step's, A. P. Dempster et al., 1977)."""
        size, free = self._field.size, self._free
        squares, inner = self._offset_squares, self._offset_squares[np.ix_(free, free)]
        known = covariance[np.ix_(free, free)] @ inner / spread**2
        assumed = self.precision(spread)[np.ix_(free, free)]
        unknown = np.linalg.solve(assumed, inner) / spread**2
        strengths = unknowns[:size]
        pull = squares @ strengths / spread**2
        moved = 2 * covariance[:, :size] @ pull
        excess = float(strengths @ pull) + float(np.trace(known)) - float(np.trace(unknown))
        off = (math.log(spread) - math.log(self._field.spread)) / DOUBT**2
        curvature = (
            2 * excess
            - 2 * float(pull @ moved[:size])
            - 2 * float(np.sum(known * known.T))
            + 2 * float(np.sum(unknown * unknown.T))
            + DOUBT**-2
        )
        return SpreadSlope(excess - off, curvature, moved)
