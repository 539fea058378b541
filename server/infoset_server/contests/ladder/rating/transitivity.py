"""Whether results follow from strengths at all, or whether who meets whom matters besides: a test of fit.

For each two contestants the test asks whether one of them does better when the other is there than all its results
say (C. R. Rao's score test of an interaction). Rates nothing.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from infoset_server.contests.ladder.rating.field import Field, Matrix
from infoset_server.contests.ladder.rating.fit import Fit
from infoset_server.contests.ladder.rating.model import slopes_at
from infoset_server.contests.ladder.rating.outcomes import Outcome, choices_of

ENOUGH: Final = (
    4.0  # information about a pair below which its results are not taken for normal: 4 even matches
)


@dataclass(frozen=True, slots=True)
class Oddities:
    """By contestant and opponent: by how many standard deviations the first does better than strengths say.

    NaN for those of whom too little is known. `oddities[a, b]` is `-oddities[b, a]`.
    """

    deviations: Matrix

    def chance(self, contestant: int) -> float | None:
        """The chance of as much against all opponents together where strengths say all; None where nothing is known.

        The sum of squares is compared with a chi-square distribution.
        """
        known = self.deviations[contestant][~np.isnan(self.deviations[contestant])]
        return chi_square_tail(float(np.sum(known**2)), len(known)) if len(known) else None


def oddities_of(fitted: Fit, outcomes: Sequence[Outcome]) -> Oddities:
    """Of all pairs of contestants of a fit to these outcomes."""
    field = fitted.field
    surplus, information = _sums(field, fitted, outcomes)
    size = field.size
    covariance = fitted.covariance[:size, :size]
    variances = np.diag(covariance)
    doubt = variances[:, None] + variances[None, :] - 2 * covariance
    # What a pair's own matches have moved their strengths is not odd any more.
    left = np.maximum(information - information**2 * doubt / 4, 0.0)
    is_known = (left >= ENOUGH) & (left >= information / 10)
    with np.errstate(divide="ignore", invalid="ignore"):
        deviations: Matrix = np.where(is_known, surplus / np.sqrt(left), np.nan)
    return Oddities(deviations)


def _sums(field: Field, fitted: Fit, outcomes: Sequence[Outcome]) -> tuple[Matrix, Matrix]:
    """For each two: how much better the first did than expected where both were left, and what that tells."""
    surplus, information = np.zeros((2, field.size, field.size))
    for group in choices_of(field, outcomes):
        worth = fitted.unknowns[group.contestants] + fitted.unknowns[group.seats]
        found = slopes_at(worth, group.level, float(np.exp(fitted.unknowns[group.threshold])))
        told = np.einsum("tii->ti", found.curvature)
        for one in range(group.left):
            for other in range(one + 1, group.left):
                pair = group.contestants[:, one], group.contestants[:, other]
                ahead = found.slope[:, one] - found.slope[:, other]
                both = told[:, one] + told[:, other] - 2 * found.curvature[:, one, other]
                np.add.at(surplus, pair, ahead)
                np.add.at(surplus, pair[::-1], -ahead)
                np.add.at(information, pair, both)
                np.add.at(information, pair[::-1], both)
    np.fill_diagonal(information, 0.0)  # of copies of one at a table
    return surplus, information


def chi_square_tail(value: float, freedoms: int) -> float:
    """The chance of more than `value` (E. B. Wilson and M. M. Hilferty, PNAS 17, 1931)."""
    spread = 2 / (9 * freedoms)
    deviation = ((value / freedoms) ** (1 / 3) - (1 - spread)) / math.sqrt(spread)
    return 0.5 * math.erfc(deviation / math.sqrt(2))
