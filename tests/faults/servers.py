"""A server in a child process, for tests that look at it from outside: port, log, memory. No clients."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tests.forked import Forked, may_fork

from infoset_server.uploads.programs import LIMITS_TOLD

STOP_S: Final = 60.0
ACTS: Final = "infoset_act_seconds_count "
POLL_S: Final = 0.02

# What a test that sends without pause needs: nothing is over a rate, everything else as usual.
UNHURRIED: Final = {
    "rates.msgs_per_s": 1_000_000,
    "rates.chats_per_s": 1_000_000,
    "rates.rooms_per_min": 1_000_000,
    "rates.queries_per_s": 1_000_000,
    "rates.in_bytes_per_s": 1 << 30,
}

# What a test needs that counts answers in order and looks who is there: an act is answered at once,
# and who is gone is gone. What is kept, and for whom, is tested by tests of its own.
FORGETFUL: Final = {"store.enabled": False, "times.resume_ttl_ms": 0}


@dataclass
class Child:
    """A running `infoset serve`. `problems` are the entries of its log at warning or above."""

    process: subprocess.Popen[str] | Forked
    port: int
    log: Path
    acts_seen: int = -1

    @property
    def is_running(self) -> bool:
        """Whether the process lives."""
        return self.process.poll() is None

    def entries(self) -> list[dict[str, Any]]:
        """The log so far, one object per entry."""
        whole = self.log.read_text(encoding="utf-8").rpartition("\n")[0]
        return [json.loads(line) for line in whole.splitlines()]

    def problems(self, *levels: str) -> list[dict[str, Any]]:
        """Log entries of these levels; `warning`, `error` and `critical` where none are named.

        How well the machine can limit uploaded bots is told loudly, too, and is no fault of the server.
        """
        wanted = levels or ("warning", "error", "critical")
        return [
            entry
            for entry in self.entries()
            if entry["level"] in wanted and not entry["message"].startswith(LIMITS_TOLD)
        ]

    def memory_mb(self) -> float:
        """Memory the server process holds now, its bots not included."""
        return memory_mb(self.process.pid)

    def stalled_s(self) -> float:
        """How long it and this process have waited for a processor so far, together."""
        return stalled_s(self.process.pid) + stalled_s("self") + stolen_s()

    def open_files(self) -> Counter[str]:
        """What the descriptors of the server process lead to: each connection is one `socket`.

        Logs of its bots do not count: each is opened when the bot has something to say.
        """
        kinds: Counter[str] = Counter()
        for descriptor in Path(f"/proc/{self.process.pid}/fd").iterdir():
            with contextlib.suppress(FileNotFoundError):  # closed meanwhile
                to = descriptor.readlink()
                kinds[str(to).partition(":[")[0]] += to.suffix != ".log"
        return kinds

    @contextlib.contextmanager
    def bots_held(self) -> Iterator[None]:
        """The programs it has started do nothing meanwhile."""
        path = f"/proc/{self.process.pid}/task/{self.process.pid}/children"
        programs = [int(pid) for pid in Path(path).read_text(encoding="ascii").split()]
        assert programs, "it has started none"
        for pid in programs:
            os.kill(pid, signal.SIGSTOP)
        try:
            yield
        finally:
            for pid in programs:
                os.kill(pid, signal.SIGCONT)

    def goes_on(self) -> bool:
        """Has it accepted an action since this was asked last? True the first time."""
        with urllib.request.urlopen(
            f"http://127.0.0.1:{self.port}/metrics", timeout=STOP_S
        ) as page:
            lines = page.read().decode().splitlines()
        (count,) = (line.split()[1] for line in lines if line.startswith(ACTS))
        before, self.acts_seen = self.acts_seen, int(float(count))
        return self.acts_seen > before

    def stop(self) -> int:
        """Ends the server the polite way; returns its exit status."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(STOP_S)


def memory_mb(pid: int) -> float:
    """Resident memory of a process (Linux)."""
    for line in Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    raise AssertionError(f"process {pid} tells no VmRSS")


def stalled_s(process: int | str) -> float:
    """How long the main thread of a process could have run and had to wait; 0 where no kernel tells."""
    try:
        told = Path(f"/proc/{process}/schedstat").read_text(encoding="ascii")
    except FileNotFoundError:
        return 0.0
    return int(told.split()[1]) / 1e9


def stolen_s() -> float:
    """How long all processors together worked for other machines on the same hardware; 0 where no kernel tells."""
    try:
        told = Path("/proc/stat").read_text(encoding="ascii")
    except FileNotFoundError:
        return 0.0
    return int(told.split(maxsplit=9)[8]) / os.sysconf("SC_CLK_TCK")


@contextlib.contextmanager
def running_server(folder: Path, settings: Mapping[str, object]) -> Iterator[Child]:
    """A server with its data in `folder`; `settings` are named as in its configuration.

    Its log does not complain of a slow machine: how fast this one is, is no question of a test.
    """
    folder.mkdir(parents=True, exist_ok=True)
    log = folder / "server.log"
    command = [sys.executable, "-m", "infoset", "serve", "--port", "0", "--data", str(folder)]
    command += ["--attended", "--log", "json", "--set", "times.shutdown_grace_s=0"]
    command += ["--set", "status.slow_ms=600000"]
    for name, value in settings.items():
        command += ["--set", f"{name}={value}"]
    process = begin(command, log)
    try:
        yield Child(process, _port(process, log), log)
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(STOP_S)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.close()
        process.stdout.close()


def begin(command: list[str], log: Path) -> subprocess.Popen[str] | Forked:
    """Starts a process with a new log, forked where that is the same. Its standard input ends with this one."""
    with log.open("w", encoding="utf-8") as stderr:
        if may_fork(command):
            return Forked(command, log)
        return subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=stderr,
            text=True,
            start_new_session=True,
        )


def _port(process: subprocess.Popen[str] | Forked, log: Path) -> int:
    """The port from the line that says the server is ready."""
    assert process.stdout is not None
    line = process.stdout.readline()
    assert line.startswith("listening on "), log.read_text(encoding="utf-8")
    return int(line.rpartition(":")[2])


def eventually(is_so: Callable[[], bool], what: str, within_s: float = 60.0) -> None:
    """Looks again and again until it is so; fails with `what` if that takes too long."""
    deadline = time.monotonic() + within_s
    while not is_so():
        assert time.monotonic() < deadline, f"not within {within_s:g} s: {what}"
        time.sleep(POLL_S)
