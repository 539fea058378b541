"""Two complete small games: examples of a plug-in, and material for the tests of everything above."""

from infoset_games.testing.toys.ambush import Ambush
from infoset_games.testing.toys.leduc import Leduc

__all__ = ["Ambush", "Leduc"]
