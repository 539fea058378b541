"""A server of one's own on this computer, for who has none: `infoset serve` as a child, stopped with the window.

It ends with the window in any case: what it reads ends then, even where the window is killed. A second one could not use
the same folder.
"""

import asyncio
import atexit
import contextlib
import subprocess
import sys
from pathlib import Path
from typing import Final

import platformdirs

from infoset.errors import CommandError
from infoset.wording import say

START_S: Final = 90.0  # on a computer that is busy
STOP_S: Final = 5.0
READY: Final = "listening on "
MAX_LINE: Final = 4_096


class LocalServer:
    """At most one."""

    def __init__(self, data: Path | None = None) -> None:
        """`data` is where it keeps its matches, None: the usual place of this person."""
        self._data = data or Path(platformdirs.user_data_dir("infoset")) / "play"
        self._process: subprocess.Popen[bytes] | None = None
        self._starting = asyncio.Lock()
        self.url = ""

    @property
    def is_running(self) -> bool:
        """Is there one?"""
        return self._process is not None and self._process.poll() is None

    async def start(self) -> str:
        """Starts it, if it does not run; returns its address. Raises CommandError where that fails."""
        async with self._starting:
            if self.is_running and self.url:
                return self.url
            try:
                async with asyncio.timeout(START_S):
                    self.url = await asyncio.to_thread(self._open)
            except TimeoutError:
                self.stop()
                raise CommandError(say("window-connect-slow", seconds=round(START_S))) from None
            return self.url

    def _open(self) -> str:
        """Starts it and waits for the address that it prints when it is ready. Raises CommandError."""
        try:
            self._data.mkdir(parents=True, exist_ok=True)
            process = subprocess.Popen(
                command_line(self._data), stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
        except OSError as error:
            raise CommandError(say("window-connect-cannot", why=str(error.strerror))) from error
        self._process = process
        atexit.register(self.stop)  # also where the window breaks
        lines = process.stdout
        assert lines is not None
        for line in iter(lambda: lines.readline(MAX_LINE), b""):
            text = line.decode(errors="replace").strip()
            if text.startswith(READY):
                return f"infoset://{text.removeprefix(READY)}"
        raise CommandError(say("window-connect-at-once", command="infoset serve"))

    def stop(self) -> None:
        """Ends it, if it runs."""
        atexit.unregister(self.stop)
        process, self._process = self._process, None
        self.url = ""
        if process is None:
            return
        process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(STOP_S)
        if process.poll() is None:
            process.kill()
            process.wait(STOP_S)
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                pipe.close()


def command_line(data: Path) -> list[str]:
    """A server that only this computer reaches, on any free port. Matches that run go on at its next start."""
    return [
        sys.executable,
        "-m",
        "infoset",
        "serve",
        "--attended",
        "--host",
        "127.0.0.1",
        "--port",
        "0",
        "--data",
        str(data),
        "--set",
        "beacon_port=0",
        "--set",
        "times.shutdown_grace_s=0",
    ]
