"""The published schemas: current, valid, as tight as the models, free of the traps of generation."""

import json
import runpy
import shutil
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft7Validator, Draft202012Validator

from infoset_protocol.catalog import Direction, Entry, all_messages, all_parts
from infoset_protocol.codec import decode
from infoset_protocol.conformance.vectors import Sample, read_rejections, read_samples
from infoset_protocol.errors import ErrorCode
from infoset_protocol.messages import MAX_SAFE_INT
from infoset_protocol.publishing.asyncapi import document
from infoset_protocol.schema import combined_schema, definitions, message_schema

PROTOCOL = Path(__file__).parents[2] / "protocol"
TOOL = PROTOCOL / "tools" / "publish.py"
VECTORS = PROTOCOL / "vectors" / "v1"

SAMPLES = read_samples((VECTORS / "messages.ndjson").read_text("ascii"))
REJECTIONS = read_rejections((VECTORS / "reject.ndjson").read_text("ascii"))
ENTRIES = {(entry.direction, entry.type_name): entry for entry in all_messages()}

# All that the schemas use. Everything here is known to draft-07 validators too, but for `$defs`.
KEYWORDS = {
    *("$ref", "$defs", "$id", "$schema", "title", "description", "default", "type", "enum"),
    *("const", "properties", "required", "items", "additionalProperties", "minimum", "maximum"),
    *("exclusiveMaximum", "minItems", "maxItems", "maxLength", "maxProperties", "pattern"),
    *("oneOf", "allOf", "anyOf", "if", "then"),
}
# Words a generated client in some language could not use as a name.
RESERVED = {
    *("default", "static", "private", "public", "match", "from", "import", "class", "switch"),
    *("case", "enum", "struct", "union", "template", "namespace", "operator", "delete", "new"),
    *("this", "self", "super", "impl", "trait", "loop", "move", "mut", "use", "where", "yield"),
    *("async", "await", "package", "interface", "extends", "final", "goto", "native", "throw"),
    *("var", "let", "const", "function", "func", "map", "range", "select", "chan", "defer"),
    *("int", "long", "float", "double", "char", "bool", "str", "dict", "list", "set", "tuple"),
    *("and", "or", "not", "in", "is", "if", "else", "for", "while", "do", "break", "continue"),
    *("return", "try", "catch", "except", "finally", "global", "lambda", "None", "null", "true"),
}


def named(entry: Entry) -> str:
    return entry.name


@cache
def validator(entry: Entry) -> Draft202012Validator:
    return Draft202012Validator(message_schema(entry))


def schemas_in(node: Any) -> Iterator[dict[str, Any]]:
    """The schema and every schema inside it, through all keywords that hold schemas."""
    if isinstance(node, dict):
        yield node
        for keyword, value in node.items():
            match keyword:
                case "properties" | "$defs":
                    for inner in value.values():
                        yield from schemas_in(inner)
                case "items" | "if" | "then":
                    yield from schemas_in(value)
                case "oneOf" | "allOf" | "anyOf":
                    for inner in value:
                        yield from schemas_in(inner)


ALL = list(schemas_in({"$defs": definitions()}))


# On disk


def load_tool() -> Callable[..., int]:
    main: Callable[..., int] = runpy.run_path(str(TOOL))["main"]
    return main


def test_what_is_on_disk_follows_from_the_models(capsys: pytest.CaptureFixture[str]) -> None:
    code = load_tool()(["--check"])
    stale = capsys.readouterr().out
    assert code == 0, f"run `python protocol/tools/publish.py`\n{stale}"


def test_the_command_puts_right_what_is_stale(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "protocol"
    shutil.copytree(PROTOCOL, folder, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    (folder / "schemas" / "client" / "act.json").write_text("{}", "utf-8")
    (folder / "schemas" / "client" / "dance.json").write_text("{}", "utf-8")
    (folder / "schemas" / "messages.json").unlink()
    main = load_tool()
    assert main(["--check"], folder) == 1
    assert not (folder / "schemas" / "messages.json").exists()
    capsys.readouterr()
    assert main([], folder) == 0
    assert capsys.readouterr().out.split("\n") == [
        "wrote schemas/client/act.json",
        "wrote schemas/client/dance.json",
        "wrote schemas/messages.json",
        "",
    ]
    assert not (folder / "schemas" / "client" / "dance.json").exists()
    assert main(["--check"], folder) == 0


# True of the vectors


@pytest.mark.parametrize("entry", all_messages(), ids=named)
def test_a_message_schema_is_valid_and_stands_alone(entry: Entry) -> None:
    schema = message_schema(entry)
    Draft202012Validator.check_schema(schema)
    assert set(schema.get("$defs", {})) == {
        node["$ref"].removeprefix("#/$defs/") for node in schemas_in(schema) if "$ref" in node
    }


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda s: s.name)
def test_a_valid_message_passes_its_schema(sample: Sample) -> None:
    entry = ENTRIES[sample.direction, sample.value["type"]]
    assert [error.message for error in validator(entry).iter_errors(sample.value)] == []


def test_each_side_passes_its_part_of_the_combined_schema_and_only_that() -> None:
    schema = combined_schema()
    Draft202012Validator.check_schema(schema)
    sides = {
        side: Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": schema["$defs"]})
        for side, name in ((Direction.CLIENT, "client"), (Direction.SERVER, "server"))
    }
    seen: set[tuple[Direction, str]] = set()
    for sample in SAMPLES:
        if (key := (sample.direction, sample.value["type"])) not in seen:
            seen.add(key)
            for side, check in sides.items():
                # Unknown fields pass, so the server's `bye` has all that a client's needs.
                is_bye = sample.value["type"] == "bye" and side is Direction.CLIENT
                assert check.is_valid(sample.value) == (side is sample.direction or is_bye)


def test_the_schemas_refuse_what_the_models_refuse() -> None:
    # A null is never sent, so the schema of "any value" does not mention it. And Python's `$`
    # matches before a line feed at the end, unlike that of JSON Schema and of the models.
    not_for_us = ("names_null", "line_feed_behind")
    bad = [
        case
        for case in REJECTIONS
        if case.code == ErrorCode.BAD_MESSAGE and not case.name.endswith(not_for_us)
    ]
    passed = []
    for case in bad:
        value = decode(case.frame, case.encoding)
        entry = ENTRIES.get((case.direction, str(value.get("type"))))
        if entry is not None and validator(entry).is_valid(value):
            passed.append(case.name)
    assert passed == []


# Traps of generation


def test_no_keyword_is_one_that_validators_would_ignore() -> None:
    """A bound put on behind a validator comes out as `ge`, which means nothing to JSON Schema."""
    assert {keyword for schema in ALL for keyword in schema} - {"$defs"} <= KEYWORDS


def test_every_integer_has_both_bounds() -> None:
    for schema in ALL:
        if schema.get("type") == "integer":
            assert schema["minimum"] >= -MAX_SAFE_INT
            assert schema.get("maximum", schema.get("exclusiveMaximum", 2**64)) <= MAX_SAFE_INT


@pytest.mark.parametrize("entry", all_messages(), ids=named)
def test_type_is_required_and_comes_first(entry: Entry) -> None:
    schema = definitions()[entry.name]
    assert schema["required"][0] == "type"
    assert next(iter(schema["properties"])) == "type"
    assert schema["properties"]["type"] == {"const": entry.type_name, "type": "string"}


@pytest.mark.parametrize("entry", all_messages(), ids=named)
def test_the_envelope_precedes_the_fields(entry: Entry) -> None:
    envelope = (
        ["type", "id"] if entry.direction is Direction.CLIENT else ["type", "re", "seq", "ts"]
    )
    assert list(definitions()[entry.name]["properties"])[: len(envelope)] == envelope


def test_null_is_nowhere() -> None:
    for schema in ALL:
        assert schema.get("type") != "null"
        assert schema.get("default", 0) is not None


def test_an_optional_field_is_not_required_and_not_a_union() -> None:
    join = definitions()["Join"]
    assert join["required"] == ["type", "room"]
    assert join["properties"]["seat"]["type"] == "integer"


def test_rules_across_fields_are_in_the_schema() -> None:
    """They live in validators, which the generator cannot see."""
    for name, fields in {
        "Act": ["index", "picks", "action"],
        "Chat": ["room", "match_id"],
        "Kick": ["user", "seat"],
        "Watch": ["match_id", "room"],
    }.items():
        assert definitions()[name]["oneOf"] == [{"required": [field]} for field in fields]
    assert len(definitions()["Credentials"]["allOf"]) == 3


def test_the_value_other_is_for_readers_only() -> None:
    """It stands for an enum value that a client does not know; nobody may send it."""
    assert not [schema for schema in ALL if "other" in schema.get("enum", [])]


def test_every_text_is_bounded() -> None:
    for schema in ALL:
        if schema.get("type") == "string":
            assert schema.keys() & {"maxLength", "pattern", "enum", "const"}


def test_every_list_and_free_object_of_a_request_is_bounded() -> None:
    for entry in all_messages():
        if entry.direction is Direction.CLIENT:
            for schema in schemas_in(message_schema(entry)):
                if schema.get("type") == "array":
                    assert "maxItems" in schema
                if schema.get("additionalProperties") is True:
                    assert "maxProperties" in schema


def test_no_field_has_a_name_that_is_a_keyword_somewhere() -> None:
    models = [entry.model for entry in all_messages()] + list(all_parts())
    names = {name for model in models for name in model.model_fields}
    assert names & RESERVED == set()


def test_every_field_says_what_it_means() -> None:
    silent = [
        f"{name}.{field}"
        for name, schema in definitions().items()
        for field, inner in schema["properties"].items()
        if field != "type" and not inner.get("description")
    ]
    assert silent == []


def test_every_message_and_part_says_what_it_is_for() -> None:
    assert [name for name, schema in definitions().items() if not schema.get("description")] == []


# AsyncAPI


DOCUMENT = document()


def refs_in(node: Any) -> Iterator[str]:
    if isinstance(node, dict):
        if isinstance(node.get("$ref"), str):
            yield node["$ref"]
        for value in node.values():
            yield from refs_in(value)
    elif isinstance(node, list):
        for value in node:
            yield from refs_in(value)


def look_up(pointer: str) -> Any:
    node: Any = DOCUMENT
    for step in pointer.removeprefix("#/").split("/"):
        node = node[step]
    return node


def test_the_asyncapi_document_has_the_shape_of_version_3() -> None:
    assert DOCUMENT["asyncapi"] == "3.0.0"
    assert DOCUMENT.keys() <= {
        *("asyncapi", "id", "info", "defaultContentType"),
        *("servers", "channels", "operations", "components"),
    }
    assert {"title", "version"} <= DOCUMENT["info"].keys()
    for server in DOCUMENT["servers"].values():
        assert {"host", "protocol"} <= server.keys()
    for channel in DOCUMENT["channels"].values():
        assert channel.keys() <= {"address", "title", "description", "messages"}
    for operation in DOCUMENT["operations"].values():
        assert operation["action"] in ("receive", "send")
        assert operation.keys() <= {"action", "channel", "summary", "messages", "reply"}


def test_every_reference_in_the_asyncapi_document_leads_somewhere() -> None:
    for pointer in refs_in(DOCUMENT):
        assert isinstance(look_up(pointer), dict)


def test_every_request_has_an_operation_with_its_replies() -> None:
    for entry in all_messages():
        if entry.direction is Direction.CLIENT:
            operation = DOCUMENT["operations"][f"on_{entry.type_name}"]
            assert operation["action"] == "receive"
            assert [look_up(look_up(m["$ref"])["$ref"])["name"] for m in operation["messages"]] == [
                entry.type_name
            ]
            replies = operation.get("reply", {"messages": []})["messages"]
            names = [look_up(look_up(m["$ref"])["$ref"])["name"] for m in replies]
            wanted = getattr(entry.model, "replies")  # noqa: B009 - only requests have it
            assert names == ([*wanted, "error"] if wanted else [])


def test_the_server_may_push_every_message_it_has() -> None:
    pushed = {
        look_up(look_up(m["$ref"])["$ref"])["name"]
        for m in DOCUMENT["operations"]["push"]["messages"]
    }
    assert pushed == {e.type_name for e in all_messages() if e.direction is Direction.SERVER}


def test_requests_and_answers_are_correlated_by_fields_they_have() -> None:
    for entry in all_messages():
        message = DOCUMENT["components"]["messages"][entry.name]
        location = look_up(message["correlationId"]["$ref"])["location"]
        assert location.removeprefix("$message.payload#/") in entry.model.model_fields


def test_asyncapi_payloads_hold_for_draft_07_validators() -> None:
    """The schema dialect of AsyncAPI is draft-07 with additions."""
    samples = {(sample.direction, sample.value["type"]): sample for sample in SAMPLES}
    for entry in all_messages():
        payload = DOCUMENT["components"]["messages"][entry.name]["payload"]
        check = Draft7Validator({**payload, "components": DOCUMENT["components"]})
        value = samples[entry.direction, entry.type_name].value
        assert [error.message for error in check.iter_errors(value)] == []
        assert not check.is_valid({**value, "type": "something_else"})


def test_the_asyncapi_document_is_plain_json() -> None:
    text = json.dumps(DOCUMENT, allow_nan=False)
    assert json.loads(text) == DOCUMENT
