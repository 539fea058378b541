"""Rooms, a floor and a house together, without a server around. No tests here."""

from typing import Any

from tests.server.matches.guests import UNTIMED, Guest, House, settings_of
from tests.server.matches.match_parts import HandClock

from infoset_games.game import Game
from infoset_games.terms import Terms
from infoset_server.bus.embedded import EmbeddedBus
from infoset_server.config import RoomLimits
from infoset_server.matches.context import Pace
from infoset_server.matches.floor import MatchFloor
from infoset_server.matches.match_log import Journal
from infoset_server.matches.runner import MatchRunner
from infoset_server.matches.settings import Lasting
from infoset_server.rooms.lobby import Lobby
from infoset_server.rooms.match_registry import MatchRegistry
from infoset_server.rooms.matchmaker import Matchmaker
from infoset_server.rooms.room import Room
from infoset_server.storage.notes import Notes


class Building:
    """What a server has of rooms and matches, wired as it wires them."""

    def __init__(
        self,
        time: HandClock,
        *bots: str,
        journal: Journal | None = None,
        notes: Notes | None = None,
        series_pause_s: float = 5.0,
        max_ended: int = 1_000,
    ) -> None:
        self.time = time
        bus = EmbeddedBus()
        self.house = House(*bots)
        self.floor = MatchFloor(
            self.house.hosting,
            Pace(absence_s=30.0),
            lambda: "fresh",
            lambda game: None,
            lambda: time.now_ms,
            bus,
            8,
            journal,
        )
        self.play = MatchRegistry(self.floor, max_ended)
        self.lobby = Lobby(RoomLimits(), bus, lambda: time.now_s)
        self.matchmaker = Matchmaker(
            self.lobby, self.house.hosting, self.play, notes, series_pause_s
        )
        self.lobby.on_ready.append(self.matchmaker.start_if_ready)
        self.play.on_over.append(lambda room, report: self.matchmaker.match_over(room))

    def room(
        self,
        *guests: Guest,
        lasting: Lasting = "meeting",
        game: Game | None = None,
        terms: Terms = UNTIMED,
        **asked: Any,
    ) -> Room:
        """A room in which guests sit, nobody ready."""
        host = guests[0].user if guests else Guest("server").user
        room = self.lobby.create(settings_of(game, terms, **asked), host, lasting)
        for guest in guests:
            room.enter(guest.client)
            room.sit_anywhere(guest.client)
        return room

    def begin(self, room: Room) -> MatchRunner:
        """The match of a full room."""
        self.matchmaker.start(room)
        assert room.live is not None
        return room.live
