"""Byte streams cut into frames, wherever the chunks begin and end."""

from collections.abc import Iterator

import pytest

from infoset_protocol.codec import Encoding
from infoset_protocol.errors import CloseCode, ErrorCode, ProtocolError
from infoset_protocol.framing import (
    FRAME_CAP,
    Framer,
    LengthFramer,
    LineFramer,
    Wire,
    detect,
    make_framer,
)

LINES = b'{"a":1}\n\r\n{"b":"22"}\r\n\n{"c":333}\n'
LENGTHS = (
    b"\x00\x00\x00\x03abc" + bytes(4) + b"\x00\x00\x00\x01d" + bytes(4) + b"\x00\x00\x00\x02ef"
)
LINE_FRAMES = [b'{"a":1}', b'{"b":"22"}', b'{"c":333}']
LENGTH_FRAMES = [b"abc", b"d", b"ef"]
STREAMS = [(LineFramer, LINES, LINE_FRAMES), (LengthFramer, LENGTHS, LENGTH_FRAMES)]
BOTH = pytest.mark.parametrize(("kind", "stream", "frames"), STREAMS, ids=["lines", "lengths"])

# A good frame, one over a limit of 10 bytes, and more that must never be looked at.
BAD_LINES = b"{}\n" + b"x" * 11 + b"\n{}\n"
BAD_LENGTHS = b"\x00\x00\x00\x02{}" + b"\x00\x00\x00\x0b" + b"x" * 11 + b"\x00\x00\x00\x02{}"
FAULTS = pytest.mark.parametrize(
    ("kind", "stream"),
    [(LineFramer, BAD_LINES), (LengthFramer, BAD_LENGTHS)],
    ids=["lines", "lengths"],
)


def _feed(framer: Framer, chunks: Iterator[bytes]) -> tuple[list[bytes], bool]:
    """All frames of the chunks, and whether the framer failed."""
    frames: list[bytes] = []
    for chunk in chunks:
        try:
            frames += framer.receive_data(chunk)
        except ProtocolError:
            break
    return frames, framer.fault is not None


@BOTH
def test_a_stream_gives_the_same_frames_wherever_it_is_cut_in_two(
    kind: type[Framer], stream: bytes, frames: list[bytes]
) -> None:
    for cut in range(len(stream) + 1):
        framer = kind(100)
        got = framer.receive_data(stream[:cut]) + framer.receive_data(stream[cut:])
        assert got == frames


@BOTH
def test_what_only_keeps_alive_is_counted(
    kind: type[Framer], stream: bytes, frames: list[bytes]
) -> None:
    for cut in range(len(stream) + 1):
        framer = kind(100)
        for piece in (stream[:cut], stream[cut:]):
            framer.receive_data(piece)
        assert framer.keep_alives == 2


@BOTH
@pytest.mark.parametrize("size", range(1, 12))
def test_a_stream_gives_the_same_frames_in_chunks_of_any_size(
    kind: type[Framer], stream: bytes, frames: list[bytes], size: int
) -> None:
    framer = kind(100)
    chunks = (stream[at : at + size] for at in range(0, len(stream), size))
    assert _feed(framer, chunks) == (frames, False)


@FAULTS
def test_a_frame_over_the_limit_is_found_wherever_the_stream_is_cut(
    kind: type[Framer], stream: bytes
) -> None:
    for cut in range(len(stream) + 1):
        assert _feed(kind(10), iter([stream[:cut], stream[cut:]])) == ([b"{}"], True)


@FAULTS
def test_a_framer_that_failed_stays_dead(kind: type[Framer], stream: bytes) -> None:
    framer = kind(10)
    assert framer.receive_data(stream) == [b"{}"]
    assert framer.fault is not None
    for data in (b"", b"{}\n", b"\x00\x00\x00\x02{}"):
        with pytest.raises(ProtocolError) as caught:
            framer.receive_data(data)
        assert caught.value is framer.fault
    assert framer.fault.code is ErrorCode.FRAME_TOO_BIG
    assert framer.fault.close is CloseCode.FRAME_TOO_BIG
    assert framer.fault.fatal
    assert framer.fault.data == {"limit": 10}


@BOTH
def test_a_frame_of_exactly_the_limit_passes(
    kind: type[Framer], stream: bytes, frames: list[bytes]
) -> None:
    framer = kind(max(map(len, frames)))
    assert [f for i in range(len(stream)) for f in framer.receive_data(stream[i : i + 1])] == frames


def test_a_line_is_refused_before_its_end_has_come() -> None:
    framer = LineFramer(10)
    assert framer.receive_data(b"x" * 10) == []
    with pytest.raises(ProtocolError):
        framer.receive_data(b"x")


def test_a_carriage_return_does_not_count_for_the_limit() -> None:
    framer = LineFramer(10)
    assert framer.receive_data(b"x" * 10 + b"\r") == []
    assert framer.receive_data(b"\n") == [b"x" * 10]


def test_a_carriage_return_inside_a_line_stays() -> None:
    assert LineFramer(10).receive_data(b"a\rb\r\n") == [b"a\rb"]


def test_a_length_over_the_limit_is_refused_before_anything_follows_it() -> None:
    framer = LengthFramer(10)
    with pytest.raises(ProtocolError):
        framer.receive_data(b"\x00\xff\xff\xff")


def test_a_length_whose_first_byte_is_not_zero_is_refused_under_any_limit() -> None:
    with pytest.raises(ProtocolError):
        LengthFramer(FRAME_CAP).receive_data(b"\x01\x00\x00\x00")


def test_a_raised_limit_holds_for_what_comes_next() -> None:
    framer = LengthFramer(2)
    assert framer.receive_data(LengthFramer.frame(b"ab")) == [b"ab"]
    framer.max_frame = 3
    assert framer.max_frame == 3
    assert framer.receive_data(LengthFramer.frame(b"abc")) == [b"abc"]


@pytest.mark.parametrize("limit", [0, -1, FRAME_CAP + 1])
def test_a_limit_that_the_first_byte_table_cannot_bear_is_refused(limit: int) -> None:
    with pytest.raises(ValueError, match="max_frame"):
        LineFramer(limit)


@BOTH
def test_what_a_framer_writes_it_reads(
    kind: type[Framer], stream: bytes, frames: list[bytes]
) -> None:
    written = b"".join(kind.frame(frame) + kind.KEEP_ALIVE for frame in frames)
    assert kind(100).receive_data(written) == frames


def test_a_payload_too_long_for_any_length_is_refused() -> None:
    with pytest.raises(ValueError, match="at most"):
        LengthFramer.frame(bytes(FRAME_CAP + 1))


@pytest.mark.parametrize("kind", [LineFramer, LengthFramer])
def test_a_large_frame_in_single_bytes_is_not_copied_over_and_over(kind: type[Framer]) -> None:
    payload = b"x" * 200_000  # quadratic copying would move 20 GB here
    framer = kind(len(payload))
    stream = kind.frame(payload)
    assert [f for i in range(len(stream)) for f in framer.receive_data(stream[i : i + 1])] == [
        payload
    ]


def test_the_table_of_first_bytes_is_complete() -> None:
    table = {byte: detect(byte) for byte in range(256)}
    assert {byte for byte, wire in table.items() if wire is Wire.JSON_LINES} == set(b"{ \t\r\n")
    assert {byte for byte, wire in table.items() if wire is Wire.MSGPACK} == {0}
    assert {byte for byte, wire in table.items() if wire is Wire.HTTP} == set(b"GHPO")
    assert table[0x16] is table[0xEF] is Wire.REFUSED  # TLS hello, byte order mark


def test_json_travels_in_lines_and_msgpack_behind_lengths() -> None:
    assert isinstance(make_framer(Encoding.JSON, 10), LineFramer)
    assert isinstance(make_framer(Encoding.MSGPACK, 10), LengthFramer)


@BOTH
def test_a_framer_knows_whether_a_frame_has_begun(
    kind: type[Framer], stream: bytes, frames: list[bytes]
) -> None:
    framer = kind(100)
    whole = kind.frame(frames[0])
    assert not framer.is_partial
    for byte in whole[:-1]:
        framer.receive_data(bytes([byte]))
        assert framer.is_partial
    framer.receive_data(whole[-1:] + kind.KEEP_ALIVE)
    assert not framer.is_partial
