"""Clients that send exactly what they are told to, over any of the four transports. No manners of their own."""

import select
import socket
import struct
import time
from collections import deque
from collections.abc import Callable
from types import TracebackType
from typing import Any, Final, Self

import msgpack
import orjson

from infoset_protocol.codec import Encoding
from infoset_protocol.framing import Framer, make_framer

TRANSPORTS: Final = ("tcp-json", "tcp-msgpack", "ws-json", "ws-msgpack")
PATIENCE_S: Final = 60.0  # for what must come; nothing waits this long unless it is broken
READ_BYTES: Final = 1 << 18
FRAME_CAP: Final = 2**24 - 1

Plain = dict[str, Any]


class ClosedError(Exception):
    """The server ended the connection. `code` is the close code it gave, None if it gave none."""

    def __init__(self, code: int | None) -> None:
        super().__init__(f"closed with {code}")
        self.code = code


class StreamWire:
    """TCP without WebSocket: lines or lengths."""

    def __init__(self, encoding: Encoding) -> None:
        self.close_code: int | None = None
        self._framer: Framer = make_framer(encoding, FRAME_CAP)
        self.frame = self._framer.frame

    def receive_data(self, data: bytes) -> list[bytes]:
        """The payloads that `data` completes."""
        return self._framer.receive_data(data)


class WebSocketWire:
    """Just enough of a WebSocket client. Its mask is zero, so payloads go out as they are."""

    def __init__(self, encoding: Encoding) -> None:
        self.close_code: int | None = None
        self.opcode = 1 if encoding is Encoding.JSON else 2
        self._buffer = bytearray()

    def frame(self, payload: bytes) -> bytes:
        """A masked data frame."""
        return websocket_frame(payload, self.opcode)

    def receive_data(self, data: bytes) -> list[bytes]:
        """The data payloads that `data` completes; control frames are noted or dropped."""
        self._buffer += data
        payloads: list[bytes] = []
        at = 0
        while (found := self._read_one(at)) is not None:
            opcode, payload, at = found
            if opcode == 8:
                self.close_code = int.from_bytes(payload[:2]) if payload else 1005
            elif opcode in (1, 2):
                payloads.append(payload)
        del self._buffer[:at]
        return payloads

    def _read_one(self, at: int) -> tuple[int, bytes, int] | None:
        buffer = self._buffer
        if len(buffer) < at + 2:
            return None
        size = buffer[at + 1]
        start = at + 2
        if size >= 126:
            width = 2 if size == 126 else 8
            size = int.from_bytes(buffer[start : start + width])
            start += width
            if len(buffer) < start:
                return None
        if len(buffer) < start + size:
            return None
        return buffer[at] & 15, bytes(buffer[start : start + size]), start + size


def websocket_frame(payload: bytes, opcode: int, *, fin: bool = True) -> bytes:
    """A client's frame with the mask 0."""
    first = opcode | (0x80 if fin else 0)
    size = len(payload)
    if size < 126:
        head = struct.pack("!BB", first, 0x80 | size)
    elif size < 1 << 16:
        head = struct.pack("!BBH", first, 0xFE, size)
    else:
        head = struct.pack("!BBQ", first, 0xFF, size)
    return head + bytes(4) + payload


def upgrade_request(port: int, subprotocol: str | None) -> bytes:
    """The HTTP request that opens a WebSocket."""
    offered = "" if subprotocol is None else f"Sec-WebSocket-Protocol: {subprotocol}\r\n"
    return (
        f"GET /v1 HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        f"Sec-WebSocket-Version: 13\r\n{offered}\r\n"
    ).encode()


class Peer:
    """One connection. Blocks, but never longer than `patience_s`; what is read is kept in order."""

    def __init__(self, port: int, transport: str = "tcp-json", *, small_buffers: bool = False):
        kind, _, name = transport.partition("-")
        self.transport = transport
        self.encoding = Encoding(name)
        self.patience_s = PATIENCE_S
        self.inbox: deque[Plain] = deque()
        self.last_id = 0
        self.welcome: Plain = {}
        self.bye: Plain | None = None
        self.is_ended = False
        self.socket = socket.socket()
        if small_buffers:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.socket.settimeout(self.patience_s)
        self.socket.connect(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.wire: StreamWire | WebSocketWire
        if kind == "tcp":
            self.wire = StreamWire(self.encoding)
        else:
            self.wire = WebSocketWire(self.encoding)
            self._upgrade(port, f"infoset.1.{name}")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.socket.close()

    # Sending.

    def encode(self, plain: object) -> bytes:
        """Any value as a payload, valid message or not."""
        if self.encoding is Encoding.JSON:
            return orjson.dumps(plain)
        packed: bytes = msgpack.packb(plain)
        return packed

    def send(self, **plain: object) -> None:
        """A message as it stands."""
        self.send_payload(self.encode(plain))

    def send_payload(self, payload: bytes) -> None:
        """One frame."""
        self.send_bytes(self.wire.frame(payload))

    def send_bytes(self, data: bytes) -> None:
        """Bytes on the socket. Reads while the server does not, so that nobody waits for ever."""
        view = memoryview(data)
        deadline = time.monotonic() + self.patience_s
        while view:
            readable, writable, _ = select.select(
                [] if self.is_ended else [self.socket],
                [self.socket],
                [],
                max(0.0, deadline - time.monotonic()),
            )
            assert readable or writable, "the server takes nothing"
            if readable:
                self._receive()
            if writable:
                try:
                    view = view[self.socket.send(view[: 1 << 16]) :]
                except (BrokenPipeError, ConnectionResetError):
                    return  # what the server said last is still to be read

    def send_some(self, data: bytes) -> int:
        """As many of the bytes as go out at once; how many that were. Reads nothing."""
        if self.is_ended or not select.select([], [self.socket], [], 0)[1]:
            return 0
        try:
            return self.socket.send(data)
        except (BrokenPipeError, ConnectionResetError):
            return 0

    def ask(self, type_: str, **fields: object) -> Plain:
        """A request with a fresh `id`, and its final answer; pushes in between stay in the inbox."""
        self.last_id += 1
        number = self.last_id
        self.send(type=type_, id=number, **fields)
        return self.answer_to(number)

    def answer_to(self, number: int) -> Plain:
        """The final answer to request `number`."""
        return self.wait_for(lambda message: message.get("re") == number)

    def fence(self) -> list[Plain]:
        """Everything the server said until it had handled all that was sent; empties the inbox."""
        pong = self.ask("ping")
        assert pong["type"] == "pong", pong
        said = list(self.inbox)
        self.inbox.clear()
        return said

    def hello(self, name: str = "peer", **fields: object) -> Plain:
        """Logs in as a guest; returns the `welcome`."""
        auth = {"kind": "guest", "name": name}
        self.last_id += 1
        self.send(type="hello", **{"id": self.last_id, "proto": [1], "auth": auth} | fields)
        self.welcome = self.answer_to(self.last_id)
        assert self.welcome["type"] == "welcome", self.welcome
        return self.welcome

    # Reading.

    def wait_for(self, is_it: Callable[[Plain], bool]) -> Plain:
        """The first message that `is_it`, taken out of the inbox. Raises ClosedError."""
        deadline = time.monotonic() + self.patience_s
        seen = 0
        while True:
            while seen < len(self.inbox):
                message = self.inbox[seen]
                if is_it(message):
                    del self.inbox[seen]
                    return message
                seen += 1
            if self.is_ended:
                raise ClosedError(self.close_code)
            self._wait_readable(deadline)
            self._receive()

    def read_until(self, is_it: Callable[[Plain], bool]) -> list[Plain]:
        """All messages up to the first that `is_it`, or to the end of the stream, in order."""
        deadline = time.monotonic() + self.patience_s
        said: list[Plain] = []
        while True:
            while self.inbox:
                said.append(self.inbox.popleft())
                if is_it(said[-1]):
                    return said
            if self.is_ended:
                return said
            self._wait_readable(deadline)
            self._receive()

    def wait_type(self, *types: str) -> Plain:
        """The next message of one of these types."""
        return self.wait_for(lambda message: message["type"] in types)

    def wait_closed(self) -> int | None:
        """Reads to the end of the stream; the close code, where the server gave one."""
        deadline = time.monotonic() + self.patience_s
        while not self.is_ended:
            self._wait_readable(deadline)
            self._receive()
        return self.close_code

    @property
    def close_code(self) -> int | None:
        """From the close frame or the `bye`; both say the same where there are both."""
        told = None if self.bye is None else int(self.bye["code"])
        if self.wire.close_code is not None and told is not None:
            assert self.wire.close_code == told
        return told if told is not None else self.wire.close_code

    def read_available(self) -> None:
        """Takes into the inbox what has already come."""
        while not self.is_ended and select.select([self.socket], [], [], 0)[0]:
            self._receive()

    def _wait_readable(self, deadline: float) -> None:
        left_s = max(0.0, deadline - time.monotonic())
        readable = select.select([self.socket], [], [], left_s)[0]
        if not readable:
            raise TimeoutError(f"{self.transport}: nothing came; unread: {list(self.inbox)[-5:]}")

    def _receive(self) -> None:
        try:
            data = self.socket.recv(READ_BYTES)
        except ConnectionResetError:
            data = b""
        if not data:
            self.is_ended = True
            return
        for payload in self.wire.receive_data(data):
            message = self.decode(payload)
            if message["type"] == "bye":
                self.bye = message
            self.inbox.append(message)

    def decode(self, payload: bytes) -> Plain:
        """A message of the server as plain values."""
        if self.encoding is Encoding.JSON:
            plain: Plain = orjson.loads(payload)
        else:
            plain = msgpack.unpackb(payload)
        return plain

    # Leaving badly.

    def reset(self) -> None:
        """Disappears with a TCP reset."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.socket.close()

    def _upgrade(self, port: int, subprotocol: str) -> None:
        self.socket.sendall(upgrade_request(port, subprotocol))
        head = b""
        while b"\r\n\r\n" not in head:
            data = self.socket.recv(READ_BYTES)
            assert data, head
            head += data
        assert head.startswith(b"HTTP/1.1 101 "), head
        rest = head.partition(b"\r\n\r\n")[2]
        assert not rest, "the server speaks before the client does"
