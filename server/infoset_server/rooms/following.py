"""What people do now, for those who follow them: as much as the list of rooms tells everybody who may see it.

A private room, a private match, and a match that goes on while its player is away show nothing. Who hides, or is kept apart
by a block, looks as if they were away.
"""

import asyncio
from typing import Any, Final

from infoset_protocol.codec import Prepared
from infoset_server.accounts.clients import Client, ClientRegistry, User
from infoset_server.accounts.following import Following, may_see
from infoset_server.bus.port import Bus
from infoset_server.common.ids import RoomId, UserId
from infoset_server.network.outbox import Delivery
from infoset_server.rooms.lobby import Lobby
from infoset_server.rooms.room import Room
from infoset_server.rooms.room_list import ROOMS, listing_of

Item = dict[str, Any]

SOON_S: Final = 0.2  # after a change: what follows at once is told with it
NEWS_PAUSE_S: Final = 60.0  # between two news of one person to the same client


class FollowedPeople:
    """Tells those clients that want to hear. Made on the event loop."""

    def __init__(
        self,
        people: ClientRegistry,
        following: Following,
        lobby: Lobby,
        bus: Bus,
        max_pending: int,
    ) -> None:
        """Which rooms have changed is heard over the `bus`, where at most `max_pending` bells wait."""
        self._people = people
        self._following = following
        self._lobby = lobby
        self._loop = asyncio.get_running_loop()
        self._listeners: dict[Client, None] = {}
        self._told: dict[UserId, dict[Client, Item]] = {}  # by who is followed
        self._news_s: dict[tuple[UserId, Client], float] = {}
        self._shown_in: dict[RoomId, set[UserId]] = {}  # who was told to be in a room
        self._changed: set[UserId] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._bells = bus.subscribe(
            ROOMS, "*", self._on_bell, on_gap=self._on_gap, max_pending=max_pending
        )

    def close(self) -> None:
        """Tells nobody anything more."""
        self._bells.close()
        if self._timer is not None:
            self._timer.cancel()

    def tell(self, client: Client, *, on: bool) -> None:
        """The client hears from now on what those its user follows do, or no more."""
        if on:
            self._listeners[client] = None
        else:
            self._listeners.pop(client, None)
        followed = self._following.of(client.user) if on else []
        self._forget(client, {user.id for user in followed})
        for user in followed:
            told = self._told.setdefault(user.id, {})
            if client not in told:
                told[client] = self.doing(client.user, user)
                self._note_room(user, told[client])

    def renew(self, user: User) -> None:
        """A user follows others than before: its clients hear of those."""
        for client in [one for one in self._listeners if one.user is user]:
            self.tell(client, on=True)

    def _forget(self, client: Client, kept: set[UserId]) -> None:
        """The client is told of none but those that are `kept`."""
        for user_id in [
            one for one, told in self._told.items() if client in told and one not in kept
        ]:
            del self._told[user_id][client]
            self._news_s.pop((user_id, client), None)
            if not self._told[user_id]:
                del self._told[user_id]

    # What somebody does.

    def doing(self, viewer: User, user: User) -> Item:
        """What `viewer` may see of it now, as `Followed` values."""
        return self._as_seen(viewer, user, self._rooms_of(user))

    def all_of(self, viewer: User) -> list[Item]:
        """The same of all whom a user follows, by name."""
        items = [self.doing(viewer, user) for user in self._following.of(viewer)]
        return sorted(items, key=lambda item: (item["name"], item["user"]))

    def _rooms_of(self, user: User) -> list[Room] | None:
        """The rooms in which a user sits, or which they host; None where they are away."""
        here = [one for one in self._people.clients_of(user) if one.line.is_here]
        if not here:
            return None
        ids = sorted({room for client in here for room in client.rooms})
        rooms = [self._lobby.rooms[room] for room in ids if room in self._lobby.rooms]
        return [room for room in rooms if room.host is user or has_seat(room, user)]

    def _as_seen(self, viewer: User, user: User, rooms: list[Room] | None) -> Item:
        item: Item = {"user": user.id, "name": user.name, "state": "away"}
        if rooms is None or not may_see(viewer, user):
            return item
        item["state"] = "online"
        shown = [room for room in rooms if listing_of(room).is_for(viewer, None)]
        playing = next(
            (room for room in shown if is_watchable(room) and has_seat(room, user)), None
        )
        room = playing or next((room for room in shown if not room.is_playing), None)
        if room is None:
            return item
        item["state"] = "room" if playing is None else "playing"
        item |= {"game": room.settings.game.name, "room": room.id, "title": room.settings.title}
        if playing is not None and playing.match is not None:
            item["match_id"] = playing.match.id
        return item

    # What changes.

    def look_again(self, user: User) -> None:
        """A user has come or gone, hides or shows, or is kept away by another: those who follow hear soon."""
        if user.id in self._told:
            self._changed.add(user.id)
            self._arm()

    def _on_bell(self, name: str, body: str) -> None:
        room_id = RoomId(name)
        room = self._lobby.rooms.get(room_id)
        users = set(self._shown_in.pop(room_id, ()))
        if room is not None:
            users.update(member.user.id for member in room.members)
        self._changed |= users & self._told.keys()
        if self._changed:
            self._arm()

    def _on_gap(self, lost: int) -> None:
        """Nobody knows which rooms have changed."""
        self._changed |= self._told.keys()
        self._arm()

    def _arm(self) -> None:
        if self._timer is None:
            self._timer = self._loop.call_later(SOON_S, self._tell_changed)

    def _tell_changed(self) -> None:
        self._timer = None
        changed, self._changed = self._changed, set()
        for user_id in changed & self._told.keys():
            user = self._people.find(user_id)
            if user is None:
                del self._told[user_id]
            else:
                self._tell_followers(user)

    def _tell_followers(self, user: User) -> None:
        rooms = self._rooms_of(user)
        told = self._told[user.id]
        for client, before in told.items():
            now = told[client] = self._as_seen(client.user, user, rooms)
            self._note_room(user, now)
            if now != before:
                self._send(client, user, now, self._news(client, user, before, now))

    def _note_room(self, user: User, item: Item) -> None:
        """When that room changes, the user is looked at again, who may have left it."""
        if "room" in item:
            self._shown_in.setdefault(RoomId(item["room"]), set()).add(user.id)

    def _news(self, client: Client, user: User, before: Item, now: Item) -> str | None:
        """What is worth a notice of a change; a person who opens one room after the other makes no noise."""
        news = news_in(before, now, hosts=self._hosts(user, now))
        if news is None:
            return None
        now_s = self._loop.time()
        last_s = self._news_s.get((user.id, client))
        if last_s is not None and now_s - last_s < NEWS_PAUSE_S:
            return None
        self._news_s[user.id, client] = now_s
        return news

    def _hosts(self, user: User, item: Item) -> bool:
        room = self._lobby.rooms.get(RoomId(item.get("room", "")))
        return room is not None and room.host is user

    def _send(self, client: Client, user: User, item: Item, news: str | None) -> None:
        """A newer word of the same person takes the place of one that is not read yet."""
        message: Item = {"type": "followed", "item": item}
        if news is not None:
            message["news"] = news
        client.line.send(Prepared(message), Delivery.LATEST, f"followed:{user.id}")


def news_in(before: Item, now: Item, *, hosts: bool) -> str | None:
    """`match` where one has begun, `room` where the person has opened one."""
    if "match_id" in now:
        return "match" if now["match_id"] != before.get("match_id") else None
    return "room" if hosts and "room" in now and now["room"] != before.get("room") else None


def has_seat(room: Room, user: User) -> bool:
    """Does a user sit there?"""
    return any(seat.user is user for seat in room.seats)


def is_watchable(room: Room) -> bool:
    """Is a match played there that everybody may watch who sees the room?"""
    return room.is_playing and room.settings.watch != "off"
