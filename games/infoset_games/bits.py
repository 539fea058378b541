"""Sets as single words of 64 bits. Compiled."""

from mypy_extensions import i64


def bit(place: i64) -> i64:
    """The set that holds nothing but `place`, 0..62."""
    return shifted(1, place)


def shifted(word: i64, places: i64) -> i64:
    # A function, because mypyc writes a constant shifted to the left as a C int of 32 bits.
    return word << places


def count_bits(word: i64) -> i64:
    """How many places a set holds; `word` is not negative."""
    word -= word >> 1 & 0x5555555555555555
    word = (word & 0x3333333333333333) + (word >> 2 & 0x3333333333333333)
    word = word + (word >> 4) & 0x0F0F0F0F0F0F0F0F
    word += word >> 8
    word += word >> 16
    word += word >> 32
    return word & 127


def lowest_place(word: i64) -> i64:
    """The lowest place in a set that is not empty."""
    return count_bits((word & -word) - 1)
