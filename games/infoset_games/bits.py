"""Sets as single words of 64 bits. Compiled."""

from mypy_extensions import i64


def bit(place: i64) -> i64:
    """The set that holds nothing but `place`, 0..62."""
    return shifted(1, place)


def shifted(word: i64, places: i64) -> i64:
    # A function, because mypyc writes a constant shifted to the left as a C int of 32 bits.
    return word << places
