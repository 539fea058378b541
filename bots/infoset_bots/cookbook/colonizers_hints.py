"""Rules of thumb for Colonizers: how good an action looks."""

from typing import Any, Final

import infoset
from infoset_games.colonizers.cards import VALUE

ENOUGH_CARDS: Final = 1


def score(turn: infoset.Turn, action: list[Any], slot: str) -> float:
    """How good an action looks."""
    match action:
        case ["keep" | "build", module]:
            return 1.0 + float(VALUE[module])
        case ["draw"]:
            return 1.0 if len(turn.observation.hand) < ENOUGH_CARDS else 0.0
        case ["omnium"]:
            return 0.5
        case _:
            return 0.0
