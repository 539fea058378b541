"""One process of a bot that the server runs, over all its restarts: what it plays, how it is, and what it says.

A run is a child of the server whose whole process group ends with it; its standard error is kept in two files at most.
"""

import asyncio
import logging
import os
import signal
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO, Final, Protocol

from infoset_server.accounts.clients import Client
from infoset_server.common.ids import MatchId
from infoset_server.common.task_set import outcome_of
from infoset_server.programs.manifest import BotEntry

logger = logging.getLogger(__name__)

STOP_GRACE_S: Final = 3.0
LOG_END: Final = 2_000  # characters of a log that an owner is shown
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
    """Starts a program with nothing but stderr, which goes to `log`. Raises OSError if it cannot.

    Where whoever starts it is cancelled, nothing of it is left. asyncio would end the program alone, and wait for ever
    for what that has started.
    """
    loop = asyncio.get_running_loop()
    starting = loop.create_task(
        loop.subprocess_exec(
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
    )
    try:
        _, child = await outcome_of(starting)
    except asyncio.CancelledError:
        with suppress(OSError):  # it could not be started
            _, child = await starting
            child.kill()
            await child.stop(0.0)
        raise
    return child


MAX_LOG_BYTES: Final = 512 * 1024  # of each of the two files


class BotLog:
    """A log that never grows: the file, and behind it (`.1`) the one before. Opened when first written to."""

    def __init__(self, path: Path, max_bytes: int = MAX_LOG_BYTES) -> None:
        self.path = path
        self._max_bytes = max_bytes
        self._file: BinaryIO | None = None
        self._size = 0
        self._is_line_open = False  # did it end in the middle of a line?

    def write(self, data: bytes) -> None:
        """Keeps `data`, of what is longer than a whole file the end. Raises OSError."""
        data = data[-self._max_bytes :]
        file = self._open()
        if self._size + len(data) > self._max_bytes:
            file = self._turn_over()
        file.write(data)
        file.flush()
        self._size += len(data)
        self._is_line_open = not data.endswith(b"\n")

    def note(self, text: str) -> None:
        """Keeps a line of our own, marked as such. Never raises: a full disk must not end a match."""
        before = "\n" if self._is_line_open else ""
        with suppress(OSError):
            self.write(f"{before}[infoset] {text}\n".encode())

    def close(self) -> None:
        """Closes the file; the next `write` opens it again."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def read(self) -> str:
        """All that is kept, oldest first."""
        parts = []
        for path in (self._older, self.path):
            with suppress(FileNotFoundError):
                parts.append(path.read_bytes())
        return b"".join(parts).decode("utf-8", errors="replace")

    def end(self, most: int) -> str:
        """The last `most` bytes of it, without a line that is cut."""
        try:
            with self.path.open("rb") as file:
                size = file.seek(0, os.SEEK_END)
                file.seek(max(0, size - most))
                kept = file.read()
        except OSError:
            return ""
        whole = kept if len(kept) == size else kept.partition(b"\n")[2] or kept
        return whole.decode("utf-8", errors="replace")

    @property
    def _older(self) -> Path:
        return self.path.with_name(f"{self.path.name}.1")

    def _open(self) -> BinaryIO:
        if self._file is None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._file = self.path.open("ab")
            self._size = self._file.tell()
        return self._file

    def _turn_over(self) -> BinaryIO:
        self.close()
        self.path.replace(self._older)
        return self._open()


class Running(Protocol):
    """A program that runs."""

    @property
    def pid(self) -> int:
        """Of the process that leads its group."""
        ...

    @property
    def ended(self) -> asyncio.Event:
        """Set when it is gone."""
        ...

    def kill(self) -> None:
        """Ends it and what it has started, at once."""
        ...

    async def stop(self) -> None:
        """Ends it; returns when it is gone and its last words are kept."""
        ...


@dataclass(eq=False)
class BotProcess:
    """One process of a bot, over all its restarts. `client` is its live connection, `number` that of its log.

    `is_suspect` once it has lost a seat, until it is started anew. `is_leaving`: it ends with its last match, and
    gets others until then only where its bot may play them after all. `is_sent_away`: the server has closed its
    connection, and it is to come again.
    """

    entry: BotEntry
    log: BotLog
    number: int = 0
    client: Client | None = None
    matches: set[MatchId] = field(default_factory=set)
    task: asyncio.Task[None] | None = None
    child: Running | None = None
    is_suspect: bool = False
    is_leaving: bool = False
    is_sent_away: bool = False
    idle_since_s: float = 0.0
    token: str = ""
    deaths: int = 0

    @property
    def is_ending(self) -> bool:
        """Is it of no use any more? One that still plays has not given its place up."""
        return self.is_leaving and not self.matches

    @property
    def log_path(self) -> Path:
        """Where its stderr is kept."""
        return self.log.path


def end_of_logs(processes: Iterable[BotProcess], title: str, match_id: str, most: int) -> str:
    """The end of what a bot's programs wrote, of `most` bytes: of those in the match, where that is known."""
    mine = [one for one in processes if one.entry.title == title]
    there = [one for one in mine if match_id in one.matches or one.is_suspect] or mine
    logs = {one.log.path: one.log for one in there}.values()
    return "\n".join(filter(None, (log.end(most // len(logs)) for log in logs)))
