"""The WebSocket wire, driven as bytes: handshake, subprotocols, frames, and every way to fail."""

from collections.abc import Callable

import pytest
from websockets.client import ClientProtocol
from websockets.frames import Close, Frame, Opcode
from websockets.uri import parse_uri

from infoset_protocol.codec import Encoding
from infoset_protocol.errors import CloseCode, ErrorCode
from infoset_server.config import FrameLimits
from infoset_server.network.http import HttpPolicy
from infoset_server.network.websocket import WebSocketWire

HEAD = (
    b"GET /v1 HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
)
LIMITS = FrameLimits(max_in_before_welcome_bytes=1000, max_fragments=4)


def make_wire(limits: FrameLimits = LIMITS) -> WebSocketWire:
    return WebSocketWire(limits, HttpPolicy("tavern"))


def open_wire(*subprotocols: str) -> WebSocketWire:
    wire = make_wire()
    wire.receive_data(head(*subprotocols))
    assert wire.is_open
    wire.take_output()
    return wire


def head(*subprotocols: str, path: bytes = b"/v1") -> bytes:
    offers = "".join(f"Sec-WebSocket-Protocol: {name}\r\n" for name in subprotocols).encode()
    return HEAD.replace(b"/v1", path) + offers + b"\r\n"


def masked(opcode: Opcode, data: bytes, fin: bool = True) -> bytes:
    return Frame(opcode, data, fin).serialize(mask=True)


def text(data: bytes, fin: bool = True) -> bytes:
    return masked(Opcode.TEXT, data, fin)


def test_the_librarys_own_client_agrees_with_the_wire_in_both_directions() -> None:
    client = ClientProtocol(parse_uri("ws://localhost/v1"), subprotocols=["infoset.1.json"])  # type: ignore[list-item]  # NewType of str
    client.send_request(client.connect())
    wire = make_wire()
    for data in client.data_to_send():
        assert wire.receive_data(data) == []
    client.receive_data(wire.take_output())
    client.events_received()
    for size in (0, 125, 126, 65_535, 65_536):
        client.receive_data(wire.frame(b"x" * size))
        (frame,) = client.events_received()
        assert isinstance(frame, Frame)
        assert (frame.opcode, frame.data) == (Opcode.TEXT, b"x" * size)
    client.receive_data(wire.keep_alive())
    client.send_text(b"{}")
    assert wire.receive_data(b"".join(client.data_to_send())) == [b"{}"]
    client.receive_data(wire.close_frame(4408, "ä" * 200))
    assert client.close_rcvd == Close(4408, "ä" * 61)


@pytest.mark.parametrize(
    ("offered", "encoding"),
    [
        ((), Encoding.JSON),
        (("infoset.1.json",), Encoding.JSON),
        (("infoset.1.msgpack",), Encoding.MSGPACK),
        (("infoset.1.msgpack", "infoset.1.json"), Encoding.MSGPACK),
        (("infoset.1.json, infoset.1.msgpack",), Encoding.JSON),
        (("infoset.9.json", "infoset.1.msgpack"), Encoding.MSGPACK),
    ],
)
def test_the_first_subprotocol_the_client_offers_and_we_speak_is_chosen(
    offered: tuple[str, ...], encoding: Encoding
) -> None:
    wire = make_wire()
    wire.receive_data(head(*offered))
    assert wire.is_open
    assert wire.encoding is encoding
    assert (b"Sec-WebSocket-Protocol: infoset.1." in wire.take_output()) is bool(offered)


def test_a_client_that_offers_only_strange_subprotocols_is_told_ours() -> None:
    wire = make_wire()
    wire.receive_data(head("chat"))
    output = wire.take_output()
    assert output.startswith(b"HTTP/1.1 400 ")
    assert b"infoset.1.json" in output
    assert wire.is_finished
    assert not wire.is_open


@pytest.mark.parametrize("cut", range(1, len(head()) + 4))
def test_a_handshake_may_be_cut_anywhere_and_a_frame_may_follow_at_once(cut: int) -> None:
    data = head() + text(b"{}")
    wire = make_wire()
    payloads = wire.receive_data(data[:cut])
    assert wire.is_partial == (cut not in (len(head()), len(head()) + 2))  # see `is_partial`
    payloads += wire.receive_data(data[cut:])
    assert payloads == [b"{}"]
    assert not wire.is_partial


def test_what_looks_like_a_frame_inside_another_is_part_of_it() -> None:
    inner = text(b"{}")
    unmasked = (
        bytes((0x81, 0x80 | len(inner))) + bytes(4) + inner
    )  # a mask of zeros changes nothing
    for cut in range(1, len(unmasked)):
        wire = open_wire()
        payloads = wire.receive_data(unmasked[:cut]) + wire.receive_data(unmasked[cut:])
        assert payloads == [inner]
        assert wire.receive_data(inner) == [b"{}"]


@pytest.mark.parametrize("size", [0, 125, 126, 999])
def test_a_message_is_the_same_however_it_is_cut(size: int) -> None:
    payload = bytes(number % 251 for number in range(size))
    frame = masked(Opcode.BINARY, payload)
    for cut in range(1, len(frame) + 1, 7):
        wire = open_wire("infoset.1.msgpack")
        assert wire.receive_data(frame[:cut]) + wire.receive_data(frame[cut:]) == [payload]
        assert wire.receive_data(frame) == [payload]
        assert wire.receive_data(frame + frame) == [payload, payload]


def test_a_length_written_longer_than_it_needs_to_be_is_read() -> None:
    long = bytes((0x81, 0xFE, 0, 2)) + bytes(4) + b"{}"
    wire = open_wire()
    assert wire.receive_data(long) == [b"{}"]
    assert wire.receive_data(long[:3]) + wire.receive_data(long[3:]) == [b"{}"]
    assert wire.receive_data(text(b"[]")) == [b"[]"]


def test_a_close_right_behind_the_handshake_is_a_close() -> None:
    wire = make_wire()
    wire.receive_data(head() + masked(Opcode.CLOSE, Close(1000, "").serialize()))
    assert wire.take_output().startswith(b"HTTP/1.1 101 ")
    assert wire.is_finished
    assert wire.fault is None


@pytest.mark.parametrize(
    ("request_bytes", "status"),
    [
        (b"G\r\n\r\n", b"400"),
        (b"GET / HTTP/3.7\r\n\r\n", b"400"),
        (HEAD + b"Content-Length: 5\r\n\r\n", b"400"),
        (HEAD.replace(b"localhost", b"evil.test") + b"\r\n", b"421"),
        (head(path=b"/" + b"a" * 9000), b"414"),
        (HEAD + b"A: b\r\n" * 200 + b"\r\n", b"431"),
        (HEAD + b"A: " + b"b" * 20_000, b"431"),
        (HEAD.replace(b"AAAA", b"") + b"\r\n", b"400"),
        (HEAD.replace(b"13", b"12") + b"\r\n", b"400"),
        (HEAD.replace(b"websocket", b"tea") + b"\r\n", b"426"),
        (head(path=b"/v2"), b"404"),
    ],
)
def test_a_handshake_that_fails_gets_one_http_answer_and_an_end(
    request_bytes: bytes, status: bytes
) -> None:
    wire = make_wire()
    assert wire.receive_data(request_bytes) == []
    output = wire.take_output()
    assert output.split(b" ")[1] == status
    assert output.count(b"HTTP/1.1 ") == 1
    assert b"connection: close" in output.lower()
    assert wire.is_finished
    assert wire.receive_data(head()) == []
    assert wire.take_output() == b""


def test_a_message_in_pieces_is_one_payload() -> None:
    wire = open_wire()
    assert wire.receive_data(text(b'{"a":', fin=False)) == []
    assert wire.is_partial
    assert wire.receive_data(masked(Opcode.PING, b"p")) == []
    assert wire.take_output() == Frame(Opcode.PONG, b"p").serialize(mask=False)
    assert wire.receive_data(masked(Opcode.CONT, b"1}") + text(b"{}")) == [b'{"a":1}', b"{}"]
    assert not wire.is_partial


def faults() -> list[tuple[str, Callable[[], WebSocketWire], bytes, ErrorCode]]:
    bad = ErrorCode.BAD_FRAME
    pieces = text(b"", fin=False) + masked(Opcode.CONT, b"", fin=False) * 3
    return [
        ("binary on json", open_wire, masked(Opcode.BINARY, b"x"), bad),
        ("text on msgpack", lambda: open_wire("infoset.1.msgpack"), text(b"{}"), bad),
        ("unmasked", open_wire, Frame(Opcode.TEXT, b"x").serialize(mask=False), bad),
        ("reserved bit", open_wire, b"\xc1\x80AAAA", bad),
        ("reserved opcode", open_wire, b"\x83\x80AAAA", bad),
        ("continuation of nothing", open_wire, masked(Opcode.CONT, b"x"), bad),
        ("too many pieces", open_wire, pieces, bad),
        ("long ping", open_wire, b"\x89\xfe\x00\x80AAAA" + b"x" * 128, bad),
        ("announced too big", open_wire, b"\x81\xfe\x03\xe9", ErrorCode.FRAME_TOO_BIG),
        ("announced 2^63", open_wire, b"\x81\xff" + b"\xff" * 8, ErrorCode.FRAME_TOO_BIG),
        (
            "too big in pieces",
            open_wire,
            text(b"x" * 600, fin=False) + masked(Opcode.CONT, b"x" * 600),
            ErrorCode.FRAME_TOO_BIG,
        ),
    ]


@pytest.mark.parametrize(
    ("make", "data", "code"), [row[1:] for row in faults()], ids=[row[0] for row in faults()]
)
def test_a_fault_is_told_behind_the_payloads_before_it(
    make: Callable[[], WebSocketWire], data: bytes, code: ErrorCode
) -> None:
    wire = make()
    good = text(b"{}") if wire.encoding is Encoding.JSON else masked(Opcode.BINARY, b"{}")
    assert wire.receive_data(good + data) == [b"{}"]
    assert wire.fault is not None
    assert wire.fault.code is code
    assert wire.fault.fatal
    wanted = (
        CloseCode.FRAME_TOO_BIG if code is ErrorCode.FRAME_TOO_BIG else CloseCode.PROTOCOL_VIOLATION
    )
    assert wire.fault.close == wanted
    assert wire.take_output() == b""
    assert wire.receive_data(good) == []


def test_the_frame_limit_can_be_raised_between_frames() -> None:
    wire = open_wire()
    wire.set_max_frame(2000)
    assert wire.receive_data(text(b"x" * 2000)) == [b"x" * 2000]
    wire.receive_data(text(b"x" * 2001))
    assert wire.fault is not None
    assert wire.fault.data == {"limit": 2000}


def test_a_close_by_the_client_is_answered_and_ends_the_wire() -> None:
    wire = open_wire()
    wire.receive_data(masked(Opcode.CLOSE, Close(1000, "bye").serialize()))
    assert wire.take_output() == Frame(Opcode.CLOSE, Close(1000, "bye").serialize()).serialize(
        mask=False
    )
    assert wire.is_finished
