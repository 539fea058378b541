"""A desk on a real terminal: the picture above, a line to type in below, the clock running.

prompt_toolkit moves the cursor, edits the line and keeps the history.
"""

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from typing import Final, TextIO

from prompt_toolkit.application import Application
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.formatted_text import ANSI
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.input import create_input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout import BufferControl, FormattedTextControl, HSplit, Layout, Window
from prompt_toolkit.layout.processors import BeforeInput
from prompt_toolkit.output import create_output

from infoset.errors import CommandError
from infoset.seated.desk import Beside, Clock
from infoset.seated.sitting import LEAVE, Sitting
from infoset.watching.screen import write_lines
from infoset.wording import say

TICK_S: Final = 0.5  # between two pictures of the clock
MAX_TYPED: Final = 32  # lines that wait


class TerminalDesk:
    """The whole screen; gives it back when the match is over, and leaves the result on it."""

    def __init__(self, out: TextIO, clock: Clock) -> None:
        self._out = out
        self._clock = clock
        self._history = InMemoryHistory()
        self._typed: asyncio.Queue[str] = asyncio.Queue(MAX_TYPED)
        self._beside = Beside(out)
        self._application: Application[None] | None = None
        self._running: asyncio.Task[None] | None = None

    async def open(self, sitting: Sitting) -> None:
        await self._beside.begin()
        self._typed = asyncio.Queue(MAX_TYPED)  # what was typed behind the last match is forgotten
        self._application = self._make(sitting)
        self._running = asyncio.create_task(self._run(self._application), name="terminal")

    def show(self, sitting: Sitting, news: Sequence[str]) -> None:
        if self._application is not None:
            self._application.invalidate()

    async def read_line(self, sitting: Sitting) -> str:
        assert self._running is not None
        typed = asyncio.create_task(self._typed.get())
        try:
            await asyncio.wait({typed, self._running}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            typed.cancel()
        if typed.done() and not typed.cancelled():
            return typed.result()
        raise CommandError(say("terminal-terminal-gone"))

    async def close(self, sitting: Sitting) -> None:
        if self._application is not None and self._running is not None:
            if not self._running.done():
                self._application.exit()
            await asyncio.wait({self._running})
        self._application = self._running = None
        columns = create_output(self._out).get_size().columns
        lines = [sitting.scene.heading(), *sitting.scene.board(columns)]
        write_lines(self._out, [*lines, *sitting.scene.final_table()])
        self._beside.end()

    def tell(self, lines: Sequence[str]) -> None:
        self._beside.tell(lines)

    async def ask(self, prompt: str) -> str:
        async with self._beside.question():
            return await self._ask(prompt)

    async def _ask(self, prompt: str) -> str:
        self._typed = asyncio.Queue(MAX_TYPED)
        line = self._line(lambda: prompt)
        asking: Application[None] = Application(
            Layout(line),
            key_bindings=self._keys(),
            input=create_input(),
            output=create_output(self._out),
        )
        running = asyncio.create_task(self._run(asking), name="question")
        typed = asyncio.create_task(self._typed.get())
        try:
            await asyncio.wait({typed, running}, return_when=asyncio.FIRST_COMPLETED)
            if typed.done():
                return typed.result()
        finally:
            typed.cancel()
            if not running.done():
                asking.exit()
            await asyncio.wait({running})
        raise CommandError(say("terminal-terminal-gone"))

    async def _run(self, application: Application[None]) -> None:
        with contextlib.suppress(EOFError):
            await application.run_async(handle_sigint=False)

    def _make(self, sitting: Sitting) -> Application[None]:
        output = create_output(self._out)

        def picture() -> ANSI:
            size = output.get_size()
            return ANSI("\n".join(sitting.screen(size.columns, size.rows - 1)))

        body = [
            Window(FormattedTextControl(picture), wrap_lines=False),
            self._line(lambda: sitting.prompt(self._clock())),
        ]
        return Application(
            Layout(HSplit(body)),
            key_bindings=self._keys(),
            full_screen=True,
            refresh_interval=TICK_S,
            input=create_input(),
            output=output,
        )

    def _line(self, prompt: Callable[[], str]) -> Window:
        """A line to type in, behind a prompt."""

        def accept(buffer: Buffer) -> bool:
            with contextlib.suppress(asyncio.QueueFull):
                self._typed.put_nowait(buffer.text)
            return False  # the line is cleared

        line = Buffer(accept_handler=accept, multiline=False, history=self._history)
        before = BeforeInput(prompt, style="bold")
        return Window(BufferControl(line, input_processors=[before]), height=1)

    def _keys(self) -> KeyBindings:
        keys = KeyBindings()

        @keys.add("c-c")
        @keys.add("c-d")
        def leave(event: KeyPressEvent) -> None:
            with contextlib.suppress(asyncio.QueueFull):
                self._typed.put_nowait(LEAVE[0])

        return keys
