"""Writes to one socket: at once where it takes the bytes, else through asyncio. Knows no frames."""

import asyncio
import os
from typing import Final, final

NO_FILE: Final = -1


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
