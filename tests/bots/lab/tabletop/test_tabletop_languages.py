"""A real board is followed in the language of the people at it: whole evenings, and no word that is left in the code."""

import io
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

pytest.importorskip("fluent.runtime", reason="LOUD: fluent.runtime is missing, words are not tried")

from tests.bots.lab.tabletop.openings import ANN, BLUE, FEW
from tests.bots.lab.tabletop.people import RandomPeople, Typed, party, sit, talk
from tests.bots.lab.tabletop.test_table import entry, opening, roll

from infoset.pseudo_words import PSEUDO
from infoset.seated.catan import WRITTEN
from infoset.wording import speak
from infoset_bots.lab.tabletop.commands import HELP
from infoset_bots.lab.tabletop.journal import story_text
from infoset_bots.lab.tabletop.laying import EXAMPLE, ask_board
from infoset_bots.lab.tabletop.lines import PlainLines
from infoset_bots.lab.tabletop.session import DEV_HINT
from infoset_games.catan.layouts import FRAME

LANGUAGES = ("cs", "de", "sk", PSEUDO)
WORD = re.compile(r"[A-Za-z_]{3,}")
SEATS = (
    *(("player", "Blue=heuristic"), ("person", "Ann")),
    *(("player", "Red=trader:inner=heuristic,worlds=2"), ("person", "Ben")),
)
# What is typed, the same in all languages.
TYPED = " ".join(
    (
        "infoset tabletop replay stats resume all JSON",
        "Ann Ben Blue Red heuristic trader inner worlds",
        "yes end buy knight desert accept reject withdraw undo redo",
        "and",  # between names: of a list in English, which the language of tests is made of
        *(DEV_HINT, EXAMPLE, *FRAME, *WRITTEN, *WRITTEN.values(), *(typed for typed, _ in HELP)),
    )
)
# Lines that are refused, or are for the table, at the first question.
WRONG = (
    *("?", "map", "show", "log", "cards blue", "cards", "cards ann", "undo", "redo", "undo x"),
    *("win 3", "99999", "[", "{", "[3]", "save", "road"),
)


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    yield
    speak("en")


@pytest.fixture(scope="module")
def typed(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """All that the people of an evening type."""
    people = RandomPeople("e")
    folder = tmp_path_factory.mktemp("table")
    talk(folder / "evening.jsonl", people, party(*SEATS, seed="e", target=6))
    return people.typed


def left(shown: str, known: Sequence[str] = ()) -> set[str]:
    """Words that have come from no catalogue."""
    return set(WORD.findall(shown)) - set(WORD.findall(" ".join((TYPED, *known))))


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_evening_is_the_same_in_every_language(
    language: str, typed: list[str], tmp_path: Path
) -> None:
    speak(language)
    people = RandomPeople("e", script=typed)
    file = tmp_path / "evening.jsonl"
    table = talk(file, people, party(*SEATS, seed="e", target=6))
    assert table.world.is_over
    if language == PSEUDO:
        assert left(people.out.getvalue(), [str(file), "record"]) == set()


def test_what_is_wrong_and_what_helps_is_said_in_the_language(tmp_path: Path) -> None:
    speak(PSEUDO)
    file = tmp_path / "evening.jsonl"
    begin = ("", "", "")  # the board lies, and Blue's first pieces
    shown = sit(file, *begin, *WRONG, party=party(*SEATS, seed="e", layout="beginner"))
    # The rules refuse in their own words, as everywhere.
    mended = re.sub(r"^! .*(?:expected|no such action).*$", "", shown, flags=re.MULTILINE)
    assert left(mended, [str(file), "Expecting value line column char"]) == set()


def test_a_board_is_asked_for_in_the_language() -> None:
    speak("cs")
    out = io.StringIO()
    with pytest.raises(EOFError):
        ask_board(PlainLines(Typed("ore 10"), out))
    shown = out.getvalue()
    assert "řádek 1, 3 pole: ore 10" in shown
    assert "! čeká se 3, oddělené čárkami; je jich 1" in shown


@pytest.mark.parametrize("language", ["en", *LANGUAGES])
def test_a_hidden_card_that_cannot_be_read_is_not_shown(language: str, tmp_path: Path) -> None:
    table = party(
        ("person", "Ann"), ("player", "Blue=heuristic"), ("person", "Ben"), layout="beginner"
    )
    file = tmp_path / "evening.jsonl"
    robbing = (roll(ANN, FEW), entry(ANN, "end_turn"), roll(BLUE, 7))
    file.write_text(story_text(table, [*opening(), *robbing]))
    speak(language)
    shown = sit(file, "goldmine")
    assert ": ********\n! " in shown
    assert "goldmine" not in shown
