"""The tables of one tournament that are called: their rooms, and who is awaited there until when. Calls by itself none.

People find themselves in the room, on their seats; who is away comes there as soon as he logs in.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from infoset_server.people import User
from infoset_server.rooms.rooms import Room, RoomSeat
from infoset_server.tournaments.definition import table_settings
from infoset_server.tournaments.errors import TournamentError
from infoset_server.tournaments.stage import Stage
from infoset_server.tournaments.tournament import Tournament


@dataclass(eq=False)
class Calling:
    """A table that is called. `until_ms` (since 1970) is when who is not there is absent."""

    number: int
    room: Room
    seating: tuple[int, ...]
    until_ms: int


class Callings:
    """`by_number` has those of now."""

    def __init__(self, tournament: Tournament, stage: Stage) -> None:
        self.by_number: dict[int, Calling] = {}
        self._tournament = tournament
        self._stage = stage

    def call(self, number: int, now_ms: int) -> Calling:
        """Those who play at a table come into its room. Raises TournamentError where no bot is there to sit in."""
        one, sitting = self._tournament, self._tournament.sitting(number)
        title = f"{one.title} {sitting.draw.name}"
        settings = table_settings(one.file, title, self._stage.room_limits)
        bots = [self._bot_for(number, entrant) for entrant in sitting.next_seating()]
        room = self._stage.open_table(settings, self._host(sitting.entrants))
        until_ms = now_ms + int(one.file.absence_s * 1000)
        calling = Calling(number, room, sitting.next_seating(), until_ms)
        self.by_number[number] = calling
        room.wants_ready = one.file.ready
        room.greeting = self._stage.words(
            f"{title}: your table is room {room.id}. Say there that you are ready, "
            f"within {duration(one.file.absence_s)}."
        )
        for seat, entrant, bot in zip(room.seats, calling.seating, bots, strict=True):
            self._reserve(room, seat, entrant, bot)
        self.look_for_clients(calling)
        return calling

    def look_for_clients(self, calling: Calling) -> None:
        """Whoever is here and not in the room yet comes into it. Its match may begin with that."""
        for seat in list(calling.room.seats):
            client = None if seat.kept_for is None else self._stage.client_of(seat.kept_for)
            if client is not None:
                calling.room.enter(client)

    def missing(self, calling: Calling) -> list[int]:
        """The entrants for whom a called table waits."""
        absent = self._tournament.sitting(calling.number).absent
        seats = zip(calling.seating, calling.room.seats, strict=True)
        return sorted(one for one, seat in seats if one not in absent and not seat.is_ready)

    def take(self, room: Room) -> Calling | None:
        """The table whose match begins in a room, if it is one: it is not called any more."""
        calling = next((one for one in self.by_number.values() if one.room is room), None)
        if calling is not None:
            del self.by_number[calling.number]
        return calling

    def withdraw(self, calling: Calling) -> None:
        """Nobody is called to this table any more, and its room is gone."""
        del self.by_number[calling.number]
        self._stage.dissolve(calling.room)

    def withdraw_all(self) -> None:
        """Nobody is called any more."""
        for calling in list(self.by_number.values()):
            self.withdraw(calling)

    def _host(self, entrants: Iterable[int]) -> User | None:
        """Whose class may see the table; None where everybody may."""
        users = [self._user(entrant) for entrant in entrants]
        return next((user for user in users if user is not None and user.classroom), None)

    def _bot_for(self, number: int, entrant: int) -> str | None:
        """The bot on the seat of an entrant: himself, or who plays for him if he is absent. Raises TournamentError."""
        if entrant in self._tournament.sitting(number).absent:
            return self._stand_in()
        return self._tournament.entrants[entrant].bot

    def _stand_in(self) -> str:
        game, named = self._tournament.file.game, self._tournament.file.stand_in
        if named is not None and self._stage.plays(named, game):
            return named
        bots = self._stage.bots(game)
        if not bots:
            raise TournamentError(f"no bot of this server plays {game} for who is absent")
        return bots[0]

    def _reserve(self, room: Room, seat: RoomSeat, entrant: int, bot: str | None) -> None:
        """Keeps a seat for an entrant, or gives it to a bot."""
        user = self._user(entrant)
        if bot is not None or user is None:
            seat.bot = bot
        else:
            seat.kept_for = user
            room.awaited.add(user.id)

    def _user(self, entrant: int) -> User | None:
        return self._stage.user_of(self._tournament.entrants[entrant])


def duration(seconds: float) -> str:
    """A time for people: `90 seconds`, `5 minutes`."""
    return f"{seconds / 60:g} minutes" if seconds >= 120 else f"{seconds:g} seconds"
