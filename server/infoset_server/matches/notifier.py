"""What the people at a running match are told of it: notices become messages."""

import asyncio
from functools import partial
from typing import Any, final

from infoset_games.notices import (
    Accepted,
    AlreadySealed,
    Asked,
    Closed,
    Notice,
    Refused,
    Stale,
    TimedOut,
    Told,
)
from infoset_protocol.codec import Prepared
from infoset_protocol.deltas import DeltaWriter
from infoset_protocol.errors import ErrorCode, ProtocolError
from infoset_protocol.messages import Act, ClientMessage
from infoset_server.accounts.clients import Client
from infoset_server.common.counters import ActCounters
from infoset_server.common.ids import MatchId
from infoset_server.matches.commit_gate import CommitGate
from infoset_server.matches.match_clock import MatchClock
from infoset_server.matches.match_messages import MatchMessages
from infoset_server.matches.seating import Seating
from infoset_server.matches.seats import MatchSeat
from infoset_server.network.line import Line
from infoset_server.network.outbox import Delivery
from infoset_server.storage.errors import StorageFullError, StoreError, UnavailableError


@final
class MatchNotifier:
    """Says it in `words` to whom it concerns. What it is asked to tell must be kept."""

    def __init__(
        self,
        match_id: MatchId,
        words: MatchMessages,
        seating: Seating,
        commit_gate: CommitGate,
        clock: MatchClock,
        counters: ActCounters,
        delay_s: float,
    ) -> None:
        """`delay_s`: how long it waits before each question. `counters` counts what was refused."""
        self._id = match_id
        self._words = words
        self._seating = seating
        self._commit_gate = commit_gate
        self._clock = clock
        self._counters = counters
        self._delay_s = delay_s
        self._loop = asyncio.get_running_loop()

    # To who comes, and about who comes.

    def opening(self, match_seat: MatchSeat) -> dict[str, Any]:
        """`match_start` for who plays on a seat."""
        return self._words.start(self._seating.match_seats, match_seat)

    def snapshot(self, seat: int) -> Prepared:
        """The full view of `seat` with its open decision."""
        deltas = self._seating.match_seats[seat].deltas
        if deltas is not None:
            deltas.begin_anew()
        return Prepared(self._words.snapshot(seat, self._clock.now_ms()))

    def tell_status(self, match_seat: MatchSeat) -> None:
        """Everybody hears whether somebody is there for the seat, and how long it waits."""
        message = self._words.seat_status(match_seat, self._loop.time())
        self.announce(message, f"seat_status:{self._id}:{match_seat.seat}")

    def announce(self, message: dict[str, Any], key: str) -> None:
        """Everybody hears the newest of this `key`."""
        self._seating.to_all(Prepared(message), Delivery.LATEST, key)

    # What has happened, and what is asked.

    def tell_events(self, told: Told) -> None:
        """One message per view. Views that are one object (and with `obs` one seat's) are encoded once."""
        shared: dict[int, Prepared] = {}
        for match_seat in self._seating.match_seats:
            client = match_seat.client
            if client is not None:
                line = client.line
                line.send(self._view(line, match_seat.seat, told, shared))
            if match_seat.assistants is not None:
                view = partial(self._view, seat=match_seat.seat, told=told, shared=shared)
                match_seat.assistants.tell_events(view)
        if self._seating.spectators.viewers:
            self._seating.spectators.tell_events(told, shared)

    def _view(self, line: Line, seat: int, told: Told, shared: dict[int, Prepared]) -> Prepared:
        """What the client is told, from `shared` if an equal view is there already."""
        items = told.views[seat]
        with_obs = told.is_undo or "obs" in line.features
        prepared = None if with_obs else shared.get(id(items))
        if prepared is None:
            prepared = Prepared(self._words.events(told, seat, with_obs))
            if not with_obs:
                shared[id(items)] = prepared
        return prepared

    def tell_closed(self, closed: Closed) -> None:
        """A seat hears that its decision ended without its answer."""
        message = self._words.turn_closed(closed)
        self._seating.to_seat(self._seating.match_seats[closed.seat], message)

    def tell_missed(self, missed: TimedOut) -> None:
        """Everybody hears that a deadline passed, and what was played."""
        self._seating.to_all(Prepared(self._words.timeout(missed)))

    def ask(self, asked: Asked) -> None:
        """Asks a seat, perhaps a little later."""
        if self._delay_s:
            self._loop.call_later(self._delay_s, self._ask_now, asked.seat, asked.decision)
        else:
            self._ask_now(asked.seat, asked.decision)

    def _ask_now(self, seat: int, number: int) -> None:
        match_seat = self._seating.match_seats[seat]
        asked = self._commit_gate.match.open.get(seat)
        is_heard = match_seat.client is not None or match_seat.assistants is not None
        if is_heard and asked is not None and asked.number == number:
            now_ms = self._clock.now_ms()
            if match_seat.client is not None:
                self._commit_gate.match.start_clock(seat, now_ms)
            is_sent_whole = match_seat.deltas is None
            question = self._words.your_turn(asked, now_ms, is_sent_whole=is_sent_whole)
            if match_seat.bot is None:
                self._words.add_undo(question, seat)
            if match_seat.deltas is None:
                self._seating.to_seat(match_seat, question)
            else:
                self._ask_in_short(match_seat, match_seat.deltas, question)

    def _ask_in_short(
        self, match_seat: MatchSeat, deltas: DeltaWriter, question: dict[str, Any]
    ) -> None:
        """As Seating.to_seat: who wants differences gets one, assistants the whole observation."""
        self._seating.to_player(match_seat, deltas.shorten(question))
        if match_seat.assistants is not None:
            match_seat.assistants.tell(Prepared(question))

    # To who asked for something.

    def answer(self, match_seat: MatchSeat, client: Client, act: Act, notice: Notice) -> None:
        """The first notice of a submit is the answer to the request."""
        match notice:
            case Accepted():
                match_seat.answered_by = client
                if act.id is not None:
                    accepted = self._words.act_ok(notice)
                    if match_seat.bot is None:
                        self._words.add_undo(accepted, match_seat.seat)
                    client.line.reply(act, accepted)
                if match_seat.assistants is not None:
                    match_seat.assistants.answered(client, act)
            case Stale():
                data: dict[str, Any] = {"open": list(notice.open)}
                msg = f"decision {act.decision} is not open"
                self._refuse(client, act, self._refusal(act, ErrorCode.STALE_DECISION, msg, data))
            case AlreadySealed():
                msg = "another choice is sealed; set replace to change it"
                self._refuse(client, act, self._refusal(act, ErrorCode.ALREADY_SEALED, msg))
            case Refused():
                data = {"why": notice.why, "left": notice.left}
                error = self._refusal(act, ErrorCode.ILLEGAL_ACTION, notice.why, data)
                self._refuse(client, act, error)
            case _:
                raise AssertionError(f"a submit began with {notice}")

    def _refusal(
        self, act: Act, code: ErrorCode, msg: str, data: dict[str, Any] | None = None
    ) -> ProtocolError:
        return ProtocolError(code, msg, data, match_id=self._id, decision=act.decision)

    def _refuse(self, client: Client, request: ClientMessage, error: ProtocolError) -> None:
        self._counters.refused[error.code] += 1
        client.line.refuse(request, error)

    def refuse_unkept(self, client: Client, request: ClientMessage, error: StoreError) -> None:
        """The request has had no effect, because it could not be stored."""
        is_full = isinstance(error, StorageFullError)
        refusal = ProtocolError(
            ErrorCode.STORAGE_FULL if is_full else ErrorCode.UNAVAILABLE,
            "the server cannot store what you did; nothing has changed",
            match_id=self._id,
            retry_ms=error.retry_ms if isinstance(error, UnavailableError) else 1_000,
        )
        self._refuse(client, request, refusal)
