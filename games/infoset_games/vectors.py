"""Makes the vectors of positions (librt's `vec`) pickle and deep-copy, which they do not by themselves.

Imported with the package, so that it is in force before there is a position. The other half is in the
classes: mypyc makes an object anew by calling it, so one that wants arguments says in `__reduce__` which.
"""

import copyreg
from collections.abc import Callable
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64, u8

Reduced = tuple[Callable[[Any], Any], tuple[Any]]


def bytes_vector(cells: bytes) -> "vec[u8]":
    """A vector of these bytes."""
    return vec[u8](cells)


def words_vector(words: list[i64]) -> "vec[i64]":
    """A vector of these words of 64 bits."""
    return vec[i64](words)


def _reduce_bytes(cells: "vec[u8]") -> Reduced:
    return bytes_vector, (bytes(cells),)


def _reduce_words(words: "vec[i64]") -> Reduced:
    return words_vector, (list(words),)


copyreg.pickle(type(vec[u8]()), _reduce_bytes)
copyreg.pickle(type(vec[i64]()), _reduce_words)
