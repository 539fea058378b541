"""What one can point at in Crossfire: squares by row and column, and the seat's own units."""

from infoset_games.anchors import Anchors, Grid, Numbered
from infoset_games.game import Game


def anchors(game: Game) -> Anchors:
    """As `infoset_games.anchors` wants it."""
    consts = game.consts()
    size, units = int(consts["size"]), int(consts["units"])
    return {"cell": Grid(size, size), "unit": Numbered(units)}
