"""Where the catalogues of words lie: those of the page, the terminal, the window and the games. Reads text, knows no syntax."""

from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from infoset_games.words import catalogue_of

ENGLISH: Final = "en"  # the language that others are made of
SUFFIX: Final = ".ftl"
# Package and folder, in the order in which they are asked; each has a folder for each language.
PLACES: Final = (
    ("infoset_web", "static/words"),
    ("infoset", "words"),
    ("infoset_gui", "words"),
)


def folders() -> Iterator[Path]:
    """The folders of catalogues that are installed. No package is loaded for that."""
    for package, folder in PLACES:
        spec = find_spec(package)
        for place in (spec.submodule_search_locations or ()) if spec else ():
            if (path := Path(place, folder)).is_dir():
                yield path


@cache
def _page_languages() -> tuple[str, ...]:
    page = next(folders(), None)
    found = [ENGLISH] if page is None else [one.name for one in page.iterdir() if one.is_dir()]
    return tuple(sorted(found))


def page_languages() -> list[str]:
    """The languages of the page, by code, sorted: a folder makes a language."""
    return list(_page_languages())


def frame_catalogues(language: str) -> Iterator[str]:
    """The catalogues of page, terminal and window in a language, in the order in which they are asked."""
    for folder in folders():
        for file in sorted((folder / language).glob(f"*{SUFFIX}")):
            yield file.read_text("utf-8")


def game_catalogue(game: str, language: str) -> str:
    """What an installed game brings in a language; nothing where it brings none, or there is no such game."""
    return catalogue_of(game, language)
