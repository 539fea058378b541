"""Tells clients what becomes of tournaments: those who follow them, and those who take part."""

import asyncio
from collections.abc import Iterable

from infoset_protocol.codec import Prepared
from infoset_server.accounts.clients import Client
from infoset_server.contests.tournaments.director import Director
from infoset_server.contests.tournaments.services import TournamentServices
from infoset_server.contests.tournaments.telling import Teller, Told
from infoset_server.contests.tournaments.view import View, status_of
from infoset_server.network.outbox import Delivery


class TournamentNews:
    """As `director.News`.

    A client is told what has changed for them and nothing else, so that nobody learns from the moment of a
    message that something hidden has happened.
    """

    def __init__(self, stage: TournamentServices, teller: Teller) -> None:
        self._services = stage
        self._teller = teller
        self._followers: set[Client] = set()
        self._missed: dict[Client, set[str]] = {}  # changes, of those who are away
        self._told: dict[str, Told] = {}  # by tournament, as it was told last
        self._seen: dict[str, dict[int, str]] = {}  # by tournament, the status of each table
        self._changed: dict[str, Director] = {}
        self._timer: asyncio.TimerHandle | None = None

    def close(self) -> None:
        """Tells nothing more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    # What clients do.

    def follow(self, client: Client, is_on: bool) -> None:
        """A client wants to be told of everything, or of its own only."""
        if is_on:
            self._followers.add(client)
        else:
            self._followers.discard(client)

    def arrived(self, client: Client, directors: Iterable[Director]) -> None:
        """A client has logged in: it is told again of tables that wait for it, or at which it plays."""
        if not self._services.is_player(client):
            return
        for director in directors:
            for number in director.busy_tables():
                for place, user in self._teller.players(director, number):
                    if user is client.user:
                        self._send_table(director, number, place, [client])

    def came_back(self, client: Client) -> None:
        """A session goes on: it is told what it has missed."""
        for name in self._missed.pop(client, ()):
            told = self._told.get(name)
            if told is not None and told.gate.may_know(client.user):
                self._send(client, told)

    def gone(self, client: Client) -> None:
        """A connection has ended for good."""
        self._followers.discard(client)
        self._missed.pop(client, None)

    # As News.

    def begins(self, director: Director) -> None:
        """As News."""
        one = director.tournament
        self._told[one.id] = self._teller.tell(director)
        tables = range(len(one.course.sittings))
        self._seen[one.id] = {number: status_of(director, number) for number in tables}

    def changed(self, director: Director) -> None:
        """As News: soon, together with what follows. Tables that are other than they were are told at once."""
        seen = self._seen.setdefault(director.tournament.id, {})
        for number in range(len(director.tournament.course.sittings)):
            if seen.get(number) != status_of(director, number):
                self.table(director, number)
        self._changed[director.tournament.id] = director
        if self._timer is None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(self._services.limits.news_s, self._tell_changed)

    def table(self, director: Director, number: int) -> None:
        """As News."""
        seen = self._seen.setdefault(director.tournament.id, {})
        before, seen[number] = seen.get(number), status_of(director, number)
        if self._is_secret(director, number, before):
            return
        for place, user in self._teller.players(director, number):
            clients = [
                one for one in self._services.clients_of(user) if self._services.is_player(one)
            ]
            self._send_table(director, number, place, clients)

    def removed(self, director: Director) -> None:
        """As News."""
        name = director.tournament.id
        before = self._told.pop(name, None)
        self._seen.pop(name, None)
        self._changed.pop(name, None)
        if before is not None:
            gone = self._teller.tell(director, "gone")
            for client in self._services.clients():
                if self._hears(before, client):
                    client.line.send(Prepared(gone.message(client)))

    # Inside.

    def _tell_changed(self) -> None:
        self._timer = None
        changed, self._changed = self._changed, {}
        for name, director in changed.items():
            before, now = self._told.get(name), self._teller.tell(director)
            self._told[name] = now
            for client in self._services.clients():
                knew = before is not None and self._hears(before, client)
                if self._hears(now, client):
                    if before is None or not knew or before.info(client) != now.info(client):
                        self._send(client, now)
                elif knew and not now.gate.may_know(client.user):
                    self._send(client, self._teller.tell(director, "gone"))

    def _is_secret(self, director: Director, number: int, before: str | None) -> bool:
        """Is it decided because somebody has left, where nobody may know that yet?"""
        sitting = director.tournament.sitting(number)
        is_unplayed = sitting.is_decided and before in (None, "drawn")
        return is_unplayed and not View.of_all(director).shows_result(sitting)

    def _hears(self, told: Told, client: Client) -> bool:
        """Is somebody to hear of a tournament? Who takes part is, and who follows, as far as they may know of it."""
        if client not in self._followers and client.user.id not in told.entries:
            return False
        is_asked_for = client in self._followers or self._services.is_player(client)
        return is_asked_for and told.gate.may_know(client.user)

    def _send(self, client: Client, told: Told) -> None:
        """Tells a user who is here; one who is away hears it on coming back."""
        name: str = told.common["tournament"]
        if not client.line.is_here:
            self._missed.setdefault(client, set()).add(name)
            return
        message = Prepared(told.message(client))
        client.line.send(message, Delivery.LATEST, f"tournament {name}")

    def _send_table(
        self, director: Director, number: int, place: int, clients: Iterable[Client]
    ) -> None:
        message = self._teller.table(director, number)
        if message is None:
            return
        prepared = Prepared(message | {"you": place})
        for client in clients:
            client.line.send(prepared)
