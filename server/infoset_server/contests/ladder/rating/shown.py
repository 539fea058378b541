"""Strengths as people see them: rating numbers with their intervals, and an order that rewards being sure."""

import math
from dataclasses import dataclass

from infoset_server.contests.ladder.rating.fit import Fit
from infoset_server.contests.ladder.tables import MIDDLE, PROVISIONAL, SCALE, SIGMAS


@dataclass(frozen=True, slots=True)
class Rating:
    """A contestant's number, and half its interval, in rating points."""

    contestant: int
    name: str
    value: float
    margin: float

    @property
    def low(self) -> float:
        """The lower end of the interval: what the contestant has shown to be worth at least."""
        return self.value - self.margin

    @property
    def is_provisional(self) -> bool:
        """Is it still too uncertain to compare?"""
        return self.margin > PROVISIONAL


def standings(fit: Fit) -> list[Rating]:
    """Everybody, by what they have shown to be worth at least; equal ones by name.

    Without an anchor the mean of all is in the middle, and intervals are about the distance from it.
    """
    fit = fit.centred()
    sigmas = fit.sigmas
    ratings = [
        Rating(
            position,
            contestant.name,
            MIDDLE + SCALE * float(fit.strengths[position]),
            SIGMAS * SCALE * float(sigmas[position]),
        )
        for position, contestant in enumerate(fit.field.contestants)
    ]
    return sorted(ratings, key=lambda rating: (-rating.low, rating.name))


def difference(fit: Fit, one: int, other: int) -> tuple[float, float]:
    """By how much contestant `one` is stronger, and the standard deviation of what is not known of that, in logits.

    It may be much less than those of both: what neither has met the world for, both do not know alike.
    """
    gap = float(fit.strengths[one] - fit.strengths[other])
    covariance = fit.covariance
    variance = float(covariance[one, one] + covariance[other, other] - 2 * covariance[one, other])
    return gap, math.sqrt(max(variance, 0.0))


def chance_stronger(fit: Fit, one: int, other: int) -> float:
    """How probable it is that contestant `one` is stronger than `other`, given all results."""
    gap, sigma = difference(fit, one, other)
    if sigma == 0:  # two anchors
        return 0.5 if gap == 0 else float(gap > 0)
    return 0.5 * (1 + math.erf(gap / (sigma * math.sqrt(2))))
