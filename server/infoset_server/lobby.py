"""The rooms of a server and who follows the list of them. Seating is the rooms' business, play is Play's."""

import asyncio
import time
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from infoset_protocol.codec import Encoding, Prepared, encode
from infoset_server.config import RoomLimits
from infoset_server.ids import RoomId, fresh_room_id
from infoset_server.notes import NoNotes, Notes
from infoset_server.noting import note_room
from infoset_server.outbox import Delivery
from infoset_server.people import Client, User, may_meet, sight
from infoset_server.records.documents import ROOM
from infoset_server.requests import BusyError, NotFoundError, WrongCodeError
from infoset_server.rooms import Room
from infoset_server.settings import Lasting, RoomSettings

LOBBY_STREAM = "lobby"  # a subscriber too slow for its diffs gets the whole list again
DIFFS_PER_S = 4  # pictures of the list sent to each subscriber; changes in between are joined
MAX_PAGE: Final = 100  # rooms in one message
PAGE_SHARE: Final = 0.8  # of the largest frame a subscriber takes, filled with rooms


class Lobby:
    """All rooms by id. `on_ready(room)` is called when everybody in a room is ready to start."""

    def __init__(self, limits: RoomLimits, notes: Notes | None = None) -> None:
        """`notes` is where rooms are noted that shall outlive the server."""
        self._notes = notes or NoNotes()
        self.rooms: dict[RoomId, Room] = {}
        self.on_ready = _nobody_listens
        self._limits = limits
        self._subscribers: dict[Client, str | None] = {}
        self._away: dict[Client, str | None] = {}  # subscribers who are told nothing for now
        self._changed: set[RoomId] = set()
        self._listed: dict[RoomId, Listing] = {}  # rooms on the list
        self._delisted: dict[RoomId, Listing] = {}  # rooms that left it since the last diff
        self._to_tell: dict[RoomId, Room] = {}
        self._diff: asyncio.TimerHandle | None = None

    def create(
        self,
        settings: RoomSettings,
        host: User,
        lasting: Lasting = "meeting",
        room_id: RoomId | None = None,
    ) -> Room:
        """A new, empty room. Raises BusyError at the limits of the server or the user.

        `room_id` is for one that was there before a restart: it has passed the limits.
        """
        is_asked_for = lasting == "meeting" and room_id is None
        if len(self.rooms) >= self._limits.max_rooms and is_asked_for:
            raise BusyError("this server has as many rooms as it may", retry_ms=10_000)
        hosted = sum(room.host is host for room in self.rooms.values())
        if hosted >= self._limits.max_rooms_per_user and is_asked_for:
            raise BusyError(f"you host {hosted} rooms already; leave one first")
        name = room_id or fresh_room_id(self.rooms)
        room = Room(name, settings, host, self._on_change, self._on_ready, lasting)
        self.rooms[room.id] = room
        return room

    def find(self, room: str) -> Room:
        """A room by id, however it is typed. Raises NotFoundError."""
        found = self.rooms.get(RoomId(room)) or self.rooms.get(RoomId(room.upper()))
        if found is None:
            raise NotFoundError(f"room {room}")
        return found

    def admit(self, room: Room, client: Client, code: str | None) -> None:
        """Raises NotFoundError or WrongCodeError unless `client` may enter `room`."""
        self.check_sight(room, client.user)
        if room.settings.code in (None, code) or client in room.members:
            return
        raise WrongCodeError(f"room {room.id} is unlisted: its code is needed")

    def check_sight(self, room: Room, user: User) -> None:
        """Raises NotFoundError where the room is none of the user's business: it is another class's."""
        if not room.is_demo and not may_meet(user, room.host):
            raise NotFoundError(f"room {room.id}")

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
        oldest = time.monotonic() - self._limits.idle_expiry_s
        for room in list(self.rooms.values()):
            if room.touched_s < oldest and not room.is_the_servers and not room.is_playing:
                for member in list(room.members):
                    room.leave(member)
                self.close_if_empty(room)

    # The list of rooms.

    def subscribe(self, client: Client, game: str | None) -> dict[str, Any]:
        """`client` hears of changes from now on; returns the list as a `lobby` message.

        What does not fit into a frame of the client's follows as changes.
        """
        self._subscribers[client] = game
        rooms = [
            room.info()
            for room in self.rooms.values()
            if listing_of(room).is_for(client.user, game)
        ]
        first, *others = pages(rooms, client.connection.max_frame_out)
        loop = asyncio.get_running_loop()
        for page in others:
            prepared = Prepared({"type": "lobby", "full": False, "rooms": page})
            loop.call_soon(client.connection.send, prepared, Delivery.STREAM, LOBBY_STREAM)
        return {"type": "lobby", "full": True, "rooms": first}

    def resubscribe(self, client: Client) -> dict[str, Any]:
        """The whole list again for a subscriber that missed changes."""
        return self.subscribe(client, self._subscribers.get(client))

    def unsubscribe(self, client: Client) -> None:
        """`client` hears of changes no more."""
        self._subscribers.pop(client, None)
        self._away.pop(client, None)

    def set_aside(self, client: Client) -> None:
        """`client` is away: it hears of no changes until `take_back`."""
        if client in self._subscribers:
            self._away[client] = self._subscribers.pop(client)

    def take_back(self, client: Client) -> None:
        """`client` is here again: if it was subscribed it gets the whole list."""
        if client in self._away:
            self._subscribers[client] = self._away.pop(client)
        if client in self._subscribers:
            client.connection.send(Prepared(self.resubscribe(client)))

    def _on_change(self, room: Room) -> None:
        """Members hear of it once per loop turn, however many changes that brought."""
        self._note_listing(room)
        if not self._to_tell:
            asyncio.get_running_loop().call_soon(self._tell_members)
        self._to_tell[room.id] = room
        if self._subscribers:
            self._changed.add(room.id)
            if self._diff is None:
                loop = asyncio.get_running_loop()
                self._diff = loop.call_later(1 / DIFFS_PER_S, self._tell_subscribers)

    def _note_listing(self, room: Room) -> None:
        """Keeps what subscribers may have in their lists: as what a room was listed."""
        before = self._listed.get(room.id)
        now = listing_of(room) if room.id in self.rooms else None
        if now is not None and not now.is_open:
            now = None
        if now == before:
            return
        if now is None:
            del self._listed[room.id]
        else:
            self._listed[room.id] = now
        if before is not None and self._subscribers:
            self._delisted[room.id] = before

    def _tell_members(self) -> None:
        rooms, self._to_tell = self._to_tell, {}
        for room in rooms.values():
            room.tell_members()
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
        self.on_ready(room)

    def _tell_subscribers(self) -> None:
        self._diff = None
        changed, self._changed = self._changed, set()
        delisted, self._delisted = self._delisted, {}
        rooms = [self.rooms[room] for room in changed if room in self.rooms]
        for readers, game in self._groups():
            user = readers[0].user
            shown = [room for room in rooms if listing_of(room).is_for(user, game)]
            kept = {room.id for room in shown}
            gone = [r for r, was in delisted.items() if was.is_for(user, game) and r not in kept]
            if shown or gone:
                self._send_diff(readers, [room.info() for room in shown], gone)

    def _groups(self) -> list[tuple[list[Client], str | None]]:
        """The subscribers who see the same list, and the game they asked for."""
        groups: dict[Hashable, list[Client]] = {}
        for client, game in self._subscribers.items():
            groups.setdefault((game, sight(client.user)), []).append(client)
        return [(readers, self._subscribers[readers[0]]) for readers in groups.values()]

    def _send_diff(
        self, readers: list[Client], rooms: list[dict[str, Any]], gone: list[RoomId]
    ) -> None:
        """Rooms that changed, and those that are gone or not to be listed any more."""
        limit = min((client.connection.max_frame_out for client in readers), default=0)
        messages = [{"rooms": page} for page in pages(rooms, limit)] if rooms else []
        slices = (gone[i : i + MAX_PAGE] for i in range(0, len(gone), MAX_PAGE))
        for part in [{"gone": each} for each in slices] + messages:
            prepared = Prepared({"type": "lobby", "full": False, **part})
            for client in readers:
                client.connection.send(prepared, Delivery.STREAM, LOBBY_STREAM)


@dataclass(frozen=True)
class Listing:
    """As what a room stands in the list, if it `is_open` to be listed at all."""

    game: str
    host: User
    is_open: bool
    is_demo: bool

    def is_for(self, user: User, game: str | None) -> bool:
        """Does it stand in the list of `user`, who asked for `game` (None = all)?"""
        if not self.is_open or game not in (None, self.game):
            return False
        return self.is_demo or may_meet(user, self.host)


def listing_of(room: Room) -> Listing:
    """The room as it may be listed now."""
    settings = room.settings
    return Listing(settings.game.name, room.host, settings.code is None, room.is_demo)


def pages(rooms: Iterable[dict[str, Any]], max_frame: int) -> Iterator[list[dict[str, Any]]]:
    """`rooms` in lists that fit into frames of `max_frame` bytes; at least one list."""
    room_left = space = int(max_frame * PAGE_SHARE)
    page: list[dict[str, Any]] = []
    for info in rooms:
        size = len(encode({"type": "room", **info}, Encoding.JSON))
        if page and (size > room_left or len(page) == MAX_PAGE):
            yield page
            page, room_left = [], space
        page.append(info)
        room_left -= size + 1
    yield page


def _nobody_listens(room: Room) -> None:
    """Until the app says what to do with a room that is ready."""
