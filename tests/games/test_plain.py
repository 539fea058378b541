"""What the kit takes for a plain value of the wire, and where it says a fault lies."""

import pytest

from infoset_games.core import Json
from infoset_games.testing.plain import (
    MAX_DEPTH,
    fault_of,
    through_json,
    through_msgpack,
    wire_bytes,
)


def nested(levels: int) -> Json:
    value: Json = 1
    for _ in range(levels):
        value = [value]
    return value


def test_plain_values_have_no_fault_and_survive_both_encodings() -> None:
    value = {"n": [0, -1, 2**53 - 1], "text": 'é"\u2028', "flag": True, "half": 0.5, "empty": {}}
    assert fault_of(value) == ""
    assert through_json(value) == through_msgpack(value) == value
    assert fault_of(nested(MAX_DEPTH)) == ""


@pytest.mark.parametrize(
    ("value", "fault"),
    [
        ({"a": [1, None]}, ".a[1]: NoneType is no plain value"),
        ({"a": (1, 2)}, ".a: tuple is no plain value"),
        ({"a": {1: 2}}, ".a: key 1 is no string"),
        ([2**53], "[0]: 9007199254740992 is beyond 2^53 - 1"),
        ([float("inf")], "[0]: inf is no number of JSON"),
        (b"x", ": bytes is no plain value"),
    ],
)
def test_a_fault_is_named_with_its_path(value: Json, fault: str) -> None:
    assert fault_of(value) == fault


def test_too_deep_nesting_is_a_fault() -> None:
    assert fault_of(nested(MAX_DEPTH + 1)).endswith("nested deeper than 14 levels")


def test_bytes_of_the_wire_are_compact() -> None:
    assert wire_bytes({"a": [1, "é"]}) == '{"a":[1,"é"]}'.encode()
