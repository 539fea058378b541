"""The record of what assistants showed and what came of it: bounded, noted in chunks, and told again."""

import asyncio
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

import orjson

from infoset_server.config import AssistLimits
from infoset_server.storage.notes import Notes

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


class TrackNotes:
    """The tracks of all matches: noted some time after they have changed."""

    def __init__(self, limits: AssistLimits, notes: Notes) -> None:
        self._limits = limits
        self._notes = notes
        self._dirty: dict[tuple[str, int], Track] = {}  # by match and seat
        self._chunks: dict[tuple[str, int], int] = {}  # the next of records from before a restart
        self._timer: asyncio.TimerHandle | None = None

    def open(self, match_id: str, seat: int) -> Track:
        """The track of a seat, which goes on behind what was noted before a restart."""
        place = match_id, seat
        first = self._chunks.pop(place, 0)
        track = Track(self._limits.track_bytes, lambda: self._mark_dirty(place, track), first)
        return track

    def restore(self, match_id: str, documents: Mapping[str, bytes], seats: int) -> Iterator[int]:
        """Takes in what was noted of a match before a restart; yields its seats with a record."""
        for key in documents:
            seat, _, number = key.partition(".")
            if seat.isdigit() and number.isdigit() and int(seat) < seats:
                place = match_id, int(seat)
                self._chunks[place] = max(self._chunks.get(place, 0), int(number) + 1)
                yield int(seat)

    def store(self) -> None:
        """Notes what has not been noted yet."""
        dirty, self._dirty = self._dirty, {}
        for (match_id, seat), track in dirty.items():
            for number, entries in track.take_dirty().items():
                self._notes.put(track_kind(match_id), f"{seat}.{number}", {"entries": entries})

    def close(self) -> None:
        """The same for the last time."""
        self.store()
        if self._timer is not None:
            self._timer.cancel()

    def _mark_dirty(self, place: tuple[str, int], track: Track) -> None:
        self._dirty[place] = track
        if self._timer is None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(self._limits.track_delay_ms / 1000, self._on_timer)

    def _on_timer(self) -> None:
        self._timer = None
        self.store()


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
