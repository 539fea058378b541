"""The server's end of a connection: frames over plain TCP or WebSocket, cut and delayed on purpose. Knows no messages."""

import asyncio
import contextlib
import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Final

from websockets.exceptions import NegotiationError
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import OPEN
from websockets.server import ServerProtocol
from websockets.typing import Subprotocol

from infoset.conformance.chapters import Chapter
from infoset_protocol.codec import Encoding
from infoset_protocol.framing import FRAME_CAP, Framer, Wire, detect, make_framer
from infoset_protocol.version import SUBPROTOCOLS

READ_BYTES: Final = 65536
CLOSING_S: Final = 1.0  # for the client's part of a closing handshake
OPENING: Final = 5  # bytes that tell a length in the wrong order from everything else
MAX_HELLO: Final = 8192  # bytes of a frame before `welcome`
OPENING_S: Final = 1.0  # for the rest of them, where a client sends fewer at once
MAX_UNREAD_BYTES: Final = 16 * 1024 * 1024  # the client takes nothing: it is cut off
Pieces = Callable[[bytes], Sequence[bytes]]


class WireError(Exception):
    """The client broke the rules of the transport; `where` is the chapter that says so."""

    def __init__(self, what: str, where: Chapter) -> None:
        super().__init__(what)
        self.where = where


class Connection(ABC):
    """One accepted connection. `name` says what it speaks: `tcp json`, `ws msgpack`, ..."""

    name: str
    encoding: Encoding

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self.pieces: Pieces = lambda data: (data,)
        self._held = b""  # the last piece of what was written, until more comes in the same turn
        self.max_frame = FRAME_CAP
        self.is_cut = False
        self.pings = self.pongs = 0

    @abstractmethod
    async def receive(self) -> list[bytes] | None:
        """The next frames, None at the end. Raises WireError, or ProtocolError for what is too big."""

    @abstractmethod
    def send(self, frame: bytes) -> None:
        """Writes a frame, unless the connection is cut."""

    @abstractmethod
    def keep_alive(self) -> None:
        """Writes a sign of life."""

    @abstractmethod
    def wrap(self, frame: bytes) -> bytes:
        """The bytes that carry a frame."""

    def close(self, code: int, reason: str) -> None:
        """Ends the connection; on WebSocket with the close code."""
        self.cut()

    async def finish(self) -> None:
        """Waits for what the transport wants at its end; most want nothing."""
        return

    def send_part(self, frame: bytes, size: int) -> None:
        """Writes the first `size` bytes of what carries a frame and cuts the connection."""
        self._write(self.wrap(frame)[:size])
        self.cut()

    def cut(self) -> None:
        """Ends the connection without a word; what was written before still arrives."""
        if not self.is_cut:
            self._release()
            self.is_cut = True
            self._writer.close()

    def _write(self, data: bytes) -> None:
        """Writes the pieces of `data`; the last of several goes with the first of what comes next in this turn.

        So at no moment has just the first of two messages arrived: a client that takes what it reads for one message
        fails, however late it reads.
        """
        if self.is_cut:
            return
        pieces = list(self.pieces(data))
        if self._held and pieces:
            pieces[0], self._held = self._held + pieces[0], b""
        if len(pieces) > 1:
            self._held = pieces.pop()
            asyncio.get_running_loop().call_soon(self._release)
        for piece in pieces:
            if (
                self._writer.is_closing()
            ):  # the client has hung up; asyncio would complain of each piece
                self.is_cut = True
                return
            self._writer.write(piece)
        if self._writer.transport.get_write_buffer_size() > MAX_UNREAD_BYTES:
            self._writer.transport.abort()
            self.is_cut = True

    def _release(self) -> None:
        """Writes what is held back."""
        held, self._held = self._held, b""
        if held and not self._writer.is_closing():
            self._writer.write(held)

    async def _read(self) -> bytes:
        try:
            return await self._reader.read(READ_BYTES)
        except ConnectionError:
            return b""


class StreamConnection(Connection):
    """Plain TCP: lines of JSON, or msgpack with a length in front."""

    def __init__(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        encoding: Encoding,
        begun: bytes,
    ) -> None:
        super().__init__(reader, writer)
        self.encoding = encoding
        self.name = f"tcp {encoding}"
        self._framer: Framer = make_framer(encoding, self.max_frame)
        self._begun = begun

    async def receive(self) -> list[bytes] | None:
        data, self._begun = self._begun, b""
        if not data:
            data = await self._read()
        if not data:
            if self._framer.is_partial and not self.is_cut:
                raise WireError(
                    "the client hung up in the middle of a frame",
                    Chapter.READING,
                )
            return None
        self._framer.max_frame = self.max_frame
        frames = self._framer.receive_data(data)
        if self._framer.fault:
            raise self._framer.fault
        return frames

    def send(self, frame: bytes) -> None:
        self._write(self._framer.frame(frame))

    def keep_alive(self) -> None:
        self._write(self._framer.KEEP_ALIVE)

    def wrap(self, frame: bytes) -> bytes:
        return self._framer.frame(frame)


class WebSocketConnection(Connection):
    """A WebSocket; the library does the protocol, messages leave in fragments with pings in between."""

    def __init__(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, begun: bytes
    ) -> None:
        super().__init__(reader, writer)
        self.encoding = Encoding.JSON
        self.name = "ws json"
        self._protocol = ServerProtocol(select_subprotocol=_choose_subprotocol)
        self._begun = begun
        self._message = bytearray()
        self.is_fragmented = False
        self._rng = random.Random(0)  # where fragments are cut

    async def open(self) -> None:
        """The handshake. Raises WireError where it fails."""
        while self._protocol.state is not OPEN:
            data, self._begun = self._begun or await self._read(), b""
            self._protocol.receive_data(data)
            for event in self._protocol.events_received():
                assert isinstance(event, Request)
                self._protocol.send_response(self._protocol.accept(event))
            self._flush()
            if not data or self._protocol.handshake_exc is not None:
                why = self._protocol.handshake_exc or "the client hung up"
                raise WireError(
                    f"the WebSocket handshake failed: {why}",
                    Chapter.ONE_PORT,
                )
        chosen = self._protocol.subprotocol or "infoset.1.json"
        self.encoding = Encoding(chosen.rpartition(".")[2])
        self.name = f"ws {self.encoding}"

    async def receive(self) -> list[bytes] | None:
        if self._protocol.close_rcvd is not None:
            return None  # the client now waits for us to hang up
        data, self._begun = self._begun or await self._read(), b""
        if not data:
            return None
        self._protocol.receive_data(data)
        frames = [
            frame
            for event in self._protocol.events_received()
            if isinstance(event, Frame) and (frame := self._take(event)) is not None
        ]
        self._flush()
        return frames

    def _take(self, frame: Frame) -> bytes | None:
        """The message that this frame completes."""
        match frame.opcode:
            case Opcode.TEXT | Opcode.BINARY:
                wanted = Opcode.TEXT if self.encoding is Encoding.JSON else Opcode.BINARY
                if frame.opcode is not wanted:
                    raise WireError(
                        f"a {frame.opcode.name.lower()} frame on a {self.encoding} connection; "
                        f"expected {wanted.name.lower()} frames",
                        Chapter.JSON,
                    )
                self._message = bytearray(frame.data)
            case Opcode.CONT:
                self._message += frame.data
            case Opcode.PONG:
                self.pongs += 1
                return None
            case _:
                return None
        return bytes(self._message) if frame.fin else None

    def send(self, frame: bytes) -> None:
        if self.is_cut or self._protocol.state is not OPEN:
            return
        if self.is_fragmented and len(frame) > 1:
            self._send_fragments(frame)
        elif self.encoding is Encoding.JSON:
            self._protocol.send_text(frame)
        else:
            self._protocol.send_binary(frame)
        self._flush()

    def _send_fragments(self, frame: bytes) -> None:
        """In two parts, with a ping between them."""
        at = self._rng.randrange(1, len(frame))
        if self.encoding is Encoding.JSON:
            self._protocol.send_text(frame[:at], fin=False)
        else:
            self._protocol.send_binary(frame[:at], fin=False)
        self._ping()
        self._protocol.send_continuation(frame[at:], fin=True)

    def keep_alive(self) -> None:
        if self._protocol.state is OPEN:
            self._ping()
            self._flush()

    def _ping(self) -> None:
        self.pings += 1
        self._protocol.send_ping(b"%d" % self.pings)

    def wrap(self, frame: bytes) -> bytes:
        opcode = Opcode.TEXT if self.encoding is Encoding.JSON else Opcode.BINARY
        return Frame(opcode, frame).serialize(mask=False)

    def close(self, code: int, reason: str) -> None:
        if self._protocol.state is OPEN and not self.is_cut:
            self._protocol.send_close(code, reason[:120])
            self._flush()
            self._release()
            self.is_cut = True  # the client answers, and then it is over

    async def finish(self) -> None:
        """Waits until the client has said that it closes: to hang up before that would lose what was said.

        It is not waited for until it hangs up, because it waits for the server to do so (RFC 6455, 7.1.1).
        """
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(CLOSING_S):
                while self._protocol.close_rcvd is None and (data := await self._read()):
                    self._protocol.receive_data(data)

    def _flush(self) -> None:
        self._write(b"".join(self._protocol.data_to_send()))


def _choose_subprotocol(_: ServerProtocol, offered: Sequence[Subprotocol]) -> Subprotocol | None:
    """The first one offered that we speak; none offered means JSON. Raises NegotiationError."""
    for name in offered:
        if name in SUBPROTOCOLS:
            return name
    if offered:
        raise NegotiationError(
            f"no common subprotocol in {', '.join(offered)}; expected {', '.join(SUBPROTOCOLS)}"
        )
    return None


async def open_connection(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> Connection | None:
    """What the first byte asks for; None where the client leaves without one. Raises WireError."""
    try:
        begun = await reader.read(READ_BYTES)
    except ConnectionError:
        return None
    if not begun:
        return None
    begun = await _read_opening(reader, begun)
    if is_turned_round(begun):
        raise WireError(
            f"the length before the first frame is {begun[:4].hex(' ')}, in little-endian order; "
            f"expected {begun[3::-1].hex(' ')}, the high byte first",
            Chapter.ONE_PORT,
        )
    match detect(begun[0]):
        case Wire.JSON_LINES:
            return StreamConnection(reader, writer, Encoding.JSON, begun)
        case Wire.MSGPACK:
            return StreamConnection(reader, writer, Encoding.MSGPACK, begun)
        case Wire.HTTP:
            socket = WebSocketConnection(reader, writer, begun)
            await socket.open()
            return socket
        case Wire.REFUSED:
            raise WireError(
                f"the first byte is 0x{begun[0]:02x}; expected one of the table",
                Chapter.ONE_PORT,
            )


async def _read_opening(reader: asyncio.StreamReader, begun: bytes) -> bytes:
    """Enough to tell what a client speaks. Its first write may arrive in pieces, but a JSON line opens with a brace."""
    while len(begun) < OPENING and not begun.startswith((b'{"', b"{ ", b"GET ")):
        try:
            more = await asyncio.wait_for(reader.read(READ_BYTES), OPENING_S)
        except (TimeoutError, ConnectionError):
            return begun
        if not more:
            return begun
        begun += more
    return begun


def is_turned_round(begun: bytes) -> bool:
    """Are these the low byte first of a length, and behind it a map in msgpack?"""
    if len(begun) < OPENING:
        return False
    is_little = int.from_bytes(begun[:4], "little") <= MAX_HELLO < int.from_bytes(begun[:4], "big")
    opens_map = 0x80 <= begun[4] <= 0x8F or begun[4] in (0xDE, 0xDF)
    return is_little and opens_map
