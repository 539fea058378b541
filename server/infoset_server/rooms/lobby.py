"""The rooms of a server. Seating is the rooms' business, play is Play's, and the list of rooms RoomList's."""

import asyncio
from collections.abc import Callable, Iterable
from typing import Final

from infoset_server.accounts.clients import Client, User, may_meet
from infoset_server.accounts.credentials import is_same
from infoset_server.bus.port import Bus
from infoset_server.common.ids import RoomId, fresh_room_id
from infoset_server.common.request_errors import BadOptionError, BusyError, NotFoundError
from infoset_server.config import RoomLimits
from infoset_server.matches.settings import Lasting, RoomSettings
from infoset_server.rooms.documents import ROOM, note_room
from infoset_server.rooms.room import Room
from infoset_server.rooms.room_list import ROOMS, tell_members
from infoset_server.storage.notes import NoNotes, Notes

RETRY_MS: Final = 10_000  # when a place may be free
DAY_S: Final = 86_400
MOST_NAMED: Final = 5  # rooms of one title


class Lobby:
    """All rooms by id."""

    def __init__(
        self,
        limits: RoomLimits,
        bus: Bus,
        clock_s: Callable[[], float],
        notes: Notes | None = None,
    ) -> None:
        """Rings on the `bus` for each change. `notes` is where rooms are noted that shall outlive the server."""
        self._notes = notes or NoNotes()
        self.rooms: dict[RoomId, Room] = {}
        self.on_ready: list[Callable[[Room], object]] = []  # everybody in a room is ready to start
        self._limits = limits
        self._bus = bus
        self._clock_s = clock_s
        self._to_tell: dict[RoomId, Room] = {}

    def create(
        self,
        settings: RoomSettings,
        host: User,
        lasting: Lasting = "meeting",
        room_id: RoomId | None = None,
    ) -> Room:
        """A new, empty room. It counts for no limit but that of the server."""
        name = room_id or fresh_room_id(self.rooms)
        room = Room(name, settings, host, self._on_change, self._on_ready, self._clock_s, lasting)
        self.rooms[room.id] = room
        return room

    def open(self, settings: RoomSettings, host: User, share: str | None) -> Room:
        """As `create`, for a user who asks for a room. Raises BusyError at a limit, which it names.

        `share` is what the address they ask from counts for; None counts for nothing.
        """
        limits = self._limits
        opened = [room for room in self.rooms.values() if room.lasting == "meeting"]
        hosted = [room for room in opened if room.host.keeper == host.keeper]
        is_most = len(hosted) >= limits.max_rooms_per_user
        if is_most and not self._close_one(room for room in hosted if room.is_spent):
            raise BusyError(
                f"you and your bots host {len(hosted)} rooms, as many as you may (rooms.max_rooms_per_user); "
                "leave one first"
            )
        near = [room for room in opened if share is not None and share in room.shares]
        if len(near) >= limits.max_rooms_per_address and not self._close_one(deserted(near)):
            raise BusyError(
                f"{len(near)} rooms were opened from your address, as many as may be "
                "(rooms.max_rooms_per_address); leave one, or join a room that is there",
                retry_ms=RETRY_MS,
            )
        if len(self.rooms) >= limits.max_rooms and not self._close_one(deserted(opened)):
            raise BusyError(
                f"this server has {len(self.rooms)} rooms, as many as it may (rooms.max_rooms), and somebody is in "
                "each; join a room that is there, or try again later",
                retry_ms=RETRY_MS,
            )
        room = self.create(settings, host)
        room.shares = () if share is None else (share,)
        return room

    def _close_one(self, rooms: Iterable[Room]) -> bool:
        """Closes the one of these rooms in which nothing has happened for longest, if there is one; says so."""
        oldest = min(rooms, key=lambda room: room.touched_s, default=None)
        if oldest is None:
            return False
        self._close(oldest)
        return True

    def _close(self, room: Room) -> None:
        room.stop_awaiting()
        for member in list(room.members):
            room.leave(member)
        self.close_if_empty(room)

    def find(self, room: str) -> Room:
        """A room by id, however it is typed. Raises NotFoundError."""
        found = self._look(room)
        if found is None:
            raise NotFoundError(f"room {room}")
        return found

    def _look(self, text: str) -> Room | None:
        return self.rooms.get(RoomId(text)) or self.rooms.get(RoomId(text.upper()))

    # A room that is none of the client's business gets, each time, the answer for one that does not exist.

    def find_open(self, text: str, client: Client, code: str | None = None) -> Room:
        """A room that `client` may enter, as a member or with its code: by its id, or else by its title.

        Raises NotFoundError; BadOptionError where several that they may enter have this title.
        """
        room = self._look(text)
        if room is not None and self._may_enter(room, client, code):
            return room
        title = plain_title(text)
        found = [
            room
            for room in self.rooms.values()
            if title == plain_title(room.settings.asked.title or "")
            and title
            and self._may_enter(room, client, code)
        ]
        if len(found) > 1:
            ids = ", ".join(room.id for room in found[:MOST_NAMED])
            raise BadOptionError(
                "room", f"the id of a room, as {len(found)} have this title: {ids}"
            )
        if not found:
            raise NotFoundError(f"room {text}" if code is None else f"room {text} with this code")
        return found[0]

    def _may_enter(self, room: Room, client: Client, code: str | None) -> bool:
        if not self.may_know(room, client.user):
            return False
        wanted = room.settings.code
        return wanted is None or client in room.members or is_same(wanted, code or "")

    def find_joined(self, text: str, client: Client) -> Room:
        """A room of which `client` is a member. Raises NotFoundError."""
        room = self._look(text)
        if room is None or client not in room.members:
            raise NotFoundError(f"room {text} among yours")
        return room

    @staticmethod
    def may_know(room: Room, user: User) -> bool:
        """Is the room any of the user's business? That of a class is not, for others."""
        return room.is_demo or may_meet(user, room.host)

    def leave(self, room: Room, client: Client) -> None:
        """`client` leaves; a room without members goes unless it is to be kept or plays."""
        room.leave(client)
        self.close_if_empty(room)

    def close_if_empty(self, room: Room) -> None:
        """Removes a room that nobody is in."""
        is_wanted = room.members or room.awaited or room.is_demo or room.is_playing
        if not is_wanted and room.id in self.rooms:
            for watcher in list(room.watchers):
                room.unwatch(watcher)
            del self.rooms[room.id]
            self._on_change(room)

    def close_idle(self) -> None:
        """Removes rooms in which nothing happened for too long."""
        now_s = self._clock_s()
        for room in list(self.rooms.values()):
            idle_s = now_s - room.touched_s
            if idle_s > self._expiry_s(room) and not room.is_the_servers and not room.is_playing:
                self._close(room)

    def _expiry_s(self, room: Room) -> float:
        """How long nothing need happen in a room: as long as a decision may take there, if that is days."""
        least_s = self._limits.idle_expiry_s
        return (
            max(least_s, room.settings.terms.clock.move_days * DAY_S) if room.is_slow else least_s
        )

    # What changes.

    def _on_change(self, room: Room) -> None:
        """Members hear of it once per loop turn, however many changes that brought."""
        self._bus.publish(ROOMS, room.id, "")
        if not self._to_tell:
            asyncio.get_running_loop().call_soon(self._tell_members)
        self._to_tell[room.id] = room

    def _tell_members(self) -> None:
        rooms, self._to_tell = self._to_tell, {}
        for room in rooms.values():
            tell_members(room)
            self._note(room)

    def note_all(self) -> None:
        """Notes all rooms as this server's."""
        for room in self.rooms.values():
            self._note(room)

    def _note(self, room: Room) -> None:
        """Notes a room that people may come back to; one made for a match comes back with it."""
        if room.lasting != "meeting":
            return
        if room.id in self.rooms:
            note_room(room, self._notes)
        else:
            self._notes.drop(ROOM, room.id)

    def _on_ready(self, room: Room) -> None:
        for tell in self.on_ready:
            tell(room)


def deserted(rooms: Iterable[Room]) -> Iterable[Room]:
    """Those in which nobody is."""
    return (room for room in rooms if room.is_deserted)


def plain_title(text: str) -> str:
    """A title as somebody else would type it: without regard to case and the width of gaps."""
    return " ".join(text.split()).casefold()
