"""A link without a socket, for tests and for clients inside this process. Moves no bytes."""

import asyncio
from collections import deque
from collections.abc import Callable

from mypy_extensions import mypyc_attr

from infoset_protocol.codec import Encoding
from infoset_server.wire.caller import Caller, is_loopback
from infoset_server.wire.lag import NO_LAG, Lag
from infoset_server.wire.links import LinkOwner


@mypyc_attr(allow_interpreted_subclasses=True)
class MemoryLink:
    """A link whose client is called, not connected.

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
