"""The generator of the SDKs: what it reads, what it refuses, and that what is committed is what it writes."""

from pathlib import Path
from typing import Any

import pytest
from tests.sdk.programs import ROOT

from infoset_sdk_gen.files import emit_all, stale_files
from infoset_sdk_gen.model import (
    Empty,
    Enum,
    Field,
    ListOf,
    Member,
    Named,
    Record,
    Row,
    Scalar,
    Source,
    Union,
)
from infoset_sdk_gen.naming import camel, constant, pascal, snake
from infoset_sdk_gen.reading import SchemaError, read_definitions
from infoset_sdk_gen.sources import read_source


@pytest.fixture(scope="module")
def source() -> Source:
    return read_source(ROOT)


def test_the_generated_files_are_up_to_date(source: Source) -> None:
    stale = stale_files(ROOT / "clients", emit_all(source))
    assert not stale, "run `make sdk`"


def test_a_file_that_is_generated_no_more_is_named(source: Source, tmp_path: Path) -> None:
    wanted = emit_all(source)
    path = "javascript/src/wire.d.ts"
    text = wanted[path]
    (tmp_path / path).parent.mkdir(parents=True)
    (tmp_path / path).write_text(text, "utf-8")
    (tmp_path / path).with_name("left_over.txt").write_text(text, "utf-8")
    (tmp_path / path).with_name("by_hand.txt").write_text("mine\n", "utf-8")
    stale = stale_files(tmp_path, wanted)
    assert path not in stale
    assert any(name.endswith("left_over.txt") for name in stale)
    assert not any(name.endswith("by_hand.txt") for name in stale)


def test_every_message_and_reply_is_there(source: Source) -> None:
    requests, answers = source.wire.find("ClientMessage"), source.wire.find("ServerMessage")
    assert isinstance(requests, Union)
    assert isinstance(answers, Union)
    assert {member.tag for member in requests.members} == source.replies.keys()
    known = {member.tag for member in answers.members}
    assert all(reply in known for replies in source.replies.values() for reply in replies)


@pytest.mark.parametrize("name", ["Observation", "Action", "Event", "Options", "Consts"])
def test_every_game_has_the_usual_payloads(source: Source, name: str) -> None:
    assert {game.name for game in source.games} >= {"catan", "colonizers", "crossfire"}
    for game in source.games:
        assert game.find(name).doc


def test_objects_lists_words_and_unions_are_told_apart() -> None:
    schemas: dict[str, dict[str, Any]] = {
        "Any": {"description": "One.", "oneOf": [{"$ref": "#/$defs/Go"}, {"$ref": "#/$defs/Stay"}]},
        "Go": {
            "type": "object",
            "properties": {
                "e": {"const": "go", "type": "string"},
                "to": {"type": "array", "items": {"type": "integer"}, "description": "where to"},
                "how": {"enum": ["by foot", "1:1"], "type": "string", "default": "1:1"},
            },
            "required": ["e", "to"],
        },
        "Stay": {
            "type": "object",
            "properties": {"e": {"const": "stay", "type": "string"}},
            "required": ["e"],
        },
        "Step": {
            "type": "array",
            "prefixItems": [
                {"const": "step", "type": "string"},
                {"title": "x", "type": "integer"},
                {"title": "y", "type": "number"},
            ],
            "minItems": 2,
            "items": {"title": "more", "$ref": "#/$defs/Go"},
        },
    }
    any_, go, how, stay, step = read_definitions(schemas)
    assert any_ == Union("Any", "One.", "e", (Member("go", "Go"), Member("stay", "Stay")))
    assert go == Record(
        "Go",
        "",
        (
            Field("to", ListOf(Scalar.INT), True, "where to"),
            Field("how", Named("GoHow"), False, "", "1:1"),
        ),
        ("e", "go"),
    )
    assert how == Enum("GoHow", "", ("by foot", "1:1"))
    assert stay == Record("Stay", "", (), ("e", "stay"))
    assert step == Row(
        "Step",
        "",
        (Field("x", Scalar.INT, True, ""), Field("y", Scalar.NUM, False, "")),
        "step",
        Field("more", Named("Go"), True, ""),
    )


@pytest.mark.parametrize(
    ("schemas", "why"),
    [
        ({"A": {"type": "string"}}, "expected an object"),
        ({"A": {"type": "object", "properties": {"b": {"type": "null"}}}}, "unknown type"),
        ({"A": {"type": "object", "properties": {"b": {"$ref": "other.json"}}}}, "a reference"),
        ({"A": {"oneOf": [{"$ref": "#/$defs/B"}]}, "B": {"type": "object"}}, "no constant"),
        (
            {
                "A": {"type": "object", "properties": {"b": {"enum": ["x"]}}},
                "AB": {"type": "object"},
            },
            "two definitions",
        ),
    ],
)
def test_what_it_does_not_understand_it_refuses(schemas: dict[str, Any], why: str) -> None:
    with pytest.raises(SchemaError, match=why):
        read_definitions(schemas)


def test_what_an_empty_list_or_map_says_is_told() -> None:
    properties: dict[str, Any] = {
        "always": {"type": "array"},
        "same": {"type": "array", "default": []},
        "same_map": {"type": "object", "default": {}},
        "news": {"type": "array", "default": ["legal"]},
        "news_map": {"type": "object"},
        "some": {"type": "array", "minItems": 1},
        "some_map": {"type": "object", "minProperties": 1},
        "number": {"type": "integer"},
    }
    schema = {"type": "object", "required": ["always"], "properties": properties}
    (record,) = read_definitions({"Go": schema})
    assert isinstance(record, Record)
    assert {field.name: field.empty for field in record.fields} == {
        "always": None,
        "same": Empty.SAME,
        "same_map": Empty.SAME,
        "news": Empty.NEWS,
        "news_map": Empty.NEWS,
        "some": Empty.FORBIDDEN,
        "some_map": Empty.FORBIDDEN,
        "number": None,
    }


def test_names_are_written_in_every_style() -> None:
    assert (pascal("your_turn"), camel("your_turn"), constant("your_turn")) == (
        "YourTurn",
        "yourTurn",
        "YOUR_TURN",
    )
    assert (snake("YourTurn"), pascal("1:1")) == ("your_turn", "11")
