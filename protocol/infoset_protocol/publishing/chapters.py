"""Fills the marked regions of the specification. The prose around them is written by people.

A region opens with a comment such as `<!-- message: act -->` and ends with `<!-- end -->`:

    message: TYPE        fields of a message; `bye` needs its side: `bye of client`, `bye of server`
    part: MODEL          fields of an object inside messages
    example: NAME ...    messages from the vectors, by name
    bytes: NAME          one such message as it goes over each kind of TCP connection
    errors / closes      the table of all codes
    states               what a client's message does in each state of the conversation
"""

import json
import re
from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any, Final

from infoset_protocol.catalog import Direction, Entry, all_messages, all_parts
from infoset_protocol.conformance.vectors import Sample
from infoset_protocol.framing import LengthFramer, LineFramer
from infoset_protocol.publishing.tables import (
    close_table,
    error_table,
    message_section,
    part_section,
    state_table,
)

_REGION: Final = re.compile(
    r"(?P<open><!-- (?P<kind>message|part|example|bytes|errors|closes|states)(?:: (?P<what>[^\n]*?))? -->\n)"
    r"(?P<body>.*?)(?P<close><!-- end -->)",
    re.DOTALL,
)
_WIDTH: Final = 100  # characters of an example's line; longer messages are wrapped for print


class RegionError(ValueError):
    """A chapter has a region that cannot be filled; the message says which and why."""


def fill(chapter: str, samples: Mapping[str, Sample]) -> str:
    """The chapter with every marked region written anew. Raises RegionError for one that cannot be."""
    return _REGION.sub(lambda found: _fill_one(found, samples), chapter)


def messages_in(chapter: str) -> list[Entry]:
    """The messages whose fields a chapter shows."""
    return [
        _find_message(found["what"])
        for found in _REGION.finditer(chapter)
        if found["kind"] == "message"
    ]


def parts_in(chapter: str) -> list[str]:
    """The objects inside messages whose fields a chapter shows."""
    return [found["what"] for found in _REGION.finditer(chapter) if found["kind"] == "part"]


def example(sample: Sample) -> str:
    """A message as one line of JSON, or broken between fields and entries where it is too wide."""
    return sample.json if len(sample.json) <= _WIDTH else _lay_out(json.loads(sample.json), 0)


def _lay_out(value: Any, indent: int) -> str:
    """JSON in lines of at most `_WIDTH` characters, where its smallest pieces allow it."""
    compact = json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    if indent + len(compact) <= _WIDTH or not isinstance(value, dict | list):
        return compact
    if isinstance(value, dict):
        names = [json.dumps(name, ensure_ascii=False) + ":" for name in value]
        entries = zip(names, value.values(), strict=True)
        pieces = [name + _lay_out(inner, indent + 1 + len(name)) for name, inner in entries]
        return "{" + _pack(pieces, indent + 1) + "}"
    return "[" + _pack([_lay_out(inner, indent + 1) for inner in value], indent + 1) + "]"


def _pack(pieces: list[str], indent: int) -> str:
    """The pieces with commas between them, as many on a line as fit."""
    text, column = pieces[0], indent + len(pieces[0])
    for before, piece in pairwise(pieces):
        if "\n" in before + piece or column + len(piece) + 2 > _WIDTH:
            text, column = f"{text},\n{' ' * indent}{piece}", indent + len(piece)
        else:
            text, column = f"{text},{piece}", column + 1 + len(piece)
    return text


def _fill_one(found: re.Match[str], samples: Mapping[str, Sample]) -> str:
    what = found["what"] or ""
    makers: dict[str, Callable[[], str]] = {
        "message": lambda: message_section(_find_message(what)),
        "part": lambda: part_section(_find_part(what)),
        "example": lambda: _examples(what, samples),
        "bytes": lambda: _bytes(what, samples),
        "errors": error_table,
        "closes": close_table,
        "states": state_table,
    }
    return f"{found['open']}\n{makers[found['kind']]()}\n{found['close']}"


def _examples(names: str, samples: Mapping[str, Sample]) -> str:
    shown = "\n".join(example(_find_sample(name, samples)) for name in names.split())
    return f"```json\n{shown}\n```\n"


def _bytes(name: str, samples: Mapping[str, Sample]) -> str:
    sample = _find_sample(name, samples)
    line = LineFramer.frame(sample.json.encode())
    packed = LengthFramer.frame(sample.msgpack[0])
    return (
        f"```text\n{sample.json}\n\n"
        f"JSON line, {len(line)} bytes:\n{_hex(line)}\n\n"
        f"length and msgpack, {len(packed)} bytes:\n{_hex(packed)}\n```\n"
    )


def _hex(data: bytes) -> str:
    """Bytes in rows of 24."""
    return "\n".join(data[at : at + 24].hex(" ") for at in range(0, len(data), 24))


def _find_sample(name: str, samples: Mapping[str, Sample]) -> Sample:
    if name not in samples:
        raise RegionError(f"no vector is called {name!r}")
    return samples[name]


def _find_message(what: str) -> Entry:
    name, _, side = what.partition(" of ")
    sides = {"": list(Direction), "client": [Direction.CLIENT], "server": [Direction.SERVER]}
    found = [
        e for e in all_messages() if e.type_name == name and e.direction in sides.get(side, [])
    ]
    if len(found) != 1:
        raise RegionError(f"message: {what!r} names {len(found)} messages, expected one")
    return found[0]


def _find_part(what: str) -> type:
    for part in all_parts():
        if part.__name__ == what:
            return part
    raise RegionError(f"part: there is no {what!r}")
