"""What a change of the contract would break, rule by rule. Compares plain contracts; makes and stores none.

A contract is what `publishing.contract` makes: messages by side, their schemas, the tables of codes. An
old client writes requests by the old one and reads what the server says by the old one, with the
tolerance of the chapter on versions: unknown fields, messages and enum values do it no harm.
"""

import json
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

Contract = Mapping[str, Any]
Schema = Mapping[str, Any]


class Rule(StrEnum):
    """What a minor version must not do. In words: `RULES`."""

    MESSAGE_LOST = "message_lost"
    ANSWER_LOST = "answer_lost"
    NUMBERING_CHANGED = "numbering_changed"
    FIELD_LOST = "field_lost"
    FIELD_DEMANDED = "field_demanded"
    FIELD_WITHHELD = "field_withheld"
    TYPE_CHANGED = "type_changed"
    DEFAULT_CHANGED = "default_changed"
    VALUE_LOST = "value_lost"
    BOUND_NARROWED = "bound_narrowed"
    BOUND_WIDENED = "bound_widened"
    CHOICE_LOST = "choice_lost"
    CHOICE_ADDED = "choice_added"
    CODE_LOST = "code_lost"
    CODE_CHANGED = "code_changed"
    CODE_REWORDED = "code_reworded"


RULES: Final[Mapping[Rule, str]] = {
    Rule.MESSAGE_LOST: "a message does not vanish",
    Rule.ANSWER_LOST: "a request keeps the answers it may get",
    Rule.NUMBERING_CHANGED: "what has a `seq` keeps it, and nothing else gets one",
    Rule.FIELD_LOST: "a field does not vanish",
    Rule.FIELD_DEMANDED: "a request needs no field that it could leave out",
    Rule.FIELD_WITHHELD: "the server sends every field that it always sent",
    Rule.TYPE_CHANGED: "a field keeps its type",
    Rule.DEFAULT_CHANGED: "an absent field keeps its meaning",
    Rule.VALUE_LOST: "a request may hold every value that it could",
    Rule.BOUND_NARROWED: "a request may be as long and as large as it could",
    Rule.BOUND_WIDENED: "what the server sends stays within the bounds that old readers check",
    Rule.CHOICE_LOST: "a request may be made in every way it could, under no new conditions",
    Rule.CHOICE_ADDED: "the server says things in no way that old readers do not know",
    Rule.CODE_LOST: "an error or close code does not vanish",
    Rule.CODE_CHANGED: "an error or close code keeps its group, consequences and data",
    Rule.CODE_REWORDED: "an error or close code keeps its meaning",
}


@dataclass(frozen=True, slots=True)
class Finding:
    """One broken rule. `where` is a side and a type or a table, `path` leads on from there; absent = None."""

    rule: Rule
    where: str
    path: str
    old: Any
    new: Any

    def __str__(self) -> str:
        """`client act: index.maximum: bound_narrowed (a request may ...): 99 -> 9`."""
        place = f"{self.where}: {self.path}" if self.path else self.where
        change = f"{_shown(self.old)} -> {_shown(self.new)}"
        return f"{place}: {self.rule} ({RULES[self.rule]}): {change}"


def compare(old: Contract, new: Contract) -> list[Finding]:
    """Everything in `new` that breaks clients written against `old`, in the order of `old`."""
    return [
        *_compare_messages(old, new, "client"),
        *_compare_messages(old, new, "server"),
        *_compare_codes("errors", old["errors"], new["errors"]),
        *_compare_codes("closes", old["closes"], new["closes"]),
    ]


# Messages


def _compare_messages(old: Contract, new: Contract, side: str) -> Iterator[Finding]:
    for name, before in old[side].items():
        where = f"{side} {name}"
        after = new[side].get(name)
        if after is None:
            yield Finding(Rule.MESSAGE_LOST, where, "", name, None)
            continue
        lost = [reply for reply in before.get("replies", ()) if reply not in after["replies"]]
        if lost:
            yield Finding(Rule.ANSWER_LOST, where, "", before["replies"], after["replies"])
        if before.get("numbered") != after.get("numbered"):
            numbered = (before.get("numbered"), after.get("numbered"))
            yield Finding(Rule.NUMBERING_CHANGED, where, "", *numbered)
        reading = _Reading(where, side == "client", old["definitions"], new["definitions"])
        yield from reading.compare("", _reference(before), _reference(after))


def _reference(message: Mapping[str, Any]) -> Schema:
    return {"$ref": f"#/$defs/{message['schema']}"}


# Bounds by the direction in which they are tighter.
_FROM_BELOW: Final = ("minimum", "minItems")
_COUNTED: Final = re.compile(r"\^\[[^\]]*\]\{\d+,(\d+)\}\$")
_FROM_ABOVE: Final = ("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties")


class _Reading:
    """One message under both contracts. A request must take no less than before, the rest say no more."""

    def __init__(
        self, where: str, is_request: bool, old: Mapping[str, Schema], new: Mapping[str, Schema]
    ) -> None:
        self._where = where
        self._is_request = is_request
        self._old = old
        self._new = new
        self._open: set[tuple[str, str]] = set()  # pairs of parts around the place; parts may nest

    def compare(self, path: str, old: Schema, new: Schema) -> Iterator[Finding]:
        """What is wrong with the schema at `path` and inside it."""
        pair = (old.get("$ref", ""), new.get("$ref", ""))
        if any(pair):
            if pair in self._open:
                return
            self._open.add(pair)
        yield from self._compare_default(path, old, new)
        before, after = _resolved(old, self._old), _resolved(new, self._new)
        if _kind(before) != _kind(after):
            yield self._found(Rule.TYPE_CHANGED, path, _kind(before), _kind(after))
        else:
            yield from self._compare_same_kind(path, before, after)
        self._open.discard(pair)

    def _compare_same_kind(self, path: str, old: Schema, new: Schema) -> Iterator[Finding]:
        yield from self._compare_bounds(path, old, new)
        yield from self._compare_values(path, old, new)
        yield from self._compare_choices(path, old, new)
        yield from self._compare_fields(path, old, new)
        for keyword, mark in (("items", "[]"), ("additionalProperties", "{}")):
            if isinstance(old.get(keyword), Mapping) and isinstance(new.get(keyword), Mapping):
                yield from self.compare(path + mark, old[keyword], new[keyword])
        for kind, inner in _alternatives(old).items():
            if kind in _alternatives(new):
                yield from self.compare(f"{path}<{kind}>", inner, _alternatives(new)[kind])

    def _compare_default(self, path: str, old: Schema, new: Schema) -> Iterator[Finding]:
        if _written(old.get("default")) != _written(new.get("default")):
            yield self._found(Rule.DEFAULT_CHANGED, path, old.get("default"), new.get("default"))

    def _compare_bounds(self, path: str, old: Schema, new: Schema) -> Iterator[Finding]:
        rule = Rule.BOUND_NARROWED if self._is_request else Rule.BOUND_WIDENED
        for keyword in (*_FROM_BELOW, *_FROM_ABOVE, "pattern", "additionalProperties"):
            before, after = _bound(old, keyword), _bound(new, keyword)
            wide, tight = (before, after) if self._is_request else (after, before)
            if _is_tighter(keyword, tight, wide):
                yield self._found(rule, _below(path, keyword), before, after)

    def _compare_values(self, path: str, old: Schema, new: Schema) -> Iterator[Finding]:
        """Values of an enumeration. New ones from the server are read as "other"."""
        before, after = old.get("enum"), new.get("enum")
        if self._is_request and after is not None:
            lost = before is None or [value for value in before if value not in after]
            if lost:
                yield self._found(Rule.VALUE_LOST, path, before, after)

    def _compare_choices(self, path: str, old: Schema, new: Schema) -> Iterator[Finding]:
        """Ways to fill an object: a way is one of `oneOf`, `anyOf`; a condition is one of `allOf`."""
        rule = Rule.CHOICE_LOST if self._is_request else Rule.CHOICE_ADDED
        wide, tight = (old, new) if self._is_request else (new, old)
        ways, conditions = _ways(tight), _conditions(wide)
        is_lost = ways is not None and not (_ways(wide) or _NOWHERE) <= ways
        if is_lost or not _conditions(tight) <= conditions:
            yield self._found(rule, path, _choices(old), _choices(new))

    def _compare_fields(self, path: str, old: Schema, new: Schema) -> Iterator[Finding]:
        before, after = old.get("properties", {}), new.get("properties", {})
        for name, field in before.items():
            inner = _below(path, name)
            if name not in after:
                yield self._found(Rule.FIELD_LOST, inner, _kind(_resolved(field, self._old)), None)
            else:
                yield from self.compare(inner, field, after[name])
        required, demanded = old.get("required", []), new.get("required", [])
        if self._is_request:
            for name in [name for name in demanded if name not in required]:
                is_known = "optional" if name in before else None
                yield self._found(Rule.FIELD_DEMANDED, _below(path, name), is_known, "required")
        else:
            for name in [name for name in required if name not in demanded and name in after]:
                yield self._found(Rule.FIELD_WITHHELD, _below(path, name), "required", "optional")

    def _found(self, rule: Rule, path: str, old: Any, new: Any) -> Finding:
        return Finding(rule, self._where, path, old, new)


_NOWHERE: Final = frozenset(
    {""}
)  # stands for "no choice is asked for", which is no way of any choice


def _resolved(schema: Schema, definitions: Mapping[str, Schema]) -> Schema:
    target = schema.get("$ref")
    return definitions[target.rsplit("/", 1)[1]] if target else schema


def _kind(schema: Schema) -> str:
    """The type in a word; a constant is a type of its own."""
    if "const" in schema:
        return f"const {_written(schema['const'])}"
    inner = schema.get("additionalProperties")
    if isinstance(inner, Mapping):
        return f"object of {_kind(inner)}"
    return str(schema.get("type", "one of several" if "anyOf" in schema else "any"))


def _bound(schema: Schema, keyword: str) -> Any:
    """What a schema says of one bound; a pattern of so many characters of a class says how long a text may be."""
    found = schema.get(keyword)
    if keyword == "maxLength" and found is None:
        counted = _COUNTED.fullmatch(schema.get("pattern", ""))
        return None if counted is None else int(counted[1])
    return found


def _is_tighter(keyword: str, bound: Any, than: Any) -> bool:
    """Does `bound` refuse something that `than` accepts? None is no bound."""
    match keyword:
        case "pattern":
            return bound is not None and bound != than
        case "additionalProperties":
            return bound is False and than is not False
        case _ if keyword in _FROM_BELOW:
            return _number(bound, -math.inf) > _number(than, -math.inf)
    return _number(bound, math.inf) < _number(than, math.inf)


def _number(bound: float | None, absent: float) -> float:
    return absent if bound is None else bound


def _alternatives(schema: Schema) -> dict[str, Schema]:
    """The schemas of `anyOf` by their kind."""
    return {_kind(inner): inner for inner in schema.get("anyOf", [])}


def _ways(schema: Schema) -> frozenset[str] | None:
    """The ways of `oneOf` and `anyOf`, None where no choice is asked for."""
    ways = [_written(way) for way in schema.get("oneOf", [])]
    ways += _alternatives(schema)
    return frozenset(ways) if ways else None


def _conditions(schema: Schema) -> frozenset[str]:
    return frozenset(_written(condition) for condition in schema.get("allOf", []))


def _choices(schema: Schema) -> dict[str, Any] | None:
    """The keywords about choices, for a report."""
    return {name: schema[name] for name in ("oneOf", "anyOf", "allOf") if name in schema} or None


# Codes


def _compare_codes(
    table: str, old: Mapping[str, Mapping[str, Any]], new: Mapping[str, Mapping[str, Any]]
) -> Iterator[Finding]:
    for code, before in old.items():
        after = new.get(code)
        if after is None:
            yield Finding(Rule.CODE_LOST, table, code, before["meaning"], None)
            continue
        for name, value in before.items():
            if name == "data":
                is_broken = not set(value) <= set(after[name])
            else:
                is_broken = value != after[name]
            if is_broken:
                rule = Rule.CODE_REWORDED if name == "meaning" else Rule.CODE_CHANGED
                yield Finding(rule, table, f"{code}.{name}", value, after[name])


# Texts


def _below(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def _written(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


def _shown(value: Any) -> str:
    return "absent" if value is None else _written(value)
