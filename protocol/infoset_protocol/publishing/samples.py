"""Completes lines of `messages.ndjson` that people have begun: a name, a direction and a value suffice."""

import json
from typing import Any

from infoset_protocol.codec import Encoding, encode
from infoset_protocol.conformance.vectors import read_lines


def complete(text: str) -> str:
    """The file with `json` and `msgpack` filled in where they are missing; other lines unchanged.

    Raises ValueError with the number of a line that is not JSON.
    """
    lines = [line for line in text.split("\n") if line]
    pairs = zip(lines, read_lines(text), strict=True)
    return "".join(
        (line if {"json", "msgpack"} <= plain.keys() else write_line(_complete_one(plain))) + "\n"
        for line, plain in pairs
    )


def write_line(plain: dict[str, Any]) -> str:
    """One line of a vector file: compact and ASCII only."""
    return json.dumps(plain, separators=(",", ":"))


def _complete_one(plain: dict[str, Any]) -> dict[str, Any]:
    value = plain["value"]
    return {
        "name": plain["name"],
        "dir": plain["dir"],
        "json": plain.get("json", encode(value, Encoding.JSON).decode()),
        "msgpack": plain.get("msgpack", [encode(value, Encoding.MSGPACK).hex()]),
        "value": value,
    }
