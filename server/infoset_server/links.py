"""Links: the objects that move frames for one client, over a socket or in memory. Know no messages.

`SocketLink` is behind each connection of the game port. Its first byte picks the wire; what is
sent while one read is handled, or during one turn of the loop, leaves in a single write.

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
from typing import Final, Protocol

from mypy_extensions import mypyc_attr

from infoset_protocol.codec import Encoding
from infoset_protocol.errors import CloseCode, ProtocolError
from infoset_server.caller import Caller, is_loopback
from infoset_server.config import ServerConfig
from infoset_server.http import HttpPolicy, NoPages, Pages
from infoset_server.lag import NO_LAG, Lag, LagMeter
from infoset_server.sender import Sender
from infoset_server.wires import ByteWire, open_wire

logger = logging.getLogger(__name__)

READ_BYTES: Final = 64 * 1024  # taken from a socket at a time


class LinkOwner(Protocol):
    """The layer above a link. None of these may raise."""

    def on_frame(self, payload: bytes) -> None:
        """One complete payload arrived."""

    def on_fault(self, error: ProtocolError) -> None:
        """The peer broke the framing; nothing more will be read. Say so and close."""

    def on_timeout(self, code: CloseCode, reason: str) -> None:
        """The peer let a time limit of the link pass. Close with `code`."""

    def on_pause(self) -> None:
        """The link's buffer is full: send nothing until `on_resume`."""

    def on_resume(self) -> None:
        """The link takes messages again."""

    def on_tick(self, now_s: float) -> None:
        """Time has passed; called about once every `times.sweep_s`."""

    def on_closed(self) -> None:
        """The link is gone. Called exactly once, and never from inside a call to the link."""


class Link(Protocol):
    """What the layer above may ask of a link."""

    caller: Caller
    encoding: Encoding
    expects_pong: bool  # the client promised to answer keep-alives
    is_welcomed: bool  # its client was let in

    @property
    def name(self) -> str:
        """Transport and encoding, such as `tcp-json`."""
        ...

    @property
    def peer(self) -> str:
        """The client's address, without port."""
        ...

    def send(self, payload: bytes) -> None:
        """Sends one payload soon. Ignored once the link is closing."""

    def close(self, code: int, reason: str) -> None:
        """Sends what was given to `send`, says goodbye, ends. Only the first call counts."""

    def pause_reading(self) -> None:
        """Delivers nothing more; the client will feel it when the buffers between are full."""

    def resume_reading(self) -> None:
        """Goes on with what was held back, soon but not from inside this call."""

    def set_max_frame(self, max_bytes: int) -> None:
        """The largest payload accepted from now on."""

    def hand_over(self, owner: LinkOwner | None) -> None:
        """Whatever comes from now on is `owner`'s, or nobody's."""

    def lag(self, now_s: float) -> Lag:
        """How slow the way to the client is."""
        ...

    def measure(self, now_s: float) -> None:
        """It matters how slow the way is, and the client is likely to be awake: sends a ping now and then."""


class Turn:
    """Joins the writes of one turn of the event loop: each link writes once, at the turn's end.

    A turn is what follows from one read: a decision and all that it has to tell to everybody. What
    is written outside of any read (a timer) goes out in the loop's next round.

    All links read into the one `buffer`, which is free again when the turn ends. A buffer made for
    each read, as asyncio does it by default, may cost more than all else that a turn does.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.buffer = memoryview(bytearray(READ_BYTES))
        self._loop = loop
        self._written: list[SocketLink] = []
        self._is_reading = False
        self._is_due = False

    def begin(self) -> None:
        """A link begins to handle what it has read."""
        self._is_reading = True

    def end(self) -> None:
        """It is done: everybody's bytes go out."""
        self._is_reading = False
        self._flush()

    def add(self, link: "SocketLink") -> None:
        """`link` has bytes to write."""
        self._written.append(link)
        if not self._is_reading and not self._is_due:
            self._is_due = True
            self._loop.call_soon(self._flush)

    def _flush(self) -> None:
        self._is_due = False
        written, self._written = self._written, []
        for link in written:
            link.flush()


class SocketLink:
    """A client on a TCP socket, whichever of our wires it speaks. `SocketProtocol` is its end towards asyncio.

    `admit(link)` may refuse the connection before a byte is read. `make_owner(link)` is called when
    the wire is known. `on_served(link)` is called when it has been answered a first request of HTTP.
    `on_gone(link)` is called when an admitted socket is closed.
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
    ) -> None:
        self.caller = Caller("")
        self.encoding = Encoding.JSON
        self.expects_pong = False
        self.is_welcomed = False
        self.peer = ""  # of the socket; whoever makes the owner may put the caller's in its place
        self._pages = pages or NoPages()
        self._config = config
        self._loop = loop
        self._turn = turn
        self._admit = admit
        self._make_owner = make_owner
        self._on_gone = on_gone
        self._on_served = on_served
        self._transport: asyncio.Transport | None = None
        self._sender: Sender | None = None
        self._wire: ByteWire | None = None
        self.owner: LinkOwner | None = None
        self._is_admitted = False
        self.is_closing = False
        self._is_reading_paused = False
        self._is_throttled = False
        self._is_fault_told = False
        self._backlog: deque[bytes] = deque()
        self._out: list[bytes] = []
        self._out_bytes = 0
        # What `sweep` looks at; the hot path only sets flags and counters.
        self._opened_s = self._last_in_s = self._last_out_s = loop.time()
        self._stage = (0, True)  # of a conversation in HTTP: answers, and whether one is on its way
        self._close_by_s = 0.0
        self._has_read = False
        self._has_written = False
        self._bytes_in = 0
        self._frames_in = 0
        self._max_bytes_in = config.rates.in_bytes_per_s * config.times.sweep_s
        self._max_bytes_out = config.queues.write_buffer_bytes
        self._partial_at = -1
        self._partial_since_s = 0.0
        self._pinged_s: float | None = None
        self._paused_s: float | None = None
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
        self._write(self._wire.frame(payload))

    def close(self, code: int, reason: str) -> None:
        """As `Link.close`."""
        if not self.is_closing and self._wire is not None:
            self._write(self._wire.close_frame(code, reason))
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
        if self._paused_s is None and self._meter.pings.is_due(now_s):
            self._ping(wire, now_s)

    def _ping(self, wire: ByteWire, now_s: float) -> None:
        self._keep_alives = wire.keep_alives
        self._meter.pings.sent(now_s)
        self._write(wire.keep_alive())

    # What asyncio tells; the names are those of `asyncio.BufferedProtocol`.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The socket is connected."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._sender = Sender(transport)
        self._meter.watch(transport)
        peername = transport.get_extra_info("peername")
        self.peer = peername[0] if peername else ""
        is_tls = transport.get_extra_info("sslcontext") is not None
        self.caller = Caller(self.peer, None, is_tls or not peername or is_loopback(self.peer))
        self._is_admitted = self._admit(self)
        if not self._is_admitted:
            transport.abort()
            return
        transport.set_write_buffer_limits(high=self._max_bytes_out)
        _set_user_timeout(transport, self._config.times.unacknowledged_s)

    def get_buffer(self, sizehint: int) -> memoryview:
        """Where the next bytes go."""
        return self._turn.buffer

    def buffer_updated(self, nbytes: int) -> None:
        """So many bytes are there."""
        if self.is_closing:
            return
        self._has_read = True
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
        self.flush()
        return False  # asyncio sends the rest of its buffer and closes

    def connection_lost(self, exc: Exception | None) -> None:
        """The socket is closed."""
        self.is_closing = True
        self._report_closed()
        if self._is_admitted:
            self._on_gone(self)

    def pause_writing(self) -> None:
        """The transport's buffer is full."""
        self._paused_s = self._loop.time()
        if self.owner is not None:
            self.owner.on_pause()
        elif self._transport is not None:
            self._transport.pause_reading()  # no further request before this answer is taken

    def resume_writing(self) -> None:
        """It has room again."""
        self._paused_s = None
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
        owner, times = self.owner, self._config.times
        if owner is None:
            self._sweep_greeting(now_s)
            return
        self._note_traffic(now_s)
        if self._is_frame_late(now_s):
            owner.on_timeout(CloseCode.PROTOCOL_VIOLATION, "a frame was not completed in time")
        elif self._paused_s is not None and now_s - self._paused_s >= times.unacknowledged_s:
            owner.on_timeout(CloseCode.SLOW_CONSUMER, "nothing was read for too long")
        elif self._pinged_s is not None and now_s - self._pinged_s >= times.pong_s:
            owner.on_timeout(CloseCode.IDLE, "no answer to a keep-alive")
        else:
            self._keep_alive(now_s)
            owner.on_tick(now_s)

    def _sweep_greeting(self, now_s: float) -> None:
        """Ends what takes too long before there is an owner: a handshake, a request, the rest after an answer."""
        wire, transport = self._wire, self._transport
        assert transport is not None
        answered = 0 if wire is None else wire.answered
        is_busy = wire is None or wire.is_partial or transport.get_write_buffer_size() > 0
        stage = (answered, is_busy)
        if self._stage != stage:
            self._stage = stage
            self._opened_s = now_s
        times = self._config.times
        if answered and not is_busy:
            if now_s - self._opened_s >= times.http_idle_s:
                self._begin_closing()
        elif now_s - self._opened_s >= times.hello_s:
            logger.debug("! %s %s: no handshake in time", self.peer, self.name)
            self.abort()

    def _note_traffic(self, now_s: float) -> None:
        if self._has_read:
            self._has_read = False
            self._last_in_s = now_s
            self._pinged_s = None
        if self._has_written:
            self._has_written = False
            self._last_out_s = now_s
        self._bytes_in = 0
        if self._wire is not None:
            self._wire.tick()
        if self._is_throttled:
            self._is_throttled = False
            self._loop.call_soon(self._continue_reading)

    def _is_frame_late(self, now_s: float) -> bool:
        """Whether the frame now arriving was already arriving `frame_s` ago."""
        assert self._wire is not None
        if self._is_reading_paused or not self._wire.is_partial:
            self._partial_at = -1
            return False
        if self._partial_at != self._frames_in:
            self._partial_at = self._frames_in
            self._partial_since_s = now_s
        return now_s - self._partial_since_s >= self._config.times.frame_s

    def _keep_alive(self, now_s: float) -> None:
        assert self._wire is not None
        silence_s = now_s - self._last_out_s
        if self.expects_pong and self._pinged_s is None:
            silence_s = max(silence_s, now_s - self._last_in_s)
        if silence_s < self._config.times.keepalive_s or self._paused_s is not None:
            return
        if self.expects_pong and self._pinged_s is None:
            self._pinged_s = now_s
        self._write(self._wire.keep_alive())

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
        elif wire.answered and not self.is_welcomed:
            self.is_welcomed = True
            self._on_served(self)
        return wire

    def _on_ping_answered(self, wire: ByteWire) -> None:
        now_s = self._loop.time()
        if self._meter.pings.answered(now_s) and self._paused_s is None and not self.is_closing:
            self._ping(wire, now_s)

    def _pump(self) -> None:
        """Sends what the wire itself has to say."""
        wire = self._wire
        if wire is None:
            return
        output = wire.take_output()
        if output and (self._paused_s is None or self.owner is None):
            self._write(output)  # a page; but a client who reads nothing gets no pongs either
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
        )

    # Writing and closing.

    def _write(self, data: bytes) -> None:
        if not self._out:
            self._turn.add(self)
        self._out.append(data)
        self._out_bytes += len(data)
        if self._out_bytes >= self._max_bytes_out:
            self.flush()

    def flush(self) -> None:
        """Hands everything written so far to the transport, in one piece."""
        out = self._out
        if not out or self._transport is None or self._sender is None:
            return
        self._out = []
        self._out_bytes = 0
        if self.is_closing:
            return
        self._has_written = True
        self._sender.write(out[0] if len(out) == 1 else b"".join(out))

    def _begin_closing(self) -> None:
        """Sends the rest and our end of stream, and goes on reading until the peer ends too.

        Closing a socket with unread data in it would reset the connection, and the peer might
        lose our last message to that.
        """
        if self.is_closing or self._transport is None:
            return
        self.flush()
        self.is_closing = True
        self._backlog.clear()
        self._close_by_s = self._loop.time() + self._config.times.close_s
        self._transport.resume_reading()
        if not self._transport.is_closing():
            self._end_stream(self._transport)
        self._loop.call_soon(self._report_closed)

    @staticmethod
    def _end_stream(transport: asyncio.Transport) -> None:
        if not transport.can_write_eof():
            transport.close()  # TLS has no half-closed connections; it sends the rest, and its own end
            return
        try:
            transport.write_eof()
        except OSError:  # the peer has reset the connection, and nobody has told us yet
            transport.abort()

    def _report_closed(self) -> None:
        owner, self.owner = self.owner, None
        if owner is not None:
            owner.on_closed()


@mypyc_attr(allow_interpreted_subclasses=True)
class MemoryLink:
    """A link without a socket, for tests and for clients inside this process.

    `receive` plays the client's part. `sent` holds the payloads the client would have read.
    `call_soon` runs what must not happen inside a call; by default the running loop's.
    """

    name = "memory"

    def __init__(
        self,
        encoding: Encoding = Encoding.JSON,
        peer: str = "127.0.0.1",
        call_soon: Callable[[Callable[[], None]], object] | None = None,
        caller: Caller | None = None,
    ) -> None:
        self.caller = caller or Caller(peer, None, is_loopback(peer))
        self.encoding = encoding
        self.expects_pong = False
        self.is_welcomed = False
        self.peer = peer
        self.sent: list[bytes] = []
        self.max_frame: int | None = None
        self.closed_with: tuple[int, str] | None = None
        self.is_reading_paused = False
        self.measured_lag = NO_LAG  # to be set by whoever plays the network
        self._owner: LinkOwner | None = None
        self._backlog: deque[bytes] = deque()
        self._call_soon = call_soon or asyncio.get_running_loop().call_soon

    def receive(self, payload: bytes) -> None:
        """The client sends one payload."""
        self._backlog.append(payload)
        self._deliver()

    def drop(self) -> None:
        """The client disappears without a word."""
        if self.closed_with is None:
            self.closed_with = (1006, "")
            self._call_soon(self._report_closed)

    def send(self, payload: bytes) -> None:
        """As `Link.send`."""
        if self.closed_with is None:
            self.sent.append(payload)

    def close(self, code: int, reason: str) -> None:
        """As `Link.close`."""
        if self.closed_with is None:
            self.closed_with = (code, reason)
            self._call_soon(self._report_closed)

    def pause_reading(self) -> None:
        """As `Link.pause_reading`."""
        self.is_reading_paused = True

    def resume_reading(self) -> None:
        """As `Link.resume_reading`."""
        if self.is_reading_paused:
            self.is_reading_paused = False
            self._call_soon(self._deliver)

    def set_max_frame(self, max_bytes: int) -> None:
        """As `Link.set_max_frame`."""
        self.max_frame = max_bytes

    def hand_over(self, owner: LinkOwner | None) -> None:
        """As `Link.hand_over`."""
        self._owner = owner

    def lag(self, now_s: float) -> Lag:
        """As `Link.lag`."""
        return self.measured_lag

    def measure(self, now_s: float) -> None:
        """As `Link.measure`; there is nothing to measure."""

    def _deliver(self) -> None:
        while self._backlog and not self.is_reading_paused and self.closed_with is None:
            assert self._owner is not None, "hand it over to an owner first"
            self._owner.on_frame(self._backlog.popleft())

    def _report_closed(self) -> None:
        owner, self._owner = self._owner, None
        if owner is not None:
            owner.on_closed()


def _set_user_timeout(transport: asyncio.Transport, timeout_s: float) -> None:
    """Lets the kernel give up on a peer whose machine acknowledges nothing, where it can (Linux)."""
    sock = transport.get_extra_info("socket")
    option = getattr(socket, "TCP_USER_TIMEOUT", None)
    if option is not None and sock is not None and sock.family in (socket.AF_INET, socket.AF_INET6):
        sock.setsockopt(socket.IPPROTO_TCP, option, int(timeout_s * 1000))
