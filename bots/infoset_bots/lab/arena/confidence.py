"""An interval for the mean of bounded scores that may be looked at any time, also where a test has stopped early. Pure."""

import math
from collections.abc import Sequence
from typing import Final

from infoset_bots.lab.arena.sequential import LARGEST_BET, Moments

STEPS: Final = 400  # from -1 to 1: the interval is told to a step


def mean_interval_at_any_time(
    scores: Sequence[float], confidence: float = 0.95
) -> tuple[float, float]:
    """Ends of an interval that holds the mean of scores from -1 to 1 with this probability, whenever one stops.

    Every mean that could be is bet against from both sides; it is outside once one of the bets has made so much that
    the truth lets nobody (I. Waudby-Smith and A. Ramdas, JRSS B 86, 2024, section 4). It is wider than an interval for
    a number of scores fixed beforehand, which stopping early makes wrong.
    """
    enough = math.log(2 / (1 - confidence))
    means = [2 * step / STEPS - 1 for step in range(STEPS + 1)]
    higher, lower = [0.0] * len(means), [0.0] * len(means)  # wealth of who says so, as a logarithm
    known = Moments()
    for number, score in enumerate(scores, 1):
        variance = (known.spread * known.count + 0.25) / (known.count + 1)
        bet = math.sqrt(2 * enough / (variance * number * math.log(1 + number)))
        for place, mean in enumerate(means):
            gain = score - mean
            higher[place] += math.log1p(min(bet, LARGEST_BET / (1 + mean + 1e-9)) * gain)
            lower[place] += math.log1p(-min(bet, LARGEST_BET / (1 - mean + 1e-9)) * gain)
        known.add(score)
    possible = [
        place for place, made in enumerate(zip(higher, lower, strict=True)) if max(made) < enough
    ]
    if not possible:  # between two of the means looked at
        return known.mean, known.mean
    return means[max(0, possible[0] - 1)], means[min(STEPS, possible[-1] + 1)]
