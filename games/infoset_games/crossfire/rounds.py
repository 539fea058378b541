"""One round in the order of the rules: movement, collisions, reduction, lasers, bookkeeping. Compiled.

Takes cells in which the commands of the round are written, and changes them.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from infoset_games.crossfire.board import Board
from infoset_games.crossfire.collisions import blocked_movers
from infoset_games.crossfire.commands import FIRE
from infoset_games.crossfire.geometry import OUTSIDE
from infoset_games.crossfire.stage import PERIOD, Stage
from infoset_games.crossfire.terrain import MOUNTAIN
from infoset_games.crossfire.units import (
    ALIVE,
    IDLE,
    KING,
    MOTION,
    MOVED,
    NO_ORDER,
    ORDER,
    RECHARGE,
    SIDE,
    SQUARE,
    UNITS,
    WAIT,
)

# How a round ended: the seats whose king is dead, and whether that was before any laser.
GOES_ON: Final = 0
FIRST_KING_DEAD: Final = 1
SECOND_KING_DEAD: Final = 2
BOTH_KINGS_DEAD: Final = 3
BEFORE_LASERS: Final = 4  # added to the others


def play_round(board: Board, cells: vec[i64], number: i64) -> i64:
    """Plays round `number` in `cells`. Returns how it ended."""
    stage = board.stage_in(int(number))
    targets = intents(stage, cells)
    move(cells, targets, blocked_movers(cells, targets, board.blank))
    if number % PERIOD == 0:
        stage = board.stage_after(int(number))
        bury(stage, cells)
        fallen = dead_kings(cells)
        if fallen != GOES_ON:
            keep_books(stage, cells)
            return fallen + BEFORE_LASERS
    shoot(stage, cells, board.blank)
    fallen = dead_kings(cells)
    keep_books(stage, cells)
    return fallen


def intents(stage: Stage, cells: vec[i64]) -> vec[i64]:
    """By unit where it wants to go, -1 where it stays. A command into an obstacle ends here."""
    targets = vec[i64]([-1] * UNITS)
    for unit in range(i64(UNITS)):
        if not cells[ALIVE + unit]:
            continue
        order = cells[ORDER + unit]
        if 0 <= order < FIRE:
            cells[MOTION + unit] = order
        direction = cells[MOTION + unit]
        if direction != IDLE:
            target = stage.step(cells[SQUARE + unit], direction)
            if target == OUTSIDE:
                cells[MOTION + unit] = IDLE
            else:
                targets[unit] = target
    return targets


def move(cells: vec[i64], targets: vec[i64], blocked: i64) -> None:
    """All free movers go at once; a blocked one loses its command."""
    for unit in range(i64(UNITS)):
        if targets[unit] < 0:
            continue
        if blocked >> unit & 1:
            cells[MOTION + unit] = IDLE
        else:
            cells[SQUARE + unit] = targets[unit]
            cells[MOVED + unit] = 1


def bury(stage: Stage, cells: vec[i64]) -> None:
    """Destroys the units whose square has become Mountain."""
    for unit in range(i64(UNITS)):
        if cells[ALIVE + unit] and stage.terrain[cells[SQUARE + unit]] == MOUNTAIN:
            destroy(cells, unit)


def destroy(cells: vec[i64], unit: i64) -> None:
    cells[ALIVE + unit] = 0
    cells[MOTION + unit] = IDLE


def shoot(stage: Stage, cells: vec[i64], blank: vec[u8]) -> None:
    """All shots at once: whoever stands on a lit square is destroyed, shooters included."""
    shooters: i64 = 0
    for unit in range(i64(UNITS)):
        if cells[ALIVE + unit] and cells[ORDER + unit] >= FIRE:
            shooters |= 1 << unit
    if shooters == 0:
        return
    lit = blank[:]
    for unit in range(i64(UNITS)):
        if shooters >> unit & 1:
            direction = cells[ORDER + unit] - FIRE
            square = stage.lit(cells[SQUARE + unit], direction)
            while square != OUTSIDE:
                lit[square] = 1
                square = stage.lit(square, direction)
    for unit in range(i64(UNITS)):
        if cells[ALIVE + unit] and lit[cells[SQUARE + unit]]:
            destroy(cells, unit)


def dead_kings(cells: vec[i64]) -> i64:
    """The seats whose king is dead, as a mask."""
    fallen: i64 = 0
    for unit in range(i64(UNITS)):
        if cells[KING + unit] and not cells[ALIVE + unit]:
            fallen |= FIRST_KING_DEAD if unit < SIDE else SECOND_KING_DEAD
    return fallen


def keep_books(stage: Stage, cells: vec[i64]) -> None:
    """Recharges, and ends the commands of units that have stopped."""
    for unit in range(i64(UNITS)):
        if not cells[ALIVE + unit]:
            continue
        if cells[ORDER + unit] >= FIRE:
            cells[WAIT + unit] = cells[RECHARGE + unit]
        elif cells[WAIT + unit] > 0:
            cells[WAIT + unit] -= 1
        direction = cells[MOTION + unit]
        if direction != IDLE and not stage.slides(cells[SQUARE + unit], direction):
            cells[MOTION + unit] = IDLE


def forget_orders(cells: vec[i64]) -> None:
    """Clears what the last round left about itself."""
    for unit in range(i64(UNITS)):
        cells[ORDER + unit] = NO_ORDER
        cells[MOVED + unit] = 0
