"""A match being played: takes what players do to the pure match, and what that tells to the people concerned.

Knows clients and messages, no rules. One object per match; everything happens on the event loop, one call at a time,
and no call waits for a reader. Its parts: what is stored before it is told (`CommitGate`), time (`MatchClock`), who sits
there (`Seating`) and who does not (`SeatPresence`), who looks on (`Spectators`).
"""

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Final, assert_never

from infoset_games.decision import Choice
from infoset_games.match import Match
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
from infoset_protocol.errors import CloseCode, ErrorCode, ProtocolError
from infoset_protocol.messages import Act, ClientMessage, Resign
from infoset_server.accounts.clients import Client
from infoset_server.common.ids import MatchId, UserId
from infoset_server.common.request_errors import NotYourSeatError, WrongStateError, fresh_incident
from infoset_server.matches.commit_gate import CommitGate, at_once
from infoset_server.matches.context import MatchContext
from infoset_server.matches.match_clock import MatchClock
from infoset_server.matches.match_log import LostMatchError, MatchLog
from infoset_server.matches.match_messages import MatchMessages
from infoset_server.matches.match_records import LadderPart
from infoset_server.matches.notifier import MatchNotifier
from infoset_server.matches.report import MatchReport, outcome_of
from infoset_server.matches.seat_presence import SeatPresence
from infoset_server.matches.seating import Seating
from infoset_server.matches.seats import MatchSeat, remark_of
from infoset_server.matches.settings import RoomSettings
from infoset_server.matches.spectators import DelayedSpectators, Showing, Spectators
from infoset_server.matches.undo_requests import UndoRequests
from infoset_server.storage.errors import StoreError

logger = logging.getLogger(__name__)

RETRY_S: Final = 1.0  # before the next attempt to store the beginning of a match


class MatchRunner:
    """One match on the wire."""

    def __init__(
        self,
        match_id: MatchId,
        settings: RoomSettings,
        match: Match,
        match_seats: list[MatchSeat],
        log: MatchLog | None,
        context: MatchContext,
    ) -> None:
        """`log` keeps the steps of the match; without one they are gone with the server."""
        self.id = match_id
        self.settings = settings
        self.match_seats = match_seats
        self.on_moved: list[Callable[[], None]] = []  # called after everything that is told
        self.on_missed: list[Callable[[TimedOut], None]] = []  # a deadline passed, as was told
        self.taken_over: Sequence[Step] = ()  # of the match that it goes on from, where it begins
        self.result: Prepared | None = None
        self.missed_by: set[UserId] = set()  # whom the result could not be told
        self._counters = context.counters
        self._on_over = context.on_over
        self._loop = asyncio.get_running_loop()
        self._at_end: list[Callable[[], None]] = []
        compute = context.compute_offer(settings.game) if settings.compute else None
        self._words = MatchMessages(
            match_id,
            match,
            compute,
            settings.assist,
            is_rated=settings.is_rated,
            allows_undo=settings.allows_undo,
        )
        self.commit_gate = CommitGate(
            match_id,
            match,
            log,
            self.now_ms,
            on_undone=self._set_back,
            on_lost=self.let_go,
            on_failed=self._break_off,
        )
        pace = context.pace
        self.clock = MatchClock(
            self.commit_gate, match_seats, pace.return_s, self._advance, self._break_off
        )
        self.spectators = self._make_spectators(context)
        self.seating = Seating(match_id, match_seats, self.spectators, self._loop.time)
        self.notifier = MatchNotifier(
            match_id,
            self._words,
            self.seating,
            self.commit_gate,
            self.clock,
            context.counters,
            pace.delay_s,
        )
        self.seat_presence = SeatPresence(
            self.seating,
            self.notifier,
            self.commit_gate,
            self.clock,
            pace.absence_s,
            self._advance,
            partial(context.on_lost, match_id),
        )

        self.undo = UndoRequests(
            self.seating,
            self.commit_gate,
            self.clock,
            self._seat_for_undo,
            self._tell_and_reply,
            self._refuse_unkept,
        )

    def _make_spectators(self, context: MatchContext) -> Spectators:
        """Those who look on, at once or later, as the room wants it."""
        commit_gate = self.commit_gate
        delay = self.settings.delay
        when_settled = at_once if delay else commit_gate.when_settled
        showing = Showing(context.bus, context.max_shown, lambda: commit_gate.epoch, when_settled)
        if delay is None:
            return Spectators(
                self.id,
                self._words,
                lambda: [match_seat.info() for match_seat in self.match_seats],
                showing,
            )
        match = Match(self.match.game, self.match.terms, self.match.seed, self.match.deal)
        return DelayedSpectators(
            self.id,
            MatchMessages(self.id, match, None, is_rated=self.settings.is_rated),
            lambda: [match_seat.identity() for match_seat in self.match_seats],
            showing,
            delay,
            lambda: self.match.steps,
        )

    # What others ask.

    @property
    def match(self) -> Match:
        """The match itself; ahead of what is promised while `is_writing`."""
        return self.commit_gate.match

    @property
    def ver(self) -> int:
        """How far the match has come."""
        return self.match.ver

    @property
    def is_over(self) -> bool:
        """Has the match ended, for everybody? One that goes on elsewhere has, here, without a result."""
        return self.result is not None or self.commit_gate.is_gone

    @property
    def is_writing(self) -> bool:
        """As CommitGate."""
        return self.commit_gate.is_writing

    def makes_wait(self, client: Client) -> bool:
        """Must a request of `client` wait in the inbox? Nobody may hear of what is not kept.

        A client that is shown an earlier time does not wait: a pause would tell it that something happens now.
        """
        is_part = self.id in client.seats or self.id in client.aiding
        return self.commit_gate.is_writing and (is_part or not self.spectators.is_delayed)

    def when_settled(self, call: Callable[[], None]) -> None:
        """As CommitGate."""
        self.commit_gate.when_settled(call)

    def now_ms(self) -> int:
        """The monotonic clock of the match."""
        return self.clock.now_ms()

    def rate(self, part: LadderPart) -> None:
        """The match is one of a ladder: what that makes of it."""
        if not part.tells_ratings:
            return
        ratings = []
        seats = zip(self.match_seats, part.entries, part.ratings, strict=True)
        for match_seat, entry, rating in seats:
            match_seat.rating = rating
            ratings.append(
                {"seat": match_seat.seat, "ladder": part.ladder, "entry": entry, "before": rating}
            )
        self._words.rate(ratings, keeps_seed=part.keeps_seed)

    def when_over(self, call: Callable[[], None]) -> None:
        """Calls back when the match has ended for everybody."""
        self._at_end.append(call)

    def report(self) -> MatchReport:
        """How it ended, or that it goes on elsewhere. To be asked when it `is_over`."""
        undecided = [len(match_seat.undecided) for match_seat in self.match_seats]
        outcome = None if self.result is None else outcome_of(self.match, undecided)
        users = frozenset(seat.user.id for seat in self.match_seats if seat.user.house_bot is None)
        return MatchReport(self.id, outcome, users, frozenset(self.missed_by), self.result)

    # The life of the match.

    def start(self) -> None:
        """Deals: tells everybody and asks the first seats, as soon as the beginning is kept."""
        if self.commit_gate.is_gone:
            return
        if self.taken_over:
            notices = self.match.begin_with(self.taken_over, self.now_ms())
        else:
            notices = self.match.start(self.now_ms())
        self.commit_gate.settle(partial(self._open, notices), self._start_later)

    def go_on(self) -> None:
        """Goes on with a match from before a restart, whose players are on their way."""
        logger.info("match %s goes on: %s", self.id, self.match.game.rules)
        if self.match.over is not None:  # the server stopped before it could tell
            self._end(self.match.over)
            return
        self.spectators.follow(self.commit_gate.count, self.match.ver)
        self.clock.await_players()
        self.seat_presence.open_again()
        self.clock.arm()

    def act(self, client: Client, act: Act, arrived_s: float) -> None:
        """A player's decision, which came at `arrived_s` on the loop's clock and is charged until then.

        Answers the request; raises NotYourSeatError or WrongStateError.
        """
        commit_gate = self.commit_gate
        match_seat = self._check_running(
            self.seating.held_by(client) or self.seating.aided_by(client, act)
        )
        if act.note is not None:
            match_seat.note_undecided(act)
        now_ms = int(arrived_s * 1000)
        self.clock.note_choice(match_seat, client, now_ms)
        try:
            notices = commit_gate.match.submit(
                match_seat.seat,
                act.decision,
                Choice(act.index, act.picks, act.action),
                now_ms,
                replace=bool(act.replace),
                may_repeat=client is not match_seat.answered_by,
            )
        except Exception:  # noqa: BLE001  # rules may raise anything; it is logged
            raise self._game_failed() from None
        if commit_gate.is_kept:
            tell = partial(self._tell_act, match_seat, client, act, notices, arrived_s)
            commit_gate.settle(tell, partial(self._refuse_unkept, client, act), remark_of(act))
        else:
            self._tell_act(match_seat, client, act, notices, arrived_s)

    def resign(self, client: Client, request: Resign) -> None:
        """The player gives up. Answers the request; raises NotYourSeatError or WrongStateError."""
        match_seat = self._check_running(self.seating.held_by(client))
        notices = self.match.forfeit(match_seat.seat, "resign", self.now_ms())
        self.commit_gate.settle(
            partial(self._tell_and_reply, client, request, notices),
            partial(self._refuse_unkept, client, request),
        )

    def abort(self, ending: str) -> None:
        """Ends the match without a winner (the server stops, or broke)."""
        if self.is_writing:
            self.commit_gate.then(partial(self.abort, ending))
        elif self.match.over is None:
            self._advance(self.match.abort(ending))

    def freeze(self, is_frozen: bool) -> None:
        """The organiser stops the match, or lets it go on: no clock runs, and nobody may act."""
        self.clock.freeze(is_frozen)

    def let_go(self, error: LostMatchError) -> None:
        """Another server has the match: whoever is here shall look for it there."""
        logger.critical("match %s is not ours any more: %s", self.id, error)
        for client in self.put_down():
            client.line.close(CloseCode.RESTARTING, "the match goes on elsewhere")

    def put_down(self) -> list[Client]:
        """Another server goes on with the match, or this one with another object. Nobody is told; returns who was here.

        To be called when what has happened is kept.
        """
        self.commit_gate.is_gone = True
        self.clock.stop()
        gone = self.seating.players() + self.spectators.clients
        self.seating.clear()
        self.spectators.clear()
        self._on_over(self.id)
        return gone

    def _check_running(self, match_seat: MatchSeat | None) -> MatchSeat:
        """`match_seat` itself. Raises NotYourSeatError where there is none, WrongStateError where nobody decides."""
        if match_seat is None:
            raise NotYourSeatError("you do not control a seat in this match")
        if self.match.over is not None:
            raise WrongStateError("the match is over")
        if self.clock.is_frozen:
            raise WrongStateError("the organiser has stopped this match for now; no clock runs")
        return match_seat

    def _seat_for_undo(self, client: Client) -> MatchSeat:
        """The seat on which `client` decides. Raises as `_check_running`, and WrongStateError in a room without undo."""
        match_seat = self._check_running(self.seating.held_by(client))
        if not self.settings.allows_undo:
            raise WrongStateError("no step is taken back in this room")
        return match_seat

    def _open(self, notices: list[Notice]) -> None:
        if self.commit_gate.is_gone:  # while its beginning was being kept
            return
        self.seat_presence.open()
        self.spectators.begin(self.spectators.clients)
        logger.info("match %s started: %s", self.id, self.match.game.rules)
        self._tell(notices)

    def _start_later(self, error: StoreError) -> None:
        """The beginning could not be stored: nothing has begun, so it begins a moment later."""
        logger.warning("match %s waits for the store: %s", self.id, error)
        self._loop.call_later(RETRY_S, self.start)

    def _advance(self, notices: list[Notice]) -> None:
        """Tells what has happened by itself (time, absence), as soon as it is kept."""
        self.commit_gate.settle(partial(self._tell, notices), self._try_again)

    def _refuse_unkept(self, client: Client, request: ClientMessage, error: StoreError) -> None:
        """The request has had no effect, because it could not be stored."""
        self.notifier.refuse_unkept(client, request, error)
        self.clock.arm()

    def _try_again(self, error: StoreError) -> None:
        """What happened by itself will happen again: its time is up anew after a while."""
        self.seat_presence.wait_anew()
        self.clock.arm()

    def _set_back(self, now_ms: int) -> None:
        """The match is another object now, as far as what is kept."""
        self._words.match = self.match
        self.clock.set_anew(now_ms)

    def _break_off(self) -> str:
        """The rules failed, as the exception being handled tells: this match ends, no other is concerned.

        Returns the number under which the log has the story. What is not kept is undone: a step at which
        the rules fail must not stand in the record.
        """
        incident = fresh_incident()
        logger.exception("incident %s: match %s ends: its game failed", incident, self.id)
        self.commit_gate.undo()
        self.abort("error")
        return incident

    def _game_failed(self) -> ProtocolError:
        """As `_break_off`; what the player is told whose action made the rules fail."""
        words = "the game failed, the match ends; the server's log knows more"
        told = {"incident": self._break_off()}
        return ProtocolError(ErrorCode.INTERNAL, words, told, match_id=self.id)

    # Notices to messages.

    def _tell_act(
        self,
        match_seat: MatchSeat,
        client: Client,
        act: Act,
        notices: list[Notice],
        arrived_s: float,
    ) -> None:
        try:
            self.notifier.answer(match_seat, client, act, notices[0])
            self._tell(notices[1:])
            if type(notices[0]) is Accepted:
                self._counters.note_act(self.id, self.clock.now_s() - arrived_s)
        except Exception:  # noqa: BLE001  # as in `act`
            client.line.refuse(None, self._game_failed())

    def _tell_and_reply(
        self, client: Client, request: ClientMessage, notices: list[Notice]
    ) -> None:
        self._tell(notices)
        client.line.reply(request, {"type": "ok"})

    def _tell(self, notices: Iterable[Notice]) -> None:
        lost: list[MatchSeat] = []
        for notice in notices:
            match notice:
                case Told():
                    self.notifier.tell_events(notice)
                case Asked():
                    self.notifier.ask(notice)
                case Closed():
                    self.notifier.tell_closed(notice)
                case TimedOut():
                    self.notifier.tell_missed(notice)
                    for miss in self.on_missed:
                        miss(notice)
                case SeatLost():
                    lost.append(self.match_seats[notice.seat])
                case Ended():
                    self._end(notice)
                case Accepted() | Stale() | AlreadySealed() | Refused():
                    raise AssertionError(f"{notice} answers a request")
                case _:
                    assert_never(notice)
        for match_seat in lost:  # last: no older events follow a stand-in's snapshot
            self.seat_presence.lose_late(match_seat)
        if self.seating.undo_vote.question is not None:
            self.seating.undo_vote.go_on(len(self.match.steps))
        self.clock.arm()
        if self.spectators.is_delayed:
            self.spectators.follow(self.commit_gate.count, self.match.ver)
        for move in self.on_moved:
            move()

    def _end(self, ended: Ended) -> None:
        over = self._words.over(ended, self.commit_gate.is_kept, self.match_seats)
        self.result = Prepared(over)
        told = self.seating.players() + self.seating.relieved
        for client in told:
            client.line.send(self.result)
        for match_seat in self.match_seats:
            if match_seat.assistants is not None:
                match_seat.assistants.tell(self.result)
        self.spectators.end(self.result, len(self.match.steps))
        here = {client.user.id for client in told if client.line.is_here}
        self.missed_by = {match_seat.user.id for match_seat in self.match_seats} - here
        logger.info("match %s ended: %s, places %s", self.id, ended.reason, ended.result.places)
        self.commit_gate.close(ended.reason)
        self.seating.clear()
        self._on_over(self.id)
        for call in self._at_end:
            call()
