"""What is wrong below the messages: first bytes, HTTP, and WebSocket's own rules."""

from typing import Final

import pytest
from tests.faults.bad_messages.words import PING, check_end, exchange
from tests.faults.peers import Peer, upgrade_request, websocket_frame
from tests.faults.servers import Child

BAD_WEBSOCKET: Final = {
    "binary on a text connection": websocket_frame(PING, 2),
    "not masked": b"\x81" + bytes((len(PING),)) + PING,
    "reserved opcode": websocket_frame(PING, 3),
    "reserved bit": bytes((0xC1, 0x80)) + bytes(4),
    "ping too long": websocket_frame(b"x" * 126, 9),
    "too many pings": websocket_frame(b"", 9) * 101,
    "too many pongs": websocket_frame(b"", 10) * 101,
    "ping in pieces": websocket_frame(b"x", 9, fin=False),
    "continues nothing": websocket_frame(PING, 0),
    "begins twice": websocket_frame(PING, 1, fin=False) + websocket_frame(PING, 1),
    "too many pieces": websocket_frame(b"{", 1, fin=False)
    + websocket_frame(b" ", 0, fin=False) * 64,
    "close code that is none": websocket_frame((999).to_bytes(2), 8),
    "close of one byte": websocket_frame(b"x", 8),
}


@pytest.mark.parametrize("bad", BAD_WEBSOCKET.values(), ids=BAD_WEBSOCKET.keys())
def test_what_websocket_forbids_ends_the_connection(server: Child, bad: bytes) -> None:
    with Peer(server.port, "ws-json") as peer:
        peer.hello("websocket")
        peer.send_bytes(bad)
        check_end(peer, "bad_frame", 4400)


def test_text_on_a_msgpack_websocket_ends_the_connection(server: Child) -> None:
    with Peer(server.port, "ws-msgpack") as peer:
        peer.hello("websocket")
        peer.send_bytes(websocket_frame(PING, 1))
        check_end(peer, "bad_frame", 4400)


@pytest.mark.parametrize(
    "first",
    [
        b"\x16\x03\x01\x02\x00",
        b"\xef\xbb\xbf{",
        b"SSH-2.0-x\r\n",
        b"\xff",
    ],
    ids=repr,
)
def test_a_first_byte_of_no_wire_is_closed_without_a_word(server: Child, first: bytes) -> None:
    assert exchange(server.port, first) == b""


UPGRADE: Final = upgrade_request(0, "infoset.1.json").replace(b":0\r\n", b"\r\n")
HTTP: Final = {
    "garbage": (b"G\x00\xff\xfe\r\n\r\n", b"400"),
    "another protocol": (b"GOPHER\r\n\r\n", b"400"),
    "no host": (b"GET / HTTP/1.1\r\n\r\n", b"400"),
    "a stranger's host": (b"GET / HTTP/1.0\r\nHost: evil.example\r\n\r\n", b"421"),
    "no such page": (b"GET /etc/passwd HTTP/1.0\r\nHost: localhost\r\n\r\n", b"404"),
    "upgrade elsewhere": (UPGRADE.replace(b"/v1", b"/v9"), b"404"),
    "a stranger's page": (UPGRADE[:-2] + b"Origin: https://evil.example\r\n\r\n", b"403"),
    "unknown subprotocol": (UPGRADE.replace(b"infoset.1", b"infoset.9"), b"400"),
    "bad key": (UPGRADE.replace(b"AAAA==", b"!!!"), b"400"),
    "old version": (UPGRADE.replace(b"Version: 13", b"Version: 8"), b"400"),
    "endless header": (b"GET / HTTP/1.1\r\nX: " + b"x" * 40_000, b"431"),
    "header flood": (b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 5000, b"431"),
    "too many headers": (
        b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"X: y\r\n" * 900 + b"\r\n",
        b"431",
    ),
}


@pytest.mark.parametrize(("request_head", "status"), HTTP.values(), ids=HTTP.keys())
def test_http_that_is_none_gets_a_status_and_ends(
    server: Child, request_head: bytes, status: bytes
) -> None:
    said = exchange(server.port, request_head)
    assert said.startswith(b"HTTP/1.1 " + status), said[:200]
