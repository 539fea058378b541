"""Options, deals and constants."""

import pytest

from infoset_games.core import Json
from infoset_games.crossfire import Crossfire
from infoset_games.crossfire.geometry import SYMMETRY_NAMES
from infoset_games.crossfire.maps import read_map
from infoset_games.game import OptionError
from infoset_games.rng import Rng


@pytest.mark.parametrize(
    ("preset", "size", "units", "last"),
    [("mini", 11, 3, 25), ("standard", 15, 5, 35), ("large", 21, 8, 50)],
)
def test_a_preset_says_board_units_and_horizon(
    preset: str, size: int, units: int, last: int
) -> None:
    game = Crossfire(preset=preset)
    consts = game.consts()
    assert (consts["size"], consts["units"], consts["last_round"]) == (size, units, last)
    deal = game.deal(Rng("1"))
    assert len(deal["map"]) == size + 1
    assert len(deal["recharge"]) == units


def test_the_symmetry_of_random_maps_can_be_chosen() -> None:
    for name in SYMMETRY_NAMES:
        assert Crossfire(symmetry=name).deal(Rng("1"))["map"][0] == name
    names = {Crossfire(preset="mini").deal(Rng(str(seed)))["map"][0] for seed in range(60)}
    assert names == set(SYMMETRY_NAMES)


def test_recharge_times_lie_in_their_range_ascend_and_two_differ() -> None:
    for seed in range(50):
        recharge = Crossfire(preset="mini").deal(Rng(str(seed)))["recharge"]
        assert recharge == sorted(recharge)
        assert len(set(recharge)) > 1
        assert 2 <= recharge[0] <= recharge[-1] <= 6
    assert Crossfire(recharge_min=4, recharge_max=4).deal(Rng("1"))["recharge"] == [4] * 5


@pytest.mark.parametrize(
    ("options", "path", "message"),
    [
        ({"preset": "huge"}, "preset", "one of mini, standard, large"),
        ({"laser_stop": "water"}, "laser_stop", "one of obstructed, mountain"),
        ({"symmetry": "none"}, "symmetry", "one of any, half_turn"),
        ({"recharge_min": 0}, "recharge_min", r"an integer in 1\.\.20"),
        ({"recharge_min": 7}, "recharge_max", "at least recharge_min, 7"),
        ({"map": "spiral"}, "map", "a map; line 1: expected a symmetry"),
        ({"mirror": 1}, "mirror", "true or false"),
    ],
)
def test_a_bad_option_is_refused_by_name(options: Json, path: str, message: str) -> None:
    with pytest.raises(OptionError, match=f"{path}: expected {message}") as refusal:
        Crossfire(**options)
    assert refusal.value.path == path


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("map", "text", "map: expected the lines of a map"),
        ("map", ["half_turn", "D"], "map: expected as many rows"),
        ("recharge", [3, 2, 4, 5, 6], "recharge: expected ascending numbers"),
        ("recharge", [2, 2, 2, 2, 9], "recharge: expected 5 integers in 2..6"),
        ("fill", [1], "fill: expected two secrets of 32 hexadecimal digits"),
        ("fill", ["0" * 32, "0" * 31], "fill: expected two secrets"),
        ("fill", ["0" * 32, "G" * 32], "fill: expected two secrets"),
        ("fill", [1 << 32, 0], "fill: expected two secrets"),
        ("fill", [True, 0], "fill: expected two secrets"),
    ],
)
def test_a_bad_deal_is_refused_by_field(field: str, value: Json, message: str) -> None:
    game = Crossfire()
    with pytest.raises(ValueError, match=message):
        game.start({**game.deal(Rng("1")), field: value})


def test_a_map_of_another_size_is_no_deal_of_this_game() -> None:
    deal = Crossfire(preset="mini").deal(Rng("1"))
    with pytest.raises(ValueError, match="map: expected 15 rows and 5 spawns a seat"):
        Crossfire().start(deal)


def test_equal_maps_share_one_board_and_not_too_many_are_kept() -> None:
    game = Crossfire(preset="mini")
    first = game.deal(Rng("0"))
    board = game.start(first).deal.board
    assert game.start(first).deal.board is board
    for seed in range(1, 70):
        game.board(read_map("\n".join(game.deal(Rng(str(seed)))["map"])))
    assert game.start(first).deal.board is not board
