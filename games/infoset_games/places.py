"""Where actions point: the anchors that an action names, and where these lie.

The descriptor of a game (descriptor.py) names them in the field `places`, for instance `"hexes_game.places:HexPlaces"`:
a class that is called without arguments and is a Places. Of a game without one the verb and the number of an action are its place, `jump:7`.
"""

from collections.abc import Mapping, Sequence

from infoset_games.core import Json, State
from infoset_games.descriptor import Descriptor, make_part
from infoset_games.game import Game

Spot = tuple[float, float]  # to the right and down, in any unit


class Places:
    """The places of one game; as they stand, those of a game without any."""

    def pointed(self, state: State, seat: int, action: Sequence[Json]) -> list[str]:
        """The anchors (`infoset_games.anchors`) that a written action of `seat` points at in `state`.

        Is told the whole position, so what it says is for whoever may see all, after the match.
        """
        match action:
            case [str(verb), int(number)]:
                return [f"{verb}:{number}"]
            case _:
                return []

    def spots(self, game: Game) -> Mapping[str, Spot]:
        """Where anchors lie. Those without a spot are counted, and drawn in a row."""
        return {}


def places_of(game: str, descriptor: Descriptor | None = None) -> Places:
    """The places of a game; `descriptor` None takes the installed one. Raises BrokenPartError."""
    return make_part(game, "places", Places, Places, descriptor)
