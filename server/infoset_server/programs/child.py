"""One run of a hosted program: its stderr kept, its whole process group ended with it. Knows no bots."""

import asyncio
import logging
import os
import signal
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, Protocol

logger = logging.getLogger(__name__)

STOP_GRACE_S: Final = 3.0
DRAIN_S: Final = 1.0  # for the last words; a pipe may be held open by somebody who left the group
STDERR: Final = 2


class Log(Protocol):
    """Where standard error goes."""

    def write(self, data: bytes, /) -> object:
        """Keeps `data`. Raises OSError."""
        ...


class Child(asyncio.SubprocessProtocol):
    """A running program. `asyncio.create_subprocess_exec` would not do: it takes a program for
    running as long as any descendant holds its stderr."""

    def __init__(self, log: Log, log_bytes_per_s: int | None = None) -> None:
        """With `log_bytes_per_s`, whoever says more than that waits: its pipe is full."""
        self.ended = asyncio.Event()
        self.pid = 0  # it leads a process group, so this is the number of that, too
        self._log = log
        self._log_bytes_per_s = log_bytes_per_s
        self.held_s = 0.0  # how long it had to wait before it could say more
        self._transport: asyncio.SubprocessTransport | None = None
        self._is_stopping = False
        self._drained = asyncio.Event()

    @property
    def exit_code(self) -> int | None:
        """How the program ended: its code, minus the signal that ended it; None while it runs."""
        return None if self._transport is None else self._transport.get_returncode()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.SubprocessTransport)
        self._transport = transport
        self.pid = transport.get_pid()

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        try:
            self._log.write(data)
        except OSError as error:
            logger.warning("what a bot says cannot be kept: %s", error)
        if self._log_bytes_per_s is not None and not self._is_stopping:
            self._pause_for(len(data) / self._log_bytes_per_s)

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        self._drained.set()

    def process_exited(self) -> None:
        self.ended.set()

    def kill(self) -> None:
        """Ends the program and what it has started, at once."""
        self._signal(signal.SIGKILL)

    async def stop(self, grace_s: float | None = None) -> None:
        """Asks the program to end, then makes it; returns when it is gone and its last words are kept."""
        try:
            await self._stop(STOP_GRACE_S if grace_s is None else grace_s)
        finally:
            self.kill()
            if self._transport is not None:
                self._transport.close()

    async def _stop(self, grace_s: float) -> None:
        if not self.ended.is_set():
            self._signal(signal.SIGTERM)
            with suppress(TimeoutError):
                async with asyncio.timeout(grace_s):
                    await self.ended.wait()
        self.kill()
        await self.ended.wait()
        self._is_stopping = True
        self._listen()
        with suppress(TimeoutError):
            async with asyncio.timeout(DRAIN_S):
                await self._drained.wait()

    def _pause_for(self, seconds: float) -> None:
        """Hears nothing for so long; the program can write no more than the pipe holds meanwhile."""
        pipe = None if self._transport is None else self._transport.get_pipe_transport(STDERR)
        if isinstance(pipe, asyncio.ReadTransport) and not pipe.is_closing():
            pipe.pause_reading()
            self.held_s += seconds
            asyncio.get_running_loop().call_later(seconds, self._listen)

    def _listen(self) -> None:
        pipe = None if self._transport is None else self._transport.get_pipe_transport(STDERR)
        if isinstance(pipe, asyncio.ReadTransport) and not pipe.is_closing():
            pipe.resume_reading()

    def _signal(self, number: signal.Signals) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self.pid, number)


async def start_child(
    command: Sequence[str],
    folder: Path | None,
    environment: Mapping[str, str],
    log: Log,
    *,
    log_bytes_per_s: int | None = None,
    pass_fds: Sequence[int] = (),
) -> Child:
    """Starts a program with nothing but stderr, which goes to `log`. Raises OSError if it cannot."""
    _, child = await asyncio.get_running_loop().subprocess_exec(
        lambda: Child(log, log_bytes_per_s),
        *command,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
        cwd=folder,
        env=environment,
        pass_fds=pass_fds,
        process_group=0,  # Ctrl-C is not for it; Linux would not weigh a session of its own by `nice`
    )
    return child
