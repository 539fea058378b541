"""The games that every adapter is tried with: those that are registered, with their default options, and toys."""

from typing import Final

import pytest

from infoset_games.game import Game
from infoset_games.registry import known_games, make_game
from infoset_games.testing.toys import Ambush, Leduc

REGISTERED: Final[list[Game]] = [make_game(name) for name in known_games()]
GAMES: Final[list[Game]] = [Leduc(), Ambush(seats=3), *REGISTERED]


@pytest.fixture(params=GAMES, ids=lambda game: game.name)
def game(request: pytest.FixtureRequest) -> Game:
    """Each of the games in turn."""
    asked: Game = request.param
    return asked
