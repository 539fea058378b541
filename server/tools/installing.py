"""For `make`: installs here one at a time, and has a server run while the compiler works. Needs nothing that is installed.

    python server/tools/installing.py alone COMMAND ...
    python server/tools/installing.py serve --compile COMMAND --prepare COMMAND --serve COMMAND --install COMMAND

`alone` runs a command while no other `make` installs.

`serve` is the first start in a fresh clone: what is downloaded is there within half a minute, the compiler takes some
minutes. It runs `--compile` in the background, meanwhile `--prepare`, which installs all that needs no compiler, and then
`--serve`. When all is compiled it stops that server, runs `--install`, and ends with 0: the next server begins with what
was compiled, and goes on with the matches. A server that cannot be compiled goes on as it is. What the user has ended ends
both, and gives 130.
"""

import argparse
import asyncio
import os
import shlex
import signal
import subprocess
import sys
from asyncio.subprocess import Process
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from fcntl import LOCK_EX, LOCK_NB, flock
from pathlib import Path
from typing import BinaryIO, Final

LOCK: Final = Path(".venv/installing")
INSTALLED: Final = Path(".venv/installed")  # as the Makefile has it
LOG: Final = Path("build/compiling.log")
INTERRUPTED: Final = 130
SIGNALS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@contextmanager
def alone() -> Iterator[None]:
    """Nobody else installs here meanwhile; waits for whoever does."""
    with LOCK.open("a") as file:
        try:
            flock(file, LOCK_EX | LOCK_NB)
        except BlockingIOError:
            say("another `make` installs here: waiting until it has")
            flock(file, LOCK_EX)
        yield


class Start:
    """The first start, whose commands these are."""

    def __init__(self, compiling: str, prepare: str, serve: str, install: str) -> None:
        self._compiling = shlex.split(compiling)
        self._prepare = shlex.split(prepare)
        self._serve = shlex.split(serve)
        self._install = shlex.split(install)
        self._running: Process | None = None  # but for the compiler: one after the other
        self._is_interrupted = False

    async def run(self, log: BinaryIO, unlock: Callable[[], None]) -> int:
        """The exit code. What the compiler says goes to `log`; `unlock` is called when nothing more is to be installed."""
        loop = asyncio.get_running_loop()
        for number in SIGNALS:
            loop.add_signal_handler(number, self._interrupt)
        compiler = await start(["nice", *self._compiling], log)
        try:
            code = await self._do(self._prepare)
            if not code and compiler.returncode != 0:
                code = await self._serve_beside(compiler, unlock)
        finally:
            send(compiler, signal.SIGTERM)
            await compiler.wait()
        if not code:
            code = await self._do(self._install)
        if not code:
            INSTALLED.touch()
        return INTERRUPTED if self._is_interrupted else code

    async def _serve_beside(self, compiler: Process, unlock: Callable[[], None]) -> int:
        """0 where all is compiled, and the server has made way."""
        if compiler.returncode is None:
            say(
                f"the compiler goes on beside the server, its log is {LOG}. Until it is done, which takes some minutes, "
                "rules and searches are slow"
            )
        server = await self._begin(self._serve)
        compiled, served = (asyncio.ensure_future(one.wait()) for one in (compiler, server))
        await asyncio.wait((compiled, served), return_when=asyncio.FIRST_COMPLETED)
        if served.done():
            return served.result() or INTERRUPTED  # `make` is not to start another one
        if compiled.result():
            say(f"NOT COMPILED, so searches stay slow: {LOG} says why")
            INSTALLED.touch()
            unlock()
            return await served or INTERRUPTED
        say("compiled: the server starts anew, and matches go on")
        with suppress(ProcessLookupError):
            server.terminate()  # it ends its programs itself
        await served
        return 0

    async def _do(self, command: Sequence[str]) -> int:
        """Runs a command, unless all is to end; its exit code."""
        if self._is_interrupted:
            return INTERRUPTED
        code = await (await self._begin(command)).wait()
        self._running = None
        return INTERRUPTED if self._is_interrupted else code

    async def _begin(self, command: Sequence[str]) -> Process:
        """Starts what `_running` is from then on."""
        self._running = process = await start(command)
        if self._is_interrupted:  # while it was started
            send(process, signal.SIGINT)
        return process

    def _interrupt(self) -> None:
        """Ends what runs. A second Ctrl-C is handed on, too: a server hurries then."""
        self._is_interrupted = True
        if self._running is not None:
            send(self._running, signal.SIGINT)


async def start(command: Sequence[str], log: BinaryIO | None = None) -> Process:
    """Starts a command in a process group of its own: Ctrl-C reaches it through us, once."""
    return await asyncio.create_subprocess_exec(
        *command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, process_group=0
    )


def send(process: Process, number: signal.Signals) -> None:
    """To its whole group, as a terminal would; nothing where it has ended."""
    if process.returncode is None:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, number)


def say(text: str) -> None:
    """To whoever has called `make`."""
    sys.stderr.write(f"infoset: {text}\n")
    sys.stderr.flush()


def main() -> int:
    """The exit code of what was run."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    verbs = parser.add_subparsers(dest="verb", required=True)
    verbs.add_parser("alone").add_argument("command", nargs=argparse.REMAINDER)
    beside = verbs.add_parser("serve")
    for name in ("compile", "prepare", "serve", "install"):
        beside.add_argument(f"--{name}", required=True)
    args = parser.parse_args()
    with ExitStack() as held:
        held.enter_context(alone())
        if args.verb == "alone":
            return subprocess.run(args.command, check=False).returncode
        if INSTALLED.exists():  # by whom we have waited for
            return 0
        LOG.parent.mkdir(exist_ok=True)
        first = Start(args.compile, args.prepare, args.serve, args.install)
        with LOG.open("wb") as log:
            return asyncio.run(first.run(log, held.close))


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
