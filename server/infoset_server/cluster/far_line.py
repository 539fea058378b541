"""The line to a client whose connection another node has: what it is told travels there as frames."""

import asyncio
import logging
from collections.abc import Callable, Iterable
from typing import Any, Final, Protocol

import msgspec

from infoset_protocol.codec import Encoding, Prepared
from infoset_protocol.errors import CloseCode, ErrorCode, ProtocolError
from infoset_protocol.messages import AuthAnswer, ClientMessage
from infoset_protocol.session import Request, error_plain
from infoset_protocol.session.parked import about
from infoset_server.cluster import frames
from infoset_server.cluster.frames import Frame
from infoset_server.cluster.leaving import Leaving
from infoset_server.common.clock import wall_clock_ms
from infoset_server.common.request_errors import refusal_of
from infoset_server.config import QueueLimits
from infoset_server.network.caller import Caller
from infoset_server.network.lag import NO_LAG, Lag
from infoset_server.network.line import EntryLine, Groups
from infoset_server.network.outbox import Delivery
from infoset_server.network.outgoing import with_warnings
from infoset_server.network.parked import PLACES, in_parts

logger = logging.getLogger(__name__)

MOST_BYTES: Final = 512 * 1024  # of one message: a server of NATS takes twice as much


class LeavableGroup(Protocol):
    """A group that a line is in."""

    def expel(self, line: "FarLine") -> None:
        """The line cannot stay."""
        ...


class FarLine(EntryLine):
    """See EntryLine. `put` sends a frame to the edge, in order.

    Numbering, history and outbox are the edge's. So messages that wait for an absent client wait there, and this line
    hears only that it is away.
    """

    def __init__(
        self,
        opened: frames.Opened,
        edge: str,
        put: Callable[[Frame], None],
        queues: QueueLimits,
        groups: Groups,
        now_ms: Callable[[], int] = wall_clock_ms,
    ) -> None:
        """`edge` names the edge and its trunk. `queues` says how much waits while a session changes its edge.

        `groups` are those of the edge.
        """
        super().__init__()
        self.number: Final = opened.line
        self.edge: Final = edge
        self.rate_factor = min(opened.rate_factor, queues.house_factor)
        self.judge: Callable[[EntryLine, AuthAnswer], None] | None = None
        self.current: Request | None = None  # what is being answered
        self.on_welcome: Callable[[], None] = nobody_counts  # is told that its client is let in
        self.on_asks_turn: dict[str, Callable[[int], None]] = {}  # by node: a visit's requests turn
        self._opened = opened
        self._put = put
        self._queues = queues
        self._now_ms = now_ms
        self._lag = NO_LAG
        self._sent = 0  # messages
        self._on_closed: Callable[[], None] | None = None  # of a line whose edge is lost
        self._flow_asked = 0  # up to here it was asked whether the client has taken them
        self._flowed = 0  # and up to here it has
        self._leaving: Leaving | None = None  # this edge
        self._stays = False  # it cannot leave its edge
        self._groups: Final = groups
        self._joined: list[LeavableGroup] = []

    def __str__(self) -> str:
        return f"{self.peer} {self.transport} {self.session_id or '-'} at {self.edge}"

    @property
    def peer(self) -> str:
        """As Line."""
        return self._opened.address

    @property
    def transport(self) -> str:
        """As Line."""
        return self._opened.transport

    @property
    def encoding(self) -> Encoding:
        """As Line."""
        return self._opened.encoding

    @property
    def max_frame_out(self) -> int:
        """As Line, and no more than the bus takes."""
        return min(self._opened.max_frame_out, MOST_BYTES)

    @property
    def caller(self) -> Caller:
        """As EntryLine."""
        opened = self._opened
        return Caller(
            opened.address,
            opened.origin,
            is_private=opened.is_private,
            local=opened.local,
            is_tls=opened.is_tls,
        )

    @property
    def ignored(self) -> tuple[str, ...]:
        """As EntryLine."""
        return () if self.current is None else self.current.unknown

    def now_ms(self) -> int:
        """As EntryLine."""
        return self._now_ms()

    def open_as(self, opened: frames.Opened, session_id: str, features: Iterable[str]) -> None:
        """The line of a client that was let in elsewhere."""
        self._opened = opened
        self.session_id = session_id
        self.features = frozenset(features)

    def tell_before(self, call: Callable[[], None]) -> None:
        """Calls before each message."""
        put = self._put

        def put_after(frame: Frame) -> None:
            call()
            put(frame)

        self._put = put_after

    @property
    def is_welcomed(self) -> bool:
        """Whether the client has been let in, if only earlier."""
        return self.session_id != ""

    def lose_edge(self, on_closed: Callable[[], None]) -> None:
        """Nobody has the connection any more: what is sent is lost, and `on_closed` is told once the line is closed."""
        self._on_closed = on_closed
        self._put = forget
        self._leave_groups()
        if self._leaving is not None and not self._leaving.is_whole:
            self._leaving.fail()
            self._leaving = None

    # Past the hall: see shortcuts.py.

    @property
    def takes_shortcuts(self) -> bool:
        """Whether its edge speaks with play nodes."""
        is_at_edge = self._leaving is None and self._on_closed is None
        return self._opened.shortcuts and self.is_open and is_at_edge

    def offer(self, offered: frames.Offered) -> None:
        """A node would speak with the edge alone."""
        if self.takes_shortcuts:
            self._put(msgspec.structs.replace(offered, line=self.number))

    def tells_turn(self, turn: frames.TellsTurn) -> None:
        """What a node says comes another way from here on; an edge that gives the session up waits for that."""
        self._put(frames.TellsTurn(self.number, turn.node))

    # With others.

    @property
    def is_in_group(self) -> bool:
        """Whether it hears some things with others."""
        return bool(self._joined)

    @property
    def groups(self) -> Groups | None:
        """As Line."""
        is_at_edge = self._leaving is None and self._on_closed is None
        return self._groups if self._opened.groups and self.is_open and is_at_edge else None

    def joined(self, group: LeavableGroup, number: int) -> None:
        """It hears with the others of this group from now on."""
        self._joined.append(group)
        self._put(frames.JoinGroup(self.number, number))

    def left(self, group: LeavableGroup) -> None:
        """It does so no more."""
        self._joined.remove(group)

    def _leave_groups(self) -> None:
        for group in list(self._joined):
            group.expel(self)

    # How the client does.

    @property
    def is_flowing(self) -> bool:
        """As Line. Asking has the edge asked; its answer is there at the next call."""
        if self.is_away or self._leaving is not None:
            return False
        if self._flowed < self._sent and self._flow_asked < self._sent:
            self._flow_asked = self._sent
            self._put(frames.Flow(self.number, self._sent))
        return self._flowed >= self._sent

    def flowed(self, mark: int) -> None:
        """The client has taken as many messages."""
        self._flowed = max(self._flowed, mark)

    def lag(self) -> Lag:
        """As Line: as it was when the client was heard of last."""
        return NO_LAG if self.is_away else self._lag

    def lags(self, lag_ms: tuple[int, int]) -> None:
        """The edge has measured it."""
        self._lag = Lag(*lag_ms)

    def measure(self) -> None:
        """As Line."""
        if self.is_here and self._leaving is None:
            self._put(frames.Measure(self.number))

    # What the client is told.

    def send(
        self,
        message: Prepared,
        delivery: Delivery = Delivery.MUST,
        key: str | None = None,
        *,
        re: int | None = None,
    ) -> None:
        """As Line."""
        if self.close_code is not None:
            return
        if self._leaving is not None:
            self._leaving.hold(message, delivery, key, re)
            return
        encoded = message.encoded(self.encoding)
        if encoded.size > MOST_BYTES:
            logger.warning("x %s: %s has %d bytes", self, message.type, encoded.size)
            self.close(CloseCode.FRAME_TOO_BIG, "a message is larger than this server can send")
            return
        self._sent += 1
        self._put(
            frames.Told(
                self.number,
                about(message),
                encoded.head,
                encoded.tail,
                encoded.fields,
                re,
                PLACES[delivery],
                key,
            )
        )

    def reply(self, request: ClientMessage, message: Prepared | dict[str, Any]) -> None:
        """As Line."""
        if request.id is None:
            return
        if not isinstance(message, Prepared):
            message = Prepared(with_warnings(message, request, self.current))
        self.send(message, re=request.id)

    def refuse(self, request: ClientMessage | None, error: Exception) -> None:
        """As Line."""
        self.answer_with(refusal_of(error, request, self), None if request is None else request.id)

    def answer_with(self, error: ProtocolError, number: int | None) -> None:
        """Answers request `number` with an error, or just tells it; a fatal one ends the line."""
        if self.close_code is not None:
            return
        if self._leaving is not None:
            self._hold_error(self._leaving, error, number)
            return
        self._sent += 1
        if error.fatal:
            self.close_code = int(error.close or CloseCode.PROTOCOL_VIOLATION)
        self._put(
            frames.Refused(
                self.number,
                number,
                str(error.code),
                error.msg,
                None if error.data is None else dict(error.data),
                error.fatal,
                None if error.close is None else int(error.close),
                error.retry_ms,
                error.match_id,
                error.decision,
            )
        )

    def _hold_error(self, leaving: Leaving, error: ProtocolError, number: int | None) -> None:
        """A fatal one ends the session: its client finds that out where it comes."""
        if error.fatal:
            self.close(error.close or CloseCode.PROTOCOL_VIOLATION, error.msg)
        else:
            leaving.hold(Prepared(error_plain(error, fatal=False)), Delivery.MUST, None, number)

    def close(self, code: CloseCode, reason: str, *, retry_ms: int | None = None) -> None:
        """As Line. The edge says when the line is gone."""
        if self.close_code is not None:
            return
        self.close_code = int(code)
        if self._leaving is not None:
            self._leaving.fail()
        if self._on_closed is None:
            self._put(frames.Closed(self.number, int(code), reason, retry_ms))
        else:  # there is no edge to tell it
            asyncio.get_running_loop().call_soon(self._on_closed)

    def drop(self) -> None:
        """The session is not kept: the edge need not keep it either."""
        self._put(frames.Closed(self.number, int(CloseCode.SESSION_ENDED), "the session is over"))

    def cut(self, code: CloseCode, reason: str) -> None:
        """As Line."""
        if self.close_code is None and self._leaving is None:
            self._put(frames.Cut(self.number, int(code), reason))

    # Who comes in.

    def challenge(
        self, nonce: str, server: str, judge: Callable[[EntryLine, AuthAnswer], None]
    ) -> None:
        """As EntryLine."""
        self.judge = judge
        self._put(frames.Challenged(self.number, nonce, server))

    def welcome(self, message: dict[str, Any]) -> None:
        """As EntryLine."""
        if self.close_code is None:
            self.session_id = message["session"]
            self.features = frozenset(message["features"])
            self.on_welcome()
            self._put(frames.Welcomed(self.number, message))

    def trust(self) -> None:
        """As EntryLine."""
        self.rate_factor = self._queues.house_factor
        self._put(frames.Trusted(self.number))

    def can_resume(self, newcomer: EntryLine, seq: int) -> bool:
        """As EntryLine, as far as the edge could say when the newcomer came."""
        return (
            isinstance(newcomer, FarLine)
            and self.close_code is None
            and self._on_closed is None
            and self._leaving is None
            and newcomer.edge == self.edge
            and newcomer._opened.resumable == self.number
        )

    def go_on(self, newcomer: EntryLine, welcome: dict[str, Any], seq: int) -> None:
        """As EntryLine."""
        assert isinstance(newcomer, FarLine), "`can_resume` has said so"
        self._opened = newcomer._opened
        newcomer.on_welcome()
        self._put(frames.GoOn(self.number, newcomer.number, seq, welcome))

    # From edge to edge.

    @property
    def can_adopt(self) -> bool:
        """As EntryLine."""
        return self._opened.moves

    def can_move(self, newcomer: EntryLine, seq: int) -> bool:
        """As EntryLine. At the same edge it does not move: there `can_resume` has the last word."""
        if not self.is_open or self._stays or self.encoding is not newcomer.encoding:
            return False
        if not newcomer.can_adopt:
            return False
        if self._leaving is not None:
            return self._leaving.is_free
        is_same = isinstance(newcomer, FarLine) and newcomer.edge == self.edge
        return self._on_closed is None and self._opened.moves and not is_same

    def hand_over(self, newcomer: EntryLine, seq: int, then: Callable[[bytes], None]) -> None:
        """As EntryLine. What is said until `then` waits here, and goes with the session."""
        if self._leaving is None:
            self._leaving = self._leave()
            self._put(frames.HandOver(self.number, seq, newcomer.max_frame_out))
        self._leaving.go_to(newcomer, then)
        if self._leaving.is_whole:
            self.arrive()

    def leave(self) -> None:
        """Its edge stops: what is said waits here until all of the session is."""
        if self.is_open and self.is_welcomed and self._leaving is None:
            self._leaving = self._leave()
            self._put(frames.HandOver(self.number))

    def leaves(self, parked: frames.Parked) -> bool:
        """The edge gives the session up. Whether that was all of it."""
        assert self._leaving is not None, "it was asked for"
        try:
            self._leaving.take(parked.part, parked.more)
        except ValueError as problem:
            logger.warning("%s: %s", self, problem)
            self.close(CloseCode.SESSION_ENDED, "the session is lost")
        return not parked.more

    def stays(self) -> None:
        """The edge cannot give it up: what was held back is sent there."""
        leaving, self._leaving = self._leaving, None
        self._stays = True
        if leaving is not None:
            leaving.fail()
            for one in leaving.held():
                self.send(one.message, one.delivery, one.key, re=one.re)

    def arrive(self) -> bool:
        """All of the session is here: it goes to whoever waits for it. Whether somebody did."""
        assert self._leaving is not None, "it has left its edge"
        if not self._leaving.is_awaited:
            return False
        self.close_code = int(CloseCode.NORMAL)  # the session is another line's from now on
        self._leaving.arrive()
        return True

    def _leave(self) -> Leaving:
        """From now on, what is said waits."""
        self._leave_groups()
        return Leaving(
            self.encoding,
            self._queues,
            lambda: self.close(CloseCode.SLOW_CONSUMER, "messages were not read"),
        )

    def adopt(self, parked: bytes, welcome: dict[str, Any], seq: int) -> None:
        """As EntryLine; the edge says `CameBack` when the client has it."""
        if self.close_code is not None:
            return
        self.session_id = welcome["session"]
        self.features = frozenset(welcome["features"])
        self.on_welcome()
        for part, more in in_parts(parked):
            if more:
                self._put(frames.Adopt(self.number, part, more))
            else:
                self._put(frames.Adopt(self.number, part, more, seq, welcome))


def forget(frame: Frame) -> None:
    """Nowhere to send it."""


def nobody_counts() -> None:
    """Logins are counted elsewhere."""


def error_of(refused: frames.Refused) -> ProtocolError:
    """The error that was raised where the line is served."""
    data: dict[str, Any] | None = refused.data
    return ProtocolError(
        ErrorCode(refused.code),
        refused.msg,
        data,
        fatal=refused.fatal,
        close=None if refused.close is None else CloseCode(refused.close),
        retry_ms=refused.retry_ms,
        match_id=refused.match_id,
        decision=refused.decision,
    )
