"""From where a lone unit can outlive the reductions until nine squares are left. Compiled.

Searches backwards over (square, motion, round), as sets. A unit can hold still only against an
obstacle: that it might fire instead, or be blocked, is not counted on.
"""

from typing import final

from infoset_games.crossfire.geometry import DIRECTIONS, OPPOSITE
from infoset_games.crossfire.stage import PERIOD, Stage
from infoset_games.crossfire.units import IDLE


@final
class Survival:
    """By round: the squares on which an idle unit, or one in motion, can still survive."""

    def __init__(self, stages: list[Stage]) -> None:
        """`stages` by reductions, the last with 3 x 3 squares."""
        self.last_round = PERIOD * (len(stages) - 1)
        end = stages[-1].passable
        self.resting = [end] * (self.last_round + 1)  # by round the set for idle units
        self.moving = [[end] * DIRECTIONS for _ in range(self.last_round + 1)]  # and by direction
        for number in range(self.last_round, 0, -1):
            self._step_back(stages[(number - 1) // PERIOD], stages[number // PERIOD], number)

    def _step_back(self, before: Stage, after: Stage, number: int) -> None:
        """From what is safe after round `number` to what is safe before it."""
        resting = self.resting[number]
        safe = before.walled & resting
        moving: list[int] = []
        for direction in range(DIRECTIONS):
            sliding = after.sliding[direction]
            arrivals = (resting & ~sliding) | (self.moving[number][direction] & sliding)
            sources = before.geometry.shifted(arrivals, OPPOSITE[direction])
            sources &= before.leaving[direction]
            moving.append(sources)
            safe |= sources
        self.resting[number - 1] = safe
        self.moving[number - 1] = moving

    def is_safe(self, square: int, motion: int, number: int) -> bool:
        """Can a unit in this state after round `number` survive? Beyond the last round: yes."""
        if number > self.last_round:
            return True
        safe = self.resting[number] if motion == IDLE else self.moving[number][motion]
        return bool(safe >> square & 1)
