"""The options of a game, declared as a type with defaults and bounds.

class Options(declared.Options, frozen=True):
    seats: Annotated[int, Meta(ge=2, le=4, description="players")] = 3
"""

from typing import Any, Final, TypeVar, get_type_hints

from msgspec import Struct, ValidationError, convert, json, structs

from infoset_games.core import Json
from infoset_games.declared.actions import DeclarationError
from infoset_games.game import OptionError

_KINDS: Final = {str: "string", bool: "boolean", int: "integer"}


class Options(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What can be chosen about a game. Every option has a default."""


O = TypeVar("O", bound=Options)


def read_options(kind: type[O], given: dict[str, Json]) -> O:
    """The options in force. Raises OptionError for one that is unknown or out of range."""
    hints = get_type_hints(kind, include_extras=True)
    for name, value in given.items():
        if name not in hints:
            raise OptionError(name, f"one of the options {', '.join(sorted(hints))}")
        try:
            convert(value, hints[name])
        except ValidationError:
            raise OptionError(name, expected(_schema(hints[name]))) from None
    return kind(**given)


def describe(kind: type[Options]) -> dict[str, dict[str, Json]]:
    """The options for `describe`: by name as a JSON Schema with `about`. Raises DeclarationError."""
    hints = get_type_hints(kind, include_extras=True)
    described = {}
    for field in structs.fields(kind):
        if field.required:
            raise DeclarationError(f"{kind.__name__}.{field.name}: expected a default")
        about = _schema(hints[field.name])
        words = about.pop("description", field.name.replace("_", " "))
        described[field.name] = {**about, "default": field.default, "about": words}
    return described


def expected(schema: dict[str, Any]) -> str:
    """What a value has to be, in words."""
    if "enum" in schema:
        return f"one of {', '.join(map(str, schema['enum']))}"
    if "minimum" in schema and "maximum" in schema:
        return f"an integer in {schema['minimum']}..{schema['maximum']}"
    return f"a value of type {schema['type']}"


def _schema(hint: Any) -> dict[str, Any]:
    schema = json.schema(hint)
    if "enum" in schema:
        schema.setdefault("type", _KINDS[type(schema["enum"][0])])
    return schema
