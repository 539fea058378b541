"""Random maps are fit to be played, and unfit ones are found out."""

import pytest

from infoset_games.crossfire.board import Board
from infoset_games.crossfire.generator import ANY_SYMMETRY, random_map, spawn_distance
from infoset_games.crossfire.geometry import geometry_of
from infoset_games.crossfire.maps import Map, read_map
from infoset_games.crossfire.playability import difficulty, doomed_share, faults_of
from infoset_games.crossfire.terrain import DESERT, FOREST, MOUNTAIN, PASSABLE, WATER
from infoset_games.rng import Rng

OPEN = """half_turn
DDDDDDD
D0DDDDD
DDDDDDD
DDDDDDD
DDDDDDD
DDDDDaD
DDDDDDD"""


@pytest.mark.parametrize(("size", "units"), [(11, 3), (15, 5), (21, 8)])
def test_random_maps_have_no_faults(size: int, units: int) -> None:
    for seed in range(5):
        drawn = random_map(size, units, ANY_SYMMETRY, Rng("maps", str(seed)))
        assert faults_of(drawn) == []
        geometry = geometry_of(size)
        for square in drawn.spawns:
            for enemy in drawn.image_spawns:
                assert geometry.distance(square, enemy) >= spawn_distance(size)
        centre = geometry.around[geometry.centre] & geometry.near[geometry.centre]
        assert all(PASSABLE[drawn.terrain[s]] for s in range(size * size) if centre >> s & 1)
        assert drawn.terrain[geometry.centre] == DESERT


def test_terrain_is_mixed_as_planned() -> None:
    counts = dict.fromkeys((MOUNTAIN, WATER, FOREST, DESERT), 0)
    maps = [random_map(15, 5, ANY_SYMMETRY, Rng("mix", str(seed))) for seed in range(20)]
    for drawn in maps:
        for code in counts:
            counts[code] += drawn.terrain.count(code)
    shares = {code: count / (20 * 225) for code, count in counts.items()}
    assert 0.07 < shares[MOUNTAIN] < 0.13
    assert 0.03 < shares[WATER] < 0.08
    assert 0.08 < shares[FOREST] < 0.14
    assert 0.15 < shares[DESERT] < 0.24


def test_equal_streams_draw_equal_maps() -> None:
    one, other = (random_map(11, 3, ANY_SYMMETRY, Rng("same")).text() for _ in range(2))
    assert one == other


def test_a_spawn_with_one_way_out_is_a_fault() -> None:
    text = """half_turn
DMDDDDD
M0DDDDD
DMDDDDD
DDDDDDD
DDDDDMD
DDDDDaM
DDDDDMD"""
    faults = faults_of(read_map(text))
    assert any("spawn B2 has fewer than 2 passable neighbours" in fault for fault in faults)


def test_a_firing_line_between_spawns_is_a_fault() -> None:
    text = OPEN.replace("D0DDDDD", "DDDDDDD").replace("DDDDDaD", "DDDDDDD")
    rows = text.split("\n")
    rows[4] = "0DDDDDa"
    faults = faults_of(read_map("\n".join(rows)))
    assert any("spawn A4 has an enemy spawn in its firing line" in fault for fault in faults)


def test_a_spawn_cut_off_from_the_centre_is_a_fault() -> None:
    text = """half_turn
0MDDDDD
MMDDDDD
DDDDDDD
DDDDDDD
DDDDDDD
DDDDDMM
DDDDDMa"""
    faults = " ".join(faults_of(read_map(text)))
    assert "A1 is cut off from the centre" in faults
    assert "from spawn A1 nobody can reach the last squares" in faults


def test_difficulty_grows_with_the_share_of_traps() -> None:
    open_map = Board(read_map(OPEN), 0)
    assert doomed_share(open_map) == 0
    assert difficulty(open_map) == "easy"
    walls = bytearray([DESERT] * 121)
    for column in range(11):
        for row in (2, 8):
            walls[row * 11 + column] = MOUNTAIN
    for square in (24 + 11 * 2, 120 - 24 - 11 * 2):
        walls[square] = 4
    board = Board(Map(0, bytes(walls), [46]), 0)
    assert doomed_share(board) > 0.25
    assert difficulty(board) == "hard"
