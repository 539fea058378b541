"""What one report of a seat says about enemy movement in that round, beyond what it shows. Compiled."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from infoset_games.crossfire.board import Board
from infoset_games.crossfire.collisions import blocked_movers
from infoset_games.crossfire.commands import FIRE
from infoset_games.crossfire.geometry import DIRECTIONS, LEFT, OPPOSITE, OUTSIDE, RIGHT
from infoset_games.crossfire.report import Report, is_across
from infoset_games.crossfire.stage import Stage
from infoset_games.crossfire.terrain import MOUNTAIN
from infoset_games.crossfire.units import ALIVE, IDLE, NO_ORDER, SQUARE, UNITS, no_units


@final
class Clues:
    """Facts about one round, as sets of squares."""

    def __init__(self, board: Board, report: Report) -> None:
        """`report` has an earlier one: round 0 gives no clues."""
        assert report.past is not None
        self.report = report
        self.before: Stage = board.stage_in(report.number)
        self.after: Stage = board.stage_after(report.number)
        self.taken = 0  # held by own units after the movement
        self.still = 0  # held by own units that did not move
        self.contested = 0  # aimed at by own units that were blocked: no enemy got there either
        self.barred = [
            0
        ] * DIRECTIONS  # by direction: leaving here would change places with an own unit
        self.beams_across = 0  # own beams along rows
        self.beams_along = 0  # own beams along columns
        self.shot_dead = 0  # where own units died by a beam that was not an own one
        self.bumps: list[tuple[int, int]] = []  # blocked by an enemy: own square, square aimed at
        self._read_own(board, report, report.past)
        self.held: list[int] = []  # by direction: own units or obstacles stop whoever leaves here
        self.telling: list[
            int
        ] = []  # by direction: a shot from here would have been seen, but was not
        self.quiet = 0  # a shot from here in some direction shows nothing new
        for direction in range(DIRECTIONS):
            self.held.append(self._held(direction))
            self.telling.append(self._telling(direction))
            self.quiet |= self.after.passable & ~self.telling[direction]

    def is_unseen(self, square: int, order: int) -> bool:
        """Would an enemy's FIRE from here have lit nothing in view but what was seen lit?"""
        return not self.telling[order - FIRE] >> square & 1

    def _held(self, direction: int) -> int:
        stopped = self.before.geometry.shifted(self.still | self.contested, OPPOSITE[direction])
        return stopped | self.before.passable & ~self.before.leaving[direction]

    def _telling(self, direction: int) -> int:
        after, report = self.after, self.report
        if not report.is_shot_out:
            return 0
        lit = report.light_along | self.beams_along
        if direction == LEFT or direction == RIGHT:
            lit = report.light_across | self.beams_across
        shifted, back = after.geometry.shifted, OPPOSITE[direction]
        telling = 0
        spread = shifted(report.visible & ~lit & after.transmitting, back)
        while spread & ~telling:
            telling |= spread
            spread = shifted(telling & after.transmitting, back)
        return telling

    def beams(self) -> int:
        """Own beams of both kinds."""
        return self.beams_across | self.beams_along

    def _read_own(self, board: Board, report: Report, past: Report) -> None:
        cells = no_units()
        targets = vec[i64]([-1] * UNITS)
        for number in range(board.units):
            if not past.alive >> number & 1:
                continue
            start = past.squares[number]
            self.taken |= 1 << report.squares[number]
            cells[ALIVE + number] = 1
            cells[SQUARE + number] = start
            direction = direction_of(report, past, number)
            if report.moved >> number & 1:
                targets[number] = report.squares[number]
                self.barred[OPPOSITE[direction]] |= 1 << report.squares[number]
                continue
            self.still |= 1 << start
            if direction != IDLE:
                target = int(self.before.step(start, direction))
                if target != OUTSIDE:
                    targets[number] = target
                    self.contested |= 1 << target
        if report.is_shot_out:
            self._read_shots(report, past)
        self._read_bumps(board, report, past, cells, targets)

    def _read_shots(self, report: Report, past: Report) -> None:
        for number in range(len(report.squares)):
            order, square = report.orders[number], report.squares[number]
            if order >= FIRE and self.after.terrain[square] != MOUNTAIN:
                beam = self.after.beam(square, order - FIRE)
                if is_across(order):
                    self.beams_across |= beam
                else:
                    self.beams_along |= beam
        died = report.died()
        for number, square in enumerate(report.squares):
            if died >> number & 1 and self.after.terrain[square] != MOUNTAIN:
                self.shot_dead |= 1 << square
        self.shot_dead &= ~self.beams()

    def _read_bumps(
        self,
        board: Board,
        report: Report,
        past: Report,
        cells: vec[i64],
        targets: vec[i64],
    ) -> None:
        """Finds the blocked movers that no own unit explains."""
        explained = blocked_movers(cells, targets, board.blank)
        for number in range(board.units):
            target = int(targets[number])
            if target < 0 or report.moved >> number & 1 or explained >> number & 1:
                continue
            if not self.still >> target & 1:
                self.bumps.append((past.squares[number], target))


def direction_of(report: Report, past: Report, number: int) -> int:
    """Where a living own unit wanted to go in this round, or IDLE."""
    order = report.orders[number]
    if order == NO_ORDER:
        return past.motions[number]
    return order if order < FIRE else IDLE
