"""Finds the words of games: catalogues in Fluent's syntax, one file for each language, in a folder of the game's package.

The descriptor of a game names the folder; without that it is `words` beside the rules. `words/en.ftl` is the one that other
languages are made of. Each message begins with the name of its game, as in `catan-road = road`, since clients read the
catalogues of all games together.
"""

from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from infoset_games.descriptor import Descriptor, descriptor_of
from infoset_games.registry import known_games

FOLDER: Final = "words"
SUFFIX: Final = ".ftl"
ENGLISH: Final = "en"


def folder_of(game: str, descriptor: Descriptor | None = None) -> Path | None:
    """Where the catalogues of a game lie, None where it brings none. Does not load its rules.

    `descriptor` None takes that of the installed game.
    """
    known = descriptor or descriptor_of(game)
    if known is None:
        return None
    package, _, folder = known.words.partition(":")
    place = (
        _folder_of_package(package) if package else _folder_beside(known.rules.partition(":")[0])
    )
    found = None if place is None else place / (folder or FOLDER)
    return found if found is not None and found.is_dir() else None


def words_of(game: str, descriptor: Descriptor | None = None) -> dict[str, str]:
    """The catalogues of a game by language; none where it brings none. `descriptor` as for `folder_of`."""
    folder = folder_of(game, descriptor)
    if folder is None:
        return {}
    return {file.stem: file.read_text("utf-8") for file in sorted(folder.glob(f"*{SUFFIX}"))}


def catalogue_of(game: str, language: str) -> str:
    """What an installed game brings in one language; empty where it brings none, or there is no such game."""
    folder = folder_of(game)
    file = None if folder is None else folder / f"{language}{SUFFIX}"
    return "" if file is None or not file.is_file() else file.read_text("utf-8")


def catalogues(names: Iterable[str] | None = None) -> list[dict[str, str]]:
    """What `words_of` returns for these games, or for all that are known."""
    return [words_of(name) for name in (known_games() if names is None else names)]


def _folder_beside(module: str) -> Path | None:
    """The folder in which a module lies, without loading it; its own where it is a package."""
    try:
        spec = find_spec(module)
    except (ImportError, ValueError):
        return None
    if spec is None or spec.origin is None:
        return None
    return Path(spec.origin).parent


def _folder_of_package(package: str) -> Path | None:
    try:
        spec = find_spec(package)
    except (ImportError, ValueError):
        return None
    places = list(spec.submodule_search_locations or ()) if spec else []
    return Path(places[0]) if places else None
