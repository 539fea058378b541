"""Tournaments: who plays whom, and when."""

from collections.abc import Iterable, Mapping
from typing import Any

from infoset_protocol.codec import Prepared
from infoset_server.accounts.classrooms import Classroom
from infoset_server.accounts.clients import Client
from infoset_server.admin.commands import Command
from infoset_server.admin.tournament_commands import TournamentCommands
from infoset_server.app.composition import Core
from infoset_server.app.feature import Feature
from infoset_server.app.service import Restored
from infoset_server.common.ids import MatchId, UserId
from infoset_server.contests.contest import Contest, ContestMatch
from infoset_server.contests.tournaments.documents import KINDS
from infoset_server.contests.tournaments.services import TournamentServices
from infoset_server.contests.tournaments.told import contest_match_of, contest_of
from infoset_server.contests.tournaments.tournament import Tournament
from infoset_server.contests.tournaments.tournaments import Tournaments
from infoset_server.handlers.requests import RequestHandler
from infoset_server.handlers.tournaments import TournamentHandlers
from infoset_server.http.routes import Route
from infoset_server.http.tournaments import TournamentPages
from infoset_server.matches.report import MatchReport
from infoset_server.rooms.far_match import FarMatch
from infoset_server.rooms.room import Room
from infoset_server.storage.notes import TOURNAMENTS
from infoset_server.storage.port import MatchStore


class TournamentFeature(Feature):
    """Directs them, and tells those who take part."""

    def __init__(self, core: Core) -> None:
        super().__init__(core)
        self._services = TournamentServices(
            core.matchmaker,
            core.people,
            core.config.rooms,
            core.config.tournaments,
            core.wall_ms,
            core.services.is_assistant,
            core.services.ratings,
        )
        self.tournaments = Tournaments(self._services, core.notes_of(TOURNAMENTS))
        core.hosting.needed.append(self.tournaments.needed_bots)

    def handlers(self) -> Iterable[RequestHandler]:
        """As Service."""
        when_stored = self.core.durability.when_stored
        return TournamentHandlers(self.tournaments, self._services, when_stored).handlers()

    def routes(self) -> Iterable[Route]:
        """As Service."""
        return TournamentPages(self.tournaments, self.core.clock_s).routes()

    def commands(self) -> Iterable[Command[Any]]:
        """As Service."""
        return TournamentCommands(self.tournaments).commands()

    async def restore(self, store: MatchStore) -> None:
        """As Service."""
        self.tournaments.restore({kind: await store.documents(kind) for kind in KINDS})

    async def begin(self, restored: Restored) -> None:
        """As Service."""
        self.tournaments.begin()

    def client_came(self, client: Client) -> None:
        """As Service."""
        self.tournaments.news.arrived(client, self.tournaments.directors())

    def client_back(self, client: Client) -> None:
        """As Service."""
        self.tournaments.news.came_back(client)

    def client_left(self, client: Client) -> None:
        """As Service."""
        self.tournaments.news.gone(client)

    def match_over(self, report: MatchReport) -> None:
        """As Service."""
        self.tournaments.match_over(report)

    def match_put_aside(self, match_id: MatchId, told: Prepared, users: set[UserId]) -> None:
        """As Service."""
        self.tournaments.match_gone(match_id)

    def match_gone(self, match_id: MatchId) -> None:
        """As Service."""
        self.tournaments.match_gone(match_id)

    def far_match_begins(self, room: Room, far: FarMatch) -> None:
        """As Service."""
        self.tournaments.match_begins(room, far)

    def organiser_of_match(self, match_id: str) -> UserId | None:
        """As Service."""
        return self.tournaments.organiser_of_match(match_id)

    def organiser_of_table(self, room: Room) -> UserId | None:
        """As Service."""
        return self.tournaments.organiser_of_table(room)

    def counts_of_class(self, one: Classroom) -> Mapping[str, int]:
        """As Service."""
        return {"tournaments": len(self.tournaments.of_class(one))}

    def matches_of_class(self, one: Classroom) -> Iterable[str]:
        """As Service."""
        for tournament in self.tournaments.of_class(one):
            yield from tournament.match_ids()

    def leave_class(self, one: Classroom) -> None:
        """As Service."""
        for tournament in self.tournaments.of_class(one):
            self.tournaments.remove(tournament)

    def contest(self, kind: str, name: str) -> Contest | None:
        """As Service."""
        found = [one.tournament for one in self.tournaments.directors()]
        named = (one for one in found if kind == "tournament" and one.id == name)
        return next(map(self._told, named), None)

    def contest_match(self, match_id: str) -> ContestMatch | None:
        """As Service."""
        found = (one.tournament for one in self.tournaments.directors())
        told = (contest_match_of(self._told(one), one, match_id) for one in found)
        return next((match for match in told if match is not None), None)

    def _told(self, one: Tournament) -> Contest:
        return contest_of(one, self.tournaments.address(one))

    async def close(self) -> None:
        """As Service."""
        self.tournaments.close()
