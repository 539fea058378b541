"""Servers for tests in processes of their own, forked off one that has loaded our modules already. No tests here.

Most of what a start costs is loading modules. A forked server has a process, a session, signals and a log of its own like
any other, and runs what `python -m` would run, from its first line. Where a start by itself is what is asked, or an
environment that a process reads as it begins, `python -m` is started after all.
"""

import asyncio
import gc
import multiprocessing
import os
import runpy
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping, Sequence
from multiprocessing.connection import Connection
from multiprocessing.connection import wait as wait_for
from pathlib import Path
from typing import Final

LOADED: Final = (
    "alembic.command",  # what a server loads once it has read its settings, too
    "alembic.context",
    "infoset.cli",
    "infoset_games.catan.game",
    "infoset_games.colonizers.game",
    "infoset_games.crossfire.game",
    "infoset_server.bus.nats",
    "infoset_server.commands.serve",
    "infoset_server.storage.postgresql",
    "infoset_server.storage.sqlite_engine",
    "tests.loaded",
)
CONTEXT: Final = multiprocessing.get_context("forkserver")
CONTEXT.set_forkserver_preload(list(LOADED))
# What a process reads as it begins, and modules as they are loaded; every other variable is handed on.
READ_AT_START: Final = (
    "DONT_FAKE",
    "FAKETIME",
    "INFOSET_",
    "LANG",
    "LC_",
    "LD_",
    "MALLOC_",
    "OMP_",
    "OPENBLAS_",
    "PYTHON",
    "TZ",
)

# Who starts a process looks whether others have ended, and the library can read an end but once.
_asking: Final = threading.Lock()


def _environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name.startswith(READ_AT_START)}


LOADED_IN: Final = _environment()  # of the process that forks: it starts where this is so still


def may_fork(command: Sequence[str]) -> bool:
    """Would a forked process be the same as this command? It may run a module of this Python, in this environment."""
    return list(command[:2]) == [sys.executable, "-m"] and _environment() == LOADED_IN


class Forked:
    """As subprocess.Popen with `start_new_session`; what it says is read from `stdout`, what it logs is added to a file.

    Its standard input ends with this process, however that does, or when `stdin` is closed.
    """

    def __init__(self, command: Sequence[str], log: Path) -> None:
        """Starts it; `may_fork` says that it may."""
        reader, writer = CONTEXT.Pipe(duplex=False)
        is_deaf = signal.getsignal(signal.SIGHUP) == signal.SIG_IGN
        theirs, ours = CONTEXT.Pipe(duplex=False)
        arguments = (command[2:], theirs, writer, log, dict(os.environ), is_deaf)
        self._process = CONTEXT.Process(target=_run, args=arguments, daemon=True)
        with _asking:
            self._process.start()
        theirs.close()
        writer.close()
        self.stdin = os.fdopen(os.dup(ours.fileno()), "w", encoding="utf-8")
        ours.close()
        self.stdout = os.fdopen(os.dup(reader.fileno()), encoding="utf-8")
        reader.close()
        assert self._process.pid is not None
        self.pid: int = self._process.pid

    @property
    def returncode(self) -> int | None:
        """What it has ended with, negative for a signal; None while it runs."""
        with _asking:
            return self._process.exitcode

    def poll(self) -> int | None:
        """The same."""
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """What it ends with; nothing can be read from it then. Raises subprocess.TimeoutExpired."""
        wait_for([self._process.sentinel], timeout)
        if (code := self.returncode) is None:
            assert timeout is not None
            raise subprocess.TimeoutExpired(f"process {self.pid}", timeout)
        self.stdin.close()
        self.stdout.close()
        return code

    async def ended(self) -> int:
        """As `wait`, while other tasks go on."""
        loop, event = asyncio.get_running_loop(), asyncio.Event()
        sentinel = os.dup(self._process.sentinel)  # one for each who waits
        loop.add_reader(sentinel, event.set)
        try:
            await event.wait()
        finally:
            loop.remove_reader(sentinel)
            os.close(sentinel)
        return self.wait()

    def send_signal(self, number: int) -> None:
        """Nothing happens where it has ended."""
        if self.returncode is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """Ends it at once."""
        self.send_signal(signal.SIGKILL)


def run(command: Sequence[str]) -> subprocess.CompletedProcess[str]:
    """As subprocess.run with `capture_output` and `text`."""
    if not may_fork(command):
        return subprocess.run(command, capture_output=True, text=True, check=False)
    with tempfile.NamedTemporaryFile("r", encoding="utf-8") as log:
        process = Forked(command, Path(log.name))
        process.stdin.close()
        said = process.stdout.read()
        return subprocess.CompletedProcess(command, process.wait(), said, log.read())


def _run(
    words: Sequence[str],
    stdin: Connection,
    stdout: Connection,
    log: Path,
    environment: Mapping[str, str],
    is_deaf: bool,
) -> None:
    """In the new process: what `python -m` does with these words; one that `is_deaf` ignores hangups."""
    gc.freeze()  # what all servers share, none of them looks through
    os.setsid()
    signal.signal(signal.SIGHUP, signal.SIG_IGN if is_deaf else signal.SIG_DFL)
    sys.stdin.close()  # the library has put another in its place
    os.dup2(stdin.fileno(), 0)
    stdin.close()
    sys.stdin = os.fdopen(0, encoding="utf-8")
    os.dup2(stdout.fileno(), 1)
    stdout.close()
    with log.open("ab") as stderr:
        os.dup2(stderr.fileno(), 2)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = list(words)
    runpy.run_module(words[0], run_name="__main__", alter_sys=True)
