"""Reads declared types out of plain values, with errors that name the field and what was expected."""

import re
from typing import Any, Final, TypeVar

from msgspec import ValidationError, convert

from infoset_games.core import Json

T = TypeVar("T")

# What msgspec says: "Expected `int` <= 6 - at `$.cups[0][1]`".
_COMPLAINT: Final = re.compile(r"(?P<what>.*?)(?: - at `\$\.?(?P<path>.*)`)?", re.DOTALL)


def read_as(value: Json, kind: type[T]) -> T:
    """`value` as what it is declared to be. Raises ValueError naming the field."""
    try:
        return convert(value, kind)
    except ValidationError as error:
        raise ValueError(in_words(error)) from None


def in_words(error: Exception) -> str:
    """The field first, as everywhere: "cups[0][1]: expected int <= 6"."""
    found: Any = _COMPLAINT.fullmatch(str(error))
    what = found["what"].replace("`", "")
    return f"{found['path']}: {what[:1].lower()}{what[1:]}" if found["path"] else what
