"""What sockets hold, as the kernel tells it of this very process."""

import contextlib
import socket
import threading
from collections.abc import Iterator

import pytest

from infoset_server.programs.sandbox.cgroups import NETLINK, Gauge

SENT = 65_536


@pytest.fixture
def gauge() -> Iterator[Gauge]:
    made = Gauge(socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, NETLINK))
    if made.held() is None:
        pytest.skip("NOT TESTED: this kernel does not tell what sockets hold")
    yield made
    made.close()


def cork(link: socket.socket) -> int:
    """Sends until nothing more goes in; returns how much did."""
    link.setblocking(False)
    sent = 0
    with contextlib.suppress(BlockingIOError):
        while True:
            sent += link.send(b"x" * 4_096)
    return sent


def held(gauge: Gauge) -> int:
    found = gauge.held()
    assert found is not None
    return found


def test_pairs_and_connections_are_counted(gauge: Gauge) -> None:
    for ours, theirs in (socket.socketpair(), connection(), connection("::1")):
        before = held(gauge)
        with ours, theirs:
            sent = cork(ours)
            assert sent > SENT
            assert held(gauge) > before + sent // 2


def connection(host: str = "127.0.0.1") -> tuple[socket.socket, socket.socket]:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listener = socket.create_server((host, 0), family=family)
    except OSError:
        return socket.socketpair()  # no such address here
    with listener:
        ours = socket.create_connection(listener.getsockname()[:2])
        return ours, listener.accept()[0]


def test_what_a_closed_sender_has_left_counts_as_a_buffer_full(gauge: Gauge) -> None:
    before = held(gauge)
    ours, theirs = socket.socketpair()
    with theirs:
        ours.send(b"x")
        ours.close()
        assert held(gauge) > before + SENT
        theirs.recv(1)
        assert held(gauge) < before + SENT


def test_several_may_ask_at_a_time(gauge: Gauge) -> None:
    found: list[int] = []
    asking = [
        threading.Thread(target=lambda: found.extend(held(gauge) for _ in range(20)))
        for _ in range(4)
    ]
    for one in asking:
        one.start()
    for one in asking:
        one.join()
    assert len(found) == 80


def test_a_gauge_that_is_closed_tells_what_it_told_last(gauge: Gauge) -> None:
    last = held(gauge)
    gauge.close()
    assert gauge.held() == last
    closed = Gauge(socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, NETLINK))
    closed.close()
    assert closed.held() is None
