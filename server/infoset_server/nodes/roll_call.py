"""What a new hall makes of matches that play nodes tell it of: their rooms, settings and seats."""

from collections.abc import Iterable

from infoset_server.accounts.clients import ClientRegistry, User
from infoset_server.cluster.play_frames import Chair, Running
from infoset_server.common.ids import ClassId, RoomId, UserId
from infoset_server.config import RoomLimits
from infoset_server.matches.match_records import HeadRoom
from infoset_server.matches.seats import MatchSeat
from infoset_server.matches.settings import RoomSettings, read_settings
from infoset_server.nodes.wording import read_guest, read_place
from infoset_server.rooms.lobby import Lobby
from infoset_server.rooms.room import Room


class RollCall:
    """Finds what this server knows already, and makes up the rest from what it is told."""

    def __init__(self, lobby: Lobby, people: ClientRegistry, limits: RoomLimits) -> None:
        self._lobby = lobby
        self._people = people
        self._limits = limits

    def read(self, running: Running) -> tuple[HeadRoom, RoomSettings, list[MatchSeat]]:
        """Where a match was begun, by which settings, and who sits there. Raises RequestError or ValidationError."""
        place, asked = read_place(running.place)
        settings = read_settings(asked, self._limits, place.code, may_rate=True)
        match_seats = [
            MatchSeat(seat, self._user_of(chair), chair.kind, berserk=chair.berserk)
            for seat, chair in enumerate(running.chairs)
        ]
        return place, settings, match_seats

    def _user_of(self, chair: Chair) -> User:
        known = None if chair.house_bot is not None else self._people.find(chair.user.id)
        return known or read_guest(chair.user, chair.house_bot)

    def room_for(
        self, place: HeadRoom, settings: RoomSettings, match_seats: Iterable[MatchSeat]
    ) -> Room:
        """As it was noted, or as it was when the match began."""
        name: RoomId | None = RoomId(place.room)
        room = self._lobby.rooms.get(RoomId(place.room))
        if room is not None:
            if not room.is_playing:
                return room
            name = None
        circle = None if place.classroom is None else ClassId(place.classroom)
        host = self._people.find(place.host) or User(
            UserId(place.host), place.host_name, classroom=circle
        )
        room = self._lobby.create(settings, host, place.lasting, name)
        room.part = place.part
        for seat, match_seat in zip(room.seats, match_seats, strict=True):
            seat.bot = match_seat.user.house_bot
        return room
