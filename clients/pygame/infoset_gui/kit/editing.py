"""A line of text while it is edited: where the caret is, what is selected, what a key makes of it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

BLANK: Final = 0
SIGN: Final = 1
LETTER: Final = 2


@dataclass(frozen=True)
class Selection:
    """From where one began to where the caret is; the same place where nothing is selected."""

    anchor: int
    caret: int

    @property
    def start(self) -> int:
        """The first letter that is selected."""
        return min(self.anchor, self.caret)

    @property
    def end(self) -> int:
        """The place behind the last one."""
        return max(self.anchor, self.caret)

    @property
    def is_empty(self) -> bool:
        """Is there only a caret?"""
        return self.anchor == self.caret

    def within(self, text: str) -> "Selection":
        """The same in a text that may have become shorter."""
        return Selection(min(self.anchor, len(text)), min(self.caret, len(text)))

    def to(self, caret: int, *, is_extended: bool) -> "Selection":
        """The caret elsewhere; what lies between is selected where that is wanted."""
        return Selection(self.anchor if is_extended else caret, caret)

    def of(self, text: str) -> str:
        """What is selected."""
        return text[self.start : self.end]


def caret_at(place: int) -> Selection:
    """Nothing is selected."""
    return Selection(place, place)


def all_of(text: str) -> Selection:
    """Everything is selected."""
    return Selection(0, len(text))


def replace(text: str, selection: Selection, piece: str) -> tuple[str, Selection]:
    """Puts a piece in the place of what is selected; returns the text with the caret behind the piece."""
    changed = text[: selection.start] + piece + text[selection.end :]
    return changed, caret_at(selection.start + len(piece))


def words_of(text: str) -> Iterator[tuple[int, int]]:
    """Where letters of one kind stand together: words, signs, blanks. From, and to behind the last."""
    start = 0
    for at in range(1, len(text) + 1):
        if at == len(text) or kind_of(text[at]) != kind_of(text[start]):
            yield start, at
            start = at


def kind_of(letter: str) -> int:
    """How much it is worth to stand on: BLANK, SIGN or LETTER."""
    if letter.isspace():
        return BLANK
    return LETTER if letter.isalnum() or letter == "_" else SIGN


def word_at(text: str, place: int) -> Selection:
    """What stands at a place, rather a word than a sign, rather a sign than a blank."""
    touching = [(start, end) for start, end in words_of(text) if start <= place <= end]
    if not touching:
        return caret_at(place)
    start, end = max(touching, key=lambda word: kind_of(text[word[0]]))
    return Selection(start, end)


def word_before(text: str, place: int) -> int:
    """Where the word to the left begins, over blanks."""
    starts = [start for start, _ in words_of(text) if start < place and kind_of(text[start])]
    return starts[-1] if starts else 0


def word_after(text: str, place: int) -> int:
    """Where the word to the right ends, over blanks."""
    ends = [end for _, end in words_of(text) if end > place and kind_of(text[end - 1])]
    return ends[0] if ends else len(text)


def printable(text: str, *, keeps_lines: bool) -> str:
    """A text as a field can hold it: lines become blanks, unless they are kept; what cannot be printed goes."""
    between = "\n" if keeps_lines else " "
    lines = text.splitlines()
    return between.join("".join(sign for sign in line if sign.isprintable()) for line in lines)
