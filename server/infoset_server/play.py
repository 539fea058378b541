"""All matches being played: starts them for rooms, seats people and house bots, finds stand-ins. No requests here."""

import logging
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from infoset_games.game import Game
from infoset_games.match import Match
from infoset_server.hosting import BotProcess, Hosting
from infoset_server.ids import MatchId, UserId, fresh_id
from infoset_server.live_match import Chair, LiveMatch, Pace
from infoset_server.manifest import BotEntry
from infoset_server.people import Client, User
from infoset_server.rooms import Room

logger = logging.getLogger(__name__)

MAX_ENDED: Final = 1_000  # ended matches whose late requests are told so
STAND_INS: Final = (
    "heuristic",
    "random",
)  # preferred first; any other house bot of the game after them


class Play:
    """The running matches by id. `on_over(room)` is called when the match of a room has ended."""

    def __init__(
        self,
        hosting: Hosting,
        pace: Pace,
        on_over: Callable[[Room], None],
        fresh_seed: Callable[[], str],
        compute_offer: Callable[[Game], Mapping[str, Any]],
    ) -> None:
        self.running: dict[MatchId, LiveMatch] = {}
        self.ended: deque[MatchId] = deque(maxlen=MAX_ENDED)
        self._hosting = hosting
        self._pace = pace
        self._on_over = on_over
        self._fresh_seed = fresh_seed
        self._compute_offer = compute_offer
        self._rooms: dict[MatchId, Room] = {}
        self._chairs: dict[BotProcess, list[tuple[LiveMatch, Chair]]] = {}

    def start(self, room: Room, delay_s: float = 0.0) -> LiveMatch:
        """Deals a match to whoever sits in `room`."""
        match_id = MatchId(fresh_id("m"))
        settings = room.settings
        match = Match(settings.game, settings.terms, seed=self._fresh_seed())
        processes: list[BotProcess | None] = []
        chairs = []
        for number, seat in enumerate(room.seats):
            process = None
            if seat.bot is not None:
                process = self._process(seat.bot, settings.game.name, match_id)
                user = User(UserId(fresh_id("u")), seat.bot, house_bot=seat.bot)
                chair = Chair(number, user, "bot", None if process is None else process.client)
            else:
                assert seat.client is not None, "a match starts with every seat taken"
                chair = Chair(number, seat.client.user, seat.client.kind, seat.client)
            processes.append(process)
            chairs.append(chair)
        pace = Pace(self._pace.absence_s, delay_s)
        compute = self._compute_offer(settings.game) if settings.compute else None
        live = LiveMatch(match_id, settings, match, chairs, pace, self._lost, self._over, compute)
        for process, chair in zip(processes, chairs, strict=True):
            if process is not None:
                self._chairs.setdefault(process, []).append((live, chair))
        live.watchers = room.watchers_besides(chair.user for chair in chairs)
        for watcher in live.watchers:
            watcher.watching.add(match_id)
        self.running[match_id] = live
        self._rooms[match_id] = room
        room.started(live)
        live.start()
        return live

    def room_of(self, live: LiveMatch) -> Room:
        """The room in which a match is played."""
        return self._rooms[live.id]

    def needs(self, user: User) -> bool:
        """Is a running match waiting for `user`, or is it a house bot, which may play for anybody?"""
        chairs = (chair for live in self.running.values() for chair in live.chairs)
        return user.house_bot is not None or any(chair.user is user for chair in chairs)

    def reattach(self, client: Client) -> None:
        """Gives a user who is back the seats that are his and that no connection of his holds."""
        for live in list(self.running.values()):
            mine = (c for c in live.chairs if c.user is client.user and c.is_vacant)
            chair = next(mine, None)
            if chair is None or live.id in client.seats:  # one seat per connection and match
                continue
            self._take_from_bot(live, chair)
            live.take_back(chair, client)
            self._rooms[live.id].come_back(client, chair.seat)

    def bot_ready(self, process: BotProcess) -> None:
        """A house bot has connected: it gets every chair that waits for it."""
        assert process.client is not None
        for live, chair in self._chairs.get(process, []):
            if live.match.over is None and chair.client is None:
                live.attach(chair, process.client)

    def detach(self, client: Client) -> None:
        """`client` is gone; another connection of the same user, if there is one, takes over."""
        for match_id in [*client.seats, *client.watching]:
            if match_id in self.running:
                self.running[match_id].detach(client)

    def abort_all(self, ending: str) -> None:
        """Ends every match without a winner."""
        for live in list(self.running.values()):
            live.abort(ending)

    def _process(self, bot: str, game: str, match_id: MatchId) -> BotProcess | None:
        entry = self._hosting.for_game(game).get(bot)
        if entry is None:
            logger.error("house bot %s is gone; its seat waits and is lost", bot)
            return None
        return self._hosting.find_process(entry, match_id)

    def _lost(self, live: LiveMatch, chair: Chair) -> None:
        """A stand-in takes the chair; where there is none, it forfeits."""
        loser = self._take_from_bot(live, chair)
        if loser is not None:
            self._hosting.failed(loser)
        for entry in self._stand_ins(live.match.game.name, chair):
            process = self._hosting.find_process(entry, live.id)
            if process is not None:
                self._chairs.setdefault(process, []).append((live, chair))
                live.stand_in(chair, entry.name)
                if process.client is not None:
                    live.attach(chair, process.client)
                return
        live.give_up(chair)

    def _stand_ins(self, game: str, chair: Chair) -> list[BotEntry]:
        """House bots that may take the chair: none that has lost it before."""
        offers = self._hosting.for_game(game)
        return [offers[name] for name in preferred(offers) if name not in chair.lost_by]

    def _take_from_bot(self, live: LiveMatch, chair: Chair) -> BotProcess | None:
        """The house bot's process that plays on the chair, or is awaited there, does so no more."""
        for process, chairs in self._chairs.items():
            if (live, chair) in chairs:
                chairs.remove((live, chair))
                process.matches.discard(live.id)
                return process
        return None

    def _over(self, live: LiveMatch) -> None:
        del self.running[live.id]
        self.ended.append(live.id)
        room = self._rooms.pop(live.id)
        self._hosting.match_over(live.id)
        for process, chairs in list(self._chairs.items()):
            self._chairs[process] = [pair for pair in chairs if pair[0] is not live]
            if not self._chairs[process]:
                del self._chairs[process]
        room.ended()
        self._on_over(room)


def preferred(offers: Iterable[str]) -> list[str]:
    """Names of house bots in the order in which they are put on seats nobody chose a bot for."""
    names = list(offers)
    return [name for name in STAND_INS if name in names] + [n for n in names if n not in STAND_INS]
