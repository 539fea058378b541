"""The bytes between the server and its workers: msgpack behind a length. Both ends are ours."""

from typing import Any, Final

import msgpack

LENGTH_BYTES: Final = 4
_BIG_INT: Final = 1  # extension type: an action of a product space may outgrow 64 bits

Frame = dict[str, Any]


def pack(frame: Frame) -> bytes:
    """One frame with its length before it."""
    body = msgpack.packb(frame, default=_pack_big)
    return len(body).to_bytes(LENGTH_BYTES, "big") + body


class Unpacker:
    """Cuts a stream of bytes into frames."""

    def __init__(self) -> None:
        self._buffer = bytearray()

    def feed(self, data: bytes) -> list[Frame]:
        """The frames that `data` completes."""
        self._buffer += data
        frames = []
        while len(self._buffer) >= LENGTH_BYTES:
            end = LENGTH_BYTES + int.from_bytes(self._buffer[:LENGTH_BYTES], "big")
            if len(self._buffer) < end:
                break
            frames.append(unpack(bytes(self._buffer[LENGTH_BYTES:end])))
            del self._buffer[:end]
        return frames


def unpack(body: bytes) -> Frame:
    """The frame in the bytes behind a length."""
    frame: Frame = msgpack.unpackb(body, strict_map_key=False, ext_hook=_unpack_big)
    return frame


def _pack_big(value: object) -> msgpack.ExtType:
    if not isinstance(value, int):
        raise TypeError(f"no plain value: {value!r}")
    size = value.bit_length() // 8 + 1
    return msgpack.ExtType(_BIG_INT, value.to_bytes(size, "big", signed=True))


def _unpack_big(code: int, data: bytes) -> int:
    if code != _BIG_INT:
        raise ValueError(f"unknown extension type {code}")
    return int.from_bytes(data, "big", signed=True)
