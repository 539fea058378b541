"""The games that every adapter is tried with: turns and chance, simultaneous products, Colonizers."""

import pytest

from infoset_games.colonizers import Colonizers
from infoset_games.game import Game
from infoset_games.testing.toys import Ambush, Leduc

GAMES: list[Game] = [Leduc(), Ambush(seats=3), Colonizers()]


@pytest.fixture(params=GAMES, ids=lambda game: game.name)
def game(request: pytest.FixtureRequest) -> Game:
    """Each of the games in turn."""
    asked: Game = request.param
    return asked
