"""All matches being played: starts them for rooms, seats people and house bots, finds stand-ins. No requests here."""

import asyncio
import logging
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from infoset_games.game import Game
from infoset_games.match import Match
from infoset_protocol.codec import Prepared
from infoset_protocol.errors import ProtocolError
from infoset_server.accounts.clients import Client, User
from infoset_server.bus.port import Bus
from infoset_server.common.clock import wall_clock_ms
from infoset_server.common.counters import ActCounters
from infoset_server.common.ids import MatchId, RoomId, UserId, fresh_id
from infoset_server.common.request_errors import LeftMatchError
from infoset_server.matches.match_log import Journal, MatchLog
from infoset_server.matches.match_records import HeadRoom, HeadSeat, MatchHead
from infoset_server.matches.runner import MatchRunner, Pace
from infoset_server.matches.seats import MatchSeat
from infoset_server.programs.bot_process import BotProcess
from infoset_server.programs.hosting import Hosting
from infoset_server.programs.manifest import BotEntry
from infoset_server.rooms.room import Room, RoomSeat
from infoset_server.storage.errors import StoreError

logger = logging.getLogger(__name__)

MAX_ENDED: Final = 1_000  # ended matches whose late requests are told so
DEMO_DELAY_S: Final = 0.7  # between the moves of the demo table: slow enough to follow
STAND_INS: Final = (
    "heuristic",
    "random",
)  # preferred first; any other house bot of the game after them


@dataclass(frozen=True)
class LeftMatch:
    """A stored match that is not played here, and who plays in it. `why` in words: it ..."""

    why: str
    users: frozenset[UserId]

    def error(self, match_id: MatchId) -> LeftMatchError:
        """What is said to who asks for it."""
        return LeftMatchError(match_id, self.why)


class MatchRegistry:
    """The running matches by id."""

    def __init__(
        self,
        hosting: Hosting,
        pace: Pace,
        fresh_seed: Callable[[], str],
        compute_offer: Callable[[Game], Mapping[str, Any] | None],
        bus: Bus,
        max_shown: int,
        journal: Journal | None = None,
    ) -> None:
        """`journal` keeps what is played; without one, matches end with the server. `compute_offer` says what
        players are told of thinking on the server. `bus` and `max_shown` are as MatchRunner has them.
        """
        self.running: dict[MatchId, MatchRunner] = {}
        self.ended: deque[MatchId] = deque(maxlen=MAX_ENDED)
        self._hosting = hosting
        self._pace = pace
        self._fresh_seed = fresh_seed
        self._compute_offer = compute_offer
        self._bus = bus
        self._max_shown = max_shown
        self._journal = journal
        self._loop = asyncio.get_running_loop()
        self.counters = ActCounters()
        self.on_set_up: list[Callable[[Room, MatchRunner], None]] = []  # a match is about to begin
        self.on_over: list[
            Callable[[Room, MatchRunner], None]
        ] = []  # it has ended, and all are told
        self.on_put_aside: list[Callable[[MatchId, Prepared, set[UserId]], None]] = []
        self.begun = 0  # matches that were dealt
        self._trouble: StoreError | None = None  # of the store
        self._doubtful: frozenset[MatchRunner] = frozenset()  # wrote already when last looked at
        self._doubt: asyncio.TimerHandle | None = None
        self.broken: OrderedDict[MatchId, str] = OrderedDict()  # put aside; the incident numbers
        self.left: dict[MatchId, LeftMatch] = {}  # to other servers
        self._rooms: dict[MatchId, Room] = {}
        self._left: OrderedDict[MatchId, RoomId] = OrderedDict()  # rooms of ended matches
        self._match_seats: dict[BotProcess, list[tuple[MatchRunner, MatchSeat]]] = {}

    def start(self, room: Room, delay_s: float = 0.0, seed: str | None = None) -> MatchRunner:
        """Deals a match to whoever sits in `room`, from `seed` if that is given."""
        match_id = MatchId(fresh_id("m"))
        settings = room.settings
        match = Match(settings.game, settings.terms, seed=seed or self._fresh_seed())
        match_seats = [seated(number, seat) for number, seat in enumerate(room.seats)]
        log = self._begin_log(match_id, room, match, match_seats)
        live = self._set_up(room, match_id, match, match_seats, log, delay_s)
        for watcher in room.watchers_besides(match_seat.user for match_seat in match_seats):
            live.spectators.admit(watcher)
        live.start()
        self.begun += 1
        return live

    def revive(
        self, room: Room, head: MatchHead, match: Match, users: list[User], log: MatchLog
    ) -> MatchRunner:
        """Goes on with a match from before a restart; its players are awaited."""
        match_seats = [
            MatchSeat(number, user, seat.kind)
            for number, (user, seat) in enumerate(zip(users, head.seats, strict=True))
        ]
        delay_s = DEMO_DELAY_S if room.is_demo else 0.0
        live = self._set_up(room, MatchId(head.match_id), match, match_seats, log, delay_s)
        live.go_on()
        return live

    def put_aside(
        self, match_id: MatchId, incident: str, told: Prepared, users: set[UserId]
    ) -> None:
        """A match from before a restart does not go on, and the log has the story under this number.

        `told` is for `users`, who played it.
        """
        self.broken[match_id] = incident
        if len(self.broken) > MAX_ENDED:
            self.broken.popitem(last=False)
        for tell in self.on_put_aside:
            tell(match_id, told, users)

    def tell_left(self, client: Client) -> None:
        """`client` hears which of its matches are not played here."""
        for match_id, left in self.left.items():
            if client.user.id in left.users:
                error = left.error(match_id)
                told = ProtocolError(error.code, error.msg, match_id=match_id)
                client.line.refuse(None, told)

    @property
    def is_kept(self) -> bool:
        """Do running matches go on after a restart?"""
        return self._journal is not None

    def now_ms(self) -> int:
        """The monotonic clock of all matches."""
        return int(self._loop.time() * 1000)

    def _set_up(
        self,
        room: Room,
        match_id: MatchId,
        match: Match,
        match_seats: list[MatchSeat],
        log: MatchLog | None,
        delay_s: float,
    ) -> MatchRunner:
        """The match on its table, with processes for its house bots; nothing is told yet."""
        settings = room.settings
        pace = replace(self._pace, delay_s=delay_s)
        compute = self._compute_offer(settings.game) if settings.compute else None
        live = MatchRunner(
            match_id,
            settings,
            match,
            match_seats,
            pace,
            self._lost,
            self._over,
            compute,
            log,
            self.counters,
            bus=self._bus,
            max_shown=self._max_shown,
        )
        for match_seat in match_seats:
            if match_seat.user.house_bot is not None:
                self._put_bot(live, match_seat, match_seat.user.house_bot)
        if self._trouble is not None:
            live.clock.stand_still(True)
        self.running[match_id] = live
        self.left.pop(match_id, None)
        self._rooms[match_id] = room
        room.started(live)
        for prepare in self.on_set_up:
            prepare(room, live)
        return live

    def _put_bot(self, live: MatchRunner, match_seat: MatchSeat, bot: str) -> None:
        process = self._process(bot, live.match.game.name, live.id)
        if process is not None:
            self._match_seats.setdefault(process, []).append((live, match_seat))
            match_seat.client = process.client
            match_seat.has_come = process.client is not None

    def _begin_log(
        self, match_id: MatchId, room: Room, match: Match, match_seats: list[MatchSeat]
    ) -> MatchLog | None:
        """Where the steps of a match that begins are kept, if they are."""
        if self._journal is None:
            return None
        return self._journal.begin(self._head(match_id, room, match, match_seats))

    def _head(
        self, match_id: MatchId, room: Room, match: Match, match_seats: list[MatchSeat]
    ) -> MatchHead:
        """What is kept of a match that begins."""
        seats = (
            HeadSeat(
                match_seat.user.id, match_seat.user.name, match_seat.kind, match_seat.user.house_bot
            )
            for match_seat in match_seats
        )
        host = room.host
        return MatchHead(
            match_id=match_id,
            rules=match.game.rules,
            asked=room.settings.asked,
            room=HeadRoom(room.id, host.id, host.name, room.lasting, room.settings.code),
            seats=tuple(seats),
            seed=match.seed,
            deal=match.deal,
            created_at=wall_clock_ms(),
        )

    def last_room(self, match_id: MatchId) -> RoomId | None:
        """The room in which a match is or was played, if it is remembered; it may be gone."""
        room = self._rooms.get(match_id)
        return self._left.get(match_id) if room is None else room.id

    def room_of(self, live: MatchRunner) -> Room:
        """The room in which a match is played."""
        return self._rooms[live.id]

    def needs(self, user: User) -> bool:
        """Is a running match waiting for `user`, or is it a house bot, which may play for anybody?"""
        match_seats = (
            match_seat for live in self.running.values() for match_seat in live.match_seats
        )
        return user.house_bot is not None or any(
            match_seat.user is user for match_seat in match_seats
        )

    def reattach(self, client: Client) -> None:
        """Gives a user who is back the seats that are his and that no connection of his holds."""
        for live in list(self.running.values()):
            mine = (c for c in live.match_seats if c.user is client.user and c.is_vacant)
            match_seat = next(mine, None)
            if match_seat is None or live.id in client.seats:  # one seat per connection and match
                continue
            if live.id in client.aiding:  # it sits beside, not on the seat
                continue
            self._take_from_bot(live, match_seat)
            live.seat_presence.take_back(match_seat, client)
            self._rooms[live.id].come_back(client, match_seat.seat)

    def bot_ready(self, process: BotProcess) -> None:
        """A house bot has connected: it gets every seat that waits for it."""
        assert process.client is not None
        for live, match_seat in self._match_seats.get(process, []):
            if not live.is_over and match_seat.client is None:
                live.seat_presence.attach(match_seat, process.client)

    def step_out(self, client: Client) -> None:
        """`client` lost its link and may resume."""
        for live in self._seated(client):
            live.seat_presence.step_out(client)

    def step_in(self, client: Client) -> None:
        """`client` has resumed, so it heard everything; seats it lost meanwhile are its own again."""
        for live in self._seated(client):
            live.seat_presence.step_in(client)
        self.reattach(client)

    def detach(self, client: Client) -> None:
        """`client` is gone; another connection of the same user, if there is one, takes over."""
        for match_id in [*client.seats, *client.watching]:
            if match_id in self.running:
                self.running[match_id].seat_presence.detach(client)

    def _seated(self, client: Client) -> list[MatchRunner]:
        """The running matches in which `client` has a seat."""
        return [self.running[match_id] for match_id in client.seats if match_id in self.running]

    def on_store_trouble(self, trouble: StoreError | None) -> None:
        """The store has stopped working, or (None) works again: clocks stand still in between."""
        was_well, self._trouble = self._trouble is None, trouble
        if was_well is (trouble is None):
            return  # another kind of trouble
        for live in list(self.running.values()):
            live.clock.stand_still(trouble is not None)
        if self._doubt is not None:
            self._doubt.cancel()
            self._doubt = None
        self._doubtful = frozenset()
        if trouble is not None:
            self._resolve_doubts()

    def _resolve_doubts(self) -> None:
        """Sends away who has waited too long for what nobody knows. Looks again after a while."""
        writing = frozenset(live for live in self.running.values() if live.is_writing)
        for live in writing & self._doubtful:
            live.seat_presence.send_away()
        self._doubtful = writing
        self._doubt = self._loop.call_later(self._pace.doubt_s, self._resolve_doubts)

    def abort_all(self, ending: str) -> None:
        """Ends every match without a winner."""
        for live in list(self.running.values()):
            live.abort(ending)

    def _process(self, bot: str, game: str, match_id: MatchId) -> BotProcess | None:
        entry = self._hosting.find(bot, game)
        if entry is None:
            logger.error("match %s: house bot %s is gone; its seat is lost", match_id, bot)
            return None
        return self._hosting.find_process(entry, match_id)

    def _lost(self, live: MatchRunner, match_seat: MatchSeat) -> None:
        """A stand-in takes the seat; where there is none, it forfeits."""
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

    def _over(self, live: MatchRunner) -> None:
        del self.running[live.id]
        self.ended.append(live.id)
        room = self._rooms.pop(live.id)
        self._left[live.id] = room.id
        if len(self._left) > MAX_ENDED:
            self._left.popitem(last=False)
        self._hosting.match_over(live.id)
        for process, match_seats in list(self._match_seats.items()):
            self._match_seats[process] = [pair for pair in match_seats if pair[0] is not live]
            if not self._match_seats[process]:
                del self._match_seats[process]
        room.ended()
        for tell in self.on_over:
            tell(room, live)


def seated(number: int, seat: RoomSeat) -> MatchSeat:
    """The seat of whoever sits on a room's seat when its match begins."""
    if seat.bot is not None:
        user = User(UserId(fresh_id("u")), seat.bot, house_bot=seat.bot)
        return MatchSeat(number, user, "bot")
    assert seat.client is not None, "a match starts with every seat taken"
    return MatchSeat(number, seat.client.user, seat.client.kind, seat.client)


def preferred(offers: Iterable[str]) -> list[str]:
    """Names of house bots in the order in which they are put on seats nobody chose a bot for."""
    names = list(offers)
    return [name for name in STAND_INS if name in names] + [n for n in names if n not in STAND_INS]
