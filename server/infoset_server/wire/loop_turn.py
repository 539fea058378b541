"""One turn of the event loop: bytes in through one buffer, and out in one write of each link. Knows no frames."""

import asyncio
from typing import Final, final

from infoset_server.wire.sender import Sender

READ_BYTES: Final = 64 * 1024  # taken from a socket at a time


@final
class Turn:
    """Joins the writes of one turn of the event loop: each link writes once, at the turn's end.

    A turn is what follows from one read: a decision and all that it has to tell to everybody. What
    is written outside of any read (a timer) goes out in the loop's next round.

    All links read into the one `buffer`, which is free again when the turn ends. A buffer made for
    each read, as asyncio does it by default, may cost more than all else that a turn does.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.buffer = memoryview(bytearray(READ_BYTES))
        self._loop = loop
        self._written: list[Outflow] = []
        self._is_reading = False
        self._is_due = False

    def begin(self) -> None:
        """A link begins to handle what it has read."""
        self._is_reading = True

    def end(self) -> None:
        """It is done: everybody's bytes go out."""
        self._is_reading = False
        self._flush()

    def add(self, outflow: "Outflow") -> None:
        """`outflow` has bytes to write."""
        self._written.append(outflow)
        if not self._is_reading and not self._is_due:
            self._is_due = True
            self._loop.call_soon(self._flush)

    def _flush(self) -> None:
        self._is_due = False
        written, self._written = self._written, []
        for outflow in written:
            outflow.flush()


@final
class Outflow:
    """What one link writes: held back until its turn ends, or until it is `max_bytes`."""

    def __init__(self, turn: Turn, max_bytes: int) -> None:
        self.has_written = False  # to be reset by whoever looks
        self._turn = turn
        self._max_bytes = max_bytes
        self._sender: Sender | None = None
        self._out: list[bytes] = []
        self._out_bytes = 0
        self._is_shut = False

    def open(self, transport: asyncio.Transport) -> None:
        """The socket is connected: what is written can leave."""
        self._sender = Sender(transport)

    def shut(self) -> None:
        """Nothing leaves any more."""
        self._is_shut = True

    def write(self, data: bytes) -> None:
        """Sends the bytes soon, behind all that were given before."""
        if not self._out:
            self._turn.add(self)
        self._out.append(data)
        self._out_bytes += len(data)
        if self._out_bytes >= self._max_bytes:
            self.flush()

    def flush(self) -> None:
        """Hands everything written so far to the socket, in one piece."""
        out = self._out
        if not out or self._sender is None:
            return
        self._out = []
        self._out_bytes = 0
        if self._is_shut:
            return
        self.has_written = True
        self._sender.write(out[0] if len(out) == 1 else b"".join(out))
