"""Reads the vector files (`protocol/vectors/v1/*.ndjson`): one JSON object per line, one case each.

The files are ASCII, so that no line reader splits them at U+2028. `schema.json` beside them states
their form; these readers rely on it.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from infoset_protocol.catalog import Direction
from infoset_protocol.codec import Encoding
from infoset_protocol.framing import Wire

CaseT = TypeVar("CaseT")


@dataclass(frozen=True, slots=True)
class Sample:
    """A valid message. `value` is the truth; `json` and each of `msgpack` decode to it."""

    name: str
    direction: Direction
    json: str
    msgpack: tuple[bytes, ...]
    value: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Toleration:
    """Unusual frames that must be read as `means`; None = the message must be ignored."""

    name: str
    direction: Direction
    frames: tuple[tuple[Encoding, bytes], ...]
    means: dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class Rejection:
    """A frame that must be refused with `code`; `path` names the field where one is to blame."""

    name: str
    direction: Direction
    encoding: Encoding
    frame: bytes
    code: str
    path: str | None


@dataclass(frozen=True, slots=True)
class Stream:
    """Bytes as they arrive, and the payloads (without what only keeps alive) or the error they amount to."""

    name: str
    encoding: Encoding
    max_frame: int
    chunks: tuple[bytes, ...]
    payloads: tuple[bytes, ...]
    error: str | None


@dataclass(frozen=True, slots=True)
class Patching:
    """A value, and what a JSON merge patch makes of it."""

    name: str
    before: dict[str, Any]
    patch: dict[str, Any]
    after: dict[str, Any]


@dataclass(frozen=True, slots=True)
class FirstByte:
    """What a plain TCP connection speaks when it begins with this byte."""

    name: str
    byte: int
    wire: Wire


@dataclass(frozen=True, slots=True)
class Naming:
    """One action in all its names. `picks` is None for lists, `action` for what only `picks` names."""

    index: int | None
    picks: tuple[int, ...] | None
    action: Any


@dataclass(frozen=True, slots=True)
class Indexing:
    """A legal set, its size (None above 2^53-1), and actions of it under all their names."""

    name: str
    legal: dict[str, Any]
    n: int | None
    cases: tuple[Naming, ...]


def read_lines(text: str) -> list[dict[str, Any]]:
    """The objects of an NDJSON text, one per line. Raises ValueError with the number of a bad line."""
    found = []
    for number, line in enumerate(text.split("\n"), start=1):
        if line:
            try:
                found.append(json.loads(line))
            except ValueError as error:
                raise ValueError(f"line {number}: {error}") from None
    return found


def read_samples(text: str) -> list[Sample]:
    """`messages.ndjson`."""
    return _read(text, _sample)


def read_tolerations(text: str) -> list[Toleration]:
    """`tolerate.ndjson`."""
    return _read(text, _toleration)


def read_rejections(text: str) -> list[Rejection]:
    """`reject.ndjson`."""
    return _read(text, _rejection)


def read_frames(text: str) -> list[Stream | FirstByte]:
    """`frames.ndjson`."""
    return _read(text, lambda line: _first_byte(line) if "first_byte" in line else _stream(line))


def read_indexings(text: str) -> list[Indexing]:
    """`index.ndjson`."""
    return _read(text, _indexing)


def read_patchings(text: str) -> list[Patching]:
    """`patches.ndjson`."""
    return _read(text, lambda line: Patching(**line))


def _read(text: str, make: Callable[[dict[str, Any]], CaseT]) -> list[CaseT]:
    return [make(line) for line in read_lines(text)]


def _sample(line: dict[str, Any]) -> Sample:
    return Sample(
        line["name"],
        Direction(line["dir"]),
        line["json"],
        tuple(map(bytes.fromhex, line["msgpack"])),
        line["value"],
    )


def _toleration(line: dict[str, Any]) -> Toleration:
    texts = [(Encoding.JSON, text.encode()) for text in line.get("json", ())]
    packed = [(Encoding.MSGPACK, bytes.fromhex(digits)) for digits in line.get("msgpack", ())]
    return Toleration(
        line["name"], Direction(line["dir"]), tuple(texts + packed), line.get("means")
    )


def _rejection(line: dict[str, Any]) -> Rejection:
    frame = line["text"].encode() if "text" in line else bytes.fromhex(line["hex"])
    return Rejection(
        line["name"],
        Direction(line["dir"]),
        Encoding(line["encoding"]),
        frame,
        line["code"],
        line.get("path"),
    )


def _stream(line: dict[str, Any]) -> Stream:
    return Stream(
        line["name"],
        Encoding(line["encoding"]),
        line["max_frame"],
        tuple(map(bytes.fromhex, line["chunks"])),
        tuple(map(bytes.fromhex, line["payloads"])),
        line.get("error"),
    )


def _first_byte(line: dict[str, Any]) -> FirstByte:
    return FirstByte(line["name"], line["first_byte"], Wire(line["wire"]))


def _indexing(line: dict[str, Any]) -> Indexing:
    cases = (
        Naming(
            case.get("index"),
            tuple(case["picks"]) if "picks" in case else None,
            case.get("action"),
        )
        for case in line["cases"]
    )
    return Indexing(line["name"], line["legal"], line.get("n"), tuple(cases))
