"""What becomes of what a client takes part in when it is away, comes back, or is gone. Welcomes nobody."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TypeAlias

from infoset_server.arrivals.away import Away
from infoset_server.arrivals.homecoming import Homecoming
from infoset_server.assisting.service import Assisting
from infoset_server.people import Client, People
from infoset_server.rooms.hall import Hall
from infoset_server.rooms.room_list import RoomList
from infoset_server.wire.connection import Connection

Tell: TypeAlias = Callable[[Client], object]


class Presence:
    """Of all clients that were welcomed. `closed` counts connections by their close code."""

    def __init__(
        self,
        people: People,
        away: Away,
        hall: Hall,
        room_list: RoomList,
        assisting: Assisting,
        homecoming: Homecoming,
        tell_back: Sequence[Tell],
        tell_gone: Sequence[Tell],
    ) -> None:
        """`tell_back` hear of those who have resumed, `tell_gone` of those who are gone for good, in this order."""
        self.closed: Counter[int] = Counter()
        self._people = people
        self._away = away
        self._hall = hall
        self._room_list = room_list
        self._assisting = assisting
        self._homecoming = homecoming
        self._tell_back = tell_back
        self._tell_gone = tell_gone

    def step_out(self, connection: Connection) -> bool:
        """A link is lost: is everything kept for a while? A house bot's seats wait for its process."""
        client = self._people.clients.get(connection)
        if client is None or client.user.house_bot is not None or not self._away.keep(client):
            return False
        self._room_list.set_aside(client)
        self._hall.play.step_out(client)
        self._hall.step_out(client)
        return True

    def step_in(self, connection: Connection) -> None:
        """A session goes on, after a pause or over a newer link."""
        client = self._people.clients[connection]
        was_away = self._away.let_go(client)
        self._room_list.take_back(client)
        self._hall.play.step_in(client)
        for tell in self._tell_back:
            tell(client)
        if was_away:
            self._hall.step_in(client)

    def drop_out(self, connection: Connection) -> None:
        """A connection is gone: seats in running matches are kept, everything else is given up."""
        client = self._people.clients.pop(connection, None)
        if client is None:
            return
        self.closed[connection.close_code or 0] += 1
        self._away.let_go(client)
        for tell in self._tell_gone:
            tell(client)
        heir = None if client.user.house_bot is not None else self._heir_of(client)
        if heir is not None:
            self._homecoming.receive(heir)

    def _heir_of(self, client: Client) -> Client | None:
        """Another connection of the same user, which takes over."""
        others = [
            one
            for one in self._people.clients_of(client.user)
            if one.connection.is_here and not self._assisting.is_assistant(one)
        ]
        return others[-1] if others else None

    def may_idle(self, connection: Connection) -> bool:
        """Seated, or waiting for a match: a bot may think, and a house bot may wait, for ever."""
        client = self._people.clients.get(connection)
        if client is None:
            return False
        waits = self._hall.pairing.count(client) > 0 or client.user.house_bot is not None
        takes_part = client.seats or client.watching or client.rooms
        return waits or bool(takes_part) or self._assisting.is_assistant(client)
