"""A child process that plays: started, told lines, listened to, and ended whatever it does.

Nothing here waits for the child except `stop`, and that not for long. The child sees no secrets of
its parent's environment and is never run through a shell.
"""

import asyncio
import logging
import os
import signal
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, Self

from infoset.bridge.lines import LineCutter
from infoset.errors import CommandError
from infoset.settings import TOKEN_VARIABLE
from infoset.starting import start_program

logger = logging.getLogger(__name__)

CHUNK_BYTES: Final = 16 * 1024
MAX_BACKLOG_BYTES: Final = 1 << 20  # told to a child that does not read; then it is ended


@dataclass(frozen=True)
class Grace:
    """How long a child may take to leave, step by step, in seconds."""

    quit_s: float = 2.0  # after it was told to and its stdin was closed
    terminate_s: float = 2.0  # after SIGTERM; then SIGKILL


class Child:
    """One running child. `label` stands before its stderr lines."""

    def __init__(self, process: asyncio.subprocess.Process, label: str) -> None:
        self._process = process
        self._label = label
        self._log = asyncio.create_task(self._pass_stderr(), name=f"stderr of {label}")

    @classmethod
    async def start(cls, argv: Sequence[str], label: str) -> Self:
        """Starts a program. Raises CommandError if it cannot be started; cancelled, it leaves nothing of it."""
        try:
            process = await start_program(
                *argv,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                env=child_environment(os.environ),
                start_new_session=True,  # its own children go with it, Ctrl-C does not reach it
            )
        except OSError as error:
            raise CommandError(f"cannot start {argv[0]}: {error.strerror}") from error
        return cls(process, label)

    @property
    def ending(self) -> str:
        """How the process ended, in words."""
        code = self._process.returncode
        if code is None:
            return "still running"
        if code < 0:
            with suppress(ValueError):
                return f"killed by {signal.Signals(-code).name}"
        return f"exit code {code}"

    def tell(self, line: bytes) -> None:
        """Sends a line; never waits. A child that has stopped reading is killed."""
        stdin = self._process.stdin
        assert stdin is not None
        if stdin.is_closing():
            return
        stdin.write(line + b"\n")
        if stdin.transport.get_write_buffer_size() > MAX_BACKLOG_BYTES:
            logger.warning("%s does not read what it is told; killed", self._label)
            self._signal(kill_signal())

    async def lines(self) -> AsyncIterator[bytes | None]:
        """What the child says until its stdout ends; None for a line over the limit."""
        stdout = self._process.stdout
        assert stdout is not None
        cutter = LineCutter()
        while data := await stdout.read(CHUNK_BYTES):
            for line in cutter.feed(data):
                yield line
        for line in cutter.close():
            yield line

    async def stop(self, farewell: Sequence[bytes], grace: Grace) -> None:
        """Ends the child: farewell, end of input, SIGTERM, SIGKILL. Afterwards it is gone."""
        for line in farewell:
            self.tell(line)
        assert self._process.stdin is not None
        self._process.stdin.close()
        drain = asyncio.create_task(self._drain_stdout())  # a full pipe must not keep it alive
        try:
            if not await self._is_gone(grace.quit_s):
                self._signal(signal.SIGTERM)
                if not await self._is_gone(grace.terminate_s):
                    logger.warning("%s does not leave; killed", self._label)
        finally:
            self._signal(kill_signal())  # also whatever the child has left behind in its group
            await self._process.wait()
            drain.cancel()
            self._log.cancel()
            await asyncio.wait([drain, self._log])

    async def _drain_stdout(self) -> None:
        stdout = self._process.stdout
        assert stdout is not None
        while await stdout.read(CHUNK_BYTES):
            pass

    async def _is_gone(self, within_s: float) -> bool:
        try:
            async with asyncio.timeout(within_s):
                await self._process.wait()
        except TimeoutError:
            return False
        return True

    def _signal(self, number: int) -> None:
        """Signals the whole process group, where there is such a thing."""
        with suppress(ProcessLookupError, PermissionError):
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, number)
            else:
                self._process.terminate()

    async def _pass_stderr(self) -> None:
        stderr = self._process.stderr
        assert stderr is not None
        cutter = LineCutter()
        while data := await stderr.read(CHUNK_BYTES):
            self._show(cutter.feed(data))
        self._show(cutter.close())

    def _show(self, lines: Sequence[bytes | None]) -> None:
        for line in lines:
            text = "(a very long line)" if line is None else line.decode(errors="replace")
            sys.stderr.write(f"[{self._label}] {text}\n")


def child_environment(env: Mapping[str, str]) -> dict[str, str]:
    """What the child may know of our environment: everything but the token."""
    return {name: value for name, value in env.items() if name != TOKEN_VARIABLE}


def kill_signal() -> int:
    """The signal that cannot be refused."""
    return getattr(signal, "SIGKILL", signal.SIGTERM)
