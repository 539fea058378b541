"""Places: what actions point at are anchors of the game, and every plug-in is what it says."""

import pytest

from infoset_games.anchors import open_book
from infoset_games.core import CHANCE, Json
from infoset_games.crossfire.state import CrossfireState
from infoset_games.crossfire.units import SQUARE
from infoset_games.descriptor import BrokenPartError, Descriptor
from infoset_games.places import Places, places_of
from infoset_games.registry import make_game
from infoset_games.replay import random_log, replay
from infoset_games.testing.toys.leduc import Leduc

SMALL: dict[str, dict[str, Json]] = {
    "catan": {"target": 3, "round_limit": 15},
    "colonizers": {"colony": 2},
    "crossfire": {"preset": "mini"},
}
KINDS = {
    "catan": {"node", "edge", "hex"},
    "colonizers": {"colonist", "module"},
    "crossfire": {"cell"},
}


@pytest.mark.parametrize("name", SMALL)
def test_what_actions_point_at_are_anchors_of_the_game(name: str) -> None:
    game, places = make_game(name, SMALL[name]), places_of(name)
    book, found = open_book(game), set()
    log = random_log(game, "pointed", 10_000)
    for state, joint in zip(replay(game, log), log.joints, strict=False):
        for seat, action in joint.items():
            if seat != CHANCE:
                written = game.write_action(state, seat, action)
                found |= set(places.pointed(state, seat, written))
    assert {anchor.partition(":")[0] for anchor in found} == KINDS[name]
    assert all(book.has(anchor) for anchor in found)
    spots = places.spots(game)
    assert all(book.has(anchor) for anchor in spots)
    assert not spots or found <= set(spots)
    assert len(set(spots.values())) == len(spots)


def test_a_command_points_at_the_square_it_goes_to_and_none_beyond_the_edge() -> None:
    game, places = make_game("crossfire", SMALL["crossfire"]), places_of("crossfire")
    log = random_log(game, "steps", 10_000)
    state = list(replay(game, log))[1]  # both have set up
    row, column = divmod(state.to_plain()["rounds"][0][0][0][0], int(game.consts()["size"]))
    steps = {"up": (-1, 0), "right": (0, 1), "down": (1, 0), "left": (0, -1)}
    for direction, (down, right) in steps.items():
        pointed = places.pointed(state, 0, ["orders", [0, "move", direction]])
        assert pointed == [f"cell:{row + down},{column + right}"]
    corner = state.copy()
    assert isinstance(corner, CrossfireState)
    assert corner.now is not None
    corner.now.cells[SQUARE] = 0
    assert places.pointed(corner, 0, ["orders", [0, "fire", "left"], [1, "fire", "up"]]) != []
    assert places.pointed(corner, 0, ["orders", [0, "fire", "left"]]) == []


def test_a_game_without_places_has_its_verbs_and_numbers() -> None:
    game, places = Leduc(), places_of("leduc")
    state = game.start({"first": 0})
    assert type(places) is Places
    assert places.pointed(state, 0, ["jump", 7]) == ["jump:7"]
    assert places.pointed(state, 0, ["check"]) == places.pointed(state, 0, ["raise", [1, 2]]) == []
    assert places.spots(game) == {}


@pytest.mark.parametrize(
    ("value", "why"),
    [("infoset_games.nowhere:Places", "ModuleNotFoundError"), ("builtins:dict", "expected Places")],
)
def test_a_broken_plug_in_is_named(value: str, why: str) -> None:
    hexes = Descriptor(rules="hexes_game:Hexes", places=value)
    with pytest.raises(BrokenPartError, match=f"hexes: places .{value}.*{why}"):
        places_of("hexes", hexes)
