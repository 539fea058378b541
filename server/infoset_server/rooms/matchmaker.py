"""Rooms, play and house bots together: fills seats, starts matches, tidies up after them."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Final

from infoset_server.accounts.clients import Client, User
from infoset_server.common.ids import RoomId
from infoset_server.common.request_errors import BusyError, ShuttingDownError, WrongStateError
from infoset_server.common.text import counted
from infoset_server.matches.floor import preferred
from infoset_server.matches.opening import PAUSE_S
from infoset_server.matches.settings import RoomSettings
from infoset_server.programs.hosting import Hosting
from infoset_server.rooms.documents import SEEK, note_seek
from infoset_server.rooms.lobby import Lobby
from infoset_server.rooms.match_registry import DEMO_DELAY_S, MatchRegistry
from infoset_server.rooms.room import Room
from infoset_server.rooms.seeks import Seek, SeekQueue
from infoset_server.storage.notes import NoNotes, Notes

logger = logging.getLogger(__name__)

CLOSED_RETRY_MS: Final = 5_000
DEMO_PAUSE_S: Final = 5.0  # between its matches
SERIES_PAUSE_S: Final = 5.0  # the same for a series, where nothing else is configured


class Matchmaker:
    """Where matches come about, by agreement in a room or by pairing seeks."""

    def __init__(
        self,
        lobby: Lobby,
        hosting: Hosting,
        play: MatchRegistry,
        notes: Notes | None = None,
        series_pause_s: float = SERIES_PAUSE_S,
    ) -> None:
        """`notes` is where seeks are noted, so that they outlive the server."""
        self._series_pause_s = series_pause_s
        self._notes = notes or NoNotes()
        self.lobby = lobby
        self.hosting = hosting
        self.play = play
        self.pairing = SeekQueue(self._pair, self._note_seek)
        self.stopping = False
        self.all_over = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        self._fill_timer: asyncio.TimerHandle | None = None
        self._demo: Room | None = None
        self._closed: set[RoomId | None] = set()  # where no match begins; None = everywhere
        self.on_absent: list[Callable[[Seek, int], object]] = []  # seeks, and their waits in ms
        self._answered: dict[RoomId, list[Seek]] = {}  # by the match of a room
        play.on_unbegun.append(self._seek_again)

    # Seeks.

    def now_ms(self) -> int:
        """The monotonic clock of seeks."""
        return int(self._loop.time() * 1000)

    def seek(self, ticket: Seek) -> None:
        """Opens a seek; house bots fill up when its wait is over."""
        self.pairing.add(ticket)
        self._arm_fill_timer()

    def _note_seek(self, seek: Seek, is_open: bool) -> None:
        if is_open:
            note_seek(seek, seek.fill_at_ms - self.now_ms(), self._notes)
        else:
            self._notes.drop(SEEK, seek.ticket)

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

    def _pair(self, group: list[Seek]) -> None:
        """A room of their own for those who go together, with house bots on the seats left."""
        host = group[0].client.user
        room = self.lobby.create(group[0].settings, host, "brief")
        room.shares = tuple(seek.share for seek in group if seek.share is not None)
        room.tickets = tuple(seek.ticket for seek in group)
        for seek in group:
            room.enter(seek.client)
            room.sit_anywhere(seek.client)
        try:
            self.fill_with_bots(room)
            self._answered[room.id] = group  # until the match is over, or has never begun
            self.begin(room)
        except BusyError as problem:
            logger.warning("seeks stay unpaired: %s", problem.msg)
            self.dissolve(room)
            for seek in group:
                self.pairing.reopen(postponed(seek, self.now_ms()))

    def _seek_again(self, room: Room) -> None:
        """Seeks were not answered after all: they are open again, or once their users are back."""
        for seek in self._answered.pop(room.id, []):
            mine = (one for one in room.members if one.user is seek.client.user)
            client = next((one for one in mine if one.line.is_open), None)
            if client is None:
                for tell in self.on_absent:
                    tell(seek, seek.fill_at_ms - self.now_ms())
            elif self.stopping:
                self.pairing.reopen(seek)  # for the next start: nothing begins any more
            else:
                self.seek(replace(seek, client=client, is_aside=client.line.is_away))

    # Matches.

    def bots_for(self, game: str) -> list[str]:
        """The house bots that play a game, in the order in which they are put on seats nobody chose one for."""
        return preferred(self.hosting.for_game(game))

    def fill_with_bots(self, room: Room) -> None:
        """Puts a house bot on every open seat. Raises BusyError where none plays the game."""
        names = self.bots_for(room.settings.game.name)
        before = () if room.opening is None else room.opening.bots
        for number, seat in enumerate(room.seats):
            if seat.is_open:
                if not names:
                    raise BusyError(f"no house bot plays {room.settings.game.name}")
                was = before[number] if before else None
                seat.bot = was if was in names else names[0]

    def begin(self, room: Room) -> None:
        """Starts the match of a full room, here or on another server. Raises as `start`."""
        self.require_open(room)
        self._begin(room)

    def _begin(self, room: Room) -> None:
        if room.opening is not None:
            room.opening.begun_s = self._loop.time()
        self.play.begin(room)

    def start(self, room: Room, delay_s: float = 0.0) -> None:
        """Starts the match of a full room here. Raises ShuttingDownError, or BusyError where it is closed."""
        self.require_open(room)
        self.play.start(room, delay_s)

    @property
    def takes_matches(self) -> bool:
        """May matches begin, as far as the whole server is concerned?"""
        return not self.stopping and None not in self._closed

    def require_open(self, room: Room) -> None:
        """Raises ShuttingDownError or BusyError where no match may begin."""
        if self.stopping:
            raise ShuttingDownError("the server is about to stop; no new matches")
        if self._is_closed(room):
            raise BusyError("the organiser lets no match begin for now", retry_ms=CLOSED_RETRY_MS)
        self._require_opening(room)

    def _require_opening(self, room: Room) -> None:
        """Raises WrongStateError or BusyError where the position is not known, or was begun at just now."""
        if room.settings.start_from is not None and room.opening is None:
            raise WrongStateError("the match that this room starts from cannot be read any more")
        left_s = self._pause_left_s(room)
        if left_s:
            raise BusyError("a match has begun here a moment ago", retry_ms=int(left_s * 1000) + 1)

    def _pause_left_s(self, room: Room) -> float:
        """How long no match can begin at the position of a room: each stores all that led there."""
        if room.opening is None:
            return 0.0
        return max(0.0, room.opening.begun_s + PAUSE_S - self._loop.time())

    def start_if_ready(self, room: Room) -> None:
        """What a room calls when everybody in it is ready."""
        if not self.stopping and not self._is_closed(room):
            if self._pause_left_s(room):
                self._loop.call_later(self._pause_left_s(room), room.start_if_ready)
            elif self._has_places(room) and (
                room.opening is not None or room.settings.start_from is None
            ):
                self._begin(room)

    def _has_places(self, room: Room) -> bool:
        """Can the programs at a tournament's table play at once? If not, it begins when they can."""
        if not room.is_table:
            return True
        if self.lobby.rooms.get(room.id) is not room:
            return False  # it was dissolved while it waited
        bots = [seat.bot for seat in room.seats if seat.bot is not None]
        elsewhere = partial(self.play.elsewhere.has_places, room.settings)
        return self.hosting.places.suffice(bots, room.start_if_ready, elsewhere)

    def waits_for_places(self, room: Room) -> bool:
        """Does a tournament's table begin only when its programs can play?"""
        return self.hosting.places.is_waiting(room.start_if_ready)

    def close_place(self, place: RoomId | None) -> None:
        """No match begins in this room, or (None) anywhere, until it is opened again."""
        self._closed.add(place)

    def reopen(self, place: RoomId | None) -> None:
        """Matches may begin again; those for which everybody is ready do at once."""
        self._closed.discard(place)
        for room in list(self.lobby.rooms.values()):
            if place in (None, room.id):
                room.start_if_ready()

    def _is_closed(self, room: Room) -> bool:
        return None in self._closed or room.id in self._closed

    def match_over(self, room: Room) -> None:
        """What play calls when a room's match has ended."""
        if room.lasting in ("brief", "table") or (room.is_demo and room is not self._demo):
            self.dissolve(room)  # the demo table of an earlier run may be one too
        elif room is self._demo and not self.stopping:
            self._loop.call_later(DEMO_PAUSE_S, self._next_demo)
        else:
            if room.is_due:
                self._loop.call_later(self._series_pause_s, room.go_on)
            self.lobby.close_if_empty(room)
        if self.stopping and not self.play.running:
            self.all_over.set()

    def step_out(self, client: Client) -> None:
        """`client` lost its link and may resume: it stays in its rooms, and nobody waits for it."""
        self.pairing.set_aside(client)
        self._arm_fill_timer()
        for room_id in client.rooms:
            self.lobby.rooms[room_id].note_presence(client)

    def step_in(self, client: Client) -> None:
        """`client` has resumed."""
        if self.stopping:
            return
        self.pairing.take_back(client)
        self._arm_fill_timer()
        for room_id in list(client.rooms):
            self.lobby.rooms[room_id].note_presence(client)

    def drop_out(self, client: Client) -> None:
        """`client` is gone: its seeks and rooms go with it, seats in running matches do not.

        While the server stops, everything stays as it was noted: all are gone, and shall find it again.
        """
        if self.stopping:
            return
        self.pairing.remove(client)
        for room_id in list(client.watched_rooms):
            self.lobby.rooms[room_id].unwatch(client)
        for room_id in list(client.rooms):
            room = self.lobby.rooms[room_id]
            if room.is_slow and can_return(client.user) and room.seat_of(client) is not None:
                room.step_away(client)
            else:
                self.lobby.leave(room, client)

    def replace(self, older: Client, newer: Client) -> None:
        """The rooms of `older` are those of `newer`, a later connection of the same user."""
        for room_id in list(older.rooms):
            self.lobby.rooms[room_id].replace(older, newer)

    def tell_again(self, client: Client) -> None:
        """What was said in the rooms that `client` has from an earlier session."""
        for room_id in client.rooms:
            self.lobby.rooms[room_id].talk.tell_again(client)

    def dissolve(self, room: Room) -> None:
        """Sends everybody out; the room is gone. No match may be played in it."""
        self._answered.pop(room.id, None)
        room.lasting = "brief"
        room.awaited.clear()
        for member in list(room.members):
            self.lobby.leave(room, member)
        self.lobby.close_if_empty(room)

    # The demo table and the end.

    def open_demo(self, settings: RoomSettings, host: User) -> Room:
        """A table at which house bots play one match after another, slowly, so that there is something to see."""
        revived = (room for room in self.lobby.rooms.values() if room.is_demo)
        self._demo = next(revived, None) or self.lobby.create(settings, host, "demo")
        if not self._demo.is_playing:
            self._next_demo()
        return self._demo

    def _next_demo(self) -> None:
        if self._demo is None or self.stopping:
            return
        if self._is_closed(self._demo):
            self._loop.call_later(DEMO_PAUSE_S, self._next_demo)
        else:
            self.fill_with_bots(self._demo)
            self.start(self._demo, DEMO_DELAY_S)

    async def wind_up(self, grace_s: float) -> None:
        """Starts nothing new and waits for running matches to end, at most `grace_s`.

        Those that are not kept are aborted then.
        """
        self.stopping = True
        self.pairing.open.clear()
        self._arm_fill_timer()
        if self._demo is not None and self._demo.match is not None:
            self._demo.match.abort("shutdown")
        if self.play.running:
            if grace_s > 0:
                running = counted(len(self.play.running), "match", "matches")
                logger.info("waiting for %s to end, %g s at most", running, grace_s)
            with suppress(TimeoutError):
                async with asyncio.timeout(grace_s):
                    await self.all_over.wait()
        if not self.play.floor.is_kept:
            self.play.floor.abort_all("shutdown")

    def stop_waiting(self) -> None:
        """The rest of `wind_up` follows at once."""
        self.all_over.set()


def can_return(user: User) -> bool:
    """Has the user an account, or a secret by which it is known again?"""
    return not user.is_guest or user.login is not None


def postponed(seek: Seek, now_ms: int) -> Seek:
    """The same seek, to be filled a while later."""
    return replace(seek, fill_at_ms=now_ms + 5_000)
