"""Crossfire by rules of thumb: a seat that plans for the shrinking board and shoots at what it sees. Compiled.

It looks at its own units and at the enemies in their view, nothing else, and remembers nothing.
First every idle unit gets the MOVE whose outcome is best; then the charged ones fire instead where an
enemy in view is likely to be hit and no own unit is in the beam.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from infoset_games.core import State
from infoset_games.crossfire.board import Board
from infoset_games.crossfire.commands import FIRE, idle_units, join_orders
from infoset_games.crossfire.geometry import DIRECTIONS, OUTSIDE
from infoset_games.crossfire.observation import ORDERS
from infoset_games.crossfire.report import view
from infoset_games.crossfire.setups import setup_space
from infoset_games.crossfire.stage import Stage
from infoset_games.crossfire.state import CrossfireState
from infoset_games.crossfire.survival import Survival
from infoset_games.crossfire.units import ALIVE, IDLE, KING, MOTION, SIDE, SQUARE, WAIT
from infoset_games.policies import Policy
from infoset_games.rng import Rng

DOOMED: Final = -10_000  # a state from which nobody survives
CROWDED: Final = -200  # an own unit wants to go there too
IN_SIGHT: Final = -12  # in the firing line of an enemy in view
KING_IN_SIGHT: Final = -40
INWARDS: Final = 4  # for each ring
NOISE: Final = 7  # so that it cannot be foreseen
LEAST_HITS: Final = 30  # percent: expected hits that are worth a shot


@final
class Plan:
    """What a seat knows and has decided so far in one round. Sets of squares are ints."""

    def __init__(self, state: CrossfireState, cells: vec[i64], seat: i64) -> None:
        board = state.deal.board
        number = state.round()
        self.board: Board = board
        self.cells = cells
        self.first: i64 = SIDE * seat
        self.number = number
        self.before: Stage = board.stage_in(number)
        self.after: Stage = board.stage_after(number)
        self.survival: Survival = board.survival()
        self.enemies: list[int] = enemies_in_view(board.stage_after(number - 1), cells, seat)
        self.threats = 0  # squares in the firing line of an enemy in view
        for square in self.enemies:
            for direction in range(DIRECTIONS):
                self.threats |= self.after.beam(square, direction)
        self.planned = 0  # where own units will be, as far as decided
        for unit in range(self.first, self.first + SIDE):
            if cells[ALIVE + unit] and cells[MOTION + unit] != IDLE:
                self.planned |= 1 << self.step(int(cells[SQUARE + unit]), int(cells[MOTION + unit]))

    def step(self, square: int, direction: int) -> int:
        """Where a free step leads; an obstacle leaves the unit where it is."""
        target = int(self.before.step(square, direction))
        return square if target == OUTSIDE else target

    def worth_of_move(self, unit: i64, direction: int) -> int:
        """How good it is to send a unit this way."""
        square = int(self.cells[SQUARE + unit])
        target = self.step(square, direction)
        motion = IDLE
        if target != square and self.after.slides(target, direction):
            motion = direction
        return self.worth_of_state(unit, target, motion)

    def worth_of_state(self, unit: i64, square: int, motion: int) -> int:
        """How good it is for a unit to be in this state after the round."""
        worth = INWARDS * int(self.board.geometry.ring(square))
        if not self.survival.is_safe(square, motion, self.number):
            worth += DOOMED
        if self.planned >> square & 1:
            worth += CROWDED
        if self.threats >> square & 1:
            worth += KING_IN_SIGHT if self.cells[KING + unit] else IN_SIGHT
        return worth

    def best_move(self, unit: i64, rng: Rng) -> int:
        """The best MOVE for a unit; what it is planned to do is noted."""
        best = 0
        most = 0
        for direction in range(DIRECTIONS):
            worth = self.worth_of_move(unit, direction) + int(rng.below(NOISE))
            if direction == 0 or worth > most:
                best, most = direction, worth
        self.planned |= 1 << self.step(int(self.cells[SQUARE + unit]), best)
        return best

    def best_shot(self, unit: i64, move: int) -> int:
        """The FIRE that is better than the move already planned, or that move."""
        square = int(self.cells[SQUARE + unit])
        if not self.survival.is_safe(square, IDLE, self.number):
            return move
        others = self.planned & ~(1 << self.step(square, move))
        best = move
        most = LEAST_HITS - 1
        for direction in range(DIRECTIONS):
            beam = self.after.beam(square, direction)
            if beam & others:
                continue
            hits = 0
            for enemy in self.enemies:
                hits += self.chance_to_hit(enemy, beam)
            if hits > most:
                best, most = FIRE + direction, hits
        return best

    def chance_to_hit(self, enemy: int, beam: int) -> int:
        """In how many of 100 cases an enemy that is here now is on the beam after moving anywhere."""
        on_beam = 0
        for direction in range(DIRECTIONS):
            on_beam += beam >> self.step(enemy, direction) & 1
        return 25 * on_beam


@final
class Survivor(Policy):
    """The heuristic player."""

    def choose(self, state: State, seat: i64, rng: Rng) -> int:
        assert isinstance(state, CrossfireState)
        now = state.now
        if now is None or state.phase() != ORDERS:
            return int(setup_space(state.deal.board.units).draw(rng))
        plan = Plan(state, now.cells, seat)
        idle = idle_units(now.cells, seat)
        orders = [plan.best_move(plan.first + number, rng) for number in idle]
        for at, number in enumerate(idle):
            if now.cells[WAIT + plan.first + number] == 0 and plan.enemies:
                orders[at] = plan.best_shot(plan.first + number, orders[at])
        return join_orders(now.cells, seat, orders)


def enemies_in_view(stage: Stage, cells: vec[i64], seat: i64) -> list[int]:
    """The squares of the enemies that a seat sees."""
    visible = view(stage, cells, SIDE * seat)
    first: i64 = SIDE * (1 - seat)
    return [
        int(cells[SQUARE + unit])
        for unit in range(first, first + SIDE)
        if cells[ALIVE + unit] and visible >> int(cells[SQUARE + unit]) & 1
    ]


def heuristic() -> Policy:
    """The best policy of the game."""
    return Survivor()
