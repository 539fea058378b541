"""Moves frames between this program and a server: plain TCP or WebSocket. Knows no messages."""

import asyncio
import ssl
from abc import abstractmethod
from collections import deque
from typing import Final, Protocol

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import (
    ConnectionClosed,
    InvalidHandshake,
    InvalidStatus,
    InvalidURI,
)
from websockets.typing import Subprotocol

from infoset.address import Address
from infoset.errors import ConnectError
from infoset_protocol.codec import Encoding
from infoset_protocol.errors import ProtocolError
from infoset_protocol.framing import make_framer

OPEN_TIMEOUT_S: Final = 10.0
CLOSE_TIMEOUT_S: Final = 2.0
CHUNK_BYTES: Final = 65536
MAX_FRAME_BYTES: Final = 1 << 20  # the largest frame taken from a server; told to it in `hello`
CUT_OFF: Final = "it hung up; is the address right, with or without TLS?"
SUBPROTOCOL: Final = {
    Encoding.JSON: Subprotocol("infoset.1.json"),
    Encoding.MSGPACK: Subprotocol("infoset.1.msgpack"),
}


class LinkClosedError(Exception):
    """The other side is gone. `code` is the WebSocket close code where there is one."""

    def __init__(self, reason: str, code: int | None = None) -> None:
        super().__init__(reason)
        self.code = code


class Link(Protocol):
    """One open connection. `receive` may be cancelled without losing a frame."""

    @abstractmethod
    async def send(self, payload: bytes) -> None:
        """Sends one frame and waits while the other side reads too slowly. Raises LinkClosedError."""

    @abstractmethod
    async def receive(self) -> bytes | None:
        """The next frame, or None for a mere sign of life. Raises LinkClosedError."""

    @abstractmethod
    async def close(self) -> None:
        """Closes the connection; never raises, never waits longer than CLOSE_TIMEOUT_S."""


class TcpLink:
    """Frames over a byte stream: lines of JSON, or msgpack with a length in front."""

    def __init__(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, encoding: Encoding
    ) -> None:
        self._reader = reader
        self._writer = writer
        self._framer = make_framer(encoding, MAX_FRAME_BYTES)
        self._frames: deque[bytes] = deque()

    async def send(self, payload: bytes) -> None:
        try:
            self._writer.write(self._framer.frame(payload))
            await self._writer.drain()
        except OSError as error:
            raise LinkClosedError(str(error)) from error

    async def receive(self) -> bytes | None:
        if not self._frames:
            await self._read_more()
        return self._frames.popleft() if self._frames else None

    async def _read_more(self) -> None:
        try:
            data = await self._reader.read(CHUNK_BYTES)
            if not data:
                raise LinkClosedError("the server closed the connection")
            self._frames.extend(self._framer.receive_data(data))
        except OSError as error:
            raise LinkClosedError(str(error)) from error
        except ProtocolError as error:
            raise LinkClosedError(f"the server sent a bad frame: {error}") from error

    async def close(self) -> None:
        self._writer.close()
        try:
            async with asyncio.timeout(CLOSE_TIMEOUT_S):
                await self._writer.wait_closed()
        except (OSError, TimeoutError):
            self._writer.transport.abort()


class WebSocketLink:
    """Frames as WebSocket messages: text for JSON, binary for msgpack."""

    def __init__(self, socket: ClientConnection, encoding: Encoding) -> None:
        self._socket = socket
        self._is_text = encoding is Encoding.JSON

    async def send(self, payload: bytes) -> None:
        try:
            await self._socket.send(payload, text=self._is_text)
        except ConnectionClosed as closed:
            raise _closed(closed) from closed

    async def receive(self) -> bytes | None:
        try:
            return await self._socket.recv(decode=False)
        except ConnectionClosed as closed:
            raise _closed(closed) from closed

    async def close(self) -> None:
        await self._socket.close()


async def open_link(address: Address, tls: ssl.SSLContext | None = None) -> Link:
    """Connects. `tls` replaces the system's default certificates. Raises ConnectError."""
    if address.tls and tls is None:
        tls = ssl.create_default_context()
    try:
        async with asyncio.timeout(OPEN_TIMEOUT_S):
            if address.transport == "tcp":
                return await _open_tcp(address, tls)
            return await _open_websocket(address, tls)
    except TimeoutError:
        raise ConnectError(f"{address}: no answer within {OPEN_TIMEOUT_S:.0f} s") from None
    except ssl.SSLError as error:
        raise ConnectError(f"{address}: TLS failed: {error.reason or error}") from error
    except ConnectionRefusedError:
        raise ConnectError(f"{address}: connection refused: no server is listening there") from None
    except OSError as error:
        raise ConnectError(f"{address}: {error.strerror or str(error) or CUT_OFF}") from error
    except InvalidStatus as error:
        status = error.response.status_code
        raise ConnectError(f"{address}: HTTP status {status} instead of a WebSocket") from error
    except (InvalidHandshake, InvalidURI, EOFError) as error:
        raise ConnectError(f"{address}: no WebSocket server: {str(error) or CUT_OFF}") from error


async def _open_tcp(address: Address, tls: ssl.SSLContext | None) -> TcpLink:
    reader, writer = await asyncio.open_connection(
        address.host, address.port, ssl=tls if address.tls else None
    )
    return TcpLink(reader, writer, address.encoding)


async def _open_websocket(address: Address, tls: ssl.SSLContext | None) -> WebSocketLink:
    socket = await connect(
        address.url,
        ssl=tls if address.tls else None,
        subprotocols=[SUBPROTOCOL[address.encoding]],
        max_size=MAX_FRAME_BYTES,
        ping_interval=None,  # the client asks for signs of life itself, alike on every transport
        open_timeout=None,
        close_timeout=CLOSE_TIMEOUT_S,
    )
    return WebSocketLink(socket, address.encoding)


def _closed(closed: ConnectionClosed) -> LinkClosedError:
    if closed.rcvd is None:
        return LinkClosedError("the connection was lost")
    return LinkClosedError(
        closed.rcvd.reason or "the server closed the connection", closed.rcvd.code
    )
