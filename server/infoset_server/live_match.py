"""A match being played: carries the pure match's notices to the people concerned, and time to the match.

Knows clients and messages, no rules. One object per match; everything happens on the event loop,
one call at a time, and no call waits for a reader.

Whatever changes the match is kept in its log before anybody hears of it. While that is being written
the match in memory is ahead of what is promised (`is_writing`): requests wait, and where writing fails
the match is set up anew from what was kept.
"""

import asyncio
import logging
import secrets
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, assert_never

from infoset_games.match import Choice, Match
from infoset_games.notices import (
    Accepted,
    AlreadySealed,
    Asked,
    Closed,
    Ended,
    Notice,
    Refused,
    SeatLost,
    Stale,
    TimedOut,
    Told,
)
from infoset_games.steps import Step
from infoset_protocol.codec import Prepared
from infoset_protocol.deltas import DeltaWriter
from infoset_protocol.errors import CloseCode, ErrorCode, ProtocolError
from infoset_protocol.messages import Act, Resign
from infoset_server.bus.port import Bus
from infoset_server.chairs import Chair, deltas_for
from infoset_server.clock import clock_of
from infoset_server.connection import Connection
from infoset_server.ids import MatchId, UserId
from infoset_server.lag import NO_LAG
from infoset_server.match_messages import MatchMessages
from infoset_server.outbox import Delivery
from infoset_server.people import Client
from infoset_server.records.journal import LostMatchError, MatchLog, NoLog
from infoset_server.requests import NotYourSeatError, WrongStateError
from infoset_server.settings import RoomSettings
from infoset_server.spectators import DelayedSpectators, Showing, Spectators
from infoset_server.store.errors import StorageFullError, StoreError, UnavailableError
from infoset_server.tallies import ActTally

logger = logging.getLogger(__name__)

RETRY_S: Final = 1.0  # before the next attempt to store the beginning of a match
FOR_EVER_MS: Final = 10 * 365 * 86_400_000


@dataclass(frozen=True)
class Pace:
    """How a match runs besides the agreed terms."""

    absence_s: float  # a seat without a connection for this long is lost
    delay_s: float = 0.0  # waits before each question, so that people can follow bots
    return_s: float = (
        60.0  # after a restart, clocks stand still until the seat is back or this is over
    )
    doubt_s: float = 5.0  # looks so often for players who wait for what nobody knows


class LiveMatch:
    """One match on the wire. `on_lost(seat)` finds a stand-in for a seat, `on_over()` is called once."""

    def __init__(
        self,
        match_id: MatchId,
        settings: RoomSettings,
        match: Match,
        chairs: list[Chair],
        pace: Pace,
        on_lost: Callable[["LiveMatch", Chair], None],
        on_over: Callable[["LiveMatch"], None],
        compute: Mapping[str, Any] | None = None,
        log: MatchLog | None = None,
        tally: ActTally | None = None,
        *,
        bus: Bus,
        max_shown: int,
    ) -> None:
        """`compute` is what players are told of the server's compute; None = there is none.

        `log` keeps the steps of the match; without one they are gone with the server. `tally` counts the
        acts of all matches. Over the `bus` goes what spectators see; `max_shown` of it may wait for one view.
        """
        self.id = match_id
        self.settings = settings
        self.match = match
        self.chairs = chairs
        self.on_moved: Callable[[], None] | None = None  # called after everything that is told
        self.on_missed: Callable[[TimedOut], None] | None = None  # a deadline passed, as was told
        self.ratings: list[dict[str, Any]] = []  # on the ladder whose match it is, for the result
        self.keeps_seed = False  # is its deal to be played again, so that nobody may know the seed?
        self.result: Prepared | None = None
        self.missed_by: set[UserId] = set()  # whom the result could not be told
        self._words = MatchMessages(
            match_id, match, compute, settings.assist, is_rated=settings.is_rated
        )
        self._log: MatchLog = log or NoLog()
        self.spectators = self._make_spectators(bus, max_shown)
        self._relieved: list[Client] = []  # lost their seat to a stand-in: they hear how it ends
        self._pace = pace
        self._on_lost = on_lost
        self._on_over = on_over
        self._loop = asyncio.get_running_loop()
        self._clock_s = clock_of(self._loop)
        self._timer: asyncio.TimerHandle | None = None
        self._timer_ms: int | None = None
        self._is_kept = log is not None
        self.tally = tally or ActTally()
        self._kept = len(match.steps)  # how many steps are in the log
        self._tell_kept: Callable[[StoreError | None], None] | None = None
        self._waiting: deque[tuple[int, Callable[[], None]]] = deque()
        self._is_timed = match.terms.clock.kind not in ("none", "correspondence")
        self._arrived_ms: int | None = None  # when the request now handled came, if it had to wait
        self._stands_still = False  # no clock runs: nothing can be kept
        self._is_frozen = False  # nor does one where the organiser wants it so
        self._is_gone = False  # another server has the match
        self._at_end: list[Callable[[], None]] = []
        self._awaited_until_ms = 0  # after a restart: clocks of those not back yet stand still

    def _make_spectators(self, bus: Bus, max_shown: int) -> Spectators:
        """Those who look on, at once or later, as the room wants it."""
        delay = self.settings.delay
        when_settled = self._when_settled if delay is None else at_once
        showing = Showing(bus, max_shown, lambda: self._log.epoch, when_settled)
        if delay is None:
            return Spectators(
                self.id, self._words, lambda: [chair.info() for chair in self.chairs], showing
            )
        match = Match(self.match.game, self.match.terms, self.match.seed, self.match.deal)
        return DelayedSpectators(
            self.id,
            MatchMessages(self.id, match, None, is_rated=self.settings.is_rated),
            lambda: [chair.identity() for chair in self.chairs],
            showing,
            delay,
            lambda: self.match.steps,
        )

    def now_ms(self) -> int:
        """The monotonic clock of the match."""
        return int(self._clock_s() * 1000)

    # The life of the match.

    def start(self) -> None:
        """Deals: tells everybody and asks the first seats, as soon as the beginning is kept."""
        notices = self.match.start(self.now_ms())
        self._settle(partial(self._open, notices), self._start_later)

    def go_on(self) -> None:
        """Goes on with a match from before a restart, whose players are on their way."""
        logger.info("match %s goes on: %s", self.id, self.match.game.rules)
        if self.match.over is not None:  # the server stopped before it could tell
            self._end(self.match.over)
            return
        now_ms = self.now_ms()
        self._awaited_until_ms = now_ms + int(self._pace.return_s * 1000)
        self.spectators.follow(self._kept_count(), self.match.ver)
        self._set_clocks(now_ms)
        for chair in self.chairs:
            if chair.client is None:
                self._await_return(chair)
            else:
                self.attach(chair, chair.client)
        self._arm_timer()

    def act(self, client: Client, act: Act) -> None:
        """A player's decision. Answers the request; raises NotYourSeatError or WrongStateError."""
        begun_s = self._clock_s()
        chair = self._check_running(self._held_by(client) or self._aided_by(client, act))
        choice = Choice(act.index, act.picks, act.action)
        now_ms = int(begun_s * 1000) if self._arrived_ms is None else self._arrived_ms
        if self._is_timed:
            if self.match.is_costly(chair.seat, now_ms):
                self._note_lag(chair)
            self._measure(client)
        try:
            notices = self.match.submit(
                chair.seat,
                act.decision,
                choice,
                now_ms,
                replace=bool(act.replace),
                may_repeat=client is not chair.answered_by,
            )
        except Exception:  # noqa: BLE001  # rules may raise anything; it is logged
            raise game_failed(self._break_off()) from None
        if self._is_kept:
            tell = partial(self._tell_act, chair, client, act, notices, begun_s)
            self._settle(tell, partial(self._refuse_unkept, client, act))
        else:
            self._tell_act(chair, client, act, notices, begun_s)

    def resign(self, client: Client, request: Resign) -> None:
        """The player gives up. Answers the request; raises NotYourSeatError or WrongStateError."""
        chair = self._chair_of(client)
        notices = self.match.forfeit(chair.seat, "resign", self.now_ms())
        self._settle(
            partial(self._tell_resignation, client, request, notices),
            partial(self._refuse_unkept, client, request),
        )

    def abort(self, ending: str) -> None:
        """Ends the match without a winner (the server stops, or broke)."""
        if self.is_writing:
            self.when_kept(partial(self.abort, ending))
        elif self.match.over is None:
            self._advance(self.match.abort(ending))

    def freeze(self, is_frozen: bool) -> None:
        """The organiser stops the match, or lets it go on: no clock runs, and nobody may act."""
        self._is_frozen = is_frozen
        self._set_clocks(self.now_ms())
        self._arm_timer()

    def when_over(self, call: Callable[[], None]) -> None:
        """Calls back when the match has ended for everybody."""
        self._at_end.append(call)

    def credit(self, seat: int, ms: int) -> None:
        """Gives a seat time back: the server, not the player, has used it."""
        self.match.credit(seat, ms, self.now_ms())
        self._arm_timer()

    def go_on_from(self, seat: int, decision: int, used_ms: int) -> None:
        """`seat` had used so much of its open decision before a restart."""
        self.match.go_on_from(seat, decision, used_ms)
        self._arm_timer()

    def _chair_of(self, client: Client) -> Chair:
        """The chair on which `client` decides. Raises NotYourSeatError or WrongStateError."""
        return self._check_running(self._held_by(client))

    def _aided_by(self, client: Client, act: Act) -> Chair | None:
        """The chair for which an assistant decides, if `client` is one that may. Raises RequestError."""
        for chair in self.chairs:
            if chair.aides is not None and chair.aides.let_act(client, act):
                return chair
        return None

    def _check_running(self, chair: Chair | None) -> Chair:
        """`chair` itself. Raises NotYourSeatError where there is none, WrongStateError where nobody decides."""
        if chair is None:
            raise NotYourSeatError("you do not control a seat in this match")
        if self.match.over is not None:
            raise WrongStateError("the match is over")
        if self._is_frozen:
            raise WrongStateError("the organiser has stopped this match for now; no clock runs")
        return chair

    def _open(self, notices: list[Notice]) -> None:
        for chair in self.chairs:
            if chair.client is not None and not chair.client.connection.is_open:
                chair.client = None  # left while the beginning was being kept
            if not chair.is_here:
                self._await_return(chair)
            if chair.client is not None:
                chair.client.seats[self.id] = chair.seat
                chair.deltas = deltas_for(chair.client)
                self._measure(chair.client)
                self._to_chair(chair, self._words.start(self.chairs, chair))
            if chair.aides is not None:
                chair.aides.begin()
        self.spectators.begin(self.spectators.clients)
        logger.info("match %s started: %s", self.id, self.match.game.rules)
        self._tell(notices)

    def _start_later(self, error: StoreError) -> None:
        """The beginning could not be stored: nothing has begun, so it begins a moment later."""
        logger.warning("match %s waits for the store: %s", self.id, error)
        self._loop.call_later(RETRY_S, self.start)

    def _break_off(self) -> str:
        """The rules failed, as the exception being handled tells: this match ends, no other is concerned.

        Returns the number under which the log has the story. What is not kept is undone: a step at which
        the rules fail must not stand in the record.
        """
        incident = secrets.token_hex(4)
        logger.exception("incident %s: match %s ends: its game failed", incident, self.id)
        if self._is_kept and not self.is_writing and len(self.match.steps) > self._kept:
            self._undo()
        self.abort("error")
        return incident

    # First kept, then told.

    @property
    def is_over(self) -> bool:
        """Has the match ended, for everybody? One that goes on elsewhere has, here, without a result."""
        return self.result is not None or self._is_gone

    @property
    def is_writing(self) -> bool:
        """Is something being kept that nobody has been told yet?"""
        return self._tell_kept is not None

    @property
    def waiting(self) -> int:
        """How many requests wait for what is being kept; the one that is, counts."""
        return len(self._waiting) + self.is_writing

    def when_kept(self, call: Callable[[], None]) -> None:
        """Calls back as soon as nothing is being written; in order. An act made then counts as made now."""
        self._waiting.append((self.now_ms(), call))

    def _when_settled(self, call: Callable[[], None]) -> None:
        """Calls back when the match is no further than what is kept."""
        if self.is_writing:
            self.when_kept(call)
        else:
            call()

    def _advance(self, notices: list[Notice]) -> None:
        """Tells what has happened by itself (time, absence), as soon as it is kept."""
        self._settle(partial(self._tell, notices), self._try_again)

    def _settle(self, tell: Callable[[], None], refuse: Callable[[StoreError], None]) -> None:
        """Calls `tell` when the new steps of the match are kept, or `refuse` when they are undone."""
        if not self._is_kept or len(self.match.steps) == self._kept:
            tell()
            return
        assert self._tell_kept is None, "one thing is written at a time"
        self._tell_kept = partial(self._on_kept, tell, refuse)
        if self._log.keep(self.match.steps[self._kept :], self._tell_kept):
            self._tell_kept(None)

    def _on_kept(
        self,
        tell: Callable[[], None],
        refuse: Callable[[StoreError], None],
        error: StoreError | None,
    ) -> None:
        """The log has spoken."""
        self._tell_kept = None
        try:
            if error is None:
                self._kept = len(self.match.steps)
                tell()
            elif isinstance(error, LostMatchError):
                self.let_go(error)
            else:
                self._undo()
                refuse(error)
        except Exception:  # noqa: BLE001  # as in `act`
            self._break_off()
        while self._waiting and not self.is_writing:
            self._call_waiting(*self._waiting.popleft())

    def _call_waiting(self, since_ms: int, call: Callable[[], None]) -> None:
        """What goes wrong there must not stop the others."""
        self._arrived_ms = since_ms
        try:
            call()
        except Exception:
            logger.exception("match %s: what had to wait failed", self.id)
        self._arrived_ms = None

    def _undo(self) -> None:
        """Back to what is kept. Open decisions are opened anew: nobody pays for our trouble."""
        before = self.match
        match = Match(before.game, before.terms, before.seed, before.deal)
        now_ms = self.now_ms()
        for step in before.steps[: self._kept]:
            match.redo(step, now_ms)
        self.match = self._words.match = match
        self._set_clocks(now_ms)

    def _refuse_unkept(self, client: Client, request: Act | Resign, error: StoreError) -> None:
        """The request has had no effect, because it could not be stored."""
        is_full = isinstance(error, StorageFullError)
        code = ErrorCode.STORAGE_FULL if is_full else ErrorCode.UNAVAILABLE
        self.tally.refused[code] += 1
        client.connection.error(
            code,
            "the server cannot store what you did; nothing has changed",
            request=request,
            match_id=self.id,
            retry_ms=error.retry_ms if isinstance(error, UnavailableError) else 1_000,
        )
        self._arm_timer()

    def _try_again(self, error: StoreError) -> None:
        """What happened by itself will happen again: its time is up anew after a while."""
        for chair in self.chairs:
            if not chair.is_here and chair.absence is None:
                self._await_return(chair)
        self._arm_timer()

    def let_go(self, error: LostMatchError) -> None:
        """Another server has the match: whoever is here shall look for it there."""
        logger.critical("match %s is not ours any more: %s", self.id, error)
        self._is_gone = True
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        gone = self.players() + self.spectators.clients
        self._forget_everybody()
        self.spectators.clear()
        self._on_over(self)
        for client in gone:
            client.connection.close(CloseCode.RESTARTING, "the match goes on elsewhere")

    def stand_still(self, stands_still: bool) -> None:
        """Stops all clocks, because nothing can be kept, or lets them run again.

        Open decisions have their whole time then: nobody pays for our trouble.
        """
        self._stands_still = stands_still
        self._set_clocks(self.now_ms())
        self._arm_timer()

    def _set_clocks(self, now_ms: int) -> None:
        """Whose clock runs from now on, and whose stands still."""
        for chair in self.chairs:
            self.match.release(chair.seat, now_ms)
            if self._stands_still or self._is_frozen:
                self.match.hold(chair.seat, now_ms + FOR_EVER_MS)
            elif chair.client is None and self._awaited_until_ms > now_ms:
                self.match.hold(chair.seat, self._awaited_until_ms)

    def send_away(self) -> None:
        """Nobody knows yet whether what a player did is kept: players shall come back and see.

        Their sessions go on with the new connections, and what they asked is answered there.
        """
        for client in self.players():
            if client.user.house_bot is None:
                reason = "the server does not know yet what became of your action"
                client.connection.on_timeout(CloseCode.RESTARTING, reason)

    # Comings and goings.

    def attach(self, chair: Chair, client: Client) -> None:
        """`client` takes the seat (again): it gets everything it needs to play on."""
        if self.is_writing:
            self.when_kept(partial(self._attach_late, chair, client))
            return
        chair.cancel_absence()
        chair.is_missed = False
        chair.has_come = True
        if chair.client is not None:
            chair.client.seats.pop(self.id, None)
        chair.client = client
        chair.deltas = deltas_for(client)
        client.seats[self.id] = chair.seat
        if not self._stands_still and not self._is_frozen:
            self.match.release(chair.seat, self.now_ms())
        self._measure(client)
        self._to_chair(chair, self._words.start(self.chairs, chair))
        client.connection.send(self.snapshot(chair.seat), Delivery.MUST)
        if chair.aides is not None:
            chair.aides.owner_came(is_new=True)
        self._tell_status(chair)
        self._arm_timer()

    def _attach_late(self, chair: Chair, client: Client) -> None:
        """As `attach`, if it still makes sense."""
        if client.connection.is_open and self.match.over is None:
            self.attach(chair, client)

    def take_back(self, chair: Chair, client: Client) -> None:
        """The user of the chair is back, perhaps to relieve a stand-in."""
        if self.is_writing:
            self.when_kept(partial(self._take_back_late, chair, client))
            return
        if chair.taken_by is not None:
            chair.taken_by = None
            self.match.forgive(chair.seat)
        if client in self._relieved:
            self._relieved.remove(client)
        self.attach(chair, client)

    def _take_back_late(self, chair: Chair, client: Client) -> None:
        """As `take_back`, if it still makes sense."""
        if client.connection.is_open and self.match.over is None and chair.is_vacant:
            self.take_back(chair, client)

    def step_out(self, client: Client) -> None:
        """`client` lost its link and may resume: its seat stays its own, its clocks run on."""
        chair = self._held_by(client)
        if chair is not None:
            self._miss(chair)

    def step_in(self, client: Client) -> None:
        """`client` has resumed: everything it was told meanwhile is on its way already."""
        chair = self._held_by(client)
        if chair is not None:
            chair.answered_by = None  # an answer it repeats may be one that it never heard of
            if chair.deltas is not None:
                chair.deltas.begin_anew()
            if chair.aides is not None:
                chair.aides.owner_came(is_new=False)
            if chair.is_missed:
                chair.is_missed = False
                chair.cancel_absence()
                self._tell_status(chair)

    def detach(self, client: Client) -> None:
        """`client` is gone for good: its seat waits for another connection of its user."""
        chair = self._held_by(client)
        client.seats.pop(self.id, None)
        self.spectators.remove(client)
        if chair is not None:
            chair.client = None
            if not chair.is_missed:
                self._miss(chair)

    def _held_by(self, client: Client) -> Chair | None:
        """The chair on which `client` decides, if there is one."""
        seat = client.seats.get(self.id)
        return None if seat is None or self.chairs[seat].client is not client else self.chairs[seat]

    def _miss(self, chair: Chair) -> None:
        """Nobody is there for the chair: everybody hears so, and how long it waits."""
        if self.match.over is None or self.is_writing:
            chair.is_missed = True
            self._await_return(chair)
            self._tell_status(chair)

    @property
    def kept_steps(self) -> list[Step]:
        """The steps that are kept, or in a match that is not kept, all."""
        return self.match.steps[: self._kept_count()]

    @property
    def is_stored(self) -> bool:
        """Will it be known after its end?"""
        return not isinstance(self._log, NoLog)

    def _kept_count(self) -> int:
        return self._kept if self._is_kept else len(self.match.steps)

    def opening(self, chair: Chair) -> dict[str, Any]:
        """`match_start` for who plays on a chair."""
        return self._words.start(self.chairs, chair)

    def snapshot(self, seat: int) -> Prepared:
        """The full view of `seat` with its open decision."""
        deltas = self.chairs[seat].deltas
        if deltas is not None:
            deltas.begin_anew()
        return Prepared(self._words.snapshot(seat, self.now_ms()))

    # Notices to messages.

    def _tell_act(
        self, chair: Chair, client: Client, act: Act, notices: list[Notice], begun_s: float
    ) -> None:
        try:
            self._answer(chair, client, act, notices[0])
            self._tell(notices[1:])
            if type(notices[0]) is Accepted:
                self._count(self._clock_s() - begun_s)
        except Exception:  # noqa: BLE001  # as in `act`
            failure = game_failed(self._break_off())
            client.connection.error(failure.code, failure.msg, data=failure.data, match_id=self.id)

    def _count(self, seconds: float) -> None:
        """Everybody has been told of an act after so long."""
        self.tally.seconds.note(seconds)
        self.tally.recent.append((self.id, seconds))

    def _tell_resignation(self, client: Client, request: Resign, notices: list[Notice]) -> None:
        self._tell(notices)
        client.connection.reply(request, {"type": "ok"})

    def _answer(self, chair: Chair, client: Client, act: Act, notice: Notice) -> None:
        """The first notice of a submit is the answer to the request."""
        match notice:
            case Accepted():
                chair.answered_by = client
                if act.id is not None:
                    client.connection.reply(act, self._words.act_ok(notice))
                if chair.aides is not None:
                    chair.aides.answered(client, act)
            case Stale():
                data: dict[str, Any] = {"open": list(notice.open)}
                msg = f"decision {act.decision} is not open"
                self._refuse(client, act, ErrorCode.STALE_DECISION, msg, data)
            case AlreadySealed():
                msg = "another choice is sealed; set replace to change it"
                self._refuse(client, act, ErrorCode.ALREADY_SEALED, msg)
            case Refused():
                data = {"why": notice.why, "left": notice.left}
                self._refuse(client, act, ErrorCode.ILLEGAL_ACTION, notice.why, data)
            case _:
                raise AssertionError(f"a submit began with {notice}")

    def _refuse(
        self,
        client: Client,
        act: Act,
        code: ErrorCode,
        msg: str,
        data: dict[str, Any] | None = None,
    ) -> None:
        self.tally.refused[code] += 1
        client.connection.error(
            code, msg, request=act, data=data, match_id=self.id, decision=act.decision
        )

    def _tell(self, notices: Iterable[Notice]) -> None:
        lost: list[Chair] = []
        for notice in notices:
            match notice:
                case Told():
                    self._tell_events(notice)
                case Asked():
                    self._ask_soon(notice)
                case Closed():
                    self._to_seat(self.chairs[notice.seat], self._words.turn_closed(notice))
                case TimedOut():
                    self._to_all(Prepared(self._words.timeout(notice)))
                    if self.on_missed is not None:
                        self.on_missed(notice)
                case SeatLost():
                    lost.append(self.chairs[notice.seat])
                case Ended():
                    self._end(notice)
                case Accepted() | Stale() | AlreadySealed() | Refused():
                    raise AssertionError(f"{notice} answers a request")
                case _:
                    assert_never(notice)
        for chair in lost:  # last, so that a stand-in's snapshot is not followed by older events
            is_starting = chair.client is None and chair.bot is not None and not chair.has_come
            if self.match.over is None and not is_starting:  # a bot that starts up has its own time
                self._lose(chair)
        self._arm_timer()
        if self.spectators.is_delayed:
            self.spectators.follow(self._kept_count(), self.match.ver)
        if self.on_moved is not None:
            self.on_moved()

    def _tell_events(self, told: Told) -> None:
        """One message per view. Views that are one object (and with `obs` one seat's) are encoded once."""
        shared: dict[int, Prepared] = {}
        for chair in self.chairs:
            client = chair.client
            if client is not None:
                connection = client.connection
                connection.send(self._view(connection, chair.seat, told, shared))
            if chair.aides is not None:
                view = partial(self._view, seat=chair.seat, told=told, shared=shared)
                chair.aides.tell_events(view)
        if self.spectators.eyes:
            self.spectators.tell_events(told, shared)

    def _view(
        self, connection: Connection, seat: int, told: Told, shared: dict[int, Prepared]
    ) -> Prepared:
        """What the client is told, from `shared` if an equal view is there already."""
        items = told.views[seat]
        with_obs = "obs" in connection.features
        prepared = None if with_obs else shared.get(id(items))
        if prepared is None:
            prepared = Prepared(self._words.events(told, seat, with_obs))
            if not with_obs:
                shared[id(items)] = prepared
        return prepared

    def _ask_soon(self, asked: Asked) -> None:
        if self._pace.delay_s:
            self._loop.call_later(self._pace.delay_s, self._ask, asked.seat, asked.decision)
        else:
            self._ask(asked.seat, asked.decision)

    def _ask(self, seat: int, number: int) -> None:
        chair = self.chairs[seat]
        asked = self.match.open.get(seat)
        is_heard = chair.client is not None or chair.aides is not None
        if is_heard and asked is not None and asked.number == number:
            now_ms = self.now_ms()
            if chair.client is not None:
                self.match.start_clock(seat, now_ms)
            question = self._words.your_turn(asked, now_ms)
            if chair.deltas is None:
                self._to_seat(chair, question)
            else:
                self._ask_in_short(chair, chair.deltas, question)

    def _ask_in_short(self, chair: Chair, deltas: DeltaWriter, question: dict[str, Any]) -> None:
        """As `_to_seat`: who wants differences gets one, assistants the whole observation."""
        self._to_chair(chair, deltas.shorten(question))
        if chair.aides is not None:
            chair.aides.tell(Prepared(question))

    def _end(self, ended: Ended) -> None:
        over = self._words.over(ended, self.is_stored)
        if self.keeps_seed:
            del over["seed"]
        self.result = Prepared(over | self._label())
        told = self.players() + self._relieved
        for client in told:
            client.connection.send(self.result)
        for chair in self.chairs:
            if chair.aides is not None:
                chair.aides.tell(self.result)
        self.spectators.end(self.result, len(self.match.steps))
        here = {client.user.id for client in told if client.connection.is_here}
        self.missed_by = {chair.user.id for chair in self.chairs} - here
        logger.info("match %s ended: %s, places %s", self.id, ended.reason, ended.result.places)
        self._log.close(ended.reason)
        self._forget_everybody()
        self._on_over(self)
        for call in self._at_end:
            call()

    def _label(self) -> dict[str, Any]:
        """What the result says besides the rules: seats that were assisted, ratings; if there are any."""
        assisted = [chair.seat for chair in self.chairs if chair.is_assisted]
        label: dict[str, Any] = {"assisted": assisted} if assisted else {}
        return label | {"rating": self.ratings} if self.ratings else label

    def _forget_everybody(self) -> None:
        for chair in self.chairs:
            chair.cancel_absence()
            if chair.aides is not None:
                chair.aides.ended()
                chair.aides = None
            if chair.client is not None:
                chair.client.seats.pop(self.id, None)
            # A room remembers its last match for long.
            chair.client = chair.answered_by = chair.deltas = None
        self._relieved.clear()

    # Absence.

    def _await_return(self, chair: Chair) -> None:
        if self.match.has_left(chair.seat):
            return  # nobody needs to play on for who has resigned
        if self.match.terms.clock.kind == "correspondence" and chair.bot is None:
            return  # people come and go as long as their time lasts
        chair.absence = self._loop.call_later(self._pace.absence_s, self._absent_too_long, chair)

    def _absent_too_long(self, chair: Chair) -> None:
        if self.is_writing:
            self.when_kept(partial(self._absent_too_long, chair))
            return
        chair.absence = None
        if not chair.is_here and self.match.over is None:
            if self.match.terms.absent == "forfeit":
                self._advance(self.match.forfeit(chair.seat, "forfeit", self.now_ms()))
            else:
                self._lose(chair)

    def _lose(self, chair: Chair) -> None:
        """The seat goes to a stand-in; whoever had it hears so, and the result, but no more of the play."""
        if chair.client is not None:
            chair.client.seats.pop(self.id, None)
            self._relieved.append(chair.client)
            chair.client = None
        if chair.bot is not None:
            chair.lost_by.add(chair.bot)
        self._on_lost(self, chair)

    def stand_in(self, chair: Chair, name: str) -> None:
        """House bot `name` plays on for the seat's owner, as soon as it is connected."""
        chair.taken_by = name
        chair.has_come = False
        self.match.forgive(chair.seat)
        self._await_return(chair)
        self._tell_status(chair)

    def give_up(self, chair: Chair) -> None:
        """Nobody can take the seat: it forfeits."""
        if self.is_writing:
            self.when_kept(partial(self.give_up, chair))
        elif self.match.over is None:
            self._advance(self.match.forfeit(chair.seat, "forfeit", self.now_ms()))

    def _tell_status(self, chair: Chair) -> None:
        message = self._words.seat_status(chair, self._loop.time())
        key = f"seat_status:{self.id}:{chair.seat}"
        self._to_all(Prepared(message), Delivery.LATEST, key)

    # Delivery and time.

    def _to_chair(self, chair: Chair, message: dict[str, Any]) -> None:
        if chair.client is not None:
            chair.client.connection.send(Prepared(message), Delivery.MUST)

    def _to_seat(self, chair: Chair, message: dict[str, Any]) -> None:
        """To who plays on a chair, and to its assistants: the same bytes."""
        prepared = Prepared(message)
        if chair.client is not None:
            chair.client.connection.send(prepared, Delivery.MUST)
        if chair.aides is not None:
            chair.aides.tell(prepared)

    def announce(self, message: dict[str, Any], key: str) -> None:
        """Everybody hears the newest of this `key`."""
        self._to_all(Prepared(message), Delivery.LATEST, key)

    def _to_all(
        self, prepared: Prepared, kind: Delivery = Delivery.MUST, key: str | None = None
    ) -> None:
        for client in self.players() + self._relieved:
            client.connection.send(prepared, kind, key)
        for chair in self.chairs:
            if chair.aides is not None:
                chair.aides.tell(prepared, kind, key)
        self.spectators.tell(prepared, kind, key)

    def players(self) -> list[Client]:
        """The clients on the seats."""
        return [chair.client for chair in self.chairs if chair.client is not None]

    def _note_lags(self, now_ms: int) -> None:
        """Whose time is up, gets what its network may need on top."""
        for seat, asked in self.match.open.items():
            deadline = asked.deadline_ms()
            if asked.sealed is None and deadline is not None and deadline <= now_ms:
                self._note_lag(self.chairs[seat])

    def _measure(self, client: Client) -> None:
        """Now is the time to see how slow the way to `client` is: it does not think."""
        if self._is_timed:
            client.connection.measure()

    def _note_lag(self, chair: Chair) -> None:
        lag = NO_LAG if chair.client is None else chair.client.connection.lag()
        self.match.note_lag(chair.seat, lag.typical_ms, lag.worst_ms)

    def _arm_timer(self) -> None:
        """Keeps one timer, at the earliest deadline or before it: a timer too early only re-arms."""
        deadline = self.match.next_deadline_ms()
        if self._timer is not None and self._timer_ms is not None:
            if deadline is not None and self._timer_ms <= deadline:
                return
            self._timer.cancel()
            self._timer = self._timer_ms = None
        if deadline is None:
            return
        self._timer_ms = deadline
        self._timer = self._loop.call_at(deadline / 1000, self._on_timer)

    def _on_timer(self) -> None:
        self._timer = self._timer_ms = None
        if self.is_writing:
            self.when_kept(self._arm_timer)
            return
        self._note_lags(self.now_ms())
        deadline = self.match.next_deadline_ms()
        if deadline is None or deadline > self.now_ms():
            self._arm_timer()
            return
        try:
            self._advance(self.match.tick(self.now_ms()))
        except Exception:  # noqa: BLE001  # as in `act`
            self._break_off()


def at_once(call: Callable[[], None]) -> None:
    """Calls back now: what is shown later was kept long ago."""
    call()


def game_failed(incident: str) -> ProtocolError:
    """What a player is told whose action made the rules fail."""
    words = "the game failed, the match ends; the server's log knows more"
    return ProtocolError(ErrorCode.INTERNAL, words, {"incident": incident})
