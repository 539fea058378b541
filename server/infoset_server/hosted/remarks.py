"""What the server remarks on a running program, for its owner: each thing once, and so many in all."""

from collections.abc import Callable
from typing import Final

from infoset_server.accounts.text import clean_text

MOST: Final = 20  # of one program
MAX_LENGTH: Final = 300


class Remarks:
    """A program that attacks, or has a fault, does the same thing again and again: its log shall not be full of it."""

    def __init__(self, note: Callable[[str], None]) -> None:
        """`note` keeps a line."""
        self._note = note
        self._made: set[str] = set()

    def add(self, text: str) -> None:
        """Keeps a remark, unless it was made before. It may repeat what the program has said."""
        words = " ".join(clean_text(text[:MAX_LENGTH]).split())
        if words in self._made or len(self._made) >= MOST:
            return
        self._made.add(words)
        self._note(words)
