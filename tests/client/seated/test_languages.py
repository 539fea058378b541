"""A person plays in the terminal in their language: whole matches of each game, and no word that is left in the code."""

import argparse
import io
import random
import re
from collections.abc import Iterator

import pytest

pytest.importorskip("fluent.runtime", reason="LOUD: fluent.runtime is missing, words are not tried")

from tests.client.seated.tables import NAMES, begin, played, start_of, turn_of, your_turn

from infoset.errors import WrongChoiceError
from infoset.pseudo_words import PSEUDO
from infoset.replaying.player import view_name
from infoset.seated.catan import WRITTEN, CatanWording
from infoset.seated.entry import read_option
from infoset.seated.sitting import Sitting
from infoset.seated.telling import tell_turn
from infoset.seated.wording import wording_for
from infoset.turn import Slot
from infoset.watching.look import add_look_options, choose_language
from infoset.watching.text import Style
from infoset.wording import LANGUAGE_VARIABLE, LanguageError, speak, speaking, spoken
from infoset_games.decision import Choice
from infoset_games.match import Match
from infoset_games.notices import Told
from infoset_protocol.messages import MatchOver

LANGUAGES = ("cs", "de", "sk", PSEUDO)
GAMES: dict[str, dict[str, object]] = {
    "catan": {"target": 5, "layout": "random"},
    "colonizers": {"colony": 4},
    "crossfire": {"preset": "mini"},
}
# What is written the same in all languages: what is typed, and the signs of maps.
TYPED = {
    *[
        "assist",
        "accept",
        "commit",
        "grant",
        "dismiss",
        "block",
        "unblock",
        "undo",
        "agree",
        "decline",
        "text",
        "offer",
        "NAME",
    ],
    *["king", "setup", "fire", "up"],
    *re.findall(r"[a-z_A-Z]+", " ".join(WRITTEN.values())),
}
MOST_TURNS = 60  # whose whole picture is looked at
WORD = re.compile(r"[A-Za-z_]{3,}")


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    yield
    speak("en")


def shown(game: str, seed: str, *, is_by_position: bool) -> Iterator[str]:
    """Everything that the first seat is shown in a match that is played at random."""
    match = begin(game, seed, **GAMES[game])
    rng = random.Random(seed)
    sitting = Sitting(start_of(match, 0), Style(), is_by_position=is_by_position)
    shown_turns = 0
    while match.open:
        asked = next(one for one in match.open.values() if one.sealed is None)
        if asked.seat == 0 and (shown_turns := shown_turns + 1) <= MOST_TURNS:
            sitting.take(your_turn(match, asked), 0.0)
            yield from sitting.question(80)
            yield sitting.prompt(0.0)
            yield from tell_turn(turn_of(match, asked))
            yield from sitting.screen(150, 60)
            yield from sitting.screen(60, 80)
            sitting.close()
        choice = Choice(rng.randrange(min(asked.space.size, 1 << 50)))
        for notice in match.submit(asked.seat, asked.number, choice, 0):
            if isinstance(notice, Told):
                yield from sitting.scene.say(notice.views[0])
    assert match.over is not None
    ended = match.over.result
    over = MatchOver(
        match_id="m_1",
        reason="finished",
        places=list(ended.places),
        scores=list(ended.scores),
        returns=list(ended.returns),
    )
    sitting.take(over, 0.0)
    yield from sitting.scene.final_table()
    yield sitting.prompt(0.0)
    for line in ("?", "q", "nonsense"):
        sitting.answer(line)
        yield sitting.note


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_match_is_told_in_every_language(game: str, language: str) -> None:
    speak(language)
    lines = [line for plain in (False, True) for line in shown(game, "1", is_by_position=plain)]
    assert len(lines) > 100
    if language != PSEUDO:
        return
    names = {*NAMES, *WORD.findall(f"m_1 {game}")}
    left = {word for line in lines for word in WORD.findall(line)}
    assert left - names - TYPED == set()


def test_the_language_of_lines_for_programs_is_english_unless_another_is_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    parser = argparse.ArgumentParser()
    add_look_options(parser)
    monkeypatch.setenv("LC_ALL", "cs_CZ.UTF-8")
    speak("sk")
    choose_language(parser.parse_args(["--plain"]), io.StringIO(), {})
    assert spoken() == "en"
    choose_language(parser.parse_args(["--plain", "--language", "de"]), io.StringIO(), {})
    assert spoken() == "de"
    choose_language(parser.parse_args(["--plain"]), io.StringIO(), {LANGUAGE_VARIABLE: "cs"})
    assert spoken() == "de", "what the variable names is spoken from the beginning"
    with pytest.raises(LanguageError, match="expected one of cs, de, en, sk"):
        choose_language(parser.parse_args(["--language", "xx"]), io.StringIO(), {})


def test_a_language_is_spoken_for_a_while_only() -> None:
    speak("cs")
    with speaking("en"):
        assert view_name(1) == "seat 1"
    assert view_name(1) == "m\u00edsto 1"


def test_an_option_is_read_as_it_is_shown_and_as_the_game_writes_it() -> None:
    match = begin("crossfire", "1", preset="mini")
    told = played(match, 0)
    speak("cs")
    wording = wording_for(told)
    slot = Slot("unit 0", [["move", "up"], ["fire", "left"]])
    for text in (wording.short(told, ["fire", "left"]), "fire left", "left"):
        assert read_option(told, wording, slot, text) == 1
    with pytest.raises(WrongChoiceError, match="jednotka 1"):
        read_option(told, wording, slot, "west")


def test_colonists_are_read_by_the_names_of_both_languages() -> None:
    match: Match = begin("colonizers", "1")
    speak("cs")
    wording = wording_for(played(match, 0))
    assert wording.read("pick min") == wording.read("pick horn") == ["pick", 2]


def test_what_is_typed_stays_the_same_in_all_languages() -> None:
    speak("cs")
    assert CatanWording().heading("road") == "cesta na hran\u011b (road N: w b)"
    assert CatanWording().read("road 17") == ["road", 17]
