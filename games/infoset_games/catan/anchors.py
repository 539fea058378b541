"""What one can point at in Catan: hexes, vertices and edges by their numbers, and the cards in hand."""

from infoset_games.anchors import Anchors, Numbered
from infoset_games.catan.topology import EDGES, HEXES, VERTICES
from infoset_games.game import Game


def anchors(game: Game) -> Anchors:
    """As `infoset_games.anchors` wants it."""
    consts = game.consts()
    return {
        "hex": Numbered(HEXES),
        "node": Numbered(VERTICES),
        "edge": Numbered(EDGES),
        "hand": Numbered(len(consts["resources"])),
        "dev": Numbered(len(consts["dev_cards"])),
        "bank": Numbered(len(consts["resources"])),
    }
