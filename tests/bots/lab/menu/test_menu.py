"""What each choice changes or starts, and that the menu survives whatever goes wrong."""

import argparse
import io
import re
from collections.abc import Callable, Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from infoset.cli import run_command
from infoset.errors import CommandError
from infoset.pseudo_words import PSEUDO
from infoset.wording import speak
from infoset_bots.lab.arena.players import known_bots
from infoset_bots.lab.menu.asking import KeyAsker, LineAsker
from infoset_bots.lab.menu.memory import Choices, load_choices
from infoset_bots.lab.menu.menu import Menu
from infoset_games.registry import find_game

PLAY, GAME, PLAYERS, OPTIONS, MATCHES, JOIN, WATCH, STATISTICS, TABLE, LEAVE = map(
    str, range(1, 11)
)

PLUGIN = EntryPoint("menu", "infoset_bots.lab.menu.command:command", "infoset.commands")
WORD = re.compile(r"[A-Za-z_]{3,}")


class Person:
    """Types lines into a menu; `started` are the commands that it ran, `shown` is what it said."""

    def __init__(self, folder: Path, *lines: str, fails: bool = False) -> None:
        self.file = folder / "menu.json"
        self.started: list[tuple[str, list[str]]] = []
        out = io.StringIO()
        asker = LineAsker(io.StringIO("".join(f"{line}\n" for line in lines)), out)
        names = ("arena", "sit", "watch", "stats", "tabletop")
        commands = {name: self._command(name, fails) for name in names}
        self.menu = Menu(asker, load_choices(self.file), self.file, commands)
        self.menu.run()
        self.shown = out.getvalue()

    def _command(self, name: str, fails: bool) -> Callable[..., Callable[..., int]]:
        def command(parser: argparse.ArgumentParser) -> Callable[[argparse.Namespace], int]:
            parser.add_argument("words", nargs=argparse.REMAINDER)
            parser.parse_args = lambda words: argparse.Namespace(words=list(words))  # type: ignore[assignment,method-assign]
            return run

        def run(args: argparse.Namespace) -> int:
            if fails:
                raise CommandError("there is no server")
            self.started.append((name, args.words))
            return 0

        return command


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_playing_starts_the_arena_with_what_was_chosen(tmp_path: Path) -> None:
    person = Person(tmp_path, GAME, "2", OPTIONS, "2", "3", MATCHES, "7", PLAY, LEAVE)
    ((name, words),) = person.started
    assert name == "arena"
    assert words == [
        *(
            "person",
            "heuristic",
            "heuristic",
            "heuristic",
            "--game",
            "colonizers",
            "--matches",
            "7",
        ),
        *("--option", "colony=3", "--keep", "--out", "arena-runs/colonizers-1"),
    ]
    assert "$ infoset arena person heuristic heuristic heuristic --game colonizers" in person.shown


def test_everything_is_remembered_by_the_next_menu(tmp_path: Path) -> None:
    Person(tmp_path, GAME, "2", MATCHES, "7", OPTIONS, "2", "3", LEAVE)
    person = Person(tmp_path, PLAY, STATISTICS, LEAVE)
    assert [name for name, _ in person.started] == ["arena", "stats"]
    assert person.started[0][1][4:8] == ["--game", "colonizers", "--matches", "7"]
    assert person.started[1][1] == ["arena-runs/colonizers-1"]
    assert load_choices(person.file).last_run == "arena-runs/colonizers-1"


def test_players_come_and_go(tmp_path: Path) -> None:
    first = known_bots("colonizers")[0]
    come = (
        PLAYERS,
        "5",
        "2",
        "",
    )  # four could be removed, the fifth line adds, `person` joins first
    person = Person(tmp_path, GAME, "2", *come, LEAVE)
    assert person.menu.players == ("person", *["heuristic"] * 3, first)
    person = Person(tmp_path, PLAYERS, "1", "1", "1", "", LEAVE)
    assert person.menu.players == ("heuristic", first)
    assert load_choices(person.file).players == {"colonizers": ("heuristic", first)}


def test_a_player_can_be_named_as_on_the_command_line(tmp_path: Path) -> None:
    last = str(len(known_bots("catan")) + 2)
    person = Person(tmp_path, PLAYERS, "5", last, "ismcts:iterations=5", "", LEAVE)
    assert person.menu.players[-1] == "ismcts:iterations=5"
    person = Person(tmp_path, PLAYERS, "6", last, "nobody", "", LEAVE)
    assert "! there is no bot 'nobody'" in person.shown
    assert len(person.menu.players) == 5


def test_the_game_has_as_many_seats_as_players(tmp_path: Path) -> None:
    person = Person(tmp_path, PLAYERS, "2", "", PLAY, LEAVE)
    ((_, words),) = person.started
    assert words[3:7] == ["--game", "catan", "--matches", "1"]
    assert words[7:9] == ["--option", "seats=3"]


def test_a_person_has_one_seat_where_players_are_missing(tmp_path: Path) -> None:
    person = Person(tmp_path, GAME, "2", PLAYERS, "2", "2", "", PLAY, LEAVE)
    assert person.menu.players == ("person", "heuristic")
    assert person.started[0][1][:5] == ["person", *["heuristic"] * 3, "--game"]


def test_the_last_player_stays(tmp_path: Path) -> None:
    person = Person(tmp_path, PLAYERS, "1", "1", "1", "1", "", LEAVE)
    assert "! at least one player is needed" in person.shown
    assert len(person.menu.players) == 1


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        ((MATCHES, "none"), "matches: expected 1 to"),
        ((MATCHES, "0"), "matches: expected 1 to"),
        ((OPTIONS, "2", "99999"), "target: expected an integer in 3..99"),
        ((STATISTICS,), "no matches have been played here yet"),
    ],
)
def test_what_cannot_be_is_said_and_nothing_changes(
    tmp_path: Path, lines: tuple[str, ...], reason: str
) -> None:
    person = Person(tmp_path, *lines, LEAVE)
    assert f"! {reason}" in person.shown
    assert person.menu.choices == Choices()


def test_an_option_goes_back_to_the_usual_value(tmp_path: Path) -> None:
    Person(tmp_path, OPTIONS, "2", "8", LEAVE)
    person = Person(tmp_path, OPTIONS, "2", "-", LEAVE)
    assert "(target=8)" in person.shown
    assert person.menu.options == {}


def test_servers_are_joined_and_watched(tmp_path: Path) -> None:
    url = "ws://example.org/v1"
    person = Person(tmp_path, JOIN, url, "ada", WATCH, "", LEAVE)
    assert person.started == [
        ("sit", ["--url", url, "--name", "ada", "--seek", "catan"]),
        ("watch", ["--url", url]),
    ]


def test_people_at_a_real_board_get_the_programs_that_were_chosen(tmp_path: Path) -> None:
    person = Person(tmp_path, TABLE, "Ann, Ben", OPTIONS, "2", "8", TABLE, "", LEAVE)
    (name, words), (_, again) = person.started
    assert name == "tabletop"
    assert words[:4] == ["--person", "Ann", "--person", "Ben"]
    assert words[4::2] == ["--player"] * 2, "four sit at a board at most"
    assert again == [*words, "--option", "target=8"], "people are remembered"


def test_a_real_board_is_for_one_game_and_for_people(tmp_path: Path) -> None:
    person = Person(tmp_path, TABLE, ",", GAME, "2", TABLE, LEAVE)
    assert person.started == []
    assert "! at a board sits at least one person" in person.shown
    assert "! a real board is one of catan: choose that game first" in person.shown


def test_a_command_that_fails_leads_back_to_the_menu(tmp_path: Path) -> None:
    person = Person(tmp_path, WATCH, "", LEAVE, fails=True)
    assert "! there is no server" in person.shown
    assert person.shown.count("10  leave") == 2


def test_a_wrong_number_is_asked_again_and_the_end_of_input_leaves(tmp_path: Path) -> None:
    person = Person(tmp_path, "99", "play")
    assert "expected a number from 1 to 10, got '99'" in person.shown
    assert person.started == []


@pytest.mark.parametrize(("typed", "answer"), [("Ann", "Ann"), ("", "person")])
def test_what_is_typed_at_a_terminal_joins_with_nothing(typed: str, answer: str) -> None:
    pytest.importorskip("prompt_toolkit")
    from prompt_toolkit.application import create_app_session
    from prompt_toolkit.input import create_pipe_input
    from prompt_toolkit.output import DummyOutput

    with create_pipe_input() as keys, create_app_session(input=keys, output=DummyOutput()):
        keys.send_text(f"{typed}\r")
        assert KeyAsker(io.StringIO()).ask("your name", "person") == answer


@pytest.fixture
def english_behind() -> Iterator[None]:
    """English is spoken again behind a test."""
    yield
    speak("en")


@pytest.mark.usefixtures("english_behind")
def test_no_word_of_the_menu_is_left_in_the_code(tmp_path: Path) -> None:
    speak(PSEUDO)
    wrong = (MATCHES, "0", "99", TABLE, ",", STATISTICS)
    person = Person(
        tmp_path,
        *wrong,
        *(GAME, "2", TABLE, OPTIONS, "2", "3"),
        *(PLAYERS, "1", "1", "1", "1", "2", str(len(known_bots("colonizers")) + 2), "nobody", ""),
        *(JOIN, "", "", LEAVE),
    )
    shown = person.shown.partition("! there is no bot")[0]  # the arena's words, for developers
    typed = {
        "infoset",
        "arena",
        "colonizers",
        "catan",
        "crossfire",
        "false",
        "FILE",
        "nobody",
        "colony",
        "json",
        "person",
    }
    names = {
        *known_bots("catan"),
        *known_bots("colonizers"),
        *find_game("colonizers").describe_options(),
    }
    known = set(WORD.findall(" ".join((*typed, *names, *find_game("catan").describe_options()))))
    assert set(WORD.findall(shown)) - known == set()


@pytest.mark.usefixtures("english_behind")
def test_the_menu_speaks_the_language_that_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{LEAVE}\n"))
    assert run_command(PLUGIN, ["--language", "cs"]) == 0
    assert "hráči   person, heuristic" in capsys.readouterr().out
