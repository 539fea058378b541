"""Directs one tournament: draws tables, calls those who are to play to them, hears how matches end.

    drawn -> called -> being played -> (called again ...) -> decided

A table is called when all who meet there are free. People find themselves in its room, on their seats; who is away
comes there as soon as he logs in. It begins when everybody is there and ready. Who is not, when the time for that is
over, is absent, and the table goes on without him. So nothing waits longer than the tournament's file says.
Everything is done by `_work`, in one turn of the loop, whenever something has happened or a time has come.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol

from infoset_games.steps import ABORT
from infoset_games.tournaments.course import Course
from infoset_games.tournaments.formats import Arena, Moment
from infoset_games.tournaments.table import Draw
from infoset_server.ids import MatchId, UserId
from infoset_server.live_match import LiveMatch
from infoset_server.people import User
from infoset_server.rooms import Room, RoomSeat
from infoset_server.tournaments.definition import table_settings
from infoset_server.tournaments.documents import Shelf
from infoset_server.tournaments.errors import TournamentError
from infoset_server.tournaments.stage import Stage
from infoset_server.tournaments.tournament import Match, Tournament

logger = logging.getLogger(__name__)


@dataclass(eq=False)
class Calling:
    """A table that is called. `until_ms` (since 1970) is when who is not there is absent."""

    number: int
    room: Room
    seating: tuple[int, ...]
    until_ms: int


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
    """Does nothing before `begin`."""

    def __init__(
        self, tournament: Tournament, stage: Stage, shelf: Shelf, news: News | None = None
    ) -> None:
        """Without `news` nobody is told anything."""
        self.tournament = tournament
        self.callings: dict[int, Calling] = {}
        self._stage = stage
        self._shelf = shelf
        self._news = news or NoNews()
        self._loop = asyncio.get_running_loop()
        self._is_up = False
        self._soon: asyncio.Handle | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._drawing: asyncio.Task[None] | None = None
        self._next_wave_ms = 0
        self._nothing_for: Course | None = None  # nothing was to be drawn while it was like this
        self._playing: dict[MatchId, int] = {  # the number of the table
            table.match.id: number
            for number, table in tournament.tables.items()
            if table.match is not None
        }

    # What happens.

    def begin(self) -> None:
        """From now on it is directed. Matches of before a restart that do not go on have no result."""
        for match_id, number in list(self._playing.items()):
            if self._stage.running(match_id) is None:
                self._note_end(match_id, number, None)
        self._is_up = True
        self._news.begins(self)
        self.go_on()

    def close(self) -> None:
        """Directs no more."""
        self._is_up = False
        for handle in (self._soon, self._timer):
            if handle is not None:
                handle.cancel()
        if self._drawing is not None:
            self._drawing.cancel()

    def go_on(self) -> None:
        """Something has happened: what follows from it is done soon."""
        if self._is_up and self._soon is None:
            self._soon = self._loop.call_soon(self._work)

    def match_begins(self, room: Room, live: LiveMatch) -> bool:
        """Is it a match at a called table? It is noted before anybody hears of the match."""
        calling = next((one for one in self.callings.values() if one.room is room), None)
        if calling is None:
            return False
        del self.callings[calling.number]
        self._playing[live.id] = calling.number
        match = Match(live.id, calling.seating, self._stage.now_ms())
        self.tournament.began(calling.number, match)
        self._shelf.put_table(self.tournament, calling.number)
        self._news.table(self, calling.number)
        return True

    def plays(self, match_id: MatchId) -> bool:
        """Is it a match of this tournament?"""
        return match_id in self._playing

    def match_over(self, live: LiveMatch) -> None:
        """One of its matches has ended. One that goes on elsewhere has not, here."""
        over = live.match.over
        if over is None or live.result is None:
            return
        is_void = live.match.steps[-1].kind == ABORT
        places = None if is_void else tuple(over.result.places)
        self._note_end(live.id, self._playing[live.id], places)
        self.go_on()

    def changed(self) -> None:
        """The organiser has changed something: it is noted, and what does not fit any more is ended."""
        self._shelf.put(self.tournament)
        for number, sitting in enumerate(self.tournament.course.sittings):
            if number in self.tournament.tables or sitting.absent or sitting.ruling is not None:
                self._shelf.put_table(self.tournament, number)
        self._end_what_is_decided()
        if not self.tournament.is_running:
            for calling in list(self.callings.values()):
                self._uncall(calling)
        self._news.changed(self)
        self.go_on()

    def end_match(self, number: int) -> None:
        """The match being played at a table ends without a result."""
        match = self.tournament.table(number).match
        live = None if match is None else self._stage.running(match.id)
        if live is not None:
            live.abort("replayed")

    def end_everything(self) -> None:
        """The tournament is deleted: nobody is called any more, and its matches end without a result."""
        self._news.removed(self)
        for calling in list(self.callings.values()):
            self._uncall(calling)
        for match_id in list(self._playing):
            live = self._stage.running(match_id)
            if live is not None:
                live.abort("replayed")

    # Who is where.

    def busy_tables(self) -> list[int]:
        """The tables that are called or played."""
        return [*self.callings, *self._playing.values()]

    def at_tables(self) -> Iterator[int]:
        """The entrants at tables that are called or played, as often as they are there."""
        for number in self.busy_tables():
            yield from self.tournament.sitting(number).entrants

    def busy_users(self) -> set[UserId]:
        """The accounts at these tables."""
        entrants = self.tournament.entrants
        users = (entrants[one].user for one in self.at_tables())
        return {user for user in users if user is not None}

    def missing(self, calling: Calling) -> list[int]:
        """The entrants for whom a called table waits."""
        absent = self.tournament.sitting(calling.number).absent
        seats = zip(calling.seating, calling.room.seats, strict=True)
        return sorted(one for one, seat in seats if one not in absent and not seat.is_ready)

    # What follows.

    def _work(self) -> None:
        self._soon = None
        if not self._is_up or self._stage.is_stopping:
            return
        now_ms = self._stage.now_ms()
        self._start_if_due(now_ms)
        if self.tournament.is_running:
            self._end_late_matches(now_ms)
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

    def _let_go_of_the_deleted(self) -> None:
        """Whose account is gone has left."""
        one = self.tournament
        gone = [
            entrant
            for entrant in one.course.staying
            if one.entrants[entrant].user is not None and self._user(entrant) is None
        ]
        for entrant in gone:
            logger.info("tournament %s: %s has no account", one.id, one.name_of(entrant))
            one.withdraw(entrant)
        if gone:
            self.changed()

    def _end_late_matches(self, now_ms: int) -> None:
        limit_s = self.tournament.file.match_limit_s
        if limit_s is None:
            return
        for match_id, number in list(self._playing.items()):
            match, live = self.tournament.table(number).match, self._stage.running(match_id)
            if match is None or live is None or match.is_late:
                continue
            if now_ms >= match.begun_ms + limit_s * 1000:
                logger.info("match %s took too long", match_id)
                match.is_late = True
                live.abort("aborted")

    def _give_up_missing(self, now_ms: int) -> None:
        for calling in list(self.callings.values()):
            if now_ms < calling.until_ms or calling.number not in self.callings:
                continue
            self._look_for_clients(calling)
            if calling.number not in self.callings:
                continue  # somebody was here after all, and it has begun
            absent = self.missing(calling)
            if absent:
                self._go_on_without(calling, absent)
            else:  # the server lets no match begin
                calling.until_ms = now_ms + int(self._stage.limits.retry_s * 1000)

    def _go_on_without(self, calling: Calling, absent: list[int]) -> None:
        one = self.tournament
        names = ", ".join(one.name_of(entrant) for entrant in absent)
        logger.info("tournament %s, table %s: absent: %s", one.id, calling.room.id, names)
        self._uncall(calling)
        out = one.miss(calling.number, absent)
        self._shelf.put_table(one, calling.number)
        self._news.table(self, calling.number)
        if out:
            self.changed()

    def _draw_or_finish(self, now_ms: int) -> None:
        one = self.tournament
        moment = self._moment(now_ms)
        if one.format.is_over(one.course, moment):
            one.finish()
            self._put()
            logger.info("tournament %s is over", one.id)
        elif self._drawing is None and self._is_draw_due(now_ms):
            self._drawing = self._loop.create_task(self._draw(moment), name=f"draw of {one.id}")

    def _is_draw_due(self, now_ms: int) -> bool:
        """Has something happened since nothing was to be drawn? In an arena: is it time for a wave?"""
        if not isinstance(self.tournament.format, Arena):
            return self.tournament.course is not self._nothing_for
        if now_ms < self._next_wave_ms:
            return False
        self._next_wave_ms = now_ms + int(self._stage.limits.wave_s * 1000)
        return True

    async def _draw(self, moment: Moment) -> None:
        """Draws what is due. In a thread: the best pairs of a large field take a second."""
        one, course = self.tournament, self.tournament.course
        try:
            draws = await asyncio.to_thread(one.format.draws, course, moment)
        except Exception:
            logger.exception("tournament %s is paused: its next tables cannot be drawn", one.id)
            one.pause()
            self._put()
            return
        finally:
            self._drawing = None
        if not draws:
            self._nothing_for = course
        if one.is_running and draws and (one.course is course or self._may_draw(draws)):
            self._take(draws)
        if draws or one.course is not course:
            self.go_on()

    def _take(self, draws: list[Draw]) -> None:
        """These are the next tables."""
        numbers = self.tournament.draw(draws)
        self._shelf.put_wave(self.tournament, numbers)
        for number in numbers:
            self._news.table(self, number)

    def _put(self) -> None:
        """Something about the tournament itself has changed."""
        self._shelf.put(self.tournament)
        self._news.changed(self)

    def _may_draw(self, draws: Iterable[Draw]) -> bool:
        """May tables be drawn though something has happened meanwhile? In an arena, if all are still free."""
        if not isinstance(self.tournament.format, Arena):
            return False
        free = set(self._moment(self._stage.now_ms()).free)
        return all(free.issuperset(draw.entrants) for draw in draws)

    def _moment(self, now_ms: int) -> Moment:
        """Now, for the format: an arena goes on with those who are here."""
        course = self.tournament.course
        busy = {one for table in course.sittings if not table.is_decided for one in table.entrants}
        if isinstance(self.tournament.format, Arena):
            busy |= {one for one in course.staying if not self._is_here(one)}
        return self.tournament.moment(now_ms, busy)

    def _is_here(self, entrant: int) -> bool:
        user = self._user(entrant)
        if user is None:
            return self.tournament.entrants[entrant].bot is not None
        return self._stage.client_of(user) is not None and user.id not in self._stage.busy_users()

    def _user(self, entrant: int) -> User | None:
        user = self.tournament.entrants[entrant].user
        return None if user is None else self._stage.user(user)

    # Tables.

    def _call_tables(self, now_ms: int) -> None:
        one = self.tournament
        places = min(one.file.tables, self._stage.limits.max_tables)
        places -= len(self.callings) + len(self._playing)
        at_tables = Counter(self.at_tables())
        playing = set(self._playing.values())
        elsewhere = self._stage.busy_users()
        for number, sitting in enumerate(one.course.sittings):
            if places <= 0:
                return
            if sitting.is_decided or number in self.callings or number in playing:
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
        one = self.tournament
        try:
            self._call(number, now_ms)
        except TournamentError as problem:
            logger.error("tournament %s is paused: %s", one.id, problem)
            one.pause()
            self._put()

    def _call(self, number: int, now_ms: int) -> None:
        """Calls a table: those who play there come into its room. Raises TournamentError."""
        one, sitting = self.tournament, self.tournament.sitting(number)
        title = f"{one.title} {sitting.draw.name}"
        settings = table_settings(one.file, title, self._stage.room_limits)
        bots = [self._bot_for(number, entrant) for entrant in sitting.next_seating()]
        room = self._stage.open_table(settings, self._host(sitting.entrants))
        until_ms = now_ms + int(one.file.absence_s * 1000)
        calling = Calling(number, room, sitting.next_seating(), until_ms)
        self.callings[number] = calling
        room.wants_ready = one.file.ready
        room.greeting = self._stage.words(
            f"{title}: your table is room {room.id}. Say there that you are ready, "
            f"within {duration(one.file.absence_s)}."
        )
        for seat, entrant, bot in zip(room.seats, calling.seating, bots, strict=True):
            self._reserve(room, seat, entrant, bot)
        self._look_for_clients(calling)
        self._news.table(self, number)
        room.start_if_ready()

    def _host(self, entrants: Iterable[int]) -> User | None:
        """Whose class may see the table; None where everybody may."""
        users = [self._user(entrant) for entrant in entrants]
        return next((user for user in users if user is not None and user.classroom), None)

    def _bot_for(self, number: int, entrant: int) -> str | None:
        """The bot on the seat of an entrant: himself, or who plays for him if he is absent. Raises TournamentError."""
        if entrant in self.tournament.sitting(number).absent:
            return self._stand_in()
        return self.tournament.entrants[entrant].bot

    def _stand_in(self) -> str:
        game, named = self.tournament.file.game, self.tournament.file.stand_in
        if named is not None and self._stage.plays(named, game):
            return named
        bots = self._stage.bots(game)
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

    def _look_for_clients(self, calling: Calling) -> None:
        """Whoever is here and not in the room yet comes into it."""
        for seat in list(calling.room.seats):
            client = None if seat.kept_for is None else self._stage.client_of(seat.kept_for)
            if client is not None:
                calling.room.enter(client)

    def _uncall(self, calling: Calling) -> None:
        del self.callings[calling.number]
        self._stage.dissolve(calling.room)

    def _note_end(self, match_id: MatchId, number: int, places: tuple[int, ...] | None) -> None:
        """How a match has ended, once: what is known already changes nothing."""
        del self._playing[match_id]
        self.tournament.ended(number, match_id, places)
        self._shelf.put_table(self.tournament, number)
        self._news.table(self, number)

    def _end_what_is_decided(self) -> None:
        """Nobody is called to tables that are decided, and what is played there ends."""
        for number in self.busy_tables():
            if self.tournament.sitting(number).is_decided:
                if number in self.callings:
                    self._uncall(self.callings[number])
                self.end_match(number)

    def _arm_timer(self, now_ms: int) -> None:
        """One timer, for what comes first."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        due_ms = min(self._times_ms(), default=None)
        if due_ms is not None:
            self._timer = self._loop.call_later(max(0, due_ms - now_ms) / 1000, self._work)

    def _times_ms(self) -> Iterator[int]:
        """When something is to be done by itself."""
        one = self.tournament
        start_ms = one.file.start_ms()
        if one.state == "open" and start_ms is not None:
            yield start_ms
        if not one.is_running:
            return
        for calling in self.callings.values():
            yield calling.until_ms
        if one.file.match_limit_s is not None:
            for number in self._playing.values():
                match = one.table(number).match
                if match is not None and not match.is_late:
                    yield match.begun_ms + int(one.file.match_limit_s * 1000)
        if isinstance(one.format, Arena):
            yield self._next_wave_ms


def duration(seconds: float) -> str:
    """A time for people: `90 seconds`, `5 minutes`."""
    return f"{seconds / 60:g} minutes" if seconds >= 120 else f"{seconds:g} seconds"
