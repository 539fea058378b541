"""Where lines come from and go to: a terminal with editing and history, or plain streams."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Final, Protocol, TextIO

from infoset.watching.screen import write_lines

MAX_LINE: Final = 2_000


class Lines(Protocol):
    """Writes lines and reads them."""

    @abstractmethod
    def tell(self, lines: Sequence[str]) -> None:
        """Writes lines at once."""

    @abstractmethod
    def read(self, prompt: str, *, is_secret: bool = False) -> str:
        """The next typed line; a secret one is not shown. Raises EOFError where there is none."""


class PlainLines:
    """Any text streams: for pipes and dumb terminals. What is piped in is shown as if it were typed."""

    def __init__(self, lines: TextIO, out: TextIO) -> None:
        self._lines = lines
        self._out = out

    def tell(self, lines: Sequence[str]) -> None:
        write_lines(self._out, lines)

    def read(self, prompt: str, *, is_secret: bool = False) -> str:
        self._out.write(prompt)
        self._out.flush()
        line = self._lines.readline(MAX_LINE)
        if not self._lines.isatty():
            shown = "*" * len(line.strip()) if is_secret else line.rstrip("\n")
            write_lines(self._out, [shown])
        if not line:
            raise EOFError
        return line.strip()


class TerminalLines:
    """A terminal: lines can be edited, the arrow keys bring earlier ones back."""

    def __init__(self, out: TextIO) -> None:
        from prompt_toolkit import PromptSession  # slow to load
        from prompt_toolkit.history import InMemoryHistory

        self._out = out
        self._open: PromptSession[str] = PromptSession(history=InMemoryHistory())
        self._secret: PromptSession[str] = PromptSession(is_password=True)

    def tell(self, lines: Sequence[str]) -> None:
        write_lines(self._out, lines)

    def read(self, prompt: str, *, is_secret: bool = False) -> str:
        session = self._secret if is_secret else self._open
        return session.prompt(prompt)[:MAX_LINE].strip()


def make_lines(lines: TextIO, out: TextIO, *, is_plain: bool) -> Lines:
    """The best way on these streams; `is_plain` prefers plain lines also on a terminal."""
    if is_plain or not (lines.isatty() and out.isatty()):
        return PlainLines(lines, out)
    return TerminalLines(out)
