"""What comes too late, or never."""

from collections.abc import Iterator
from typing import Final

import pytest
from tests.faults.bad_messages.words import PING, exchange
from tests.faults.peers import TRANSPORTS, Peer, websocket_frame
from tests.faults.servers import Child, running_server


@pytest.fixture(scope="module")
def doorkeeper(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Child]:
    """A server that does not wait long for a hello: whoever says one there is perhaps too late."""
    own = {"times.hello_s": 0.4, "times.frame_s": 0.4, "times.sweep_s": 0.1}
    with running_server(tmp_path_factory.mktemp("doorkeeper"), own) as child:
        yield child
        assert child.problems() == []


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Child]:
    """A server that waits for nothing long, once it has been greeted."""
    own = {
        "times.frame_s": 0.4,
        "times.idle_s": 2.0,
        "times.sweep_s": 0.1,
        "times.keepalive_s": 0.2,
        "times.pong_s": 1.5,
    }
    with running_server(tmp_path_factory.mktemp("impatient"), own) as child:
        yield child
        assert child.problems() == []


HALVES: Final = {
    "tcp-json": b'{"type":"pi',
    "tcp-msgpack": b"\x00\x00\x00\x20\x81",
    "ws-json": websocket_frame(PING, 1)[:9],
    "ws-msgpack": websocket_frame(PING, 2)[:9],
}


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_half_a_frame_and_then_silence_ends_the_connection(
    impatient: Child, transport: str
) -> None:
    with Peer(impatient.port, transport) as peer:
        peer.hello("half")
        peer.send_bytes(HALVES[transport])
        assert peer.wait_closed() == 4400


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_half_a_hello_and_then_silence_ends_the_connection(
    doorkeeper: Child, transport: str
) -> None:
    with Peer(doorkeeper.port, transport) as peer:
        peer.send_bytes(HALVES[transport])
        assert peer.wait_closed() in (4400, 4408)


@pytest.mark.parametrize("transport", ["ws-json", "ws-msgpack"])
def test_a_websocket_that_says_no_hello_is_closed_with_4408(
    doorkeeper: Child, transport: str
) -> None:
    with Peer(doorkeeper.port, transport) as peer:
        assert peer.wait_closed() == 4408


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_keep_alives_are_no_hello(doorkeeper: Child, transport: str) -> None:
    keep_alive = {"tcp-json": b"\n", "tcp-msgpack": bytes(4)}
    with Peer(doorkeeper.port, transport) as peer:
        peer.send_bytes(keep_alive.get(transport, websocket_frame(b"", 9)))
        assert peer.wait_closed() == 4408


@pytest.mark.parametrize("first", [b"", b"GET /v1 HTTP/1.1\r\nHost: loc"], ids=["nothing", "half"])
def test_who_never_finishes_the_first_word_is_cut_off(doorkeeper: Child, first: bytes) -> None:
    assert exchange(doorkeeper.port, first) == b""


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_a_guest_who_does_nothing_is_dropped_with_4440(impatient: Child, transport: str) -> None:
    with Peer(impatient.port, transport) as peer:
        peer.hello("idle")
        assert peer.wait_closed() == 4440


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_who_promised_pongs_and_sends_none_is_dropped(impatient: Child, transport: str) -> None:
    with Peer(impatient.port, transport) as peer:
        peer.hello("pongs", features=["pong"])
        assert peer.ask("seek", game="colonizers", fill_ms=60_000)["type"] == "ok"  # never idle
        assert peer.wait_closed() == 4440
