"""Where actions point: the anchors that an action names, and where these lie. Draws nothing, counts nothing.

A distribution offers the places of a game in the group `infoset.places`:

    [project.entry-points."infoset.places"]
    hexes = "hexes_game.places:HexPlaces"

It names a class that is called without arguments and is a Places. Of a game without one the verb and the
number of an action are its place, `jump:7`.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Final

from infoset_games.core import Json, State
from infoset_games.game import Game

PLACE_GROUP: Final = "infoset.places"

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


class BrokenPlacesError(RuntimeError):
    """A plug-in is named but cannot be used; the message says why."""


def places_of(game: str, plugins: Iterable[EntryPoint] | None = None) -> Places:
    """The places of a game. Raises BrokenPlacesError where its plug-in is broken."""
    found = _installed() if plugins is None else tuple(plugins)
    plugin = next((one for one in found if one.name == game), None)
    if plugin is None:
        return Places()
    try:
        made = plugin.load()()
    except Exception as error:
        raise BrokenPlacesError(
            f"{game} ({plugin.value}): {type(error).__name__}: {error}"
        ) from error
    if not isinstance(made, Places):
        raise BrokenPlacesError(f"{game} ({plugin.value}): expected Places, got {made!r}")
    return made


@cache
def _installed() -> tuple[EntryPoint, ...]:
    return tuple(entry_points(group=PLACE_GROUP))
