"""The tables of one tournament that are called: their rooms, who is awaited there until when, and their matches.

What is kept of them is the tournament's (`tournament.py`).
"""

import logging
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from infoset_server.accounts.clients import User
from infoset_server.common.ids import MatchId
from infoset_server.contests.tournaments.definition import TournamentError, table_settings
from infoset_server.contests.tournaments.services import TournamentServices
from infoset_server.contests.tournaments.tournament import Match, Tournament
from infoset_server.rooms.room import Room
from infoset_server.rooms.room_seat import RoomSeat

logger = logging.getLogger(__name__)


class TableMatches:
    """Those of now; `tables` has the number of the table of each."""

    def __init__(self, tournament: Tournament, services: TournamentServices) -> None:
        self._tournament = tournament
        self._services = services
        self.tables: dict[MatchId, int] = {
            table.match.id: number
            for number, table in tournament.tables.items()
            if table.match is not None
        }

    def begin(self, number: int, match: Match) -> None:
        """A match is played at a table from now on."""
        self.tables[match.id] = number
        self._tournament.began(number, match)

    def end(self, match_id: MatchId, places: tuple[int, ...] | None) -> int:
        """How a match has ended, None for without a result; returns the number of its table."""
        number = self.tables.pop(match_id)
        self._tournament.ended(number, match_id, places)
        return number

    def lost(self) -> list[MatchId]:
        """Those that do not go on, after a restart."""
        return [match_id for match_id in self.tables if not self._services.goes_on(match_id)]

    def end_due(self) -> bool:
        """Those that shall not go on are told to end. Are there any?

        To be called until there are none: what another server is told may be lost, and what one has done that has died.
        """
        numbers = [number for number in self.tables.values() if self._tournament.is_to_end(number)]
        for number in numbers:
            match = self._tournament.table(number).match
            if match is not None:
                self._abort(match.id, "aborted" if match.is_late else "replayed")
        return bool(numbers)

    def note_late(self, now_ms: int) -> None:
        """What has taken too long by the tournament's file is to end; that counts."""
        for match, until_ms in list(self._limits()):
            if now_ms >= until_ms:
                logger.info("match %s took too long", match.id)
                match.is_late = True

    def times_ms(self) -> Iterator[int]:
        """When matches are to end by themselves, since 1970."""
        return (until_ms for _, until_ms in self._limits())

    def _limits(self) -> Iterator[tuple[Match, int]]:
        """Matches that may take only so long, and how long each may go on."""
        limit_s = self._tournament.file.match_limit_s
        if limit_s is None:
            return
        for number in self.tables.values():
            match = self._tournament.table(number).match
            if match is not None and not match.is_late:
                yield match, match.begun_ms + int(limit_s * 1000)

    def _abort(self, match_id: MatchId, ending: str) -> None:
        live = self._services.running(match_id)
        if live is not None:
            live.abort(ending)


@dataclass(eq=False)
class TableCall:
    """A table that is called. `until_ms` (since 1970) is when who is not there is absent."""

    number: int
    room: Room
    seating: tuple[int, ...]
    until_ms: int


class TableCalls:
    """`by_number` has those of now."""

    def __init__(self, tournament: Tournament, services: TournamentServices) -> None:
        self.by_number: dict[int, TableCall] = {}
        self._tournament = tournament
        self._services = services

    def call(self, number: int, now_ms: int) -> TableCall:
        """Those who play at a table come into its room. Raises TournamentError where no bot is there to sit in."""
        one, sitting = self._tournament, self._tournament.sitting(number)
        title = f"{one.title} {sitting.draw.name}"
        settings = table_settings(one.file, title, self._services.room_limits)
        bots = [self._bot_for(number, entrant) for entrant in sitting.next_seating()]
        room = self._services.open_table(settings, self._host(sitting.entrants))
        until_ms = now_ms + int(one.file.absence_s * 1000)
        call = TableCall(number, room, sitting.next_seating(), until_ms)
        self.by_number[number] = call
        room.wants_ready = one.file.ready
        room.greeting = self._services.words(
            f"{title}: your table is room {room.id}. Say there that you are ready, "
            f"within {duration(one.file.absence_s)}."
        )
        for seat, entrant, bot in zip(room.seats, call.seating, bots, strict=True):
            self._reserve(room, seat, entrant, bot)
        self.set_berserk()
        self.look_for_clients(call)
        return call

    def set_berserk(self) -> None:
        """Those of the called who have gone berserk sit down like that; who plays for somebody absent does not."""
        for call in self.by_number.values():
            absent = self._tournament.sitting(call.number).absent
            for seat, entrant in zip(call.room.seats, call.seating, strict=True):
                seat.berserk = self._tournament.entrants[entrant].berserk and entrant not in absent

    def look_for_clients(self, call: TableCall) -> None:
        """Entrants who are here and not in the room yet come into it. Its match may begin with that."""
        for seat in list(call.room.seats):
            client = None if seat.kept_for is None else self._services.client_of(seat.kept_for)
            if client is not None:
                call.room.enter(client)

    def missing(self, call: TableCall) -> list[int]:
        """The entrants for whom a called table waits."""
        absent = self._tournament.sitting(call.number).absent
        seats = zip(call.seating, call.room.seats, strict=True)
        return sorted(one for one, seat in seats if one not in absent and not seat.is_ready)

    def take(self, room: Room) -> TableCall | None:
        """The table whose match begins in a room, if it is one: it is not called any more."""
        call = next((one for one in self.by_number.values() if one.room is room), None)
        if call is not None:
            del self.by_number[call.number]
        return call

    def withdraw(self, call: TableCall) -> None:
        """Nobody is called to this table any more, and its room is gone."""
        del self.by_number[call.number]
        self._services.dissolve(call.room)

    def withdraw_all(self) -> None:
        """Nobody is called any more."""
        for call in list(self.by_number.values()):
            self.withdraw(call)

    def _host(self, entrants: Iterable[int]) -> User | None:
        """Whose class may see the table; None where everybody may."""
        users = [self._user(entrant) for entrant in entrants]
        return next((user for user in users if user is not None and user.classroom), None)

    def _bot_for(self, number: int, entrant: int) -> str | None:
        """The bot on the seat of an entrant: the entrant, or the bot that plays for them if they are absent. Raises TournamentError."""
        if entrant in self._tournament.sitting(number).absent:
            return self._stand_in()
        return self._tournament.entrants[entrant].bot

    def _stand_in(self) -> str:
        game, named = self._tournament.file.game, self._tournament.file.stand_in
        if named is not None and self._services.plays(named, game):
            return named
        bots = self._services.bots(game)
        if not bots:
            raise TournamentError(f"no bot of this server plays {game} for who is absent")
        return bots[0]

    def _reserve(self, room: Room, seat: RoomSeat, entrant: int, bot: str | None) -> None:
        """Keeps a seat for an entrant, or gives it to a bot."""
        user = self._user(entrant)
        if bot is not None or user is None:
            seat.bot = bot
        else:
            seat.kept_for = user
            room.awaited.add(user.id)

    def _user(self, entrant: int) -> User | None:
        return self._services.user_of(self._tournament.entrants[entrant])


def duration(seconds: float) -> str:
    """A time for people: `90 seconds`, `5 minutes`."""
    return f"{seconds / 60:g} minutes" if seconds >= 120 else f"{seconds:g} seconds"
