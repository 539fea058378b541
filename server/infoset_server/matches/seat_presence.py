"""Who is there to play a running match: comings and goings, and how long an absent player is waited for.

| on a seat is | everybody hears | it waits |
| --- | --- | --- |
| whoever decides, reachable | `online` | |
| whoever decides, whose link is lost and may be resumed | how long it waits | for the session |
| nobody | how long it waits | for its user, or the house bot that starts |

A player who is waited for too long loses the seat to a stand-in, or forfeits, as the players agreed. While the match is
ahead of what is kept, nobody takes a seat and nobody loses one: both wait until it is not.
"""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import final

from infoset_games.notices import Notice
from infoset_protocol.errors import CloseCode
from infoset_server.accounts.clients import Client
from infoset_server.matches.commit_gate import CommitGate
from infoset_server.matches.match_clock import MatchClock
from infoset_server.matches.notifier import MatchNotifier
from infoset_server.matches.seating import Seating
from infoset_server.matches.seats import MatchSeat
from infoset_server.network.outbox import Delivery

LET_US_SEE = "the server does not know yet what became of your action"


@final
class SeatPresence:
    """`advance` is handed what an absence has brought about; `on_lost(seat)` finds a stand-in."""

    def __init__(
        self,
        seating: Seating,
        notifier: MatchNotifier,
        commit_gate: CommitGate,
        clock: MatchClock,
        absence_s: float,
        advance: Callable[[list[Notice]], None],
        on_lost: Callable[[MatchSeat], None],
    ) -> None:
        """A seat for which nobody is there for `absence_s` is lost."""
        self._seating = seating
        self._notifier = notifier
        self._commit_gate = commit_gate
        self._clock = clock
        self._absence_s = absence_s
        self._advance = advance
        self._on_lost = on_lost
        self._loop = asyncio.get_running_loop()

    # The match begins, or goes on.

    def open(self) -> None:
        """The match begins for those who are there; the others are waited for."""
        for match_seat in self._seating.match_seats:
            client = match_seat.client
            if client is not None and not client.line.is_open:
                client = match_seat.client = None  # left while the beginning was being kept
            if not match_seat.is_here:
                self._wait(match_seat)
            if client is not None:
                self._seating.seat(match_seat, client)
                self._clock.measure(client)
                self._seating.to_player(match_seat, self._notifier.opening(match_seat))
            if match_seat.assistants is not None:
                match_seat.assistants.begin()

    def open_again(self) -> None:
        """The match goes on after a restart, with those who are there; the others are on their way."""
        for match_seat in self._seating.match_seats:
            if match_seat.client is None:
                self._wait(match_seat)
            else:
                self.attach(match_seat, match_seat.client)

    # Comings.

    def attach(self, match_seat: MatchSeat, client: Client) -> None:
        """`client` takes the seat (again): it gets everything it needs to play on."""
        if self._commit_gate.is_writing:
            self._commit_gate.then(partial(self._attach_late, match_seat, client))
            return
        match_seat.cancel_absence()
        match_seat.is_missed = False
        match_seat.has_come = True
        self._seating.seat(match_seat, client)
        self._clock.release(match_seat.seat)
        self._clock.measure(client)
        self._seating.to_player(match_seat, self._notifier.opening(match_seat))
        client.line.send(self._notifier.snapshot(match_seat.seat), Delivery.MUST)
        self._seating.talk.tell_again(client)
        self._seating.undo_vote.tell_again(client)
        if match_seat.assistants is not None:
            match_seat.assistants.owner_came(is_new=True)
        self._notifier.tell_status(match_seat)
        self._clock.arm()

    def _attach_late(self, match_seat: MatchSeat, client: Client) -> None:
        """As `attach`, if it still makes sense."""
        if client.line.is_open and self._commit_gate.match.over is None:
            self.attach(match_seat, client)

    def take_back(self, match_seat: MatchSeat, client: Client) -> None:
        """The user of the seat is back, perhaps to relieve a stand-in."""
        if self._commit_gate.is_writing:
            self._commit_gate.then(partial(self._take_back_late, match_seat, client))
            return
        if match_seat.taken_by is not None:
            match_seat.taken_by = None
            self._commit_gate.match.forgive(match_seat.seat)
        if client in self._seating.relieved:
            self._seating.relieved.remove(client)
        self.attach(match_seat, client)

    def _take_back_late(self, match_seat: MatchSeat, client: Client) -> None:
        """As `take_back`, if it still makes sense."""
        is_over = self._commit_gate.match.over is not None
        if client.line.is_open and not is_over and match_seat.is_vacant:
            self.take_back(match_seat, client)

    def step_in(self, client: Client) -> None:
        """`client` has resumed: everything it was told meanwhile is on its way already."""
        match_seat = self._seating.held_by(client)
        if match_seat is not None:
            match_seat.answered_by = None  # an answer it repeats may be one that it never heard of
            if match_seat.deltas is not None:
                match_seat.deltas.begin_anew()
            if match_seat.assistants is not None:
                match_seat.assistants.owner_came(is_new=False)
            if match_seat.is_missed:
                match_seat.is_missed = False
                match_seat.cancel_absence()
                self._notifier.tell_status(match_seat)

    # Goings.

    def step_out(self, client: Client) -> None:
        """`client` lost its link and may resume: its seat stays its own, its clocks run on."""
        match_seat = self._seating.held_by(client)
        if match_seat is not None:
            self._miss(match_seat)

    def detach(self, client: Client) -> None:
        """`client` is gone for good: its seat waits for another connection of its user."""
        match_seat = self._seating.held_by(client)
        self._seating.forget(client)
        if match_seat is not None:
            match_seat.client = None
            if not match_seat.is_missed:
                self._miss(match_seat)

    def send_away(self) -> None:
        """Nobody knows yet whether what a player did is kept: players shall come back and see.

        Their sessions go on with the new connections, and what they asked is answered there.
        """
        for client in self._seating.players():
            if client.user.house_bot is None:
                client.line.cut(CloseCode.RESTARTING, LET_US_SEE)

    # Absence.

    def wait_anew(self) -> None:
        """What became of an absence could not be kept: it begins anew."""
        for match_seat in self._seating.match_seats:
            if not match_seat.is_here and match_seat.absence is None:
                self._wait(match_seat)

    def _miss(self, match_seat: MatchSeat) -> None:
        """Nobody is there for the seat: everybody hears so, and how long it waits."""
        if self._commit_gate.match.over is None or self._commit_gate.is_writing:
            match_seat.is_missed = True
            self._wait(match_seat)
            self._notifier.tell_status(match_seat)

    def _wait(self, match_seat: MatchSeat) -> None:
        match = self._commit_gate.match
        if match.has_left(match_seat.seat):
            return  # nobody needs to play on for who has resigned
        if match.terms.clock.kind == "correspondence" and match_seat.bot is None:
            return  # people come and go as long as their time lasts
        match_seat.absence = self._loop.call_later(
            self._absence_s, self._absent_too_long, match_seat
        )

    def _absent_too_long(self, match_seat: MatchSeat) -> None:
        if self._commit_gate.is_writing:
            self._commit_gate.then(partial(self._absent_too_long, match_seat))
            return
        match_seat.absence = None
        if not match_seat.is_here and self._commit_gate.match.over is None:
            if self._commit_gate.match.terms.absent == "forfeit":
                self._forfeit(match_seat)
            else:
                self._lose(match_seat)

    # Seats that are lost.

    def lose_late(self, match_seat: MatchSeat) -> None:
        """Too many deadlines have passed for the seat; but a bot that starts up has its own time."""
        is_starting = (
            match_seat.client is None and match_seat.bot is not None and not match_seat.has_come
        )
        if self._commit_gate.match.over is None and not is_starting:
            self._lose(match_seat)

    def _lose(self, match_seat: MatchSeat) -> None:
        """The seat goes to a stand-in."""
        self._seating.relieve(match_seat)
        if match_seat.bot is not None:
            match_seat.lost_by.add(match_seat.bot)
        self._on_lost(match_seat)

    def stand_in(self, match_seat: MatchSeat, name: str) -> None:
        """House bot `name` plays on for the seat's owner, as soon as it is connected."""
        match_seat.taken_by = name
        match_seat.has_come = False
        self._commit_gate.match.forgive(match_seat.seat)
        self._wait(match_seat)
        self._notifier.tell_status(match_seat)

    def give_up(self, match_seat: MatchSeat) -> None:
        """Nobody can take the seat: it forfeits."""
        if self._commit_gate.is_writing:
            self._commit_gate.then(partial(self.give_up, match_seat))
        elif self._commit_gate.match.over is None:
            self._forfeit(match_seat)

    def _forfeit(self, match_seat: MatchSeat) -> None:
        self._advance(
            self._commit_gate.match.forfeit(match_seat.seat, "forfeit", self._clock.now_ms())
        )
