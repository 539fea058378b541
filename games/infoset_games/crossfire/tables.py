"""How Crossfire is set up at a table: paces that grow with the number of units, and test rooms. Not compiled."""

from collections.abc import Mapping
from typing import Final

from infoset_games.clocks import Clock
from infoset_games.core import Json
from infoset_games.crossfire.game import Crossfire
from infoset_games.crossfire.levels import LEVELS
from infoset_games.game import Game
from infoset_games.tables import Pace, Practice, Tables

MIRROR: Final = "mirror"
SCRIPTED: Final = "scripted"  # the house bot that plays the enemy of a lesson

# Milliseconds for each unit of a seat: 20 s a round and 90 s for the setup on the standard board.
ROUND_MS: Final = 4_000
CASUAL_SETUP_MS: Final = 18_000
CLASSIC_SETUP_MS: Final = 12_000


class CrossfireTables(Tables):
    """`casual` forgives, `classic` does not (who is late once has lost), `bots` is for programs."""

    usual_practice = MIRROR

    def paces(self, game: Game) -> Mapping[str, Pace]:
        assert isinstance(game, Crossfire)
        return {
            "casual": Pace(
                per_round(game.units, CASUAL_SETUP_MS), max_timeouts=2, absent="forfeit"
            ),
            "classic": Pace(per_round(game.units, CLASSIC_SETUP_MS), "forfeit", absent="forfeit"),
            "bots": Pace(
                Clock("bank", main_ms=10_000, delay_ms=1_000, first_ms=9_000),
                max_timeouts=5,
                absent="forfeit",
            ),
        }

    def practices(self) -> Mapping[str, Practice]:
        lessons = {level.name: Practice(SCRIPTED, level.options()) for level in LEVELS}
        return {MIRROR: Practice(options={"mirror": True}), **lessons}

    def same_map(self, deal: Json) -> Mapping[str, Json]:
        return {"map": "\n".join(deal["map"])}


def per_round(units: int, setup_ms: int) -> Clock:
    """So long for every round, and for the setup, which is a seat's first decision, `setup_ms` a unit."""
    return Clock("per_move", move_ms=ROUND_MS * units, first_ms=(setup_ms - ROUND_MS) * units)
