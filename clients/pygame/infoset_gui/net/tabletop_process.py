"""The books of a real board: `infoset tabletop` as a child, told in lines as they would be typed. Ended with the window."""

import atexit
import json
import os
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Sequence
from queue import Empty, SimpleQueue
from typing import Any, Final

from infoset.errors import CommandError
from infoset.wording import LANGUAGE_VARIABLE, say, spoken

MAX_LINE: Final = 1 << 20
MAX_WORDS: Final = 20  # lines of what it complained of last
STOP_S: Final = 3.0


class TabletopProcess:
    """One table. What it says waits until `said` is asked for."""

    def __init__(self, options: Sequence[str]) -> None:
        """Starts it with the options of the command. Raises CommandError where that cannot be."""
        command = [sys.executable, "-m", "infoset", "tabletop", "--json", *options]
        pipe = subprocess.PIPE
        try:
            env = os.environ | {LANGUAGE_VARIABLE: spoken()}  # it speaks as the window does
            self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, env=env)
        except OSError as error:
            raise CommandError(say("window-board-cannot", why=str(error.strerror))) from error
        atexit.register(self.stop)  # also where the window breaks
        self._said: SimpleQueue[dict[str, Any] | None] = SimpleQueue()
        self._complaints: deque[str] = deque(maxlen=MAX_WORDS)
        self._readers = [
            threading.Thread(target=work, name="table", daemon=True)
            for work in (self._read, self._read_complaints)
        ]
        for reader in self._readers:
            reader.start()

    def _read(self) -> None:
        stream = self._process.stdout
        assert stream is not None
        for line in iter(lambda: stream.readline(MAX_LINE), b""):
            self._said.put(json.loads(line))
        self._said.put(None)

    def _read_complaints(self) -> None:
        stream = self._process.stderr
        assert stream is not None
        for line in iter(lambda: stream.readline(MAX_LINE), b""):
            self._complaints.append(line.decode(errors="replace").strip())

    def said(self) -> list[dict[str, Any] | None]:
        """What it has said since this was asked last; None: it has ended."""
        found: list[dict[str, Any] | None] = []
        while True:
            try:
                found.append(self._said.get_nowait())
            except Empty:
                return found

    def complaint(self) -> str:
        """Why it has ended, as far as it has said so."""
        self._readers[1].join(STOP_S)
        return self._complaints[-1] if self._complaints else ""

    def say(self, line: str) -> None:
        """A line, as it would be typed. Where it has ended, `said` tells."""
        stream = self._process.stdin
        assert stream is not None
        try:
            stream.write(f"{line}\n".encode())
            stream.flush()
        except OSError:
            return

    def stop(self) -> None:
        """Ends it, and waits until it has. Nothing is lost: every entry is on the disk."""
        atexit.unregister(self.stop)
        if self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(STOP_S)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait(STOP_S)
        for reader in self._readers:
            reader.join(STOP_S)
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            if pipe is not None:
                pipe.close()
