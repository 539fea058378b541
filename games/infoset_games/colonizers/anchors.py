"""What one can point at in Colonizers: colonists, modules in hand by position, and places in a colony."""

from infoset_games.anchors import Anchors, Grid, Numbered
from infoset_games.colonizers.cards import SEATS
from infoset_games.game import Game

MAX_HAND = 64  # more cards than the deck has


def anchors(game: Game) -> Anchors:
    """As `infoset_games.anchors` wants it."""
    consts = game.consts()
    return {
        "colonist": Numbered(len(consts["colonists"])),
        "module": Numbered(len(consts["modules"])),
        "hand": Numbered(MAX_HAND),
        "colony": Grid(SEATS, int(consts["colony"])),
    }
