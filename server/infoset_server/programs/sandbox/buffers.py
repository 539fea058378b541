"""What the sockets of a sandbox hold in their buffers, which no process is charged for (sock_diag(7)).

The kernel is asked through a socket that was made inside (`init.py`), as it answers for the network of that one;
sockets that no process has open, because they are on their way to another, are told as well.
"""

import errno
import os
import socket
import struct
import threading
from collections.abc import Iterator
from contextlib import suppress
from typing import Final

AF_UNIX, AF_INET, AF_INET6 = 1, 2, 10
NETLINK: Final = 4  # NETLINK_SOCK_DIAG
UDP: Final = 17
ALL_STATES: Final = 0xFFFFFFFF
REQUEST_DUMP: Final = 0x301  # NLM_F_REQUEST | NLM_F_DUMP
SOCK_DIAG_BY_FAMILY: Final = 20
TCPDIAG_GETSOCK: Final = 18  # the older request, which tells TCP of both families at once
DONE, FAILED = 3, 2  # NLMSG_DONE, NLMSG_ERROR
HEADER: Final = struct.Struct("<IHHII")
ATTRIBUTE: Final = struct.Struct("<HH")
UNIX_SHOWN: Final = 0x04 | 0x10 | 0x20  # UDIAG_SHOW_{PEER,RQLEN,MEMINFO}
UNIX_HEADER, INET_HEADER = 16, 72  # bytes of `struct unix_diag_msg`, `struct inet_diag_msg`
UNIX_PEER, UNIX_WAITING, UNIX_MEMORY = 2, 4, 5
INET_MEMORY: Final = 7
# Of `SK_MEMINFO_...`: received, to be sent, kept ready, in options, waiting to be received.
COUNTED: Final = (0, 4, 6, 7)
TO_SEND: Final = (2, 5)  # two ways to count the same
SEND_BUFFER: Final = 3
CHUNK: Final = 1 << 16
PATIENCE_S: Final = 2.0


class Gauge:
    """Reads what sockets hold. Closed with its sandbox."""

    def __init__(self, link: socket.socket) -> None:
        """`link` is a netlink socket of the protocol `NETLINK`, from inside."""
        self._link = link
        self._asking = threading.Lock()
        self._number = 0  # of the question: answers to one that was given up may still come
        self._last: int | None = None
        link.settimeout(PATIENCE_S)

    def held(self) -> int | None:
        """Bytes in the buffers of all sockets, as told last; None where the kernel has never told."""
        with self._asking, suppress(OSError, struct.error):
            self._last = sum(self._unix()) + sum(self._internet())
        return self._last

    def close(self) -> None:
        """Reads no more."""
        self._link.close()

    def _unix(self) -> Iterator[int]:
        body = struct.pack("<BBHIIIII", AF_UNIX, 0, 0, ALL_STATES, 0, UNIX_SHOWN, 0, 0)
        for attributes in self._ask(SOCK_DIAG_BY_FAMILY, body, UNIX_HEADER):
            memory = read_memory(attributes.get(UNIX_MEMORY))
            waiting = attributes.get(UNIX_WAITING, bytes(8))
            is_left = any(waiting[:4]) and not any(attributes.get(UNIX_PEER, b""))
            # What is to be read is charged to who has sent it; where that one is closed, it may be a buffer full.
            yield total(memory) + (memory[SEND_BUFFER] if is_left else 0)

    def _internet(self) -> Iterator[int]:
        extension = 1 << (INET_MEMORY - 1)
        tcp = struct.pack("<BBBB48xII", 0, 0, 0, extension, ALL_STATES, 0)
        questions = [(TCPDIAG_GETSOCK, tcp)]
        for family in (AF_INET, AF_INET6):
            udp = struct.pack("<BBBBI48x", family, UDP, extension, 0, ALL_STATES)
            questions.append((SOCK_DIAG_BY_FAMILY, udp))
        for kind, body in questions:
            for attributes in self._ask(kind, body, INET_HEADER):
                if (
                    INET_MEMORY in attributes
                ):  # a connection that only waits to be forgotten has no buffers
                    yield total(read_memory(attributes[INET_MEMORY]))

    def _ask(self, kind: int, body: bytes, header: int) -> Iterator[dict[int, bytes]]:
        """The attributes of each socket. Raises OSError."""
        self._number += 1
        head = HEADER.pack(HEADER.size + len(body), kind, REQUEST_DUMP, self._number, 0)
        self._link.send(head + body)
        while True:
            data = self._link.recv(CHUNK)
            while data:
                length, kind, _, number, _ = HEADER.unpack_from(data)
                message, data = data[HEADER.size : length], data[(length + 3) & ~3 :]
                if number != self._number:
                    continue
                if kind == DONE:
                    return
                if kind == FAILED:
                    error = -struct.unpack_from("<i", message)[0]
                    if error == errno.ENOENT:  # such sockets are unknown here: there are none
                        return
                    raise OSError(error, os.strerror(error))
                yield dict(read_attributes(message[header:]))


def read_attributes(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Kinds and values."""
    while len(data) >= ATTRIBUTE.size:
        length, kind = ATTRIBUTE.unpack_from(data)
        yield kind, data[ATTRIBUTE.size : length]
        data = data[max(ATTRIBUTE.size, (length + 3) & ~3) :]


def read_memory(value: bytes | None) -> tuple[int, ...]:
    """The fields of `SK_MEMINFO_...`. Raises OSError where they are not told."""
    if value is None:
        raise OSError(errno.ENODATA, os.strerror(errno.ENODATA))
    return struct.unpack_from("<8I", value)


def total(memory: tuple[int, ...]) -> int:
    """Bytes that one socket holds."""
    return sum(memory[place] for place in COUNTED) + max(memory[place] for place in TO_SEND)
