"""What one report of a seat says about enemy movement in that round, beyond what it shows. Compiled."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from infoset_games.crossfire.bitboards import holds, no_sets, put, step_set, write_set
from infoset_games.crossfire.board import Board
from infoset_games.crossfire.collisions import blocked_movers
from infoset_games.crossfire.commands import FIRE
from infoset_games.crossfire.geometry import (
    DIRECTIONS,
    LEFT,
    OPPOSITE,
    OUTSIDE,
    RIGHT,
    Geometry,
    opposite,
)
from infoset_games.crossfire.report import Report, is_across
from infoset_games.crossfire.stage import CLEAR, FREE, LEAVING, Stage
from infoset_games.crossfire.terrain import MOUNTAIN
from infoset_games.crossfire.traffic import (
    BARRED,
    FULL,
    HELD,
    QUIET,
    SHUT,
    STAYS,
    TRAFFIC_SETS,
    Traffic,
)
from infoset_games.crossfire.units import ALIVE, IDLE, NO_ORDER, SQUARE, UNITS, no_units

# The sets of Clues in words (bitboards.py); that with a direction by it.
TAKEN: Final = 0  # held by own units after the movement
STILL: Final = 1  # held by own units that did not move
CONTESTED: Final = 2  # aimed at by own units that were blocked: no enemy got there either
VISIBLE: Final = 3
OPEN: Final = 4  # where an enemy may have ended
SAFE: Final = 5  # passable in the end, and lit by no own beam
ACROSS: Final = 6  # lit by own beams along rows
ALONG: Final = 7  # and along columns
TELLING: Final = 8  # a shot from here would have been seen, but was not
CLUE_SETS: Final = 12


@final
class Clues:
    """Facts about one round, as sets of squares, and the `traffic` for enemies of whom nothing else is known."""

    def __init__(self, board: Board, report: Report, least_recharge: int) -> None:
        """`report` has an earlier one: round 0 gives no clues. `least_recharge` is the least number in the game."""
        assert report.past is not None
        self.report = report
        self.geometry: Geometry = board.geometry
        self.before: Stage = board.stage_in(report.number)
        self.after: Stage = board.stage_after(report.number)
        self.sets: vec[i64] = no_sets(self.geometry, CLUE_SETS)
        self.traffic = Traffic(
            self.geometry,
            self.before.ground(),
            self.after.ground(),
            no_sets(self.geometry, TRAFFIC_SETS),
        )
        self.shot_dead = 0  # where own units died by a beam that was not an own one
        self.bumps: list[tuple[int, int]] = []  # blocked by an enemy: own square, square aimed at
        self._read_own(board, report, report.past)
        self._read_view(report)
        # An enemy unit that is charged can have fired instead of moving.
        self._fill_traffic(report.number > least_recharge)

    def has(self, kind: i64, square: i64) -> bool:
        """Is a square in this set?"""
        return holds(self.geometry, self.sets, kind * self.geometry.words, square)

    def is_unseen(self, square: i64, order: i64) -> bool:
        """Would an enemy's FIRE from here have lit nothing in view but what was seen lit?"""
        return not self.has(TELLING + order - FIRE, square)

    def _add(self, kind: i64, square: i64) -> None:
        put(self.geometry, self.sets, kind * self.geometry.words, square)

    def _read_own(self, board: Board, report: Report, past: Report) -> None:
        cells = no_units()
        targets = vec[i64]([-1] * UNITS)
        for number in range(board.units):
            if not past.alive >> number & 1:
                continue
            start = past.squares[number]
            self._add(TAKEN, report.squares[number])
            cells[ALIVE + number] = 1
            cells[SQUARE + number] = start
            direction = direction_of(report, past, number)
            if report.moved >> number & 1:
                targets[number] = report.squares[number]
                self.traffic.add(BARRED + OPPOSITE[direction], report.squares[number])
                continue
            self._add(STILL, start)
            if direction != IDLE:
                target = int(self.before.step(start, direction))
                if target != OUTSIDE:
                    targets[number] = target
                    self._add(CONTESTED, target)
        if report.is_shot_out:
            self._read_shots(report)
        self._read_bumps(board, report, past, cells, targets)

    def _read_shots(self, report: Report) -> None:
        for number in range(len(report.squares)):
            order, square = report.orders[number], report.squares[number]
            if order >= FIRE and self.after.terrain[square] != MOUNTAIN:
                self._light(square, order)
        died = report.died()
        for number, square in enumerate(report.squares):
            is_shot = died >> number & 1 and self.after.terrain[square] != MOUNTAIN
            if is_shot and not self.has(ACROSS, square) and not self.has(ALONG, square):
                self.shot_dead |= 1 << square

    def _light(self, square: i64, order: i64) -> None:
        """Notes the beam of an own shot."""
        kind: i64 = ACROSS if is_across(int(order)) else ALONG
        lit = self.after.lit(square, order - FIRE)
        while lit != OUTSIDE:
            self._add(kind, lit)
            lit = self.after.lit(lit, order - FIRE)

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
            if not self.has(STILL, target):
                self.bumps.append((past.squares[number], target))

    def _read_view(self, report: Report) -> None:
        """Where an enemy may be after the movement, and after the shots."""
        geometry, words = self.geometry, self.geometry.words
        sets, ground = self.sets, self.after.ground()
        write_set(geometry, sets, VISIBLE * words, report.visible)
        for square in report.enemies:
            self._add(OPEN, square)
        for square in report.fallen:
            self._add(OPEN, square)
        for word in range(words):
            unseen = geometry.board[word] & ~sets[VISIBLE * words + word]
            sets[OPEN * words + word] |= unseen
            sets[OPEN * words + word] &= ~sets[TAKEN * words + word]
            beams = sets[ACROSS * words + word] | sets[ALONG * words + word]
            sets[SAFE * words + word] = ground[FREE * words + word] & ~beams
        if report.is_shot_out:
            for direction in range(i64(DIRECTIONS)):
                self._find_telling(report, direction)

    def _find_telling(self, report: Report, direction: i64) -> None:
        """From where a shot would have lit a square in view that was seen dark."""
        geometry, words = self.geometry, self.geometry.words
        sets, ground = self.sets, self.after.ground()
        telling = (TELLING + direction) * words
        own: i64 = ALONG
        seen = report.light_along
        if direction == LEFT or direction == RIGHT:
            own, seen = ACROSS, report.light_across
        lit = no_sets(geometry, 1)
        write_set(geometry, lit, 0, seen)
        front = no_sets(geometry, 1)
        for word in range(words):
            dark = ~(lit[word] | sets[own * words + word]) & ground[CLEAR * words + word]
            front[word] = sets[VISIBLE * words + word] & dark
        grows = True
        while grows:
            grows = False
            step_set(geometry, front, 0, opposite(direction))
            for word in range(words):
                found = front[word] & ~sets[telling + word]
                sets[telling + word] |= found
                front[word] = found & ground[CLEAR * words + word]
                if found:
                    grows = True

    def _fill_traffic(self, loaded: bool) -> None:
        geometry, words = self.geometry, self.geometry.words
        sets, ours = self.sets, self.traffic.sets
        before, after = self.before.ground(), self.after.ground()
        for word in range(words):
            ours[FULL * words + word] = sets[TAKEN * words + word]
            ours[SHUT * words + word] = sets[TAKEN * words + word] | sets[CONTESTED * words + word]
        for direction in range(i64(DIRECTIONS)):
            held = (HELD + direction) * words
            leaving = (LEAVING + direction) * words
            telling = (TELLING + direction) * words
            for word in range(words):
                ours[held + word] = sets[STILL * words + word] | sets[CONTESTED * words + word]
            step_set(geometry, ours, held, opposite(direction))
            for word in range(words):
                ours[held + word] |= before[FREE * words + word] & ~before[leaving + word]
                ours[STAYS * words + word] |= ours[held + word]
                if loaded:
                    quiet = after[FREE * words + word] & ~sets[telling + word]
                    ours[QUIET * words + word] |= quiet
                    ours[STAYS * words + word] |= quiet


def direction_of(report: Report, past: Report, number: int) -> int:
    """Where a living own unit wanted to go in this round, or IDLE."""
    order = report.orders[number]
    if order == NO_ORDER:
        return past.motions[number]
    return order if order < FIRE else IDLE
