"""One WebSocket as bytes in, payloads out: the `websockets` library's sans-I/O protocol, our rules.

Handshake, masking, fragments and control frames are the library's business. Ours are: the
subprotocol is chosen in the client's order, a text frame belongs to JSON and a binary one to
msgpack, and whatever the library calls a failure ends with the close codes of our protocol.
"""

import http
import logging
from collections.abc import Sequence

from websockets.exceptions import NegotiationError
from websockets.frames import Close, Frame, Opcode
from websockets.frames import CloseCode as WebSocketCode
from websockets.http11 import Request, Response
from websockets.protocol import OPEN, SEND_EOF
from websockets.server import ServerProtocol
from websockets.typing import Subprotocol

from infoset_protocol.codec import Encoding
from infoset_protocol.errors import CloseCode, ErrorCode, ProtocolError
from infoset_protocol.version import SUBPROTOCOLS
from infoset_server.config import FrameLimits
from infoset_server.network.http import HttpPolicy, caller_of, plain_text, refuse_upgrade
from infoset_server.network.websocket_frames import (
    SHORT_HEADER_BYTES,
    binary_frame,
    text_frame,
    whole_message,
)

library_logger = logging.getLogger("infoset_server.network.websocket.library")
library_logger.setLevel(logging.ERROR)  # it would log payloads, and each opening a second time

END_OF_HEAD = b"\r\n\r\n"
MAX_REASON_BYTES = 123  # a close frame holds 125 bytes, two are the code
STEP_BYTES = 4096  # read at a time, so that a flood of tiny frames is noticed early
PING = Frame(Opcode.PING, b"").serialize(mask=False)


class _Protocol(ServerProtocol):
    """The library's protocol, except that a failure is noted instead of closing by itself."""

    failure: tuple[int, str] | None = None

    def fail(self, code: WebSocketCode | int, reason: str = "") -> None:
        super().fail(code, reason)
        self.writes.clear()
        self.failure = (int(code), reason)


def choose_subprotocol(_: ServerProtocol, offered: Sequence[Subprotocol]) -> Subprotocol | None:
    """The first one offered that we speak; none offered means JSON text. Raises NegotiationError."""
    for name in offered:
        if name in SUBPROTOCOLS:
            return name
    if offered:
        raise NegotiationError("no common subprotocol; expected one of " + ", ".join(SUBPROTOCOLS))
    return None


class WebSocketWire:
    """A WebSocket connection from the `GET` of its handshake to its last byte. Never raises.

    After each `receive_data` look at `take_output` (bytes the wire itself wants sent), `fault`
    (the peer broke the rules) and `is_finished` (nothing more will come).
    """

    heir: None = None
    answered = 0

    def __init__(self, limits: FrameLimits, policy: HttpPolicy) -> None:
        self.caller = policy.caller
        self.encoding = Encoding.JSON
        self.fault: ProtocolError | None = None
        self.is_finished = False
        self.is_echoing = True
        self.keep_alives = 0
        self._limits = limits
        self._policy = policy
        self._head = bytearray()
        self._fragments: list[bytes] = []
        self._controls = 0  # pings and pongs since the last `tick`
        self._unread = 0  # bytes the library was given beyond the frames it has returned
        self._output: list[bytes] = []
        self.frame = text_frame  # makes the data frame around a payload
        self._wanted = Opcode.TEXT
        self._opcode = int(Opcode.TEXT)
        self._protocol = _Protocol(
            select_subprotocol=choose_subprotocol,
            max_size=limits.max_in_before_welcome_bytes,
            logger=library_logger,
        )

    @property
    def name(self) -> str:
        """For logs: `ws-json` or `ws-msgpack`."""
        return f"ws-{self.encoding}"

    @property
    def is_open(self) -> bool:
        """Whether the handshake is done, so that the encoding is known."""
        return self._protocol.state is OPEN

    @property
    def is_partial(self) -> bool:
        """Whether a frame or the handshake has begun and not ended.

        A frame of which exactly the header has come does not show; its next byte does.
        """
        return bool(self._head or self._fragments or self._protocol.reader.buffer)

    def set_max_frame(self, max_bytes: int) -> None:
        """The largest message accepted from now on."""
        self._protocol.max_message_size = max_bytes

    def receive_data(self, data: bytes) -> list[bytes]:
        """Takes bytes as they come; returns the payloads of the messages completed by them."""
        if self.is_finished or self.fault is not None:
            return []
        if self._protocol.state is not OPEN:
            data = self._shake_hands(data)
            if not self.is_open:
                return []
        if not self._unread and not self._fragments:
            payload = whole_message(data, self._opcode, self._protocol.max_message_size)
            if payload is not None:
                return [payload]
        payloads: list[bytes] = []
        for start in range(0, len(data), STEP_BYTES):
            step = data[start : start + STEP_BYTES]
            self._unread += len(step)
            self._protocol.receive_data(step)
            self._read_events(payloads)
            if self.fault is not None:
                break
        return payloads

    def keep_alive(self) -> bytes:
        """A ping."""
        return PING

    def close_frame(self, code: int, reason: str) -> bytes:
        """The close frame; a long reason is cut."""
        short = reason.encode()[:MAX_REASON_BYTES].decode(errors="ignore")
        return Frame(Opcode.CLOSE, Close(code, short).serialize()).serialize(mask=False)

    def take_output(self) -> bytes:
        """Bytes the wire wants sent: the handshake's answer, pongs, the echo of a close."""
        if not self._protocol.writes and not self._output:
            return b""
        writes = self._protocol.data_to_send()
        if SEND_EOF in writes:
            self.is_finished = True
        output, self._output = self._output, []
        return b"".join(output + writes)

    def _shake_hands(self, data: bytes) -> bytes:
        """Collects the request head; returns what came behind it."""
        before = max(0, len(self._head) - len(END_OF_HEAD) + 1)
        self._head += data
        end = self._head.find(END_OF_HEAD, before)
        size = len(self._head) if end < 0 else end + len(END_OF_HEAD)
        if size > self._limits.max_handshake_bytes:
            self._end_with(
                plain_text(http.HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, "Head too large.\n")
            )
            return b""
        if end < 0:
            return b""
        head, rest = bytes(self._head[:size]), bytes(self._head[size:])
        self._head.clear()
        self._answer(head)
        return rest

    def _answer(self, head: bytes) -> None:
        protocol = self._protocol
        protocol.receive_data(head)
        events = protocol.events_received()
        if not events:
            if protocol.failure is None and any(protocol.writes):
                return  # the library has answered, for instance an endless header line
            self._end_with(plain_text(http.HTTPStatus.BAD_REQUEST, "That was not HTTP/1.1.\n"))
            return
        request = events[0]
        assert isinstance(request, Request)
        self.caller = caller_of(request.headers, self._policy)
        refusal = refuse_upgrade(request, self._policy)
        if refusal is not None:
            refusal.headers["Connection"] = "close"
        protocol.send_response(refusal or protocol.accept(request))
        if self.is_open and protocol.subprotocol is not None:
            self.encoding = Encoding(SUBPROTOCOLS[protocol.subprotocol])
        if self.encoding is Encoding.MSGPACK:
            self.frame = binary_frame
            self._wanted = Opcode.BINARY
            self._opcode = int(Opcode.BINARY)

    def _end_with(self, response: Response) -> None:
        response.headers["Connection"] = "close"
        self._output.append(response.serialize())
        self._head.clear()
        self.is_finished = True

    def tick(self) -> None:
        """As ByteWire: pings and pongs are counted anew."""
        self._controls = 0

    def _read_events(self, payloads: list[bytes]) -> None:
        for event in self._protocol.events_received():
            assert isinstance(event, Frame)
            self._unread -= _size_of(event)
            match event.opcode:
                case Opcode.TEXT | Opcode.BINARY:
                    if event.opcode is not self._wanted:
                        self._fail(
                            f"a {self.name} connection takes {self._wanted.name} frames only"
                        )
                        break
                    self._add_piece(event, payloads)
                case Opcode.CONT:
                    self._add_piece(event, payloads)
                case _:  # pings were answered by the library, a close shows in its output
                    self.keep_alives += event.opcode is Opcode.PONG
                    self._count_control()
            if self.fault is not None:
                break
        if self.fault is None and self._protocol.failure is not None:
            self._note_failure(*self._protocol.failure)

    def _count_control(self) -> None:
        self._controls += 1
        if self._controls > self._limits.max_controls:
            self._fail("too many pings or pongs")

    def _add_piece(self, frame: Frame, payloads: list[bytes]) -> None:
        if frame.fin and not self._fragments:
            payloads.append(bytes(frame.data))
            return
        self._fragments.append(bytes(frame.data))
        if frame.fin:
            payloads.append(b"".join(self._fragments))
            self._fragments = []
        elif len(self._fragments) >= self._limits.max_fragments:
            self._fail(f"a message may be cut into at most {self._limits.max_fragments} pieces")

    def _note_failure(self, code: int, reason: str) -> None:
        if code == WebSocketCode.MESSAGE_TOO_BIG:
            limit = self._protocol.max_message_size
            self.fault = ProtocolError(
                ErrorCode.FRAME_TOO_BIG,
                f"a frame may have {limit} bytes at most",
                data={"limit": limit},
                fatal=True,
                close=CloseCode.FRAME_TOO_BIG,
            )
        elif code == WebSocketCode.ABNORMAL_CLOSURE:
            self.is_finished = True
        else:
            self._fail(reason)

    def _fail(self, reason: str) -> None:
        self.fault = ProtocolError(
            ErrorCode.BAD_FRAME, reason, fatal=True, close=CloseCode.PROTOCOL_VIOLATION
        )


def _size_of(frame: Frame) -> int:
    """The bytes of a masked frame, header included; one with a longer header than it needs had more."""
    size = len(frame.data)
    header = SHORT_HEADER_BYTES if size < 126 else SHORT_HEADER_BYTES + (2 if size < 1 << 16 else 8)
    return header + size
