"""Where lines come from and go to: a terminal with editing and history, or plain streams."""

import json
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Final, Literal, Protocol, TextIO

from infoset.watching.screen import write_lines

MAX_LINE: Final = 2_000

Event = Mapping[str, Any]
Wanted = Literal["board", "laid", "action", "done", "dice", "resource", "card", "count", "over"]


@dataclass(frozen=True)
class Asked:
    """What the next line is to say, for whoever points instead of reading: terminals are told in words.

    board     how the board lies, as a layout of the rules in JSON; `box` says what there is to lay
    laid      the board lies on the table; an empty line says so
    action    what `seat` does: one of `actions`, or further ones after `params`, in written form
    done      `action` of a program's seat has been done; an empty line says so
    dice      what was rolled
    resource  a card, as a letter or a name; with `may_draw` also `?`
    card      a development card
    count     how many cards of `resource` the `seat` hands over (-1: how many victory cards it held), a number up to `most`
    over      nothing: the match is over
    """

    wanted: Wanted
    seat: int = -1
    kind: str = ""
    actions: Sequence[Any] = ()
    params: Sequence[Any] = ()
    action: Sequence[Any] = ()
    most: int = 0
    resource: int = -1
    may_draw: bool = False
    obs: Mapping[str, Any] = field(default_factory=dict)  # the position as everybody sees it
    box: Mapping[str, Any] = field(default_factory=dict)


class Lines(Protocol):
    """Writes lines and reads them."""

    draws: bool  # are boards and lists wanted, drawn with letters?

    @abstractmethod
    def tell(self, lines: Sequence[str], events: Sequence[Event] = ()) -> None:
        """Writes lines at once. `events` are what they say, where they say what happened in the match."""

    @abstractmethod
    def ask(self, asked: Asked) -> None:
        """Says what the lines that are read from now on are about."""

    @abstractmethod
    def read(self, prompt: str, *, is_secret: bool = False) -> str:
        """The next typed line; a secret one is not shown. Raises EOFError where there is none."""


class PlainLines:
    """Any text streams: for pipes and dumb terminals. What is piped in is shown as if it were typed."""

    draws = True

    def __init__(self, lines: TextIO, out: TextIO) -> None:
        self._lines = lines
        self._out = out

    def tell(self, lines: Sequence[str], events: Sequence[Event] = ()) -> None:
        write_lines(self._out, lines)

    def ask(self, asked: Asked) -> None:
        return

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

    draws = True

    def __init__(self, out: TextIO) -> None:
        from prompt_toolkit import PromptSession  # slow to load
        from prompt_toolkit.history import InMemoryHistory

        self._out = out
        self._open: PromptSession[str] = PromptSession(history=InMemoryHistory())
        self._secret: PromptSession[str] = PromptSession(is_password=True)

    def tell(self, lines: Sequence[str], events: Sequence[Event] = ()) -> None:
        write_lines(self._out, lines)

    def ask(self, asked: Asked) -> None:
        return

    def read(self, prompt: str, *, is_secret: bool = False) -> str:
        session = self._secret if is_secret else self._open
        return session.prompt(prompt)[:MAX_LINE].strip()


class JsonLines:
    """For a program that shows the table and is pointed at: each thing told is a JSON object, each answer a line as it would be typed.

    {"t":"tell","lines":[...],"events":[...]}   words for everybody, and the events of the match that they tell
    {"t":"read","prompt":...,"secret":false,"asked":{...}}   wants a line, about what `Asked` says
    """

    draws = False

    def __init__(self, lines: TextIO, out: TextIO) -> None:
        self._lines = lines
        self._out = out
        self._asked: Asked | None = None

    def tell(self, lines: Sequence[str], events: Sequence[Event] = ()) -> None:
        self.write({"t": "tell", "lines": list(lines), "events": list(events)})

    def ask(self, asked: Asked) -> None:
        self._asked = asked
        if asked.wanted == "over":
            self.write({"t": "over", "asked": asdict(asked)})

    def read(self, prompt: str, *, is_secret: bool = False) -> str:
        asked = None if self._asked is None else asdict(self._asked)
        self.write({"t": "read", "prompt": prompt, "secret": is_secret, "asked": asked})
        line = self._lines.readline(MAX_LINE)
        if not line:
            raise EOFError
        return line.strip()

    def write(self, message: Mapping[str, Any]) -> None:
        """Writes one object."""
        self._out.write(f"{json.dumps(message)}\n")
        self._out.flush()


def make_lines(lines: TextIO, out: TextIO, *, is_plain: bool) -> Lines:
    """The best way on these streams; `is_plain` prefers plain lines also on a terminal."""
    if is_plain or not (lines.isatty() and out.isatty()):
        return PlainLines(lines, out)
    return TerminalLines(out)
