"""Descriptors of games: what they say wrongly is refused by field, and nothing is loaded before it is needed."""

import json
import subprocess
import sys
from importlib.metadata import EntryPoint, entry_points
from typing import Any

import pytest

from infoset_games.descriptor import (
    GROUP,
    PARTS,
    BrokenPartError,
    Descriptor,
    DescriptorError,
    Descriptors,
    Family,
    installed,
    load,
    load_part,
)

RULES = "hexes_game.rules:Hexes"

# What plug-ins of this module name.
HEXES = Descriptor(rules=RULES)
MUSEUM = Family("museum_games.family")


@pytest.mark.parametrize(
    ("fields", "complaint"),
    [
        ({"rules": ""}, "rules: expected 'module:attribute', got nothing"),
        ({"rules": "hexes_game"}, "rules: expected 'module:attribute', got 'hexes_game'"),
        ({"window": "hexes:game:View"}, "window: expected 'module:attribute'"),
        ({"terminal": 7}, "terminal: expected 'module:attribute', got 7"),
        ({"page": "hexes_game:view.js"}, "page: expected 'package:folder/file.js'"),
        ({"page": "hexes_game:../page/view.js"}, "page: expected"),
        ({"page": "hexes_game:page/../../view.js"}, "page: expected"),
        ({"page": "hexes_game:/page/view.js"}, "page: expected"),
        ({"page": "hexes_game:page/view.html"}, "page: expected"),
        ({"words": "hexes_game:../words"}, "words: expected 'package:folder'"),
        ({"policies": ["greedy"]}, "policies: expected a mapping by name"),
        ({"policies": {"random": RULES}}, r"policies: expected names .* got 'random'"),
        ({"policies": {"greedy": ""}}, r"policies\['greedy'\]: expected 'module:attribute'"),
    ],
)
def test_a_field_that_cannot_be_is_named(fields: dict[str, Any], complaint: str) -> None:
    with pytest.raises(DescriptorError, match=complaint):
        Descriptor(**{"rules": RULES, **fields})


def test_a_field_that_there_is_not_is_named() -> None:
    fields: dict[str, Any] = {"rules": RULES, "pgae": "hexes_game:page/view.js"}
    with pytest.raises(TypeError, match="'pgae'"):
        Descriptor(**fields)


@pytest.mark.parametrize("members", ["", "museum games", "museum:family"])
def test_a_family_names_a_module(members: str) -> None:
    with pytest.raises(DescriptorError, match="members: expected a module"):
        Family(members)


def test_descriptors_are_found_by_name_and_what_they_name_is_not_loaded() -> None:
    plugins = [
        EntryPoint(name.lower(), f"{__name__}:{name}", GROUP) for name in ("HEXES", "MUSEUM")
    ]
    found = Descriptors(plugins)
    assert (found.games, found.families, found.broken) == (
        {"hexes": HEXES},
        {"museum": MUSEUM},
        {},
    )
    assert not {"hexes_game", "museum_games"} & set(sys.modules)


def test_of_two_descriptors_with_one_name_the_first_counts() -> None:
    both = Descriptors(EntryPoint("hexes", f"{__name__}:{at}", GROUP) for at in ("HEXES", "MUSEUM"))
    assert both.games == {"hexes": HEXES}
    assert "the name is taken" in both.broken["hexes"]


def test_what_cannot_be_loaded_is_said_with_its_field() -> None:
    broken = Descriptor(rules=RULES, window="no_such_module:View")
    with pytest.raises(
        BrokenPartError, match=r"hexes: window \(no_such_module:View\): ModuleNotFoundError"
    ):
        load_part("hexes", "window", broken)
    assert load_part("hexes", "terminal", broken) is None


def test_everything_that_the_shipped_games_name_can_be_loaded() -> None:
    pytest.importorskip(
        "pygame", reason="pygame is not installed: the views of the window were NOT LOADED"
    )
    for name, descriptor in installed().games.items():
        for part in PARTS:
            value = getattr(descriptor, part)
            assert not value or callable(load_part(name, part)) or part == "experiments"
        assert all(load(name, "policies", value) for value in descriptor.policies.values())


def test_listing_games_loads_neither_bots_nor_windows() -> None:
    code = (
        "import json, sys; from infoset_games.registry import known_games; games = known_games();"
        "print(json.dumps([games, sorted({name.partition('.')[0] for name in sys.modules})]))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    games, modules = json.loads(done.stdout)
    assert "catan" in games
    assert not {"infoset", "infoset_bots", "infoset_gui", "numpy", "pygame", "pyspiel"} & set(
        modules
    )


def test_a_game_has_one_entry_point() -> None:
    names = {group for group in entry_points().groups if group.startswith("infoset.")}
    told = {"games", "commands", "downloads", "compute", "reviews", "checks"}
    assert names <= {f"infoset.{name}" for name in told}
