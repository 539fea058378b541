"""The hall's end of all trunks: clients of edges come in through far lines, and are served as those that are connected here."""

import asyncio
import logging
from collections.abc import Sequence
from functools import partial
from typing import Final

from infoset_protocol.errors import CloseCode, ProtocolError
from infoset_protocol.messages import AuthAnswer, Hello, Ping, read_client_message, read_request
from infoset_protocol.session import Request
from infoset_server.bus.port import Bus
from infoset_server.cluster import frames
from infoset_server.cluster.far_line import FarLine
from infoset_server.cluster.far_pages import PageDesk
from infoset_server.cluster.frames import VERSION, Batch, Frame, Presence
from infoset_server.cluster.groups import FarGroups
from infoset_server.cluster.trunk import HALL, MAX_PENDING, TRUNK, End, Trunk, send_broken
from infoset_server.common.ids import fresh_id
from infoset_server.config import QueueLimits
from infoset_server.network.connection_gate import LoginGate
from infoset_server.network.handler import GuardedHandler, Handler
from infoset_server.network.http import Pages
from infoset_server.network.line import EntryLine
from infoset_server.network.outbox import Loss
from infoset_server.network.outgoing import pong_to
from infoset_server.network.rate_limits import rate_limited

logger = logging.getLogger(__name__)

LOST: Final = 1006  # close code of a line whose edge is gone, as of a connection that disappears


class EdgeLines:
    """The lines of one edge, over one trunk."""

    def __init__(self, bus: Bus, here: End, there: End, reception: "Reception") -> None:
        self.name: Final = f"{there.node}/{there.name}"
        self.lines: dict[int, FarLine] = {}
        self.groups = FarGroups(self.put)
        self.pages = PageDesk(reception.pages, self.put, reception.max_body)
        self.trunk = Trunk(bus, here, there, self._take, self._lost)
        self._reception = reception

    def put(self, frame: Frame) -> None:
        """Sends a frame to the edge."""
        self.trunk.send(frame)

    def _take(self, batch: Sequence[Frame]) -> None:
        for frame in batch:
            self._reception.serve(self, frame)

    def _lost(self, why: str) -> None:
        self._reception.lost(self)


class Reception:
    """Of the hall. Tells edges where it is as soon as it is made, until it is closed."""

    def __init__(
        self,
        bus: Bus,
        node: str,
        handler: Handler[EntryLine],
        pages: Pages,
        *,
        beat_s: float,
        patience: int,
        epoch: int,
        queues: QueueLimits,
        logins: LoginGate,
        max_body: int,
        life: str | None = None,
        database: str = "",
    ) -> None:
        """`epoch` is that of the claim on being the hall, in this `database`. An edge that is silent for `patience` beats is gone. Clients of
        all edges share `logins`, so that more edges are no more tries. The body of an HTTP request has at most
        `max_body` bytes. `life` is this hall's name for its end of all trunks.
        """
        self.pages = pages
        self.max_body: Final = max_body
        self.broken = 0  # trunks that were, since the start
        self._bus = bus
        self._here = End(node, life or fresh_id("h"))
        self._handler: GuardedHandler[EntryLine] = GuardedHandler(handler)
        self._beat_s = beat_s
        self._patience = patience
        self._queues = queues
        self._logins = logins
        self._presence = Presence(VERSION, node, self._here.name, epoch, beat_s, database)
        self._edges: dict[str, EdgeLines] = {}
        self._unknown = 0  # of trunks that have ended
        self._loop = asyncio.get_running_loop()
        self._subscription = bus.subscribe(
            TRUNK, f"{node}.*", self._receive, on_gap=self._missed, max_pending=MAX_PENDING
        )
        self._timer = self._loop.call_soon(self._beat)

    @property
    def edges(self) -> int:
        """How many edges there are."""
        return len(self._edges)

    @property
    def unknown(self) -> int:
        """How many frames were not understood."""
        return self._unknown + sum(edge.trunk.unknown for edge in self._edges.values())

    @property
    def lines(self) -> int:
        """How many connections they have."""
        return sum(len(edge.lines) for edge in self._edges.values())

    def close(self) -> None:
        """Tells all edges that this is not the hall any more. What was sent before still goes out."""
        self._timer.cancel()
        self._subscription.close()
        for edge in list(self._edges.values()):
            edge.pages.close()
            edge.trunk.end()
        self._edges.clear()

    def _beat(self) -> None:
        self._timer = self._loop.call_later(self._beat_s, self._beat)
        self._bus.publish(HALL, self._here.node, self._presence)
        for edge in list(self._edges.values()):
            edge.trunk.beat(self._patience)

    def _missed(self, lost: int) -> None:
        """The bus has lost something, and does not say whose it was."""
        for edge in list(self._edges.values()):
            edge.trunk.give_up("the bus has lost messages")

    def _receive(self, subject: str, batch: Batch) -> None:
        node = subject.rpartition(".")[2]
        edge = self._edges.get(node)
        if batch.target != self._here.name:
            return  # for an earlier hall
        if edge is None or edge.trunk.there.name != batch.source:
            there = End(node, batch.source)
            if batch.number != 1:
                send_broken(self._bus, self._here, there)
                return
            if edge is not None:
                edge.trunk.give_up("the edge has begun anew")
            edge = self._edges[node] = EdgeLines(self._bus, self._here, there, self)
            logger.info("edge %s is here", node)
        edge.trunk.receive(batch)

    def lost(self, edge: EdgeLines) -> None:
        """An edge is gone, or has lost messages: its clients come back over another one, or do not."""
        send_broken(self._bus, edge.trunk.here, edge.trunk.there)
        if self._edges.get(edge.trunk.there.node) is edge:
            del self._edges[edge.trunk.there.node]
        self._unknown += edge.trunk.unknown
        if edge.trunk.has_ended:
            logger.info("edge %s has left", edge.name)
        else:
            self.broken += 1
        edge.pages.close()
        lines = list(edge.lines.values())
        edge.lines.clear()
        for line in lines:
            line.lose_edge(partial(self._handler.on_closed, line))
            line.lost_since_s = edge.trunk.heard_s
            self._step_out(line)

    # What edges tell.

    def serve(self, edge: EdgeLines, frame: Frame) -> None:
        """One frame, whatever is in it; a failure stays with it."""
        try:
            self._serve(edge, frame)
        except ProtocolError as error:  # an edge passes on what it could read
            logger.warning("a frame of edge %s is refused: %s", edge.name, error)
        except Exception:
            logger.exception("a frame of edge %s failed: %s", edge.name, type(frame).__name__)

    def _serve(self, edge: EdgeLines, frame: Frame) -> None:
        match frame:
            case frames.Opened():
                self._open(edge, frame)
            case frames.PageAsked():
                edge.pages.take(frame)
            case frames.Gone():
                gone = edge.lines.pop(frame.line, None)
                if gone is not None:
                    self._end(gone, frame.code)
            case frames.Stops():
                for line in list(edge.lines.values()):
                    line.leave()
            case frames.FromLine():
                known = edge.lines.get(frame.line)
                if known is not None:
                    self._serve_line(edge, known, frame)
            case _:
                logger.warning("edge %s sent a %s", edge.name, type(frame).__name__)

    def _serve_line(self, edge: EdgeLines, line: FarLine, frame: frames.FromLine) -> None:
        match frame:
            case frames.Asked():
                self._answer(line, frame)
            case frames.Proved():
                self._prove(line, frame)
            case frames.Settled():
                self._handler.on_settled(line)
            case frames.WentAway():
                if not self._step_out(line):
                    del edge.lines[line.number]
            case frames.Parked():
                if line.leaves(frame):
                    del edge.lines[line.number]
                    self._park(line)
            case frames.Stays():
                line.stays()
            case frames.CameBack():
                line.is_away = False
                self._handler.on_back(line)
            case frames.Missed():
                self._handler.on_loss(line, Loss(frame.key, frame.dropped))
            case frames.Silent():
                if not self._handler.may_idle(line):
                    line.close(CloseCode.IDLE, "silent for too long")
            case frames.Flowing():
                line.flowed(frame.mark)
            case frames.Lagging():
                line.lags(frame.lag_ms)
            case frames.AsksTurn():
                heard = line.on_asks_turn.get(frame.node)
                if heard is not None:
                    heard(frame.visit)

    def _open(self, edge: EdgeLines, opened: frames.Opened) -> None:
        """A client says hello."""
        hello = read_client_message(opened.hello)
        assert isinstance(hello, Hello), "the edge has read it"
        older = edge.lines.pop(opened.line, None)
        if older is not None:  # its edge could never say that it is gone
            self._end(older, LOST)
        line = FarLine(opened, edge.name, edge.put, self._queues, edge.groups)
        edge.lines[opened.line] = line
        wait_ms = self._logins.wait_ms(opened.address, self._loop.time())
        if wait_ms:
            self._refuse(line, rate_limited("hello", wait_ms, fatal=True), hello.id)
            return
        line.on_welcome = partial(self._logins.welcomed, opened.address)
        self._refuse(line, self._handler.on_hello(line, hello), hello.id)

    def _prove(self, line: FarLine, proved: frames.Proved) -> None:
        """An answer to a challenge: whoever asked decides."""
        judge, line.judge = line.judge, None
        auth = read_client_message(proved.auth)
        assert judge is not None, "the edge lets `auth` through once for each challenge"
        assert isinstance(auth, AuthAnswer), "the edge has read it"
        self._refuse(line, self._handler.on_proof(line, auth, judge), auth.id)

    def _answer(self, line: FarLine, asked: frames.Asked) -> None:
        """A valid request."""
        if not line.is_open:
            return
        arrived_s = self._loop.time() - min(asked.held_us, frames.HELD_MOST_US) / 1e6
        line.lags(asked.lag_ms)
        message, _ = read_request(asked.request)
        if isinstance(message, Ping):
            line.reply(message, pong_to(message, line.now_ms()))
            return
        line.current = Request(message, asked.ignored)
        refusal = self._handler.on_request(line, message, arrived_s)
        line.current = None
        self._refuse(line, refusal, message.id)

    def _refuse(self, line: FarLine, refusal: ProtocolError | None, number: int | None) -> None:
        if refusal is not None:
            line.answer_with(refusal, number)

    # How lines end.

    def _step_out(self, line: FarLine) -> bool:
        """A line has lost its link; whether it is kept for a while."""
        if line.is_away and line.close_code is None:
            return True  # and has been since before
        if line.close_code is None and line.is_welcomed:
            line.is_away = True
            line.is_away = self._handler.on_away(line)
            if line.is_away:
                return True
            line.drop()
        self._end(line, LOST)
        return False

    def _park(self, line: FarLine) -> None:
        """A session has left its edge: it goes where its client is, or waits for it here."""
        line.lose_edge(partial(self._handler.on_closed, line))
        if line.close_code is not None:
            self._end(line, LOST)
        elif not line.arrive():
            self._step_out(line)

    def _end(self, line: FarLine, code: int) -> None:
        """A line is gone for good."""
        if line.close_code is None:
            line.close_code = code
        self._handler.on_closed(line)
