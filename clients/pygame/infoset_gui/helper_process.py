"""Programs that assist a person, started from the window: `infoset assist` as a child, ended with it."""

import atexit
import shlex
import subprocess
import sys
import threading
from collections import deque
from typing import Final

from infoset.errors import CommandError
from infoset.wording import say

MAX_LINES: Final = 200
MAX_LINE: Final = 2_000
STOP_S: Final = 3.0
MAX_PROGRAMS: Final = 4
EXAMPLE: Final = "python my_assistant.py"


class HelperProcess:
    """One program. `lines` is the end of what it and its supervisor said."""

    def __init__(self, command: str, url: str, code: str) -> None:
        """Starts it. Raises CommandError where that cannot be."""
        self.command = command
        self.lines: deque[str] = deque(maxlen=MAX_LINES)
        self.said = 0  # lines, those that are forgotten included
        try:
            words = shlex.split(command)
        except ValueError as error:
            raise CommandError(f"{command}: {error}") from error
        if not words:
            raise CommandError(say("window-helper-which", example=EXAMPLE))
        if words[0] in ("python", "python3"):
            words[0] = sys.executable  # the one that has the SDK
        try:
            self._process = subprocess.Popen(
                [
                    sys.executable,
                    "-m",
                    "infoset",
                    "assist",
                    "--url",
                    url,
                    "--code",
                    code,
                    "--",
                    *words,
                ],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
            )
        except OSError as error:
            raise CommandError(f"{command}: {error.strerror}") from error
        atexit.register(self.stop)  # also where the window breaks
        self._reader = threading.Thread(target=self._read, name="helper", daemon=True)
        self._reader.start()

    def _read(self) -> None:
        stream = self._process.stdout
        assert stream is not None
        with stream:
            for line in iter(lambda: stream.readline(MAX_LINE), b""):
                self.lines.append(line.decode(errors="replace").rstrip())
                self.said += 1

    @property
    def is_running(self) -> bool:
        """Does it still run?"""
        return self._process.poll() is None

    def end(self) -> None:
        """Ends it, without waiting for that."""
        threading.Thread(target=self.stop, name="helper's end").start()

    def stop(self) -> None:
        """Ends it, and waits until it has."""
        atexit.unregister(self.stop)
        if self.is_running:
            self._process.terminate()
            try:
                self._process.wait(STOP_S)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait(STOP_S)
        self._reader.join(STOP_S)
