"""The usual `act`, an index and nothing more, read in half the time. Says nothing about any other.

Most of what a busy server reads are these. The model `Act` calls back into Python for each integer
(3.0 counts as 3), for nulls and for "exactly one"; none of that can matter where exactly these fields
are there and the integers are integers. What comes out is the same `Act`.
"""

from typing import Any, Final, cast

from pydantic_core import SchemaValidator, ValidationError
from pydantic_core import core_schema as schema

from infoset_protocol.messages.play import Act
from infoset_protocol.messages.scalars import MAX_SAFE_INT, REF_PATTERN

_UINT: Final = schema.int_schema(strict=True, ge=0, le=MAX_SAFE_INT)
_REF: Final = schema.str_schema(strict=True, pattern=REF_PATTERN, regex_engine="rust-regex")
_TYPE: Final = schema.literal_schema(["act"])
_PRESENT: Final = {"type": _TYPE, "id": _UINT, "match_id": _REF, "decision": _UINT, "index": _UINT}
_ABSENT: Final = schema.with_default_schema(schema.none_schema(), default=None)
_FIELDS: Final = frozenset(_PRESENT)

_validate: Final = SchemaValidator(
    schema.model_schema(
        Act,
        schema.model_fields_schema(
            {name: schema.model_field(_PRESENT.get(name, _ABSENT)) for name in Act.model_fields}
        ),
    )
).validate_python


def read_usual_act(plain: dict[str, Any]) -> Act | None:
    """The message, or None where it is unusual or wrong: then the model `Act` has to say what it is."""
    if plain.keys() != _FIELDS:
        return None
    try:
        return cast(Act, _validate(plain))
    except ValidationError:
        return None
