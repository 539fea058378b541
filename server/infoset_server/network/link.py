"""What a link is to the layer above it, and that layer to a link; how long one waits; and a link without a socket.

`SocketLink` is behind each connection of the game port; `MemoryLink` serves tests and clients inside this process.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final, Protocol, final

from mypy_extensions import mypyc_attr

from infoset_protocol.codec import Encoding
from infoset_protocol.errors import CloseCode, ProtocolError
from infoset_server.config import TimeLimits
from infoset_server.network.caller import Caller, is_loopback
from infoset_server.network.lag import NO_LAG, Lag


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


NO_FRAME: Final = -1


@final
class LinkTimeouts:
    """What one peer is waited for, and since when.

    It is asked now and then only, so its times are as coarse as that, and what happens in between costs
    no look at the clock.
    """

    def __init__(self, times: TimeLimits, now_s: float) -> None:
        self.paused_s: float | None = None  # since when the peer takes nothing
        self._times = times
        self._stage_s = now_s
        self._stage = (0, True)  # of a conversation in HTTP: answers, and whether one is on its way
        self._last_in_s = self._last_out_s = now_s
        self._frame = NO_FRAME
        self._frame_s = 0.0
        self._pinged_s: float | None = None  # since when a sign of life is due

    def stage_s(self, now_s: float, answered: int, *, is_busy: bool) -> float:
        """How long a conversation in HTTP has stood where it stands."""
        stage = (answered, is_busy)
        if self._stage != stage:
            self._stage = stage
            self._stage_s = now_s
        return now_s - self._stage_s

    def note(self, now_s: float, *, has_read: bool, has_written: bool) -> None:
        """Something has come, or has been sent, since the last time."""
        if has_read:
            self._last_in_s = now_s
            self._pinged_s = None
        if has_written:
            self._last_out_s = now_s

    def verdict(self, now_s: float, frame: int) -> tuple[CloseCode, str] | None:
        """The limit that the peer has let pass, if any: how to close, and why.

        `frame` is the number of the one that has begun to arrive and has not ended; NO_FRAME if none has.
        """
        times = self._times
        if self._is_frame_late(now_s, frame):
            return CloseCode.PROTOCOL_VIOLATION, "a frame was not completed in time"
        if self.paused_s is not None and now_s - self.paused_s >= times.unacknowledged_s:
            return CloseCode.SLOW_CONSUMER, "nothing was read for too long"
        if self._pinged_s is not None and now_s - self._pinged_s >= times.pong_s:
            return CloseCode.IDLE, "no answer to a keep-alive"
        return None

    def _is_frame_late(self, now_s: float, frame: int) -> bool:
        """Whether the frame now arriving was already arriving `frame_s` ago."""
        if frame != self._frame:
            self._frame = frame
            self._frame_s = now_s
        return frame != NO_FRAME and now_s - self._frame_s >= self._times.frame_s

    def is_keep_alive_due(self, now_s: float, *, expects_pong: bool) -> bool:
        """Whether it has been silent for so long that one has to go out; a promised answer is then due, too."""
        is_asking = expects_pong and self._pinged_s is None
        silence_s = now_s - self._last_out_s
        if is_asking:
            silence_s = max(silence_s, now_s - self._last_in_s)
        if silence_s < self._times.keepalive_s or self.paused_s is not None:
            return False
        if is_asking:
            self._pinged_s = now_s
        return True
