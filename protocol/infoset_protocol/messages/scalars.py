"""The scalar types of the wire, with their limits. What a field may hold is decided here once.

Strict everywhere: text is never a number, a number never text, `true` never 1. The one liberty is
that an integral float counts as an integer, because many JSON writers have only one kind of number.
"""

from typing import Annotated, Any, Final, get_args

from pydantic import (
    BeforeValidator,
    Field,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    ValidationInfo,
    WithJsonSchema,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, PydanticKnownError, core_schema

MAX_SAFE_INT: Final = 2**53 - 1  # what a float64 holds exactly, so every language can
MAX_SEATS: Final = 16
MAX_KEYS: Final = 64  # of an object whose keys the protocol does not fix
MAX_ITEMS: Final = 4096  # of a list that has no tighter bound

SLUG_PATTERN: Final = r"^[a-z][a-z0-9_]{0,31}$"
REF_PATTERN: Final = r"^[A-Za-z0-9_-]{1,40}$"
VIEW_PATTERN: Final = r"^(public|all|seat:(1[0-5]|[0-9]))$"

OTHER: Final = "other"  # what a client sees for an enum value that is newer than the client
TOLERANT: Final = {"tolerant": True}  # validation context for messages from the server


def integral(value: object) -> object:
    """3.0 counts as 3; everything else is left to pydantic's strict integer."""
    if type(value) is float and value.is_integer():
        return int(value)
    return value


# `Field` stands before the validator: the other way round the bounds are lost in the JSON Schema.
Int = Annotated[int, Field(ge=-MAX_SAFE_INT, le=MAX_SAFE_INT), BeforeValidator(integral)]
Uint = Annotated[int, Field(ge=0, le=MAX_SAFE_INT), BeforeValidator(integral)]
Ms = Uint
SeatNumber = Annotated[int, Field(ge=0, lt=MAX_SEATS), BeforeValidator(integral)]
SeatCount = Annotated[int, Field(ge=1, le=MAX_SEATS), BeforeValidator(integral)]
MatchCount = Annotated[int, Field(ge=1, le=99), BeforeValidator(integral)]  # of a series
PageSize = Annotated[int, Field(ge=1, le=100), BeforeValidator(integral)]

# An int stays an int: it prints as 17, not as 17.0, and takes one byte of msgpack instead of nine.
Num = Annotated[
    Int | Annotated[float, Field(allow_inf_nan=False)], WithJsonSchema({"type": "number"})
]

Ref = Annotated[str, Field(pattern=REF_PATTERN)]
Slug = Annotated[str, Field(pattern=SLUG_PATTERN)]
View = Annotated[str, Field(pattern=VIEW_PATTERN)]
Str64 = Annotated[str, Field(max_length=64)]
Str300 = Annotated[str, Field(max_length=300)]
Str500 = Annotated[str, Field(max_length=500)]
Str512 = Annotated[str, Field(max_length=512)]

Options = Annotated[dict[str, Any], Field(max_length=MAX_KEYS)]
Obj = dict[str, Any]  # content of a game or an error code; plain values, bounded by the frame


class OpenEnum:
    """Marks a `Literal` that later minors may extend.

    A tolerant reader takes what it does not know as "other".

    The Literal lists "other" for the type checker; nobody may send it, so strict readers refuse it
    and the JSON Schema leaves it out.
    """

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        """Wraps the Literal's own schema; what it expects is known from its list of values."""
        inner = handler(source)
        values: tuple[str, ...] = get_args(source)
        known = frozenset(values) - {OTHER}
        *most, last = (repr(value) for value in values if value != OTHER)
        expected = f"{', '.join(most)} or {last}"

        def open_up(value: Any, info: ValidationInfo) -> Any:
            if not isinstance(value, str) or value in known:
                return value
            if info.context is TOLERANT:
                return OTHER
            raise PydanticKnownError("literal_error", {"expected": expected})

        return core_schema.with_info_before_validator_function(open_up, inner)

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        """The values that may be sent: without "other"."""
        json_schema = handler(schema)
        json_schema["enum"] = [value for value in json_schema["enum"] if value != OTHER]
        return json_schema
