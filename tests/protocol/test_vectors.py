"""The vector files themselves: their form, their names, and that they leave nothing out."""

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from infoset_protocol.catalog import Direction
from infoset_protocol.codec import Prepared
from infoset_protocol.conformance.coverage import missing
from infoset_protocol.conformance.vectors import Sample, read_lines, read_samples
from infoset_protocol.messages import CLIENT_MESSAGES
from infoset_protocol.publishing.samples import complete
from infoset_protocol.session import carries_seq

FOLDER = Path(__file__).parents[2] / "protocol" / "vectors"
SCHEMA = json.loads((FOLDER / "schema.json").read_text("utf-8"))
FILES = sorted((FOLDER / "v1").rglob("*.ndjson"))
SAMPLES = read_samples((FOLDER / "v1" / "messages.ndjson").read_text("ascii"))

# The least an implementation must be shown to refuse.
LEAST_REJECTED = {
    *("int_2_to_53", "int_minus_2_to_53", "nan", "infinity", "number_overflow", "id_true"),
    *("id_text", "int_of_5000_digits", "lone_high_surrogate", "invalid_utf8", "byte_order_mark"),
    *("top_level_array", "trailing_garbage", "type_missing", "type_is_a_number", "act_names_two"),
    *("act_names_nothing", "depth_17", "depth_1100", "msgpack_int_key", "msgpack_bin_key"),
    *("msgpack_bin_value", "msgpack_ext_value", "msgpack_timestamp", "msgpack_never_used_byte"),
    *("msgpack_float32", "msgpack_array32_of_2_to_32", "msgpack_truncated"),
    "text_on_a_msgpack_connection",
}


def validator(definition: str) -> Draft202012Validator:
    return Draft202012Validator({"$ref": f"#/$defs/{definition}", "$defs": SCHEMA["$defs"]})


def complaints(definition: str, line: dict[str, Any]) -> list[str]:
    return [error.message for error in validator(definition).iter_errors(line)]


def test_the_schema_of_the_vectors_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_line_has_the_form_of_its_file(path: Path) -> None:
    header, *rest = lines = read_lines(path.read_text("ascii"))
    if path.parent.name == "transcripts":
        assert complaints("transcript", header) == []
        bad = [(line, found) for line in rest if (found := complaints("step", line))]
    else:
        bad = [(line, found) for line in lines if (found := complaints(path.stem, line))]
    assert bad == []


@pytest.mark.parametrize("path", [p for p in FILES if p.parent.name == "v1"], ids=lambda p: p.stem)
def test_names_are_unique_within_a_file(path: Path) -> None:
    names = [line["name"] for line in read_lines(path.read_text("ascii"))]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_ends_with_its_last_line_and_has_no_empty_one(path: Path) -> None:
    text = path.read_text("ascii")
    assert text.endswith("}\n")
    assert "\n\n" not in text


def test_the_samples_leave_nothing_out() -> None:
    assert missing(SAMPLES) == []


@pytest.mark.parametrize(
    ("left_out", "named"),
    [
        (lambda s: s.value["type"] == "kick", "Kick: no sample"),
        (lambda s: "note" in s.value, "Act.note: never there"),
        (lambda s: s.value["type"] == "sync" and "id" not in s.value, "Sync.id: never absent"),
        (lambda s: s.value.get("form") == "frames", "Replay.form: never 'frames'"),
        (lambda s: s.name == "timeout_most", "Timeout.seat: never 15"),
        (lambda s: s.name.startswith("snapshot"), "Snapshot: no sample"),
        (lambda s: '"slots"' in s.json, "Slot: no sample"),
        (lambda s: s.value.get("code") == "world_gone", "error world_gone: no sample with data w"),
        (lambda s: s.value.get("code") == 4430, "close code 4430: no sample"),
        (lambda s: s.value.get("t") == -129, "integer -129: in no sample"),
    ],
)
def test_what_is_left_out_is_named(left_out: Any, named: str) -> None:
    kept: list[Sample] = [sample for sample in SAMPLES if not left_out(sample)]
    assert named in missing(kept)


def test_the_text_samples_hold_what_is_hard_to_encode() -> None:
    texts = "".join(s.value["text"] for s in SAMPLES if s.value["type"] == "chat")
    for hard in ('"', "\\", "\u2028", "\u2029", "\x00", "\n", "\x7f", "\U0001f3b2", "é", "日"):
        assert hard in texts


def test_only_numbered_messages_have_a_number() -> None:
    numbered = [s for s in SAMPLES if s.direction is Direction.SERVER and "seq" in s.value]
    assert [s.name for s in numbered if not is_numbered(s.value)] == []


def is_numbered(value: dict[str, Any]) -> bool:
    body = {name: field for name, field in value.items() if name not in ("re", "seq")}
    return carries_seq(Prepared(body))


def test_nothing_is_missing_from_the_list_of_refusals() -> None:
    lines = read_lines((FOLDER / "v1" / "reject.ndjson").read_text("ascii"))
    assert {line["name"] for line in lines} >= LEAST_REJECTED


def test_nothing_is_missing_from_the_list_of_bad_streams() -> None:
    lines = read_lines((FOLDER / "v1" / "frames.ndjson").read_text("ascii"))
    assert {line["name"] for line in lines} >= {
        *("lengths_over_the_limit_nothing_behind", "lengths_truncated", "lengths_text"),
        *("lines_over_the_limit_without_an_end", "lines_crlf", "lines_without_an_end"),
        *("first_byte_tls", "first_byte_byte_order_mark"),
    }


def test_every_field_a_request_requires_is_missing_from_one_refusal() -> None:
    lines = read_lines((FOLDER / "v1" / "reject.ndjson").read_text("ascii"))
    blamed = {
        (json.loads(line["text"])["type"], line["path"])
        for line in lines
        if line["code"] == "bad_message" and line["name"].endswith("_missing") and "text" in line
        if '"type"' in line["text"]
    }
    required = {
        (name, field)
        for name, model in CLIENT_MESSAGES.items()
        for field, info in model.model_fields.items()
        if info.is_required()
    }
    assert required - blamed == set()


def test_a_line_with_a_value_is_completed() -> None:
    begun = '{"name":"new","dir":"c2s","value":{"type":"ping","t":1}}\n'
    (sample,) = read_samples(complete(begun))
    assert sample.json == '{"type":"ping","t":1}'
    assert sample.msgpack == (bytes.fromhex("82a474797065a470696e67a17401"),)
    assert complete(complete(begun)) == complete(begun)


def test_complete_lines_stay_as_they_are() -> None:
    text = (FOLDER / "v1" / "messages.ndjson").read_text("ascii")
    assert complete(text) == text


def test_a_line_that_is_not_json_is_named_by_its_number() -> None:
    with pytest.raises(ValueError, match="line 2: "):
        read_lines('{"name":"x"}\n{"name":\n')
