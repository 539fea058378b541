"""Where actions of Colonizers point: colonists that are picked or named, modules that are kept or built."""

from collections.abc import Sequence
from typing import Final

from infoset_games.core import Json, State
from infoset_games.places import Places

KINDS: Final = {  # by verb what its number is
    "pick": "colonist",
    "steal": "colonist",
    "swap": "colonist",
    "keep": "module",
    "build": "module",
}


class ColonyPlaces(Places):
    """See `Places`. Cards lie nowhere, so none has a spot."""

    def pointed(self, state: State, seat: int, action: Sequence[Json]) -> list[str]:
        kind = KINDS.get(action[0])
        return [] if kind is None else [f"{kind}:{action[1]}"]
