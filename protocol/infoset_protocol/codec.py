"""Between frames (bytes) and plain values: JSON and msgpack with hard limits. Knows no message.

Both encodings carry the same data model: objects with text keys, lists, text, booleans, null,
numbers; integers within +-(2^53-1); at most `MAX_DEPTH` levels and `MAX_ENTRIES` entries. What one
of them could say and the other could not (bin, ext, float32, NaN) is refused.

JSON goes through orjson both ways: of orjson, pydantic-core and msgspec it was the fastest at
encoding an observation and among the fastest at decoding one, and it refuses what we must refuse
(byte order marks, lone surrogates, infinities, trailing text). msgpack is written by msgspec, in a
quarter of the time of the `msgpack` package, and read by it where nothing in a frame can announce more
than it holds; all others, and what is wrong, are read by that package, which takes limits and says
what it objects to. `benchmarks/` keeps the numbers.
"""

from abc import abstractmethod
from collections.abc import ValuesView
from enum import StrEnum
from functools import cache
from typing import Any, Final, NoReturn, final

import msgpack
import msgspec
import orjson
from mypy_extensions import mypyc_attr

from infoset_protocol.errors import ErrorCode, ProtocolError

MAX_DEPTH: Final = 16  # levels below the top object
MAX_ENTRIES: Final = 4096  # of one list or object
MAX_SAFE_INT: Final = 2**53 - 1

_unpack: Final = msgspec.msgpack.Decoder(dict[str, Any]).decode
_FLOAT32: Final = 0xCA
_WIDE_CONTAINERS: Final = b"\xdc\xdd\xde\xdf"  # headers that announce much


@mypyc_attr(acyclic=True)
class Written:
    """A value that is written by whoever knows it. A message to be sent may hold some in place of plain values."""

    @abstractmethod
    def plain(self) -> Any:
        """The same as plain values."""

    @abstractmethod
    def json(self) -> bytes:
        """The same in JSON, as `encode` would write it."""

    @abstractmethod
    def msgpack(self) -> bytes:
        """The same in msgpack."""


def _write_json(value: object) -> orjson.Fragment:
    """For what is no plain value."""
    if isinstance(value, Written):
        return orjson.Fragment(value.json())
    raise TypeError(f"no plain value: {type(value)}")


def _write_msgpack(value: object) -> msgspec.Raw:
    """As `_write_json`."""
    if isinstance(value, Written):
        return msgspec.Raw(value.msgpack())
    raise TypeError(f"no plain value: {type(value)}")


_orjson_dumps: Final = orjson.dumps
_pack: Final = msgspec.msgpack.Encoder(enc_hook=_write_msgpack).encode  # in shortest form


def _dumps(plain: Any) -> bytes:
    return _orjson_dumps(plain, _write_json)


class Encoding(StrEnum):
    """How plain values become bytes. Chosen once per connection, for both directions."""

    JSON = "json"
    MSGPACK = "msgpack"


_JSON: Final = Encoding.JSON  # looking it up in the class takes longer than comparing with it


def decode(frame: bytes, encoding: Encoding, max_values: int | None = None) -> dict[str, Any]:
    """The object in `frame`. Raises ProtocolError (`bad_frame`) for anything else, and only that.

    The size of the frame is the framing's business; `max_values` bounds the work it may make, as
    entries of all its lists and objects together. Which of two equal keys wins is undefined.
    """
    limit = len(frame) if max_values is None else max_values  # each value takes a byte at least
    if encoding is _JSON:
        value = _parse_json(frame)
    else:
        value = _parse_msgpack(frame, limit)
    if type(value) is not dict:
        _refuse("a message is an object")
    _check(value, limit)
    return value


def encode(plain: dict[str, Any], encoding: Encoding) -> bytes:
    """The frame for `plain`, `type` first: JSON without white space, msgpack in shortest form.

    `plain` is trusted: values outside the data model are a fault of the caller, but for `Written` ones.
    """
    plain = _type_first(plain)
    return _dumps(plain) if encoding is _JSON else _pack(plain)


@final
@mypyc_attr(acyclic=True)
class Encoded:
    """A message in one encoding, all but the `re` and `seq` of one receiver: whoever has the same view shares it.

    `head` goes up to where those two are spliced in, `tail` is the rest. `fields` counts the others in
    msgpack, and is 0 in JSON, which does not announce how many there are.
    """

    __slots__ = ("fields", "head", "size", "tail")

    def __init__(self, head: bytes, tail: bytes, fields: int) -> None:
        self.head: Final = head
        self.tail: Final = tail
        self.fields: Final = fields
        self.size: Final = len(head) + len(tail)  # in bytes

    def frame(self, seq: int | None = None, re: int | None = None) -> bytes:
        """The same bytes as `encode` of the message with `re` and `seq` behind `type`."""
        if self.fields:
            return _splice_msgpack(self.fields, self.head, self.tail, seq, re)
        return _splice_json(self.head, self.tail, seq, re)

    def plain(self) -> dict[str, Any]:
        """The message as plain values, read from its bytes."""
        return decode(self.frame(), Encoding.MSGPACK if self.fields else _JSON)


class Prepared:
    """One outgoing message, encoded at most once per encoding however many receive it.

    The bytes are shared by all who have the same view. The message must not change any more, and holds
    neither `re` nor `seq`.
    """

    __slots__ = ("_fields", "_json", "_msgpack", "type")

    def __init__(self, plain: dict[str, Any]) -> None:
        if "re" in plain or "seq" in plain:
            raise ValueError("`re` and `seq` go to `frame_body`, not into `plain`")
        self._fields: Final = _type_first(plain)
        self.type: Final[str] = plain["type"]
        self._json: Encoded | None = None
        self._msgpack: Encoded | None = None

    @staticmethod
    def forwarded(about: dict[str, Any], *bodies: tuple[Encoding, Encoded]) -> "Prepared":
        """A message that was encoded elsewhere, to be sent in these encodings only; `about` is the part of it that is known."""
        message = Prepared(about)
        for encoding, encoded in bodies:
            if encoding is _JSON:
                message._json = encoded
            else:
                message._msgpack = encoded
        return message

    def __repr__(self) -> str:
        return f"Prepared({self.type})"

    @property
    def plain(self) -> dict[str, Any]:
        """The message as plain values, made anew where some of them are `Written`."""
        if any(isinstance(value, Written) for value in self._fields.values()):
            return {
                name: value.plain() if isinstance(value, Written) else value
                for name, value in self._fields.items()
            }
        return self._fields

    def field(self, name: str) -> Any:
        """One field of `plain`, which is there and was given as a plain value."""
        return self._fields[name]

    def encoded(self, encoding: Encoding) -> Encoded:
        """The message in this encoding."""
        if encoding is _JSON:
            if self._json is None:
                self._json = _encode_json(self.type, self._fields)
            return self._json
        if self._msgpack is None:
            self._msgpack = _encode_msgpack(self.type, self._fields)
        return self._msgpack

    def frame_body(
        self, encoding: Encoding, seq: int | None = None, re: int | None = None
    ) -> bytes:
        """As `Encoded.frame` of it."""
        return self.encoded(encoding).frame(seq, re)


def _encode_json(name: str, plain: dict[str, Any]) -> Encoded:
    head = _json_head(name)
    return Encoded(head, _dumps(plain)[len(head) :], 0)


def _encode_msgpack(name: str, plain: dict[str, Any]) -> Encoded:
    size = len(plain)
    head = _msgpack_head(name)
    return Encoded(head, _pack(plain)[len(_map_header(size)) + len(head) :], size)


def _splice_json(head: bytes, tail: bytes, seq: int | None, re: int | None) -> bytes:
    if re is None:
        return head + tail if seq is None else b'%b,"seq":%d%b' % (head, seq, tail)
    if seq is None:
        return b'%b,"re":%d%b' % (head, re, tail)
    return b'%b,"re":%d,"seq":%d%b' % (head, re, seq, tail)


def _splice_msgpack(size: int, head: bytes, tail: bytes, seq: int | None, re: int | None) -> bytes:
    """`size` counts the fields without `seq` and `re`."""
    packed_re = packed_seq = b""
    if re is not None:
        size += 1
        packed_re = b"\xa2re%b" % _pack(re)
    if seq is not None:
        size += 1
        packed_seq = b"\xa3seq%b" % _pack(seq)
    return b"%b%b%b%b%b" % (_map_header(size), head, packed_re, packed_seq, tail)


def _type_first(plain: dict[str, Any]) -> dict[str, Any]:
    """The same object with `type` as its first key."""
    for first in plain:
        if first == "type":
            return plain
        break
    return {"type": plain["type"], **plain}


@cache
def _json_head(name: str) -> bytes:
    """How a message of this type begins, up to where `re` and `seq` go. The types are few."""
    return _dumps({"type": name})[:-1]


@cache
def _msgpack_head(name: str) -> bytes:
    """The same without the map header."""
    return _pack({"type": name})[1:]


_SHORT_MAPS: Final = [bytes((0x80 | size,)) for size in range(16)]


def _map_header(size: int) -> bytes:
    """The msgpack header of a map; messages have far fewer than 65,536 fields."""
    return _SHORT_MAPS[size] if size < 16 else b"\xde" + size.to_bytes(2, "big")


def _refuse(msg: str) -> NoReturn:
    raise ProtocolError(ErrorCode.BAD_FRAME, msg)


def _refuse_many(max_values: int) -> NoReturn:
    _refuse(f"a message has at most {max_values} values")


def _parse_json(frame: bytes) -> Any:
    try:
        return orjson.loads(frame)
    except orjson.JSONDecodeError as error:
        raise ProtocolError(ErrorCode.BAD_FRAME, f"not JSON: {error}"[:200]) from None


def _parse_msgpack(frame: bytes, max_values: int) -> Any:
    # The library cannot refuse float32, and it reserves room for every announced entry before it
    # finds the frame too short; frames that could do either are walked first.
    wide = len(frame) - len(frame.translate(None, _WIDE_CONTAINERS))
    if not wide and _FLOAT32 not in frame:  # as nearly always
        try:
            return _unpack(frame)
        except (msgspec.MsgspecError, ValueError, RecursionError):
            pass  # the careful way has the words for it
    if wide > MAX_DEPTH or _FLOAT32 in frame:
        _walk_msgpack(frame, max_values)
    try:
        value = msgpack.unpackb(
            frame,
            strict_map_key=True,
            max_array_len=MAX_ENTRIES,
            max_map_len=MAX_ENTRIES,
            max_str_len=len(frame),
            max_bin_len=0,
            max_ext_len=0,
        )
    except (ValueError, msgpack.UnpackException) as error:
        raise ProtocolError(ErrorCode.BAD_FRAME, f"not msgpack: {error}"[:200]) from None
    if type(value) is dict:
        _values(value)
    return value


def _check(top: dict[str, Any], max_values: int) -> None:
    """Holds decoded values, in an object whose keys are text, against the data model; without recursion."""
    level: list[Any] = [top.values()]
    left = max_values
    for _ in range(MAX_DEPTH + 1):
        below: list[Any] = []
        for values in level:
            if len(values) > MAX_ENTRIES:
                _refuse(f"a list or object has at most {MAX_ENTRIES} entries")
            left -= len(values)
            if left < 0:
                _refuse_many(max_values)
            for value in values:
                kind = type(value)
                if kind is int:
                    if not -MAX_SAFE_INT <= value <= MAX_SAFE_INT:
                        _refuse("integers lie within +-(2^53-1)")
                elif kind is list:
                    below.append(value)
                elif kind is dict:
                    below.append(_values(value))
                elif kind is float:
                    _check_float(value)
                elif not (kind is str or value is None or kind is bool):
                    _refuse("msgpack bin and ext are not used")
        if not below:
            return
        level = below
    _refuse(f"nested more than {MAX_DEPTH} levels deep")


def _values(node: dict[Any, Any]) -> ValuesView[Any]:
    """The values of an object, if it is one: msgpack has other keys than text, too."""
    for key in node:
        if type(key) is not str:
            _refuse("keys are text")
    return node.values()


def _check_float(value: float) -> None:
    """Floats are finite, and where they mean an integer its bounds hold too."""
    if not (-MAX_SAFE_INT <= value <= MAX_SAFE_INT):
        # Above 2^53 every float64 is an integer, so one comparison covers both rules, and NaN.
        _refuse("numbers are finite, integers lie within +-(2^53-1)")


# Bytes that follow a msgpack header of fixed size, and of the length in those that have one.
_FIXED: Final = {0xC0: 0, 0xC2: 0, 0xC3: 0, 0xCB: 8, 0xCC: 1, 0xCD: 2, 0xCE: 4, 0xCF: 8} | {
    0xD0: 1,
    0xD1: 2,
    0xD2: 4,
    0xD3: 8,
}
_TEXT: Final = {0xD9: 1, 0xDA: 2, 0xDB: 4}
_LISTS: Final = {0xDC: 2, 0xDD: 4}
_MAPS: Final = {0xDE: 2, 0xDF: 4}


def _walk_msgpack(frame: bytes, max_values: int) -> None:
    """Reads the headers only, without recursion and without building anything; slow and careful."""
    left = [1]  # values still to come in each open container; outermost first
    at, end = 0, len(frame)
    headers_left = 1 + 2 * max_values  # keys have headers, too
    while left:
        if not left[-1]:
            left.pop()
            continue
        if at >= end:
            _refuse("not msgpack: the frame ends early")
        left[-1] -= 1
        headers_left -= 1
        if headers_left < 0:
            _refuse_many(max_values)
        size, inside = _header(frame, at)
        at += size
        if inside > end - at:
            _refuse("not msgpack: the frame ends early")
        if inside:
            left.append(inside)
        if len(left) > MAX_DEPTH + 2:  # one entry for the top object, one for the frame itself
            _refuse(f"nested more than {MAX_DEPTH} levels deep")


def _header(frame: bytes, at: int) -> tuple[int, int]:
    """Bytes to skip for the value at `at`, and how many values lie inside it."""
    head = frame[at]
    if head < 0x80 or head >= 0xE0:
        return 1, 0
    if head < 0x90:
        return 1, 2 * (head & 15)
    if head < 0xA0:
        return 1, head & 15
    if head < 0xC0:
        return 1 + (head & 31), 0
    if head in _FIXED:
        return 1 + _FIXED[head], 0
    if head in _TEXT:
        return 1 + _TEXT[head] + _length(frame, at, _TEXT[head]), 0
    if head in _LISTS:
        return 1 + _LISTS[head], _length(frame, at, _LISTS[head])
    if head in _MAPS:
        return 1 + _MAPS[head], 2 * _length(frame, at, _MAPS[head])
    _refuse(f"msgpack type 0x{head:02x} is not used")


def _length(frame: bytes, at: int, width: int) -> int:
    return int.from_bytes(frame[at + 1 : at + 1 + width])
