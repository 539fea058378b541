"""What chance fills in for a seat that says nothing, drawn before the play starts. Compiled.

The deal holds a secret number for each seat; from it follow the king and the MOVE of every unit and
round that would be missing. So a late seat plays at random, the log is complete, and no ply waits
for a draw.
"""

from typing import Final

from infoset_games.crossfire.geometry import DIRECTIONS
from infoset_games.crossfire.units import SIDE

MASK32: Final = 0xFFFFFFFF


def scrambled(number: int) -> int:
    """32 bits in which every bit of `number` matters (C. Wellons, "Prospecting for hash functions")."""
    number &= MASK32
    number ^= number >> 16
    number = number * 0x7FEB352D & MASK32
    number ^= number >> 15
    number = number * 0x846CA68B & MASK32
    return number ^ number >> 16


def filled_king(secret: int, units: int) -> int:
    """The number of the unit that is king when nobody chooses."""
    return scrambled(secret) % units


def filled_move(secret: int, number: int, unit: int) -> int:
    """The MOVE of a unit in round `number` when nobody commands it: each direction equally often."""
    return scrambled(secret + scrambled(number * SIDE + unit + 1)) % DIRECTIONS
