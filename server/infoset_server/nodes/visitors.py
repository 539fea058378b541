"""The clients of the hall that take part in the matches of a play node, over lines that end at its trunk or at a way to their edge."""

from collections.abc import Callable, Collection
from typing import Final

from infoset_protocol.errors import CloseCode
from infoset_server.accounts.clients import Client, ClientRegistry, User
from infoset_server.cluster import frames, play_frames
from infoset_server.cluster.far_line import FarLine
from infoset_server.cluster.frames import Frame
from infoset_server.cluster.groups import FarGroups
from infoset_server.cluster.shortcuts import AWAY, RETRY_MS
from infoset_server.common.ids import MatchId, UserId
from infoset_server.config import QueueLimits
from infoset_server.network.line import EntryLine
from infoset_server.network.outbox import Loss
from infoset_server.nodes.shortcuts import NodeShortcuts
from infoset_server.nodes.wording import read_guest
from infoset_server.rooms.match_registry import MatchRegistry

LOST: Final = 1006  # close code of a line whose client is gone
TRUNK: Final = "hall"


class Visitor:
    """A client of the hall that takes part here, and what the hall knows that it watches and where it sits."""

    __slots__ = ("client", "line", "seats_told", "told")

    def __init__(self, client: Client, line: FarLine) -> None:
        self.client: Final = client
        self.line: Final = line
        self.told: set[MatchId] = set()
        self.seats_told: dict[MatchId, int] = {}


class Visitors:
    """All of them by the number of their visit, which is good for one trunk; and the users whom this node knows."""

    def __init__(
        self,
        play: MatchRegistry,
        people: ClientRegistry,
        queues: QueueLimits,
        groups: FarGroups,
        shortcuts: NodeShortcuts,
        *,
        to_hall: Callable[[Frame], None],
        make_good: Callable[[EntryLine, Loss], None],
        leave: Callable[[Client], None],
        owes: Callable[[Client], bool],
    ) -> None:
        """`make_good` serves who has missed something, `leave` is told of clients that are gone, and `owes` says to whom
        an answer is still to come.
        """
        self._play = play
        self._people = people
        self._queues = queues
        self._groups = groups
        self._shortcuts = shortcuts
        self._to_hall = to_hall
        self._make_good = make_good
        self._leave = leave
        self._owes = owes
        self._here: dict[int, Visitor] = {}
        self._users: dict[str, User] = {}

    def __len__(self) -> int:
        return len(self._here)

    def find(self, visit: int) -> Visitor | None:
        """Whoever has this number now."""
        return self._here.get(visit)

    def find_open(self, visit: int) -> Visitor | None:
        """Whoever has this number now, unless they are about to go."""
        visitor = self._here.get(visit)
        return visitor if visitor is not None and visitor.line.is_open else None

    def client(self, visit: int) -> Client | None:
        """As `find`."""
        visitor = self._here.get(visit)
        return None if visitor is None else visitor.client

    def receive(self, visit: play_frames.Visit) -> None:
        """A client has come to the hall that plays or watches here."""
        opened = visit.opened
        line = FarLine(opened, TRUNK, self._shortcuts.tell, self._queues, self._groups)
        line.open_as(opened, visit.session, visit.features)
        line.is_away = visit.is_away
        client = Client(self.user_of(visit.user), line, visit.is_program)
        client.takes_seats = visit.takes_seats
        visitor = self._here[opened.line] = Visitor(client, line)
        line.tell_before(lambda: self._tell_watching(visitor))
        self._people.clients[line] = client
        self._reattach(visitor, has_come=visit.has_come)

    def serve(self, frame: frames.FromLine | frames.Gone) -> None:
        """What the hall says of one of them."""
        visitor = self._here.get(frame.line)
        if visitor is None:
            return
        client, line = visitor.client, visitor.line
        match frame:
            case frames.Gone():
                self._end(visitor, frame.code)
            case play_frames.Here():
                self._reattach(visitor, has_come=frame.has_come)
            case play_frames.Allowed():
                self._shortcuts.allow(frame)
            case frames.AsksTurn():
                self._shortcuts.hall_turns(frame.line)
            case play_frames.Admit():
                self.admit(frame.line, MatchId(frame.match_id))
            case frames.WentAway():
                line.is_away = True
                self._play.floor.step_out(client)
            case frames.CameBack():
                line.is_away = False
                self._play.floor.step_in(client)
                self._reattach(visitor, has_come=True)
            case frames.Missed():
                self._make_good(line, Loss(frame.key, frame.dropped))
            case frames.Flowing():
                line.flowed(frame.mark)
            case frames.Lagging():
                line.lags(frame.lag_ms)

    def admit(self, visit: int, match_id: MatchId) -> None:
        """One of them watches a match through the eyes of a stranger."""
        visitor, live = self._here.get(visit), self._play.running.get(match_id)
        if visitor is not None and live is not None:
            live.spectators.join(visitor.client)

    def reattach(self, first: Collection[int]) -> None:
        """Seats of a match that has come here are taken by those to whom they belong, `first` by these visits."""
        for visitor in sorted(self._here.values(), key=lambda one: one.line.number not in first):
            self._reattach(visitor, has_come=False)

    def _reattach(self, visitor: Visitor, *, has_come: bool) -> None:
        found = self._play.floor.reattach(visitor.client, has_come=has_come)
        taken = tuple(live.id for live, _ in found)
        if taken:
            self._to_hall(play_frames.Seated(visitor.line.number, taken))
            self._shortcuts.offer(visitor.line.number)

    def matches_of(self, visit: int) -> tuple[str, ...]:
        """Those in which one of them plays here, where all that it hears it hears alone."""
        visitor = self.find_open(visit)
        if visitor is None or visitor.line.is_in_group:
            return ()
        return tuple(sorted(visitor.client.seats.keys() & self._play.running.keys()))

    def send_away(self, visit: int) -> None:
        """One of them comes again in a moment."""
        visitor = self._here.get(visit)
        if visitor is not None:
            visitor.line.close(CloseCode.RESTARTING, AWAY, retry_ms=RETRY_MS)

    def unfinished(self) -> tuple[int, ...]:
        """Visits to which an answer is owed, or whose edge may ask past the hall."""
        return tuple(
            number
            for number, visitor in self._here.items()
            if self._owes(visitor.client) or self._shortcuts.are_taken(number)
        )

    def end_all(self) -> None:
        """The hall is gone, and they with it."""
        for visitor in list(self._here.values()):
            self._end(visitor, LOST)

    def _end(self, visitor: Visitor, code: int) -> None:
        line = visitor.line
        if line.close_code is None:
            line.close_code = code
        del self._here[line.number]
        self._shortcuts.forget(line.number)
        del self._people.clients[line]
        self._leave(visitor.client)

    def _tell_watching(self, visitor: Visitor) -> None:
        """The hall hears first what a client watches and where it sits, then what it is told of that."""
        watching, seats = visitor.client.watching, visitor.client.seats
        if watching == visitor.told and seats == visitor.seats_told:
            return
        visitor.told, visitor.seats_told = set(watching), dict(seats)
        seen = [self._play.running[one] for one in watching & self._play.running.keys()]
        eyes = {str(live.id): live.spectators.viewers.get(visitor.client) for live in seen}
        held = {str(match_id): seat for match_id, seat in seats.items()}
        self._to_hall(play_frames.Watching(visitor.line.number, eyes, held))
        self._shortcuts.offer(visitor.line.number)

    # Users: one object for each, as long as anybody here knows them.

    def user_of(self, guest: play_frames.Guest, house_bot: str | None = None) -> User:
        """Whom the hall means."""
        if house_bot is not None:
            return read_guest(guest, house_bot)
        return self._users.setdefault(guest.id, read_guest(guest))

    def known(self, user_id: UserId, name: str) -> User:
        """Whom the log of a match means."""
        return self._users.setdefault(user_id, User(user_id, name))

    def forget_users(self) -> None:
        """Nobody needs those any more who are not here and play nothing."""
        needed = {visitor.client.user.id for visitor in self._here.values()}
        for live in self._play.running.values():
            needed.update(match_seat.user.id for match_seat in live.match_seats)
        for user_id in self._users.keys() - needed:
            del self._users[user_id]
