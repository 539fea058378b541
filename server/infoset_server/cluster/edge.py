"""An edge: it has the connections of clients, and passes on what they ask to the hall and what they are told back.

What concerns a match that another server plays goes there past the hall, where it may (`shortcuts.py`).
Nothing that must last is here. Numbering, resume history and outboxes are, as wherever a connection is. While there
is no hall nobody is let in; when the trunk to it breaks, all clients are sent away for a moment, and find everything
as after a restart of a server.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Final

from infoset_protocol.codec import Encoded, Prepared
from infoset_protocol.errors import CloseCode
from infoset_protocol.messages import AuthAnswer, ClientMessage, Hello
from infoset_server.bus.port import Bus
from infoset_server.cluster import frames
from infoset_server.cluster.far_line import error_of
from infoset_server.cluster.far_pages import FarPages
from infoset_server.cluster.frames import Frame
from infoset_server.cluster.groups import HeardGroups
from infoset_server.cluster.hall_trunk import HallTrunk
from infoset_server.cluster.shortcuts import AWAY, EdgeShortcuts
from infoset_server.cluster.trunk import TO_EDGES
from infoset_server.network.connection import Connection
from infoset_server.network.line import EntryLine
from infoset_server.network.loop_turn import Turn
from infoset_server.network.outbox import Loss
from infoset_server.network.parked import CLASSES, in_parts

logger = logging.getLogger(__name__)

RETRY_MS: Final = 500  # when to come back to an edge that has no hall
SPREAD_MS: Final = 1_000  # those who come back are spread over so long
NO_HALL: Final = "the server is away for a moment"
GIVE_UP_S: Final = 2.0  # for which an edge that stops waits for the hall to take all sessions
FLOW_LOOK_S: Final = 0.02  # how often a client that takes its time is looked at


class EdgeConnection:
    """What an edge knows of one connection besides what that knows itself."""

    __slots__ = ("adopted", "connection", "flow_mark", "number", "silent_s")

    def __init__(self, number: int, connection: Connection) -> None:
        self.number: Final = number
        self.connection: Final = connection
        self.adopted: list[bytes] = []  # parts of the session that it is to go on with
        self.silent_s = float("-inf")  # when the hall was last asked about its silence
        self.flow_mark = (
            0  # to be told when everything has been taken; 0 where nobody waits for that
        )

    @property
    def line(self) -> Connection:
        """As Listener."""
        return self.connection


class Edge:
    """As Handler, for the connections of one server. Looks for the hall as soon as it is made."""

    def __init__(
        self, bus: Bus, node: str, pages: FarPages, *, patience: int, idle_s: float
    ) -> None:
        """The hall is gone after `patience` of its own beats without a word."""
        self.pages = pages
        self.is_open = asyncio.Event()  # there is a hall
        self._idle_s = idle_s
        self._loop = asyncio.get_running_loop()
        self.turn: Final = Turn(self._loop)  # for the listener with the connections
        self._number = 0
        self._by_number: dict[int, EdgeConnection] = {}
        self._by_connection: dict[Connection, EdgeConnection] = {}
        self._by_session: dict[str, EdgeConnection] = {}
        self._groups: HeardGroups[EdgeConnection] = HeardGroups()
        self._slow: dict[int, EdgeConnection] = {}
        self._flow_timer: asyncio.TimerHandle | None = None
        self._one_left = asyncio.Event()
        self._retry_ms = RETRY_MS
        self._shortcuts = EdgeShortcuts(
            bus,
            node,
            patience,
            to_hall=self._to_hall,
            do=self._do_late,
            is_here=self._is_here,
            send_away=self._send_away,
        )
        self._trunk = HallTrunk(
            bus,
            node,
            TO_EDGES,
            patience,
            on_open=self._find_hall,
            on_broken=self._broken,
            take=self._take,
        )

    @property
    def hall(self) -> str | None:
        """The node that is the hall, as far as is known."""
        return self._trunk.node

    @property
    def gaps(self) -> int:
        """How often the trunk was broken."""
        return self._trunk.broken

    @property
    def unknown(self) -> int:
        """How many frames were not understood."""
        return self._trunk.unknown

    @property
    def shortcuts(self) -> int:
        """How many seats there are of which nodes are asked, and tell, past the hall."""
        return self._shortcuts.past_hall

    @property
    def connections(self) -> int:
        """How many there are that have said hello."""
        return len(self._by_number)

    def close(self) -> None:
        """Passes on what there is, then nothing more; the connections are the listener's to close before."""
        self._shortcuts.close()
        self._trunk.close()
        self._lose_hall()
        if self._flow_timer is not None:
            self._flow_timer.cancel()

    # The trunk.

    def _to_hall(self, frame: Frame) -> None:
        self._trunk.send(frame)

    def _find_hall(self) -> None:
        self._shortcuts.open(self._trunk.life, self._trunk.every_s)
        self.pages.open(self._trunk.send)
        self.is_open.set()

    def _lose_hall(self) -> None:
        self.is_open.clear()
        self.pages.close()

    def _broken(self, why: str) -> None:
        """Everybody is sent away for a moment: what the hall knows of them is not what they know."""
        self._lose_hall()
        self._shortcuts.clear()
        self._groups.clear()
        for place, one in enumerate(list(self._by_number.values())):
            retry_ms = RETRY_MS + place * SPREAD_MS // len(self._by_number)
            one.connection.close(CloseCode.RESTARTING, NO_HALL, retry_ms=retry_ms)

    # As Handler: what the connections call.

    def on_hello(self, connection: Connection, hello: Hello) -> None:
        """As Handler."""
        if not self.is_open.is_set():
            connection.close(CloseCode.RESTARTING, NO_HALL, retry_ms=RETRY_MS)
            return
        self._number += 1
        one = EdgeConnection(self._number, connection)
        self._by_number[one.number] = self._by_connection[connection] = one
        caller = connection.caller
        self._trunk.send(
            frames.Opened(
                one.number,
                caller.address,
                caller.origin,
                caller.is_private,
                caller.is_tls,
                connection.transport,
                connection.encoding,
                connection.max_frame_out,
                connection.rate_factor,
                self._resumable(connection, hello),
                hello.to_plain(),
                caller.local,
                moves=True,
                groups=True,
                shortcuts=True,
            )
        )

    def _resumable(self, newcomer: Connection, hello: Hello) -> int:
        """The line of the session that a hello asks for, if it is here and can go on."""
        wanted = hello.resume
        if wanted is None:
            return 0
        one = self._by_session.get(wanted.session)
        can = one is not None and one.connection.can_resume(newcomer, wanted.seq)
        return one.number if one is not None and can else 0

    def on_request(self, connection: Connection, message: ClientMessage, arrived_s: float) -> None:
        """As Handler."""
        one = self._by_connection[connection]

        def asked(number: int) -> frames.Asked:
            lag = connection.lag()
            return frames.Asked(
                number,
                message.to_plain(),
                connection.ignored,
                max(0, round((self._loop.time() - arrived_s) * 1e6)),
                (lag.typical_ms, lag.worst_ms),
            )

        if not self._shortcuts.ask(one.number, message, asked):
            self._trunk.send(asked(one.number))

    def on_loss(self, connection: Connection, loss: Loss) -> None:
        """As Handler."""
        self._tell(connection, lambda number: frames.Missed(number, loss.key, loss.dropped))

    def on_settled(self, connection: Connection) -> None:
        """As Handler."""
        self._tell(connection, frames.Settled)

    def on_away(self, connection: Connection) -> bool:
        """As Handler. The hall may say otherwise a moment later, and closes the session then."""
        if not self.is_open.is_set() or connection not in self._by_connection:
            return False
        self._tell(connection, frames.WentAway)
        self._shortcuts.end(self._by_connection[connection].number, nothing_follows)
        return True

    def on_back(self, connection: Connection) -> None:
        """As Handler."""
        self._tell(connection, frames.CameBack)

    def on_closed(self, connection: Connection) -> None:
        """As Handler."""
        one = self._by_connection.get(connection)
        if one is None:
            return
        self._forget(one)
        self._trunk.send(frames.Gone(one.number, connection.close_code or 0))

    def _forget(self, one: EdgeConnection) -> None:
        connection = one.connection
        del self._by_connection[connection], self._by_number[one.number]
        if self._by_session.get(connection.session_id) is one:
            del self._by_session[connection.session_id]
        self._slow.pop(one.number, None)
        self._groups.forget(one)
        self._shortcuts.forget(one.number)
        self._one_left.set()

    def may_idle(self, connection: Connection) -> bool:
        """As Handler. Whether it may is known to the hall, which closes those that may not."""
        one = self._by_connection.get(connection)
        if one is None:
            return False
        now_s = self._loop.time()
        if now_s - one.silent_s >= self._idle_s / 4:
            one.silent_s = now_s
            self._trunk.send(frames.Silent(one.number))
        return True

    def _tell(self, connection: Connection, frame: Callable[[int], Frame]) -> None:
        one = self._by_connection.get(connection)
        if one is not None:
            self._trunk.send(frame(one.number))

    # What the hall wants.

    def _take(self, batch: Sequence[Frame]) -> None:
        """What the hall has sent at once goes out at once, in one write for each client."""
        self.turn.begin()
        try:
            self._do_all(batch)
        finally:
            self.turn.end()

    def _do_all(self, batch: Sequence[Frame]) -> None:
        for frame in batch:
            try:
                self._do(frame)
            except Exception:
                logger.exception("a frame of the hall failed: %s", type(frame).__name__)

    def _do(self, frame: Frame) -> None:
        match frame:
            case frames.ToldGroup():
                self._groups.tell(frame)
            case frames.PageAnswered():
                self.pages.take(frame)
            case frames.ToLine():
                one = self._by_number.get(frame.line)
                if one is not None and not self._shortcuts.holds(frame.line, frame):
                    self._do_for(one, frame)
            case _:
                logger.warning("the hall sent a %s", type(frame).__name__)

    def _do_late(self, line: int, frame: frames.ToLine) -> None:
        """What came on a way, or had to wait."""
        one = self._by_number.get(line)
        if one is not None:
            self._do_for(one, frame)

    def _is_here(self, line: int) -> bool:
        one = self._by_number.get(line)
        return one is not None and one.connection.is_here

    def _send_away(self, line: int) -> None:
        """The server that plays its match was lost."""
        one = self._by_number.get(line)
        if one is not None:
            one.connection.close(CloseCode.RESTARTING, AWAY, retry_ms=RETRY_MS)

    def _do_for(self, one: EdgeConnection, frame: frames.ToLine) -> None:
        connection = one.connection
        match frame:
            case frames.Told():
                message = forwarded(connection, frame)
                connection.send(message, CLASSES[frame.delivery], frame.key, re=frame.re)
            case frames.JoinGroup():
                self._groups.join(one, frame.group)
            case frames.LeaveGroup():
                self._groups.leave(one, frame.group)
            case frames.Refused():
                connection.answer_with(error_of(frame), frame.re)
            case frames.Challenged():
                connection.challenge(frame.nonce, frame.server, self._prove)
            case frames.Welcomed():
                connection.welcome(frame.welcome)
                self._by_session[connection.session_id] = one
            case frames.GoOn():
                self._go_on(one, frame)
            case frames.HandOver():
                self._shortcuts.end(one.number, partial(self._hand_over, one, frame))
            case frames.Adopt():
                self._adopt(one, frame)
            case frames.Closed():
                connection.close(CloseCode(frame.code), frame.reason, retry_ms=frame.retry_ms)
            case frames.Cut():
                connection.cut(CloseCode(frame.code), frame.reason)
            case frames.Trusted():
                connection.trust()
            case frames.Measure():
                connection.measure()
                lag = connection.lag()
                self._trunk.send(frames.Lagging(one.number, (lag.typical_ms, lag.worst_ms)))
            case frames.Flow():
                one.flow_mark = frame.mark
                self._slow[one.number] = one
                self._look_at_flow()

    def _prove(self, line: EntryLine, auth: AuthAnswer) -> None:
        """The client has answered a challenge."""
        assert isinstance(line, Connection), "an edge has nothing else"
        self._tell(line, lambda number: frames.Proved(number, auth.to_plain()))

    def _go_on(self, one: EdgeConnection, frame: frames.GoOn) -> None:
        """A session goes on over a newer link, unless it has been sent more meanwhile than is kept."""
        other = self._by_number.get(frame.newcomer)
        if other is None:
            return
        newcomer = other.connection
        if not one.connection.can_resume(newcomer, frame.seq):
            newcomer.close(CloseCode.RESTARTING, "please come again", retry_ms=0)
            return
        del self._by_number[other.number]
        del self._by_connection[newcomer]
        one.connection.go_on(newcomer, frame.welcome, frame.seq)
        self._trunk.send(frames.Gone(other.number, int(CloseCode.NORMAL)))

    # From edge to edge.

    async def give_up_sessions(self, retry_ms: int) -> None:
        """Sends all clients to other edges, from `retry_ms` on, where their sessions go on.

        The hall asks for one after another, so that nothing it says is lost; it is waited for a moment only.
        """
        self._retry_ms = retry_ms
        self._trunk.send(frames.Stops())
        with suppress(TimeoutError):
            async with asyncio.timeout(GIVE_UP_S):
                while self.is_open.is_set() and self._has_sessions():
                    self._one_left.clear()
                    await self._one_left.wait()

    def _has_sessions(self) -> bool:
        return any(one.connection.is_welcomed for one in self._by_number.values())

    def _hand_over(self, one: EdgeConnection, frame: frames.HandOver) -> None:
        """A session is to go on elsewhere, unless not all is kept that its client has missed."""
        if frame.seq is None:
            self._retry_ms += 1  # so that not all come in the same moment
            self._give_up(one, CloseCode.RESTARTING, "come again in a moment", self._retry_ms)
        elif one.connection.keeps(frame.seq, frame.max_frame):
            self._give_up(one, CloseCode.REPLACED, "replaced by a newer connection", None)
        else:
            self._trunk.send(frames.Stays(one.number))

    def _give_up(
        self, one: EdgeConnection, code: CloseCode, reason: str, retry_ms: int | None
    ) -> None:
        """The hall has the session from now on."""
        for part, more in in_parts(one.connection.park(code, reason, retry_ms=retry_ms)):
            self._trunk.send(frames.Parked(one.number, part, more))
        self._forget(one)

    def _adopt(self, one: EdgeConnection, frame: frames.Adopt) -> None:
        """A session comes from elsewhere, in parts."""
        one.adopted.append(frame.part)
        if frame.more:
            return
        parked, one.adopted = b"".join(one.adopted), []
        self._by_session[frame.welcome["session"]] = one
        one.connection.adopt(parked, frame.welcome, frame.seq)

    def _look_at_flow(self) -> None:
        """Tells the hall of clients that have taken everything, and looks again after a moment at the others."""
        for one in list(self._slow.values()):
            if one.connection.is_flowing:
                del self._slow[one.number]
                self._trunk.send(frames.Flowing(one.number, one.flow_mark))
        if self._flow_timer is not None:
            self._flow_timer.cancel()
            self._flow_timer = None
        if self._slow:
            self._flow_timer = self._loop.call_later(FLOW_LOOK_S, self._look_at_flow)


def nothing_follows() -> None:
    """The client comes back, or does not."""


def forwarded(connection: Connection, told: frames.Told) -> Prepared:
    """A message as it came, in the encoding of the connection."""
    encoded = Encoded(told.head, told.tail, told.fields)
    return Prepared.forwarded(told.about, (connection.encoding, encoded))
