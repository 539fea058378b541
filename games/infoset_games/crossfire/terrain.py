"""The five kinds of terrain and what they do. Compiled; knows no squares."""

from typing import Final

MOUNTAIN: Final = 0
WATER: Final = 1
FOREST: Final = 2
DESERT: Final = 3
GROUND: Final = 4
TERRAINS: Final = 5
TERRAIN_LETTERS: Final = "MWFDG"
TERRAIN_NAMES: Final = ("mountain", "water", "forest", "desert", "ground")

# Tables by terrain.
PASSABLE: Final = bytes((0, 0, 1, 1, 1))
TRANSPARENT: Final = bytes((0, 1, 0, 1, 1))
SLIPPERY: Final = bytes((0, 0, 0, 0, 1))

CLEAR_SIGHT: Final = 3  # squares from which transparent terrain is seen
DIM_SIGHT: Final = 1  # squares from which opaque terrain is seen

# What ends a beam.
STOP_MOUNTAIN: Final = 1  # 0: whatever is obstructed
LASER_STOP_NAMES: Final = ("obstructed", "mountain")
STOPS: Final = (bytes((1, 1, 0, 0, 0)), bytes((1, 0, 0, 0, 0)))  # by laser stop and terrain


def digits_of(table: bytes) -> bytes:
    """For `bytes.translate`: the digit 1 for each terrain that a table marks, else 0."""
    return bytes([48 + mark for mark in table]).ljust(256, b"0")


# The same tables as digits: a whole board becomes a set at once (ways.py).
PASSABLE_DIGITS: Final = digits_of(PASSABLE)
TRANSPARENT_DIGITS: Final = digits_of(TRANSPARENT)
SLIPPERY_DIGITS: Final = digits_of(SLIPPERY)
# And as marks, a byte for each square.
OBSTRUCTED_MARKS: Final = bytes([1 - mark for mark in PASSABLE]).ljust(256, b"\0")
SLIPPERY_MARKS: Final = SLIPPERY.ljust(256, b"\0")
TRANSPARENT_MARKS: Final = TRANSPARENT.ljust(256, b"\0")
STOP_MARKS: Final = tuple(table.ljust(256, b"\0") for table in STOPS)
STOP_DIGITS: Final = tuple(digits_of(table) for table in STOPS)
