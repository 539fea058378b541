"""How probable choices are, given strengths: Plackett-Luce with a threshold. Assumes nothing beforehand.

How well somebody does in a match is strength + advantage of the seat + chance (Gumbel's distribution), so that
without ties the winner is drawn with chances proportional to exp(strength + advantage), the second from the rest,
and so on (R. L. Plackett, The Analysis of Permutations, Applied Statistics 24, 1975). Whoever is within the
threshold of the best of those left comes in level with it. For two seats that is the model of P. V. Rao and L. L.
Kupper (Ties in Paired-Comparison Experiments, JASA 62, 1967). For more, the chance that exactly these are level
is a sum over who of them is best, and by inclusion and exclusion over who of the others may be farther behind:
each term is again a chance to be the best among competitors of whom some are stronger by the threshold.

The groups of a match are taken as drawn one after another, each from those left, as without ties.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Final

import numpy as np

from infoset_server.contests.ladder.rating.field import Matrix, Vector

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
