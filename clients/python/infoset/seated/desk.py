"""Where a person sits: a terminal with a picture and a line to type in, or plain lines in and out."""

import asyncio
import os
import shutil
from abc import abstractmethod
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Final, Protocol, TextIO

from infoset.errors import CommandError
from infoset.seated.sitting import Sitting
from infoset.watching.screen import write_lines
from infoset.wording import say
from infoset.worker import Worker

MAX_LINE_BYTES: Final = 1 << 16
MARKER: Final = ">"  # a line of its own behind every prompt: now an answer is read
Clock = Callable[[], float]  # seconds


class Desk(Protocol):
    """Shows a sitting and reads what its person types."""

    @abstractmethod
    async def open(self, sitting: Sitting) -> None:
        """A match begins."""

    @abstractmethod
    def show(self, sitting: Sitting, news: Sequence[str]) -> None:
        """Something has changed; `news` says what."""

    @abstractmethod
    async def read_line(self, sitting: Sitting) -> str:
        """The next line that is typed. Raises CommandError if there will be none."""

    @abstractmethod
    async def close(self, sitting: Sitting) -> None:
        """The match is over, or left."""

    @abstractmethod
    def tell(self, lines: Sequence[str]) -> None:
        """Something beside the match, if there is one."""

    @abstractmethod
    async def ask(self, prompt: str) -> str:
        """The line that is typed between two matches. Raises CommandError if there will be none."""


class Beside:
    """What is told and asked between matches: it waits while a match has the screen, as a match waits for a question to go."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self._waiting: list[str] = []
        self._sittings = 0
        self._idle = asyncio.Event()
        self._idle.set()
        self._question = asyncio.Lock()

    async def begin(self) -> None:
        """A match takes the screen."""
        self._sittings += 1
        self._idle.clear()
        async with self._question:  # one that is put now is taken back
            pass

    def end(self) -> None:
        """A match gives it back."""
        self._sittings -= 1
        if not self._sittings:
            self._idle.set()
            self._flush()

    def tell(self, lines: Sequence[str]) -> None:
        """Writes lines, as soon as nothing else has the screen."""
        self._waiting += lines
        if self._idle.is_set() and not self._question.locked():
            self._flush()

    @asynccontextmanager
    async def question(self) -> AsyncIterator[None]:
        """Something is asked meanwhile."""
        await self._idle.wait()
        async with self._question:
            yield
        if self._idle.is_set():
            self._flush()

    def _flush(self) -> None:
        write_lines(self._out, self._waiting)
        self._waiting = []


class Lines(Protocol):
    """Where typed lines come from: a text stream, or `DescriptorLines`."""

    def readline(self) -> str:
        """The next line with its end; nothing when there are no more. Waits."""
        ...

    def isatty(self) -> bool:
        """Has the terminal shown already what was typed?"""
        ...


class DescriptorLines:
    """Lines of a file descriptor, without a buffer that another thread could hold when the program ends."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._rest = b""

    def isatty(self) -> bool:
        return os.isatty(self._descriptor)

    def readline(self) -> str:
        """A line, or the longest beginning of one that is too long. Raises OSError."""
        while b"\n" not in self._rest and len(self._rest) < MAX_LINE_BYTES:
            data = os.read(self._descriptor, MAX_LINE_BYTES)
            if not data:
                break
            self._rest += data
        line, end, self._rest = self._rest.partition(b"\n")
        return (line + end).decode(errors="replace")


class PlainDesk:
    """Lines of any text stream: for pipes, for dumb terminals, for whoever reads with the ears.

    A line is read when something is asked, not before: what was typed or piped ahead waits.
    """

    def __init__(self, lines: Lines, out: TextIO, clock: Clock) -> None:
        self._lines = lines
        self._out = out
        self._clock = clock
        self._asked = asyncio.Event()
        self._shown: object = None  # the turn that was shown last
        self._worker: Worker | None = None
        self._reading: asyncio.Future[str] | None = None  # goes on when its match is over
        self._beside = Beside(out)

    async def open(self, sitting: Sitting) -> None:
        await self._beside.begin()
        write_lines(self._out, [sitting.scene.heading()])
        self._asked.clear()

    def show(self, sitting: Sitting, news: Sequence[str]) -> None:
        write_lines(self._out, news)
        if sitting.turn is None or sitting.turn.decision == sitting.sent:
            write_lines(self._out, sitting.note.splitlines())
            self._asked.clear()
            return
        if sitting.turn is not self._shown:
            self._shown = sitting.turn
            write_lines(self._out, ["", *sitting.scene.board(), ""])
            write_lines(self._out, sitting.question(shutil.get_terminal_size().columns))
        elif sitting.note:
            write_lines(self._out, sitting.note.splitlines())
        is_person = self._lines.isatty()
        if (
            is_person or not self._asked.is_set()
        ):  # a program has the marker of the line that is read
            write_prompt(self._out, sitting.prompt(self._clock()), is_person=is_person)
        self._asked.set()

    async def read_line(self, sitting: Sitting) -> str:
        await self._asked.wait()
        line = await self._next_line()
        self._asked.clear()
        if not line:
            raise CommandError(say("terminal-input-ended"))
        if not line.strip():
            self._shown = None  # shows it all again
        return line

    async def _next_line(self) -> str:
        """Nothing where the input has ended."""
        if self._worker is None:
            self._worker = Worker("typed lines")
        if self._reading is None:
            self._reading = asyncio.ensure_future(self._worker.call(self._lines.readline))
        line = await asyncio.shield(self._reading)
        self._reading = None
        if not self._lines.isatty():
            self._out.write(line)  # a person's own terminal has shown it
        return line

    async def close(self, sitting: Sitting) -> None:
        write_lines(self._out, ["", *sitting.scene.board(), *sitting.scene.final_table()])
        self._beside.end()

    def tell(self, lines: Sequence[str]) -> None:
        self._beside.tell(lines)

    async def ask(self, prompt: str) -> str:
        async with self._beside.question():
            write_prompt(self._out, prompt, is_person=self._lines.isatty())
            line = await self._next_line()
        if not line:
            raise CommandError(say("terminal-tournament-left"))
        return line


def write_prompt(out: TextIO, prompt: str, *, is_person: bool) -> None:
    """What is asked for. A person goes on typing behind it; a program reads whole lines, up to the marker."""
    out.write(prompt if is_person else f"{prompt.rstrip()}\n{MARKER}\n")
    out.flush()
