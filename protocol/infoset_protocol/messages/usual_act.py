"""The usual `act`, an index and nothing more, read in a fraction of the time. Says nothing about any other.

Most of what a busy server reads are these. The model `Act` looks at ten fields, calls back into Python
for each integer (3.0 counts as 3), for nulls and for "exactly one"; none of that can matter where exactly
these fields are there and the integers are integers. What comes out is the same `Act`.
"""

import re
from typing import Any, Final

from pydantic import BaseModel

from infoset_protocol.messages.play import Act
from infoset_protocol.messages.scalars import MAX_SAFE_INT, REF_PATTERN

_FIELDS: Final = {"type", "id", "match_id", "decision", "index"}  # shared by all, who change it not
_DEFAULTS: Final = {name: field.default for name, field in Act.model_fields.items()}
_is_ref: Final = re.compile(REF_PATTERN).fullmatch
_new: Final = Act.__new__
# The model is frozen, so its slots are filled as pydantic fills them: past its `__setattr__`.
_slots: Final = vars(BaseModel)
_set_dict: Final = _slots["__dict__"].__set__
_set_fields_set: Final = _slots["__pydantic_fields_set__"].__set__
_set_extra: Final = _slots["__pydantic_extra__"].__set__
_set_private: Final = _slots["__pydantic_private__"].__set__


def read_usual_act(plain: dict[str, Any]) -> Act | None:
    """The message, or None where it is unusual or wrong: then the model `Act` has to say what it is."""
    if len(plain) != len(_FIELDS) or plain.get("type") != "act":
        return None
    number, decision, index = plain.get("id"), plain.get("decision"), plain.get("index")
    match_id = plain.get("match_id")
    if (
        not _is_uint(number)
        or not _is_uint(decision)
        or not _is_uint(index)
        or type(match_id) is not str
        or _is_ref(match_id) is None
    ):
        return None
    fields = _DEFAULTS.copy()
    fields["id"] = number
    fields["match_id"] = match_id
    fields["decision"] = decision
    fields["index"] = index
    act = _new(Act)
    _set_dict(act, fields)
    _set_fields_set(act, _FIELDS)
    _set_extra(act, None)
    _set_private(act, None)
    return act


def _is_uint(value: object) -> bool:
    return type(value) is int and 0 <= value <= MAX_SAFE_INT
