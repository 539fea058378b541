"""Where actions of Catan point: vertices, edges and hexes, as they lie on the island."""

import math
from collections.abc import Mapping, Sequence
from typing import Final

from infoset_games.catan.topology import EDGE_ENDS, HEX_AXIAL, VERTEX_AT
from infoset_games.core import Json, State
from infoset_games.game import Game
from infoset_games.places import Places, Spot

KINDS: Final = {  # by verb what its number is
    "place_settlement": "node",
    "settlement": "node",
    "city": "node",
    "place_road": "edge",
    "road": "edge",
    "free_road": "edge",
    "move_robber": "hex",
}


class IslandPlaces(Places):
    """See `Places`."""

    def pointed(self, state: State, seat: int, action: Sequence[Json]) -> list[str]:
        kind = KINDS.get(action[0])
        return [] if kind is None else [f"{kind}:{action[1]}"]

    def spots(self, game: Game) -> Mapping[str, Spot]:
        nodes = [laid(x, y) for x, y in VERTEX_AT]
        hexes = [laid(2 * q + r, 3 * r) for q, r in HEX_AXIAL]
        edges = [middle(nodes[one], nodes[other]) for one, other in EDGE_ENDS]
        return {
            f"{kind}:{number}": spot
            for kind, spots in (("node", nodes), ("hex", hexes), ("edge", edges))
            for number, spot in enumerate(spots)
        }


def laid(x: int, y: int) -> Spot:
    """Half widths and half radii of hexes as lengths: a hex is less wide than high."""
    return x * math.sqrt(3) / 2, y / 2


def middle(one: Spot, other: Spot) -> Spot:
    """Half-way between two spots."""
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2
