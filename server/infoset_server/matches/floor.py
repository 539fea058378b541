"""Where matches are played: all that run on this server, their seats, the house bots on them and the stand-ins.

Knows no rooms: what becomes of a match there is the registry's business (`rooms/match_registry.py`).
"""

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from infoset_games.game import Game
from infoset_games.match import Match
from infoset_server.accounts.clients import Client, User
from infoset_server.bus.port import Bus
from infoset_server.common.counters import ActCounters
from infoset_server.common.ids import MatchId, fresh_id
from infoset_server.matches.context import MatchContext, Pace
from infoset_server.matches.match_log import Journal, MatchLog
from infoset_server.matches.match_records import HeadRoom, HeadSeat, MatchHead
from infoset_server.matches.opening import Opening
from infoset_server.matches.runner import MatchRunner
from infoset_server.matches.seats import MatchSeat
from infoset_server.matches.settings import RoomSettings
from infoset_server.programs.bot_process import BotProcess
from infoset_server.programs.hosting import Hosting
from infoset_server.programs.manifest import BotEntry
from infoset_server.storage.errors import StoreError
from infoset_server.storage.port import Claim

logger = logging.getLogger(__name__)

# Preferred first; any other bot of the game after them.
STAND_INS: Final = ("heuristic_trader", "heuristic", "random")


class MatchFloor:
    """The running matches by id. Each of `on_over` is called with a match that has ended, or goes on elsewhere."""

    def __init__(
        self,
        hosting: Hosting,
        pace: Pace,
        fresh_seed: Callable[[], str],
        compute_offer: Callable[[Game], Mapping[str, Any] | None],
        wall_ms: Callable[[], int],
        bus: Bus,
        max_shown: int,
        journal: Journal | None = None,
    ) -> None:
        """`journal` keeps what is played; without one, matches end with the server. `compute_offer` says what players
        are told of thinking on the server. `bus` and `max_shown` are as MatchContext has them.
        """
        self.running: dict[MatchId, MatchRunner] = {}
        self.begun = 0  # matches that were dealt
        self.counters = ActCounters()
        self.on_over: list[Callable[[MatchRunner], object]] = []
        self._hosting = hosting
        self._fresh_seed = fresh_seed
        self._wall_ms = wall_ms
        self._journal = journal
        self._loop = asyncio.get_running_loop()
        self._context = MatchContext(
            bus, max_shown, pace, self.counters, compute_offer, self._lost, self._over
        )
        self._trouble: StoreError | None = None  # of the store
        self._is_cut_off = False
        self._doubtful: frozenset[MatchRunner] = frozenset()  # wrote already when last looked at
        self._doubt: asyncio.TimerHandle | None = None
        self._match_seats: dict[BotProcess, list[tuple[MatchRunner, MatchSeat]]] = {}

    @property
    def is_kept(self) -> bool:
        """Do running matches go on after a restart?"""
        return self._journal is not None

    def now_ms(self) -> int:
        """The monotonic clock of all matches."""
        return int(self._loop.time() * 1000)

    # How matches come here.

    def deal(
        self,
        settings: RoomSettings,
        room: HeadRoom,
        match_seats: list[MatchSeat],
        delay_s: float,
        seed: str | None,
        match_id: MatchId | None = None,
        opening: Opening | None = None,
        under: Claim | None = None,
    ) -> MatchRunner:
        """A match that is about to begin, from `seed` or a fresh one, at the `opening` if there is one.

        `start` tells its players. It never begins where `under`, if that is given, is not the newest claim on its task.
        """
        match_id = match_id or fresh_match_id()
        terms = settings.terms.with_berserk(match_seat.berserk for match_seat in match_seats)
        seed = seed or self._fresh_seed()
        deal = None if opening is None else opening.deal_for(settings.game, seed)
        match = Match(settings.game, terms, seed, deal)
        log = None
        if self._journal is not None:
            head = head_of(match_id, match, settings, room, match_seats, self._wall_ms())
            log = self._journal.begin(head, under)
        self.begun += 1
        live = self._set_up(match_id, settings, match, match_seats, log, delay_s)
        if room.part is not None:
            live.rate(room.part)
        live.taken_over = () if opening is None else opening.steps
        return live

    def set_up_again(
        self,
        settings: RoomSettings,
        head: MatchHead,
        match: Match,
        users: list[User],
        log: MatchLog,
        delay_s: float,
    ) -> MatchRunner:
        """A match from before a restart; `go_on` awaits its players."""
        match_seats = [
            MatchSeat(number, user, seat.kind, berserk=seat.berserk)
            for number, (user, seat) in enumerate(zip(users, head.seats, strict=True))
        ]
        live = self._set_up(MatchId(head.match_id), settings, match, match_seats, log, delay_s)
        if head.room.part is not None:
            live.rate(head.room.part)
        return live

    def _set_up(
        self,
        match_id: MatchId,
        settings: RoomSettings,
        match: Match,
        match_seats: list[MatchSeat],
        log: MatchLog | None,
        delay_s: float,
    ) -> MatchRunner:
        """The match on its table, with processes for its house bots; nothing is told yet."""
        pace = replace(self._context.pace, delay_s=delay_s)
        context = replace(self._context, pace=pace)
        live = MatchRunner(match_id, settings, match, match_seats, log, context)
        self._put_bots(live)
        if self._stands_still:
            live.clock.stand_still(True)
        self.running[match_id] = live
        return live

    # Who plays in them.

    def needs(self, user: User) -> bool:
        """Is a running match waiting for `user`, or is it a house bot, which may play for anybody?"""
        match_seats = (
            match_seat for live in self.running.values() for match_seat in live.match_seats
        )
        return user.house_bot is not None or any(
            match_seat.user is user for match_seat in match_seats
        )

    def reattach(self, client: Client, *, has_come: bool = True) -> list[tuple[MatchRunner, int]]:
        """Gives a user the seats that are theirs and that no connection of theirs holds; returns those.

        Where `client` has come just now, it also gets those whose connection has lost its link.
        """
        if not client.takes_seats:
            return []
        taken = []
        for live in list(self.running.values()):
            mine = (c for c in live.match_seats if c.user is client.user)
            match_seat = next((c for c in mine if c.is_free or (has_come and c.is_vacant)), None)
            if match_seat is None or live.id in client.seats:  # one seat per connection and match
                continue
            if live.id in client.aiding:  # it sits beside, not on the seat
                continue
            self._take_from_bot(live, match_seat)
            live.seat_presence.take_back(match_seat, client)
            taken.append((live, match_seat.seat))
        return taken

    def step_out(self, client: Client) -> None:
        """`client` lost its link and may resume."""
        for live in self._seated(client):
            live.seat_presence.step_out(client)

    def step_in(self, client: Client) -> None:
        """`client` has resumed, so it heard everything."""
        for live in self._seated(client):
            live.seat_presence.step_in(client)

    def detach(self, client: Client) -> None:
        """`client` is gone; another connection of the same user, if there is one, takes over."""
        for match_id in [*client.seats, *client.watching]:
            if match_id in self.running:
                self.running[match_id].seat_presence.detach(client)

    def _seated(self, client: Client) -> list[MatchRunner]:
        """The running matches in which `client` has a seat."""
        return [self.running[match_id] for match_id in client.seats if match_id in self.running]

    # House bots.

    def bot_ready(self, process: BotProcess) -> None:
        """A house bot has connected: it gets every seat that waits for it."""
        assert process.client is not None
        for live, match_seat in self._match_seats.get(process, []):
            if not live.is_over and match_seat.client is None:
                live.seat_presence.attach(match_seat, process.client)

    def _put_bots(self, live: MatchRunner) -> None:
        """Gives every seat of a house bot a process, if there is one for it."""
        match_seats: list[MatchSeat] = []
        entries: list[BotEntry] = []
        for match_seat in live.match_seats:
            bot = match_seat.user.house_bot
            if bot is None:
                continue
            entry = self._hosting.find_for(bot, live.match.game.name)
            if entry is None:
                logger.error("match %s: house bot %s is gone; its seat is lost", live.id, bot)
                continue
            match_seats.append(match_seat)
            entries.append(entry)
        found = self._hosting.find_processes(entries, live.id)
        for match_seat, process in zip(match_seats, found, strict=True):
            if process is not None:
                self._match_seats.setdefault(process, []).append((live, match_seat))
                match_seat.client = process.client
                match_seat.has_come = process.client is not None

    def _lost(self, match_id: MatchId, match_seat: MatchSeat) -> None:
        """A stand-in takes the seat; where there is none, it forfeits."""
        live = self.running[match_id]
        loser = self._take_from_bot(live, match_seat)
        if loser is not None:
            self._hosting.failed(loser, live.id)
        for entry in self._stand_ins(live, match_seat):
            process = self._hosting.find_process(entry, live.id)
            if process is not None:
                self._match_seats.setdefault(process, []).append((live, match_seat))
                live.seat_presence.stand_in(match_seat, entry.name)
                if process.client is not None:
                    live.seat_presence.attach(match_seat, process.client)
                return
        live.seat_presence.give_up(match_seat)

    def _stand_ins(self, live: MatchRunner, match_seat: MatchSeat) -> list[BotEntry]:
        """House bots that may take the seat: none that has lost it before.

        Of those preferred, whoever is up goes before who has to start: the clock of the seat runs.
        """
        offers = self._hosting.for_game(live.match.game.name)
        names = [name for name in preferred(offers) if name not in match_seat.lost_by]

        def rank(name: str) -> int:
            if name not in STAND_INS:
                return 2
            return 0 if self._hosting.is_up(offers[name], live.id) else 1

        return [offers[name] for name in sorted(names, key=rank)]

    def _take_from_bot(self, live: MatchRunner, match_seat: MatchSeat) -> BotProcess | None:
        """The house bot's process that plays on the seat, or is awaited there, does so no more."""
        for process, match_seats in self._match_seats.items():
            if (live, match_seat) in match_seats:
                match_seats.remove((live, match_seat))
                process.matches.discard(live.id)
                return process
        return None

    # The store.

    def on_store_trouble(self, trouble: StoreError | None) -> None:
        """The store has stopped working, or (None) works again: clocks stand still in between."""
        was_well, self._trouble = self._trouble is None, trouble
        if was_well is (trouble is None):
            return  # another kind of trouble
        self._set_clocks()
        if self._doubt is not None:
            self._doubt.cancel()
            self._doubt = None
        self._doubtful = frozenset()
        if trouble is not None:
            self._resolve_doubts()

    def on_cut_off(self, is_cut_off: bool) -> None:
        """The players can perhaps not be reached: the same."""
        self._is_cut_off = is_cut_off
        self._set_clocks()

    @property
    def _stands_still(self) -> bool:
        return self._trouble is not None or self._is_cut_off

    def _set_clocks(self) -> None:
        for live in list(self.running.values()):
            live.clock.stand_still(self._stands_still)

    def _resolve_doubts(self) -> None:
        """Sends away who has waited too long for what nobody knows. Looks again after a while."""
        writing = [live for live in self.running.values() if live.is_writing and live.match.steps]
        for live in writing:
            if live in self._doubtful:
                live.seat_presence.send_away()
        self._doubtful = frozenset(writing)
        self._doubt = self._loop.call_later(self._context.pace.doubt_s, self._resolve_doubts)

    # How they end.

    def abort_all(self, ending: str) -> None:
        """Ends every match without a winner."""
        for live in list(self.running.values()):
            live.abort(ending)

    def _over(self, match_id: MatchId) -> None:
        live = self.running.pop(match_id)
        self._hosting.match_over(live.id)
        for process, match_seats in list(self._match_seats.items()):
            self._match_seats[process] = [pair for pair in match_seats if pair[0] is not live]
            if not self._match_seats[process]:
                del self._match_seats[process]
        for tell in self.on_over:
            tell(live)


def fresh_match_id() -> MatchId:
    """A name that no other match has."""
    return MatchId(fresh_id("m"))


def head_of(
    match_id: MatchId,
    match: Match,
    settings: RoomSettings,
    room: HeadRoom,
    match_seats: Iterable[MatchSeat],
    created_at: int,
) -> MatchHead:
    """What is kept of a match that begins, at `created_at` (milliseconds since 1970)."""
    seats = (
        HeadSeat(
            match_seat.user.id,
            match_seat.user.name,
            match_seat.kind,
            match_seat.user.house_bot,
            match_seat.berserk,
        )
        for match_seat in match_seats
    )
    return MatchHead(
        match_id=match_id,
        rules=match.game.rules,
        asked=settings.asked,
        room=room,
        seats=tuple(seats),
        seed=match.seed,
        deal=match.deal,
        created_at=created_at,
    )


def preferred(offers: Iterable[str]) -> list[str]:
    """Names of house bots in the order in which they are put on seats nobody chose a bot for."""
    names = list(offers)
    return [name for name in STAND_INS if name in names] + [n for n in names if n not in STAND_INS]
