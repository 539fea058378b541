"""JSON Schemas in the few words of a table."""

from collections.abc import Iterator
from typing import Any

Json = dict[str, Any]
# What is said behind the type, and how.
LIMITS = {
    "minimum": "at least {}",
    "maximum": "at most {}",
    "minLength": "{} characters or more",
    "maxLength": "up to {} characters",
    "minItems": "{} items or more",
    "maxItems": "up to {} items",
    "pattern": "matches `{}`",
    "format": "{}",
}
WHOLE_NUMBER = (
    2**53 - 1
)  # the largest that every language reads; said once for all, in the protocol


def members(schema: Json) -> Iterator[str]:
    """A table of the members of an object; for anything else, one line that says what it is."""
    properties = schema.get("properties")
    if not properties:
        yield described({**schema, "description": ""})
        return
    required = schema.get("required", [])
    yield from ("| field | type | meaning |", "| --- | --- | --- |")
    for name, member in properties.items():
        optional = "" if name in required else "?"
        default = f" (default `{member['default']}`)" if member.get("default") is not None else ""
        meaning = member.get("description", "") + default
        yield f"| `{name}`{optional} | {described(member)} | {cell(meaning)} |"


def described(schema: Json) -> str:
    """The type of a value, with its limits; what is defined elsewhere is a link to it."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    if "const" in schema:
        return f"`{schema['const']}`"
    if "enum" in schema:
        return " or ".join(f"`{value}`" for value in schema["enum"])
    choices = schema.get("anyOf") or schema.get("oneOf")
    if choices:
        return " or ".join(map(described, choices))
    limits = [
        cell(phrase.format(schema[key]))
        for key, phrase in LIMITS.items()
        if key in schema and schema[key] != WHOLE_NUMBER
    ]
    return ", ".join((kind(schema), *limits))


def kind(schema: Json) -> str:
    """The type alone: `array of string`."""
    name = schema.get("type", "any")
    if isinstance(name, list):
        return " or ".join(name)
    if name == "array" and isinstance(schema.get("items"), dict):
        return f"array of {described(schema['items'])}"
    if isinstance(schema.get("additionalProperties"), dict):
        return f"object of {described(schema['additionalProperties'])}"
    return str(name)


def cell(text: str) -> str:
    """A text that stays in its cell of a table."""
    return text.replace("|", "\\|").replace("\n", " ")
