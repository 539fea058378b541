"""One turn of the event loop: bytes in through one buffer, and out in one write of each socket."""

import asyncio
import os
from typing import Final, final

NO_FILE: Final = -1
READ_BYTES: Final = 64 * 1024  # taken from a socket at a time


@final
class Sender:
    """What a link writes with, as long as its transport is open.

    Most writes are taken whole by the kernel. Those go to it directly, which takes half the time of the
    transport's way there. What the kernel does not take, and every failure, is the transport's business.
    Through TLS, and where sockets are no files (Windows), all is.
    """

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport
        self._file = _file_of(transport)
        self._has_queue = False  # the transport may hold bytes that must go out first

    def write(self, data: bytes) -> None:
        """Sends the bytes behind all that were given before. Not after `connection_lost`."""
        if self._has_queue:
            self._has_queue = self._transport.get_write_buffer_size() > 0
        if not self._has_queue and self._file != NO_FILE:
            sent = _write_now(self._file, data)
            if sent == len(data):
                return
            data = data[sent:]
        self._has_queue = True
        if not self._transport.is_closing():
            self._transport.write(data)


def _file_of(transport: asyncio.Transport) -> int:
    """The descriptor of the socket, if plain bytes may be written to it; it is good until `connection_lost`."""
    sock = transport.get_extra_info("socket")
    if sock is None or os.name != "posix" or transport.get_extra_info("sslcontext") is not None:
        return NO_FILE
    file: int = sock.fileno()
    return file


def _write_now(file: int, data: bytes) -> int:
    """Returns how many bytes were taken; 0 where the attempt failed: the transport will hear why."""
    try:
        return os.write(file, data)
    except OSError:
        return 0


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


def end_stream(transport: asyncio.Transport) -> None:
    """Tells the peer that nothing more comes, behind all that was written."""
    if not transport.can_write_eof():
        transport.close()  # TLS has no half-closed connections; it sends the rest, and its own end
        return
    try:
        transport.write_eof()
    except OSError:  # the peer has reset the connection, and nobody has told us yet
        transport.abort()
