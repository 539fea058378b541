"""A tournament of a simulated cluster: who plays in it, and what must be true of it in the end. No tests here.

In some seeds its organiser deletes it in the middle of the evening, and then nothing of it may be left.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

import orjson
from tests.faults.durable_players import Message
from tests.faults.killing import hold_against
from tests.faults.ladder_checks import places_in_log
from tests.simulated.contest import ENTRANTS, SimulatedContest
from tests.simulated.database import outcome_of
from tests.simulated.entrants import Decision, SimulatedEntrant
from tests.simulated.organiser import ADMIN
from tests.simulated.players import Wire

from infoset_games.contests.tournaments.sitting import Sitting
from infoset_server.accounts.credentials import CREDENTIALS, Credential, digest
from infoset_server.accounts.users import USERS, Role, User
from infoset_server.admin.tournament_commands import One, TournamentCommands
from infoset_server.app.features.tournaments import TournamentFeature
from infoset_server.app.server import App
from infoset_server.common.ids import UserId
from infoset_server.config import ServerConfig
from infoset_server.contests.tournaments.definition import read_tournament
from infoset_server.contests.tournaments.director import Director
from infoset_server.contests.tournaments.documents import (
    KINDS,
    TOURNAMENT,
    StoredTournament,
    read_tournaments,
)
from infoset_server.contests.tournaments.tournament import TableState, Tournament
from infoset_server.matches.match_log import StoredJournal
from infoset_server.storage.errors import StoreError

NAME: Final = "cup"
FILE: Final = f"""
id = "{NAME}"
game = "crossfire"
options = {{preset = "mini"}}
open_to = ["human", "bot"]
ready = false
absence_s = 3600

[format]
kind = "round_robin"
cycles = 2

[clock]
kind = "per_move"
move_ms = 3_600_000
"""
SEATS: Final = 2
LEAVES_AFTER: Final = 3  # matches of six
ABORTED: Final = "aborted"  # as `reason` of `match_over`
PAUSES: Final = 0.7  # how often nobody who plays says anything more, so that matches end only where they are ended


class TournamentEntrant(SimulatedEntrant):
    """An account that enters as soon as it can, and leaves after so many matches, if after any."""

    leaves_after = 0
    is_entered = False  # as a server has acknowledged,
    has_left = False  # and this, too
    may_be_deleted = False  # the organiser has asked for that
    pauses = False  # it does nothing at its tables

    @property
    def user(self) -> User:
        """Its account."""
        return User(UserId(f"u_{self.name}"), self.name, role=Role.PLAYER)

    @property
    def token(self) -> str:
        """Of that account."""
        return f"the token of {self.name}"

    def credentials(self) -> Message:
        """As SimulatedEntrant."""
        return {"kind": "token", "token": self.token}

    def enter(self, wire: Wire) -> None:
        """As SimulatedEntrant."""
        if not self.is_entered:
            self.say(wire, type="tournament_enter", tournament=NAME)
        elif 0 < self.leaves_after <= len(self.over) and not self.has_left:
            self.say(wire, type="tournament_leave", tournament=NAME)

    def entered(self, wire: Wire, request: Message, data: Message) -> None:
        """As SimulatedEntrant."""
        if request["type"] == "tournament_enter":
            self.is_entered = True
        else:
            self.has_left = True
            self._known = set(self.begun)
        self.enter(wire)

    def match_ended(self, match_id: str, over: Message) -> None:
        """As SimulatedEntrant."""
        super().match_ended(match_id, over)
        if len(self.over) == self.leaves_after:
            self.enter_again()

    def _act(self, wire: Wire, decision: Decision) -> None:
        if not self.pauses:
            super()._act(wire, decision)

    def _refused(self, wire: Wire, request: Message, error: Message) -> None:
        """What is deleted is not found."""
        is_about_it = request["type"] != "act" and error["code"] == "not_found"
        if not (is_about_it and self.may_be_deleted):
            super()._refused(wire, request, error)

    @property
    def called_after_leaving(self) -> set[str]:
        """Matches that it was to play after a server had acknowledged that it takes no part any more.

        One that was about to begin may still begin, and is ended at once.
        """
        aborted = {match_id for match_id in self.over if self.is_aborted(match_id)}
        return self.begun - self._known - aborted if self.has_left else set()

    def is_aborted(self, match_id: str) -> bool:
        """Has it heard that a match was ended without a result, as when somebody leaves?"""
        return bool(self.over[match_id]["reason"] == ABORTED)


class SimulatedTournament(SimulatedContest[TournamentEntrant]):
    """A round robin that begins when all have entered, and which one of them leaves; nobody else is ever absent."""

    feature = TournamentFeature
    kind = TournamentEntrant
    wishes = 1 / 3

    def set_up(self) -> None:
        """As SimulatedContest: the tournament and the accounts are there."""
        self.entrants[-1].leaves_after = LEAVES_AFTER
        outcome_of(self.store.change_documents(documents(self.entrants)))
        self._begun_before: set[str] = set()  # before a server had acknowledged that it is deleted

    def organise(self, app: App) -> None:
        """As SimulatedContest: starts it when all are there."""
        tournaments = app.feature(TournamentFeature).tournaments
        for director in tournaments.directors():
            one = director.tournament
            if one.state == "open" and len(one.entrants) == ENTRANTS:
                one.start(tournaments.now_ms())
                director.changed()

    async def wish(self) -> None:
        """As SimulatedContest: it is deleted."""
        await self.organiser.wait(self._tables)
        pauses = self.organiser.rng.random() < PAUSES
        for entrant in self.entrants:
            entrant.may_be_deleted, entrant.pauses = True, pauses
        await self.organiser.insist(self._has_it, delete, self._deleted)

    def _deleted(self) -> None:
        self._begun_before = self.begun

    def _tables(self) -> list[list[int]]:
        """Those that are called or played, at each server that is, or was, the hall."""
        return [
            director.busy_tables()
            for process in self.organiser.answering()
            for director in self._directors(process.app)
        ]

    def _has_it(self, app: App) -> bool:
        return bool(self._directors(app))

    def _directors(self, app: App | None) -> list[Director]:
        return [] if app is None else app.feature(TournamentFeature).tournaments.directors()

    # All is mended.

    async def end(self) -> None:
        """As SimulatedContest."""
        if self.organiser.has_wish:
            if not await self.until(lambda: not self._documents()):
                self.wrongs.append(f"of the tournament there is still {self._documents()}")
        elif not await self.until(lambda: self._stored().state == "over"):
            self.wrongs.append(f"the tournament does not come to its end: {sorted(self.playing)}")
        if not await self.until(lambda: not self.playing):
            self.wrongs.append(f"nobody hears the end of {sorted(self.playing)}")

    def _documents(self) -> list[tuple[str, str]]:
        """The names of all that is kept of it."""
        return [(kind, name) for kind, bodies in self._bodies().items() for name in bodies]

    def _bodies(self) -> dict[str, Mapping[str, bytes]]:
        found = {}
        for kind in KINDS:
            bodies = outcome_of(self.store.documents(kind))
            assert not isinstance(bodies, StoreError), "a store in memory does not fail"
            found[kind] = bodies
        return found

    def _stored(self) -> Tournament:
        (one,) = read_tournaments(self._bodies())
        return one

    async def judge(self, journal: StoredJournal, config: ServerConfig) -> None:
        """As SimulatedContest."""
        if self.organiser.has_wish:
            self.wrongs += self._left_behind()
        else:
            await self._judge_course(journal, config)
        await hold_against(journal, self.entrants, self.outcome)

    def _left_behind(self) -> Iterator[str]:
        """What there is of a tournament that is deleted."""
        for process in self.organiser.answering():
            assert process.app is not None
            if self._has_it(process.app):
                yield f"{process.node} has {NAME}, which is deleted"
            for room in process.app.lobby.rooms.values():
                if room.is_table:
                    yield f"{process.node} has room {room.id} of {NAME}, which is deleted"
        before = self._begun_before if self.organiser.is_done else self.begun
        accounts = outcome_of(self.store.documents(USERS.name))
        assert not isinstance(accounts, StoreError), "a store in memory does not fail"
        for entrant in self.entrants:
            if entrant.user.id not in accounts:
                yield f"the account of {entrant.name} is gone"
            called = {
                one for one in entrant.over if one not in before and not entrant.is_aborted(one)
            }
            if entrant.pauses and called:
                yield f"{entrant.name} plays {called}, of a tournament that is deleted"

    async def _judge_course(self, journal: StoredJournal, config: ServerConfig) -> None:
        """One that is over."""
        one = self._stored()
        played = {
            match.match: match.places for table in one.course.sittings for match in table.played
        }
        await self.count(list(played), config)
        self.wrongs += self._missing(one)
        for number, table in enumerate(one.course.sittings):
            self.wrongs += unplayed(table, one.course.withdrawn)
            if not one.course.withdrawn.intersection(table.entrants):
                self.wrongs += self._void(one.table(number))
        for match_id, places in played.items():
            if await places_in_log(journal, match_id) != places:
                self.wrongs.append(f"the log of {match_id} ends otherwise than its table says")
        self.wrongs += self._misled(played)

    def _void(self, table: TableState) -> Iterator[str]:
        """Matches that were begun, and have no result though nobody has left."""
        for void in table.voids:
            if void in self.store.match_ids:
                yield f"match {void} began, and counts for nothing"

    def _missing(self, one: Tournament) -> Iterator[str]:
        """Who was told that they take part, and does not once, or that they have left, and is still called."""
        times = Counter(who.user for who in one.entrants)
        for entrant in self.entrants:
            if entrant.is_entered and times[entrant.user.id] != 1:
                yield f"{entrant.name} has entered, and takes part {times[entrant.user.id]} times"
            if entrant.has_left and one.find_entrant(entrant.name) not in one.course.withdrawn:
                yield f"{entrant.name} has left, and still takes part"
            if entrant.called_after_leaving:
                yield f"{entrant.name} has left, and plays {entrant.called_after_leaving}"

    def _misled(self, played: Mapping[str, tuple[int, ...]]) -> Iterator[str]:
        """Each match counts as it was told to those who played it, unless it was ended because somebody left."""
        for entrant in self.entrants:
            for match_id, over in entrant.over.items():
                counted = played.get(match_id)
                if entrant.is_aborted(match_id) and counted is None:
                    continue
                if list(counted or ()) != over["places"]:
                    yield f"{entrant.name} heard another end of {match_id}: {over['places']}"


def delete(app: App) -> None:
    """As the organiser gives the command."""
    tournaments = app.feature(TournamentFeature).tournaments
    TournamentCommands(tournaments).remove(ADMIN, One(tournament=NAME))


def documents(entrants: Sequence[TournamentEntrant]) -> dict[tuple[str, str], bytes]:
    """The tournament, open for everybody, and the accounts."""
    file = read_tournament(FILE).to_plain()
    cup = StoredTournament(file, SEATS, None, "k", "open", [])
    plain = {(TOURNAMENT.name, NAME): TOURNAMENT.write(cup)}
    for one in entrants:
        credential = Credential(f"t_{one.name}", one.user.id, digest(one.token))
        plain[USERS.name, one.user.id] = USERS.write(one.user)
        plain[CREDENTIALS.name, credential.id] = CREDENTIALS.write(credential)
    return {name: orjson.dumps(body) for name, body in plain.items()}


def unplayed(table: Sitting, withdrawn: Collection[int]) -> Iterator[str]:
    """What is wrong with a table in the end."""
    matches = [match.match for match in table.played]
    if not table.absent and (len(matches) != table.best_of or len(set(matches)) != len(matches)):
        yield f"table {table.draw.name}: {table.best_of} matches were to be played, not {matches}"
    if table.absent.difference(withdrawn) or table.ruling is not None:
        yield f"table {table.draw.name}: somebody counts as absent who was there"
