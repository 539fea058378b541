"""The two shapes nearly every WebSocket data frame has, cut and built by hand. Compiled.

Several times cheaper than through the library, which gets whatever these functions leave.
"""

from typing import Final

try:
    from websockets.speedups import apply_mask
except ImportError:  # the library came without its compiled part
    from websockets.utils import apply_mask

SHORT_HEADER_BYTES: Final = 6  # of a masked frame below 126 bytes


def whole_message(data: bytes, opcode: int, limit: int | None) -> bytes | None:
    """The payload, if `data` is exactly one message in one flawless masked frame, else None."""
    if len(data) < SHORT_HEADER_BYTES or data[0] != 0x80 | opcode or data[1] < 0x80:
        return None
    size, start = data[1] & 0x7F, SHORT_HEADER_BYTES
    if size == 126:
        size, start = data[2] << 8 | data[3], SHORT_HEADER_BYTES + 2
    if size == 127 or len(data) != start + size or (limit is not None and size > limit):
        return None
    payload: bytes = apply_mask(data[start:], data[start - 4 : start])
    return payload


def text_frame(payload: bytes) -> bytes:
    """The server's frame around one whole message of text."""
    return _frame(0x81, payload)


def binary_frame(payload: bytes) -> bytes:
    """The same for a binary message."""
    return _frame(0x82, payload)


def _frame(first: int, payload: bytes) -> bytes:
    size = len(payload)
    if size < 126:
        header = (first << 8 | size).to_bytes(2, "big")
    elif size < 1 << 16:
        header = (first << 24 | 126 << 16 | size).to_bytes(4, "big")
    else:
        header = (first << 8 | 127).to_bytes(2, "big") + size.to_bytes(8, "big")
    return header + payload
