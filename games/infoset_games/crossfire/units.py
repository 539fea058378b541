"""Where everything about the units lies in the one vector (`cells`) of a position. Compiled; no rules.

A unit is `seat * SIDE + number`. A destroyed unit keeps the square where it ended. ORDER and MOVED
tell of the last round: the command that was given in it, and whether the unit changed its square.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

SIDE: Final = 8  # units a seat has at most
UNITS: Final = 16

SQUARE: Final = 0
MOTION: Final = 16  # the direction of a command that goes on, or IDLE
RECHARGE: Final = 32  # rounds that a shot costs
WAIT: Final = 48  # rounds until the next shot, 0 = charged
ALIVE: Final = 64
KING: Final = 80
ORDER: Final = 96  # a command (commands.py) or NO_ORDER
MOVED: Final = 112
CELLS: Final = 128

IDLE: Final = -1
NO_ORDER: Final = -1
NOWHERE: Final = -1


def no_units() -> vec[i64]:
    """Cells without any unit."""
    cells = vec[i64]([0] * CELLS)
    for unit in range(UNITS):
        cells[SQUARE + unit] = NOWHERE
        cells[MOTION + unit] = IDLE
        cells[ORDER + unit] = NO_ORDER
    return cells


def has_idle(cells: vec[i64], seat: i64) -> bool:
    """Has a seat a living unit that takes a command?"""
    first = SIDE * seat
    for unit in range(first, first + SIDE):
        if cells[ALIVE + unit] and cells[MOTION + unit] == IDLE:
            return True
    return False
