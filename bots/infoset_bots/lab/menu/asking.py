"""How the menu asks: with arrow keys on a terminal, by numbered lines anywhere else."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Protocol, TextIO

from infoset.wording import say

Offers = Sequence[tuple[str, str]]  # keys, and what is shown for them


class Asker(Protocol):
    """Asks a person. Every method raises EOFError where nobody answers any more."""

    @abstractmethod
    def tell(self, text: str) -> None:
        """Says something."""

    @abstractmethod
    def choose(self, title: str, offers: Offers, usual: str = "") -> str:
        """One of the keys; `usual` is the one that is marked."""

    @abstractmethod
    def ask(self, title: str, usual: str) -> str:
        """A line of text; nothing typed is the `usual`."""


class LineAsker:
    """Lines in and out: for pipes and dumb terminals."""

    def __init__(self, lines: TextIO, out: TextIO) -> None:
        self._lines = lines
        self._out = out

    def tell(self, text: str) -> None:
        self._out.write(f"{text}\n")
        self._out.flush()

    def choose(self, title: str, offers: Offers, usual: str = "") -> str:
        self.tell(title)
        for number, (key, text) in enumerate(offers, start=1):
            self.tell(f"{'*' if key == usual else ' '}{number:>2}  {text}")
        while True:
            word = self.ask(say("terminal-menu-number"), "").strip()
            if not word and usual:
                return usual
            if word.isdecimal() and 1 <= int(word) <= len(offers):
                return offers[int(word) - 1][0]
            self.tell(say("terminal-menu-number-expected", most=len(offers), got=repr(word)))

    def ask(self, title: str, usual: str) -> str:
        self._out.write(question(title, usual))
        self._out.flush()
        line = self._lines.readline()
        if not line:
            self.tell("")
            raise EOFError
        return line.strip() or usual


class KeyAsker:
    """A terminal: arrow keys choose, lines can be edited."""

    def __init__(self, out: TextIO) -> None:
        self._out = out

    def tell(self, text: str) -> None:
        self._out.write(f"{text}\n")
        self._out.flush()

    def choose(self, title: str, offers: Offers, usual: str = "") -> str:
        from prompt_toolkit.shortcuts import choice

        return choice(title, options=list(offers), default=usual or None)

    def ask(self, title: str, usual: str) -> str:
        from prompt_toolkit import prompt

        return prompt(question(title, usual)).strip() or usual


def question(title: str, usual: str) -> str:
    """What stands before the cursor; the usual answer beside it, so that what is typed joins with nothing."""
    return f"{title} [{usual}]: " if usual else f"{title}: "


def make_asker(lines: TextIO, out: TextIO, *, is_plain: bool) -> Asker:
    """The best way to ask on these streams; `is_plain` prefers lines also on a terminal."""
    if is_plain or not (lines.isatty() and out.isatty()):
        return LineAsker(lines, out)
    return KeyAsker(out)
