"""What an enemy unit that stayed is taken to have done, and who can have been in somebody's way. Compiled."""

from typing import final

from infoset_games.crossfire.clues import Clues
from infoset_games.crossfire.geometry import DIRECTIONS, OPPOSITE, OUTSIDE
from infoset_games.crossfire.trail import Step
from infoset_games.crossfire.units import IDLE, NO_ORDER
from infoset_games.crossfire.whereabouts import Whereabouts, resting_on


@final
class Deed:
    """A unit held `square` in a round, idle at first and given `order`, or sliding and stopped."""

    def __init__(self, square: int, motion: int, order: int) -> None:
        self.square = square
        self.motion = motion  # before the round
        self.order = order  # NO_ORDER for a unit in motion

    def start(self) -> Whereabouts:
        """The one state of the unit before the round."""
        if self.motion == IDLE:
            return resting_on(1 << self.square)
        moving = [0] * DIRECTIONS
        moving[self.motion] = 1 << self.square
        return Whereabouts(0, moving)

    def step(self) -> Step:
        """How the unit came to be where it stayed."""
        return Step(self.square, self.motion, IDLE, 1)

    def aims_in(self, direction: int) -> bool:
        """Did the unit want to go this way?"""
        return self.order == direction or self.motion == direction


def blockers(clues: Clues, where: Whereabouts, stopped: int, target: int) -> list[Deed]:
    """Every deed by which a unit in `where` kept one on `stopped` from entering `target`.

    It stood on the target, or wanted to enter it too. Where it is seen to have been is not looked at.
    """
    geometry = clues.before.geometry
    found: list[Deed] = []
    for direction in range(DIRECTIONS):
        back = int(geometry.neighbour(target, OPPOSITE[direction]))
        if back == stopped:
            # It stood there, if for no better reason wanting to come to where it met the other.
            add_stay(found, where, target, OPPOSITE[direction])
            for other in range(DIRECTIONS):
                if other != OPPOSITE[direction]:
                    add_stop(found, where, target, other)
        elif back != OUTSIDE:
            add_stay(found, where, back, direction)
    return found


def add_stay(found: list[Deed], where: Whereabouts, square: int, direction: int) -> None:
    """A unit that was to go in a direction and could not."""
    if where.resting >> square & 1:
        found.append(Deed(square, IDLE, direction))
    add_stop(found, where, square, direction)


def add_stop(found: list[Deed], where: Whereabouts, square: int, direction: int) -> None:
    """A unit that was sliding and was stopped."""
    if where.moving[direction] >> square & 1:
        found.append(Deed(square, direction, NO_ORDER))
