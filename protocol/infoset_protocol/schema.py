"""JSON Schemas (2020-12) of all messages, generated from the models. Knows no files.

They say what may be *sent* in this minor: no nulls, no unknown enum values. A receiver is more
tolerant, see the chapter on versions; unknown fields pass the schemas too.
"""

from functools import cache
from typing import Any

from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue, models_json_schema
from pydantic_core import core_schema

from infoset_protocol.catalog import Direction, Entry, all_messages, all_parts
from infoset_protocol.messages import Part
from infoset_protocol.version import PROTOCOL_MAJOR

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_REF = "#/$defs/{model}"

Schema = dict[str, Any]


class _Generator(GenerateJsonSchema):
    """Pydantic's generator, told that absent and null are the same here and that names say enough."""

    def nullable_schema(self, schema: core_schema.NullableSchema) -> JsonSchemaValue:
        """An optional field is simply not required; null is never sent."""
        return self.generate_inner(schema["schema"])

    def default_schema(self, schema: core_schema.WithDefaultSchema) -> JsonSchemaValue:
        """Drops `"default": null`, which would read as a value."""
        made = super().default_schema(schema)
        if made.get("default", ...) is None:
            del made["default"]
        return made

    def field_title_should_be_set(self, schema: Any) -> bool:
        """A title that only repeats the field's name is noise."""
        return False


@cache
def definitions() -> dict[str, Schema]:
    """The schema of every message and part by model name; they refer to each other as `#/$defs/...`."""
    models: list[type[Part]] = [entry.model for entry in all_messages()]
    pairs = [(model, "validation") for model in (*models, *all_parts())]
    _, top = models_json_schema(pairs, ref_template=_REF, schema_generator=_Generator)  # type: ignore[arg-type] # a list of tuples is invariant in its literals
    found: dict[str, Schema] = top["$defs"]
    for model in models:
        _require_type(found[model.__name__])
    return {name: found[name] for name in sorted(found)}


def message_schema(entry: Entry) -> Schema:
    """The self-contained schema of one message."""
    found = definitions()
    inner = {name: found[name] for name in sorted(_mentioned(found, entry.name))}
    body = {name: value for name, value in found[entry.name].items() if name != "title"}
    schema = {
        "$schema": DIALECT,
        "$id": schema_id(f"{entry.direction}:{entry.type_name}"),
        "title": entry.type_name,
        **body,
    }
    return schema | ({"$defs": inner} if inner else {})


def combined_schema() -> Schema:
    """One schema for all messages, with `#/$defs/client` and `#/$defs/server` for those of one side.

    At the top it is `anyOf`: since unknown fields pass, a server's `bye` is a client's `bye` too.
    """
    return {
        "$schema": DIALECT,
        "$id": schema_id("messages"),
        "title": "any message",
        "anyOf": [{"$ref": "#/$defs/client"}, {"$ref": "#/$defs/server"}],
        "$defs": {
            "client": _one_of(Direction.CLIENT),
            "server": _one_of(Direction.SERVER),
            **definitions(),
        },
    }


def schema_id(name: str) -> str:
    """The identifier of a published schema; a name, not an address."""
    return f"urn:infoset:protocol:{PROTOCOL_MAJOR}:{name}"


def field_schema(model: type[Part], field: str) -> Schema:
    """The schema of one field, through references to parts; for lists that of the list."""
    return resolve(definitions()[model.__name__]["properties"][field])


def resolve(schema: Schema) -> Schema:
    """The schema that a reference means, or the schema itself."""
    target = schema.get("$ref")
    return definitions()[target.rsplit("/", 1)[1]] if target else schema


def _require_type(schema: Schema) -> None:
    """`type` has a default in the model, but a message without it is none."""
    required = [name for name in schema.get("required", []) if name != "type"]
    schema["required"] = ["type", *required]
    schema["properties"]["type"].pop("default", None)


def _one_of(direction: Direction) -> Schema:
    """Any message of one side."""
    refs = [{"$ref": _REF.format(model=e.name)} for e in all_messages() if e.direction is direction]
    return {"oneOf": refs}


def _mentioned(found: dict[str, Schema], name: str) -> set[str]:
    """The parts a definition refers to, directly or through others."""
    seen: set[str] = set()
    waiting = [name]
    while waiting:
        fresh = _refs(found[waiting.pop()]) - seen
        seen |= fresh
        waiting.extend(fresh)
    return seen


def _refs(node: Any) -> set[str]:
    """The names of all definitions that a schema refers to."""
    if isinstance(node, dict):
        own = {node["$ref"].rsplit("/", 1)[1]} if "$ref" in node else set()
        return own.union(*(_refs(value) for value in node.values()))
    if isinstance(node, list):
        return set().union(*(_refs(value) for value in node))
    return set()
