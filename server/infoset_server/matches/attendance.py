"""Who is there to play a running match: comings and goings, and how long an absent player is waited for.

| on a chair is | everybody hears | it waits |
| --- | --- | --- |
| whoever decides, reachable | `online` | |
| whoever decides, whose link is lost and may be resumed | how long it waits | for the session |
| nobody | how long it waits | for its user, or the house bot that starts |

Who is waited for too long loses the seat to a stand-in, or forfeits, as the players agreed. While the match is
ahead of what is kept, nobody takes a seat and nobody loses one: both wait until it is not.
"""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import final

from infoset_games.notices import Notice
from infoset_protocol.errors import CloseCode
from infoset_server.matches.chairs import Chair
from infoset_server.matches.herald import Herald
from infoset_server.matches.keeping import Keeping
from infoset_server.matches.match_clock import MatchClock
from infoset_server.matches.seating import Seating
from infoset_server.people import Client
from infoset_server.wire.outbox import Delivery

LET_US_SEE = "the server does not know yet what became of your action"


@final
class Attendance:
    """`advance` is handed what an absence has brought about; `on_lost(chair)` finds a stand-in."""

    def __init__(
        self,
        seating: Seating,
        herald: Herald,
        keeping: Keeping,
        clock: MatchClock,
        absence_s: float,
        advance: Callable[[list[Notice]], None],
        on_lost: Callable[[Chair], None],
    ) -> None:
        """A seat for which nobody is there for `absence_s` is lost."""
        self._seating = seating
        self._herald = herald
        self._keeping = keeping
        self._clock = clock
        self._absence_s = absence_s
        self._advance = advance
        self._on_lost = on_lost
        self._loop = asyncio.get_running_loop()

    # The match begins, or goes on.

    def open(self) -> None:
        """The match begins for those who are there; the others are waited for."""
        for chair in self._seating.chairs:
            client = chair.client
            if client is not None and not client.connection.is_open:
                client = chair.client = None  # left while the beginning was being kept
            if not chair.is_here:
                self._wait(chair)
            if client is not None:
                self._seating.seat(chair, client)
                self._clock.measure(client)
                self._seating.to_player(chair, self._herald.opening(chair))
            if chair.aides is not None:
                chair.aides.begin()

    def open_again(self) -> None:
        """The match goes on after a restart, with those who are there; the others are on their way."""
        for chair in self._seating.chairs:
            if chair.client is None:
                self._wait(chair)
            else:
                self.attach(chair, chair.client)

    # Comings.

    def attach(self, chair: Chair, client: Client) -> None:
        """`client` takes the seat (again): it gets everything it needs to play on."""
        if self._keeping.is_writing:
            self._keeping.when_kept(partial(self._attach_late, chair, client))
            return
        chair.cancel_absence()
        chair.is_missed = False
        chair.has_come = True
        self._seating.seat(chair, client)
        self._clock.release(chair.seat)
        self._clock.measure(client)
        self._seating.to_player(chair, self._herald.opening(chair))
        client.connection.send(self._herald.snapshot(chair.seat), Delivery.MUST)
        if chair.aides is not None:
            chair.aides.owner_came(is_new=True)
        self._herald.tell_status(chair)
        self._clock.arm()

    def _attach_late(self, chair: Chair, client: Client) -> None:
        """As `attach`, if it still makes sense."""
        if client.connection.is_open and self._keeping.match.over is None:
            self.attach(chair, client)

    def take_back(self, chair: Chair, client: Client) -> None:
        """The user of the chair is back, perhaps to relieve a stand-in."""
        if self._keeping.is_writing:
            self._keeping.when_kept(partial(self._take_back_late, chair, client))
            return
        if chair.taken_by is not None:
            chair.taken_by = None
            self._keeping.match.forgive(chair.seat)
        if client in self._seating.relieved:
            self._seating.relieved.remove(client)
        self.attach(chair, client)

    def _take_back_late(self, chair: Chair, client: Client) -> None:
        """As `take_back`, if it still makes sense."""
        is_over = self._keeping.match.over is not None
        if client.connection.is_open and not is_over and chair.is_vacant:
            self.take_back(chair, client)

    def step_in(self, client: Client) -> None:
        """`client` has resumed: everything it was told meanwhile is on its way already."""
        chair = self._seating.held_by(client)
        if chair is not None:
            chair.answered_by = None  # an answer it repeats may be one that it never heard of
            if chair.deltas is not None:
                chair.deltas.begin_anew()
            if chair.aides is not None:
                chair.aides.owner_came(is_new=False)
            if chair.is_missed:
                chair.is_missed = False
                chair.cancel_absence()
                self._herald.tell_status(chair)

    # Goings.

    def step_out(self, client: Client) -> None:
        """`client` lost its link and may resume: its seat stays its own, its clocks run on."""
        chair = self._seating.held_by(client)
        if chair is not None:
            self._miss(chair)

    def detach(self, client: Client) -> None:
        """`client` is gone for good: its seat waits for another connection of its user."""
        chair = self._seating.held_by(client)
        self._seating.forget(client)
        if chair is not None:
            chair.client = None
            if not chair.is_missed:
                self._miss(chair)

    def send_away(self) -> None:
        """Nobody knows yet whether what a player did is kept: players shall come back and see.

        Their sessions go on with the new connections, and what they asked is answered there.
        """
        for client in self._seating.players():
            if client.user.house_bot is None:
                client.connection.on_timeout(CloseCode.RESTARTING, LET_US_SEE)

    # Absence.

    def wait_anew(self) -> None:
        """What became of an absence could not be kept: it begins anew."""
        for chair in self._seating.chairs:
            if not chair.is_here and chair.absence is None:
                self._wait(chair)

    def _miss(self, chair: Chair) -> None:
        """Nobody is there for the chair: everybody hears so, and how long it waits."""
        if self._keeping.match.over is None or self._keeping.is_writing:
            chair.is_missed = True
            self._wait(chair)
            self._herald.tell_status(chair)

    def _wait(self, chair: Chair) -> None:
        match = self._keeping.match
        if match.has_left(chair.seat):
            return  # nobody needs to play on for who has resigned
        if match.terms.clock.kind == "correspondence" and chair.bot is None:
            return  # people come and go as long as their time lasts
        chair.absence = self._loop.call_later(self._absence_s, self._absent_too_long, chair)

    def _absent_too_long(self, chair: Chair) -> None:
        if self._keeping.is_writing:
            self._keeping.when_kept(partial(self._absent_too_long, chair))
            return
        chair.absence = None
        if not chair.is_here and self._keeping.match.over is None:
            if self._keeping.match.terms.absent == "forfeit":
                self._forfeit(chair)
            else:
                self._lose(chair)

    # Seats that are lost.

    def lose_late(self, chair: Chair) -> None:
        """Too many deadlines have passed for the seat; but a bot that starts up has its own time."""
        is_starting = chair.client is None and chair.bot is not None and not chair.has_come
        if self._keeping.match.over is None and not is_starting:
            self._lose(chair)

    def _lose(self, chair: Chair) -> None:
        """The seat goes to a stand-in."""
        self._seating.relieve(chair)
        if chair.bot is not None:
            chair.lost_by.add(chair.bot)
        self._on_lost(chair)

    def stand_in(self, chair: Chair, name: str) -> None:
        """House bot `name` plays on for the seat's owner, as soon as it is connected."""
        chair.taken_by = name
        chair.has_come = False
        self._keeping.match.forgive(chair.seat)
        self._wait(chair)
        self._herald.tell_status(chair)

    def give_up(self, chair: Chair) -> None:
        """Nobody can take the seat: it forfeits."""
        if self._keeping.is_writing:
            self._keeping.when_kept(partial(self.give_up, chair))
        elif self._keeping.match.over is None:
            self._forfeit(chair)

    def _forfeit(self, chair: Chair) -> None:
        self._advance(self._keeping.match.forfeit(chair.seat, "forfeit", self._clock.now_ms()))
