"""What one seat learns of one round: its own units in full, and what they see of the enemy. Compiled.

Everything is seen after the round, by those who survived it. Enemy units are anonymous: squares
without number, king or direction. Reports form a chain, which is the seat's whole memory.
"""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from infoset_games.crossfire.board import Board
from infoset_games.crossfire.commands import FIRE
from infoset_games.crossfire.geometry import LEFT, RIGHT
from infoset_games.crossfire.rounds import BEFORE_LASERS
from infoset_games.crossfire.stage import Stage
from infoset_games.crossfire.terrain import MOUNTAIN
from infoset_games.crossfire.units import ALIVE, MOTION, MOVED, ORDER, SIDE, SQUARE, WAIT
from infoset_games.crossfire.whereabouts import Whereabouts


@final
class Report:
    """A seat's knowledge of one round. Own units are listed by number, sets of squares are ints."""

    def __init__(self, past: "Report | None", number: int) -> None:
        """An empty report of round `number`, to be filled by `report_on` or from the wire."""
        self.past = past
        self.number = number
        self.squares: list[int] = []  # where each own unit is, or ended
        self.motions: list[int] = []  # its direction, or IDLE
        self.waits: list[int] = []  # rounds until it can shoot
        self.orders: list[int] = []  # its command of this round, or NO_ORDER
        self.alive = 0  # mask of own units
        self.moved = 0  # mask of own units that changed their square
        self.visible = 0  # the squares in view
        self.enemies: list[int] = []  # squares in view with an enemy, ascending
        self.fallen: list[int] = []  # squares in view where an enemy was destroyed, ascending
        self.light_across = 0  # squares in view lit along their row, but not by an own beam
        self.light_along = 0  # the same for columns
        self.is_shot_out = True  # False where a king fell before any laser
        self.enemy_asks = False  # must the enemy command somebody in the next round?
        self.reach: list[Whereabouts] | None = None  # kept by reach.py

    def __reduce__(self) -> tuple[object, ...]:
        return Report, (self.past, self.number), self.__getstate__()

    def facts(self) -> tuple[object, ...]:
        """What was learnt, as one comparable value, without the earlier reports."""
        return (
            self.number,
            tuple(self.squares),
            tuple(self.motions),
            tuple(self.waits),
            tuple(self.orders),
            self.alive,
            self.moved,
            tuple(self.enemies),
            tuple(self.fallen),
            self.light_across,
            self.light_along,
            self.enemy_asks,
        )

    def chain(self) -> "list[Report]":
        """All reports up to this one, the first first."""
        found: list[Report] = []
        report: Report | None = self
        while report is not None:
            found.append(report)
            report = report.past
        found.reverse()
        return found

    def died(self) -> int:
        """The mask of the own units destroyed in this round."""
        return 0 if self.past is None else self.past.alive & ~self.alive


def report_on(
    board: Board,
    seat: i64,
    earlier: Report | None,
    before: vec[i64],
    after: vec[i64],
    number: i64,
    ending: i64,
    asks: i64,
) -> Report:
    """What `seat` learns of the round that led from cells `before` to cells `after`."""
    report = Report(earlier, int(number))
    stage = board.stage_after(int(number))
    add_own(report, seat, after, board.units)
    report.visible = view(stage, after, SIDE * seat)
    add_enemies(report, 1 - seat, before, after)
    report.is_shot_out = not ending & BEFORE_LASERS
    if report.is_shot_out:
        add_light(report, stage, seat, after)
    report.enemy_asks = bool(asks >> (1 - seat) & 1)
    return report


def shows(
    report: Report,
    board: Board,
    seat: i64,
    before: vec[i64],
    after: vec[i64],
    ending: i64,
    asks: i64,
) -> bool:
    """Would `report_on` learn the same facts of these cells? It makes no report, and stops where it would not."""
    if report.enemy_asks != bool(asks >> (1 - seat) & 1):
        return False
    if not shows_own(report, seat, after, board.units):
        return False
    if not shows_enemies(report, 1 - seat, before, after):
        return False
    light = Report(None, report.number)
    light.visible = report.visible  # follows from the own units
    if not ending & BEFORE_LASERS:
        add_light(light, board.stage_after(report.number), seat, after)
    return light.light_across == report.light_across and light.light_along == report.light_along


def shows_own(report: Report, seat: i64, cells: vec[i64], units: int) -> bool:
    """Are the own units as the report has them?"""
    first = SIDE * seat
    for number in range(i64(units)):
        unit = first + number
        at = int(number)
        if (
            cells[SQUARE + unit] != report.squares[at]
            or cells[MOTION + unit] != report.motions[at]
            or cells[WAIT + unit] != report.waits[at]
            or cells[ORDER + unit] != report.orders[at]
            or cells[ALIVE + unit] != report.alive >> at & 1
            or cells[MOVED + unit] != report.moved >> at & 1
        ):
            return False
    return True


def shows_enemies(report: Report, enemy: i64, before: vec[i64], after: vec[i64]) -> bool:
    """Are the enemies in view where the report has them? No two end on one square."""
    first = SIDE * enemy
    standing: i64 = 0
    fallen: i64 = 0
    for unit in range(first, first + SIDE):
        square = int(after[SQUARE + unit])
        if before[ALIVE + unit] and report.visible >> square & 1:
            if after[ALIVE + unit]:
                standing += 1
                if square not in report.enemies:
                    return False
            else:
                fallen += 1
                if square not in report.fallen:
                    return False
    return standing == len(report.enemies) and fallen == len(report.fallen)


def add_own(report: Report, seat: i64, cells: vec[i64], units: int) -> None:
    first = SIDE * seat
    for number in range(i64(units)):
        unit = first + number
        report.squares.append(int(cells[SQUARE + unit]))
        report.motions.append(int(cells[MOTION + unit]))
        report.waits.append(int(cells[WAIT + unit]))
        report.orders.append(int(cells[ORDER + unit]))
        report.alive |= int(cells[ALIVE + unit]) << int(number)
        report.moved |= int(cells[MOVED + unit]) << int(number)


def view(stage: Stage, cells: vec[i64], first: i64) -> int:
    """The squares seen by the living units from `first` on."""
    seen = 0
    for unit in range(first, first + SIDE):
        if cells[ALIVE + unit]:
            seen |= stage.seen_from(int(cells[SQUARE + unit]))
    return seen


def add_enemies(report: Report, enemy: i64, before: vec[i64], after: vec[i64]) -> None:
    first = SIDE * enemy
    for unit in range(first, first + SIDE):
        square = int(after[SQUARE + unit])
        if before[ALIVE + unit] and report.visible >> square & 1:
            if after[ALIVE + unit]:
                report.enemies.append(square)
            else:
                report.fallen.append(square)
    report.enemies.sort()
    report.fallen.sort()


def add_light(report: Report, stage: Stage, seat: i64, cells: vec[i64]) -> None:
    enemy = 1 - seat
    if not has_fired(cells, enemy):
        return
    across = shots(stage, cells, enemy, across=True) & ~shots(stage, cells, seat, across=True)
    along = shots(stage, cells, enemy, across=False) & ~shots(stage, cells, seat, across=False)
    report.light_across = across & report.visible
    report.light_along = along & report.visible


def has_fired(cells: vec[i64], seat: i64) -> bool:
    """Has a unit of a seat been told to?"""
    first = SIDE * seat
    for unit in range(first, first + SIDE):
        if cells[ORDER + unit] >= FIRE:
            return True
    return False


def shots(stage: Stage, cells: vec[i64], seat: i64, across: bool) -> int:
    """The squares that a seat's shots of this round lit, along rows (`across`) or along columns."""
    first = SIDE * seat
    lit = 0
    for unit in range(first, first + SIDE):
        lit |= shot(stage, cells, unit, across)
    return lit


def shot(stage: Stage, cells: vec[i64], unit: i64, across: bool) -> int:
    """The squares that a unit's shot of this round lit along rows (`across`) or along columns.

    A unit that has fired and does not stand on Mountain lived to shoot.
    """
    order = int(cells[ORDER + unit])
    if order < FIRE or is_across(order) != across:
        return 0
    square = int(cells[SQUARE + unit])
    if stage.terrain[square] == MOUNTAIN:
        return 0
    return stage.beam(square, order - FIRE)


def is_across(order: int) -> bool:
    """Does this FIRE command shoot along a row?"""
    return order - FIRE == LEFT or order - FIRE == RIGHT
