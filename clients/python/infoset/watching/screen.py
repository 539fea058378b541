"""Where a watched match is shown: a terminal that is repainted, or plain lines one after another."""

import shutil
from abc import abstractmethod
from collections.abc import Sequence
from typing import Protocol, TextIO

from infoset.watching.scene import Scene

ENTER = "\x1b[?1049h\x1b[?25l"  # a screen of its own, no cursor
LEAVE = "\x1b[?25h\x1b[?1049l"
_HOME = "\x1b[H"
_CLEAR_LINE = "\x1b[K"
_CLEAR_REST = "\x1b[J"


class Screen(Protocol):
    """Shows scenes."""

    @abstractmethod
    def open(self, scene: Scene) -> None:
        """A match comes into view."""

    @abstractmethod
    def show(self, scene: Scene, news: Sequence[str]) -> None:
        """Something has changed; `news` says what."""

    @abstractmethod
    def close(self, scene: Scene) -> None:
        """The match is over, or out of sight."""


class Terminal:
    """Repaints the whole picture."""

    def __init__(self, out: TextIO) -> None:
        self._out = out

    def open(self, scene: Scene) -> None:
        self._out.write(ENTER)
        self.show(scene, ())

    def show(self, scene: Scene, news: Sequence[str]) -> None:
        size = shutil.get_terminal_size()
        paint(self._out, scene.screen(size.columns, size.lines - 1))

    def close(self, scene: Scene) -> None:
        self._out.write(LEAVE)
        width = shutil.get_terminal_size().columns
        write_lines(self._out, [scene.heading(), *scene.board(width), *scene.final_table()])


class PlainText:
    """Writes what happens, line by line; the board at the beginning and at the end."""

    def __init__(self, out: TextIO) -> None:
        self._out = out

    def open(self, scene: Scene) -> None:
        write_lines(self._out, [scene.heading(), *scene.board()])

    def show(self, scene: Scene, news: Sequence[str]) -> None:
        write_lines(self._out, news)

    def close(self, scene: Scene) -> None:
        write_lines(self._out, [*scene.board(), *scene.final_table()])


def paint(out: TextIO, lines: Sequence[str]) -> None:
    """Puts these lines in place of everything on the screen."""
    painted = "".join(f"{line}{_CLEAR_LINE}\r\n" for line in lines)
    out.write(f"{_HOME}{painted}{_CLEAR_REST}")
    out.flush()


def write_lines(out: TextIO, lines: Sequence[str]) -> None:
    """Writes lines at once."""
    out.write("".join(f"{line}\n" for line in lines))
    out.flush()
