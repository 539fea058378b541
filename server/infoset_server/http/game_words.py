"""The words that games bring: their catalogues, looked through when a server starts.

A page reads the catalogues of all games together, so that of one game must not say anything in place of another.
"""

import logging
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from fluent.syntax import FluentParser, ast

import infoset_games
from infoset_games.registry import known_games
from infoset_games.words import ENGLISH, SUFFIX, folder_of, words_of

logger = logging.getLogger(__name__)

OURS: Final = Path(infoset_games.__file__).parent


def game_words() -> list[dict[str, str]]:
    """The catalogues of each game that is installed, by language.

    One that is wrong is left out and logged with its file and line; the page then shows names as they are on the wire, or
    English. Those of games that come with Infoset are known to be right, and looking through them would be an eighth of a
    server's start.
    """
    return [
        words_of(game) if is_ours(game) else sound_words(game, words_of(game))
        for game in known_games()
    ]


def is_ours(game: str) -> bool:
    """Do a game's catalogues come with Infoset, so that its tests look through them?"""
    folder = folder_of(game)
    return folder is not None and folder.is_relative_to(OURS)


def sound_words(game: str, catalogues: Mapping[str, str]) -> dict[str, str]:
    """Those of a game's catalogues that can be read."""
    sound: dict[str, str] = {}
    folder = folder_of(game)
    for language, text in catalogues.items():
        name = f"{language}{SUFFIX}"
        faults = list(faults_of(game, text))
        for line, why in faults:
            logger.error(
                "%s: words refused: %s:%d: %s", game, folder / name if folder else name, line, why
            )
        if not faults:
            sound[language] = text
    if catalogues and ENGLISH not in catalogues:
        logger.error(
            "%s: words: expected a catalogue %s%s, of which others are made", game, ENGLISH, SUFFIX
        )
    return sound


def faults_of(game: str, text: str) -> Iterator[tuple[int, str]]:
    """What is wrong with a catalogue: the line, from 1, and what was expected there."""
    begin, seen = f"{game}-", set[str]()
    for entry in FluentParser().parse(text).body:
        start = entry.span.start if entry.span else 0
        line = text.count("\n", 0, start) + 1
        if isinstance(entry, ast.Junk):
            for note in entry.annotations:
                at = note.span.start if note.span else start
                yield text.count("\n", 0, at) + 1, f"{note.message} ({note.code})"
        elif isinstance(entry, ast.Term):
            yield line, f"-{entry.id.name}: expected messages, which begin with {begin}, not terms"
        elif isinstance(entry, ast.Message):
            key = entry.id.name
            if not key.startswith(begin):
                yield line, f"{key}: expected a message that begins with {begin}"
            elif entry.value is None:
                yield line, f"{key}: expected words behind `=`"
            elif key in seen:
                yield line, f"{key}: it stands here a second time"
            seen.add(key)
