"""Makes positions, and what else is compiled, pickle and deep-copy. Not compiled, imported with the package.

mypyc makes an object anew by calling its class, and gives it the attributes it knows. So three things are to
be said. The vectors of librt (`vec`) say here what they hold. A class that wants arguments says in
`__reduce__` which. And one from which interpreted classes derive returns `reduced`, because mypyc does not
know their attributes.

mypyc 2.4 never frees a vector that interpreted code hands to compiled code, and pickle is such code. So what
holds vectors is reduced to bytes and lists, and a compiled function (`unpickled`) makes the vectors; `all_but`
are the attributes that pickle may set itself. Pickles that were written before hold vectors, and are read still.
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


def all_but(instance: object, *vectors: str) -> dict[str, Any]:
    """The attributes of a compiled object without these, for `__reduce__`."""
    known: Any = instance.__getstate__()
    state = dict(known)  # uncompiled, it is the object's own
    for name in vectors:
        del state[name]
    return state


def reduced(instance: object) -> tuple[object, ...]:
    """What `__reduce__` returns where interpreted classes derive: all attributes, theirs included."""
    known: Any = instance.__getstate__()
    return blank, (type(instance),), {**(known or {}), **getattr(instance, "__dict__", {})}


def blank(kind: Any) -> Any:
    """An object of this class without any attributes, which pickle is about to give it."""
    return kind.__new__(kind)
