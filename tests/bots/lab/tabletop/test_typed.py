"""What people type: dice, places, actions in words, cards; and what is said to what is none of these."""

from typing import Any

import pytest

from infoset.errors import WrongChoiceError
from infoset_bots.lab.tabletop.commands import Command, read_command
from infoset_bots.lab.tabletop.typed import Said, read_card, read_count, read_dice, read_said

NAMES = ("Ann", "Blue", "Ben")
ROADS: list[list[Any]] = [["road", 8], ["road", 14]]
MAIN: list[list[Any]] = [["end_turn"], ["road", 8], ["bank", 0, 1]]


@pytest.mark.parametrize(
    ("kind", "line", "said"),
    [
        ("roll", "8", Said(["roll"], dice=(2, 6))),
        ("roll", "2", Said(["roll"], dice=(1, 1))),
        ("roll", "3 5", Said(["roll"], dice=(3, 5))),
        ("roll", "3+5", Said(["roll"], dice=(3, 5))),
        ("roll", "roll 12", Said(["roll"], dice=(6, 6))),
        ("roll", "knight", Said(["play_knight"])),
        ("main", "0", Said(["end_turn"])),
        ("main", "2", Said(["bank", 0, 1])),
        ("main", "END", Said(["end_turn"])),
        ("main", "road 8", Said(["road", 8])),
        (
            "main",
            "offer 2w1b:1o to ann Ben",
            Said(["offer", [2, 1, 0, 0, 0], [0, 0, 0, 0, 1], [0, 2]]),
        ),
        ("main", "buy_dev knight", Said(["buy_dev"], card=0)),
        ("main", "buy ?", Said(["buy_dev"])),
        ("robber", "move_robber 5 w", Said(["move_robber", 5], card=0)),
        ("victim", "steal ben ?", Said(["steal", 2])),
        ("victim", "steal 2 ore", Said(["steal", 2], card=4)),
        ("discard", "discard o w w", Said(["discard", 0, 0, 4])),
        ("discard", "discard 2w1o", Said(["discard", 0, 0, 4])),
        ("deal", "confirm Ben", Said(["confirm", 2])),
    ],
)
def test_a_line_is_read_as_an_action(kind: str, line: str, said: Said) -> None:
    assert read_said(kind, line, MAIN, NAMES) == said


def test_a_number_is_a_place_where_only_places_are_asked() -> None:
    assert read_said("free_road", "14", ROADS, NAMES) == Said(["road", 14])


@pytest.mark.parametrize(
    ("kind", "line", "reason"),
    [
        ("roll", "13", r"expected a sum in 2\.\.12, got 13"),
        ("roll", "1", r"expected a sum in 2\.\.12, got 1"),
        ("roll", "7 1", r"expected two numbers in 1\.\.6"),
        ("roll", "roll", "type the dice"),
        ("main", "", "expected an action"),
        ("main", "3", r"expected a number in 0\.\.2"),
        ("main", "fly", "fly: no such action"),
        ("main", "offer 1w", "expected what is given and taken"),
        ("main", "buy gold", "expected one of knight, .*, got 'gold'"),
        ("victim", "steal ben gold", "expected a resource .*, got 'gold'"),
        ("discard", "discard x", "discard: expected one of w, b, s, h, o"),
    ],
)
def test_a_line_that_is_no_action_is_refused_with_the_reason(
    kind: str, line: str, reason: str
) -> None:
    with pytest.raises(WrongChoiceError, match=reason):
        read_said(kind, line, MAIN, NAMES)


@pytest.mark.parametrize("total", range(2, 13))
def test_a_sum_becomes_two_dice(total: int) -> None:
    first, second = read_dice(str(total))
    assert first + second == total
    assert 1 <= first <= second <= 6


def test_a_development_card_is_known_by_its_beginning() -> None:
    assert read_card("Road b") == 1
    with pytest.raises(WrongChoiceError, match="got ''"):
        read_card("")


@pytest.mark.parametrize("word", ["-1", "x", "4", "9999", "²"])
def test_a_count_out_of_range_is_refused(word: str) -> None:
    with pytest.raises(WrongChoiceError, match=r"expected a number in 0\.\.3"):
        read_count(word, 3)


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("undo", Command("undo")),
        ("UNDO 3", Command("undo", 3)),
        ("?", Command("help")),
        ("q", Command("quit")),
        ("save a b.jsonl", Command("save", text="a b.jsonl")),
        ("wins 2", Command("win", 2)),
        ("", None),
        ("h", None),  # a wheat
        ("road 17", None),
        ("show me", None),
    ],
)
def test_words_for_the_table_are_told_from_entries(line: str, command: Any) -> None:
    assert read_command(line) == command


@pytest.mark.parametrize("line", ["undo x", "undo -1", "log 99999", "save", "cards"])
def test_a_word_for_the_table_that_is_not_whole_is_refused(line: str) -> None:
    with pytest.raises(WrongChoiceError, match="expected a n"):
        read_command(line)
