"""Components, printed boards, random boards, one's own (checklist 1 and 3)."""

import json
from collections import Counter
from typing import Any

import pytest

from infoset_games.catan import Catan
from infoset_games.catan.cards import (
    CITIES,
    DEV_COUNTS,
    HARBOUR_COUNTS,
    HEX_COUNTS,
    PIPS,
    RESOURCE_CARDS,
    ROADS,
    SETTLEMENTS,
    TOKENS,
)
from infoset_games.catan.layouts import (
    FRAME,
    LAYOUT_NAMES,
    PRINTED,
    LayoutError,
    deal_board,
    lay_tokens,
    read_deal,
    read_layout,
    read_layout_text,
    write_deal,
    write_layout,
)
from infoset_games.catan.topology import neighbours
from infoset_games.game import OptionError
from infoset_games.rng import Rng

DESERT = 5
BEGINNER = """
# the starting map
ore 10, sheep 2, wood 9
wheat 12, brick 6, sheep 4, brick 10
wheat 9, wood 11, desert, wood 3, ore 8
wood 8, ore 3, wheat 4, sheep 5
brick 5, wheat 6, sheep 11
"""


def reds_touch(numbers: bytes) -> bool:
    reds = [place for place in range(19) if numbers[place] in (6, 8)]
    return any(other in reds for one in reds for other in neighbours(one))


def test_the_box_holds_what_the_rules_list() -> None:
    assert sum(HEX_COUNTS) == 19
    assert HEX_COUNTS == (4, 3, 4, 4, 3, 1)
    assert sum(HARBOUR_COUNTS) == 9
    assert HARBOUR_COUNTS == (1, 1, 1, 1, 1, 4)
    assert Counter(TOKENS) == {2: 1, 12: 1} | dict.fromkeys((3, 4, 5, 6, 8, 9, 10, 11), 2)
    assert (ROADS, SETTLEMENTS, CITIES, RESOURCE_CARDS) == (15, 5, 4, 19)
    assert DEV_COUNTS == (14, 2, 2, 2, 5)
    assert [PIPS[number] for number in range(2, 13)] == [1, 2, 3, 4, 5, 0, 5, 4, 3, 2, 1]


@pytest.mark.parametrize("layout", LAYOUT_NAMES)
def test_every_named_layout_lays_all_components(layout: str) -> None:
    for seed in range(20):
        board = deal_board(layout, Rng(str(seed)))
        assert tuple(Counter(board.terrain)[kind] for kind in range(6)) == HEX_COUNTS
        assert tuple(Counter(board.harbours)[kind] for kind in range(6)) == HARBOUR_COUNTS
        assert sorted(board.numbers) == sorted((0, *TOKENS))
        assert board.numbers[board.desert] == 0
        assert not reds_touch(board.numbers)


def test_tokens_along_the_spiral_never_put_two_reds_side_by_side() -> None:
    for corner in range(6):
        for desert in range(19):
            terrain = [DESERT if place == desert else 0 for place in range(19)]
            assert not reds_touch(bytes(lay_tokens(terrain, corner)))


def test_the_printed_boards_are_those_of_the_almanac_and_of_the_thesis() -> None:
    beginner, thesis = PRINTED["beginner"], PRINTED["thesis"]
    assert beginner.desert == 9
    assert thesis.desert == 2
    assert list(thesis.numbers) == lay_tokens(list(thesis.terrain), 0)
    assert write_layout(beginner)["harbours"] == write_layout(thesis)["harbours"] == list(FRAME)


def test_random_boards_differ_by_seed_and_use_every_corner() -> None:
    boards = {deal_board("random", Rng(str(seed))).facts() for seed in range(50)}
    assert len(boards) == 50
    firsts = {bytes(deal_board("random", Rng(str(seed))).numbers)[0] for seed in range(80)}
    assert len(firsts) > 3


def test_a_board_in_a_text_file_is_read_row_by_row() -> None:
    layout = read_layout_text(BEGINNER)
    assert layout == write_layout(PRINTED["beginner"])
    harbours = "harbours: " + ", ".join(reversed(FRAME))
    assert read_layout_text(BEGINNER + harbours)["harbours"] == list(reversed(FRAME))
    assert Catan(layout=layout).deal(Rng("any")) == write_deal(PRINTED["beginner"])


def test_a_board_in_a_json_file_is_read_as_it_stands() -> None:
    layout = write_layout(PRINTED["thesis"])
    assert read_layout_text(json.dumps(layout)) == layout


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("ore 10", "expected 5 rows of hexes, got 1"),
        (BEGINNER.replace("ore 10, ", ""), "row 1: expected 3 hexes, got 2"),
        (BEGINNER.replace("ore 10", "ore ten"), "hexes[0]: number: expected 2..6, 8..12"),
        (BEGINNER.replace("ore 10", "ore 7"), "hexes[0]: number: expected 2..6, 8..12"),
        (BEGINNER.replace("ore 10", "gold 10"), "hexes[0]: terrain: expected one of wood, brick"),
        (BEGINNER.replace("ore 10", "wood 10"), "hexes: expected 4 of wood, got 5"),
        (BEGINNER.replace("ore 10", "ore 9"), "hexes: expected 2 with the number 9, got 3"),
        (BEGINNER.replace("ore 10", "ore"), "hexes[0]: expected a number on everything but"),
        (BEGINNER.replace("ore 10", "ore 10 x"), "row 1: expected a terrain and a number"),
        (BEGINNER.replace("brick 6", "brick 3").replace("wood 3", "wood 6"), "no 6 beside a 8"),
        (BEGINNER + "harbours 3:1", "harbours: expected a list of 9"),
        (BEGINNER + "harbours " + "3:1, " * 8 + "ore", "harbours: expected 1 of wood, got 0"),
        ('{"hexes": 3', "line 1: "),
    ],
)
def test_a_board_that_cannot_be_is_refused_by_hex_or_count(text: str, error: str) -> None:
    with pytest.raises(LayoutError) as raised:
        read_layout_text(text)
    assert error in str(raised.value)


def test_two_red_numbers_side_by_side_are_named_with_their_hexes() -> None:
    layout = write_layout(PRINTED["beginner"])
    hexes = [list(entry) for entry in layout["hexes"]]
    hexes[4][1], hexes[10][1] = hexes[10][1], hexes[4][1]  # a 3 for the 6: the 6 goes beside an 8
    with pytest.raises(LayoutError, match=r"hexes\[10\] and hexes\[11\]: expected no 6 beside a 8"):
        read_layout({**layout, "hexes": hexes})


@pytest.mark.parametrize(
    "value",
    [{}, {"hexes": [], "harbours": []}, {"hexes": [[]] * 19, "harbours": ["3:1"] * 9}, "island"],
)
def test_the_option_layout_says_what_is_wrong_with_a_board(value: Any) -> None:
    with pytest.raises(OptionError) as raised:
        Catan(layout=value)
    assert raised.value.path == "layout"


def test_a_deal_is_read_as_it_was_written() -> None:
    board = deal_board("random", Rng("deal"))
    assert read_deal(write_deal(board), apart=True).facts() == board.facts()
    spoiled = write_deal(board)
    spoiled["terrain"] = [0] * 19
    with pytest.raises(ValueError, match="hexes: expected 4 of wood, got 19"):
        Catan().start(spoiled)


def test_a_deal_must_be_the_board_of_a_printed_layout() -> None:
    with pytest.raises(ValueError, match="deal: expected the board beginner"):
        Catan(layout="beginner").start(write_deal(PRINTED["thesis"]))
