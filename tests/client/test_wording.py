"""Words in Python: the same catalogues as the page's, in the language of whoever reads them."""

import logging
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Self

import pytest

pytest.importorskip("fluent.runtime", reason="LOUD: fluent.runtime is missing, words are not tried")

from tests.page.catalogues import EXAMPLES, LANGUAGES, Message, pairs, read

from infoset import wording
from infoset.locales import best_of, system_languages
from infoset.pseudo_words import PSEUDO, is_disguised, longer
from infoset.wording import (
    LANGUAGE_VARIABLE,
    STRICT_VARIABLE,
    LanguageError,
    WordsError,
    decimal,
    is_said,
    language_name,
    languages,
    listed,
    say,
    speak,
    speaking,
    spoken,
)
from infoset_games.descriptor import Descriptor, describing


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Each test begins and leaves in English."""
    speak("en")
    yield
    speak("en")


def test_a_message_is_said_in_the_language_that_is_spoken() -> None:
    assert say("frame-lobby") == "Lobby"
    speak("cs")
    assert (say("frame-lobby"), spoken()) == ("Herna", "cs")


def test_what_a_narrow_card_may_break_is_one_word() -> None:
    speak("de")
    assert say("colonizers-card-o") == "Forschungslabor"


def test_numbers_take_their_form() -> None:
    assert [say("frame-matches", count=n) for n in (1, 2, 1234)] == [
        "1 match",
        "2 matches",
        "1,234 matches",
    ]
    speak("cs")
    assert say("frame-matches", count=3).replace("\u00a0", " ") == "3 partie"
    assert say("frame-matches", count=5) == "5 partií"


def test_a_name_is_shown_as_it_is_without_marks_around_it() -> None:
    assert say("frame-room", room="R{7}K2") == "Room R{7}K2"


def test_a_game_brings_its_words() -> None:
    speak("de")
    assert say("catan-road") == "Straße"
    assert is_said("crossfire-unit")
    assert not is_said("catan-spaceship")


@pytest.mark.parametrize("fault", ["catan-spaceship", "frame-room"])
def test_what_is_missing_is_an_error_in_tests(fault: str) -> None:
    with pytest.raises(WordsError, match=fault):
        say(fault)


def test_what_is_missing_is_said_in_english_to_users_then_as_its_key(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.delenv(STRICT_VARIABLE)
    wording._speeches.clear()  # nothing is remembered of what is taken away here
    speak("cs")
    czech = wording._speech("cs")
    del czech._bundle._messages["frame-lobby"]
    with caplog.at_level(logging.WARNING):
        assert say("frame-lobby") == "Lobby"
        assert say("frame-nothing") == "frame-nothing"
        assert say("frame-nothing") == "frame-nothing"
    assert [record.message for record in caplog.records] == [
        "no words for frame-lobby in cs",
        "no words for frame-nothing in cs",
        "no words for frame-nothing in en",
    ] + [f"no words for frame-nothing in {language}" for language in ("cs", "en")]
    wording._speeches.clear()


def test_a_text_is_remembered_for_what_it_was_made_of() -> None:
    def all_said() -> list[str]:
        return [
            *(say("frame-matches", count=count) for count in (1, 2, 1)),
            *(say("frame-room", room=room) for room in (1, True, "1", 1.5)),
            say("frame-room", room=Unhashable()),
        ]

    english = all_said()
    assert english == all_said()
    assert english[3:] == ["Room 1", "Room yes", "Room 1", "Room 1.5", "Room of a kind"]
    assert wording._speech("en").text.cache_info().hits
    speak("cs")
    assert [say("frame-lobby"), *all_said()[3:5]] == ["Herna", "Místnost 1", "Místnost yes"]


class Unhashable(str):
    """An argument that no memory can have as a key."""

    __hash__ = None  # type: ignore[assignment]

    def __new__(cls) -> Self:
        return super().__new__(cls, "of a kind")


def test_a_fault_is_complained_of_each_time() -> None:
    for _ in range(2):
        with pytest.raises(WordsError, match="frame-room"):
            say("frame-room")


def test_there_are_the_languages_of_the_page() -> None:
    assert languages() == LANGUAGES
    assert [language_name(one) for one in languages()] == [
        "čeština",
        "Deutsch",
        "English",
        "slovenčina",
    ]


def test_a_language_without_words_is_refused_and_nothing_changes() -> None:
    speak("sk")
    with pytest.raises(LanguageError, match="'xx': expected one of cs, de, en, sk"):
        speak("xx")
    assert spoken() == "sk"


def test_several_become_one_sentence() -> None:
    assert listed(["Ada", "Bea", "Cy"]) == "Ada, Bea, and Cy"
    speak("cs")
    assert listed(["Ada", "Bea", "Cy"]) == "Ada, Bea a\u00a0Cy"
    speak(PSEUDO)
    assert listed(["a", "b"]) == "a and b"


@pytest.mark.parametrize(
    ("env", "found"),
    [
        ({}, []),
        ({"LANG": "cs_CZ.UTF-8"}, ["cs-CZ"]),
        ({"LANG": "cs_CZ.UTF-8", "LC_MESSAGES": "de_AT@euro"}, ["de-AT"]),
        ({"LANG": "cs_CZ.UTF-8", "LC_ALL": "C.UTF-8"}, []),
        ({"LANG": "POSIX"}, []),
    ],
)
def test_the_system_names_its_language(env: dict[str, str], found: list[str]) -> None:
    assert system_languages(env) == found


def test_a_country_is_left_out_where_there_are_no_words_for_it() -> None:
    known = ["en", "pt", "pt-BR"]
    assert best_of(["fr-FR", "pt-BR"], known) == "pt-BR"
    assert best_of(["pt-PT", "en"], known) == "pt"
    assert best_of(["fr"], known) is None


@pytest.mark.parametrize(
    ("asked", "system", "language"),
    [("sk", "de_DE", "sk"), ("", "de_DE", "de"), ("", "fr_FR", "en"), ("fr", "de_DE", "en")],
)
def test_the_language_is_the_one_that_is_asked_for_or_the_systems(
    asked: str, system: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(LANGUAGE_VARIABLE, asked)
    monkeypatch.setenv("LC_ALL", system)
    assert wording.preferred_language() == language


def test_the_pseudo_language_has_no_word_of_english() -> None:
    speak(PSEUDO)
    text = say("frame-matches", count=2)
    assert text == "2 ɱåŧçħéš~~~"
    assert is_disguised(text)
    assert not is_disguised("2 matches")
    assert longer("of ") == "óƒ "


@pytest.fixture
def example_game(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The example of a game in a package of its own, as if it were installed."""
    monkeypatch.syspath_prepend(EXAMPLES / "liars_dice")
    wording._speeches.clear()
    with describing("liars_dice", Descriptor(rules="liars_dice.game:LiarsDice")):
        yield
    wording._speeches.clear()


@pytest.mark.usefixtures("example_game")
@pytest.mark.parametrize("language", [*LANGUAGES, PSEUDO])
def test_every_message_of_every_catalogue_can_be_said(language: str) -> None:
    speak(language)
    for _, path, _ in pairs():
        for key, message in read(path).items():
            for count in (1, 2, 5):
                assert say(key, **example(message, count)).strip(), key


def test_a_game_says_nothing_in_the_place_of_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "hexes_words" / "words"
    folder.mkdir(parents=True)
    (tmp_path / "hexes_words" / "__init__.py").touch()
    (folder / "en.ftl").write_text("hexes-won = won\nwindow-x = mine\nhexes-bad = {\n")
    monkeypatch.syspath_prepend(tmp_path)
    with describing("hexes", Descriptor(rules="hexes_words:Hexes")):
        assert say("hexes-won") == "won"
    assert not is_said("window-x")
    assert not is_said("hexes-bad")


def example(message: Message, count: int) -> dict[str, object]:
    """Arguments for a message, as many as it takes."""
    args: dict[str, object] = dict.fromkeys(message.shown | message.chosen, count)
    return args | {"me": "no"}


def test_a_number_is_written_as_the_language_does() -> None:
    assert [decimal(value, 1) for value in (1.25, -0.04, -1.5, 1234.5)] == [
        "1.2",
        "0.0",
        "\N{MINUS SIGN}1.5",
        "1234.5",
    ]
    assert [decimal(value, 0, sign=True) for value in (12.3, -12.3, 0.2)] == [
        "+12",
        "\N{MINUS SIGN}12",
        "0",
    ]
    with speaking("cs"):
        assert decimal(-0.5, 2) == "\N{MINUS SIGN}0,50"


def test_nothing_is_loaded_before_the_first_word_is_asked_for() -> None:
    script = (
        "import sys; import infoset.wording as w; assert 'fluent.runtime' not in sys.modules;"
        "assert w.say('catan-road') == 'road'; assert 'infoset_games.catan' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", script], check=True, cwd=Path(__file__).parent)
