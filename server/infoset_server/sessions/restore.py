"""After a restart: rooms and seeks as they were, kept for those who were in them until they are back.

Matches are restored by play; here is what surrounds them. Who does not come back in time is given up,
as somebody is who loses his connection while the server runs.
"""

import logging
from collections.abc import Callable, Mapping

from infoset_games.steps import RecordError
from infoset_server.accounts.clients import Client, ClientRegistry, User
from infoset_server.common.ids import RoomId, Ticket, UserId
from infoset_server.common.request_errors import RequestError
from infoset_server.config import RoomLimits
from infoset_server.matches.settings import read_settings
from infoset_server.rooms.documents import (
    ROOM,
    SEEK,
    StoredRoom,
    StoredSeek,
    read_room,
    read_seek,
)
from infoset_server.rooms.lobby import Lobby
from infoset_server.rooms.seeks import Seek
from infoset_server.storage.notes import Notes

logger = logging.getLogger(__name__)


class RestoredRooms:
    """What is kept for whom. `seek` opens a seek for a client that is back."""

    def __init__(
        self,
        lobby: Lobby,
        people: ClientRegistry,
        limits: RoomLimits,
        notes: Notes,
        seek: Callable[[Seek], None],
    ) -> None:
        self._lobby = lobby
        self._people = people
        self._limits = limits
        self._notes = notes
        self._seek = seek
        self._seeks: dict[UserId, list[StoredSeek]] = {}

    def restore(self, rooms: Mapping[str, bytes], seeks: Mapping[str, bytes]) -> None:
        """Sets up what was stored. What cannot be set up any more is left out, and named in the log."""
        for key, body in rooms.items():
            try:
                self._restore_room(read_room(body))
            except (RequestError, RecordError) as problem:
                logger.warning("room %s is not restored: %s", key, problem)
                self._notes.drop(ROOM, key)
        for key, body in seeks.items():
            try:
                seek = read_seek(body)
            except RecordError as problem:
                logger.warning("seek %s is not restored: %s", key, problem)
                self._notes.drop(SEEK, key)
            else:
                self._seeks.setdefault(UserId(seek.user), []).append(seek)

    def welcome(self, client: Client, now_ms: int) -> None:
        """`client` is back: it is in its rooms, on its seats, and its seeks are open."""
        for room in list(self._lobby.rooms.values()):
            if client.user.id in room.awaited:
                room.enter(client)
        for stored in self._seeks.pop(client.user.id, []):
            try:
                settings = read_settings(stored.asked, self._limits)
            except RequestError as problem:
                logger.warning("seek %s is not restored: %s", stored.ticket, problem)
                self._notes.drop(SEEK, stored.ticket)
                continue
            ticket = Ticket(stored.ticket)
            self._seek(Seek(ticket, client, settings, now_ms + stored.wait_ms, is_kept=True))

    def give_up(self) -> None:
        """Whoever is not back by now is not waited for any longer."""
        for room in list(self._lobby.rooms.values()):
            if room.awaited and not room.is_table:
                room.stop_awaiting()
                self._lobby.close_if_empty(room)
        for seeks in self._seeks.values():
            for stored in seeks:
                self._notes.drop(SEEK, stored.ticket)
        self._seeks.clear()

    def _restore_room(self, stored: StoredRoom) -> None:
        settings = read_settings(stored.asked, self._limits, stored.code)
        if len(stored.seats) != settings.game.seats:
            raise RecordError(f"it has {len(stored.seats)} seats, not {settings.game.seats}")
        host = self._user(stored.host)
        room = self._lobby.create(settings, host, room_id=RoomId(stored.room))
        for seat, was in zip(room.seats, stored.seats, strict=True):
            seat.bot = was.bot
            seat.ready = was.is_ready
            seat.kept_for = None if was.user is None else self._people.find(UserId(was.user))
        room.awaited = {UserId(user) for user in stored.members}
        room.played = stored.played
        room.series = stored.series

    def _user(self, user_id: str) -> User:
        user = self._people.find(UserId(user_id))
        if user is None:
            raise RecordError(f"its host {user_id} is not known any more")
        return user
