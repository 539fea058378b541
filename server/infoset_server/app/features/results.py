"""How matches ended, for players who were away."""

from functools import partial

from infoset_protocol.codec import Prepared
from infoset_server.accounts.clients import Client
from infoset_server.app.composition import Core
from infoset_server.app.feature import Feature
from infoset_server.common.ids import MatchId, UserId
from infoset_server.matches.report import MatchReport
from infoset_server.matches.results import RESULT, Results
from infoset_server.storage.notes import RESULTS
from infoset_server.storage.port import MatchStore


class ResultFeature(Feature):
    """Keeps a result until each of its players is known to have heard it."""

    def __init__(self, core: Core) -> None:
        super().__init__(core)
        self.results = Results(core.config.results, core.notes_of(RESULTS), core.wall_ms)
        self._came_ms: dict[Client, int] = {}  # when sessions began, by the wall clock

    async def restore(self, store: MatchStore) -> None:
        """As Service."""
        self.results.restore(await store.documents(RESULT))

    def match_over(self, report: MatchReport) -> None:
        """As Service. A match that was lost to another server has no result.

        Who has missed it, and is here, is told at once: they came before a play node could report it.
        """
        if report.told is None:
            return
        self.results.add(report.match_id, report.told, report.users, report.missed_by)
        missed = report.users & report.missed_by
        here = list(self.core.people.clients.values()) if missed else []
        for client in here:
            if client.user.id in missed and client.line.is_here:
                self._tell(client)

    def match_put_aside(self, match_id: MatchId, told: Prepared, users: set[UserId]) -> None:
        """As Service."""
        self.results.add(match_id, told, users, users)

    def client_came(self, client: Client) -> None:
        """As Service: tells how matches ended without the client, those too whose end is being stored.

        They are news for who plays, told once: one who may not play does not hear them in their place.
        """
        self._came_ms.setdefault(client, self.core.wall_ms())
        self._tell(client)
        self._tell_when_settled(client)

    def client_away(self, client: Client) -> None:
        """As Service. What it was told when its link may have been dead already, it has perhaps not heard.

        Another connection of its user is told that now.
        """
        is_news = client.takes_seats and self.results.has_any(client.user.id)
        if is_news and not client.line.has_left:
            self.results.doubt(client.user.id)
            for other in self._others(client):
                self._tell(other)

    def client_back(self, client: Client) -> None:
        """As Service. Its session tells it everything since it came, unless another connection heard it."""
        if not client.takes_seats:
            return
        if self.results.has_any(client.user.id) and not self._others(client):
            self.results.goes_on(client.user.id, self._came_ms[client])
        self._tell_when_settled(client)

    def client_left(self, client: Client) -> None:
        """As Service."""
        self._came_ms.pop(client, None)
        self.client_away(client)

    def match_deleted(self, match_id: str) -> None:
        """As Service."""
        self.results.drop(match_id)

    def tidy(self) -> None:
        """As Service."""
        self.results.drop_expired()

    async def close(self) -> None:
        """As Service."""
        self.results.close()

    def _others(self, client: Client) -> list[Client]:
        """Other connections of the user."""
        mine = self.core.people.clients_of(client.user)
        return [one for one in mine if one is not client and one.takes_seats]

    def _tell(self, client: Client) -> None:
        if client.line.is_open and client.takes_seats:
            for result in self.results.take(client.user.id):
                client.line.send(result)

    def _tell_when_settled(self, client: Client) -> None:
        """What is being stored is perhaps the end of a match in which the user plays."""
        for live in self.core.play.running.values():
            if live.is_writing and any(seat.user is client.user for seat in live.match_seats):
                live.when_settled(partial(self._tell, client))
