"""The middle of a generation's better half: what CMA-ES itself goes on from, and steadier than its best. Pure.

Scores are noisy, so the candidate that scored best was partly lucky. The mean of the better half, the
better ones weighted more, is the mean of the distribution that the next generation is drawn from (N. Hansen,
"The CMA Evolution Strategy: A Tutorial", 2016, section 2.2).
"""

import math
from collections.abc import Sequence

from infoset_bots.lab.tuning.optimiser import Candidate
from infoset_bots.lab.tuning.space import Dimension, Number, Value


def centre(dimensions: Sequence[Dimension], generation: Sequence[Candidate]) -> dict[str, Value]:
    """The middle of candidates that have scores; of what is no number the best one's."""
    ranked = sorted(generation, key=lambda one: (-(one.score or 0.0), one.number))
    better = ranked[: max(1, len(ranked) // 2)]
    weights = [math.log(len(better) + 0.5) - math.log(place) for place in range(1, len(better) + 1)]
    found = dict(better[0].values)
    for dimension in dimensions:
        if isinstance(dimension, Number):
            found[dimension.name] = mean_of(dimension, better, weights)
    return found


def mean_of(
    dimension: Number, candidates: Sequence[Candidate], weights: Sequence[float]
) -> int | float:
    values = [float(one.values[dimension.name]) for one in candidates]
    if dimension.is_log:
        values = [math.log(value) for value in values]
    mean = math.fsum(w * v for w, v in zip(weights, values, strict=True)) / math.fsum(weights)
    if dimension.is_log:
        mean = math.exp(mean)
    mean = min(dimension.high, max(dimension.low, mean))
    return round(mean) if dimension.is_whole else mean
