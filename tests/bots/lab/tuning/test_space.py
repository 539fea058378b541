"""What may be varied: how it is written, where it starts, what a candidate's bot is given."""

import json
from typing import Any

import pytest

from infoset.errors import CommandError
from infoset_bots.lab.tuning.space import (
    Choice,
    Number,
    Part,
    around,
    entries,
    joined,
    key_of,
    parameters,
    read_dimension,
    read_dimensions,
    read_written,
    start_value,
    write_dimension,
)


def test_a_range_of_whole_numbers_is_whole() -> None:
    assert read_dimension("depth=1..4") == [Number("depth", 1, 4, is_whole=True)]
    assert read_dimension("c=0.1..2") == [Number("c", 0.1, 2)]


def test_a_range_may_be_searched_by_its_logarithm() -> None:
    assert read_dimension("n=50..800:log") == [Number("n", 50, 800, is_whole=True, is_log=True)]


def test_a_choice_keeps_the_kinds_of_its_values() -> None:
    assert read_dimension("x=a|2|true") == [Choice("x", ("a", 2, True))]


def test_a_combination_has_a_part_for_each_of_its_items() -> None:
    assert read_dimension("m=+a+b+a") == [Part("m", "a"), Part("m", "b")]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("depth", "NAME=LOW..HIGH"),
        ("=1..2", "NAME=LOW..HIGH"),
        ("depth=", "NAME=LOW..HIGH"),
        ("depth=4..1", "two numbers, the lower first"),
        ("depth=a..b", "two numbers, the lower first"),
        ("depth=0..1:log", "above 0 with :log"),
        ("depth=3", "at least two values"),
    ],
)
def test_what_cannot_be_varied_is_refused_by_name(text: str, complaint: str) -> None:
    with pytest.raises(CommandError, match=f"--vary {text}: expected .*{complaint}"):
        read_dimension(text)


def test_weights_may_move_by_a_part_of_themselves_and_zeros_not_at_all() -> None:
    found = around({"a": 10, "b": -2.0, "c": 0, "d": True, "e": "text"}, 0.5)
    assert found == [Number("weights.a", 5, 15), Number("weights.b", -3, -1)]


def test_of_two_ranges_for_one_name_the_last_counts() -> None:
    assert joined(read_dimensions(["a=1..2", "b=1..2", "a=3..4"])) == read_dimensions(
        ["a=3..4", "b=1..2"]
    )


def test_nothing_to_tune_and_too_much_are_refused() -> None:
    with pytest.raises(CommandError, match="nothing to tune"):
        joined([])
    with pytest.raises(CommandError, match="201 things to tune: at most 200"):
        joined([Number(str(number), 0, 1) for number in range(201)])


@pytest.mark.parametrize(
    ("text", "params", "record", "start"),
    [
        ("c=0.5..1", {"c": 0.75}, {}, 0.75),
        ("c=0.5..1", {}, {}, 0.75),
        ("n=100..10000:log", {}, {}, 1000),
        ("weights.a=0.0..9", {}, {"a": 4}, 4.0),
        ("x=a|b", {"x": "b"}, {}, "b"),
        ("x=a|b", {}, {}, "a"),
        ("m=+a", {"m": "b+a"}, {}, True),
        ("m=+a", {}, {}, False),
    ],
)
def test_a_search_starts_at_what_the_bot_has(
    text: str, params: dict[str, Any], record: dict[str, Any], start: object
) -> None:
    (dimension,) = read_dimension(text)
    assert start_value(dimension, params, record) == start


@pytest.mark.parametrize(
    ("text", "value"), [("c=0.5..1", 2.0), ("c=0.5..1", "much"), ("c=a|b", "z")]
)
def test_a_start_outside_is_refused(text: str, value: object) -> None:
    (dimension,) = read_dimension(text)
    with pytest.raises(CommandError, match="c: starts at"):
        start_value(dimension, {"c": value}, {})


def test_parts_are_joined_into_one_parameter_and_weights_kept_apart() -> None:
    dimensions = read_dimensions(["m=+a+b+c", "depth=1..3", "weights.x=1..2"])
    values = {"m+a": True, "m+b": False, "m+c": True, "depth": 2, "weights.x": 1.5}
    assert parameters(dimensions, values) == {"depth": 2, "m": "a+c"}
    assert entries(values) == {"x": 1.5}


def test_no_part_at_all_is_an_empty_parameter() -> None:
    assert parameters(read_dimensions(["m=+a"]), {"m+a": False}) == {"m": ""}


def test_equal_candidates_have_equal_keys() -> None:
    assert key_of({"a": 1, "b": 2}) == key_of({"b": 2, "a": 1}) != key_of({"a": 1, "b": 3})


def test_dimensions_come_back_from_a_file() -> None:
    for dimension in read_dimensions(["c=1..4:log", "x=a|2", "m=+a"]):
        assert read_written(json.loads(json.dumps(write_dimension(dimension)))) == dimension
    with pytest.raises(KeyError):
        read_written({"kind": "colour"})
