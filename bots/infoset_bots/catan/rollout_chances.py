"""How likely each seat is to win from a position of Catan: a softmax over weighted counts. Compiled.

The weights are fitted to plays of the search with itself (rollout_fit.py); they can be tuned like any others.
"""

import math
from collections.abc import Sequence
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from infoset_bots.catan.rollout_features import COUNT, features, yields
from infoset_games.catan.actions import FINISHED
from infoset_games.catan.position import Position

WEIGHTS: Final[tuple[float, ...]] = (
    0.6746, 2.7212,
    0.1621, 0.0804, 0.1477, 0.3446, 0.2028, 0.0036, 0.0620,
    0.0444, 0.0677, 0.5342, 0.4213, 0.0875,
    0.4926, 0.7304, 0.1213, 0.1236, -0.9538, -1.0496, -0.0365,
)  # fmt: skip


@final
class Chances:
    """Judges positions with `weights`, one for each of FEATURES."""

    def __init__(self, weights: Sequence[float] = WEIGHTS) -> None:
        """Raises ValueError if there are too many weights or too few."""
        if len(weights) != COUNT:
            raise ValueError(f"weights: expected {COUNT} numbers, got {len(weights)}")
        self.weights = vec[float]([float(weight) for weight in weights])

    def of(self, position: Position) -> list[float]:
        """By seat the chance to win; they sum to 1. At the end the winners share it."""
        if position.phase == FINISHED:
            return winners(position)
        table = yields(position)
        worths: list[float] = []
        most = -1e300
        for seat in range(position.options.seats):
            worth = self.worth(position, seat, table)
            most = max(most, worth)
            worths.append(worth)
        total = 0.0
        for i in range(len(worths)):
            worths[i] = math.exp(worths[i] - most)
            total += worths[i]
        return [worth / total for worth in worths]

    def worth(self, position: Position, seat: i64, table: vec[i64]) -> float:
        """The weighted sum of the seat's features."""
        row = features(position, seat, table)
        worth = 0.0
        for i in range(i64(COUNT)):
            worth += self.weights[i] * row[i]
        return worth


def winners(position: Position) -> list[float]:
    result = position.result()
    assert result is not None
    share = 1.0 / result.places.count(1)
    return [share if place == 1 else 0.0 for place in result.places]
