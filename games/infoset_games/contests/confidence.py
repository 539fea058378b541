"""An interval for the mean of bounded scores that may be looked at any time, also where a test has stopped early. Pure."""

import math
from collections.abc import Sequence
from typing import Final

from infoset_games.contests.sequential import LARGEST_BET, Moments

STEPS: Final = 400  # from -1 to 1: the interval is told to a step


class MeanInterval:
    """An interval that holds the mean of scores from -1 to 1 with this probability, whenever one stops.

    Every mean that could be is bet against from both sides; it is outside once one of the bets has made so much that
    the truth lets nobody (I. Waudby-Smith and A. Ramdas, JRSS B 86, 2024, section 4). It is wider than an interval for
    a number of scores fixed beforehand, which stopping early makes wrong.
    """

    def __init__(self, confidence: float = 0.95) -> None:
        self._enough = math.log(2 / (1 - confidence))
        self._means = [2 * step / STEPS - 1 for step in range(STEPS + 1)]
        self._higher = [0.0] * len(self._means)  # wealth of who says so, as a logarithm
        self._lower = [0.0] * len(self._means)
        self._known = Moments()

    def add(self, score: float) -> None:
        """Takes in the next score."""
        known, number = self._known, self._known.count + 1
        variance = (known.spread * known.count + 0.25) / number
        bet = math.sqrt(2 * self._enough / (variance * number * math.log(1 + number)))
        for place, mean in enumerate(self._means):
            gain = score - mean
            self._higher[place] += math.log1p(min(bet, LARGEST_BET / (1 + mean + 1e-9)) * gain)
            self._lower[place] += math.log1p(-min(bet, LARGEST_BET / (1 - mean + 1e-9)) * gain)
        known.add(score)

    def ends(self) -> tuple[float, float]:
        """Its lower and its upper end."""
        made = map(max, self._higher, self._lower)
        possible = [place for place, wealth in enumerate(made) if wealth < self._enough]
        if not possible:  # between two of the means looked at
            return self._known.mean, self._known.mean
        low, high = max(0, possible[0] - 1), min(STEPS, possible[-1] + 1)
        return self._means[low], self._means[high]


def mean_interval_at_any_time(
    scores: Sequence[float], confidence: float = 0.95
) -> tuple[float, float]:
    """The ends of a `MeanInterval` after these scores."""
    interval = MeanInterval(confidence)
    for score in scores:
        interval.add(score)
    return interval.ends()
