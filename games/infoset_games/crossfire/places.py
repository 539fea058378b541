"""Where commands of Crossfire point: the square next to the unit, the way it moves or fires."""

from collections.abc import Mapping, Sequence

from infoset_games.core import Json, State
from infoset_games.crossfire.geometry import DIRECTION_NAMES, OUTSIDE
from infoset_games.crossfire.state import CrossfireState
from infoset_games.crossfire.units import SIDE, SQUARE
from infoset_games.game import Game
from infoset_games.places import Places, Spot


class SquarePlaces(Places):
    """See `Places`. A command against the edge of the board points nowhere."""

    def pointed(self, state: State, seat: int, action: Sequence[Json]) -> list[str]:
        assert isinstance(state, CrossfireState)
        now = state.now
        if now is None:
            return []
        geometry = state.deal.board.geometry
        found = []
        for number, _, direction in action[1:]:
            square = int(now.cells[SQUARE + SIDE * seat + number])
            target = geometry.neighbour(square, DIRECTION_NAMES.index(direction))
            if target != OUTSIDE:
                found.append(f"cell:{target // geometry.size},{target % geometry.size}")
        return found

    def spots(self, game: Game) -> Mapping[str, Spot]:
        size = int(game.consts()["size"])
        return {
            f"cell:{row},{column}": (float(column), float(row))
            for row in range(size)
            for column in range(size)
        }
