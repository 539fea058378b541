"""Says what a set of message samples leaves out. An empty answer means the contract is covered.

Covered means: every message; every field once there and, where it is optional, once absent (but for
`seq` in messages that are not numbered); every value of every enumeration; every integer field at
both ends of its range, and every width of integer somewhere; every error code with its `data`,
every close code.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from infoset_protocol.catalog import all_messages, all_parts, find_message, visit
from infoset_protocol.conformance.vectors import Sample
from infoset_protocol.errors import ERRORS, CloseCode
from infoset_protocol.messages import MAX_SAFE_INT, Error, Farewell, Part
from infoset_protocol.schema import field_schema

# Where an encoding changes the width of an integer, and both neighbours.
INTEGER_EDGES: Final = (
    *(0, 127, 128, 255, 256, 65_535, 65_536, 2**31 - 1, 2**31, 2**32 - 1, 2**32, MAX_SAFE_INT),
    *(-1, -32, -33, -128, -129, -32_768, -32_769, -(2**31), -(2**31) - 1, -MAX_SAFE_INT),
)

_Seen = dict[type[Part], list[dict[str, Any]]]


def missing(samples: Sequence[Sample]) -> list[str]:
    """What the samples do not show, each as a phrase such as `Act.note: never there`."""
    seen = _collect(samples)
    return [
        *(f"{entry.name}: no sample" for entry in all_messages() if entry.model not in seen),
        *(gap for model, objects in seen.items() for gap in _gaps(model, objects)),
        *(f"{part.__name__}: no sample" for part in all_parts() if part not in seen),
        *(f"integer {edge}: in no sample" for edge in INTEGER_EDGES if edge not in _numbers(seen)),
        *_missing_codes(seen),
    ]


def _collect(samples: Sequence[Sample]) -> _Seen:
    """Every object of the samples under its model."""
    seen: _Seen = {}
    for sample in samples:
        model = find_message(sample.direction, sample.value["type"])
        if model is not None:
            for part, plain in visit(model, sample.value):
                seen.setdefault(part, []).append(plain)
    return seen


def _gaps(model: type[Part], objects: list[dict[str, Any]]) -> Iterator[str]:
    """What these objects never show of their model."""
    for name, field in model.model_fields.items():
        if name == "seq" and not getattr(model, "sequenced", True):
            continue
        label = f"{model.__name__}.{name}"
        values = [plain[name] for plain in objects if name in plain]
        if not values:
            yield f"{label}: never there"
        if not field.is_required() and name != "type" and len(values) == len(objects):
            yield f"{label}: never absent"
        yield from (f"{label}: never {value!r}" for value in _wanted(model, name, values))


def _wanted(model: type[Part], name: str, values: list[Any]) -> list[Any]:
    """The enum values and the ends of the range that do not occur; for lists, of their entries."""
    schema = field_schema(model, name)
    if schema.get("type") == "array":
        schema = schema["items"]
        values = [entry for value in values for entry in value]
    wanted = schema.get("enum", [])
    if schema.get("type") == "integer":
        most = schema["maximum"] if "maximum" in schema else schema["exclusiveMaximum"] - 1
        wanted = [schema["minimum"], most]
    return [value for value in wanted if value not in values]


def _numbers(seen: _Seen) -> set[int]:
    """Every integer that stands directly in a field, or in a list there."""
    return {
        number
        for objects in seen.values()
        for plain in objects
        for value in plain.values()
        for number in (value if isinstance(value, list) else [value])
        if type(number) is int
    }


def _missing_codes(seen: _Seen) -> Iterator[str]:
    """Error codes without a sample that has the promised `data`, and close codes without any."""
    shown = {(plain["code"], tuple(sorted(plain.get("data", {})))) for plain in seen.get(Error, [])}
    for code, info in ERRORS.items():
        if (code, tuple(sorted(info.data))) not in shown:
            yield f"error {code}: no sample with data {', '.join(info.data) or 'absent'}"
    closed = {plain["code"] for plain in seen.get(Farewell, [])}
    yield from (f"close code {code.value}: no sample" for code in CloseCode if code not in closed)
