"""Crossfire by rules of thumb: a seat that plans for the shrinking board and shoots at what it sees. Compiled.

It looks at its own units and at the enemies in their view, nothing else, and remembers nothing.
First every idle unit gets the MOVE whose outcome is best; then the charged ones fire instead where an
enemy in view is likely to be hit and no own unit is in the beam.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from infoset_games.core import State
from infoset_games.crossfire.board import Board
from infoset_games.crossfire.commands import FIRE, choices_of, join_commands
from infoset_games.crossfire.geometry import DIRECTIONS, OUTSIDE, Geometry
from infoset_games.crossfire.setups import setup_space
from infoset_games.crossfire.stage import Stage
from infoset_games.crossfire.state import CrossfireState
from infoset_games.crossfire.survival import Survival
from infoset_games.crossfire.units import ALIVE, IDLE, KING, MOTION, SIDE, SQUARE
from infoset_games.policies import Policy
from infoset_games.rng import Rng

DOOMED: Final = -10_000  # a state from which nobody survives
CROWDED: Final = -200  # an own unit wants to go there too
IN_SIGHT: Final = -12  # in the firing line of an enemy in view
KING_IN_SIGHT: Final = -40
INWARDS: Final = 4  # for each ring
NOISE: Final = 7  # so that it cannot be foreseen
LEAST_HITS: Final = 30  # percent: expected hits that are worth a shot
HIT_CHANCE: Final = 25  # percent: of an enemy in view that it goes to one of its four sides

# Marks of a square.
PLANNED: Final = 1  # an own unit will be there, as far as decided
THREATENED: Final = 2  # in the firing line of an enemy in view


@final
class Plan:
    """What a seat knows and has decided so far in one round. By square there are marks."""

    def __init__(self, state: CrossfireState, cells: vec[i64], seat: i64, number: i64) -> None:
        """`number` is that of the round to be commanded."""
        board = state.deal.board
        self.board: Board = board
        self.geometry: Geometry = board.geometry
        self.cells = cells
        self.first: i64 = SIDE * seat
        self.number: i64 = number
        self.before: Stage = board.stage_in(int(number))
        self.after: Stage = board.stage_after(int(number))
        self.survival: Survival = board.survival()
        self.marks: vec[u8] = board.blank[:]
        for unit in range(self.first, self.first + SIDE):
            if cells[ALIVE + unit] and cells[MOTION + unit] != IDLE:
                self.mark(self.target(cells[SQUARE + unit], cells[MOTION + unit]), PLANNED)
        self.enemies: i64 = enemies_in_view(board.stage_after(int(number) - 1), cells, seat)
        self.chances = board.blank  # by square: how many sides of enemies in view it is
        if self.enemies:
            self.chances = board.blank[:]
            for enemy in range(SIDE - self.first, SIDE - self.first + SIDE):
                if self.enemies >> enemy & 1:
                    self.fear(cells[SQUARE + enemy])

    def mark(self, square: i64, mark: i64) -> None:
        self.marks[square] = u8(i64(self.marks[square]) | mark)

    def fear(self, enemy: i64) -> None:
        """Marks the firing lines of an enemy on this square, and counts where it may go."""
        for direction in range(i64(DIRECTIONS)):
            lit = self.after.lit(enemy, direction)
            while lit != OUTSIDE:
                self.mark(lit, THREATENED)
                lit = self.after.lit(lit, direction)
            self.chances[self.target(enemy, direction)] += 1

    def target(self, square: i64, direction: i64) -> i64:
        """Where a free step leads; an obstacle leaves the unit where it is."""
        target = self.before.step(square, direction)
        return square if target == OUTSIDE else target

    def worth_of_move(self, unit: i64, direction: i64) -> i64:
        """How good it is to send a unit this way."""
        square = self.cells[SQUARE + unit]
        target = self.target(square, direction)
        motion: i64 = IDLE
        if target != square and self.after.slides(target, direction):
            motion = direction
        return self.worth_of_state(unit, target, motion)

    def worth_of_state(self, unit: i64, square: i64, motion: i64) -> i64:
        """How good it is for a unit to be in this state after the round."""
        worth = INWARDS * self.geometry.rings[square]
        if not self.survival.is_safe(square, motion, self.number):
            worth += DOOMED
        marks = i64(self.marks[square])
        if marks & PLANNED:
            worth += CROWDED
        if marks & THREATENED:
            worth += KING_IN_SIGHT if self.cells[KING + unit] else IN_SIGHT
        return worth

    def best_move(self, unit: i64, rng: Rng) -> i64:
        """The best MOVE for a unit; what it is planned to do is noted."""
        best: i64 = 0
        most: i64 = 0
        for direction in range(i64(DIRECTIONS)):
            worth = self.worth_of_move(unit, direction) + rng.below(NOISE)
            if direction == 0 or worth > most:
                best, most = direction, worth
        self.mark(self.target(self.cells[SQUARE + unit], best), PLANNED)
        return best

    def best_shot(self, unit: i64, move: i64) -> i64:
        """The FIRE that is better than the move already planned, or that move."""
        square = self.cells[SQUARE + unit]
        if not self.survival.is_safe(square, IDLE, self.number):
            return move
        own = self.target(square, move)
        best = move
        most: i64 = LEAST_HITS - 1
        for direction in range(i64(DIRECTIONS)):
            hits = self.hits(square, direction, own)
            if hits > most:
                best, most = FIRE + direction, hits
        return best

    def hits(self, square: i64, direction: i64, own: i64) -> i64:
        """Percent: the hits to be expected of a shot, if enemies in view go anywhere. -1 where it hits an own unit.

        `own` is where the shooter was planned to be.
        """
        hits: i64 = 0
        lit = self.after.lit(square, direction)
        while lit != OUTSIDE:
            if i64(self.marks[lit]) & PLANNED and lit != own:
                return -1
            hits += HIT_CHANCE * i64(self.chances[lit])
            lit = self.after.lit(lit, direction)
        return hits


@final
class Survivor(Policy):
    """The heuristic player."""

    def choose(self, state: State, seat: i64, rng: Rng) -> int:
        assert isinstance(state, CrossfireState)
        now = state.now
        if now is None or now.ending:
            return int(setup_space(state.deal.board.units).draw(rng))
        cells = now.cells
        plan = Plan(state, cells, seat, now.number + 1)
        commands = vec[i64]([0] * SIDE)
        for number in range(i64(SIDE)):
            if choices_of(cells, plan.first + number):
                commands[number] = plan.best_move(plan.first + number, rng)
        if plan.enemies:
            for number in range(i64(SIDE)):
                if choices_of(cells, plan.first + number) > FIRE:
                    unit = plan.first + number
                    commands[number] = plan.best_shot(unit, commands[number])
        return int(join_commands(cells, seat, commands))


def enemies_in_view(stage: Stage, cells: vec[i64], seat: i64) -> i64:
    """The mask of the enemy units that a seat sees."""
    seen: i64 = 0
    first: i64 = SIDE * seat
    for enemy in range(SIDE - first, SIDE - first + SIDE):
        if cells[ALIVE + enemy]:
            square = cells[SQUARE + enemy]
            sight = stage.sight(square)
            for unit in range(first, first + SIDE):
                if (
                    cells[ALIVE + unit]
                    and stage.geometry.distance(square, cells[SQUARE + unit]) <= sight
                ):
                    seen |= 1 << enemy
                    break
    return seen


def heuristic() -> Policy:
    """The best policy of the game."""
    return Survivor()
