"""Gives whoever is here what waits for him: rooms, seats, results, news. Lets nobody in."""

from infoset_server.arrivals.returning import Returning
from infoset_server.house_bots.hosting import Hosting
from infoset_server.ladder.service import Ladders
from infoset_server.people import Client
from infoset_server.rooms.hall import Hall
from infoset_server.tournaments.tournaments import Tournaments


class Homecoming:
    """For a client that has come, and for one that is left when another of the same user has gone."""

    def __init__(
        self,
        hall: Hall,
        hosting: Hosting,
        returning: Returning,
        tournaments: Tournaments,
        ladders: Ladders | None,
    ) -> None:
        self._hall = hall
        self._hosting = hosting
        self._returning = returning
        self._tournaments = tournaments
        self._ladders = ladders

    def receive(self, client: Client) -> None:
        """A house bot gets the chairs that wait for its process, anybody else what is his own."""
        if client.user.house_bot is not None:
            process = self._hosting.process_of(client)
            if process is not None:
                self._hosting.connected(process, client)
            return
        self._returning.welcome(client, self._hall.now_ms())
        self._hall.play.reattach(client)
        self._hall.play.tell_missed(client)
        self._hall.play.tell_left(client)
        self._tournaments.news.arrived(client, self._tournaments.directors())
        if self._ladders is not None:
            self._ladders.arrived(client)
