"""The usual `act`, an index and nothing more, read in a fraction of the time. Says nothing about any other.

Most of what a busy server reads are these. The model `Act` looks at ten fields, calls back into Python
for each integer (3.0 counts as 3), for nulls and for "exactly one"; none of that can matter where exactly
these fields are there and the integers are integers. What comes out is the same `Act`. Where the frame is
at hand, its bytes are read into these fields at once, without plain values in between.
"""

from typing import Annotated, Any, Final, Literal

import msgspec
from pydantic import BaseModel

from infoset_protocol.codec import Encoding
from infoset_protocol.messages.play import Act
from infoset_protocol.messages.scalars import MAX_SAFE_INT, REF_PATTERN

_FIELDS: Final = {"type", "id", "match_id", "decision", "index"}  # shared by all, who change it not
_DEFAULTS: Final = {name: field.default for name, field in Act.model_fields.items()}
_Uint: Final = Annotated[int, msgspec.Meta(ge=0, le=MAX_SAFE_INT)]
_REF_PATTERN: Final = (
    REF_PATTERN.removesuffix("$") + r"\Z"
)  # as pydantic means it: no newline follows
_Ref: Final = Annotated[str, msgspec.Meta(pattern=_REF_PATTERN)]
_Usual: Final = msgspec.defstruct(
    "_Usual",
    [
        ("type", Literal["act"]),
        ("id", _Uint),
        ("match_id", _Ref),
        ("decision", _Uint),
        ("index", _Uint),
    ],
    forbid_unknown_fields=True,
    gc=False,
)
_convert: Final = msgspec.convert
_read_json: Final = msgspec.json.Decoder(_Usual).decode
_read_msgpack: Final = msgspec.msgpack.Decoder(_Usual).decode
_JSON: Final = Encoding.JSON
_JSON_START: Final = b'{"type":"act",'
_MSGPACK_START: Final = b"\x85\xa4type\xa3act"
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
    try:
        return _act(_convert(plain, _Usual))
    except msgspec.ValidationError:
        return None


def read_usual_frame(frame: bytes, encoding: Encoding) -> Act | None:
    """As `read_usual_act` of what is in a frame, if that begins as clients usually begin it."""
    try:
        if encoding is _JSON:
            return _act(_read_json(frame)) if frame.startswith(_JSON_START) else None
        return _act(_read_msgpack(frame)) if frame.startswith(_MSGPACK_START) else None
    except (msgspec.MsgspecError, ValueError):
        return None


def _act(usual: Any) -> Act:
    fields = _DEFAULTS.copy()
    fields["id"] = usual.id
    fields["match_id"] = usual.match_id
    fields["decision"] = usual.decision
    fields["index"] = usual.index
    act = _new(Act)
    _set_dict(act, fields)
    _set_fields_set(act, _FIELDS)
    _set_extra(act, None)
    _set_private(act, None)
    return act
