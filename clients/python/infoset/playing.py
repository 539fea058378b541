"""Takes seats on a server and plays many matches at once over one client. Knows no bots.

What plays a match is a `Seat`, made when the match starts: a bot (botseat.py) or a child process
behind the bridge. Seats are sought, or taken in a room, or given by the server to a house bot.
"""

import asyncio
import contextlib
import logging
from abc import abstractmethod
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any, Final, Literal, Protocol

from infoset.client import Client, Incoming
from infoset.errors import ConnectionLostError, InfosetError, ReplyTimeoutError, RequestError
from infoset.printing import clean
from infoset.remote import expect
from infoset.tournaments import enter_tournament
from infoset.tracking import find_engine, read_match
from infoset.turn import Match, MatchResult
from infoset_protocol.errors import ErrorCode
from infoset_protocol.messages import (
    ClientMessage,
    Error,
    Join,
    LadderQueue,
    LadderRegister,
    MatchStart,
    Ok,
    Ready,
    Room,
    Seek,
    Sync,
    Tournament,
    TournamentInfo,
    TournamentTable,
    Unknown,
    Welcome,
)

logger = logging.getLogger(__name__)

MAX_SEATS: Final = 1000  # matches played at once by one process
MAX_TABLES: Final = 64  # matches sought at the same time


class Seat(Protocol):
    """What plays one match."""

    @property
    @abstractmethod
    def match(self) -> Match:
        """What is played."""

    @property
    @abstractmethod
    def result(self) -> MatchResult | None:
        """How it ended, None while it runs."""

    @abstractmethod
    def take(self, incoming: Incoming) -> None:
        """Notes one message about the match. Never raises, never waits."""

    @abstractmethod
    async def play(self) -> None:
        """Plays until the match is over and `result` is set; cancelled if it is lost sight of."""


class Caller(Protocol):
    """What calls a person to the tables of their tournaments; a program is ready by being there."""

    @abstractmethod
    def note(self, told: TournamentInfo | TournamentTable) -> None:
        """Notes what has become of the tournament of the plan, or of a table. Never raises, never waits."""

    @abstractmethod
    async def call(self, table: TournamentTable) -> None:
        """Sees to it that the person says they are ready at a table that is called.

        Cancelled when something else becomes of the table, or a match begins.
        """


@dataclass(frozen=True)
class Plan:
    """Which seats to take. With no `game`, `room`, `ladder` or `tournament`, those that the server gives.

    `game` is sought, `tables` matches at a time; `fill_ms` is the wait before house bots fill the
    empty seats (None: the server's usual). `room`, an id or a title, is entered, on `seat` or the first open one. On `ladder`
    the plan is an entry under the name of its user, as `version` and `kind` say, `tables` matches at a time.
    A `tournament` is entered, and the plan is fulfilled when that is over and its last match has ended.
    `matches` is how many are played in all (None: until stopped).
    """

    game: str | None = None
    seats: int | None = None
    fill_ms: int | None = None
    tables: int = 1
    room: str | None = None
    seat: int | None = None
    code: str | None = None
    matches: int | None = 1
    ladder: str | None = None
    tournament: str | None = None
    version: str = "1"
    kind: Literal["human", "bot"] = "bot"


class Host:
    """Plays by a plan: `await Host(client, make_seat, plan).run()`.

    `on_result` is called after every match; its result is None if the match was lost sight of.
    A person needs a `caller`, because a table of a tournament waits until they say that they are ready.
    """

    def __init__(
        self,
        client: Client,
        make_seat: Callable[[Match, Incoming], Seat],
        plan: Plan,
        on_result: Callable[[Seat], None] = lambda seat: None,
        caller: Caller | None = None,
    ) -> None:
        self.client = client
        self.plan = plan
        self.done = 0
        self._make_seat = make_seat
        self._on_result = on_result
        self._caller = caller
        self._calls: dict[tuple[str, str], asyncio.Task[None]] = {}  # by tournament and table
        self._seats: dict[str, Seat] = {}
        self._playing: dict[str, asyncio.Task[None]] = {}
        self._seeks = 0
        self._room = plan.room  # its id, as soon as that is known
        self._is_over = False  # the tournament; what is still being played there is seen through
        self._tasks: asyncio.TaskGroup | None = None
        self._finished = asyncio.Event()

    async def run(self) -> None:
        """Plays until the plan is fulfilled or the connection is lost for good.

        Raises RequestError if the server refuses a seat, ConnectionLostError and its like if the
        connection ends before the plan is fulfilled.
        """
        try:
            async with asyncio.TaskGroup() as tasks:
                self._tasks = tasks
                route = tasks.create_task(self._route())
                await self._take_seats()
                await self._finished.wait()
                for task in (route, *self._playing.values(), *self._calls.values()):
                    task.cancel()
        except* InfosetError as group:
            raise first_of(group) from None

    # Taking seats.

    async def _take_seats(self) -> None:
        if self._room is not None:
            with contextlib.suppress(ConnectionLostError):  # the next welcome joins anew
                joined = await self.client.request(self._join(self._room))
                if isinstance(joined, Room):
                    self._room = joined.room.room
        elif self.plan.ladder is not None:
            with contextlib.suppress(ConnectionLostError):  # the next welcome enters anew
                await self._enter(self.plan.ladder)
        elif self.plan.tournament is not None:
            with contextlib.suppress(ConnectionLostError):  # the next welcome enters anew
                await self._enter_tournament(self.plan.tournament)
        else:
            await self._seek_more()

    async def _enter_tournament(self, tournament: str) -> None:
        """Takes part, or sees how it stands. Raises RequestError."""
        self._note_tournament(await enter_tournament(self.client, tournament))

    def _note_tournament(self, told: TournamentInfo) -> None:
        """What has become of our own: when it is over, so is the plan."""
        if told.tournament != self.plan.tournament:
            return
        if self._caller is not None:
            self._caller.note(told)
        if told.state in ("over", "gone"):
            self._end_tournament()

    def _end_tournament(self) -> None:
        """There will be no more matches. Of the last, the server may have said only now how it ended, or not yet."""
        self._is_over = True
        if not self._seats:
            self._finished.set()

    async def _enter(self, ladder: str) -> None:
        """Makes the entry of this plan and queues it for the matches that are left. Raises RequestError."""
        plan, name = self.plan, self.client.welcome.name
        register = LadderRegister(ladder=ladder, name=name, version=plan.version, kind=plan.kind)
        made = expect(await self.client.request(register), Ok)
        left = None if plan.matches is None else plan.matches - self.done
        if left is not None and left <= 0:
            return  # the last one has ended meanwhile
        queue = LadderQueue(
            ladder=ladder,
            entry=(made.data or {})["entry"],
            parallel=min(plan.tables, MAX_TABLES),
            games=left,
        )
        await self.client.request(queue)

    def _join(self, room: str) -> Join:
        seat = self.plan.seat
        any_seat = True if seat is None else None
        return Join(room=room, code=self.plan.code, seat=seat, any_seat=any_seat, ready=True)

    async def _seek_more(self) -> None:
        """Seeks until `plan.tables` matches are played or sought, no more than are wanted in all."""
        if self.plan.game is None:
            return
        while self._is_wanted():
            self._seeks += 1
            try:
                await self.client.request(
                    Seek(game=self.plan.game, seats=self.plan.seats, fill_ms=self.plan.fill_ms)
                )
            except ConnectionLostError:
                self._seeks = max(0, self._seeks - 1)
                return  # the next welcome seeks anew
            except RequestError as error:
                self._seeks = max(0, self._seeks - 1)
                if error.code != ErrorCode.BUSY or not (self._seeks or self._seats):
                    raise
                return  # as many as the server takes; more when a match has started

    def _is_wanted(self) -> bool:
        at_once = self._seeks + len(self._seats)
        left = self.plan.matches is None or self.done + at_once < self.plan.matches
        return left and at_once < min(self.plan.tables, MAX_TABLES)

    # Messages.

    async def _route(self) -> None:
        while True:
            incoming = await self.client.receive()
            message = incoming.message
            match message:
                case MatchStart() if message.role == "player":
                    self._open(message, incoming)
                case Welcome() if not message.resumed:
                    self._start_over()
                case Tournament():
                    self._note_tournament(message.tournament)
                case TournamentTable() if self._caller is not None:
                    self._call(self._caller, message)
                case Error() if message.match_id is None:
                    tell(message)
                case Error() if self._is_of_entry(message):
                    tell(message)
                    _ = self._spawn(self._queue_again())
            match_id = None if isinstance(message, Unknown) else getattr(message, "match_id", None)
            seat = self._seats.get(match_id or str(incoming.plain.get("match_id", "")))
            if seat is not None:
                seat.take(incoming)

    def _call(self, caller: Caller, table: TournamentTable) -> None:
        """Something has become of a table of ours: what was to be done there before is not any more."""
        key = (table.tournament, table.table)
        if (before := self._calls.pop(key, None)) is not None:
            before.cancel()
        caller.note(table)
        if table.status == "called":
            self._calls[key] = self._spawn(caller.call(table))

    def _is_of_entry(self, error: Error) -> bool:
        """Does the server tell what has become of our entry? It names the match by which that came, which may be over."""
        is_unasked = error.re is None and error.code == ErrorCode.WRONG_STATE
        return is_unasked and self.plan.ladder is not None

    async def _queue_again(self) -> None:
        """Our entry may be off the queue; one that is benched ends the plan, behind the matches that it still plays.

        Raises RequestError.
        """
        assert self.plan.ladder is not None, "only entries of ladders are told of"
        try:
            await self._enter(self.plan.ladder)
        except (ConnectionLostError, ReplyTimeoutError):
            pass  # the next welcome enters anew
        except RequestError:
            if self._playing:
                await asyncio.wait(self._playing.values())
            raise

    def _open(self, start: MatchStart, incoming: Incoming) -> None:
        if start.match_id in self._seats:
            return
        if len(self._seats) >= MAX_SEATS:
            logger.warning("match %s is one too many; its seat stays empty", start.match_id)
            return
        self._seeks = max(0, self._seeks - 1)
        for call in self._calls.values():
            call.cancel()  # whoever plays is called nowhere
        seat = self._make_seat(read_match(start, find_engine), incoming)
        self._seats[start.match_id] = seat
        playing = self._playing[start.match_id] = self._spawn(seat.play())
        _ = self._spawn(self._see_through(seat, playing))
        _ = self._spawn(self._seek_more())

    async def _see_through(self, seat: Seat, playing: asyncio.Task[None]) -> None:
        """Counts a match when it has ended and goes on with the plan."""
        await asyncio.wait([playing])
        del self._seats[seat.match.match_id], self._playing[seat.match.match_id]
        if self._finished.is_set():
            return
        self.done += 1
        self._on_result(seat)
        is_played = self.plan.matches is not None and self.done >= self.plan.matches
        if self._is_over or is_played:
            # Others may run, from before the program was started: they are seen through.
            if not self._seats:
                self._finished.set()
        elif self._room is not None:
            with contextlib.suppress(ConnectionLostError):  # the next welcome joins anew
                await self.client.request(Ready(room=self._room))
        else:
            await self._seek_more()

    def _start_over(self) -> None:
        """A new session: what was sought is forgotten, and seats may be gone."""
        self._seeks = 0
        _ = self._spawn(self._look_after_seats())

    async def _look_after_seats(self) -> None:
        """Leaves the matches that ended while nobody listened; sits down again."""
        for seat in list(self._seats.values()):
            if seat.result is None and await self._is_gone(seat.match.match_id):
                self._lose(seat)
        if self.plan.ladder is not None:
            try:
                await self._enter(self.plan.ladder)
            except (RequestError, ConnectionLostError, ReplyTimeoutError) as error:
                logger.warning("ladder %s: %s", self.plan.ladder, error)
        elif self.plan.tournament is not None:
            try:
                await self._enter_tournament(self.plan.tournament)
            except (ConnectionLostError, ReplyTimeoutError) as error:
                logger.warning("tournament %s: %s", self.plan.tournament, error)
            except RequestError as error:  # it was deleted, or is not ours any more
                logger.warning("tournament %s: %s", self.plan.tournament, error)
                self._end_tournament()
        elif self._room is None:
            await self._seek_more()
        elif not self._seats:
            await self._ask(self._join(self._room))

    async def _is_gone(self, match_id: str) -> bool:
        """Does the server say for certain that a match is none of ours any more?

        A refusal that may pass does not: the next hall of a cluster may be there before it has all matches of the last
        one, and tells of each when it does.
        """
        try:
            await self.client.request(Sync(match_id=match_id))
        except RequestError as error:
            logger.info("sync: %s", error)
            return not error.may_pass
        except (ConnectionLostError, ReplyTimeoutError) as error:
            logger.info("sync: %s", error)  # the next welcome asks anew
        return False

    def _lose(self, seat: Seat) -> None:
        logger.warning("match %s went on without us", seat.match.match_id)
        playing = self._playing.get(seat.match.match_id)
        if playing is not None:
            playing.cancel()

    async def _ask(self, message: ClientMessage) -> bool:
        """Sends a request that may well be refused; did it succeed?"""
        try:
            await self.client.request(message)
        except (RequestError, ConnectionLostError, ReplyTimeoutError) as error:
            logger.info("%s: %s", message.type, error)
            return False
        return True

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        assert self._tasks is not None
        return self._tasks.create_task(work)


def tell(error: Error) -> None:
    """What the server says that nobody asked for."""
    logger.warning("the server says: %s (%s)", clean(error.msg), error.code)


def first_of(group: BaseExceptionGroup[InfosetError]) -> InfosetError:
    """The first failure in a group of groups: one sentence is enough."""
    first = group.exceptions[0]
    return first_of(first) if isinstance(first, BaseExceptionGroup) else first
