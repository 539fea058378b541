"""The words that people read: what the catalogues of the language that is spoken say. Knows no screen and no game.

    say("frame-lobby")                          # the words of a message
    say("frame-matches", count=3)               # with what they need to know

The catalogues are those of the page, of each game, of the terminal and of the window, read together
(word_files.py). Nothing is read before the first word is asked for, and a game's not before one of its own.
"""

import logging
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from infoset.errors import InfosetError
from infoset.locales import best_of, system_languages
from infoset.pseudo_words import PSEUDO, disguise
from infoset.word_files import ENGLISH, frame_catalogues, game_catalogue, page_languages

if TYPE_CHECKING:
    from fluent.runtime import FluentBundle

LANGUAGE_VARIABLE: Final = "INFOSET_LANGUAGE"
STRICT_VARIABLE: Final = "INFOSET_STRICT_WORDS"  # set in tests: a word that is missing is an error
# In a catalogue, where a narrow card of the page may break a long word. Nothing here breaks words.
SOFT_HYPHEN: Final = r'{ "\u00AD" }'
TEXTS_KEPT: Final = 8192  # of one language: some megabytes, and all but one in two hundred of those of a match of Catan

logger: Final = logging.getLogger(__name__)


class LanguageError(InfosetError):
    """There are no words in a language; the message names those that there are."""


class WordsError(InfosetError):
    """A message is missing, or was not given an argument. Raised where STRICT_VARIABLE is set only."""


class _UnclearError(Exception):
    """A message cannot be said without a complaint."""


class Speech:
    """The words of one language. `text` gives those of a message from memory; raises _UnclearError where there is something to complain of."""

    def __init__(self, language: str) -> None:
        self.language = language
        # Turns are told in the same few words again and again, and Fluent resolves a message anew each time. By
        # type as well as by value, as 1 and True are one key but two words. What raises is not kept.
        self.text = lru_cache(TEXTS_KEPT, typed=True)(self._text)
        self._is_pseudo = language == PSEUDO
        self._games: set[str] = set()
        self._bundle = self._open()

    def _text(self, key: str, /, **args: object) -> str:
        found = self.find(key, args)
        if found is None or found[1]:
            raise _UnclearError
        return found[0]

    def find(self, key: str, args: dict[str, object]) -> tuple[str, list[Exception]] | None:
        """The words of a message, and what is wrong with them; None where there is no such message."""
        if not self.has(key):
            return None
        pattern = self._bundle.get_message(key).value
        if pattern is None:
            return None
        text, faults = self._bundle.format_pattern(pattern, _given(args))
        return str(text), faults

    def has(self, key: str) -> bool:
        """Is there such a message? A game's own catalogue is read when the first of its keys is asked for."""
        if self._bundle.has_message(key):
            return True
        game = key.partition("-")[0]
        if game in self._games:
            return False
        self._games.add(game)
        self._add(game_catalogue(game, self._source), f"{game}-")
        return self._bundle.has_message(key)

    def _add(self, source: str, begin: str = "") -> None:
        """Reads one more catalogue: messages that begin so and are not there yet."""
        from fluent.runtime import FluentResource
        from fluent.syntax.ast import Message

        resource = FluentResource(source.replace(SOFT_HYPHEN, ""))
        resource.body[:] = (
            one
            for one in resource.body
            if isinstance(one, Message) and one.id.name.startswith(begin)
        )
        self._bundle.add_resource(disguise(resource) if self._is_pseudo else resource)

    @property
    def _source(self) -> str:
        return ENGLISH if self._is_pseudo else self.language

    def _open(self) -> "FluentBundle":
        from fluent.runtime import FluentBundle

        self._bundle = FluentBundle([self._source], use_isolating=False)
        for source in frame_catalogues(self._source):
            self._add(source)
        return self._bundle


_speeches: dict[str, Speech] = {}
_spoken: list[str] = []  # the language, once it is chosen


def speak(language: str) -> None:
    """From now on words are of this language, `en-XA` for the one of tests. Raises LanguageError."""
    if language != PSEUDO and language not in languages():
        known = ", ".join(languages())
        raise LanguageError(f"language {language!r}: expected one of {known}")
    _spoken[:] = [language]


def spoken() -> str:
    """The language of the words: what was last chosen by `speak`, else the one that the system asks for."""
    if not _spoken:
        _spoken.append(preferred_language())
    return _spoken[0]


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Speaks a language for the length of a `with` block, or of the function it decorates. Raises LanguageError."""
    before = list(_spoken)
    speak(language)
    try:
        yield
    finally:
        _spoken[:] = before


def languages() -> list[str]:
    """The languages that there are words in, by code, sorted."""
    return page_languages()


def preferred_language() -> str:
    """What $INFOSET_LANGUAGE names, else the first language of the system that there are words in, else English."""
    asked = os.environ.get(LANGUAGE_VARIABLE)
    if asked == PSEUDO:
        return PSEUDO
    return best_of([asked] if asked else system_languages(), languages()) or ENGLISH


def language_name(language: str) -> str:
    """What those who speak a language call it."""
    from babel import Locale

    return Locale.parse(language, sep="-").get_display_name(language) or language


def say(key: str, /, **args: object) -> str:
    """The words of the message `key`; True and False among `args` are `yes` and `no`, as catalogues choose by them.

    What is missing is said in English, and logged; where STRICT_VARIABLE is set, it raises WordsError.
    """
    with suppress(_UnclearError, TypeError):  # TypeError: an argument that is no key of a memory
        return _speech(spoken()).text(key, **args)
    return _say_anew(key, args)


def _say_anew(key: str, args: dict[str, object]) -> str:
    for language in dict.fromkeys((spoken(), ENGLISH)):
        found = _speech(language).find(key, args)
        if found is None:
            _complain(f"no words for {key} in {language}")
            continue
        text, faults = found
        if faults:
            _complain(f"words of {key} in {language}: {', '.join(map(str, faults))}")
        return text
    return key


def _given(args: dict[str, object]) -> dict[str, object]:
    """Arguments as catalogues take them."""
    return {
        name: ("yes" if value else "no") if isinstance(value, bool) else value
        for name, value in args.items()
    }


def is_said(key: str) -> bool:
    """Is there such a message? For words of what a server may name: errors, options, and the like."""
    return any(_speech(language).has(key) for language in dict.fromkeys((spoken(), ENGLISH)))


def listed(names: Iterable[str]) -> str:
    """Several in one sentence: `a, b and c`."""
    from babel.lists import format_list

    return format_list(list(names), locale=_locale())


def decimal(value: float, digits: int, *, sign: bool = False) -> str:
    """A number as the language that is spoken writes it, with so many digits behind the point and a true minus.

    With `sign` it has a plus, too. What rounds to nothing has neither.
    """
    from babel.numbers import format_decimal

    size = round(abs(value), digits)
    mark = "" if not size else "\N{MINUS SIGN}" if value < 0 else "+" if sign else ""
    return mark + format_decimal(size, format=f"0.{'0' * digits}", locale=_locale())


def _locale() -> str:
    language = spoken()
    return ENGLISH if language == PSEUDO else language


def _speech(language: str) -> Speech:
    if language not in _speeches:
        _speeches[language] = Speech(language)
    return _speeches[language]


def _complain(text: str) -> None:
    if os.environ.get(STRICT_VARIABLE):
        raise WordsError(text)
    logger.warning("%s", text)
