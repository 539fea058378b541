"""Who stays where it is because others are in the way: a least fixed point. Compiled; knows no terrain.

(a) movers that share a target, (b) two that would change places and (c) whoever aims at a unit that
does not move are blocked, judged by the intents alone; then (d) whoever aims at a blocked mover is,
until nothing changes. The answer depends on no order of units, and nobody ends beside another on
one square.
"""

from librt.vecs import vec
from mypy_extensions import i64, u8

from infoset_games.crossfire.units import ALIVE, SQUARE, UNITS


def blocked_movers(cells: vec[i64], targets: vec[i64], blank: vec[u8]) -> i64:
    """The mask of the movers that must stay. `targets` has by unit a square, or -1 for no mover.

    `blank` has a zero for each square of the board.
    """
    standing = blank[:]  # by square the living unit on it, counted from 1
    aims = blank[:]  # by square how many aim at it
    for unit in range(i64(UNITS)):
        if cells[ALIVE + unit]:
            standing[cells[SQUARE + unit]] = u8(unit + 1)
            if targets[unit] >= 0:
                aims[targets[unit]] += 1
    blocked: i64 = 0
    for unit in range(i64(UNITS)):
        target = targets[unit]
        if target >= 0:
            other = i64(standing[target]) - 1
            if aims[target] > 1 or (
                other >= 0 and (targets[other] < 0 or targets[other] == cells[SQUARE + unit])
            ):
                blocked |= 1 << unit
    return spread(targets, standing, blocked)


def spread(targets: vec[i64], standing: vec[u8], blocked: i64) -> i64:
    """Adds whoever aims at the square of a blocked mover, until nobody is added."""
    before: i64 = -1
    while blocked != before:
        before = blocked
        for unit in range(i64(UNITS)):
            target = targets[unit]
            if target >= 0:
                other = i64(standing[target]) - 1
                if other >= 0 and blocked >> other & 1:
                    blocked |= 1 << unit
    return blocked
