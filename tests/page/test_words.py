"""The catalogues: each language says all that English says, and nothing is asked for or kept in vain."""

from pathlib import Path

import pytest

pytest.importorskip("fluent.syntax", reason="LOUD: fluent.syntax is missing, words are not tried")

from tests.page.catalogues import (
    ENGLISH,
    FRAMES,
    LANGUAGES,
    OTHERS,
    Message,
    asked_for,
    pairs,
    read,
)

from infoset_games.descriptor import Descriptor
from infoset_games.words import catalogues, words_of
from infoset_web.files import join_words, source_files

CATALOGUES = {begin: (english, others) for begin, english, others in pairs()}
# The forms that numbers take (CLDR); `many` is for fractions in Czech and Slovak.
FORMS = {
    "cs": {"one", "few", "other"},
    "de": {"one", "other"},
    "en": {"one", "other"},
    "sk": {"one", "few", "other"},
}
NUMBERS = {"zero", "one", "two", "few", "many"}


def english() -> dict[str, Message]:
    """All messages in English."""
    return {key: one for path, _ in CATALOGUES.values() for key, one in read(path).items()}


def test_there_are_the_four_languages() -> None:
    assert set(LANGUAGES) == set(FORMS)


@pytest.mark.parametrize("begin", CATALOGUES)
def test_every_message_begins_with_the_name_of_its_catalogue(begin: str) -> None:
    path, _ = CATALOGUES[begin]
    assert [key for key in read(path) if not key.startswith(f"{begin}-")] == []


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("begin", CATALOGUES)
def test_a_language_says_what_english_says(begin: str, language: str) -> None:
    path, others = CATALOGUES[begin]
    wanted, said = read(path), read(others[language])
    assert set(wanted) - set(said) == set(), "missing"
    assert set(said) - set(wanted) == set(), "more than English has"
    for key, message in wanted.items():
        told = said[key]
        lost = message.shown - told.shown - told.chosen
        assert lost == set(), f"{key} does not say {lost}"
        made_up = told.shown | told.chosen
        if "name" in message.shown:
            made_up -= {"me"}  # whoever it is: comes with each name
        assert made_up <= message.shown | message.chosen, f"{key} makes up arguments"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("begin", CATALOGUES)
def test_numbers_have_all_forms_of_their_language(begin: str, language: str) -> None:
    path, others = CATALOGUES[begin]
    for key, message in read({ENGLISH: path, **others}[language]).items():
        for forms in message.forms:
            if forms & NUMBERS:
                assert FORMS[language] <= forms, f"{key} in {language}"


def test_what_is_asked_for_is_there_and_all_that_is_there_is_asked_for() -> None:
    asked = asked_for()
    known = set(english())
    assert asked.keys - known == set(), "asked for, not there"
    assert [one for one in asked.begins if not any(key.startswith(one) for key in known)] == []
    begins = asked.begins | {game + part for game in CATALOGUES for part in asked.of_games}
    unused = known - asked.keys - asked.literals
    assert {key for key in unused if not key.startswith(tuple(begins))} == set(), (
        "there, not asked for"
    )


def test_no_two_catalogues_have_messages_that_begin_alike() -> None:
    assert len(CATALOGUES) == len(list(pairs()))
    assert sum(len(read(path)) for path, _ in CATALOGUES.values()) == len(english())


@pytest.mark.parametrize("folder", FRAMES, ids=lambda folder: folder.parent.name)
def test_no_other_files_lie_among_the_catalogues(folder: Path) -> None:
    names = {path.stem for path in (folder / ENGLISH).iterdir()}
    for language in LANGUAGES:
        assert {path.stem for path in (folder / language).iterdir()} == names, language
        assert {path.suffix for path in (folder / language).iterdir()} == {".ftl"}


def test_a_browser_gets_a_language_with_english_behind_it() -> None:
    joined = join_words(source_files(), catalogues())
    assert set(joined) == set(LANGUAGES)
    czech = joined["cs"].decode()
    assert czech.index("frame-lobby = Herna") < czech.index("frame-lobby = Lobby")
    assert joined["en"].decode().count("frame-lobby = ") == 1


def test_a_game_brings_its_words_for_languages_that_the_page_has() -> None:
    games = [{"en": "hexes-won = won\n", "cs": "hexes-won = výhra\n", "xx": "hexes-won = x\n"}]
    joined = join_words({"words/en/a.ftl": b"a-b = c\n", "words/cs/a.ftl": b"a-b = d\n"}, games)
    assert set(joined) == {"en", "cs"}
    assert joined["en"] == b"a-b = c\n\nhexes-won = won\n"
    assert joined["cs"].startswith(b"a-b = d\n\nhexes-won = v")


def test_a_game_without_a_folder_of_words_has_none() -> None:
    assert words_of("openspiel_chess") == words_of("nothing") == {}
    assert words_of("hexes", Descriptor(rules="infoset_games.bits:Hexes")) == {}
    assert words_of("hexes", Descriptor(rules="no_such_module.rules:Hexes")) == {}
    assert set(words_of("catan")) == set(LANGUAGES)


def test_a_descriptor_names_the_folder_of_words() -> None:
    named = Descriptor(rules="infoset_games.bits:Hexes", words="infoset_games:catan/words")
    assert words_of("hexes", named) == words_of("catan")
    lost = Descriptor(rules="infoset_games.catan:Hexes", words="infoset_games:nowhere")
    assert words_of("hexes", lost) == {}
