"""The two encodings as a game writes them, piece by piece (`infoset_games.writing`). Compiled.

What comes out is what the codec makes of the same value as plain ones, byte for byte.
"""

from typing import Final, final

import msgspec
import orjson
from librt.strings import BytesWriter
from mypy_extensions import i64, u8

from infoset_games.writing import WORDS, ValueWriter

COMMA: Final[u8] = 0x2C
COLON: Final[u8] = 0x3A
MINUS: Final[u8] = 0x2D
ZERO: Final[i64] = 0x30
OBJECT: Final[u8] = 0x7B
END_OBJECT: Final[u8] = 0x7D
LIST: Final[u8] = 0x5B
END_LIST: Final[u8] = 0x5D

SHORT_MAP: Final[i64] = 0x80  # and the size, up to 15
SHORT_LIST: Final[i64] = 0x90
MINUS_ONE: Final[u8] = 0xFF
MAP_16: Final = b"\xde"
LIST_16: Final = b"\xdc"

_dumps: Final = orjson.dumps
_pack: Final = msgspec.msgpack.Encoder().encode

_json_words: Final[list[bytes]] = []  # as WORDS
_msgpack_words: Final[list[bytes]] = []


def _learn_words() -> None:
    """Encodes the words that are new."""
    for text in WORDS[len(_json_words) :]:
        _json_words.append(_dumps(text))
        _msgpack_words.append(_pack(text))


@final
class JsonWriter(ValueWriter):
    """Writes JSON without white space. Each value is followed by a comma, in whose place an end comes."""

    def __init__(self) -> None:
        self._out = BytesWriter()
        if len(_json_words) < len(WORDS):
            _learn_words()

    def value(self) -> bytes:
        """What was written. To be asked once."""
        out = self._out
        out.truncate(len(out) - 1)
        return out.getvalue()

    def begin_object(self, size: i64) -> None:
        self._out.append(OBJECT)

    def key(self, number: i64) -> None:
        self._out.write(_json_words[number])
        self._out.append(COLON)

    def end_object(self) -> None:
        self._end(END_OBJECT)

    def begin_list(self, size: i64) -> None:
        self._out.append(LIST)

    def end_list(self) -> None:
        self._end(END_LIST)

    def number(self, value: i64) -> None:
        out = self._out
        if 0 <= value < 100:
            if value >= 10:
                out.append(u8(ZERO + value // 10))
            out.append(u8(ZERO + value % 10))
        elif value == -1:  # all that is hidden
            out.append(MINUS)
            out.append(u8(ZERO + 1))
        else:
            out.write(b"%d" % int(value))
        out.append(COMMA)

    def text(self, number: i64) -> None:
        self._out.write(_json_words[number])
        self._out.append(COMMA)

    def _end(self, sign: u8) -> None:
        out = self._out
        last = len(out) - 1
        if out[last] == COMMA:
            out[last] = sign
        else:
            out.append(sign)
        out.append(COMMA)


@final
class MsgpackWriter(ValueWriter):
    """Writes msgpack in shortest form."""

    def __init__(self) -> None:
        self._out = BytesWriter()
        if len(_json_words) < len(WORDS):
            _learn_words()

    def value(self) -> bytes:
        """What was written."""
        return self._out.getvalue()

    def begin_object(self, size: i64) -> None:
        self._begin(size, SHORT_MAP, MAP_16)

    def key(self, number: i64) -> None:
        self._out.write(_msgpack_words[number])

    def end_object(self) -> None:
        pass

    def begin_list(self, size: i64) -> None:
        self._begin(size, SHORT_LIST, LIST_16)

    def end_list(self) -> None:
        pass

    def number(self, value: i64) -> None:
        if 0 <= value < 0x80:
            self._out.append(u8(value))
        elif value == -1:  # all that is hidden
            self._out.append(MINUS_ONE)
        else:
            self._out.write(_pack(int(value)))

    def text(self, number: i64) -> None:
        self._out.write(_msgpack_words[number])

    def _begin(self, size: i64, short: i64, header: bytes) -> None:
        if size < 16:
            self._out.append(u8(short + size))
        else:  # of fewer than 65,536, as all that a message holds
            self._out.write(header + int(size).to_bytes(2, "big"))
