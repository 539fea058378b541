"""What waits for whoever is back: after a lost link, and after a restart of the server.

A client gets rooms, seats, results, news, and the whole picture where something was lost. After a restart rooms and
seeks are as they were, kept for those who were in them; matches are restored by `rooms/restored_matches.py`. Who
does not come back in time is given up, as somebody is who loses their connection while the server runs.
"""

import asyncio
import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import Any

from infoset_games.steps import RecordError
from infoset_protocol.codec import Prepared
from infoset_server.accounts.clients import Client, ClientRegistry, User
from infoset_server.common.ids import MatchId, RoomId, Ticket, UserId
from infoset_server.common.request_errors import RequestError
from infoset_server.config import RoomLimits
from infoset_server.matches.settings import read_settings
from infoset_server.network.line import EntryLine
from infoset_server.network.outbox import Loss
from infoset_server.programs.hosting import Hosting
from infoset_server.rooms.documents import (
    ROOM,
    SEEK,
    StoredRoom,
    StoredSeek,
    note_seek,
    read_room,
    read_seek,
)
from infoset_server.rooms.lobby import Lobby
from infoset_server.rooms.match_registry import MatchRegistry
from infoset_server.rooms.matchmaker import Matchmaker
from infoset_server.rooms.room_list import LOBBY_STREAM, RoomList
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

    def keep(self, seek: Seek, wait_ms: int) -> None:
        """A seek of somebody who is away just now: it is open when they are back, unless that takes too long."""
        stored = note_seek(seek, wait_ms, self._notes)
        self._seeks.setdefault(seek.client.user.id, []).append(stored)
        loop = asyncio.get_running_loop()
        loop.call_later(self._limits.absence_s, self.forget_seeks, (seek.ticket,))

    def forget_seeks(self, tickets: Collection[str]) -> None:
        """These are kept no longer: a match has answered them, or their users stay away."""
        for seeks in self._seeks.values():
            for stored in [one for one in seeks if one.ticket in tickets]:
                seeks.remove(stored)
                self._notes.drop(SEEK, stored.ticket)

    def give_up(self) -> None:
        """Clients that are not back by now are not waited for any longer."""
        for room in list(self._lobby.rooms.values()):
            if room.awaited and not (room.is_table or room.is_slow):
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


class Resumption:
    """For a client that has come, and for one that is left when another of the same user has gone."""

    def __init__(
        self,
        matchmaker: Matchmaker,
        hosting: Hosting,
        restored_rooms: RestoredRooms,
        tell_came: Sequence[Callable[[Client], object]],
    ) -> None:
        """`tell_came` hear of a client that has its rooms and seats back."""
        self._matchmaker = matchmaker
        self._hosting = hosting
        self._restored_rooms = restored_rooms
        self._tell_came = tell_came

    def receive(self, client: Client, *, has_come: bool = True) -> None:
        """A house bot gets the seats that wait for its process, any other user what is their own, if they may play.

        `has_come` as MatchFloor.reattach.
        """
        if client.user.house_bot is not None:
            process = self._hosting.process_of(client)
            if process is not None:
                self._hosting.connected(process, client)
            return
        if client.takes_seats:
            self._restored_rooms.welcome(client, self._matchmaker.now_ms())
            self._matchmaker.play.reattach(client, has_come=has_come)
            self._matchmaker.play.tell_left(client)
        for tell in self._tell_came:
            tell(client)


class LossRecovery:
    """`dropped` is how many messages slow readers were not sent."""

    def __init__(self, people: ClientRegistry, play: MatchRegistry, room_list: RoomList) -> None:
        self.dropped = 0
        self._people = people
        self._play = play
        self._room_list = room_list

    def make_good(self, connection: EntryLine, loss: Loss) -> None:
        """A client that reads again hears how much it has missed, and where it has missed it."""
        client = self._people.clients.get(connection)
        if client is None:
            return
        self.dropped += loss.dropped
        lagged: dict[str, Any] = {"type": "lagged", "dropped": loss.dropped}
        key = MatchId(loss.key or "")
        if key in self._play.far:
            self._play.elsewhere.make_good(self._play.far[key], client, loss)
            return
        live = self._play.running.get(key)
        if live is not None and live.is_writing and not live.spectators.is_delayed:
            live.when_settled(partial(self.make_good, connection, loss))
            return
        if live is not None and live.id in client.watching:
            connection.send(Prepared(lagged | {"match_id": live.id}))
            connection.send(live.spectators.snapshot(client))
            return
        connection.send(Prepared(lagged))
        if loss.key == LOBBY_STREAM:
            connection.send(Prepared(self._room_list.resubscribe(client)))
