"""In which room each match is or was played, what became of matches that are not here, and how a room's match begins."""

from collections import OrderedDict, deque
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from infoset_games.match import Match
from infoset_protocol.codec import Prepared
from infoset_protocol.messages import ClientMessage, Replay
from infoset_server.accounts.clients import Client, User, may_meet
from infoset_server.common.ids import MatchId, RoomId, UserId, fresh_id
from infoset_server.common.request_errors import (
    AwayError,
    BrokenMatchError,
    LeftMatchError,
    NotFoundError,
    RequestError,
    WrongStateError,
)
from infoset_server.matches.floor import MatchFloor
from infoset_server.matches.match_log import MatchLog
from infoset_server.matches.match_records import HeadRoom, MatchHead
from infoset_server.matches.report import MatchReport
from infoset_server.matches.runner import MatchRunner
from infoset_server.matches.seats import MatchSeat
from infoset_server.matches.settings import RoomSettings
from infoset_server.rooms.elsewhere import Elsewhere, Nowhere
from infoset_server.rooms.far_match import FarMatch
from infoset_server.rooms.room import Room
from infoset_server.rooms.room_seat import RoomSeat
from infoset_server.storage.port import Claim

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
    """A stored match that is played, or waits to be, elsewhere. `why` in words: it ...

    `node` is what claims call the play node of this server's cluster that has it, which will tell of it, or be
    succeeded, in a moment; "" where it is none of those.
    """

    why: str
    concern: Concern
    node: str = ""

    def error(self, match_id: MatchId) -> RequestError:
        """What is said to who asks for it."""
        if self.node:
            return AwayError("the server that plays this match is not heard yet")
        return LeftMatchError(match_id, self.why)


class MatchRegistry:
    """The matches of all rooms; the `floor` plays them, and those that are `far` another server.

    Each of `on_set_up` hears of a match that is about to begin or to go on, before anybody else does; of `on_over` of
    one that has ended in its room; of `on_put_aside` of one that cannot be set up again; of `on_found` where one was
    begun that this server has not begun itself; of `on_unbegun` of a room whose match on another server has never
    begun.
    """

    def __init__(self, floor: MatchFloor, max_ended: int = MAX_ENDED) -> None:
        """Of matches that are over, `max_ended` are remembered."""
        self.floor = floor
        self.running = floor.running
        self.far: dict[MatchId, FarMatch] = {}
        self.elsewhere: Elsewhere = Nowhere()
        self.moving: Collection[MatchId] = ()  # matches on their way to another server, or from one
        self.holders: set[Client] = (
            set()
        )  # of seats in matches that have just come here: they take them first
        self._max_ended = max_ended
        self.on_set_up: list[Callable[[Room, MatchRunner], object]] = []
        self.on_over: list[Callable[[Room, MatchReport], object]] = []
        self.on_put_aside: list[Callable[[MatchId, Prepared, set[UserId]], object]] = []
        self.on_unbegun: list[Callable[[Room], object]] = []
        self.on_found: list[Callable[[HeadRoom], object]] = []
        self.ended: deque[MatchId] = deque(maxlen=max_ended)
        self.broken: OrderedDict[MatchId, BrokenMatch] = OrderedDict()  # put aside
        self.left: dict[MatchId, LeftMatch] = {}  # to other servers
        self._rooms: dict[MatchId, Room] = {}
        self._last_rooms: OrderedDict[MatchId, tuple[RoomId, User]] = (
            OrderedDict()
        )  # of ended matches: and its host
        floor.on_over.append(self._over)

    # How matches begin and end.

    def begin(self, room: Room) -> None:
        """Deals a match to whoever sits in `room`, here or on another server."""
        if self.elsewhere.begin(room) is None:
            self.start(room, seed=None if room.deal is None else room.deal.seed)

    def start(self, room: Room, delay_s: float = 0.0, seed: str | None = None) -> MatchRunner:
        """The same here, from `seed` if that is given."""
        match_seats = [seated(number, seat) for number, seat in enumerate(room.seats)]
        watchers = room.watchers_besides(match_seat.user for match_seat in match_seats)
        live = self.floor.deal(
            room.settings, place_of(room), match_seats, delay_s, seed, opening=room.opening
        )
        self._begin(room, live, watchers)
        return live

    def begin_for(
        self,
        room: Room,
        settings: RoomSettings,
        place: HeadRoom,
        match_seats: list[MatchSeat],
        watchers: Iterable[Client],
        match_id: MatchId,
        under: Claim | None = None,
        seed: str | None = None,
    ) -> MatchRunner:
        """Deals a match of another server's room, which is `place`; `under` and `seed` as MatchFloor has them."""
        live = self.floor.deal(settings, place, match_seats, 0.0, seed, match_id, under=under)
        self._begin(room, live, watchers)
        return live

    def _begin(self, room: Room, live: MatchRunner, watchers: Iterable[Client]) -> None:
        self._place(room, live)
        for watcher in watchers:
            live.spectators.admit(watcher)
        live.start()

    def revive(
        self, room: Room, head: MatchHead, match: Match, users: list[User], log: MatchLog
    ) -> MatchRunner:
        """Goes on with a match from before a restart; its players are awaited."""
        self.found(head.room)
        delay_s = DEMO_DELAY_S if room.is_demo else 0.0
        live = self.floor.set_up_again(room.settings, head, match, users, log, delay_s)
        self._place(room, live)
        live.go_on()
        return live

    def _place(self, room: Room, live: MatchRunner) -> None:
        self.left.pop(live.id, None)
        self.far.pop(live.id, None)
        self._rooms[live.id] = room
        room.started(live)
        for prepare in self.on_set_up:
            prepare(room, live)

    def found(self, place: HeadRoom) -> None:
        """A match is heard of that an earlier run or another server has begun in this room."""
        for tell in self.on_found:
            tell(place)

    def set_far(self, room: Room, far: FarMatch) -> None:
        """A match of the room is played on another server."""
        self.left.pop(far.id, None)
        self._rooms[far.id] = room
        self.far[far.id] = far
        room.started(far)

    def end_far(self, far: FarMatch, report: MatchReport) -> None:
        """A match on another server has ended as it reports; without an outcome, it has never begun."""
        if self.far.pop(far.id, None) is None:
            return
        if report.outcome is None:
            for tell in self.on_unbegun:
                tell(self._rooms[far.id])
        far.end()
        self._ended(far.id, report)

    def _over(self, live: MatchRunner) -> None:
        if live.id not in self.far:  # else it goes on, and its room has it still
            self._ended(live.id, live.report())

    def _ended(self, match_id: MatchId, report: MatchReport) -> None:
        self.ended.append(match_id)
        room = self._rooms.pop(match_id)
        self._last_rooms[match_id] = room.id, room.host
        if len(self._last_rooms) > self._max_ended:
            self._last_rooms.popitem(last=False)
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
        AwayError, NotFoundError.
        """
        known = MatchId(match_id)
        live = self.running.get(known)
        if live is not None:
            return live
        if known in self.ended:
            raise WrongStateError("the match is over")
        if known in self.far:
            raise LeftMatchError(match_id, "is played on another server")
        if known in self.broken:
            raise BrokenMatchError(match_id, self.broken[known].incident)
        if known in self.left:
            raise self.left[known].error(known)
        raise unknown_match(match_id)

    def played(self) -> Iterator[MatchRunner | FarMatch]:
        """All matches that are being played, here or elsewhere."""
        yield from list(self.running.values())
        yield from list(self.far.values())

    def room_of(self, live: MatchRunner | FarMatch) -> Room:
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
        if absent is not None and known not in self.running and known not in self.far:
            return not absent.concern.includes(user)
        last = self._last_rooms.get(known)
        return last is not None and not may_meet(user, last[1])

    # Clients.

    def pass_on(self, client: Client, message: ClientMessage, arrived_s: float) -> bool:
        """Does a request concern a match on another server? Then that has it now. What is said at a match stays here."""
        if not (self.far or self.moving) or message.type == "chat":
            return False
        name = message.replay if isinstance(message, Replay) else getattr(message, "match_id", None)
        match_id = MatchId(name or "")
        if match_id not in self.far and match_id not in self.moving:
            return False
        self.elsewhere.pass_on(match_id, client, message, arrived_s)
        return True

    def reattach(self, client: Client, *, has_come: bool = True) -> None:
        """As MatchFloor; and a user is a member of the rooms again where those matches are played."""
        for live, seat in self.floor.reattach(client, has_come=has_come):
            self._rooms[live.id].come_back(client, seat)

    def step_in(self, client: Client) -> None:
        """`client` has resumed, so it heard everything; seats it lost meanwhile are its own again."""
        self.floor.step_in(client)
        self.reattach(client)

    def tell_left(self, client: Client) -> None:
        """`client` hears which of its matches are not played here."""
        for match_id, left in self.left.items():
            if client.user.id in left.concern.users:
                client.line.refuse(None, left.error(match_id).about(match_id))


def unknown_match(match_id: str) -> NotFoundError:
    """No match of this id is being played, or it is none of the client's business."""
    return NotFoundError(f"match {match_id} among those running")


def place_of(room: Room) -> HeadRoom:
    """What is kept of a room with its match."""
    host = room.host
    return HeadRoom(
        room.id,
        host.id,
        host.name,
        room.lasting,
        room.settings.code,
        host.classroom,
        room.tickets,
        room.part,
    )


def seated(number: int, seat: RoomSeat) -> MatchSeat:
    """The seat of whoever sits on a room's seat when its match begins."""
    if seat.bot is not None:
        user = User(UserId(fresh_id("u")), seat.bot, house_bot=seat.bot)
        return MatchSeat(number, user, "bot", berserk=seat.berserk)
    client = seat.client
    if client is None:
        absent = seat.kept_for
        assert absent is not None, "a match starts with every seat taken"
        return MatchSeat(number, absent, "bot" if absent.is_bot else "human", berserk=seat.berserk)
    return MatchSeat(number, client.user, client.kind, client, berserk=seat.berserk)
