"""Makes good what slow readers have missed: they are told, and get the whole picture again. Drops nothing."""

from functools import partial
from typing import Any

from infoset_protocol.codec import Prepared
from infoset_server.ids import MatchId
from infoset_server.people import People
from infoset_server.rooms.play import Play
from infoset_server.rooms.room_list import LOBBY_STREAM, RoomList
from infoset_server.wire.connection import Connection
from infoset_server.wire.outbox import Loss


class Losses:
    """`dropped` is how many messages slow readers were not sent."""

    def __init__(self, people: People, play: Play, room_list: RoomList) -> None:
        self.dropped = 0
        self._people = people
        self._play = play
        self._room_list = room_list

    def make_good(self, connection: Connection, loss: Loss) -> None:
        """A client that reads again hears how much it has missed, and where it has missed it."""
        client = self._people.clients.get(connection)
        if client is None:
            return
        self.dropped += loss.dropped
        lagged: dict[str, Any] = {"type": "lagged", "dropped": loss.dropped}
        live = None if loss.key is None else self._play.running.get(MatchId(loss.key))
        if live is not None and live.is_writing and not live.spectators.is_delayed:
            live.when_kept(partial(self.make_good, connection, loss))
            return
        if live is not None and live.id in client.watching:
            connection.send(Prepared(lagged | {"match_id": live.id}))
            connection.send(live.spectators.snapshot(client))
            return
        connection.send(Prepared(lagged))
        if loss.key == LOBBY_STREAM:
            connection.send(Prepared(self._room_list.resubscribe(client)))
