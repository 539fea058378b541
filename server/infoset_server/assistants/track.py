"""The record of what assistants of one seat showed and what came of it. Bounded; says when to store, stores nothing."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

import orjson

TRACK: Final = "assist"  # kinds of documents begin like this, one kind for each match
CHUNK_ENTRIES: Final = 64
CHUNK_BYTES: Final = 32 * 1024

Entry = dict[str, Any]


class Track:
    """The entries of one seat in one match, in chunks that are stored as documents.

    Beyond `max_bytes` only what `must` be known is noted, and that it was cut; of that, half as much again.
    """

    def __init__(self, max_bytes: int, on_dirty: Callable[[], None], first_chunk: int = 0) -> None:
        """`first_chunk` is the number of the next one: those before were stored before a restart."""
        self._max_bytes = max_bytes
        self._on_dirty = on_dirty
        self._bytes = 0
        self._number = first_chunk
        self._chunk: list[Entry] = []
        self._chunk_bytes = 0
        self._dirty: dict[int, list[Entry]] = {}
        self.is_cut = False

    def note(self, kind: str, at_ms: int, ver: int, must: bool = False, **fields: Any) -> None:
        """Notes something."""
        entry = {"e": kind, "at_ms": at_ms, "ver": ver, **fields}
        size = len(orjson.dumps(entry))
        most = self._max_bytes * 3 // 2 if must else self._max_bytes
        if self._bytes + size <= most:
            self._put(entry, size)
        elif not self.is_cut:
            self.is_cut = True
            self._put({"e": "cut", "at_ms": at_ms, "ver": ver}, 0)

    def take_dirty(self) -> dict[int, list[Entry]]:
        """The chunks that have changed since this was asked last, by number."""
        dirty, self._dirty = self._dirty, {}
        return dirty

    def _put(self, entry: Entry, size: int) -> None:
        if len(self._chunk) >= CHUNK_ENTRIES or self._chunk_bytes >= CHUNK_BYTES:
            self._number += 1
            self._chunk, self._chunk_bytes = [], 0
        self._chunk.append(entry)
        self._chunk_bytes += size
        self._bytes += size
        if not self._dirty:
            self._on_dirty()
        self._dirty[self._number] = self._chunk


def track_kind(match_id: str) -> str:
    """The kind of documents in which the record of a match's assistants is kept."""
    return f"{TRACK}:{match_id}"


@dataclass(frozen=True)
class TrackTelling:
    """The record of one seat told again, from version `first` to `last`. `documents` are the match's, by key."""

    documents: Mapping[str, bytes]
    seat: int
    first: int
    last: int | None

    def entries(self) -> Iterator[Entry | None]:
        """The entries in order. Raises ValueError, KeyError or TypeError for what `Track` did not write."""
        for _, body in sorted(self._chunks()):
            for entry in orjson.loads(body)["entries"]:
                if self.last is not None and entry["ver"] > self.last:
                    return
                yield entry if entry["ver"] >= self.first else None

    def _chunks(self) -> Iterator[tuple[int, bytes]]:
        for key, body in self.documents.items():
            seat, _, number = key.partition(".")
            if int(seat) == self.seat:
                yield int(number), body
