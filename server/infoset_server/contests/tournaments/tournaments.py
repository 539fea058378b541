"""All tournaments of a server: made, kept, directed, found again after a restart. Formats and tables are not its business."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from infoset_server.accounts.classrooms import Classroom
from infoset_server.accounts.credentials import is_same
from infoset_server.accounts.users import Role, User
from infoset_server.common.ids import MatchId, UserId, fresh_id
from infoset_server.contests.tournaments.definition import (
    EntrantTable,
    TournamentError,
    TournamentFile,
    read_tournament,
    table_settings,
    unknown_tournament,
)
from infoset_server.contests.tournaments.director import Director
from infoset_server.contests.tournaments.documents import TournamentDocuments, read_tournaments
from infoset_server.contests.tournaments.endings import ENDING, Endings
from infoset_server.contests.tournaments.entrants import Entrant, Finder
from infoset_server.contests.tournaments.news import TournamentNews
from infoset_server.contests.tournaments.services import TournamentServices
from infoset_server.contests.tournaments.telling import Teller
from infoset_server.contests.tournaments.tournament import Tournament
from infoset_server.matches.report import MatchReport
from infoset_server.matches.runner import MatchRunner
from infoset_server.rooms.far_match import FarMatch
from infoset_server.rooms.room import Room
from infoset_server.storage.notes import Notes


class Tournaments:
    """By id. Changes raise TournamentError or AccountError where they are not possible; then nothing is changed."""

    def __init__(self, stage: TournamentServices, notes: Notes) -> None:
        """`notes` is where they are kept."""
        self._services = stage
        self._shelf = TournamentDocuments(notes)
        self._endings = Endings(stage, notes)
        self.teller = Teller(stage)
        self.news = TournamentNews(stage, self.teller)
        self._directors: dict[str, Director] = {}
        stage.ask_of_tables(self.busy_users)
        stage.tell_of_matches(self.match_begins, self._unbegun)

    def directors(self) -> list[Director]:
        """Those who direct them, in the order in which the tournaments were made."""
        return list(self._directors.values())

    def now_ms(self) -> int:
        """The wall clock."""
        return self._services.now_ms()

    # The life of the server.

    def restore(self, documents: Mapping[str, Mapping[str, bytes]]) -> None:
        """Takes back what was noted by an earlier server. Call it before matches are set up again."""
        for one in read_tournaments(documents):
            self._directors[one.id] = self._direct(one)
        self._shelf.drop_remains(documents)
        self._endings.restore(documents[ENDING.name])

    def begin(self) -> None:
        """They go on. Call it when matches have been set up again."""
        for director in self._directors.values():
            director.begin()
        self._endings.begin()

    def match_over(self, report: MatchReport) -> None:
        """A match on this server has ended."""
        if report.outcome is not None:
            self._endings.over(report.match_id)
        for director in self._directors.values():
            if director.plays(report.match_id):
                director.match_over(report)
                return

    def match_gone(self, match_id: MatchId) -> None:
        """A match goes on nowhere, here or on another server."""
        self._endings.over(match_id)
        for director in self._directors.values():
            if director.plays(match_id):
                director.match_gone(match_id)
                return

    def _unbegun(self, room: Room) -> None:
        """The match of a room has never begun on the server that was to play it."""
        if room.match is not None:
            self.match_gone(room.match.id)

    def close(self) -> None:
        """Nothing new is called, and nobody told anything; matches go on."""
        self.news.close()
        self._endings.close()
        for director in self._directors.values():
            director.close()

    def organiser_of_match(self, match_id: str) -> UserId | None:
        """Whose the tournament is that a match is, or was, one of; None for those of administrators, too."""
        for director in self._directors.values():
            if director.plays(MatchId(match_id)) or director.tournament.has_played(match_id):
                return director.tournament.owner
        return None

    def organiser_of_table(self, room: Room) -> UserId | None:
        """Whose the tournament is for which a room was opened."""
        if room.match is not None:
            return self.organiser_of_match(room.match.id)
        for director in self._directors.values():
            if any(call.room is room for call in director.calls.values()):
                return director.tournament.owner
        return None

    def busy_users(self) -> set[UserId]:
        """The accounts that are at a table of any tournament."""
        return {user for one in self._directors.values() for user in one.busy_users()}

    def needed_bots(self) -> set[str]:
        """The bots that play in tournaments that are not over."""
        going_on = (one.tournament for one in self._directors.values())
        return {
            entrant.bot
            for one in going_on
            if one.state != "over"
            for entrant in one.entrants
            if entrant.bot is not None
        }

    # What is asked for.

    def director(self, name: str) -> Director:
        """The one who directs a tournament."""
        found = self._directors.get(name)
        if found is None:
            raise unknown_tournament(name)
        return found

    def create(
        self, text: str, owner: User | None, may_enter: Callable[[User], bool]
    ) -> Tournament:
        """A new tournament from its file; `may_enter` says who is its organiser's to enter."""
        if len(self._directors) >= self._services.limits.max_tournaments:
            most = self._services.limits.max_tournaments
            raise TournamentError(f"this server keeps {most} tournaments at most; remove one")
        self._check_organiser(owner)
        file = read_tournament(text)
        if file.id in self._directors:
            raise TournamentError(f"id: there is a tournament {file.id} already")
        settings = table_settings(file, file.title or file.id, self._services.room_limits)
        finder = self.finder(file, may_enter)
        if file.classroom is not None:
            file = file.model_copy(update={"classroom": finder.class_of(file.classroom).id})
        if file.rating is not None and self._services.ratings(file) is None:
            raise TournamentError(
                f"rating.ladder: expected one of {file.game} that is for all who may enter, got {file.rating.ladder}"
            )
        entrants = self._rated(file, (who for asked in file.entrant for who in finder.find(asked)))
        finder.check([], entrants)
        if file.stand_in is not None:
            finder.require_bot(file.stand_in)
        owner_id = None if owner is None else owner.id
        one = Tournament(file, settings.game.seats, owner_id, entrants, fresh_id("k"))
        self._check_number(one, len(entrants))
        if entrants and not file.open_to:
            one.check_format(len(entrants))
        elif not self.teller.most(one):
            one.check_format(one.seats)  # it says why nobody at all suits the format
        self._directors[one.id] = director = self._direct(one)
        self._shelf.put(one)
        director.begin()
        return one

    def enter(self, one: Tournament, asked: EntrantTable, may_enter: Callable[[User], bool]) -> int:
        """More entrants; returns how many."""
        finder = self.finder(one.file, may_enter)
        added = list(finder.find(asked))
        self.add(one, added)
        return len(added)

    def add(self, one: Tournament, added: Sequence[Entrant]) -> None:
        """These take part, too."""
        added = self._rated(one.file, added)
        self.finder(one.file, lambda user: True).check(one.entrants, added)
        self._check_number(one, len(one.entrants) + len(added))
        one.enter(added)
        self._directors[one.id].changed()

    def address(self, one: Tournament) -> str:
        """The name of its page: a class is seen only by those who were told where."""
        return self.teller.gate(one).address

    def at(self, address: str) -> Director | None:
        """Who directs the tournament whose page has this name. A draft has none."""
        found = self._directors.get(address.partition(".")[0])
        if found is None or found.tournament.state == "draft":
            return None
        return found if is_same(self.address(found.tournament), address) else None

    def listed(self) -> list[Director]:
        """Those of tournaments that everybody may know of."""
        return [one for one in self._directors.values() if self.at(one.tournament.id) is not None]

    def of_class(self, room: Classroom) -> list[Tournament]:
        """Those that are a class's alone: made for it, or with one of its pupils, who meet nobody from elsewhere."""
        pupils = {user.id for user in self._services.people.accounts.register.members(room.id)}
        return [
            one
            for one in (director.tournament for director in self._directors.values())
            if one.file.classroom == room.id or any(who.user in pupils for who in one.entrants)
        ]

    def remove(self, one: Tournament) -> None:
        """Nothing of it is kept; what is being played ends."""
        director = self._directors.pop(one.id)
        matches = director.end_calls()
        director.close()
        self._endings.add(matches)
        self._shelf.drop(one)

    def finder(self, file: TournamentFile, may_enter: Callable[[User], bool]) -> Finder:
        """Finds entrants for a tournament."""
        accounts = self._services.people.accounts
        return Finder(
            accounts,
            lambda bot: self._services.plays(bot, file.game),
            may_enter,
            self._services.owner_of,
        )

    def _rated(self, file: TournamentFile, entrants: Iterable[Entrant]) -> list[Entrant]:
        """The entrants, each with its rating of this moment, which stays: performances are reckoned from it."""
        ratings = self._services.ratings(file)
        if ratings is None:
            return list(entrants)
        stood = ((one, ratings(one.user, one.bot)) for one in entrants)
        return [
            one if rated is None else replace(one, rating=round(rated.rating, 1))
            for one, rated in stood
        ]

    def _direct(self, one: Tournament) -> Director:
        return Director(one, self._services, self._shelf, self.news)

    def match_begins(self, room: Room, live: MatchRunner | FarMatch) -> None:
        """A match is set up in a room, before anything is told or stored of it."""
        for director in self._directors.values():
            if director.match_begins(room, live):
                return

    def _check_organiser(self, owner: User | None) -> None:
        """Raises TournamentError where an organiser has made as many as may be."""
        if owner is None or owner.role is Role.MANAGER:
            return
        most = self._services.limits.max_per_organiser
        mine = sum(one.tournament.owner == owner.id for one in self._directors.values())
        if mine >= most:
            raise TournamentError(
                f"you have {mine} tournaments, as many as you may (tournaments.max_per_organiser); remove one"
            )

    def _check_number(self, one: Tournament, entrants: int) -> None:
        most = self.teller.most(one)
        if entrants > most:
            raise TournamentError(f"entrant: expected at most {most}, got {entrants}")
