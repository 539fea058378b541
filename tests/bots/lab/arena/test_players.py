"""How bots are named on the command line."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from infoset.errors import BotLoadError, CommandError
from infoset_bots.lab.arena.players import (
    BUILT_IN,
    ClassPlayer,
    ProgramPlayer,
    files_behind,
    find_player,
    known_bots,
    make_entry,
    read_spec,
    require_fit,
    split_label,
    what_changed,
)
from infoset_bots.random_bot import RandomBot
from infoset_games.registry import make_game
from infoset_server.programs.manifest import SHIPPED_BOTS, read_manifest

if TYPE_CHECKING:
    from tests.bots.lab.arena.conftest import WriteBot


def made(spec: str, game: str = "colonizers") -> object:
    player = find_player(spec, game)
    assert isinstance(player, ClassPlayer)
    return player.make()


def test_the_house_bots_are_built_in() -> None:
    assert {entry.name for entry in read_manifest(SHIPPED_BOTS, folder=None)} <= set(BUILT_IN)


@pytest.mark.parametrize("name", sorted(BUILT_IN))
def test_every_built_in_bot_can_be_made(name: str) -> None:
    for game in BUILT_IN[name]:
        assert made(name, game or "colonizers") is not None


def test_a_built_in_bot_takes_parameters() -> None:
    assert vars(made("ismcts:iterations=7,c=0.5"))["iterations"] == 7


def test_values_are_numbers_words_and_lists() -> None:
    spec = read_spec("m.py:Bot:a=1,b=0.5,c=true,d=word,e=1/2")
    assert spec.place == "m.py:Bot"
    assert spec.params == {"a": 1, "b": 0.5, "c": True, "d": "word", "e": "1/2"}


def test_an_unknown_name_is_answered_with_the_known_ones() -> None:
    with pytest.raises(CommandError, match=r"there is no bot 'heurist'; .*heuristic, .*random"):
        find_player("heurist", "colonizers")


def test_a_bot_of_another_game_says_which() -> None:
    with pytest.raises(CommandError, match=r"plays colonizers, .*not leduc; bots for it: .*random"):
        find_player("heuristic", "leduc")
    assert "heuristic" not in known_bots("leduc")


@pytest.mark.parametrize(
    ("spec", "complaint"),
    [
        ("random:depth=3", "has no parameter 'depth'; it has none"),
        ("ismcts:iter=3", "has no parameter 'iter'; its parameters: iterations, c"),
        ("ismcts:iterations=many", "iterations: expected an integer"),
        ("ismcts:iterations=3,=4", "expected name=value after the colon, got '=4'"),
        ("cmd:", "expected a command"),
        ("cmd:'", "the command cannot be read"),
        ("json:/no/such/program", "no such program"),
        ("/no/such/bot.py", "there is no such file"),
    ],
)
def test_what_cannot_play_says_why(spec: str, complaint: str) -> None:
    with pytest.raises((CommandError, BotLoadError), match=complaint):
        find_player(spec, "colonizers")


def test_a_bot_class_of_a_file_is_made_with_its_parameters(write_bot: "WriteBot") -> None:
    path = write_bot("deep", "def __init__(self, depth=1):\n    self.depth = depth")
    assert vars(made(f"{path}:Made:depth=4"))["depth"] == 4
    assert vars(made(f"{path}:depth=2"))["depth"] == 2


def test_a_file_that_cannot_be_loaded_says_why(tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text("import no_such_module_at_all\n")
    with pytest.raises(BotLoadError, match="ModuleNotFoundError while loading it"):
        find_player(str(tmp_path / "broken.py"), "colonizers")


def test_a_bot_that_cannot_be_made_is_known_before_the_first_match(write_bot: "WriteBot") -> None:
    path = write_bot("shy", "def __init__(self):\n    raise OSError('no book')")
    with pytest.raises(BotLoadError, match="cannot be made: OSError: no book"):
        find_player(path, "colonizers")


def test_a_bot_says_before_the_first_match_that_it_cannot_play_a_game(
    write_bot: "WriteBot",
) -> None:
    says = "def check_game(self, game):\n    if game.seats != 2:\n        raise ValueError(f'book.txt: expected 2 seats, got {game.seats}')"
    path = write_bot("pair", says)
    require_fit(path, make_game("crossfire", {}))
    require_fit("random", make_game("colonizers", {}))
    require_fit(f"cmd:{sys.executable}", make_game("colonizers", {}))
    with pytest.raises(BotLoadError, match=r"cannot play colonizers: book\.txt: expected 2 seats"):
        require_fit(path, make_game("colonizers", {}))
    broken = write_bot("broken", "def check_game(self, game):\n    raise KeyError('shape')")
    with pytest.raises(BotLoadError, match="cannot play colonizers: KeyError: 'shape'"):
        require_fit(broken, make_game("colonizers", {}))


def test_a_command_is_split_like_a_shell_would_and_gets_seed_and_seat() -> None:
    player = find_player(f"cmd:{sys.executable} -c 'a b' {{seed}} --seat={{seat}}", "any")
    assert isinstance(player, ProgramPlayer)
    assert player.argv_for(17, 2) == [sys.executable, "-c", "a b", "17", "--seat=2"]
    assert player.mode == "words"


def test_a_label_is_what_stands_before_the_first_equals_sign() -> None:
    assert split_label("mine=cmd:./bot --x=1") == ("mine", "cmd:./bot --x=1")
    assert split_label("ismcts:iterations=3") == ("ismcts:iterations=3", "ismcts:iterations=3")
    assert split_label("cmd:./bot --x=1") == ("cmd:./bot --x=1", "cmd:./bot --x=1")
    assert split_label("random") == ("random", "random")


def test_another_file_under_the_same_name_is_another_bot(write_bot: "WriteBot") -> None:
    path = write_bot("bot", "def decide(self, turn):\n    return 0")
    entry = make_entry(path, "colonizers")
    assert entry.files == files_behind(f"{path}:Made") == files_behind(f"{path}:Made:a=1")
    assert what_changed(entry) == []
    write_bot("bot", "def decide(self, turn):\n    return 1")
    assert what_changed(entry) == [f"{path} has changed"]
    assert path in files_behind(f"cmd:{sys.executable} {path}")


def test_bots_of_no_file_are_classes_of_the_package() -> None:
    assert type(made("random")) is RandomBot
