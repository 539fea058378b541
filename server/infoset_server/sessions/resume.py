"""What a client gets when it is back: rooms, seats, results, news, and the whole picture where something was lost."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from infoset_protocol.codec import Prepared
from infoset_server.accounts.clients import Client, ClientRegistry
from infoset_server.common.ids import MatchId
from infoset_server.network.connection import Connection
from infoset_server.network.outbox import Loss
from infoset_server.programs.hosting import Hosting
from infoset_server.rooms.match_registry import MatchRegistry
from infoset_server.rooms.matchmaker import Matchmaker
from infoset_server.rooms.room_list import LOBBY_STREAM, RoomList
from infoset_server.sessions.restore import RestoredRooms


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

    def receive(self, client: Client) -> None:
        """A house bot gets the seats that wait for its process, anybody else what is his own."""
        if client.user.house_bot is not None:
            process = self._hosting.process_of(client)
            if process is not None:
                self._hosting.connected(process, client)
            return
        self._restored_rooms.welcome(client, self._matchmaker.now_ms())
        self._matchmaker.play.reattach(client)
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

    def make_good(self, connection: Connection, loss: Loss) -> None:
        """A client that reads again hears how much it has missed, and where it has missed it."""
        client = self._people.clients.get(connection)
        if client is None:
            return
        self.dropped += loss.dropped
        lagged: dict[str, Any] = {"type": "lagged", "dropped": loss.dropped}
        live = None if loss.key is None else self._play.running.get(MatchId(loss.key))
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
