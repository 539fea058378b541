"""What a link is to the layer above it, and that layer to a link. Moves no bytes, knows no messages.

`SocketLink` is behind each connection of the game port; `MemoryLink` needs no socket.
"""

from typing import Protocol

from infoset_protocol.codec import Encoding
from infoset_protocol.errors import CloseCode, ProtocolError
from infoset_server.wire.caller import Caller
from infoset_server.wire.lag import Lag


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
