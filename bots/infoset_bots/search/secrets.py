"""What a game hides, by name: of its `Knowledge`, or of the others' observations."""

from collections.abc import Iterator
from typing import Any, Final

from infoset_games.core import Json, State
from infoset_games.game import Game
from infoset_games.knowledge import Held, Knowledge, has_knowledge, knowledge_of

LEAF: Final = "seen"  # the kind of what a game without a Knowledge hides


class Leaves(Knowledge):
    """What a game without a Knowledge of its own hides: whatever the others' observations say at their places."""

    def held(self, game: Game, view: Any, world: State) -> Held:
        """By seat, the one that looks included, each place of its observation with what stands there.

        Of the one that looks that is the same in all worlds.
        """
        views = [game.write_observation(world.observe(seat)) for seat in range(game.seats)]
        return {
            seat: {(LEAF, *leaf): 1 for leaf in leaves(views[seat])} for seat in range(game.seats)
        }


def leaves(value: Json, path: str = "") -> Iterator[tuple[str, Json]]:
    """Every place in plain values that holds no others, and what it holds."""
    inner = value.items() if isinstance(value, dict) else enumerate(value)
    for key, one in inner:
        place = f"{path}/{key}"
        if isinstance(one, dict | list):
            yield from leaves(one, place)
        else:
            yield place, one


def secrets_of(game: str) -> Knowledge:
    """What names the secrets of a game. Raises BrokenPartError."""
    return knowledge_of(game) if has_knowledge(game) else Leaves()
