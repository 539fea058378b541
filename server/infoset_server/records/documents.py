"""Rooms and seeks as documents, and back. What they mean is the lobby's and the hall's business."""

from dataclasses import asdict, dataclass
from typing import Any, Final

import orjson
from pydantic import ValidationError

from infoset_games.steps import RecordError
from infoset_protocol.messages import CreateRoom
from infoset_server.series import RoomSeries, read_series

ROOM: Final = "room"  # kinds of documents
SEEK: Final = "seek"


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
        values["asked"] = CreateRoom.model_validate(values["asked"])
    except (ValueError, TypeError, KeyError, ValidationError) as error:
        raise RecordError(f"a stored document: {error}") from None
    return values
