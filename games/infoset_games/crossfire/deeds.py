"""What an enemy unit that stayed is taken to have done, and who can have been in somebody's way. Compiled."""

from typing import final

from mypy_extensions import i64

from infoset_games.crossfire.geometry import DIRECTIONS, OUTSIDE, opposite
from infoset_games.crossfire.trail import Step
from infoset_games.crossfire.units import IDLE, NO_ORDER
from infoset_games.crossfire.whereabouts import Whereabouts


@final
class Deed:
    """A unit held `square` in a round, idle at first and given `order`, or sliding and stopped."""

    def __init__(self, square: i64, motion: i64, order: i64) -> None:
        self.square: i64 = square
        self.motion: i64 = motion  # before the round
        self.order: i64 = order  # NO_ORDER for a unit in motion

    def step(self) -> Step:
        """How the unit came to be where it stayed."""
        return Step(self.square, self.motion, IDLE, 1)

    def aims_in(self, direction: i64) -> bool:
        """Did the unit want to go this way?"""
        return self.order == direction or self.motion == direction


def blockers(where: Whereabouts, stopped: i64, target: i64) -> list[Deed]:
    """Every deed by which a unit in `where` kept one on `stopped` from entering `target`.

    It stood on the target, or wanted to enter it too. Where it is seen to have been is not looked at.
    """
    geometry = where.geometry
    found: list[Deed] = []
    for direction in range(i64(DIRECTIONS)):
        back = geometry.neighbour(target, opposite(direction))
        if back == stopped:
            # It stood there, if for no better reason wanting to come to where it met the other.
            add_stay(found, where, target, opposite(direction))
            for other in range(i64(DIRECTIONS)):
                if other != opposite(direction):
                    add_stop(found, where, target, other)
        elif back != OUTSIDE:
            add_stay(found, where, back, direction)
    return found


def add_stay(found: list[Deed], where: Whereabouts, square: i64, direction: i64) -> None:
    """A unit that was to go in a direction and could not."""
    if where.has(square, IDLE):
        found.append(Deed(square, IDLE, direction))
    add_stop(found, where, square, direction)


def add_stop(found: list[Deed], where: Whereabouts, square: i64, direction: i64) -> None:
    """A unit that was sliding and was stopped."""
    if where.has(square, direction):
        found.append(Deed(square, direction, NO_ORDER))
