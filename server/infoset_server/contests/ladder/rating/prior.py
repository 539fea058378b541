"""What is assumed of the unknowns beforehand, and how the spread of strengths follows from the strengths.

The strength of a contestant is taken to be normal about the mean of those it has met, with one standard deviation
for all: the spread. Where anybody meets anybody that is the usual assumption that strengths are normal. Where like
meets like, as pairing wants it, nothing is assumed of how far the strong are from the weak: whoever took the mean of
all as the middle would take even results between neighbours for a proof that all are equal.

The spread is not known either. Its logarithm is normal, about what the ladder expects.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from infoset_server.contests.ladder.rating.field import Field, Matrix, Vector
from infoset_server.contests.ladder.rating.outcomes import Outcome

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
