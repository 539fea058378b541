"""The rooms in which meetings play: each opened for one match, everybody on his seat. Decides and counts nothing."""

import logging
from collections.abc import Sequence

from infoset_server.accounts.clients import ClientRegistry, User
from infoset_server.common.ids import ClassId
from infoset_server.common.request_errors import RequestError
from infoset_server.contests.ladder.entries import Entry
from infoset_server.contests.ladder.ladder import Ladder
from infoset_server.contests.ladder.meetings import Meeting
from infoset_server.matches.runner import MatchRunner
from infoset_server.matches.settings import RoomSettings, with_options
from infoset_server.rooms.matchmaker import Matchmaker
from infoset_server.rooms.room import Room

logger = logging.getLogger(__name__)


class MeetingRooms:
    """Opens them; they close by themselves."""

    def __init__(self, matchmaker: Matchmaker, people: ClientRegistry) -> None:
        self._matchmaker = matchmaker
        self._people = people
        self._starting: dict[str, Meeting] = {}  # by room

    def begin(
        self, ladder: Ladder, meeting: Meeting, seating: Sequence[Entry], seed: str | None
    ) -> MatchRunner | None:
        """The next match of a meeting, dealt from `seed` if that is given; None where it does not begin.

        All of `seating` must be here.
        """
        room = self._matchmaker.lobby.create(
            settings_of(ladder, meeting), self._host(ladder), "brief"
        )
        self._starting[room.id] = meeting
        try:
            for seat, entry in enumerate(seating):
                take_seat(room, seat, entry)
            self._matchmaker.start(room, seed=seed)
        except RequestError as problem:
            logger.warning("ladder %s: a match does not begin: %s", ladder.name, problem.msg)
            self._matchmaker.dissolve(room)
            return None
        finally:
            del self._starting[room.id]
        return room.match

    def starting_in(self, room: Room) -> Meeting | None:
        """The meeting whose match is being set up in a room right now."""
        return self._starting.get(room.id)

    def _host(self, ladder: Ladder) -> User:
        """Whose the rooms are: in a class, one of its own, so that nobody else sees them."""
        classroom = ladder.file.classroom
        if classroom is None:
            return self._people.server_user
        members = self._people.accounts.register.members(ClassId(classroom))
        return members[0] if members else self._people.server_user


def settings_of(ladder: Ladder, meeting: Meeting) -> RoomSettings:
    """What the next match of a meeting is played under."""
    settings = ladder.settings[meeting.table]
    return settings if meeting.options is None else with_options(settings, meeting.options)


def take_seat(room: Room, seat: int, entry: Entry) -> None:
    """Puts an entry that is here on its seat. Raises RequestError."""
    if entry.bot is not None:
        room.seats[seat].bot = entry.bot
        return
    assert entry.client is not None, "only who is here is seated"
    room.enter(entry.client)
    room.sit(entry.client, seat)
