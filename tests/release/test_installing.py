"""What `make serve` does in a fresh clone: serves while the compiler works. The programs are stand-ins; what they do is told in order."""

import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[2]
TOOL: Final = ROOT / "server" / "tools" / "installing.py"
PATIENT: Final = 100  # as an exit code: ends as it is bid to, whatever signals it gets
# Tells what it does in a pipe. A compiler ends as it is bid to, a server when it gets a signal.
PROGRAM: Final = f"""
import os, signal, sys
name, code = sys.argv[1], int(sys.argv[2])
signals = (signal.SIGINT, signal.SIGTERM)
signal.pthread_sigmask(signal.SIG_BLOCK, signals)
def tell(what):
    os.write(os.open("told", os.O_WRONLY), (name + " " + what + "\\n").encode())
tell("begins")
if name == "server" and not code:
    tell(signal.sigwait(signals).name)
if name == "compiler":
    signal.pthread_sigmask(signal.SIG_UNBLOCK, signals)
if name == "compiler" or code == {PATIENT}:
    with open("bid " + name) as bid:
        code = int(bid.read())
sys.exit(code)
"""


@contextmanager
def heard(number: signal.Signals) -> Iterator[None]:
    """What is started meanwhile hears a signal, though whoever started the tests has them ignore it, as in the background."""
    before = signal.signal(number, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(number, before)


class Make:
    """A folder in which `make` is at work: what is called there, and what is told there."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / ".venv").mkdir()
        (folder / "program.py").write_text(PROGRAM)
        for pipe in ("told", "bid compiler", "bid prepare"):
            os.mkfifo(folder / pipe)
        # Open at both ends: it does not end when a program does.
        self.told = os.fdopen(os.open(folder / "told", os.O_RDWR), encoding="ascii")
        self.running: list[subprocess.Popen[str]] = []

    def call(self, *arguments: str) -> subprocess.Popen[str]:
        """Starts the tool."""
        with heard(signal.SIGINT):
            process = subprocess.Popen(
                [sys.executable, str(TOOL), *arguments],
                cwd=self.folder,
                text=True,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        self.running.append(process)
        return process

    def serve(self, prepare: int = 0, server: int = 0) -> subprocess.Popen[str]:
        """The first start. The programs have these exit codes; a server with one ends at once."""
        codes = {"compiler": 0, "prepare": prepare, "server": server, "install": 0}
        options = (
            f"--{option}={shlex.join([sys.executable, 'program.py', name, str(codes[name])])}"
            for option, name in zip(("compile", "prepare", "serve", "install"), codes, strict=True)
        )
        return self.call("serve", *options)

    def hears(self, *lines: str) -> None:
        """The next of what is told, in any order: the compiler and the others are told beside each other."""
        told = [self.told.readline().strip() for _ in lines]
        assert sorted(told) == sorted(lines)

    def has_heard(self, line: str) -> bool:
        """Is it among what has been told and not heard? All programs have ended."""
        os.write(self.told.fileno(), b"end\n")  # behind all of it
        return line in iter(lambda: self.told.readline().strip(), "end")

    def bid(self, code: int, name: str = "compiler") -> None:
        """Has it end."""
        (self.folder / f"bid {name}").write_text(str(code))

    @property
    def is_installed(self) -> bool:
        return (self.folder / ".venv" / "installed").exists()


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Make]:
    """In a folder of its own; what is left there in the end is ended."""
    made = Make(tmp_path)
    yield made
    for process in made.running:
        process.send_signal(signal.SIGINT)  # its programs end with it
        with process:
            process.wait()
    made.told.close()


def ended(process: subprocess.Popen[str]) -> tuple[int, str]:
    """Its exit code, and what it has said."""
    assert process.stderr is not None
    said = process.stderr.read()
    return process.wait(), said


def test_a_server_runs_until_all_is_compiled_and_another_may_begin_then(make: Make) -> None:
    process = make.serve()
    make.hears("compiler begins", "prepare begins", "server begins")
    assert not make.is_installed
    make.bid(0)
    make.hears("server SIGTERM")
    make.hears("install begins")
    code, said = ended(process)
    assert (code, make.is_installed) == (0, True)
    assert "compiled: the server starts anew" in said


@pytest.mark.skipif(
    not Path("/proc/self/task").exists(),
    reason="NOT TESTED: only Linux tells whose child has ended",
)
def test_what_is_compiled_before_the_libraries_are_there_needs_no_first_server(make: Make) -> None:
    process = make.serve(prepare=PATIENT)
    make.hears("compiler begins", "prepare begins")
    make.bid(0)
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    while len(children.read_text().split()) > 1:  # until it is seen that the compiler has ended
        time.sleep(0.01)
    make.bid(0, "prepare")
    make.hears("install begins")
    assert ended(process)[0] == 0


def test_a_server_goes_on_where_nothing_can_be_compiled_and_keeps_nobody_from_installing(
    make: Make,
) -> None:
    process = make.serve()
    make.hears("compiler begins", "prepare begins", "server begins")
    make.bid(1)
    assert make.call("alone", "true").wait() == 0
    assert make.is_installed, "the compiler would be tried again at each start"
    process.send_signal(signal.SIGTERM)
    make.hears("server SIGINT")
    code, said = ended(process)
    assert code == 130
    assert "NOT COMPILED, so searches stay slow: build/compiling.log says why" in said


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_whoever_ends_it_ends_the_server_and_the_compiler(make: Make, sent: signal.Signals) -> None:
    process = make.serve()
    make.hears("compiler begins", "prepare begins", "server begins")
    process.send_signal(sent)
    make.hears("server SIGINT")
    assert ended(process)[0] == 130, "`make` would start the next server"
    assert not make.is_installed
    with pytest.raises(OSError, match="No such device"):  # no compiler is left that reads there
        os.open(make.folder / "bid compiler", os.O_WRONLY | os.O_NONBLOCK)


def test_no_server_begins_once_all_is_to_end(make: Make) -> None:
    process = make.serve(prepare=PATIENT)
    make.hears("compiler begins", "prepare begins")
    process.send_signal(signal.SIGINT)
    make.bid(0, "prepare")  # it was done in that moment
    assert ended(process)[0] == 130
    assert not make.has_heard("server begins")


def test_a_server_that_cannot_begin_ends_all(make: Make) -> None:
    process = make.serve(server=3)
    assert ended(process)[0] == 3
    assert not make.is_installed


def test_without_libraries_no_server_begins(make: Make) -> None:
    process = make.serve(prepare=2)
    assert ended(process)[0] == 2
    assert not make.has_heard("server begins")
    assert not make.is_installed


def test_who_comes_second_waits_and_finds_all_installed(make: Make) -> None:
    first = make.serve()
    make.hears("compiler begins", "prepare begins", "server begins")
    second = make.serve()
    assert second.stderr is not None
    assert "another `make` installs here" in second.stderr.readline()
    make.bid(0)
    make.hears("server SIGTERM")
    make.hears("install begins")
    assert (first.wait(), second.wait()) == (0, 0)


def test_who_waits_can_be_ended(make: Make) -> None:
    make.serve()
    make.hears("compiler begins", "prepare begins", "server begins")
    waiting = make.call("alone", "true")
    assert waiting.stderr is not None
    assert "another `make` installs here" in waiting.stderr.readline()
    waiting.send_signal(signal.SIGINT)
    assert waiting.wait() == 130
    assert "Traceback" not in waiting.stderr.read()
