"""Every wire under arbitrary bytes, arbitrarily cut: it never raises and never reads past a fault."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from infoset_protocol.codec import Encoding
from infoset_protocol.errors import ErrorCode
from infoset_server.config import FrameLimits
from infoset_server.network.http import HttpPolicy, NoPages
from infoset_server.network.wires import ByteWire, open_wire

POLICY = HttpPolicy("tavern")
LIMITS = FrameLimits(max_in_before_welcome_bytes=100, max_handshake_bytes=300)
UPGRADE = (
    b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
LOOK = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"


def open_by(first_byte: bytes) -> ByteWire:
    wire = open_wire(first_byte[0], LIMITS, POLICY, NoPages(), lambda: None)
    assert wire is not None
    return wire


@pytest.mark.parametrize(
    ("first_byte", "name"),
    [
        (b"{", "tcp-json"),
        (b"\n", "tcp-json"),
        (b"\0", "tcp-msgpack"),
        (b"G", "http"),
        (b"H", "http"),
        (b"P", "http"),
        (b"O", "http"),
    ],
)
def test_the_first_byte_chooses_the_wire(first_byte: bytes, name: str) -> None:
    assert open_by(first_byte).name == name


@pytest.mark.parametrize("first_byte", [0x16, 0xEF, ord("D"), ord("["), 0x01, 0xFF])
def test_no_wire_begins_with_another_byte(first_byte: int) -> None:
    assert open_wire(first_byte, LIMITS, POLICY, NoPages(), lambda: None) is None


@given(
    beginning=st.sampled_from([b"{", b"\0", b"G", b"P", b"POST /x HTTP/1.1\r\n", UPGRADE, LOOK]),
    chunks=st.lists(st.binary(max_size=200)),
)
def test_no_bytes_make_a_wire_raise(beginning: bytes, chunks: list[bytes]) -> None:
    wire = open_by(beginning)
    was_broken = False
    for chunk in [beginning, *chunks]:
        payloads = wire.receive_data(chunk)
        wire = wire.heir or wire
        assert not (was_broken and payloads)
        assert all(len(payload) <= 100 for payload in payloads)
        wire.take_output()
        was_broken = wire.fault is not None or wire.is_finished
        assert wire.fault is None or wire.fault.fatal


@pytest.mark.parametrize("encoding", list(Encoding))
def test_a_stream_wire_frames_what_it_can_read(encoding: Encoding) -> None:
    wire = open_by(b"{" if encoding is Encoding.JSON else b"\0")
    data = wire.frame(b"one") + wire.keep_alive() + wire.frame(b"two")
    assert wire.receive_data(data[:5]) + wire.receive_data(data[5:]) == [b"one", b"two"]
    assert not wire.is_partial
    assert wire.receive_data(data[:2]) == []
    assert wire.is_partial
    assert wire.close_frame(4400, "enough") == b""


@pytest.mark.parametrize("first_byte", [b"{", b"\0"])
def test_a_stream_wire_tells_a_frame_too_big_behind_the_frames_before_it(first_byte: bytes) -> None:
    wire = open_by(first_byte)
    assert wire.receive_data(wire.frame(b"good") + wire.frame(b"x" * 101)) == [b"good"]
    assert wire.fault is not None
    assert wire.fault.code is ErrorCode.FRAME_TOO_BIG
    assert wire.receive_data(wire.frame(b"good")) == []


@pytest.mark.parametrize("first_byte", [b"{", b"\0"])
def test_the_limit_of_a_stream_wire_can_be_raised(first_byte: bytes) -> None:
    wire = open_by(first_byte)
    wire.set_max_frame(200)
    assert wire.receive_data(wire.frame(b"x" * 200)) == [b"x" * 200]
