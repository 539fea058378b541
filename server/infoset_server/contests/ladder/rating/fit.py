"""The most probable strengths given all outcomes, and how sure they are. Shows nothing to people."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from infoset_server.contests.ladder.rating.field import Field, Matrix, Vector
from infoset_server.contests.ladder.rating.likelihood import Slopes, slopes_at, value_at
from infoset_server.contests.ladder.rating.outcomes import Outcome, OutcomeArrays, tables_of

EXACT: Final = 1e-9  # logits: where a step is smaller, the top is reached
MOST_STEPS: Final = 100
MOST_HALVINGS: Final = 40


@dataclass(frozen=True, slots=True)
class Fit:
    """`unknowns` are strengths, then advantages of seats, in logits; `covariance` belongs to both.

    An anchor has no variance.
    """

    field: Field
    unknowns: Vector
    covariance: Matrix

    @property
    def strengths(self) -> Vector:
        """By contestant."""
        return self.unknowns[: self.field.size]

    def centred(self) -> "Fit":
        """The same with strengths measured from their mean. It cannot be known; differences can.

        Where there is an anchor strengths are measured from that, and nothing changes.
        """
        size = self.field.size
        if size == 0 or self.field.fixed.any():
            return self
        shift = np.eye(self.field.unknowns)
        shift[:size, :size] -= 1 / size
        return Fit(self.field, shift @ self.unknowns, shift @ self.covariance @ shift.T)

    @property
    def sigmas(self) -> Vector:
        """By contestant: the standard deviation of what is not known of its strength."""
        sigmas: Vector = np.sqrt(np.diag(self.covariance)[: self.field.size])
        return sigmas

    def seat_advantages(self, size: int) -> Vector:
        """By seat of tables of this size."""
        first = self.field.first_seat[size]
        return self.unknowns[first : first + size]


def fit(field: Field, outcomes: Sequence[Outcome], begin: Vector | None = None) -> Fit:
    """Newton's method on the posterior, which has one top (Plackett-Luce is log-concave, so is the prior).

    `begin` is where to look first, for instance the unknowns of an earlier fit. Equal arguments give equal
    bits. Raises ValueError where outcomes do not belong to the field.
    """
    tables = tables_of(field, outcomes)
    unknowns = field.start.copy() if begin is None else np.where(field.fixed, field.start, begin)
    free = ~field.fixed
    for _ in range(MOST_STEPS):
        slopes = slopes_at(tables, unknowns)
        step = np.zeros(field.unknowns)
        step[free] = np.linalg.solve(
            (slopes.curvature + field.precision)[np.ix_(free, free)],
            (slopes.slope - field.precision @ unknowns)[free],
        )
        unknowns = _climb(field, tables, slopes, unknowns, step)
        if np.max(np.abs(step), initial=0.0) < EXACT:
            break
    return Fit(field, unknowns, _covariance(field, tables, unknowns))


def _climb(
    field: Field, tables: Sequence[OutcomeArrays], slopes: Slopes, unknowns: Vector, step: Vector
) -> Vector:
    """Goes the step, or the largest half, quarter, ... of it that does not lead down."""
    before = slopes.value + _log_prior(field, unknowns)
    for _ in range(MOST_HALVINGS):
        there = unknowns + step
        if value_at(tables, there) + _log_prior(field, there) >= before - EXACT:
            return there
        step = step / 2
    return unknowns


def _log_prior(field: Field, unknowns: Vector) -> float:
    return -0.5 * float(unknowns @ field.precision @ unknowns)


def _covariance(field: Field, tables: Sequence[OutcomeArrays], unknowns: Vector) -> Matrix:
    free = ~field.fixed
    bend = slopes_at(tables, unknowns).curvature + field.precision
    covariance: Matrix = np.zeros_like(bend)
    covariance[np.ix_(free, free)] = np.linalg.inv(bend[np.ix_(free, free)])
    return covariance
