"""Directs one tournament: has tables drawn, calls those who are to play to them, hears how matches end.

    drawn -> called -> being played -> (called again ...) -> decided

A table is called when all who meet there are free. It begins when everybody is there and ready. An entrant who is not when
the time for that is over is absent, and the table goes on without them. So nothing waits longer than the tournament's file
says. Everything is done by `_work`, in one turn of the loop, whenever something has happened or a time has come.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from typing import Protocol

from infoset_games.contests.tournaments.table import Draw
from infoset_server.common.ids import MatchId, UserId
from infoset_server.contests.tournaments.definition import TournamentError
from infoset_server.contests.tournaments.documents import TournamentDocuments
from infoset_server.contests.tournaments.drawing import Drawing
from infoset_server.contests.tournaments.entrants import Entrant
from infoset_server.contests.tournaments.services import TournamentServices
from infoset_server.contests.tournaments.table_calls import TableCall, TableCalls, TableMatches
from infoset_server.contests.tournaments.tournament import Match, Tournament
from infoset_server.matches.report import MatchReport
from infoset_server.matches.runner import MatchRunner
from infoset_server.rooms.far_match import FarMatch
from infoset_server.rooms.room import Room

logger = logging.getLogger(__name__)


class News(Protocol):
    """Who is told what becomes of tournaments."""

    def begins(self, director: "Director") -> None:
        """What is true now is known; what comes from now on is told."""

    def changed(self, director: "Director") -> None:
        """What everybody may know of it is perhaps another."""

    def table(self, director: "Director", number: int) -> None:
        """A table has come further."""

    def removed(self, director: "Director") -> None:
        """It is deleted."""


class NoNews:
    """Nobody is told anything."""

    def begins(self, director: "Director") -> None:
        """As News."""

    def changed(self, director: "Director") -> None:
        """As News."""

    def table(self, director: "Director", number: int) -> None:
        """As News."""

    def removed(self, director: "Director") -> None:
        """As News."""


class Director:
    """Does nothing before `begin`. `callings` are the tables that are called, by number."""

    def __init__(
        self,
        tournament: Tournament,
        stage: TournamentServices,
        shelf: TournamentDocuments,
        news: News | None = None,
    ) -> None:
        """Without `news` nobody is told anything."""
        self.tournament = tournament
        self._called = TableCalls(tournament, stage)
        self.calls = self._called.by_number
        self._playing = TableMatches(tournament, stage)
        self._drawing = Drawing(tournament, stage, self._take, self.go_on, self._pause)
        self._services = stage
        self._shelf = shelf
        self._news = news or NoNews()
        self._loop = asyncio.get_running_loop()
        self._is_up = False
        self._soon: asyncio.Handle | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._end_again_ms: int | None = None  # when matches that are to end are told so again

    # What happens.

    def begin(self) -> None:
        """From now on it is directed. Matches of before a restart that do not go on have no result."""
        for match_id in self._playing.lost():
            self._note_end(match_id, None)
        self._is_up = True
        self._news.begins(self)
        self.go_on()

    def close(self) -> None:
        """Directs no more."""
        self._is_up = False
        for handle in (self._soon, self._timer):
            if handle is not None:
                handle.cancel()
        self._drawing.close()

    def go_on(self) -> None:
        """Something has happened: what follows from it is done soon."""
        if self._is_up and self._soon is None:
            self._soon = self._loop.call_soon(self._work)

    def match_begins(self, room: Room, live: MatchRunner | FarMatch) -> bool:
        """Is it a match at a called table? It is noted before anybody hears of the match."""
        call = self._called.take(room)
        if call is None:
            return False
        match = Match(live.id, call.seating, self._services.now_ms(), berserk_of(call, live))
        self._playing.begin(call.number, match)
        self._put_table(call.number)
        if match.berserk:
            self._put_berserk()  # they have said it for this match only
        return True

    def go_berserk(self, entrants: Iterable[int], *, is_on: bool) -> None:
        """Entrants play their next matches berserk, or do not after all; also where they are called already.

        Raises TournamentError.
        """
        for entrant in entrants:
            self.tournament.go_berserk(entrant, is_on=is_on)
        self._put_berserk()

    def plays(self, match_id: MatchId) -> bool:
        """Is it a match of this tournament?"""
        return match_id in self._playing.tables

    def match_over(self, report: MatchReport) -> None:
        """One of its matches has ended. One that goes on elsewhere has not, here."""
        outcome = report.outcome
        if outcome is None:
            return
        self._note_end(report.match_id, None if outcome.is_void else outcome.places)
        self.go_on()

    def match_gone(self, match_id: MatchId) -> None:
        """One of its matches has never begun, or goes on nowhere."""
        self._note_end(match_id, None)
        self.go_on()

    def _note_end(self, match_id: MatchId, places: tuple[int, ...] | None) -> None:
        """How a match has ended, once: what is known already changes nothing."""
        number = self._playing.end(match_id, places)
        self._put_table(number)
        if match_id in self.tournament.table(number).voids:
            self._put_berserk()  # who was berserk is so again

    def changed(self) -> None:
        """The organiser has changed something: it is noted, and what does not fit any more is ended."""
        self._shelf.put(self.tournament)
        for number, sitting in enumerate(self.tournament.course.sittings):
            if number in self.tournament.tables or sitting.absent or sitting.ruling is not None:
                self._shelf.put_table(self.tournament, number)
        self._end_what_is_decided()
        if not self.tournament.is_running:
            self._called.withdraw_all()
        self._news.changed(self)
        self.go_on()

    def _end_what_is_decided(self) -> None:
        """Nobody is called to tables that are decided; what is played there ends, and what is to be played again."""
        for number, call in list(self.calls.items()):
            if self.tournament.sitting(number).is_decided:
                self._called.withdraw(call)
        retry_ms = int(self._services.limits.retry_s * 1000)
        is_ending = self._playing.end_due()
        self._end_again_ms = self._services.now_ms() + retry_ms if is_ending else None

    def readmit(self, entrant: int) -> None:
        """An entrant who has left takes part again. Raises TournamentError."""
        one = self.tournament
        if self._services.is_gone(one.entrants[entrant]):
            raise TournamentError(
                f"{one.name_of(entrant)}: expected an account or bot that is still there"
            )
        one.readmit(entrant)

    def end_calls(self) -> list[MatchId]:
        """The tournament is deleted: nobody is called any more. Returns its matches, which are to end."""
        self._news.removed(self)
        self._called.withdraw_all()
        return list(self._playing.tables)

    # Who is where.

    def busy_tables(self) -> list[int]:
        """The tables that are called or played."""
        return [*self.calls, *self._playing.tables.values()]

    def at_tables(self) -> Iterator[int]:
        """The entrants at tables that are called or played, as often as they are there."""
        for number in self.busy_tables():
            yield from self.tournament.sitting(number).entrants

    def busy_users(self) -> set[UserId]:
        """The accounts at these tables."""
        entrants = self.tournament.entrants
        users = (entrants[one].user for one in self.at_tables())
        return {user for user in users if user is not None}

    def parties(self, entrants: Iterable[int]) -> frozenset[UserId]:
        """Who plays as these entrants, or answers for the bots that do."""
        found = (self._keeper_of(self.tournament.entrants[number]) for number in entrants)
        return frozenset(user for user in found if user is not None)

    def _keeper_of(self, who: Entrant) -> UserId | None:
        if who.bot is not None:
            return self._services.owner_of(who.bot)
        user = self._services.user_of(who)
        return who.user if user is None else user.keeper

    def at_tables_of(self, entrant: int) -> set[int]:
        """The entrants at tables that an entrant plays or is still to play, itself included."""
        sittings = [one for one in self.tournament.course.sittings if not one.is_decided]
        return {other for one in sittings if entrant in one.entrants for other in one.entrants}

    def missing(self, call: TableCall) -> list[int]:
        """The entrants for whom a called table waits."""
        return self._called.missing(call)

    def waits_for_places(self, call: TableCall) -> bool:
        """Is everybody there, but no place for its programs?"""
        return self._services.waits_for_places(call.room)

    # What follows.

    def _work(self) -> None:
        self._soon = None
        if not self._is_up or self._services.is_stopping:
            return
        now_ms = self._services.now_ms()
        self._start_if_due(now_ms)
        if self.tournament.is_running:
            self._playing.note_late(now_ms)
        self._end_what_is_decided()
        if self.tournament.is_running:
            self._give_up_missing(now_ms)
            self._let_go_of_the_deleted()
            self._draw_or_finish(now_ms)
            self._call_tables(now_ms)
        self._arm_timer(now_ms)

    def _start_if_due(self, now_ms: int) -> None:
        start_ms = self.tournament.file.start_ms()
        if self.tournament.state != "open" or start_ms is None or now_ms < start_ms:
            return
        try:
            self.tournament.start(now_ms)
        except TournamentError as problem:
            logger.warning("tournament %s cannot start: %s", self.tournament.id, problem)
            self.tournament.state = "draft"
        self._put()

    def _give_up_missing(self, now_ms: int) -> None:
        for call in list(self.calls.values()):
            if now_ms < call.until_ms or call.number not in self.calls:
                continue
            self._called.look_for_clients(call)
            if call.number not in self.calls:
                continue  # somebody was here after all, and it has begun
            absent = self.missing(call)
            if absent:
                self._go_on_without(call, absent)
            else:  # the server lets no match begin
                call.until_ms = now_ms + int(self._services.limits.retry_s * 1000)

    def _go_on_without(self, call: TableCall, absent: list[int]) -> None:
        one = self.tournament
        names = ", ".join(one.name_of(entrant) for entrant in absent)
        logger.info("tournament %s, table %s: absent: %s", one.id, call.room.id, names)
        self._called.withdraw(call)
        out = one.miss(call.number, absent)
        self._put_table(call.number)
        if out:
            self.changed()

    def _let_go_of_the_deleted(self) -> None:
        """Whose account or uploaded bot is gone has left."""
        one = self.tournament
        is_gone = self._services.is_gone
        gone = [entrant for entrant in one.course.staying if is_gone(one.entrants[entrant])]
        for entrant in gone:
            logger.info("tournament %s: %s was deleted", one.id, one.name_of(entrant))
            one.withdraw(entrant)
        if gone:
            self.changed()

    def _draw_or_finish(self, now_ms: int) -> None:
        one = self.tournament
        moment = self._drawing.moment(now_ms)
        if one.format.is_over(one.course, moment):
            one.finish()
            self._put()
            logger.info("tournament %s is over", one.id)
        else:
            self._drawing.draw_if_due(moment, now_ms)

    def _take(self, draws: list[Draw]) -> None:
        """These are the next tables."""
        numbers = self.tournament.draw(draws)
        self._shelf.put_wave(self.tournament, numbers)
        for number in numbers:
            self._news.table(self, number)

    def _call_tables(self, now_ms: int) -> None:
        one = self.tournament
        places = min(one.file.tables, self._services.limits.max_tables) - len(self.busy_tables())
        at_tables = Counter(self.at_tables())
        playing = set(self._playing.tables.values())
        elsewhere = self._services.busy_users()
        for number, sitting in enumerate(one.course.sittings):
            if places <= 0:
                return
            if sitting.is_decided or number in self.calls or number in playing:
                continue
            here = sitting.here
            if all(self._may_play(entrant, at_tables[entrant], elsewhere) for entrant in here):
                at_tables.update(sitting.entrants)
                places -= 1
                self._call_or_pause(number, now_ms)
                if not one.is_running:
                    return

    def _may_play(self, entrant: int, tables: int, busy: Collection[UserId]) -> bool:
        """May an entrant who is at so many tables come to another? An account that is `busy` may not."""
        who = self.tournament.entrants[entrant]
        if who.bot is not None:
            return tables < self.tournament.file.parallel
        return tables == 0 and who.user not in busy

    def _call_or_pause(self, number: int, now_ms: int) -> None:
        """Calls a table; where that is not possible any more, the organiser has to look."""
        try:
            call = self._called.call(number, now_ms)
        except TournamentError as problem:
            logger.error("tournament %s is paused: %s", self.tournament.id, problem)
            self._pause()
            return
        self._news.table(self, number)
        call.room.start_if_ready()

    def _pause(self) -> None:
        """Somebody has to look at it first."""
        self.tournament.pause()
        self._put()

    def _put(self) -> None:
        """Something about the tournament itself has changed."""
        self._shelf.put(self.tournament)
        self._news.changed(self)

    def _put_berserk(self) -> None:
        """Who goes berserk has changed: a bot may be called to several tables at once."""
        self._called.set_berserk()
        self._put()

    def _put_table(self, number: int) -> None:
        """A table has come further."""
        self._shelf.put_table(self.tournament, number)
        self._news.table(self, number)

    # When it goes on by itself.

    def _arm_timer(self, now_ms: int) -> None:
        """One timer, for what comes first."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        due_ms = min(self._times_ms(), default=None)
        if due_ms is not None:
            self._timer = self._loop.call_later(max(0, due_ms - now_ms) / 1000, self._work)

    def _times_ms(self) -> Iterator[int]:
        """When something is to be done by itself, since 1970."""
        one = self.tournament
        start_ms = one.file.start_ms()
        if one.state == "open" and start_ms is not None:
            yield start_ms
        if self._end_again_ms is not None:
            yield self._end_again_ms
        if not one.is_running:
            return
        for call in self.calls.values():
            yield call.until_ms
        yield from self._playing.times_ms()
        if self._drawing.next_wave_ms is not None:
            yield self._drawing.next_wave_ms


def berserk_of(call: TableCall, live: MatchRunner | FarMatch) -> tuple[int, ...]:
    """The entrants of a table who play its match berserk."""
    seats = zip(call.seating, live.match_seats, strict=True)
    return tuple(entrant for entrant, match_seat in seats if match_seat.berserk)
