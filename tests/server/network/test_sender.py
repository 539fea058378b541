"""Writing to a socket at once: what the kernel does not take, and what fails, is the transport's business."""

import asyncio
import contextlib
import os
import socket
from collections.abc import Iterator

import pytest

from infoset_server.network.loop_turn import Sender


class Plain(asyncio.Transport):
    """A transport around one end of a socket pair that only notes what it is given."""

    def __init__(self, sock: socket.socket | None, *, is_tls: bool = False) -> None:
        super().__init__({"socket": sock, "sslcontext": object() if is_tls else None})
        self.given: list[bytes] = []
        self.waiting = 0
        self.closes = False

    def is_closing(self) -> bool:
        return self.closes

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.given.append(bytes(data))
        self.waiting += len(data)

    def get_write_buffer_size(self) -> int:
        return self.waiting


def drain(sock: socket.socket) -> None:
    """Reads all that is there."""
    with contextlib.suppress(BlockingIOError):
        while sock.recv(1 << 20, socket.MSG_DONTWAIT):
            pass


@contextlib.contextmanager
def pair() -> Iterator[tuple[socket.socket, socket.socket]]:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        ours.setblocking(False)
        yield ours, theirs


def test_what_the_kernel_takes_never_reaches_the_transport() -> None:
    with pair() as (ours, theirs):
        transport = Plain(ours)
        Sender(transport).write(b"hello")
        assert (theirs.recv(100), transport.given) == (b"hello", [])


def test_what_the_kernel_does_not_take_goes_to_the_transport_and_all_after_it_as_well() -> None:
    with pair() as (ours, theirs):
        transport = Plain(ours)
        sender = Sender(transport)
        large = os.urandom(1 << 22)
        sender.write(large)
        (rest,) = transport.given
        assert large.endswith(rest)
        sender.write(b"next")
        assert transport.given == [rest, b"next"]
        assert theirs.recv(1 << 16) == large[: 1 << 16]


def test_once_the_transport_has_sent_all_the_kernel_is_asked_again() -> None:
    with pair() as (ours, theirs):
        transport = Plain(ours)
        sender = Sender(transport)
        sender.write(b"x" * (1 << 22))
        drain(theirs)
        transport.given.clear()
        transport.waiting = 0
        sender.write(b"again")
        assert (theirs.recv(100), transport.given) == (b"again", [])


def test_a_failure_is_left_for_the_transport_to_hear_of() -> None:
    with pair() as (ours, theirs):
        theirs.close()
        transport = Plain(ours)
        Sender(transport).write(b"nobody reads this")
        assert transport.given == [b"nobody reads this"]


def test_nothing_is_given_to_a_transport_that_closes() -> None:
    with pair() as (ours, theirs):
        theirs.close()
        transport = Plain(ours)
        transport.closes = True
        Sender(transport).write(b"nobody reads this")
        assert transport.given == []


@pytest.mark.parametrize("is_tls", [True, False])
def test_bytes_to_be_encrypted_or_without_a_socket_go_through_the_transport(is_tls: bool) -> None:
    with pair() as (ours, _):
        transport = Plain(ours if is_tls else None, is_tls=is_tls)
        Sender(transport).write(b"hello")
        assert transport.given == [b"hello"]
