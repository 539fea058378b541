"""The customs of games: found by name, harmless where there are none, said plainly where they are broken."""

import pytest

from infoset_games.colonizers import Colonizers
from infoset_games.descriptor import BrokenPartError, Descriptor
from infoset_games.registry import known_games, make_game
from infoset_games.rng import Rng
from infoset_games.tables import Tables, tables_of


def hexes(tables: str) -> Descriptor:
    return Descriptor(rules="hexes_game:Hexes", tables=tables)


def test_a_game_without_customs_has_no_paces_and_no_map_to_keep() -> None:
    tables = tables_of("colonizers")
    game = Colonizers()
    assert tables.paces(game) == {}
    assert tables.practices() == {}
    assert tables.same_map(game.deal(Rng("deal"))) == {}
    assert tables.usual_practice == "random"


@pytest.mark.parametrize("name", known_games())
def test_every_test_room_of_a_game_is_a_game_that_can_be_made(name: str) -> None:
    tables = tables_of(name)
    for practice in tables.practices().values():
        game = make_game(name, dict(practice.options or {}))
        assert game.start(game.deal(Rng("practice"))).to_act()


@pytest.mark.parametrize("value", ["no.such.module:X", "math:pi", "builtins:int"])
def test_broken_customs_are_named(value: str) -> None:
    with pytest.raises(BrokenPartError, match=f"hexes: tables .{value}.: "):
        tables_of("hexes", hexes(value))


def test_customs_come_from_a_plug_in() -> None:
    found = tables_of("hexes", hexes("infoset_games.tables:Tables"))
    assert type(found) is Tables
