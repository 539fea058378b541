"""A link over a socket: moves the frames of one client. Knows no messages.

The first byte picks the wire; what is sent while one read is handled, or during one turn of the loop,
leaves in a single write.

| state    | enters by                        | data from the peer is | leaves by                         |
| -------- | -------------------------------- | --------------------- | --------------------------------- |
| greeting | connection                       | first byte, handshake | wire open; `hello_s` over: cut    |
| reading  | greeting: an HTTP answer         | the next request      | as greeting; idle too long: close |
| open     | wire open: the owner is made     | frames to the owner   | `close`; end of stream; cut       |
| closing  | `close`: last bytes, then our end | thrown away          | the peer's end; `close_s` over: cut |

Times are watched by `sweep`, called for all links by one timer, so a link costs no timer of its own.
"""

import asyncio
import logging
import socket
from collections import deque
from collections.abc import Callable

from infoset_protocol.codec import Encoding
from infoset_server.config import ServerConfig
from infoset_server.network.caller import Caller, ServerNames, caller_on, is_loopback
from infoset_server.network.http import HttpPolicy, NoPages, Pages
from infoset_server.network.lag import Lag, LagMeter
from infoset_server.network.link import NO_FRAME, LinkOwner, LinkTimeouts
from infoset_server.network.loop_turn import Outflow, Turn, end_stream
from infoset_server.network.wires import ByteWire, open_wire

logger = logging.getLogger(__name__)


class SocketLink:
    """A client on a TCP socket, whichever of our wires it speaks. `SocketProtocol` is its end towards asyncio.

    `admit(link)` may refuse the connection before a byte is read. `make_owner(link)` is called when
    the wire is known. `on_served(link)` is called when it has been answered a first request of HTTP.
    `on_gone(link)` is called when an admitted socket is closed. `names` are the server's own.
    """

    def __init__(
        self,
        config: ServerConfig,
        loop: asyncio.AbstractEventLoop,
        turn: Turn,
        *,
        admit: Callable[["SocketLink"], bool],
        make_owner: Callable[["SocketLink"], LinkOwner],
        on_gone: Callable[["SocketLink"], None],
        on_served: Callable[["SocketLink"], None] = lambda link: None,
        pages: Pages | None = None,
        names: ServerNames | None = None,
    ) -> None:
        self.caller = Caller("")
        self.encoding = Encoding.JSON
        self.expects_pong = False
        self.is_welcomed = False
        self.peer = ""  # of the socket; whoever makes the owner may put the caller's in its place
        self._pages = pages or NoPages()
        self._names = names or ServerNames()
        self._config = config
        self._loop = loop
        self._turn = turn
        self._admit = admit
        self._make_owner = make_owner
        self._on_gone = on_gone
        self._on_served = on_served
        self._transport: asyncio.Transport | None = None
        self._wire: ByteWire | None = None
        self.owner: LinkOwner | None = None
        self._is_admitted = False
        self.is_closing = False
        self._is_reading_paused = False
        self._is_throttled = False
        self._is_fault_told = False
        self._backlog: deque[bytes] = deque()
        self._outflow = Outflow(turn, config.queues.write_buffer_bytes)
        self._timeouts = LinkTimeouts(config.times, loop.time())
        self._close_by_s = 0.0
        self._bytes_in = 0  # since the last sweep
        self._frames_in = 0
        self._max_bytes_in = config.rates.in_bytes_per_s * config.times.sweep_s
        self._meter = LagMeter(config.times.measure_s)
        self._keep_alives = 0  # of the peer, when the last ping left

    @property
    def name(self) -> str:
        """Transport and encoding; `tcp` before the first byte."""
        return "tcp" if self._wire is None else self._wire.name

    # What the layer above asks for.

    def send(self, payload: bytes) -> None:
        """As `Link.send`."""
        if self.is_closing or self._wire is None:
            return
        self._outflow.write(self._wire.frame(payload))

    def close(self, code: int, reason: str) -> None:
        """As `Link.close`."""
        if not self.is_closing and self._wire is not None:
            self._outflow.write(self._wire.close_frame(code, reason))
            self._begin_closing()

    def abort(self) -> None:
        """Cuts the connection at once."""
        if self._transport is not None:
            self._transport.abort()

    def pause_reading(self) -> None:
        """As `Link.pause_reading`."""
        self._is_reading_paused = True
        if self._transport is not None:
            self._transport.pause_reading()

    def resume_reading(self) -> None:
        """As `Link.resume_reading`."""
        if self._is_reading_paused:
            self._is_reading_paused = False
            self._loop.call_soon(self._continue_reading)

    def set_max_frame(self, max_bytes: int) -> None:
        """As `Link.set_max_frame`."""
        if self._wire is not None:
            self._wire.set_max_frame(max_bytes)

    def hand_over(self, owner: LinkOwner | None) -> None:
        """As `Link.hand_over`."""
        self.owner = owner

    def lag(self, now_s: float) -> Lag:
        """As `Link.lag`."""
        return self._meter.lag(now_s)

    def measure(self, now_s: float) -> None:
        """As `Link.measure`."""
        wire = self._wire
        if wire is None or not (wire.is_echoing or self.expects_pong):
            return
        if self._timeouts.paused_s is None and self._meter.pings.is_due(now_s):
            self._ping(wire, now_s)

    def _ping(self, wire: ByteWire, now_s: float) -> None:
        self._keep_alives = wire.keep_alives
        self._meter.pings.sent(now_s)
        self._outflow.write(wire.keep_alive())

    # What asyncio tells; the names are those of `asyncio.BufferedProtocol`.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The socket is connected."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._outflow.open(transport)
        self._meter.watch(transport)
        self.caller = caller_on(transport, self._config.connections.trusted_proxies)
        self.peer = self.caller.address
        self._is_admitted = self._admit(self)
        if not self._is_admitted:
            transport.abort()
            return
        transport.set_write_buffer_limits(high=self._config.queues.write_buffer_bytes)
        _set_user_timeout(transport, self._config.times.unacknowledged_s)

    def get_buffer(self, sizehint: int) -> memoryview:
        """Where the next bytes go."""
        return self._turn.buffer

    def buffer_updated(self, nbytes: int) -> None:
        """So many bytes are there."""
        if self.is_closing:
            return
        self._bytes_in += nbytes
        self._turn.begin()
        try:
            self._receive(bytes(self._turn.buffer[:nbytes]))
        finally:
            self._turn.end()
        if self._bytes_in > self._max_bytes_in:
            self._throttle()

    def eof_received(self) -> bool:
        """The peer sends no more."""
        self._outflow.flush()
        return False  # asyncio sends the rest of its buffer and closes

    def connection_lost(self, exc: Exception | None) -> None:
        """The socket is closed."""
        self.is_closing = True
        self._outflow.shut()
        self._report_closed()
        if self._is_admitted:
            self._on_gone(self)

    def pause_writing(self) -> None:
        """The transport's buffer is full."""
        self._timeouts.paused_s = self._loop.time()
        if self.owner is not None:
            self.owner.on_pause()
        elif self._transport is not None:
            self._transport.pause_reading()  # no further request before this answer is taken

    def resume_writing(self) -> None:
        """It has room again."""
        self._timeouts.paused_s = None
        if self.owner is not None and not self.is_closing:
            self.owner.on_resume()
        elif self.owner is None and self._transport is not None:
            self._transport.resume_reading()

    # Time.

    def sweep(self, now_s: float) -> None:
        """Looks at every time limit of this link."""
        if self.is_closing:
            if now_s >= self._close_by_s:
                self.abort()
            return
        owner, wire = self.owner, self._wire
        if owner is None or wire is None:
            self._sweep_greeting(now_s)
            return
        self._note_traffic(now_s, wire)
        is_arriving = wire.is_partial and not self._is_reading_paused
        verdict = self._timeouts.verdict(now_s, self._frames_in if is_arriving else NO_FRAME)
        if verdict is not None:
            owner.on_timeout(*verdict)
            return
        if self._timeouts.is_keep_alive_due(now_s, expects_pong=self.expects_pong):
            self._outflow.write(wire.keep_alive())
        owner.on_tick(now_s)

    def _sweep_greeting(self, now_s: float) -> None:
        """Ends what takes too long before there is an owner: a handshake, a request, the rest after an answer."""
        wire, transport = self._wire, self._transport
        assert transport is not None
        answered = 0 if wire is None else wire.answered
        is_busy = wire is None or wire.is_partial or transport.get_write_buffer_size() > 0
        waited_s = self._timeouts.stage_s(now_s, answered, is_busy=is_busy)
        times = self._config.times
        if answered and not is_busy:
            if waited_s >= times.http_idle_s:
                self._begin_closing()
        elif waited_s >= times.hello_s:
            logger.debug("! %s %s: no handshake in time", self.peer, self.name)
            self.abort()

    def _note_traffic(self, now_s: float, wire: ByteWire) -> None:
        outflow = self._outflow
        self._timeouts.note(now_s, has_read=self._bytes_in > 0, has_written=outflow.has_written)
        outflow.has_written = False
        self._bytes_in = 0
        wire.tick()
        if self._is_throttled:
            self._is_throttled = False
            self._loop.call_soon(self._continue_reading)

    # Reading.

    def _receive(self, data: bytes) -> None:
        wire = self._wire
        if wire is None:
            wire = self._wire = open_wire(
                data[0], self._config.frames, self._http_policy(), self._pages, self._pump
            )
            if wire is None:
                logger.debug("! %s: first byte 0x%02x is none of ours", self.peer, data[0])
                if self.caller.tell is not None:
                    self.caller.tell("the server closed a connection: what it said is no message")
                self._begin_closing()
                return
        payloads = wire.receive_data(data)
        if self.owner is None:
            wire = self._greet(wire)
        if self._meter.pings.is_open and wire.keep_alives > self._keep_alives:
            self._on_ping_answered(wire)
        self._frames_in += len(payloads)
        self._backlog.extend(payloads)
        self._deliver()
        self._pump()

    def _greet(self, wire: ByteWire) -> ByteWire:
        """Sees what became of a conversation without an owner; returns the wire that goes on with it."""
        heir = wire.heir
        if heir is not None:
            self._wire = wire = heir
        if wire.is_open:
            self.caller = wire.caller
            self.encoding = wire.encoding
            self.owner = self._make_owner(self)
        return wire

    def _note_served(self, wire: ByteWire) -> None:
        """A client that has been given a page is no longer one that is only just knocking."""
        if wire.answered and not self.is_welcomed:
            self.is_welcomed = True
            self._on_served(self)

    def _on_ping_answered(self, wire: ByteWire) -> None:
        now_s = self._loop.time()
        is_paused = self._timeouts.paused_s is not None
        if self._meter.pings.answered(now_s) and not is_paused and not self.is_closing:
            self._ping(wire, now_s)

    def _pump(self) -> None:
        """Sends what the wire itself has to say."""
        wire = self._wire
        if wire is None:
            return
        self._note_served(wire)
        output = wire.take_output()
        # A page goes out whatever happens; but a client who reads nothing gets no pongs either.
        if output and (self._timeouts.paused_s is None or self.owner is None):
            self._outflow.write(output)
        if wire.is_finished:
            self._begin_closing()

    def _deliver(self) -> None:
        """Hands frames up until the owner has enough, then the fault behind them, if any."""
        backlog = self._backlog
        while backlog and not self._is_reading_paused and not self.is_closing:
            if self.owner is None:
                return
            self.owner.on_frame(backlog.popleft())  # may hand over to another one
        fault = None if self._wire is None else self._wire.fault
        if fault is None or backlog or self._is_fault_told or self.is_closing:
            return
        if self.owner is not None:
            self._is_fault_told = True
            self.owner.on_fault(fault)

    def _continue_reading(self) -> None:
        self._turn.begin()
        try:
            self._deliver()
        finally:
            self._turn.end()
        if self._transport is not None and not self._is_reading_paused and not self._is_throttled:
            self._transport.resume_reading()

    def _throttle(self) -> None:
        """Too many bytes since the last sweep: reads no more until the next one."""
        if not self.is_closing and self._transport is not None:
            self._is_throttled = True
            self._transport.pause_reading()

    def _http_policy(self) -> HttpPolicy:
        assert self._transport is not None
        sockname = self._transport.get_extra_info("sockname")
        limits = self._config.connections
        return HttpPolicy(
            server_name=self._config.name,
            allowed_origins=limits.allowed_origins,
            allowed_hosts=limits.allowed_hosts,
            on_loopback=bool(sockname) and is_loopback(sockname[0]),
            caller=self.caller,
            trusted_proxies=limits.trusted_proxies,
            look=self._pages.look,
            names=self._names,
        )

    # Closing.

    def _begin_closing(self) -> None:
        """Sends the rest and our end of stream, and goes on reading until the peer ends too.

        Closing a socket with unread data in it would reset the connection, and the peer might
        lose our last message to that.
        """
        if self.is_closing or self._transport is None:
            return
        self._outflow.flush()
        self._outflow.shut()
        self.is_closing = True
        self._backlog.clear()
        self._close_by_s = self._loop.time() + self._config.times.close_s
        self._transport.resume_reading()
        if not self._transport.is_closing():
            end_stream(self._transport)
        self._loop.call_soon(self._report_closed)

    def _report_closed(self) -> None:
        owner, self.owner = self.owner, None
        if owner is not None:
            owner.on_closed()


def _set_user_timeout(transport: asyncio.Transport, timeout_s: float) -> None:
    """Lets the kernel give up on a peer whose machine acknowledges nothing, where it can (Linux)."""
    sock = transport.get_extra_info("socket")
    option = getattr(socket, "TCP_USER_TIMEOUT", None)
    if option is not None and sock is not None and sock.family in (socket.AF_INET, socket.AF_INET6):
        sock.setsockopt(socket.IPPROTO_TCP, option, int(timeout_s * 1000))
