"""Reads the definitions of a JSON Schema into the model. Knows the dialect our schemas use, no more.

Whatever it does not understand it refuses: a schema that grows new forms should fail here, not in
one of the languages.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from infoset_sdk_gen.model import (
    Definition,
    Empty,
    Enum,
    Field,
    ListOf,
    MapOf,
    Member,
    Named,
    Record,
    Row,
    Scalar,
    Type,
    Union,
)
from infoset_sdk_gen.naming import pascal

Schema = Mapping[str, Any]

SCALARS = {
    "number": Scalar.NUM,
    "string": Scalar.TEXT,
    "boolean": Scalar.BOOL,
}


class SchemaError(ValueError):
    """A schema says something this reader does not know."""


def read_definitions(
    schemas: Mapping[str, Schema], unbounded: Scalar = Scalar.INT
) -> tuple[Definition, ...]:
    """The definitions in their order; those that stand inside others follow them.

    An integer without bounds is `unbounded`. Raises SchemaError.
    """
    found: list[Definition] = []
    for name, schema in schemas.items():
        found += _Reader(name, schemas, unbounded).read(schema)
    seen: set[str] = set()
    for definition in found:
        if definition.name in seen:
            raise SchemaError(f"{definition.name}: two definitions have this name")
        seen.add(definition.name)
    return tuple(found)


class _Reader:
    """Reads one definition; words found inside become definitions of their own."""

    def __init__(self, name: str, schemas: Mapping[str, Schema], unbounded: Scalar) -> None:
        self.name = name
        self.schemas = schemas
        self.unbounded = unbounded
        self.enums: list[Enum] = []

    def read(self, schema: Schema) -> Iterator[Definition]:
        if "prefixItems" in schema:
            yield self._row(schema)
        elif schema.get("type") == "object":
            yield self._record(schema)
        elif "oneOf" in schema:
            yield self._union(schema)
        elif "enum" in schema:
            yield Enum(self.name, _doc(schema), tuple(schema["enum"]))
        else:
            raise SchemaError(f"{self.name}: expected an object, prefixItems, oneOf or enum")
        yield from self.enums

    def _record(self, schema: Schema) -> Record:
        required = frozenset(schema.get("required", ()))
        tag: tuple[str, str] | None = None
        fields: list[Field] = []
        for name, field in schema.get("properties", {}).items():
            if "const" in field and name in required and tag is None:
                tag = (name, field["const"])
            else:
                fields.append(self._field(name, field, name in required))
        return Record(self.name, _doc(schema), tuple(fields), tag)

    def _row(self, schema: Schema) -> Row:
        entries = list(schema["prefixItems"])
        least = schema.get("minItems", 0)
        verb = entries.pop(0)["const"] if entries and "const" in entries[0] else None
        first = 0 if verb is None else 1
        items = [
            self._field(entry["title"], entry, place < least)
            for place, entry in enumerate(entries, start=first)
        ]
        rest = schema.get("items")
        further = None if rest is None else self._field(rest["title"], rest, is_required=True)
        return Row(self.name, _doc(schema), tuple(items), verb, further)

    def _union(self, schema: Schema) -> Union:
        members: list[Member] = []
        tags: set[str | None] = set()
        for alternative in schema["oneOf"]:
            name = _target(alternative, self.name)
            tag, value = self._tag_of(name)
            tags.add(tag)
            members.append(Member(value, name))
        if len(tags) != 1:
            raise SchemaError(f"{self.name}: its members are not told apart by one field")
        return Union(self.name, _doc(schema), tags.pop(), tuple(members))

    def _tag_of(self, name: str) -> tuple[str | None, str]:
        """How a member is told: a field and its value, or None and the verb of a row."""
        match next(iter(_Reader(name, self.schemas, self.unbounded).read(self.schemas[name]))):
            case Record(tag=(field, value)):
                return field, value
            case Row(verb=str(verb)):
                return None, verb
            case _:
                raise SchemaError(f"{self.name}: its member {name} has no constant to know it by")

    def _field(self, name: str, schema: Schema, is_required: bool) -> Field:
        kind, default = self._type(name, schema), schema.get("default")
        if not isinstance(kind, ListOf | MapOf):
            return Field(name, kind, is_required, _doc(schema), default)
        empty = None if is_required else _empty(schema)
        return Field(name, kind, is_required, _doc(schema), empty=empty)

    def _type(self, name: str, schema: Schema) -> Type:
        if "$ref" in schema:
            return Named(_target(schema, self.name))
        if "enum" in schema:
            enum = Enum(self.name + pascal(name), _doc(schema), tuple(schema["enum"]))
            self.enums.append(enum)
            return Named(enum.name)
        kind = schema.get("type")
        if kind == "array":
            return ListOf(self._type(name, schema.get("items", {})))
        if kind == "object":
            values = schema.get("additionalProperties", True)
            return MapOf(Scalar.ANY if values is True else self._type(name, values))
        if kind == "integer":
            return self._integer(schema)
        if kind in SCALARS:
            return SCALARS[kind]
        if kind is None:
            return Scalar.ANY
        raise SchemaError(f"{self.name}.{name}: unknown type {kind!r}")

    def _integer(self, schema: Schema) -> Scalar:
        least, most = schema.get("minimum"), _most(schema)
        if least is None or most is None:
            return self.unbounded
        return Scalar.SMALL if least >= -(2**31) and most < 2**31 else Scalar.INT


def _most(schema: Schema) -> int | None:
    """The largest value of an integer; None where nothing bounds it."""
    if "exclusiveMaximum" in schema:
        return int(schema["exclusiveMaximum"]) - 1
    return schema.get("maximum")


def _doc(schema: Schema) -> str:
    return str(schema.get("description", ""))


def _empty(schema: Schema) -> Empty:
    """What an empty value says, where the list or map that `schema` describes may be absent."""
    if schema.get("minItems", 0) or schema.get("minProperties", 0):
        return Empty.FORBIDDEN
    return Empty.SAME if schema.get("default") in ([], {}) else Empty.NEWS


def _target(schema: Schema, where: str) -> str:
    """The name of the definition a reference means."""
    reference = str(schema.get("$ref", ""))
    if not reference.startswith("#/$defs/"):
        raise SchemaError(f"{where}: expected a reference to a definition, got {dict(schema)!r}")
    return reference.removeprefix("#/$defs/")
