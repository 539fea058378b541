"""Rooms, play and house bots together: fills seats, starts matches, tidies up after them."""

import asyncio
import logging
from typing import Final

from infoset_server.hosting import Hosting
from infoset_server.lobby import Lobby
from infoset_server.pairing import Pairing, SeekTicket
from infoset_server.people import Client, User
from infoset_server.play import Play, preferred
from infoset_server.requests import BusyError, ShuttingDownError
from infoset_server.rooms import Room
from infoset_server.settings import RoomSettings

logger = logging.getLogger(__name__)

DEMO_DELAY_S: Final = 0.7  # between the moves of the demo table: slow enough to follow
DEMO_PAUSE_S: Final = 5.0  # between its matches


class Hall:
    """Where matches come about, by agreement in a room or by pairing seeks."""

    def __init__(self, lobby: Lobby, hosting: Hosting, play: Play) -> None:
        self.lobby = lobby
        self.hosting = hosting
        self.play = play
        self.pairing = Pairing(self._pair)
        self.stopping = False
        self.all_over = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        self._fill_timer: asyncio.TimerHandle | None = None
        self._brief: set[Room] = set()  # made for seeks: they go with their match
        self._demo: Room | None = None

    # Seeks.

    def now_ms(self) -> int:
        """The monotonic clock of seeks."""
        return int(self._loop.time() * 1000)

    def seek(self, ticket: SeekTicket) -> None:
        """Opens a seek; house bots fill up when its wait is over."""
        self.pairing.add(ticket)
        self._arm_fill_timer()

    def _arm_fill_timer(self) -> None:
        if self._fill_timer is not None:
            self._fill_timer.cancel()
            self._fill_timer = None
        due = self.pairing.next_fill_ms()
        if due is not None:
            self._fill_timer = self._loop.call_at(due / 1000, self._fill_seeks)

    def _fill_seeks(self) -> None:
        self._fill_timer = None
        self.pairing.fill(self.now_ms())
        self._arm_fill_timer()

    def _pair(self, group: list[SeekTicket]) -> None:
        """A room of their own for those who go together, with house bots on the seats left."""
        host = group[0].client.user
        room = self.lobby.create(group[0].settings, host, unlimited=True)
        self._brief.add(room)
        for seek in group:
            room.enter(seek.client)
            room.sit_anywhere(seek.client)
        try:
            self.fill_with_bots(room)
            self.start(room)
        except BusyError as problem:
            logger.warning("seeks stay unpaired: %s", problem.msg)
            self._dissolve(room)
            for seek in group:
                self.pairing.open.append(postponed(seek, self.now_ms()))

    # Matches.

    def fill_with_bots(self, room: Room) -> None:
        """Puts a house bot on every open seat. Raises BusyError where none plays the game."""
        offers = self.hosting.for_game(room.settings.game.name)
        names = preferred(offers)
        for seat in room.seats:
            if seat.is_open:
                if not names:
                    raise BusyError(f"no house bot plays {room.settings.game.name}")
                seat.bot = names[0]

    def start(self, room: Room, delay_s: float = 0.0) -> None:
        """Starts the match of a full room. Raises ShuttingDownError."""
        if self.stopping:
            raise ShuttingDownError("the server is about to stop; no new matches")
        self.play.start(room, delay_s)

    def start_if_ready(self, room: Room) -> None:
        """What a room calls when everybody in it is ready."""
        if not self.stopping:
            self.play.start(room)

    def match_over(self, room: Room) -> None:
        """What play calls when a room's match has ended."""
        if room in self._brief:
            self._dissolve(room)
        elif room is self._demo and not self.stopping:
            self._loop.call_later(DEMO_PAUSE_S, self._next_demo)
        else:
            self.lobby.close_if_empty(room)
        if self.stopping and not self.play.running:
            self.all_over.set()

    def drop_out(self, client: Client) -> None:
        """`client` is gone: its seeks and rooms go with it, seats in running matches do not."""
        self.pairing.remove(client)
        for room_id in list(client.watched_rooms):
            self.lobby.rooms[room_id].unwatch(client)
        for room_id in list(client.rooms):
            self.lobby.leave(self.lobby.rooms[room_id], client)

    def replace(self, older: Client, newer: Client) -> None:
        """The rooms of `older` are those of `newer`, a later connection of the same user."""
        for room_id in list(older.rooms):
            self.lobby.rooms[room_id].replace(older, newer)

    def _dissolve(self, room: Room) -> None:
        self._brief.discard(room)
        for member in list(room.members):
            self.lobby.leave(room, member)
        self.lobby.close_if_empty(room)

    # The demo table and the end.

    def open_demo(self, settings: RoomSettings, host: User) -> Room:
        """A table at which house bots play one match after another, slowly, so that there is something to see."""
        self._demo = self.lobby.create(settings, host, keep=True)
        self._next_demo()
        return self._demo

    def _next_demo(self) -> None:
        if self._demo is not None and not self.stopping:
            self.fill_with_bots(self._demo)
            self.start(self._demo, DEMO_DELAY_S)

    async def wind_up(self, grace_s: float) -> None:
        """Starts nothing new, waits for running matches to end, at most `grace_s`, then aborts them."""
        self.stopping = True
        self.pairing.open.clear()
        self._arm_fill_timer()
        if self._demo is not None and self._demo.match is not None:
            self._demo.match.abort("shutdown")
        if self.play.running:
            logger.info("waiting for %d matches to end", len(self.play.running))
            try:
                async with asyncio.timeout(grace_s):
                    await self.all_over.wait()
            except TimeoutError:
                self.play.abort_all("shutdown")


def postponed(seek: SeekTicket, now_ms: int) -> SeekTicket:
    """The same seek, to be filled a while later."""
    return SeekTicket(seek.ticket, seek.client, seek.settings, now_ms + 5_000)
