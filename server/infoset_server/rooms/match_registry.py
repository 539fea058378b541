"""In which room each match is or was played, what became of matches that are not here, and how a room's match begins."""

from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from infoset_games.match import Match
from infoset_protocol.codec import Prepared
from infoset_protocol.errors import ProtocolError
from infoset_server.accounts.clients import Client, User, may_meet
from infoset_server.common.ids import MatchId, RoomId, UserId, fresh_id
from infoset_server.common.request_errors import (
    BrokenMatchError,
    LeftMatchError,
    NotFoundError,
    WrongStateError,
)
from infoset_server.matches.floor import MatchFloor
from infoset_server.matches.match_log import MatchLog
from infoset_server.matches.match_records import HeadRoom, MatchHead
from infoset_server.matches.report import MatchReport
from infoset_server.matches.runner import MatchRunner
from infoset_server.matches.seats import MatchSeat
from infoset_server.rooms.room import Room
from infoset_server.rooms.room_seat import RoomSeat

MAX_ENDED: Final = 1_000  # ended matches whose late requests are told so
DEMO_DELAY_S: Final = 0.7  # between the moves of the demo table: slow enough to follow


@dataclass(frozen=True)
class Concern:
    """Whose business a stored match is that is not played here: its `users`, who played it, and whoever may meet the
    host of its room. Where that cannot be read any more, nobody knows for which class it was.
    """

    users: frozenset[UserId] = frozenset()
    host: User | None = None

    def includes(self, user: User) -> bool:
        """May the user know of the match?"""
        return user.id in self.users or (self.host is not None and may_meet(user, self.host))


@dataclass(frozen=True)
class BrokenMatch:
    """A stored match that was put aside. The log has the story under the number `incident`."""

    incident: str
    concern: Concern


@dataclass(frozen=True)
class LeftMatch:
    """A stored match that is played, or waits to be, elsewhere. `why` in words: it ..."""

    why: str
    concern: Concern

    def error(self, match_id: MatchId) -> LeftMatchError:
        """What is said to who asks for it."""
        return LeftMatchError(match_id, self.why)


class MatchRegistry:
    """The matches of all rooms; the `floor` plays them.

    Each of `on_set_up` hears of a match that is about to begin or to go on, before anybody else does; of `on_over` of
    one that has ended in its room; of `on_put_aside` of one that cannot be set up again.
    """

    def __init__(self, floor: MatchFloor, max_ended: int = MAX_ENDED) -> None:
        """Of matches that are over, `max_ended` are remembered."""
        self.floor = floor
        self.running = floor.running
        self._max_ended = max_ended
        self.on_set_up: list[Callable[[Room, MatchRunner], object]] = []
        self.on_over: list[Callable[[Room, MatchReport], object]] = []
        self.on_put_aside: list[Callable[[MatchId, Prepared, set[UserId]], object]] = []
        self.ended: deque[MatchId] = deque(maxlen=max_ended)
        self.broken: OrderedDict[MatchId, BrokenMatch] = OrderedDict()  # put aside
        self.left: dict[MatchId, LeftMatch] = {}  # to other servers
        self._rooms: dict[MatchId, Room] = {}
        self._last_rooms: OrderedDict[MatchId, tuple[RoomId, User]] = (
            OrderedDict()
        )  # of ended matches: and its host
        floor.on_over.append(self._over)

    # How matches begin and end.

    def start(self, room: Room, delay_s: float = 0.0, seed: str | None = None) -> MatchRunner:
        """Deals a match to whoever sits in `room`, from `seed` if that is given."""
        host = room.host
        place = HeadRoom(
            room.id, host.id, host.name, room.lasting, room.settings.code, host.classroom
        )
        match_seats = [seated(number, seat) for number, seat in enumerate(room.seats)]
        live = self.floor.deal(room.settings, place, match_seats, delay_s, seed)
        self._place(room, live)
        for watcher in room.watchers_besides(match_seat.user for match_seat in match_seats):
            live.spectators.admit(watcher)
        live.start()
        return live

    def revive(
        self, room: Room, head: MatchHead, match: Match, users: list[User], log: MatchLog
    ) -> MatchRunner:
        """Goes on with a match from before a restart; its players are awaited."""
        delay_s = DEMO_DELAY_S if room.is_demo else 0.0
        live = self.floor.set_up_again(room.settings, head, match, users, log, delay_s)
        self._place(room, live)
        live.go_on()
        return live

    def _place(self, room: Room, live: MatchRunner) -> None:
        self.left.pop(live.id, None)
        self._rooms[live.id] = room
        room.started(live)
        for prepare in self.on_set_up:
            prepare(room, live)

    def _over(self, live: MatchRunner) -> None:
        self.ended.append(live.id)
        room = self._rooms.pop(live.id)
        self._last_rooms[live.id] = room.id, room.host
        if len(self._last_rooms) > self._max_ended:
            self._last_rooms.popitem(last=False)
        report = live.report()
        room.ended(report)
        for tell in self.on_over:
            tell(room, report)

    def put_aside(self, match_id: MatchId, broken: BrokenMatch, told: Prepared) -> None:
        """A match from before a restart does not go on. `told` is for those who played it."""
        self.broken[match_id] = broken
        if len(self.broken) > self._max_ended:
            self.broken.popitem(last=False)
        for tell in self.on_put_aside:
            tell(match_id, told, set(broken.concern.users))

    # What is asked of them.

    def look_up(self, match_id: str) -> MatchRunner:
        """A running match. Raises WrongStateError for one that just ended, BrokenMatchError, LeftMatchError,
        NotFoundError.
        """
        known = MatchId(match_id)
        live = self.running.get(known)
        if live is not None:
            return live
        if known in self.ended:
            raise WrongStateError("the match is over")
        if known in self.broken:
            raise BrokenMatchError(match_id, self.broken[known].incident)
        if known in self.left:
            raise self.left[known].error(known)
        raise unknown_match(match_id)

    def room_of(self, live: MatchRunner) -> Room:
        """The room in which a match is played."""
        return self._rooms[live.id]

    def last_room(self, match_id: MatchId) -> RoomId | None:
        """The room in which a match is or was played, if it is remembered; it may be gone."""
        room = self._rooms.get(match_id)
        if room is not None:
            return room.id
        last = self._last_rooms.get(match_id)
        return None if last is None else last[0]

    def is_foreign(self, match_id: str, user: User) -> bool:
        """Is it over, or not played here, and none of the user's business, as that of another class?"""
        known = MatchId(match_id)
        absent = self.broken.get(known) or self.left.get(known)
        if absent is not None and known not in self.running:
            return not absent.concern.includes(user)
        last = self._last_rooms.get(known)
        return last is not None and not may_meet(user, last[1])

    # Clients.

    def reattach(self, client: Client) -> None:
        """A user who is back gets their seats, and is a member of the rooms again where those matches are played."""
        for live, seat in self.floor.reattach(client):
            self._rooms[live.id].come_back(client, seat)

    def step_in(self, client: Client) -> None:
        """`client` has resumed, so it heard everything; seats it lost meanwhile are its own again."""
        self.floor.step_in(client)
        self.reattach(client)

    def tell_left(self, client: Client) -> None:
        """`client` hears which of its matches are not played here."""
        for match_id, left in self.left.items():
            if client.user.id in left.concern.users:
                error = left.error(match_id)
                told = ProtocolError(error.code, error.msg, match_id=match_id)
                client.line.refuse(None, told)


def unknown_match(match_id: str) -> NotFoundError:
    """No match of this id is being played, or it is none of the client's business."""
    return NotFoundError(f"match {match_id} among those running")


def seated(number: int, seat: RoomSeat) -> MatchSeat:
    """The seat of whoever sits on a room's seat when its match begins."""
    if seat.bot is not None:
        user = User(UserId(fresh_id("u")), seat.bot, house_bot=seat.bot)
        return MatchSeat(number, user, "bot", berserk=seat.berserk)
    assert seat.client is not None, "a match starts with every seat taken"
    client = seat.client
    return MatchSeat(number, client.user, client.kind, client, berserk=seat.berserk)
