"""Draws from masks, row by row. Compiled."""

from typing import Final

from librt.strings import BytesWriter, read_i64_le, write_i64_le
from mypy_extensions import i64

ONES: Final = 0x0101010101010101  # times a word of marks: how many there are, in its highest byte


def drawn_from(marks: bytes, width: i64, draws: list[float]) -> bytes:
    """For each row the place of one of its marks: of n, the one that a draw in [0, 1) times n stands for.

    `marks` are bytes, 0 or 1, in rows of `width`, a multiple of 8. The places are words of 64 bits, the lowest byte first.
    Raises ValueError for a row without any.
    """
    found = BytesWriter()
    for row in range(i64(len(draws))):
        first = row * width
        count: i64 = 0
        for at in range(first, first + width, 8):
            count += marks_in(read_i64_le(marks, at))
        if count == 0:
            raise ValueError(f"row {row}: expected something that may be drawn")
        left = i64(int(draws[row] * int(count)))
        at = first
        here = marks_in(read_i64_le(marks, at))
        while left >= here:
            left -= here
            at += 8
            here = marks_in(read_i64_le(marks, at))
        write_i64_le(found, at - first + place_in(read_i64_le(marks, at), left))
    return found.getvalue()


def marks_in(word: i64) -> i64:
    """How many of the eight bytes of a word are 1; the others are 0."""
    return (word * ONES >> 56) & 255


def place_in(word: i64, left: i64) -> i64:
    """The place of the byte that is 1 and has `left` before it."""
    place: i64 = 0
    while True:
        if word & 1:
            if left == 0:
                return place
            left -= 1
        word >>= 8
        place += 1
