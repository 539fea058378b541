"""What chance fills in for a seat that says nothing, drawn before the play starts. Compiled.

The deal holds a secret for each seat; from it follow the king and the MOVE of every unit and round
that would be missing. So a late seat plays at random, the log is complete, and no ply waits for a draw.

What is filled in is seen by the enemy. So the setup and every round have a number of their own, which tells
nothing of the others.
"""

from typing import Final

from infoset_games.crossfire.geometry import DIRECTIONS
from infoset_games.crossfire.units import SIDE
from infoset_games.keyed_words import KeyedWords

MASK32: Final = 0xFFFFFFFF
SECRET_WORDS: Final = 4
SETUP_NUMBER: Final = 0  # rounds are counted from 1
Secret = int | str


def round_number(secret: Secret, number: int) -> int:
    """The number that fills in for a seat in round `number`, 32 bits.

    The secret of a deal is 128 bits in hexadecimal digits. A plain number is the same in every round: that of a
    sampled world, where only the present one is known, and of deals recorded before there were others.
    """
    if isinstance(secret, int):
        return secret
    return int(KeyedWords(bytes.fromhex(secret), str(number).encode()).word())


def scrambled(number: int) -> int:
    """32 bits in which every bit of `number` matters (C. Wellons, "Prospecting for hash functions")."""
    number &= MASK32
    number ^= number >> 16
    number = number * 0x7FEB352D & MASK32
    number ^= number >> 15
    number = number * 0x846CA68B & MASK32
    return number ^ number >> 16


def filled_king(filling: int, units: int) -> int:
    """The number of the unit that is king when nobody chooses; `filling` is the number of the setup."""
    return scrambled(filling) % units


def filled_move(filling: int, number: int, unit: int) -> int:
    """The MOVE of a unit in round `number` when nobody commands it: each direction equally often.

    `filling` is the number of the round.
    """
    return scrambled(filling + scrambled(number * SIDE + unit + 1)) % DIRECTIONS
