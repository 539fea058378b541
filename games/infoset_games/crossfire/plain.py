"""The cells of a position as plain values, secrets included: for hashes, logs and tests. Compiled."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from infoset_games.core import Json
from infoset_games.crossfire.units import (
    ALIVE,
    KING,
    MOTION,
    MOVED,
    ORDER,
    RECHARGE,
    SIDE,
    SQUARE,
    WAIT,
)

FIELDS: Final = ("square", "motion", "recharge", "wait", "alive", "king", "order", "moved")
OFFSETS: Final = (SQUARE, MOTION, RECHARGE, WAIT, ALIVE, KING, ORDER, MOVED)


def write_cells(cells: vec[i64], units: int) -> list[Json]:
    """By seat and unit the fields in the order of FIELDS."""
    return [
        [
            [int(cells[offset + SIDE * seat + number]) for offset in OFFSETS]
            for number in range(units)
        ]
        for seat in range(2)
    ]


def read_cells(value: Json, cells: vec[i64]) -> None:
    """Writes plain units into `cells`; the inverse of `write_cells`, trusted."""
    for seat in range(2):
        for number, fields in enumerate(value[seat]):
            for at, field in enumerate(fields):
                cells[OFFSETS[at] + SIDE * seat + number] = field
