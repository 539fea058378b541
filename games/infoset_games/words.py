"""Finds the words of games: catalogues in Fluent's syntax, one file for each language, in the folder `words` beside a game.

`words/en.ftl` is the one that other languages are made of. Each message begins with the name of its game, as in
`catan-road = road`, since clients read the catalogues of all games together.
"""

import sys
from collections.abc import Iterable
from importlib.resources import files
from typing import Final

from infoset_games.game import Game
from infoset_games.registry import find_game, known_games

FOLDER: Final = "words"
SUFFIX: Final = ".ftl"


def words_of(game: type[Game]) -> dict[str, str]:
    """The catalogues that lie in the package of a game, by language; none where it brings none."""
    package = sys.modules[game.__module__].__package__
    if not package:  # a module on its own has no folder
        return {}
    folder = files(package).joinpath(FOLDER)
    if not folder.is_dir():
        return {}
    return {
        file.name.removesuffix(SUFFIX): file.read_text("utf-8")
        for file in sorted(folder.iterdir(), key=lambda one: one.name)
        if file.name.endswith(SUFFIX)
    }


def catalogues(names: Iterable[str] | None = None) -> list[dict[str, str]]:
    """What `words_of` returns for these games, or for all that are known. Raises UnknownGameError."""
    return [words_of(find_game(name)) for name in (known_games() if names is None else names)]
