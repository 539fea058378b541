"""How a game is set up at a table: its usual paces, its test rooms, the same map once more.

The descriptor of a game (descriptor.py) names its customs in the field `tables`, for instance
`"hexes_game.tables:HexTables"`: a class that is called without arguments and is a Tables. A game without one has no paces of its own, no test rooms but those that every game has, and another deal for every match.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from infoset_games.clocks import Clock
from infoset_games.core import Json
from infoset_games.descriptor import Descriptor, make_part
from infoset_games.game import Game
from infoset_games.terms import OnAbsence, OnTimeout


@dataclass(frozen=True)
class Pace:
    """A time control with what belongs to it; the fields are those of `terms.Terms`."""

    clock: Clock
    on_timeout: OnTimeout = "fallback"
    max_timeouts: int = 3
    absent: OnAbsence = "takeover"


@dataclass(frozen=True)
class Practice:
    """A test room: what one person needs to try something out alone, at once and without a clock.

    `options` are those of the game; they outweigh what the room asks for. `bot` is the house bot on
    all seats but the first; with "" they stay open.
    """

    bot: str = ""
    options: Mapping[str, Json] | None = None


class Tables:
    """The customs of one game; as they stand, those of a game without any."""

    usual_practice = "random"  # what a test room is that does not say

    def paces(self, game: Game) -> Mapping[str, Pace]:
        """The usual paces by name, under the options of `game`."""
        return {}

    def practices(self) -> Mapping[str, Practice]:
        """The test rooms by name."""
        return {}

    def same_map(self, deal: Json) -> Mapping[str, Json]:
        """Options under which all that `deal` shows to everybody is dealt again, for a match with changed seats."""
        return {}


def tables_of(game: str, descriptor: Descriptor | None = None) -> Tables:
    """The customs of a game; `descriptor` None takes the installed one. Raises BrokenPartError."""
    return make_part(game, "tables", Tables, Tables, descriptor)
