"""Who decides about a room or a match, and who takes part in it. Finds out; decides nothing (`console/ownership.py` does)."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from infoset_server.accounts.clients import ClientRegistry, User
from infoset_server.admin.commands import Stakes
from infoset_server.admin.ownership import stakes_of_user
from infoset_server.common.ids import UserId
from infoset_server.matches.match_records import HeadSeat, MatchHead
from infoset_server.matches.runner import MatchRunner
from infoset_server.programs.hosting import Hosting
from infoset_server.rooms.room import Room


class Contests(Protocol):
    """What is known of competitions and assistants."""

    def organiser_of_match(self, match_id: str) -> UserId | None:
        """Whose tournament a match is, or was, one of."""
        ...

    def organiser_of_table(self, room: Room) -> UserId | None:
        """For whose tournament a room was opened."""
        ...

    def assistants_in(self, live: MatchRunner) -> Iterable[User]:
        """Who helps in a match."""
        ...


@dataclass(frozen=True)
class Interests:
    """The interests of users in what is played."""

    people: ClientRegistry
    hosting: Hosting
    contests: Contests

    def of_room(self, room: Room) -> Stakes:
        """A room is of whoever opened it, or whose tournament has a table there."""
        deciders = self._deciders(room.owner, self.contests.organiser_of_table(room))
        live = room.match
        parties = self.parties(live) if live is not None and room.is_playing else frozenset()
        return Stakes(deciders, parties)

    def of_live(self, room: Room, live: MatchRunner) -> Stakes:
        """A match is of those whose its room is."""
        organiser = self.contests.organiser_of_match(live.id)
        return Stakes(self._deciders(room.owner, organiser), self.parties(live))

    def of_head(self, head: MatchHead) -> Stakes:
        """A match that is over."""
        host = self.people.find(head.room.host)
        organiser = self.contests.organiser_of_match(head.match_id)
        parties = frozenset(self._keeper_of_seat(seat) for seat in head.seats)
        return Stakes(self._deciders(host, organiser), parties)

    def parties(self, live: MatchRunner) -> frozenset[UserId]:
        """Who takes part: players and assistants, or whose bots those are."""
        users = [
            *(match_seat.user for match_seat in live.match_seats),
            *self.contests.assistants_in(live),
        ]
        return frozenset(map(self.hosting.keeper_of, users))

    def _keeper_of_seat(self, seat: HeadSeat) -> UserId:
        user = self.people.find(seat.user)
        return self.hosting.keeper_of(
            user or User(UserId(seat.user), seat.name, house_bot=seat.house_bot)
        )

    @staticmethod
    def _deciders(host: User | None, organiser: UserId | None) -> frozenset[UserId]:
        hosts = frozenset() if host is None else stakes_of_user(host).deciders
        return hosts if organiser is None else hosts | {organiser}
