"""The gate for changes of the contract: each rule on a planted change, and what this version keeps."""

import copy
import json
import runpy
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from infoset_protocol.catalog import Direction
from infoset_protocol.compatibility import RULES, Rule, compare
from infoset_protocol.conformance.vectors import read_samples
from infoset_protocol.messages import SERVER_MESSAGES, read_server_message
from infoset_protocol.publishing.contract import contract, write_contract
from infoset_protocol.publishing.files import SAMPLES
from infoset_protocol.schema import definitions, resolve
from infoset_protocol.version import PROTOCOL_MAJOR, PROTOCOL_MINOR

PROTOCOL = Path(__file__).parents[2] / "protocol"
TOOL = PROTOCOL / "tools" / "freeze.py"
RELEASED = PROTOCOL / "released"

Plain = dict[str, Any]
Change = Callable[[Plain], object]


def parts() -> Plain:
    """The definitions of a small contract; `Pile` is used by both sides, `Tree` holds trees."""
    number = {"type": "integer", "minimum": 0, "maximum": 99}
    return {
        "Act": {
            "type": "object",
            "properties": {
                "type": {"const": "act", "type": "string"},
                "index": dict(number),
                "picks": {"type": "array", "items": dict(number), "minItems": 1, "maxItems": 9},
                "mode": {"type": "string", "enum": ["fast", "slow"], "default": "fast"},
                "note": {"type": "string", "maxLength": 500},
                "room": {"type": "string", "pattern": "^r_"},
                "ref": {"type": "string", "pattern": "^[a-z]{1,8}$"},
                "orders": {"type": "object", "additionalProperties": dict(number)},
                "first": {
                    "anyOf": [
                        {"type": "array", "items": dict(number), "maxItems": 4},
                        {"const": "all", "type": "string"},
                    ]
                },
                "pile": {"$ref": "#/$defs/Pile"},
            },
            "required": ["type"],
            "oneOf": [{"required": ["index"]}, {"required": ["picks"]}],
        },
        "Turn": {
            "type": "object",
            "properties": {
                "type": {"const": "turn", "type": "string"},
                "n": dict(number),
                "status": {"type": "string", "enum": ["open", "over"]},
                "delay": {"$ref": "#/$defs/Delay"},
                "piles": {"type": "array", "items": {"$ref": "#/$defs/Pile"}, "maxItems": 9},
                "tree": {"$ref": "#/$defs/Tree"},
            },
            "required": ["type", "n"],
        },
        "Delay": {
            "type": "object",
            "properties": {"ms": dict(number), "plies": dict(number)},
            "oneOf": [{"required": ["ms"]}, {"required": ["plies"]}],
        },
        "Pile": {"type": "object", "properties": {"cards": dict(number)}, "required": ["cards"]},
        "Tree": {
            "type": "object",
            "properties": {"trees": {"type": "array", "items": {"$ref": "#/$defs/Tree"}}},
        },
    }


def small_contract() -> Plain:
    info = {"group": "request", "fatal": "no", "close": None, "data": ["path"], "meaning": "no"}
    return {
        "protocol": "1.0",
        "client": {"act": {"schema": "Act", "replies": ["ok"]}},
        "server": {"turn": {"schema": "Turn", "numbered": True}},
        "definitions": parts(),
        "errors": {"bad": info},
        "closes": {"4400": {"reconnect": "no", "resume": False, "meaning": "broken"}},
    }


def field(name: str, *path: str) -> Callable[[Plain], Plain]:
    """The way to a field of a definition, or further on to a schema inside it."""

    def find(plain: Plain) -> Plain:
        node: Any = plain["definitions"][name]["properties"]
        for step in path:
            node = node[int(step)] if step.isdigit() else node[step]
        found: Plain = node
        return found

    return find


def put(find: Callable[[Plain], Plain], **keywords: Any) -> Change:
    """Replaces keywords of a schema."""
    return lambda plain: find(plain).update(keywords)


def drop(find: Callable[[Plain], Plain], keyword: str) -> Change:
    return lambda plain: find(plain).pop(keyword)


def part(name: str) -> Callable[[Plain], Plain]:
    return lambda plain: plain["definitions"][name]


def table(name: str, key: str) -> Callable[[Plain], Plain]:
    return lambda plain: plain[name][key]


MORE = {"type": "string", "maxLength": 9}
NUMBER = {"type": "integer", "minimum": 0, "maximum": 99}

# What is changed, how, and what the gate must say: rule, where, path, old, new.
BREAKS: dict[str, tuple[Change, tuple[Rule, str, str, Any, Any]]] = {
    "a request vanishes": (
        lambda plain: plain["client"].pop("act"),
        (Rule.MESSAGE_LOST, "client act", "", "act", None),
    ),
    "an event vanishes": (
        lambda plain: plain["server"].pop("turn"),
        (Rule.MESSAGE_LOST, "server turn", "", "turn", None),
    ),
    "a request gets another answer": (
        put(table("client", "act"), replies=["act_ok"]),
        (Rule.ANSWER_LOST, "client act", "", ["ok"], ["act_ok"]),
    ),
    "a message is no longer counted": (
        put(table("server", "turn"), numbered=False),
        (Rule.NUMBERING_CHANGED, "server turn", "", True, False),
    ),
    "a request loses a field": (
        drop(field("Act"), "note"),
        (Rule.FIELD_LOST, "client act", "note", "string", None),
    ),
    "an event loses an optional field": (
        drop(field("Turn"), "status"),
        (Rule.FIELD_LOST, "server turn", "status", "string", None),
    ),
    "a text of so many letters gets shorter": (
        lambda plain: (
            drop(field("Act", "ref"), "pattern")(plain),
            put(field("Act", "ref"), maxLength=7)(plain),
        ),
        (Rule.BOUND_NARROWED, "client act", "ref.maxLength", 8, 7),
    ),
    "a request demands what was optional": (
        put(part("Act"), required=["type", "note"]),
        (Rule.FIELD_DEMANDED, "client act", "note", "optional", "required"),
    ),
    "a request demands something new": (
        lambda plain: (
            put(field("Act"), color=MORE)(plain),
            put(part("Act"), required=["type", "color"])(plain),
        ),
        (Rule.FIELD_DEMANDED, "client act", "color", None, "required"),
    ),
    "an event may leave out what always came": (
        put(part("Turn"), required=["type"]),
        (Rule.FIELD_WITHHELD, "server turn", "n", "required", "optional"),
    ),
    "a number becomes a text": (
        put(field("Turn"), n={"type": "string"}),
        (Rule.TYPE_CHANGED, "server turn", "n", "integer", "string"),
    ),
    "an integer becomes any number": (
        put(field("Act", "index"), type="number"),
        (Rule.TYPE_CHANGED, "client act", "index", "integer", "number"),
    ),
    "a list has other things in it": (
        put(field("Act", "picks"), items={"type": "string"}),
        (Rule.TYPE_CHANGED, "client act", "picks[]", "integer", "string"),
    ),
    "a type is called otherwise": (
        put(field("Turn", "type"), const="your_turn"),
        (Rule.TYPE_CHANGED, "server turn", "type", 'const "turn"', 'const "your_turn"'),
    ),
    "the values of a free object change their type": (
        put(field("Act", "orders"), additionalProperties={"type": "string"}),
        (Rule.TYPE_CHANGED, "client act", "orders", "object of integer", "object of string"),
    ),
    "the values of a free object get a tighter bound": (
        put(field("Act", "orders", "additionalProperties"), maximum=9),
        (Rule.BOUND_NARROWED, "client act", "orders{}.maximum", 99, 9),
    ),
    "an absent field means something else": (
        put(field("Act", "mode"), default="slow"),
        (Rule.DEFAULT_CHANGED, "client act", "mode", "fast", "slow"),
    ),
    "a request loses a value": (
        put(field("Act", "mode"), enum=["fast"]),
        (Rule.VALUE_LOST, "client act", "mode", ["fast", "slow"], ["fast"]),
    ),
    "any text becomes one of a few": (
        put(field("Act", "note"), enum=["yes"]),
        (Rule.VALUE_LOST, "client act", "note", None, ["yes"]),
    ),
    "a request's number has a lower top": (
        put(field("Act", "index"), maximum=9),
        (Rule.BOUND_NARROWED, "client act", "index.maximum", 99, 9),
    ),
    "a request's number has a higher bottom": (
        put(field("Act", "index"), minimum=1),
        (Rule.BOUND_NARROWED, "client act", "index.minimum", 0, 1),
    ),
    "a request's list is shorter": (
        put(field("Act", "picks"), maxItems=8),
        (Rule.BOUND_NARROWED, "client act", "picks.maxItems", 9, 8),
    ),
    "a request's text gets a pattern": (
        put(field("Act", "note"), pattern="^a"),
        (Rule.BOUND_NARROWED, "client act", "note.pattern", None, "^a"),
    ),
    "unknown fields are refused": (
        put(part("Act"), additionalProperties=False),
        (Rule.BOUND_NARROWED, "client act", "additionalProperties", None, False),
    ),
    "an event's number has a higher top": (
        put(field("Turn", "n"), maximum=1000),
        (Rule.BOUND_WIDENED, "server turn", "n.maximum", 99, 1000),
    ),
    "an event's list has no end": (
        drop(field("Turn", "piles"), "maxItems"),
        (Rule.BOUND_WIDENED, "server turn", "piles.maxItems", 9, None),
    ),
    "one of several types gets a tighter bound": (
        put(field("Act", "first", "anyOf", "0"), maxItems=3),
        (Rule.BOUND_NARROWED, "client act", "first<array>.maxItems", 4, 3),
    ),
    "one of several types vanishes": (
        lambda plain: field("Act", "first")(plain)["anyOf"].pop(),
        (
            Rule.CHOICE_LOST,
            "client act",
            "first",
            small_contract()["definitions"]["Act"]["properties"]["first"],
            {"anyOf": small_contract()["definitions"]["Act"]["properties"]["first"]["anyOf"][:1]},
        ),
    ),
    "a way to decide vanishes": (
        put(part("Act"), oneOf=[{"required": ["index"]}]),
        (
            Rule.CHOICE_LOST,
            "client act",
            "",
            {"oneOf": [{"required": ["index"]}, {"required": ["picks"]}]},
            {"oneOf": [{"required": ["index"]}]},
        ),
    ),
    "a request must fulfil a condition": (
        put(part("Pile"), allOf=[{"if": {}, "then": {}}]),
        (Rule.CHOICE_LOST, "client act", "pile", None, {"allOf": [{"if": {}, "then": {}}]}),
    ),
    "the server says it in a new way": (
        lambda plain: part("Delay")(plain)["oneOf"].append({"required": ["turns"]}),
        (
            Rule.CHOICE_ADDED,
            "server turn",
            "delay",
            {"oneOf": [{"required": ["ms"]}, {"required": ["plies"]}]},
            {"oneOf": [{"required": [way]} for way in ("ms", "plies", "turns")]},
        ),
    ),
    "an error code vanishes": (
        lambda plain: plain["errors"].pop("bad"),
        (Rule.CODE_LOST, "errors", "bad", "no", None),
    ),
    "a close code vanishes": (
        lambda plain: plain["closes"].pop("4400"),
        (Rule.CODE_LOST, "closes", "4400", "broken", None),
    ),
    "an error becomes fatal": (
        put(table("errors", "bad"), fatal="yes"),
        (Rule.CODE_CHANGED, "errors", "bad.fatal", "no", "yes"),
    ),
    "an error tells less": (
        put(table("errors", "bad"), data=[]),
        (Rule.CODE_CHANGED, "errors", "bad.data", ["path"], []),
    ),
    "one may come back after another close": (
        put(table("closes", "4400"), resume=True),
        (Rule.CODE_CHANGED, "closes", "4400.resume", False, True),
    ),
    "a code means something else": (
        put(table("errors", "bad"), meaning="yes"),
        (Rule.CODE_REWORDED, "errors", "bad.meaning", "no", "yes"),
    ),
}

ALLOWED: dict[str, Change] = {
    "a text of so many letters that may be any, and longer": lambda plain: (
        drop(field("Act", "ref"), "pattern")(plain),
        put(field("Act", "ref"), maxLength=8)(plain),
    ),
    "nothing": lambda plain: None,
    "a new request": lambda plain: plain["client"].update(hop={"schema": "Pile", "replies": []}),
    "a new event": lambda plain: plain["server"].update(hop={"schema": "Pile", "numbered": False}),
    "a new optional field of a request": put(field("Act"), color=MORE),
    "a new field that always comes": lambda plain: (
        put(field("Turn"), color=MORE)(plain),
        put(part("Turn"), required=["type", "n", "color"])(plain),
    ),
    "a new field in a part of both sides": put(field("Pile"), color=MORE),
    "an optional field that always comes now": put(part("Turn"), required=["type", "n", "status"]),
    "a request that demands less": put(part("Pile"), required=[]),
    "a new value in a request": put(field("Act", "mode"), enum=["fast", "slow", "odd"]),
    "a new value from the server": put(field("Turn", "status"), enum=["open", "over", "odd"]),
    "a value the server no longer sends": put(field("Turn", "status"), enum=["open"]),
    "a request with wider bounds": put(field("Act", "index"), minimum=-5, maximum=1000),
    "a request's text with no pattern": drop(field("Act", "room"), "pattern"),
    "an event with narrower bounds": put(field("Turn", "n"), minimum=1, maximum=9),
    "a further way to decide": lambda plain: part("Act")(plain)["oneOf"].append(
        {"required": ["note"]}
    ),
    "the ways listed in another order": lambda plain: part("Act")(plain)["oneOf"].reverse(),
    "a way the server no longer uses": put(part("Delay"), oneOf=[{"required": ["ms"]}]),
    "a further answer": put(table("client", "act"), replies=["ok", "act_ok"]),
    "a part under another name": lambda plain: (
        plain["definitions"].update(Heap=plain["definitions"]["Pile"]),
        field("Act", "pile")(plain).update({"$ref": "#/$defs/Heap"}),
    ),
    "a new code": lambda plain: plain["errors"].update(odd={"meaning": "odd"}),
    "an error that tells more": put(table("errors", "bad"), data=["path", "want"]),
}
# These allow something in a part that the server sends too, so that the gate has to look at both sides.
SHARED = {"a request that demands less"}


def change(how: Change) -> Plain:
    changed = small_contract()
    how(changed)
    return changed


@pytest.mark.parametrize("name", BREAKS)
def test_a_change_that_breaks_old_clients_is_named_with_its_rule(name: str) -> None:
    how, wanted = BREAKS[name]
    findings = compare(small_contract(), change(how))
    told = [(f.rule, f.where, f.path, f.old, f.new) for f in findings]
    assert wanted in told
    assert {finding.rule for finding in findings} == {wanted[0]}


@pytest.mark.parametrize("name", [name for name in ALLOWED if name not in SHARED])
def test_a_change_that_old_clients_bear_passes(name: str) -> None:
    assert compare(small_contract(), change(ALLOWED[name])) == []


def test_a_part_of_both_sides_is_held_to_the_rules_of_both() -> None:
    (less,) = compare(small_contract(), change(ALLOWED["a request that demands less"]))
    assert (less.rule, less.where, less.path) == (
        Rule.FIELD_WITHHELD,
        "server turn",
        "piles[].cards",
    )
    (more,) = compare(small_contract(), change(put(field("Pile", "cards"), maximum=9)))
    assert (more.rule, more.where) == (Rule.BOUND_NARROWED, "client act")


def test_every_rule_is_tried_and_has_words() -> None:
    assert {wanted[0] for _, wanted in BREAKS.values()} == set(Rule) == set(RULES)


def test_a_finding_reads_as_place_rule_and_both_values() -> None:
    (finding,) = compare(small_contract(), change(put(field("Act", "index"), maximum=9)))
    assert str(finding) == (
        "client act: index.maximum: bound_narrowed "
        "(a request may be as long and as large as it could): 99 -> 9"
    )


# The contract of this version


def test_the_contract_reads_back_as_it_was_written_with_a_line_for_each_entry() -> None:
    plain = contract()
    text = write_contract(plain)
    assert json.loads(text) == plain
    entries = sum(len(value) for value in plain.values() if isinstance(value, dict))
    assert len(text.splitlines()) == entries + 2 * 5 + 3  # braces of five tables, and of all


def test_the_contract_keeps_fields_named_like_keywords_and_no_texts() -> None:
    """Several messages have a field `title` or the like; only the keywords explain."""
    definitions = contract()["definitions"]
    assert "description" not in definitions["Act"]
    assert "title" in definitions["CreateRoom"]["properties"]
    assert "description" not in json.dumps(definitions)


def test_every_released_contract_of_this_major_is_kept() -> None:
    broken = load_tool()["find_breaks"](RELEASED)
    assert f"{PROTOCOL_MAJOR}.{PROTOCOL_MINOR}" in broken, "run `python protocol/tools/freeze.py`"
    told = [f"breaks {version}: {finding}" for version in broken for finding in broken[version]]
    assert told == []


def test_what_this_minor_has_added_is_kept_from_now_on() -> None:
    kept = RELEASED / f"{PROTOCOL_MAJOR}.{PROTOCOL_MINOR}" / "contract.json"
    assert kept.read_text("utf-8") == write_contract(contract()), "run `make docs`"


def test_a_field_taken_from_the_real_contract_is_found() -> None:
    old, new = contract(), copy.deepcopy(contract())
    del new["definitions"]["YourTurn"]["properties"]["deadline_ms"]
    assert [(f.rule, f.where, f.path) for f in compare(old, new)] == [
        (Rule.FIELD_LOST, "server your_turn", "deadline_ms")
    ]


# The tolerance that the gate counts on


def with_new_values(schema: Plain, value: Any) -> Iterator[Any]:
    """The value again and again, each time with one enumeration's value replaced by an unknown one."""
    schema = resolve(schema)
    if "enum" in schema:
        yield "never_heard_of"
    elif isinstance(value, dict):
        for name in value.keys() & schema.get("properties", {}).keys():
            for changed in with_new_values(schema["properties"][name], value[name]):
                yield value | {name: changed}
    elif isinstance(value, list) and value:
        for changed in with_new_values(schema.get("items", {}), value[0]):
            yield [changed, *value[1:]]


def test_no_value_that_a_later_server_adds_stops_a_reader() -> None:
    tried = 0
    for sample in read_samples((PROTOCOL / SAMPLES).read_text("ascii")):
        model = SERVER_MESSAGES.get(sample.value["type"])
        if sample.direction is Direction.SERVER and model is not None:
            for changed in with_new_values(definitions()[model.__name__], sample.value):
                read_server_message(changed)
                tried += 1
    assert tried > 50


# The command


def load_tool() -> Plain:
    return runpy.run_path(str(TOOL))


def kept(folder: Path, change: Change) -> Path:
    """A folder in which a changed contract was kept as that of this minor."""
    plain = copy.deepcopy(contract())
    change(plain)
    file = folder / str(plain["protocol"]) / "contract.json"
    file.parent.mkdir()
    file.write_text(write_contract(plain), "utf-8")
    return file


def test_the_first_freeze_writes_the_contract(tmp_path: Path) -> None:
    main = load_tool()["main"]
    assert main([], tmp_path) == 0
    (file,) = tmp_path.rglob("*.json")
    assert file.read_text("utf-8") == write_contract(contract())
    assert main(["--check"], tmp_path) == 0


def test_a_freeze_over_a_broken_promise_is_refused_until_nobody_relies_on_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = kept(tmp_path, lambda plain: plain["errors"].update(gone={"meaning": "was here"}))
    before = file.read_text("utf-8")
    main = load_tool()["main"]
    for arguments in ([], ["--check"], ["--reworded"]):
        assert main(arguments, tmp_path) == 1
        assert f"breaks {file.parent.name}: errors: gone: code_lost" in capsys.readouterr().out
        assert file.read_text("utf-8") == before
    assert main(["--unreleased"], tmp_path) == 0
    assert file.read_text("utf-8") == write_contract(contract())


def test_a_code_in_other_words_is_kept_only_when_that_is_said(tmp_path: Path) -> None:
    file = kept(tmp_path, lambda plain: plain["errors"]["busy"].update(meaning="in other words"))
    main = load_tool()["main"]
    assert main([], tmp_path) == 1
    assert main(["--reworded"], tmp_path) == 0
    assert file.read_text("utf-8") == write_contract(contract())


def test_an_earlier_minor_stays_binding(tmp_path: Path) -> None:
    file = kept(tmp_path, lambda plain: plain["closes"].update({"4999": {"meaning": "odd"}}))
    file.parent.rename(tmp_path / "1.00")  # as if it were an earlier minor than ours
    assert load_tool()["main"](["--unreleased"], tmp_path) == 1
