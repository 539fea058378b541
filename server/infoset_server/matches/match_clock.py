"""The time of a running match: one timer at its earliest deadline, and whose clock stands still.

| the clock stands still | of | until |
| --- | --- | --- |
| nothing can be kept (`stand_still`) | all seats | something can |
| the organiser wants it so (`freeze`) | all seats | it is not wanted any more |
| the server was restarted (`await_players`) | seats whose player is not back | that player is, or a while has passed |
"""

import asyncio
from collections.abc import Callable
from typing import Final, final

from infoset_games.notices import Notice
from infoset_server.accounts.clients import Client
from infoset_server.common.clock import clock_of
from infoset_server.matches.commit_gate import CommitGate
from infoset_server.matches.seats import MatchSeat
from infoset_server.network.lag import NO_LAG

FOR_EVER_MS: Final = 10 * 365 * 86_400_000
UNTIMED: Final = ("none", "correspondence")  # where the speed of a network does not matter


@final
class MatchClock:
    """Hands `advance` what the passing of time has brought about, and calls `on_failed()` where that raises."""

    def __init__(
        self,
        commit_gate: CommitGate,
        match_seats: list[MatchSeat],
        return_s: float,
        advance: Callable[[list[Notice]], None],
        on_failed: Callable[[], object],
    ) -> None:
        """`return_s`: so long a player who is not back may let its clock stand still after a restart."""
        self.is_frozen = False
        self._commit_gate = commit_gate
        self._match_seats = match_seats
        self._return_ms = int(return_s * 1000)
        self._advance = advance
        self._on_failed = on_failed
        self._loop = asyncio.get_running_loop()
        self._clock_s = clock_of(self._loop)
        self._is_timed = commit_gate.match.terms.clock.kind not in UNTIMED
        self._timer: asyncio.TimerHandle | None = None
        self._timer_ms: int | None = None
        self._stands_still = False
        self._awaited_until_ms = 0

    def now_s(self) -> float:
        """The monotonic clock of the match."""
        return self._clock_s()

    def now_ms(self) -> int:
        """The same in whole milliseconds, as the match is told it."""
        return int(self._clock_s() * 1000)

    # Whose clock runs.

    def stand_still(self, stands_still: bool) -> None:
        """Stops all clocks, because nothing can be kept, or lets them run again.

        Open decisions have their whole time then: nobody pays for our trouble.
        """
        self._stands_still = stands_still
        self.set_anew(self.now_ms())
        self.arm()

    def freeze(self, is_frozen: bool) -> None:
        """The organiser stops the match, or lets it go on: no clock runs, and nobody may act."""
        self.is_frozen = is_frozen
        self.set_anew(self.now_ms())
        self.arm()

    def await_players(self) -> None:
        """The server was restarted: clocks of those not back yet stand still for a while."""
        now_ms = self.now_ms()
        self._awaited_until_ms = now_ms + self._return_ms
        self.set_anew(now_ms)

    def set_anew(self, now_ms: int) -> None:
        """Tells the match whose clock runs from now on, and whose stands still."""
        match = self._commit_gate.match
        for match_seat in self._match_seats:
            match.release(match_seat.seat, now_ms)
            if self._stands_still or self.is_frozen:
                match.hold(match_seat.seat, now_ms + FOR_EVER_MS)
            elif match_seat.client is None and self._awaited_until_ms > now_ms:
                match.hold(match_seat.seat, self._awaited_until_ms)

    def release(self, seat: int) -> None:
        """Somebody is there for `seat`: its clock runs, unless all stand still."""
        if not self._stands_still and not self.is_frozen:
            self._commit_gate.match.release(seat, self.now_ms())

    def credit(self, seat: int, ms: int) -> None:
        """Gives a seat time back: the server, not the player, has used it."""
        self._commit_gate.match.credit(seat, ms, self.now_ms())
        self.arm()

    def go_on_from(self, seat: int, decision: int, used_ms: int) -> None:
        """`seat` had used so much of its open decision before a restart."""
        self._commit_gate.match.go_on_from(seat, decision, used_ms)
        self.arm()

    # What the network takes.

    def note_choice(self, match_seat: MatchSeat, client: Client, now_ms: int) -> None:
        """A choice of `client` for the seat is about to be charged: notes first what its network may take."""
        if self._is_timed:
            if self._commit_gate.match.is_costly(match_seat.seat, now_ms):
                self._note_lag(match_seat)
            client.line.measure()

    def measure(self, client: Client) -> None:
        """Now is the time to see how slow the way to `client` is: it does not think."""
        if self._is_timed:
            client.line.measure()

    def _note_lags(self, now_ms: int) -> None:
        """Whose time is up, gets what its network may need on top."""
        for seat, asked in self._commit_gate.match.open.items():
            deadline = asked.deadline_ms()
            if asked.sealed is None and deadline is not None and deadline <= now_ms:
                self._note_lag(self._match_seats[seat])

    def _note_lag(self, match_seat: MatchSeat) -> None:
        lag = NO_LAG if match_seat.client is None else match_seat.client.line.lag()
        self._commit_gate.match.note_lag(match_seat.seat, lag.typical_ms, lag.worst_ms)

    # The timer.

    def arm(self) -> None:
        """Keeps one timer, at the earliest deadline or before it: a timer too early only re-arms."""
        deadline = self._commit_gate.match.next_deadline_ms()
        if self._timer is not None and self._timer_ms is not None:
            if deadline is not None and self._timer_ms <= deadline:
                return
            self.stop()
        if deadline is None:
            return
        self._timer_ms = deadline
        self._timer = self._loop.call_at(deadline / 1000, self._on_timer)

    def stop(self) -> None:
        """No deadline is waited for, until the next `arm`."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._timer_ms = None

    def _on_timer(self) -> None:
        self._timer = self._timer_ms = None
        if self._commit_gate.is_writing:
            self._commit_gate.then(self.arm)
            return
        self._note_lags(self.now_ms())
        deadline = self._commit_gate.match.next_deadline_ms()
        if deadline is None or deadline > self.now_ms():
            self.arm()
            return
        try:
            self._advance(self._commit_gate.match.tick(self.now_ms()))
        except Exception:  # noqa: BLE001  # rules may raise anything; it is logged
            self._on_failed()
