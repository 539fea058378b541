"""What bytes look like on each transport: payloads in and out of TCP lines, TCP msgpack, WebSocket.

A wire is sans-I/O and never raises; socket_link.py moves its bytes. `open_wire` chooses by first byte.
"""

from collections.abc import Callable
from typing import Protocol

from infoset_protocol.codec import Encoding
from infoset_protocol.errors import ProtocolError
from infoset_protocol.framing import Wire, detect, make_framer
from infoset_server.config import FrameLimits
from infoset_server.network.caller import Caller
from infoset_server.network.http import HttpPolicy, Pages
from infoset_server.network.http_wire import HttpWire


class ByteWire(Protocol):
    """What socket_link.py needs of a wire."""

    caller: Caller  # who is at the other end; final once the wire is open
    encoding: Encoding
    fault: ProtocolError | None  # the peer broke the framing; nothing more is read
    is_finished: bool  # the peer (or HTTP) has ended the conversation
    is_echoing: bool  # peers answer keep-alives, by the rules of the transport
    answered: int  # requests of HTTP that have got their response

    @property
    def heir(self) -> "ByteWire | None":
        """The wire that goes on instead of this one, once there is one."""
        ...

    @property
    def name(self) -> str:
        """For logs."""
        ...

    @property
    def is_open(self) -> bool:
        """Whether messages may flow; before that, only a handshake does."""
        ...

    @property
    def is_partial(self) -> bool:
        """Whether something has begun that has not ended."""
        ...

    def set_max_frame(self, max_bytes: int) -> None:
        """The largest payload accepted from now on."""

    def receive_data(self, data: bytes) -> list[bytes]:
        """Takes bytes as they come; returns the payloads completed by them."""
        ...

    def frame(self, payload: bytes) -> bytes:
        """The bytes that carry one payload to the peer."""
        ...

    def keep_alive(self) -> bytes:
        """Bytes that mean nothing."""
        ...

    @property
    def keep_alives(self) -> int:
        """How many of the peer's, or answers to ours, have come."""
        ...

    def close_frame(self, code: int, reason: str) -> bytes:
        """The transport's own goodbye, if it has one."""
        ...

    def take_output(self) -> bytes:
        """Bytes the wire itself wants sent."""
        ...

    def tick(self) -> None:
        """A while has passed: what may be done only so often may be done again."""


class StreamWire:
    """Messages directly on TCP: in lines of JSON, or msgpack behind a length."""

    is_open = True
    is_finished = False
    is_echoing = False  # but a client may promise to
    answered = 0
    heir: None = None

    def __init__(self, encoding: Encoding, max_frame: int, caller: Caller) -> None:
        self.caller = caller
        self.encoding = encoding
        self.fault: ProtocolError | None = None
        self._framer = make_framer(encoding, max_frame)
        self.frame = self._framer.frame

    @property
    def name(self) -> str:
        """`tcp-json` or `tcp-msgpack`."""
        return f"tcp-{self.encoding}"

    @property
    def is_partial(self) -> bool:
        """Whether a frame has begun and not ended."""
        return self._framer.is_partial

    def set_max_frame(self, max_bytes: int) -> None:
        """The largest frame accepted from now on."""
        self._framer.max_frame = max_bytes

    def receive_data(self, data: bytes) -> list[bytes]:
        """As ByteWire; after a fault nothing more is read."""
        try:
            payloads = self._framer.receive_data(data)
        except ProtocolError:
            payloads = []
        self.fault = self._framer.fault
        return payloads

    def keep_alive(self) -> bytes:
        """An empty line, or a length of zero."""
        return self._framer.KEEP_ALIVE

    @property
    def keep_alives(self) -> int:
        """Empty lines, or lengths of zero, that have come."""
        return self._framer.keep_alives

    def close_frame(self, code: int, reason: str) -> bytes:
        """Nothing: on TCP the `bye` message says it."""
        return b""

    def take_output(self) -> bytes:
        """Nothing: the wire never speaks by itself."""
        return b""

    def tick(self) -> None:
        """Nothing is counted here: a keep-alive costs no more than other bytes."""


def open_wire(
    first_byte: int,
    limits: FrameLimits,
    policy: HttpPolicy,
    pages: Pages,
    wake: Callable[[], None],
) -> ByteWire | None:
    """The wire a connection speaks whose first byte is this; `None` for none of ours.

    `wake` is called when a wire has output though it was given nothing to read.
    """
    match detect(first_byte):
        case Wire.JSON_LINES:
            return StreamWire(Encoding.JSON, limits.max_in_before_welcome_bytes, policy.caller)
        case Wire.MSGPACK:
            return StreamWire(Encoding.MSGPACK, limits.max_in_before_welcome_bytes, policy.caller)
        case Wire.HTTP:
            return HttpWire(limits, policy, pages, wake)
        case _:
            return None
