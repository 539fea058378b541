"""A plain value told piece by piece to whoever makes bytes of it (`ValueWriter`). Compiled; knows no bytes.

What is told so needs none of the lists, objects and numbers that would be made, walked and freed again.
"""

from abc import abstractmethod
from typing import Final

from mypy_extensions import i64, mypyc_attr

WORDS: Final[list[str]] = []  # by number; they only become more


def word(text: str) -> i64:
    """The number of a key or text. Modules ask for theirs while they are imported."""
    if text not in WORDS:
        WORDS.append(text)
    return WORDS.index(text)


@mypyc_attr(allow_interpreted_subclasses=True)
class ValueWriter:
    """Takes one value, outermost first. Keys, texts and numbers come in the order in which they are written.

    `size` counts the keys of an object, or the items of a list, that follow before its end.
    """

    @abstractmethod
    def begin_object(self, size: i64) -> None: ...

    @abstractmethod
    def key(self, number: i64) -> None:
        """The key, by the number of its `word`, of the value that comes next."""

    @abstractmethod
    def end_object(self) -> None: ...

    @abstractmethod
    def begin_list(self, size: i64) -> None: ...

    @abstractmethod
    def end_list(self) -> None: ...

    @abstractmethod
    def number(self, value: i64) -> None: ...

    @abstractmethod
    def text(self, number: i64) -> None:
        """A text, by the number of its `word`."""
