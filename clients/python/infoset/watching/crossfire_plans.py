"""What a command in Crossfire would come to, for who draws it before it is given. Pure."""

from collections.abc import Mapping
from typing import Any, Final

from infoset.turn import Match
from infoset_games.crossfire.geometry import DIRECTION_NAMES
from infoset_games.crossfire.guide import Guide
from infoset_games.crossfire.units import IDLE

STEPS: Final = ((-1, 0), (0, 1), (1, 0), (0, -1))  # rows and columns, by direction


class CrossfirePlans:
    """Answers for one observation; other units may be in the way of what is planned."""

    def __init__(self, match: Match, observation: Mapping[str, Any]) -> None:
        """Raises ValueError where the rules are not installed, or cannot read the observation."""
        if match.engine is None:
            raise ValueError(f"the rules {match.rules} are not installed here")
        self._guide = Guide(match.engine.read_observation(observation))
        self._size = int(match.consts["size"])

    def slide(self, square: int, direction: str) -> list[int]:
        """The squares that a unit comes to, the last is where it stops; none where it cannot move."""
        number = DIRECTION_NAMES.index(direction)
        _, rounds = self._guide.slide(square, number)
        down, right = STEPS[number]
        return [square + at * (down * self._size + right) for at in range(1, rounds + 1)]

    def beam(self, square: int, direction: str) -> list[int]:
        """The squares that a shot lights."""
        return self._guide.beam(square, DIRECTION_NAMES.index(direction))

    def outlives(self, square: int, verb: str, direction: str) -> bool:
        """Can a unit that does this next still outlive the reductions, as far as the board alone decides?"""
        squares = self.slide(square, direction) if verb == "move" else []
        end = squares[0] if squares else square
        motion = DIRECTION_NAMES.index(direction) if len(squares) > 1 else IDLE
        return self._guide.is_survivable(end, motion)
