"""One run of a hosted program: its stderr kept, its whole process group ended with it. Knows no bots."""

import asyncio
import os
import signal
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, Final

STOP_GRACE_S: Final = 3.0
DRAIN_S: Final = 1.0  # for the last words; a pipe may be held open by somebody who left the group
MAX_LOG_BYTES: Final = 1 << 20  # stderr kept for each process; then the file starts anew


class Child(asyncio.SubprocessProtocol):
    """A running program. `asyncio.create_subprocess_exec` would not do: it takes a program for
    running as long as any descendant holds its stderr."""

    def __init__(self, log: BinaryIO) -> None:
        self.ended = asyncio.Event()
        self.pid = 0  # it leads a process group, so this is the number of that, too
        self._log = log
        self._drained = asyncio.Event()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.SubprocessTransport)
        self.pid = transport.get_pid()

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        if self._log.tell() + len(data) > MAX_LOG_BYTES:
            self._log.seek(0)
            self._log.truncate()
        self._log.write(data[-MAX_LOG_BYTES:])
        self._log.flush()

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        self._drained.set()

    def process_exited(self) -> None:
        self.ended.set()

    def kill(self) -> None:
        """Ends the program and what it has started, at once."""
        self._signal(signal.SIGKILL)

    async def stop(self) -> None:
        """Asks the program to end, then makes it; returns when it is gone and its last words are kept."""
        if not self.ended.is_set():
            self._signal(signal.SIGTERM)
            with suppress(TimeoutError):
                async with asyncio.timeout(STOP_GRACE_S):
                    await self.ended.wait()
        self.kill()
        await self.ended.wait()
        with suppress(TimeoutError):
            async with asyncio.timeout(DRAIN_S):
                await self._drained.wait()

    def _signal(self, number: signal.Signals) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self.pid, number)


async def start_child(
    command: Sequence[str], folder: Path | None, environment: Mapping[str, str], log: BinaryIO
) -> tuple[Child, asyncio.SubprocessTransport]:
    """Starts a program with nothing but stderr, which goes to `log`. Raises OSError if it cannot."""
    transport, child = await asyncio.get_running_loop().subprocess_exec(
        lambda: Child(log),
        *command,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
        cwd=folder,
        env=environment,
        process_group=0,  # Ctrl-C is not for it; Linux would not weigh a session of its own by `nice`
    )
    return child, transport
