"""Notes rooms and seeks as they are now, so that they outlive the server. Reads nothing back."""

from infoset_server.notes import Notes
from infoset_server.records.documents import (
    ROOM,
    SEEK,
    StoredRoom,
    StoredSeat,
    StoredSeek,
    write_document,
)
from infoset_server.rooms.pairing import SeekTicket
from infoset_server.rooms.rooms import Room


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


def note_seek(seek: SeekTicket, wait_ms: int, notes: Notes) -> None:
    """Notes an open seek."""
    stored = StoredSeek(seek.ticket, seek.client.user.id, seek.settings.asked, max(0, wait_ms))
    notes.put(SEEK, seek.ticket, write_document(stored))
