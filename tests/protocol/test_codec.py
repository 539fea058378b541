"""Frames to plain values and back, and everything that is refused on the way."""

import struct
from typing import Any

import msgpack
import orjson
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from infoset_protocol.codec import MAX_DEPTH, MAX_ENTRIES, Encoding, Prepared, decode, encode
from infoset_protocol.errors import ErrorCode, ProtocolError

BOTH = pytest.mark.parametrize("encoding", Encoding)
SAFE = 2**53 - 1

plain_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-SAFE, SAFE)
    | st.floats(-1e9, 1e9, allow_nan=False)
    | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=6) | st.dictionaries(st.text(max_size=4), inner, max_size=6)
    ),
    max_leaves=12,
)
fields = st.dictionaries(st.text(min_size=1, max_size=8), plain_values, max_size=6)
# More than the short headers of msgpack have room for; to draw so many at random takes long.
WIDE = {f"field{n}": n for n in range(20)} | {"list": [*range(20)], "text": "x" * 40}


def _without_envelope(plain: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in plain.items() if name not in ("type", "re", "seq")}


def _nested(depth: int) -> dict[str, Any]:
    """An object with `depth` levels below it."""
    value: Any = 1
    for _ in range(depth):
        value = [value]
    return {"type": "x_deep", "value": value}


def _refusal(frame: bytes, encoding: Encoding) -> ProtocolError:
    with pytest.raises(ProtocolError) as caught:
        decode(frame, encoding)
    assert caught.value.code is ErrorCode.BAD_FRAME
    assert not caught.value.fatal
    return caught.value


@given(plain=fields, encoding=st.sampled_from(Encoding))
@example(plain=WIDE, encoding=Encoding.JSON)
@example(plain=WIDE, encoding=Encoding.MSGPACK)
def test_what_is_encoded_decodes_to_the_same(plain: dict[str, Any], encoding: Encoding) -> None:
    message = {"type": "x_any", **_without_envelope(plain)}
    assert decode(encode(message, encoding), encoding) == message


def test_json_is_compact_and_begins_with_the_type() -> None:
    plain = {"decision": 17, "type": "act", "picks": [1, 2], "note": "a b"}
    expected = b'{"type":"act","decision":17,"picks":[1,2],"note":"a b"}'
    assert encode(plain, Encoding.JSON) == expected


def test_msgpack_begins_with_the_type_and_is_short() -> None:
    plain = {"id": 40, "type": "act", "match_id": "g_5xT2", "decision": 17, "index": 1}
    expected = (
        "85a474797065a3616374a2696428a86d617463685f6964a6675f35785432a86465636973696f6e11"
        "a5696e64657801"
    )
    assert encode(plain, Encoding.MSGPACK).hex() == expected


@given(
    plain=fields,
    encoding=st.sampled_from(Encoding),
    seq=st.none() | st.integers(0, SAFE),
    re=st.none() | st.integers(0, SAFE),
    type_first=st.booleans(),
)
@example(plain=WIDE, encoding=Encoding.JSON, seq=1, re=None, type_first=True)
@example(plain=WIDE, encoding=Encoding.MSGPACK, seq=70_000, re=3, type_first=False)
def test_spliced_numbers_give_the_bytes_of_a_fresh_encoding(
    plain: dict[str, Any], encoding: Encoding, seq: int | None, re: int | None, type_first: bool
) -> None:
    rest = _without_envelope(plain)
    message = {"type": "ok", **rest} if type_first else {**rest, "type": "ok"}
    numbers = {name: n for name, n in (("re", re), ("seq", seq)) if n is not None}
    prepared = Prepared(message)
    for _ in range(2):  # the second time from the kept encoding
        body = prepared.frame_body(encoding, seq=seq, re=re)
        assert body == encode({"type": "ok", **numbers, **rest}, encoding)


@pytest.mark.parametrize("count", [1, 13, 14, 15, 16, 17, 40])
def test_a_spliced_msgpack_map_gets_the_header_for_its_new_size(count: int) -> None:
    plain: dict[str, Any] = {"type": "ok"} | {f"f{i}": i for i in range(count - 1)}
    body = Prepared(plain).frame_body(Encoding.MSGPACK, seq=70_000, re=3)
    assert msgpack.unpackb(body) == {"type": "ok", "re": 3, "seq": 70_000, **plain}


@pytest.mark.parametrize("name", ["re", "seq"])
def test_a_prepared_message_holds_no_number_of_one_receiver(name: str) -> None:
    with pytest.raises(ValueError, match="frame_body"):
        Prepared({"type": "ok", name: 1})


def test_a_prepared_message_is_encoded_once_per_encoding(monkeypatch: pytest.MonkeyPatch) -> None:
    prepared = Prepared({"type": "ok"})
    first = [prepared.frame_body(encoding, seq=1) for encoding in Encoding]
    monkeypatch.setattr("infoset_protocol.codec.encode", None)
    assert [prepared.frame_body(encoding, seq=1) for encoding in Encoding] == first


def test_a_prepared_message_shows_its_type_and_no_content() -> None:
    assert repr(Prepared({"type": "events", "items": ["secret"]})) == "Prepared(events)"


@pytest.mark.parametrize("encoding", Encoding)
def test_what_is_no_plain_value_is_not_encoded(encoding: Encoding) -> None:
    with pytest.raises(TypeError):
        encode({"type": "ok", "value": object()}, encoding)


JSON_REFUSED = {
    "empty": b"",
    "white space": b"  ",
    "2^53": b'{"a":9007199254740992}',
    "-2^53": b'{"a":-9007199254740992}',
    "2^53 as float": b'{"a":9007199254740992.0}',
    "2^64": b'{"a":18446744073709551616}',
    "NaN": b'{"a":NaN}',
    "Infinity": b'{"a":Infinity}',
    "1e400": b'{"a":1e400}',
    "-1e400": b'{"a":-1e400}',
    "1e300": b'{"a":1e300}',
    "5,000 digits": b'{"a":' + b"9" * 5000 + b"}",
    "lone surrogate": b'{"a":"\\ud800"}',
    "lone low surrogate": b'{"a":"\\udc00"}',
    "bad UTF-8": b'{"a":"\xff"}',
    "surrogate in UTF-8": b'{"a":"\xed\xa0\x80"}',
    "overlong UTF-8": b'{"a":"\xc0\x80"}',
    "byte order mark": b"\xef\xbb\xbf{}",
    "top list": b"[1]",
    "top text": b'"hello"',
    "top number": b"1",
    "top null": b"null",
    "trailing garbage": b"{}x",
    "two objects": b"{}{}",
    "trailing comma": b'{"a":1,}',
    "comment": b"{}//",
    "single quotes": b"{'a':1}",
    "cut off": b'{"type":"ping"',
    "raw control character": b'{"a":"\t"}',
    "deep lists": b'{"a":' + b"[" * 1100 + b"]" * 1100 + b"}",
    "open lists": b"[" * 100_000,
    "open objects": b'{"a":' * 100_000,
    "msgpack": msgpack.packb({"type": "ping"}),
}


@pytest.mark.parametrize("frame", JSON_REFUSED.values(), ids=JSON_REFUSED.keys())
def test_json_that_is_no_message_is_refused(frame: bytes) -> None:
    _refusal(frame, Encoding.JSON)


def _in_map(value: bytes) -> bytes:
    """A msgpack map with one field `a`."""
    return b"\x81\xa1a" + value


MSGPACK_REFUSED = {
    "empty": b"",
    "2^53": _in_map(b"\xcf" + struct.pack(">Q", 2**53)),
    "-2^53": _in_map(b"\xd3" + struct.pack(">q", -(2**53))),
    "2^53 as float": _in_map(b"\xcb" + struct.pack(">d", 2.0**53)),
    "NaN": _in_map(b"\xcb" + struct.pack(">d", float("nan"))),
    "infinity": _in_map(b"\xcb" + struct.pack(">d", float("inf"))),
    "float32": _in_map(b"\xca" + struct.pack(">f", 1.5)),
    "int key": b"\x81\x01\x01",
    "nil key": b"\x81\xc0\x01",
    "bin key": b"\x81\xc4\x01a\x01",
    "empty bin key": b"\x81\xc4\x00\x01",
    "list key": b"\x81\x90\x01",
    "inner int key": _in_map(b"\x81\x01\x01"),
    "inner empty bin key": _in_map(b"\x81\xc4\x00\x01"),
    "bin": _in_map(b"\xc4\x01a"),
    "empty bin": _in_map(b"\xc4\x00"),
    "ext": _in_map(b"\xd4\x05a"),
    "empty ext": _in_map(b"\xc7\x00\x05"),
    "timestamp": _in_map(b"\xd6\xff\x00\x00\x00\x00"),
    "0xc1": _in_map(b"\xc1"),
    "top list": b"\x90",
    "top text": b"\xa1a",
    "top number": b"\x05",
    "bad UTF-8": _in_map(b"\xa1\xff"),
    "surrogate": _in_map(b"\xa3\xed\xa0\x80"),
    "huge list announced": _in_map(b"\xdd\xff\xff\xff\xff"),
    "huge map announced": _in_map(b"\xdf\xff\xff\xff\xff"),
    "huge text announced": _in_map(b"\xdb\xff\xff\xff\xff"),
    "many wide lists announced": _in_map(b"\xdc\x10\x00" * 2000),
    "cut off": msgpack.packb({"type": "ping", "t": 70_000})[:-1],
    "trailing garbage": msgpack.packb({"type": "ping"}) + b"\x00",
    "1,000 levels": _in_map(b"\x91" * 1000 + b"\x01"),
    "100,000 levels": _in_map(b"\x91" * 100_000 + b"\x01"),
    "JSON text": b'{"type":"ping"}',
}


@pytest.mark.parametrize("frame", MSGPACK_REFUSED.values(), ids=MSGPACK_REFUSED.keys())
def test_msgpack_that_is_no_message_is_refused(frame: bytes) -> None:
    _refusal(frame, Encoding.MSGPACK)


def _beside_float32(value: bytes) -> bytes:
    """A frame that only the careful walk reads, with a float32 behind `value`."""
    return b"\x82\xa1a" + value + b"\xa1b\xca\x00\x00\x00\x00"


@pytest.mark.parametrize(
    "value",
    [
        b"\x05",
        b"\xff",
        b"\x81\xa1k\x01",
        b"\x92\x01\x02",
        b"\x80",
        b"\xa3abc",
        b"\xc0",
        b"\xcd\x01\x00",
        b"\xd9\x03abc",
        b"\xda\x00\x03abc",
        b"\xdc\x00\x02\x01\x02",
        b"\xdd\x00\x00\x00\x02\x01\x02",
        b"\xde\x00\x01\xa1k\x01",
        b"\xdf\x00\x00\x00\x01\xa1k\x01",
    ],
)
def test_the_walk_through_msgpack_finds_a_float32_behind_any_value(value: bytes) -> None:
    error = _refusal(_beside_float32(value), Encoding.MSGPACK)
    assert error.msg == "msgpack type 0xca is not used"


@pytest.mark.parametrize(
    "frame",
    [
        _in_map(b"\x92\xca"),  # announces more than follows
        _in_map(b"\xdb\x00\x00\x00\xca"),
        b"\x82\xa1a\xa1\xca",  # second field missing
    ],
)
def test_the_walk_through_msgpack_refuses_a_frame_that_ends_early(frame: bytes) -> None:
    _refusal(frame, Encoding.MSGPACK)


def test_the_walk_through_msgpack_refuses_depth() -> None:
    frame = encode(_nested(MAX_DEPTH + 1) | {"note": "\u0290"}, Encoding.MSGPACK)
    assert b"\xca" in frame
    assert "levels" in _refusal(frame, Encoding.MSGPACK).msg


def test_a_byte_that_looks_like_float32_is_allowed_inside_other_values() -> None:
    plain = {"type": "x_any", "text": "\u0290", "n": 0xCA, "deep": [[{"k": []}]]}
    frame = encode(plain, Encoding.MSGPACK)
    assert b"\xca" in frame
    assert decode(frame, Encoding.MSGPACK) == plain


def test_many_wide_lists_are_allowed_when_they_are_there() -> None:
    plain = {"type": "x_any", "rows": [list(range(20)) for _ in range(20)]}
    assert decode(encode(plain, Encoding.MSGPACK), Encoding.MSGPACK) == plain


@BOTH
def test_sixteen_levels_are_allowed_and_seventeen_are_not(encoding: Encoding) -> None:
    allowed = _nested(MAX_DEPTH)
    assert decode(encode(allowed, encoding), encoding) == allowed
    assert "levels" in _refusal(encode(_nested(MAX_DEPTH + 1), encoding), encoding).msg


@BOTH
@pytest.mark.parametrize(
    ("fits", "too_many"),
    [
        ([0] * MAX_ENTRIES, [0] * (MAX_ENTRIES + 1)),
        (
            {str(i): 0 for i in range(MAX_ENTRIES)},
            {str(i): 0 for i in range(MAX_ENTRIES + 1)},
        ),
    ],
    ids=["list", "object"],
)
def test_a_list_or_object_has_a_largest_size(encoding: Encoding, fits: Any, too_many: Any) -> None:
    assert decode(encode({"type": "x", "a": fits}, encoding), encoding)["a"] == fits
    _refusal(encode({"type": "x", "a": too_many}, encoding), encoding)


@BOTH
@pytest.mark.parametrize("number", [0, 127, 128, 255, 256, 65_535, 65_536, 2**31, 2**32, SAFE])
def test_integers_up_to_the_safe_bound_pass_with_either_sign(
    number: int, encoding: Encoding
) -> None:
    for value in (number, -number, float(number)):
        assert decode(encode({"type": "x", "a": value}, encoding), encoding)["a"] == value


def test_wide_integers_and_exponents_are_read_as_the_numbers_they_are() -> None:
    assert decode(_in_map(b"\xcf" + bytes(7) + b"\x03"), Encoding.MSGPACK) == {"a": 3}
    assert decode(b'{"a":3e0,"b":3.0}', Encoding.JSON) == {"a": 3, "b": 3}


@given(st.binary(max_size=200), st.sampled_from(Encoding))
def test_any_bytes_give_an_object_or_a_bad_frame(frame: bytes, encoding: Encoding) -> None:
    try:
        plain: object = decode(frame, encoding)
    except ProtocolError as error:
        plain = error.code
    assert plain is ErrorCode.BAD_FRAME or isinstance(plain, dict)


@st.composite
def nearly_right(draw: st.DrawFn) -> bytes:
    """A msgpack value of which a byte is perhaps another one."""
    packed = bytearray(msgpack.packb(draw(plain_values)))
    if draw(st.booleans()):
        packed[draw(st.integers(0, len(packed) - 1))] = draw(st.integers(0, 255))
    return bytes(packed)


def _read(frame: bytes) -> object:
    """The value of field `a`, or None where the frame is refused."""
    try:
        return [decode(frame, Encoding.MSGPACK)["a"]]
    except ProtocolError:
        return None


@given(nearly_right() | st.binary(min_size=1, max_size=20))
def test_the_fast_way_to_read_msgpack_takes_what_the_careful_way_takes(value: bytes) -> None:
    beside_wide_list = (
        b"\x82\xa1a" + value + b"\xa1b\xdc\x00\x00"
    )  # only the careful way reads those
    assert _read(_in_map(value)) == _read(beside_wide_list)


@given(st.binary(min_size=1, max_size=60))
def test_any_bytes_behind_a_float32_are_walked_without_surprise(tail: bytes) -> None:
    _refusal(_in_map(b"\x92\xca\x00\x00\x00\x00" + tail), Encoding.MSGPACK)


def test_an_error_about_json_does_not_repeat_the_frame() -> None:
    error = _refusal(b'{"token":"hunter2" oops', Encoding.JSON)
    assert "hunter2" not in error.msg
    assert len(orjson.dumps(error.msg)) < 300
