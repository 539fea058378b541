"""Maps in text form: what they say, what is refused, and that errors name the square."""

import pytest

from infoset_games.crossfire import Crossfire
from infoset_games.crossfire.generator import random_map
from infoset_games.crossfire.geometry import LEFT_RIGHT, SYMMETRY_NAMES, geometry_of
from infoset_games.crossfire.maps import Map, MapError, read_map
from infoset_games.crossfire.terrain import FOREST, GROUND
from infoset_games.rng import Rng

DRAWN = """half_turn
DDDDDDD
DF0G1MD
DGGGGGD
DWGDGWD
DGGGGGD
DMbGaFD
DDDDDDD"""


def test_a_map_says_its_terrain_and_the_spawns_of_both_seats() -> None:
    drawn = read_map(DRAWN)
    assert drawn.size == 7
    assert drawn.spawns == [9, 11]
    assert drawn.image_spawns == [39, 37]
    assert drawn.terrain[9] == drawn.terrain[37] == GROUND
    assert drawn.text() == DRAWN


@pytest.mark.parametrize("symmetry", range(5))
def test_random_maps_of_every_symmetry_survive_their_text_form(symmetry: int) -> None:
    drawn = random_map(11, 3, symmetry, Rng("text"))
    again = read_map(drawn.text())
    assert (again.terrain, again.spawns, again.symmetry) == (
        drawn.terrain,
        drawn.spawns,
        drawn.symmetry,
    )


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("half_turn", "spiral", "line 1: expected a symmetry"),
        ("DGGGGGD", "DGGGGFD", r"square F3: F, but its half_turn image B5 is G"),
        ("DWGDGWD", "DWGXGWD", r"square D4: expected one of MWFDG"),
        ("DWGDGWD", "DWGDGW", "row 4: expected 7 squares, got 6"),
        ("DF0G1MD", "DF0G0MD", r"square E2: spawn 0 is there twice"),
        ("DF0G1MD", "DF0GGMD", "spawn 1: expected it on the map, where 0ba are"),
        ("DMbGaFD", "DMaGbFD", r"square C6: spawn a must be at E6"),
        ("\nDDDDDDD\nDF", "\nDF", "expected as many rows as columns, an odd number in 5..21"),
    ],
)
def test_a_faulty_map_is_refused_by_its_square(old: str, new: str, message: str) -> None:
    with pytest.raises(MapError, match=message):
        read_map(DRAWN.replace(old, new, 1))


def test_spawns_must_not_meet_their_images() -> None:
    terrain = bytes([GROUND] * 25)
    with pytest.raises(MapError, match=r"square C2: spawns 0 and a meet"):
        Map(LEFT_RIGHT, terrain, [7])
    with pytest.raises(MapError, match=r"square B2: spawns 0 and 1 meet"):
        Map(LEFT_RIGHT, terrain, [6, 6])
    with pytest.raises(MapError, match=r"expected 1\.\.8 spawn squares for each seat, got 0"):
        Map(LEFT_RIGHT, terrain, [])


def test_a_spawn_stands_on_ground() -> None:
    with pytest.raises(MapError, match=r"square A1: spawn 0 must be Ground"):
        Map(LEFT_RIGHT, bytes([FOREST] * 25), [0])


def test_every_symmetry_is_an_involution_that_keeps_neighbours() -> None:
    geometry = geometry_of(7)
    for symmetry in range(len(SYMMETRY_NAMES)):
        images = [geometry.image(symmetry, square) for square in range(49)]
        assert [images[square] for square in images] == list(range(49))
        for square in range(48):
            assert geometry.distance(images[square], images[square + 1]) == geometry.distance(
                square, square + 1
            )


def test_a_drawn_map_is_played_as_an_option() -> None:
    game = Crossfire(map=DRAWN)
    assert (game.size, game.units) == (7, 2)
    deal = game.deal(Rng("1"))
    assert deal["map"] == DRAWN.split("\n")
    assert game.start(deal).deal.board.last_round == 15
