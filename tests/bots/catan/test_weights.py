"""Weights as data: the thesis' tables, files, and what is said about bad ones."""

import json
from dataclasses import FrozenInstanceError, asdict, replace
from pathlib import Path

import pytest

from infoset_bots.catan.weights import (
    LEGACY,
    NUMBERS,
    PRESETS,
    STRONG,
    TEXT,
    Weights,
    WeightsError,
    find_weights,
    load_weights,
    read_weights,
    save_weights,
)

# Table 4: the entry, what the text says, what the program has.
TABLE_4 = {
    "point": (10, 10),
    "near_win": (10_000, 0),
    "sole_lead": (100, 100),
    "shared_lead": (50, 50),
    "settlement": (500, 500),
    "settlement_pip": (2, 2),
    "settlement_hex": (2, 2),
    "city": (1000, 500),
    "city_pip": (3, 2),
    "city_hex": (2, 2),
    "close_buildings": (10, 10),
    "far_buildings": (-10, -10),
    "any_harbour": (3, 2),
    "own_harbour": (2, 2),
    "card": (1, 0),
    "brick_card": (0, 2),
    "ore_card": (0, 2),
    "city_price": (0, 50),
    "settlement_price": (0, 25),
    "road_price": (0, 10),
    "dev_price": (0, 10),
    "excess_card": (-0.5, -0.5),
    "variety": (3, 3),
    "army": (50, 0),
    "longest_road": (50, 0),
    "hoarded_army": (-25, 0),
    "hoarded_knights": (0, -25),
    "knight": (0, 3),
    "length": (2, 7),
    "held_length": (0, 7),
    "held_road": (2, 0),
    "victory_card": (-5, -5),
    "excess_dev": (-0.5, -0.5),
    "excess_road": (-1.5, -1.5),
    "few_roads": (25, 25),
    "spot": (5, 0),
    "blocked_end": (-5, -5),
    "linked_pair": (0, 3),
}


def test_text_and_legacy_have_the_numbers_of_table_4() -> None:
    for name in NUMBERS:
        assert (getattr(TEXT, name), getattr(LEGACY, name)) == TABLE_4.get(name, (0, 0)), name
    assert (TEXT.as_coded, LEGACY.as_coded) == (False, True)


def test_weights_do_not_change() -> None:
    with pytest.raises(FrozenInstanceError):
        TEXT.point = 3  # type: ignore[misc]


@pytest.mark.parametrize("ending", ["toml", "json"])
@pytest.mark.parametrize("weights", PRESETS.values(), ids=PRESETS.keys())
def test_a_file_gives_back_what_was_saved(tmp_path: Path, ending: str, weights: Weights) -> None:
    path = tmp_path / f"weights.{ending}"
    save_weights(path, replace(weights, spot_pip=0.1 + 0.2))
    assert load_weights(path) == replace(weights, spot_pip=0.1 + 0.2)
    assert find_weights(str(path)) == load_weights(path)


def test_what_a_file_leaves_out_is_as_usual(tmp_path: Path) -> None:
    path = tmp_path / "few.toml"
    path.write_text("point = 12\nblocked_pip = -1.5\n")
    assert load_weights(path) == replace(STRONG, point=12, blocked_pip=-1.5)


def test_plain_values_take_the_place_of_those_of_a_base() -> None:
    assert read_weights({"spot": 9}, STRONG) == replace(STRONG, spot=9)
    assert read_weights(asdict(LEGACY), STRONG) == LEGACY


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"points": 1}, r"points: no such entry; known: point, near_win, .*, as_coded"),
        ({"point": "1"}, r"point: expected a number from -1e\+09 to 1e\+09, got '1'"),
        ({"point": True}, r"point: expected a number .*, got True"),
        ({"card": float("nan")}, r"card: expected a number .*, got nan"),
        ({"card": 2e9}, r"card: expected a number .*, got 2000000000.0"),
        ({"as_coded": 1}, r"as_coded: expected true or false, got 1"),
    ],
)
def test_a_bad_entry_is_named(tmp_path: Path, values: dict[str, object], said: str) -> None:
    with pytest.raises(WeightsError, match=f"^{said}$"):
        read_weights(values)
    path = tmp_path / "bad.json"
    path.write_text(json.dumps(values))
    with pytest.raises(WeightsError, match=f"bad.json: {said}$"):
        load_weights(path)


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("none.toml", None, "none.toml: No such file"),
        ("list.json", "[1]", "list.json: expected names with numbers"),
        ("torn.toml", "point = ", "torn.toml: Invalid value"),
    ],
)
def test_a_file_that_holds_no_weights_is_named(
    tmp_path: Path, name: str, text: str | None, said: str
) -> None:
    if text is not None:
        (tmp_path / name).write_text(text)
    with pytest.raises(WeightsError, match=said):
        find_weights(str(tmp_path / name))


def test_an_unknown_preset_lists_those_that_exist() -> None:
    with pytest.raises(WeightsError, match=r"expected one of text, legacy, strong, or a file"):
        find_weights("best")
