"""Anchors: every game publishes the names of its places, and a broken plug-in is named."""

import pytest

from infoset_games.anchors import (
    Named,
    is_share,
    open_book,
)
from infoset_games.descriptor import BrokenPartError, Descriptor
from infoset_games.registry import known_games, make_game

PLACES: dict[str, tuple[set[str], set[str]]] = {  # by game: some that are there, some that are not
    "catan": (
        {"hex:18", "node:53", "edge:71", "hand:4", "dev:4", "bank:0"},
        {"hex:19", "node:54", "edge:72", "hand:5", "cell:0,0"},
    ),
    "colonizers": (
        {"colonist:5", "module:15", "hand:3", "colony:3,7"},
        {"colonist:6", "module:16", "colony:4,0", "colony:0,8", "hex:0"},
    ),
    "crossfire": (
        {"cell:0,0", "cell:14,14", "unit:4"},
        {"cell:15,0", "cell:0", "cell:a,b", "unit:5", "cell:1,1,1", "cell:٣,1"},
    ),
}


@pytest.mark.parametrize("game", known_games())
def test_a_game_publishes_its_places_and_no_others(game: str) -> None:
    book = open_book(make_game(game, {}))
    there, missing = PLACES[game]
    assert book.is_complete
    assert {name for name in there | missing if book.has(name)} == there


@pytest.mark.parametrize("game", known_games())
def test_seats_actions_slots_and_the_screen_are_everywhere(game: str) -> None:
    made = make_game(game, {})
    book = open_book(made)
    for name in ("seat:0", f"seat:{made.seats - 1}", "action:0", "slot:unit 3", "screen:banner"):
        assert book.has(name)
    for name in (f"seat:{made.seats}", "action:4096", "slot:", "screen:middle", "", ":", "seat"):
        assert not book.has(name)


def test_places_follow_the_options_of_the_game() -> None:
    book = open_book(make_game("crossfire", {"preset": "mini"}))
    assert book.has("cell:10,10")
    assert not book.has("cell:11,0")


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        *((text, True) for text in ("0", "1", "0.5", "1.0")),
        *((text, False) for text in ("1.01", "2", "-0.5", ".5", "0.5e1", "nan", "")),
    ],
)
def test_a_share_is_a_plain_decimal_from_0_to_1(text: str, is_one: bool) -> None:
    assert is_share(text) is is_one


def test_named_places_are_those_and_no_others() -> None:
    kind = Named(frozenset({"discard"}))
    assert kind.has("discard")
    assert not kind.has("draw")


@pytest.mark.parametrize("value", ["nowhere:at_all", "infoset_games.anchors:MAX_DIGITS"])
def test_a_broken_plug_in_is_named(value: str) -> None:
    descriptor = Descriptor(rules="infoset_games.crossfire:Crossfire", anchors=value)
    with pytest.raises(BrokenPartError, match="crossfire: anchors"):
        open_book(make_game("crossfire", {}), descriptor)
