"""The socket of nats-py, with a short way in and out for what comes by the thousand.

On nats-py's own way a message wakes a task that reads, a regular expression, a queue and a task of its subscription, and
one that leaves wakes a task that writes: turns of the event loop each. Here whole messages of known subscriptions are
handed over in the turn in which they come, and a message is written in the turn in which it is published. Whatever else
there is goes nats-py's way, and everything does while something of it is still on that way, so nothing is overtaken.

The protocol: https://docs.nats.io/reference/reference-protocols/nats-protocol
"""

import asyncio
import ssl
from collections.abc import Callable, Sequence
from typing import Any, Final, cast
from urllib.parse import ParseResult

from nats.aio.client import Client
from nats.aio.subscription import Subscription
from nats.aio.transport import TcpTransport
from nats.protocol.parser import AWAITING_CONTROL_LINE

from infoset_server.bus.nats_tls import BusTlsError

READ_BYTES: Final = 64 * 1024  # taken from the socket at a time
MOST_UNSENT: Final = (
    1 << 20
)  # bytes that the socket may owe; beyond, nats-py's limits and waits hold
TLS_SCHEME: Final = "tls"
MESSAGE: Final = b"MSG "
LINE_END: Final = b"\r\n"

Take = Callable[[str, bytes], None]  # a subject and what was said there; raises nothing


class Link(TcpTransport):
    """To be put into a client before it connects; it stays there over all connections."""

    on_arrived: Callable[
        [], None
    ]  # is told when messages were handed over, once for all that came together

    def __init__(self, client: Client) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self._client = client
        self._takers: dict[bytes, tuple[Subscription, Take]] = {}
        self._inlet: Inlet | None = None
        self._held: list[bytes] | None = None
        self._is_bare = False  # an address of tls:// whose connection is not under TLS yet

    def __bool__(self) -> bool:
        """nats-py would make a transport of its own in place of one that is not connected yet."""
        return True

    # As Transport.

    async def connect(self, uri: ParseResult, buffer_size: int, connect_timeout: int) -> None:
        """As Transport."""
        await super().connect(uri, buffer_size, connect_timeout)
        self._is_bare = uri.scheme == TLS_SCHEME
        self._take_in()

    async def connect_tls(
        self,
        uri: str | ParseResult,
        ssl_context: ssl.SSLContext,
        buffer_size: int,
        connect_timeout: int,
    ) -> None:
        """As Transport."""
        await super().connect_tls(uri, ssl_context, buffer_size, connect_timeout)
        self._is_bare = False
        self._take_in()

    def write(self, payload: bytes) -> None:
        """As Transport. Raises BusTlsError where all that is said is to be under TLS, and the server has not asked for it.

        nats-py does what the server asks for, and says its password first.
        """
        if self._is_bare:
            raise BusTlsError(f"this server of NATS has no TLS: expected it behind {TLS_SCHEME}://")
        super().write(payload)  # type: ignore[no-untyped-call]

    async def read(self, buffer_size: int) -> bytes:
        """As Transport."""
        assert self._inlet is not None, "it is connected"
        data: bytes = await super().read(buffer_size)
        self._inlet.on_long_way -= len(data)
        return data

    async def readline(self) -> bytes:
        """As Transport."""
        assert self._inlet is not None, "it is connected"
        data: bytes = await super().readline()  # type: ignore[no-untyped-call]
        self._inlet.on_long_way -= len(data)
        return data

    def _take_in(self) -> None:
        assert self._io_writer is not None, "it is connected"
        transport = self._io_writer.transport
        inner = cast("asyncio.StreamReaderProtocol", transport.get_protocol())
        is_tls = transport.get_extra_info("ssl_object") is not None
        self._inlet = Inlet(inner, self._hand_over, is_tls=is_tls)
        # What NATS has said first may have come before: it is on the long way already.
        self._inlet.on_long_way = len(self._io_reader._buffer)  # type: ignore[union-attr]
        transport.set_protocol(self._inlet)

    # The short ways.

    def listen(self, subscription: Subscription, take: Take) -> None:
        """Hands over what comes for a subscription, as long as it is not forgotten."""
        self._takers[b"%d" % subscription._id] = (subscription, take)

    def forget(self, subscription: Subscription) -> None:
        """The opposite."""
        self._takers.pop(b"%d" % subscription._id, None)

    def write_now(self, subject: str, data: bytes) -> bool:
        """Sends a message behind all that nats-py has sent; False where that has to do it."""
        client = self._client
        if not client.is_connected or client._pending or len(data) > client.max_payload:
            return False
        assert self._io_writer is not None, "it is connected"
        transport = self._io_writer.transport
        if transport.is_closing() or transport.get_write_buffer_size() > MOST_UNSENT:
            return False
        message = b"PUB %s %d\r\n%s\r\n" % (subject.encode(), len(data), data)
        if self._held is None:
            transport.write(message)
        else:
            self._held.append(message)
        return True

    def hold_back(self) -> None:
        """What is written from now on leaves in one piece, with `let_go`; nothing may be awaited in between."""
        self._held = []

    def let_go(self) -> None:
        """See `hold_back`."""
        held, self._held = self._held, None
        if held:
            assert self._io_writer is not None, "it is connected"
            self._io_writer.transport.write(b"".join(held))

    def _hand_over(self, data: bytes) -> bytes:
        """What is left when all whole messages from the beginning on have gone the short way."""
        parser: Any = self._client._ps
        if parser.buf or parser.state != AWAITING_CONTROL_LINE:
            return data
        begin = 0
        while data.startswith(MESSAGE, begin):
            after = self._hand_over_one(data, begin)
            if not after:
                break
            begin = after
        if begin:
            self.on_arrived()
        return data[begin:]

    def _hand_over_one(self, data: bytes, begin: int) -> int:
        """Where the message that begins there ends; 0 where it has to go the long way."""
        line_end = data.find(LINE_END, begin)
        words = data[begin:line_end].split(b" ")
        if line_end < 0 or len(words) != 4:
            return 0  # cut off, or it wants an answer
        _, subject, number, size = words
        listener = self._takers.get(number)
        if listener is None or not size.isdigit():
            return 0
        subscription, take = listener
        first = line_end + len(LINE_END)
        last = first + int(size)
        if len(data) < last + len(LINE_END) or subscription.pending_msgs:
            return 0
        take(subject.decode(errors="replace"), data[first:last])
        return last + len(LINE_END)


def give_link(client: Client, servers: Sequence[str]) -> Link | None:
    """The link of a client that is not connected yet; none over WebSocket, which has frames of its own."""
    if any(server.startswith("ws") for server in servers):
        return None
    link = Link(client)
    client._transport = link
    return link


class Inlet(asyncio.BufferedProtocol):
    """Stands before the protocol of nats-py's reader, and reads into one buffer."""

    def __init__(
        self,
        inner: asyncio.StreamReaderProtocol,
        hand_over: Callable[[bytes], bytes],
        *,
        is_tls: bool,
    ) -> None:
        """`hand_over` returns what `inner` has to read."""
        self._is_tls = is_tls
        self.on_long_way = 0  # bytes that nobody has read yet
        self._inner = inner
        self._hand_over = hand_over
        self._buffer = memoryview(bytearray(READ_BYTES))

    def get_buffer(self, sizehint: int) -> memoryview:
        """As BufferedProtocol."""
        return self._buffer

    def buffer_updated(self, nbytes: int) -> None:
        """As BufferedProtocol."""
        data = bytes(self._buffer[:nbytes])
        if not self.on_long_way:
            data = self._hand_over(data)
        if data:
            self.on_long_way += len(data)
            self._inner.data_received(data)

    def eof_received(self) -> bool | None:
        """As BufferedProtocol. Under TLS a connection cannot stay half open."""
        is_open = self._inner.eof_received()
        return is_open and not self._is_tls

    def connection_lost(self, exc: Exception | None) -> None:
        """As BufferedProtocol."""
        self._inner.connection_lost(exc)

    def pause_writing(self) -> None:
        """As BufferedProtocol."""
        self._inner.pause_writing()

    def resume_writing(self) -> None:
        """As BufferedProtocol."""
        self._inner.resume_writing()
