"""The registry: games by name, shared instances, rules versions, plug-ins that cannot be loaded."""

import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from infoset_games.descriptor import GROUP, Descriptor
from infoset_games.game import OptionError
from infoset_games.registry import (
    MAX_SHARED_GAMES,
    Registry,
    RulesVersionError,
    UnknownGameError,
    broken_games,
    find_game,
    known_games,
    make_game,
    register,
)
from infoset_games.testing.toys import Ambush, Leduc

TOYS = "infoset_games.testing.toys"

# What plug-ins of this module name.
LEDUC = Descriptor(rules=f"{TOYS}:Leduc")
AMBUSH = Descriptor(rules=f"{TOYS}:Ambush")
OTHER_LEDUC = Descriptor(rules=f"{TOYS}.leduc:Leduc")
NO_MODULE = Descriptor(rules="no_such_module:Game")
NO_CLASS = Descriptor(rules=f"{TOYS}:NoSuchClass")
NO_GAME = Descriptor(rules=f"{TOYS}.leduc:is_closed")
QUITTER = Descriptor(rules="quitting_game:Game")


def plugin(name: str, value: str) -> EntryPoint:
    return EntryPoint(name, f"{__name__}:{value}", GROUP)


@pytest.fixture
def toys() -> Registry:
    return Registry([plugin("leduc", "LEDUC"), plugin("ambush", "AMBUSH")])


def test_games_are_found_by_their_entry_points(toys: Registry) -> None:
    assert toys.names() == ("ambush", "leduc")
    assert toys.find("leduc") is Leduc
    assert toys.broken == {}


def test_an_unknown_game_is_refused_with_the_known_names(toys: Registry) -> None:
    with pytest.raises(
        UnknownGameError, match=r"'chess' is not installed.*ambush, leduc"
    ) as caught:
        toys.find("chess")
    assert caught.value.name == "chess"
    assert caught.value.known == ("ambush", "leduc")


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("NOWHERE", "AttributeError"),
        ("TOYS", r"expected an infoset_games.descriptor.Descriptor, got 'infoset_games"),
        ("NO_MODULE", "bad: rules (no_such_module:Game): ModuleNotFoundError"),
        ("NO_CLASS", "AttributeError"),
        ("NO_GAME", "expected a subclass of"),
        ("AMBUSH", "expected 'bad'"),
    ],
)
def test_a_broken_plugin_is_reported_and_leaves_the_others_alone(value: str, reason: str) -> None:
    registry = Registry([plugin("bad", value), plugin("leduc", "LEDUC")])
    assert registry.names() == ("leduc",)
    assert reason in registry.broken["bad"]
    with pytest.raises(UnknownGameError, match="cannot be loaded") as caught:
        registry.find("bad")
    assert reason in str(caught.value)


def test_a_plugin_that_exits_when_imported_is_only_broken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "quitting_game.py").write_text("raise SystemExit(3)\n")
    monkeypatch.syspath_prepend(tmp_path)
    registry = Registry([plugin("quitter", "QUITTER")])
    assert "SystemExit" in registry.broken["quitter"]
    assert "quitting_game" not in sys.modules


def test_two_plugins_of_one_name_leave_the_first(toys: Registry) -> None:
    both = Registry([plugin("leduc", "LEDUC"), plugin("leduc", "OTHER_LEDUC")])
    assert both.find("leduc") is toys.find("leduc")
    assert "the name is taken" in both.broken["leduc"]


def test_matches_with_equal_options_share_one_game(toys: Registry) -> None:
    assert toys.make("leduc") is toys.make("leduc", {"ranks": 3})
    assert toys.make("leduc", {"ranks": 4}) is not toys.make("leduc")
    assert toys.make("ambush", {"seats": 3, "fields": 4}) is toys.make(
        "ambush", {"fields": 4, "seats": 3}
    )


def test_shared_games_are_bounded(toys: Registry) -> None:
    for rounds in range(1, 21):
        for fields in range(2, 31):
            toys.make("ambush", {"rounds": rounds, "fields": fields})
    assert len(toys._shared) <= MAX_SHARED_GAMES


def test_an_unknown_option_is_refused_by_name(toys: Registry) -> None:
    with pytest.raises(
        OptionError, match="stakes: expected one of the options raises, ranks"
    ) as caught:
        toys.make("leduc", {"stakes": 3})
    assert caught.value.path == "stakes"


def test_a_bad_option_is_refused_by_the_game(toys: Registry) -> None:
    with pytest.raises(OptionError, match=r"ranks: expected an integer in 2\.\.13"):
        toys.make("leduc", {"ranks": 1})


def test_other_rules_than_asked_for_are_refused(toys: Registry) -> None:
    assert toys.make("leduc", rules="leduc/1.0").rules == "leduc/1.0"
    with pytest.raises(RulesVersionError, match=r"expected leduc/0\.9, installed is leduc/1\.0"):
        toys.make("leduc", rules="leduc/0.9")


def test_a_registered_game_is_known_inside_the_block_only() -> None:
    before = known_games()
    with register("ambush", Ambush):
        assert find_game("ambush") is Ambush
        assert "ambush" in known_games()
        inside = make_game("ambush")
        assert make_game("ambush", {"rounds": 3}) is inside
    assert known_games() == before
    with register("ambush", Ambush):
        assert make_game("ambush") is not inside


def test_a_taken_or_wrong_name_is_not_registered(toys: Registry) -> None:
    with pytest.raises(ValueError, match="taken"), toys.register("leduc", Leduc):
        pass
    misnamed = toys.register("poker", Leduc)
    with pytest.raises(ValueError, match=r"Leduc\.name: expected 'poker'"), misnamed:
        pass
    assert toys.names() == ("ambush", "leduc")


def test_every_installed_plugin_can_be_loaded() -> None:
    assert broken_games() == {}
