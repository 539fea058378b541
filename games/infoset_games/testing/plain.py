"""What counts as a plain value of the wire, and round trips through real JSON text and msgpack."""

import json
import math
from typing import Final

import msgpack

from infoset_games.core import Json

MAX_INT: Final = 2**53 - 1
MAX_DEPTH: Final = 14  # the wire allows 16 levels, two of which the message takes


def fault_of(value: Json, path: str = "", depth: int = 0) -> str:
    """Why `value` is not plain, with the path to the fault; "" if it is.

    Plain is what every language reads alike: str, bool, int within 2^53, finite float, list, dict
    with str keys. No null (unknown values are -1 or absent), no tuple, nothing too deep.
    """
    if depth > MAX_DEPTH:
        return f"{path}: nested deeper than {MAX_DEPTH} levels"
    if isinstance(value, float):
        return "" if math.isfinite(value) else f"{path}: {value} is no number of JSON"
    if type(value) is int:
        return "" if abs(value) <= MAX_INT else f"{path}: {value} is beyond 2^53 - 1"
    if isinstance(value, (str, bool)):
        return ""
    if type(value) is list:
        faults = (fault_of(item, f"{path}[{at}]", depth + 1) for at, item in enumerate(value))
        return next(filter(None, faults), "")
    if type(value) is dict:
        return _fault_of_object(value, path, depth)
    return f"{path}: {type(value).__name__} is no plain value"


def _fault_of_object(value: dict[Json, Json], path: str, depth: int) -> str:
    for key, item in value.items():
        if type(key) is not str:
            return f"{path}: key {key!r} is no string"
        fault = fault_of(item, f"{path}.{key}", depth + 1)
        if fault:
            return fault
    return ""


def through_json(value: Json) -> Json:
    """`value` written as JSON text and read again."""
    return json.loads(json.dumps(value, allow_nan=False))


def through_msgpack(value: Json) -> Json:
    """`value` written as msgpack and read again."""
    return msgpack.unpackb(msgpack.packb(value))


def wire_bytes(value: Json) -> bytes:
    """The compact JSON that a message would carry."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode()
