"""What the hall has with one play node: the trunk, and the clients that take part in its matches."""

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Final

from infoset_protocol.codec import Encoded, Prepared
from infoset_protocol.errors import CloseCode
from infoset_server.accounts.clients import Client
from infoset_server.bus.port import Bus
from infoset_server.cluster import frames, play_frames
from infoset_server.cluster.far_line import MOST_BYTES, FarLine, error_of
from infoset_server.cluster.frames import Frame
from infoset_server.cluster.groups import HeardGroups
from infoset_server.cluster.play_frames import TO_PLAY, Here, Visit
from infoset_server.cluster.trunk import End, Trunk
from infoset_server.network.line import EntryLine
from infoset_server.network.parked import CLASSES
from infoset_server.nodes.wording import guest_of
from infoset_server.programs.upload_source import LentVersion

FLOW_LOOK_S: Final = 0.02  # how often a client that takes its time is looked at


class NodeTrunk:
    """`rules` and `bots` are those it has; it `is_ready` once it has told of all its matches, and `is_leaving` once it takes
    no more.
    """

    def __init__(
        self,
        bus: Bus,
        here: End,
        there: End,
        take: Callable[["NodeTrunk", Sequence[Frame]], None],
        lost: Callable[["NodeTrunk"], None],
    ) -> None:
        self.name: Final = there.node
        self.rules: dict[str, str] = {}
        self.bots: frozenset[str] = frozenset()
        self.versions: Mapping[str, str] | None = None  # of those; None: not told
        self.is_ready = False
        self.hands_over = False  # can its matches go elsewhere?
        self.is_leaving = False
        self.takes_shortcuts = False  # does it speak with edges, too?
        self.takes_deals = False  # can a match there begin with the deal of another?
        self.places = 0  # for programs of uploaded versions
        self.kept: frozenset[str] = frozenset()  # uploaded versions of which it has something
        self.lacks: set[str] = set()  # bots of the bots folder, as the log has said
        self.lent: dict[str, LentVersion] = {}  # those that it was told to have ready, by title
        self.told: set[str] = set()  # the matches it has named since it came
        self.visits: dict[Client, int] = {}
        self.clients: dict[int, Client] = {}  # by the number of their visit
        self.groups: HeardGroups[Client] = HeardGroups()
        self.trunk = Trunk(
            bus, here, there, lambda batch: take(self, batch), lambda why: lost(self), TO_PLAY
        )
        self._forms: dict[int, tuple[str, int]] = {}
        self._slow: dict[int, int] = {}  # the mark of a `Flow` by visit
        self._flow_timer: asyncio.TimerHandle | None = None
        self._last = 0

    def send(self, frame: Frame) -> None:
        """Sends a frame to the node."""
        self.trunk.send(frame)

    def knows(self, game: str, rules: str, bots: Iterable[str]) -> bool:
        """Can it play such a match?"""
        is_open = self.is_ready and not self.is_leaving
        return is_open and self.rules.get(game) == rules and self.bots.issuperset(bots)

    def has_versions(self, wanted: Mapping[str, str]) -> bool:
        """Can it play for a ladder with these versions of its house bots? They must be told apart there."""
        return self.versions is not None and wanted.items() <= self.versions.items()

    # Clients.

    def visit(self, client: Client) -> int:
        """The number of the client's visit, from now on if it has not been there."""
        number = self.visits.get(client)
        return self._begin(client, has_come=False) if number is None else number

    def _begin(self, client: Client, *, has_come: bool) -> int:
        line = entry_line(client)
        self._last += 1
        number = self.visits[client] = self._last
        self.clients[number] = client
        self._forms[number] = form_of(line)
        opened = frames.Opened(
            number,
            line.peer,
            None,
            is_private=False,
            is_tls=False,
            transport=line.transport,
            encoding=line.encoding,
            max_frame_out=line.max_frame_out,
            rate_factor=line.rate_factor,
            resumable=0,
            hello={},
            groups=True,
        )
        features = tuple(sorted(line.features))
        self.send(
            Visit(
                opened,
                guest_of(client.user),
                line.session_id,
                features,
                client.is_program,
                line.is_away,
                client.takes_seats,
                has_come,
            )
        )
        return number

    def come(self, client: Client, *, has_come: bool) -> None:
        """The client takes the seats that wait for its user. `has_come` as MatchFloor.reattach."""
        number = self.visits.get(client)
        if number is None:
            self._begin(client, has_come=has_come)
        else:
            self.send(Here(number, has_come))

    def allow(self, client: Client) -> None:
        """The client may speak with the node over its edge alone, if both can. A narrow credential is looked at here."""
        line, narrowed = client.line, client.credential
        if not self.takes_shortcuts or not isinstance(line, FarLine) or not line.takes_shortcuts:
            return
        if narrowed is None or narrowed.scopes is None:
            line.on_asks_turn[self.name] = partial(self._asks_turn, client)
            self.send(play_frames.Allowed(self.visit(client), line.edge, line.number))

    def _asks_turn(self, client: Client, visit: int) -> None:
        if self.visits.get(client) == visit:
            self.send(frames.AsksTurn(visit, self.name, visit))

    def step_out(self, client: Client) -> None:
        """The client has lost its link."""
        if client in self.visits:
            self.send(frames.WentAway(self.visits[client]))

    def step_in(self, client: Client) -> bool:
        """Its session goes on. Where it takes other messages than before, it comes anew, and watches nothing: True then."""
        number = self.visits.get(client)
        if number is None:
            return False
        if self._forms[number] == form_of(entry_line(client)):
            self.send(frames.CameBack(number))
            return False
        self.leave(client)
        self._begin(client, has_come=True)
        return True

    def leave(self, client: Client) -> None:
        """The client is gone for good."""
        number = self.visits.pop(client, None)
        if number is not None:
            del self.clients[number], self._forms[number]
            self.groups.forget(client)
            self.send(frames.Gone(number, client.line.close_code or 0))

    def end_visits(self) -> list[Client]:
        """Nobody takes part any more; returns who has."""
        clients = list(self.visits)
        for client in clients:
            if isinstance(client.line, FarLine):
                client.line.on_asks_turn.pop(self.name, None)
        self.visits.clear()
        self.clients.clear()
        self.groups.clear()
        self._slow.clear()
        return clients

    # What the node has them told.

    def tell(self, client: Client, frame: frames.ToLine) -> None:
        """Does with a client's line what the node wants."""
        line = entry_line(client)
        match frame:
            case frames.Told():
                encoded = Encoded(frame.head, frame.tail, frame.fields)
                message = Prepared.forwarded(frame.about, (line.encoding, encoded))
                line.send(message, CLASSES[frame.delivery], frame.key, re=frame.re)
            case frames.Offered():
                if isinstance(line, FarLine):
                    line.offer(frame)
            case frames.TellsTurn():
                if isinstance(line, FarLine):
                    line.tells_turn(frame)
            case frames.JoinGroup():
                self.groups.join(client, frame.group)
            case frames.LeaveGroup():
                self.groups.leave(client, frame.group)
            case frames.Refused():
                line.answer_with(error_of(frame), frame.re)
            case frames.Closed():
                line.close(CloseCode(frame.code), frame.reason, retry_ms=frame.retry_ms)
            case frames.Cut():
                line.cut(CloseCode(frame.code), frame.reason)
            case frames.Measure():
                line.measure()
                lag = line.lag()
                self.send(frames.Lagging(frame.line, (lag.typical_ms, lag.worst_ms)))
            case frames.Flow():
                self._slow[frame.line] = frame.mark
                self._look_at_flow()

    def _look_at_flow(self) -> None:
        """Tells the node of clients that have taken everything, and looks again after a moment at the others."""
        for number, mark in list(self._slow.items()):
            client = self.clients.get(number)
            if client is None or client.line.is_flowing:
                del self._slow[number]
            if client is not None and client.line.is_flowing:
                self.send(frames.Flowing(number, mark))
        if self._flow_timer is not None:
            self._flow_timer.cancel()
            self._flow_timer = None
        if self._slow:
            loop = asyncio.get_running_loop()
            self._flow_timer = loop.call_later(FLOW_LOOK_S, self._look_at_flow)


def entry_line(client: Client) -> EntryLine:
    """The line of a client that was let in here."""
    line = client.line
    assert isinstance(line, EntryLine), "clients come in over no other"
    return line


def form_of(line: EntryLine) -> tuple[str, int]:
    """What messages are made for: the encoding, and the largest frame of those that the bus takes."""
    return str(line.encoding), min(line.max_frame_out, MOST_BYTES)
