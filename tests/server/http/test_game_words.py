"""The words of games: what is wrong with a catalogue is logged with its file and line, and left out; the rest is served."""

from pathlib import Path

import pytest

from infoset_games.descriptor import Descriptor, describing
from infoset_games.registry import known_games
from infoset_games.words import catalogues, words_of
from infoset_server.http.game_words import faults_of, game_words, is_ours, sound_words


def test_our_own_games_have_nothing_to_refuse() -> None:
    assert {"catan", "colonizers", "crossfire"} <= set(known_games())
    for game in filter(is_ours, known_games()):
        assert words_of(game), game
        assert sound_words(game, words_of(game)) == words_of(game)


def test_a_server_has_the_words_of_all_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    assert game_words() == catalogues()
    (tmp_path / "hexes_words" / "words").mkdir(parents=True)
    (tmp_path / "hexes_words" / "__init__.py").touch()
    (tmp_path / "hexes_words" / "words" / "en.ftl").write_text("other-won = won\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr("infoset_server.http.game_words.known_games", lambda: ["catan", "hexes"])
    with describing("hexes", Descriptor(rules="hexes_words:Hexes")):
        assert game_words() == [words_of("catan"), {}]
    assert "other-won: expected a message that begins with hexes-" in caplog.text


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        ("hexes-a = b\n\nframe-lobby = mine\n", 3, "frame-lobby: expected a message that begins"),
        ("hexesa = b\n", 1, "hexesa: expected a message that begins with hexes-"),
        ("# fine\nhexes-a = { $x\n", 3, "Expected token"),
        ("hexes-a = b\nno message\n", 2, "Expected token"),
        ("hexes-a = b\nhexes-b =\n", 2, "Expected message"),
        ("hexes-a =\n    .of = b\n", 1, "hexes-a: expected words behind `=`"),
        ("hexes-a = b\nhexes-a = c\n", 2, "a second time"),
        ("-brand = b\n", 1, "not terms"),
        ("hexes-a = { $n ->\n    [one] x\n  }\n", 3, "default"),
    ],
)
def test_a_fault_is_named_with_its_line(text: str, line: int, why: str) -> None:
    ((at, told),) = faults_of("hexes", text)
    assert at == line
    assert why in told


def test_a_wrong_catalogue_is_left_out_and_the_others_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    folder = tmp_path / "hexes_words" / "words"
    folder.mkdir(parents=True)
    (tmp_path / "hexes_words" / "__init__.py").touch()
    (folder / "en.ftl").write_text("hexes-won = won\n")
    (folder / "cs.ftl").write_text("hexes-won = výhra\n\nframe-lobby = moje\n", "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    with describing("hexes", Descriptor(rules="hexes_words:Hexes")):
        sound = sound_words("hexes", words_of("hexes"))
    assert sound == {"en": "hexes-won = won\n"}
    told = (
        f"hexes: words refused: {folder / 'cs.ftl'}:3: frame-lobby: expected a message that begins"
    )
    assert [record.message for record in caplog.records] == [f"{told} with hexes-"]


def test_a_game_without_english_is_told_that_it_lacks_it(caplog: pytest.LogCaptureFixture) -> None:
    assert sound_words("hexes", {"cs": "hexes-won = x\n"}) == {"cs": "hexes-won = x\n"}
    assert "hexes: words: expected a catalogue en.ftl" in caplog.text
