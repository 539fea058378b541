"""Cuts a byte stream into frames, and says by a connection's first byte what it speaks. No I/O.

First bytes of a plain TCP connection:

    {  space  tab  CR  LF     JSON lines: one line is one frame, an empty line keeps alive
    0x00                      msgpack: four bytes of length, then the frame; length 0 keeps alive
    G                         an HTTP request: WebSocket upgrade, web page, health check
    anything else             refused (0x16 is a TLS hello on a plain port, 0xEF a byte order mark)

Frames stay below 2^24 bytes, so the first byte of a length is always zero and the table holds.
A framer that has seen a frame over its limit is dead: the stream cannot be trusted any more.
"""

from abc import ABC, abstractmethod
from enum import Enum
from typing import ClassVar, Final

from infoset_protocol.codec import Encoding
from infoset_protocol.errors import ErrorCode, ProtocolError

FRAME_CAP: Final = 2**24 - 1  # bytes; no limit may be set above it
_LENGTH_BYTES: Final = 4


class Wire(Enum):
    """What a connection speaks, told by its first byte."""

    JSON_LINES = "json lines"
    MSGPACK = "msgpack"
    HTTP = "http"
    REFUSED = "refused"


_FIRST_BYTES: Final = (
    dict.fromkeys(b"{ \t\r\n", Wire.JSON_LINES)
    | {0x00: Wire.MSGPACK}
    | dict.fromkeys(b"GHPO", Wire.HTTP)  # GET, HEAD, POST, OPTIONS
)


def detect(first_byte: int) -> Wire:
    """What a connection that begins with this byte speaks."""
    return _FIRST_BYTES.get(first_byte, Wire.REFUSED)


class Framer(ABC):
    """One direction of a stream: bytes in, frames out.

    Frames that end before a fault in the same chunk are still delivered; the fault is then in
    `fault` at once and raised by the next call. Look at `fault` after each chunk: the peer may
    have nothing more to say.
    """

    KEEP_ALIVE: ClassVar[bytes]

    def __init__(self, max_frame: int) -> None:
        """`max_frame` is the largest payload to accept, in bytes."""
        self.max_frame = max_frame
        self.fault: ProtocolError | None = None
        self.keep_alives = 0  # how many have come
        self._begun = bytearray()  # what has come of a frame whose end has not

    @property
    def is_partial(self) -> bool:
        """Whether a frame has begun and not ended."""
        return bool(self._begun)

    @property
    def max_frame(self) -> int:
        """Largest payload to accept, in bytes. A change holds for what is read later."""
        return self._max_frame

    @max_frame.setter
    def max_frame(self, limit: int) -> None:
        if not 0 < limit <= FRAME_CAP:
            raise ValueError(f"max_frame must be 1..{FRAME_CAP}, not {limit}")
        self._max_frame = limit

    def receive_data(self, data: bytes) -> list[bytes]:
        """The payloads that `data` completes, without those that only keep alive.

        Raises ProtocolError (`frame_too_big`, fatal) for a frame over `max_frame` as soon as that
        is known, keeping none of it; from then on for every call.
        """
        if self.fault:
            raise self.fault
        frames: list[bytes] = []
        self._cut(data, frames)
        if self.fault and not frames:
            raise self.fault
        return frames

    @staticmethod
    @abstractmethod
    def frame(payload: bytes) -> bytes:
        """The bytes that carry `payload`."""

    @abstractmethod
    def _cut(self, data: bytes, frames: list[bytes]) -> None:
        """Appends the payloads that `data` completes and keeps the rest, or sets `fault`."""

    def _fail(self) -> None:
        """Ends this framer's life."""
        limit = self._max_frame
        self.fault = ProtocolError(
            ErrorCode.FRAME_TOO_BIG,
            f"a frame has at most {limit} bytes",
            {"limit": limit},
            fatal=True,
        )


class LineFramer(Framer):
    """JSON lines: LF ends a frame, a CR before it is not part of it, empty lines keep alive."""

    KEEP_ALIVE: ClassVar[bytes] = b"\n"

    @staticmethod
    def frame(payload: bytes) -> bytes:
        """The payload as a line. JSON writers escape line feeds, so none may be inside."""
        return payload + b"\n"

    def _cut(self, data: bytes, frames: list[bytes]) -> None:
        lines = data.split(b"\n")
        rest = lines.pop()
        if lines and self._begun:
            lines[0] = bytes(self._begun + lines[0])
            self._begun.clear()
        for line in lines:
            payload = line.removesuffix(b"\r")
            if len(payload) > self._max_frame:
                return self._fail()
            if payload:
                frames.append(payload)
            else:
                self.keep_alives += 1
        if not rest:
            return None
        self._begun += rest
        if len(self._begun) > self._max_frame + self._begun.endswith(b"\r"):
            self._begun.clear()
            self._fail()
        return None


class LengthFramer(Framer):
    """Length-prefixed frames: four bytes big-endian, then that many bytes; length 0 keeps alive."""

    KEEP_ALIVE: ClassVar[bytes] = bytes(_LENGTH_BYTES)

    @staticmethod
    def frame(payload: bytes) -> bytes:
        """The payload behind its length. Raises ValueError above `FRAME_CAP`."""
        if len(payload) > FRAME_CAP:
            raise ValueError(f"a frame has at most {FRAME_CAP} bytes, not {len(payload)}")
        return len(payload).to_bytes(_LENGTH_BYTES, "big") + payload

    def _cut(self, data: bytes, frames: list[bytes]) -> None:
        if not self._begun and self._is_one_frame(data):  # as nearly always
            frames.append(data[_LENGTH_BYTES:])
            return None
        self._begun += data
        at = 0
        while len(self._begun) >= at + _LENGTH_BYTES:
            start = at + _LENGTH_BYTES
            size = int.from_bytes(self._begun[at:start])
            if size > self._max_frame:
                self._begun.clear()
                return self._fail()
            if len(self._begun) < start + size:
                break
            if size:
                frames.append(bytes(self._begun[start : start + size]))
            else:
                self.keep_alives += 1
            at = start + size
        del self._begun[:at]
        return None

    def _is_one_frame(self, data: bytes) -> bool:
        """Whether this is exactly one frame that is not too big and not empty."""
        size = len(data) - _LENGTH_BYTES
        if not 0 < size <= self._max_frame:
            return False
        return size == data[0] << 24 | data[1] << 16 | data[2] << 8 | data[3]


def make_framer(encoding: Encoding, max_frame: int) -> Framer:
    """The framer for a byte stream in this encoding: lines for JSON, lengths for msgpack."""
    return LineFramer(max_frame) if encoding is Encoding.JSON else LengthFramer(max_frame)
