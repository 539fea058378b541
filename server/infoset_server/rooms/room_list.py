"""The list of rooms, a room as clients are told of it, and who follows the list. Knows what may be listed for whom, not what happens in a room.

That a room has changed comes over the bus, as a bell without content; the room itself is read when its
turn has come. So rooms need not know who follows the list, and where bells are lost all rooms are read.
"""

import asyncio
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from infoset_games.contests.series import Series
from infoset_protocol.codec import Encoding, Prepared, encode
from infoset_server.accounts.clients import Client, User, may_meet, sight
from infoset_server.bus.port import TEXT, Bus, Topic
from infoset_server.common.ids import RoomId
from infoset_server.matches.settings import write_clock, write_delay
from infoset_server.network.outbox import Delivery
from infoset_server.rooms.room import Room
from infoset_server.rooms.series import RoomSeries


def room_info(room: Room, secret: bool = False) -> dict[str, Any]:
    """The room as `RoomInfo` values; `secret` adds what only members may know."""
    settings = room.settings
    info: dict[str, Any] = {
        "room": room.id,
        "title": settings.title,
        "game": settings.game.name,
        "rules": settings.game.rules,
        "options": settings.game.options(),
        "clock": write_clock(settings.terms.clock),
        "status": "playing" if room.is_playing else "over" if room.played else "open",
        "host": room.host.id,
        "assist": settings.assist,
        "compute": settings.compute,
        "watch": settings.watch,
        "on_timeout": settings.terms.on_timeout,
        "max_timeouts": settings.terms.max_timeouts,
        "absent": settings.terms.absent,
        "seats": [seat.info(number) for number, seat in enumerate(room.seats)],
        "watchers": len(room.watchers),
    }
    if settings.talk != "people":
        info["talk"] = settings.talk
    if settings.asked.undo is False:
        info["undo"] = False
    if settings.start_from is not None:
        info["start_from"] = settings.start_from.to_plain()
    if settings.delay is not None:
        info["watch_delay"] = write_delay(settings.delay)
    if settings.code is not None:
        info["unlisted"] = True
        if secret:
            info["code"] = settings.code
    if room.is_playing and room.match is not None:
        info["match_id"] = room.match.id
    if settings.asked.pace is not None:
        info["pace"] = settings.asked.pace
    if settings.is_rated:
        info["rated"] = True
    if settings.best_of is not None:
        series = room.series or RoomSeries(Series(settings.best_of))
        info["series"] = series.info()
    return info


def room_message(room: Room) -> dict[str, Any]:
    """The whole room as its members see it."""
    return {"type": "room", "room": room_info(room, secret=True)}


def tell_members(room: Room) -> None:
    """Sends the room to everybody in it; an unread older picture is replaced."""
    prepared = Prepared(room_message(room))
    for client in room.members:
        client.line.send(prepared, Delivery.LATEST, f"room:{room.id}")


ROOMS: Final = Topic("room", TEXT)  # .<room>: it has changed, or is gone; no body
LOBBY_STREAM: Final = "lobby"  # a subscriber too slow for its diffs gets the whole list again
DIFFS_PER_S = 4  # pictures of the list sent to each subscriber; changes in between are joined
MAX_PAGE: Final = 100  # rooms in one message
PAGE_SHARE: Final = 0.8  # of the largest frame a subscriber takes, filled with rooms


class RoomList:
    """The list of `rooms`, as far as each subscriber may see it."""

    def __init__(self, bus: Bus, rooms: Mapping[RoomId, Room], max_pending: int) -> None:
        """`rooms` is the truth. At most `max_pending` bells wait."""
        self._rooms = rooms
        self._subscribers: dict[Client, str | None] = {}
        self._away: dict[Client, str | None] = {}  # subscribers who are told nothing for now
        self._changed: set[RoomId] = set()
        self._listed: dict[RoomId, Listing] = {}  # rooms on the list
        self._delisted: dict[RoomId, Listing] = {}  # rooms that left it since the last diff
        self._diff: asyncio.TimerHandle | None = None
        self._bells = bus.subscribe(
            ROOMS, "*", self._on_bell, on_gap=self._on_gap, max_pending=max_pending
        )

    def subscribe(self, client: Client, game: str | None) -> dict[str, Any]:
        """`client` hears of changes from now on; returns the list as a `lobby` message.

        What does not fit into a frame of the client's follows as changes.
        """
        self._bells.drain()  # what it is given now, must be known here: it may be gone soon
        self._subscribers[client] = game
        rooms = [
            room_info(room)
            for room in self._rooms.values()
            if listing_of(room).is_for(client.user, game)
        ]
        first, *others = pages(rooms, client.line.max_frame_out)
        loop = asyncio.get_running_loop()
        for page in others:
            prepared = Prepared({"type": "lobby", "full": False, "rooms": page})
            loop.call_soon(client.line.send, prepared, Delivery.STREAM, LOBBY_STREAM)
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
            client.line.send(Prepared(self.resubscribe(client)))

    def _on_bell(self, room_id: str, body: str) -> None:
        self._note(RoomId(room_id))

    def _on_gap(self, lost: int) -> None:
        """Nobody knows which rooms have changed: perhaps all of them."""
        for room_id in {*self._rooms, *self._listed}:
            self._note(room_id)

    def _note(self, room_id: RoomId) -> None:
        """Subscribers shall hear how a room is now, or that it is gone."""
        self._note_listing(room_id)
        if self._subscribers:
            self._changed.add(room_id)
            if self._diff is None:
                loop = asyncio.get_running_loop()
                self._diff = loop.call_later(1 / DIFFS_PER_S, self._tell_subscribers)

    def _note_listing(self, room_id: RoomId) -> None:
        """Keeps what subscribers may have in their lists: as what a room was listed."""
        before = self._listed.get(room_id)
        room = self._rooms.get(room_id)
        now = None if room is None else listing_of(room)
        if now is not None and not now.is_open:
            now = None
        if now == before:
            return
        if now is None:
            del self._listed[room_id]
        else:
            self._listed[room_id] = now
        if before is not None and self._subscribers:
            self._delisted[room_id] = before

    def _tell_subscribers(self) -> None:
        self._diff = None
        changed, self._changed = self._changed, set()
        delisted, self._delisted = self._delisted, {}
        rooms = [self._rooms[room] for room in changed if room in self._rooms]
        for readers, game in self._groups():
            user = readers[0].user
            shown = [room for room in rooms if listing_of(room).is_for(user, game)]
            kept = {room.id for room in shown}
            gone = [r for r, was in delisted.items() if was.is_for(user, game) and r not in kept]
            if shown or gone:
                self._send_diff(readers, [room_info(room) for room in shown], gone)

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
        limit = min((client.line.max_frame_out for client in readers), default=0)
        messages = [{"rooms": page} for page in pages(rooms, limit)] if rooms else []
        slices = (gone[i : i + MAX_PAGE] for i in range(0, len(gone), MAX_PAGE))
        for part in [{"gone": each} for each in slices] + messages:
            prepared = Prepared({"type": "lobby", "full": False, **part})
            for client in readers:
                client.line.send(prepared, Delivery.STREAM, LOBBY_STREAM)


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
