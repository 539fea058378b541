"""The usual `act`, an index and nothing more, read in a fraction of the time. Says nothing about any other.

Most of what a busy server reads are these. The model `Act` looks at ten fields, calls back into Python
for each integer (3.0 counts as 3), for nulls and for "exactly one"; none of that can matter where exactly
these fields are there and the integers are integers. What comes out is the same `Act`.
"""

import re
from typing import Any, Final

from infoset_protocol.messages.play import Act
from infoset_protocol.messages.scalars import MAX_SAFE_INT, REF_PATTERN

_FIELDS: Final = frozenset({"type", "id", "match_id", "decision", "index"})
_DEFAULTS: Final = {name: field.default for name, field in Act.model_fields.items()}
_is_ref: Final = re.compile(REF_PATTERN).fullmatch
_new: Final = Act.__new__
_set: Final = object.__setattr__  # the model is frozen, and pydantic sets it up like this, too


def read_usual_act(plain: dict[str, Any]) -> Act | None:
    """The message, or None where it is unusual or wrong: then the model `Act` has to say what it is."""
    match_id = plain.get("match_id")
    if (
        len(plain) != len(_FIELDS)
        or plain.get("type") != "act"
        or not _is_uint(plain.get("id"))
        or not _is_uint(plain.get("decision"))
        or not _is_uint(plain.get("index"))
        or type(match_id) is not str
        or _is_ref(match_id) is None
    ):
        return None
    fields = _DEFAULTS.copy()
    fields.update(plain)
    act = _new(Act)
    _set(act, "__dict__", fields)
    _set(act, "__pydantic_fields_set__", set(_FIELDS))
    _set(act, "__pydantic_extra__", None)
    _set(act, "__pydantic_private__", None)
    return act


def _is_uint(value: object) -> bool:
    return type(value) is int and 0 <= value <= MAX_SAFE_INT
