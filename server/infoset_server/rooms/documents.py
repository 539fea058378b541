"""Rooms and seeks as documents in the store, and back."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final

import orjson
from pydantic import ValidationError

from infoset_games.steps import RecordError
from infoset_protocol.messages import CreateRoom
from infoset_server.rooms.room import Room
from infoset_server.rooms.seeks import Seek
from infoset_server.rooms.series import RoomSeries, read_series
from infoset_server.storage.notes import Notes

ROOM: Final = "room"  # kinds of documents
SEEK: Final = "seek"
NODE: Final = "node"  # a field of both


@dataclass(frozen=True)
class StoredSeat:
    """A seat: a house bot's, a member's, or (both None) open."""

    bot: str | None = None
    user: str | None = None
    is_ready: bool = False


@dataclass(frozen=True)
class StoredRoom:
    """A room, without the match that may be played in it. `members` are user ids."""

    room: str
    asked: CreateRoom
    code: str | None
    host: str
    seats: tuple[StoredSeat, ...]
    members: tuple[str, ...]
    played: int = 0
    series: RoomSeries | None = None


@dataclass(frozen=True)
class StoredSeek:
    """A seek of `user`; `wait_ms` is how long house bots were to wait when it was opened."""

    ticket: str
    user: str
    asked: CreateRoom
    wait_ms: int


class NodeNotes:
    """Notes of rooms and seeks: each says to which node it belongs, so that others leave it alone while that lives."""

    def __init__(self, notes: Notes, node: str) -> None:
        self._notes = notes
        self._node = node

    def put(self, kind: str, key: str, body: Mapping[str, Any]) -> None:
        """As Notes."""
        self._notes.put(kind, key, {**body, NODE: self._node})

    def drop(self, kind: str, key: str) -> None:
        """As Notes."""
        self._notes.drop(kind, key)


def node_of(body: bytes) -> str:
    """The node to which a room or seek belongs; empty for those of before there were nodes, and for others."""
    try:
        return str(orjson.loads(body).get(NODE, ""))
    except (ValueError, AttributeError):
        return ""


def write_document(stored: StoredRoom | StoredSeek) -> dict[str, Any]:
    """The document's plain values."""
    values = {**asdict(stored), "asked": stored.asked.to_plain()}
    if isinstance(stored, StoredRoom) and stored.series is not None:
        values["series"] = stored.series.to_plain()
    return values


def read_room(body: bytes) -> StoredRoom:
    """Raises RecordError for what `write_document` did not write."""
    values = _read(body)
    try:
        seats = tuple(StoredSeat(**seat) for seat in values.pop("seats"))
        series = values.get("series")
        kept = None if series is None else read_series(series)
        members = tuple(values["members"])
        return StoredRoom(**values | {"seats": seats, "members": members, "series": kept})
    except (TypeError, KeyError, ValueError) as error:
        raise RecordError(f"a stored room: {error}") from None


def read_seek(body: bytes) -> StoredSeek:
    """Raises RecordError for what `write_document` did not write."""
    try:
        return StoredSeek(**_read(body))
    except TypeError as error:
        raise RecordError(f"a stored seek: {error}") from None


def _read(body: bytes) -> dict[str, Any]:
    try:
        values: dict[str, Any] = orjson.loads(body)
        values.pop(NODE, None)
        values["asked"] = CreateRoom.model_validate(values["asked"])
    except (ValueError, TypeError, KeyError, ValidationError) as error:
        raise RecordError(f"a stored document: {error}") from None
    return values


def note_room(room: Room, notes: Notes) -> None:
    """Notes the room as it is now."""
    members = [*(member.user.id for member in room.members), *sorted(room.awaited)]
    stored = StoredRoom(
        room=room.id,
        asked=room.settings.asked,
        code=room.settings.code,
        host=room.host.id,
        seats=tuple(
            StoredSeat(seat.bot, None if seat.user is None else seat.user.id, seat.ready)
            for seat in room.seats
        ),
        members=tuple(dict.fromkeys(members)),
        played=room.played,
        series=room.series,
    )
    notes.put(ROOM, room.id, write_document(stored))


def note_seek(seek: Seek, wait_ms: int, notes: Notes) -> StoredSeek:
    """Notes an open seek."""
    stored = StoredSeek(seek.ticket, seek.client.user.id, seek.settings.asked, max(0, wait_ms))
    notes.put(SEEK, seek.ticket, write_document(stored))
    return stored
