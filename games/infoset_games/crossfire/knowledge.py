"""What a seat may conclude in Crossfire: where enemies are. Estimated in worlds, but for what is certain.

Worlds are not equally frequent there (determinize.py): plays of the enemy that need few coincidences come more often.
"""

from collections.abc import Mapping
from typing import Any, Final

from infoset_games.core import State
from infoset_games.crossfire.observation import FINISHED, SETUP
from infoset_games.crossfire.state import own
from infoset_games.crossfire.units import ALIVE, SIDE, SQUARE
from infoset_games.game import Game
from infoset_games.knowledge import Held, Knowledge, What

ENEMY: Final = "enemy"  # on a square


class SquareKnowledge(Knowledge):
    """Knowledge of Crossfire."""

    needs_worlds = True

    def held(self, game: Game, view: Any, world: State) -> Held:
        """The squares of living enemies."""
        if view.phase_code in (SETUP, FINISHED):
            return {}
        now = own(world).now
        assert now is not None, "units have been placed"
        cells = now.cells
        first = SIDE * (1 - view.seat)
        squares: dict[What, int] = {}
        for unit in range(first, first + SIDE):
            if cells[ALIVE + unit]:
                what = (ENEMY, int(cells[SQUARE + unit]))
                squares[what] = squares.get(what, 0) + 1
        return {1 - view.seat: squares}

    def sure(self, game: Game, view: Any) -> Mapping[int, frozenset[What]]:
        """Enemies in view; before the first round all of them, as everybody knows where they begin."""
        if view.last is None or view.phase_code == FINISHED:
            return {}
        squares = set(view.last.enemies)
        if view.last.past is None:
            squares.update(view.board.spawns(1 - view.seat))
        return {1 - view.seat: frozenset((ENEMY, square) for square in squares)}
