"""An eye for positions of Crossfire: which units will live."""

from typing import Final

from infoset_games.core import State
from infoset_games.crossfire.geometry import DIRECTIONS
from infoset_games.crossfire.state import CrossfireState
from infoset_games.crossfire.units import ALIVE, IDLE, KING, MOTION, SIDE, SQUARE, WAIT
from infoset_games.evaluation import Evaluation

END: Final = 100.0  # more than any number of units
WORTH_OF_KING: Final = 3.0  # in units
AIMED_AT: Final = 0.7  # what is left of a unit's worth in the firing line of a charged enemy
FLOODED: Final = 0.1  # and where no way leads to the last squares


class SafeUnits(Evaluation):
    """The living units, less for those in danger; a finished play counts as its result says."""

    def value(self, state: State, seat: int) -> float:
        result = state.result()
        if result is not None:
            return END * float(result.returns[seat])
        assert isinstance(state, CrossfireState)
        if state.now is None:
            return 0.0
        aimed_at = firing_lines(state, 1 - seat)
        first = SIDE * seat
        return sum(worth(state, unit, aimed_at) for unit in range(first, first + SIDE))


def worth(state: CrossfireState, unit: int, aimed_at: int) -> float:
    """What a unit is worth; `aimed_at` is a set of squares, as a number."""
    assert state.now is not None
    cells = state.now.cells
    if not cells[ALIVE + unit]:
        return 0.0
    square, motion = int(cells[SQUARE + unit]), int(cells[MOTION + unit])
    whole = WORTH_OF_KING if cells[KING + unit] else 1.0
    if not state.deal.board.survival().is_safe(square, motion, int(state.now.number)):
        return FLOODED * whole
    return AIMED_AT * whole if aimed_at >> square & 1 else whole


def firing_lines(state: CrossfireState, seat: int) -> int:
    """The set of squares that a seat could light in the next round if its units stayed."""
    assert state.now is not None
    cells, stage = state.now.cells, state.deal.board.stage_in(state.round())
    lit = 0
    for unit in range(SIDE * seat, SIDE * seat + SIDE):
        if cells[ALIVE + unit] and cells[WAIT + unit] == 0 and cells[MOTION + unit] == IDLE:
            for direction in range(DIRECTIONS):
                lit |= stage.beam(int(cells[SQUARE + unit]), direction)
    return lit
