"""Programs in sandboxes: started, waited for, ended; and nothing of them outlives whoever started them."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path

import pytest

from infoset_server.config.programs import HostedSettings, RunLimits
from infoset_server.programs.bot_process import BotLog
from infoset_server.programs.manifest import Resources
from infoset_server.programs.sandbox.backends import Bubblewrap
from infoset_server.programs.sandbox.limits import run_limits
from infoset_server.programs.sandbox.probe import open_sandboxes
from infoset_server.programs.sandbox.process import SandboxOrder, exit_words
from infoset_server.programs.sandbox.sandbox import Sandboxes, Started
from infoset_server.programs.upload_source import NoIsolationError, SandboxError

WALLS = ("bubblewrap", "unshare")
FIRST_UID = 1_000_000 + os.getpid() * 100  # servers beside this one have others
LIMITS = run_limits(RunLimits(), Resources())

# A server that starts a program and is killed before it can end it.
DOOMED = """
import asyncio, sys
from pathlib import Path
sys.path[:0] = {path!r}
from tests.server.programs.sandbox.test_sandbox import hold
asyncio.run(hold({backend!r}, Path({folder!r}), {marker!r}))
"""


async def open_backend(backend: str, folder: Path) -> Sandboxes:
    try:
        settings = {"isolation": backend, "first_uid": FIRST_UID}
        return (await open_sandboxes(HostedSettings.model_validate(settings), folder)).sandboxes
    except NoIsolationError as problem:
        pytest.skip(f"NOT TESTED IN A SANDBOX: {problem}")


@pytest.fixture
async def sandboxes(tmp_path: Path) -> AsyncIterator[Sandboxes]:
    made = await open_backend("auto", tmp_path / "cages")
    yield made
    await made.close()


def order(folder: Path, *argv: str, is_build: bool = False) -> SandboxOrder:
    bot = folder / "bot"
    bot.mkdir(exist_ok=True)
    return SandboxOrder(argv, bot, LIMITS, {"WHO": "ferris"}, is_build=is_build)


async def run_to_its_end(
    sandboxes: Sandboxes, folder: Path, script: str, *, is_build: bool = False
) -> tuple[Started, list[str]]:
    """A shell's script in a sandbox, and what is in its log then."""
    log = BotLog(folder / "log")
    asked = order(folder, "sh", "-c", script, is_build=is_build)
    started = await sandboxes.start(asked, log, has_door=False)
    await started.sandboxed.ended.wait()
    await started.sandboxed.stop()
    log.close()
    return started, log.read().splitlines()


async def hold(backend: str, folder: Path, marker: str) -> None:
    """Starts a program and waits to be killed."""
    sandboxes = await open_backend(backend, folder)
    script = f"(setsid sleep {marker} &); echo here; exec sleep {marker}"
    await sandboxes.start(order(folder, "sh", "-c", script), BotLog(folder / "log"), has_door=False)
    while "here" not in BotLog(folder / "log").read():  # noqa: ASYNC110 (the log tells nobody)
        await asyncio.sleep(0.01)
    sys.stdout.write("held\n")
    sys.stdout.flush()
    await asyncio.sleep(3_600)


def running(marker: str) -> list[str]:
    """The processes with this word on their command line."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            if marker.encode() in path.read_bytes().split(b"\0"):
                found.append(path.parent.name)
    return found


@pytest.mark.parametrize("backend", WALLS)
async def test_no_program_outlives_a_server_that_is_killed(tmp_path: Path, backend: str) -> None:
    await (await open_backend(backend, tmp_path / "try")).close()
    marker = f"3600.{os.getpid()}{WALLS.index(backend)}"
    path = [str(Path(__file__).parents[4])]
    code = DOOMED.format(path=path, backend=backend, folder=str(tmp_path), marker=marker)
    server = await asyncio.create_subprocess_exec(sys.executable, "-c", code, stdout=-1)
    assert server.stdout is not None
    try:
        assert await server.stdout.readline() == b"held\n"
        async with asyncio.timeout(60):
            while not running(marker):  # noqa: ASYNC110 (no event tells it)
                await asyncio.sleep(0.01)
    finally:
        server.kill()
        await server.wait()
    async with asyncio.timeout(60):
        while running(marker):  # noqa: ASYNC110 (no event tells it)
            await asyncio.sleep(0.01)


async def test_a_program_finds_what_it_was_given(sandboxes: Sandboxes, tmp_path: Path) -> None:
    script = "echo $WHO $HOME $PWD; id -un; hostname; cat /etc/passwd | wc -l; exit 5"
    started, lines = await run_to_its_end(sandboxes, tmp_path, script)
    assert started.door is None
    assert started.sandboxed.ending == "ended with exit code 5"
    assert lines[:3] == ["ferris /tmp /bot", "bot", "cage"]
    assert lines[-1] == "[infoset] the program ended with exit code 5"


@pytest.mark.parametrize("is_build", [True, False])
async def test_a_virtual_machine_that_builds_does_not_optimise_itself(
    sandboxes: Sandboxes, tmp_path: Path, is_build: bool
) -> None:
    """A bot that plays does."""
    script = "echo $JAVA_TOOL_OPTIONS"
    _, (told, *_) = await run_to_its_end(sandboxes, tmp_path, script, is_build=is_build)
    assert "-XX:+UseSerialGC" in told.split()
    assert ("-XX:TieredStopAtLevel=1" in told.split()) == is_build


async def test_what_the_kernel_refused_is_explained_where_the_program_says_so(
    sandboxes: Sandboxes, tmp_path: Path
) -> None:
    _, (said, explained, *_) = await run_to_its_end(
        sandboxes, tmp_path, "echo mine > /usr/mine; true"
    )
    assert said.endswith("Read-only file system")
    assert explained.startswith('[infoset] "Read-only file system" means here: ')


async def test_a_program_that_is_not_there_is_told_to_its_owner(
    sandboxes: Sandboxes, tmp_path: Path
) -> None:
    log = BotLog(tmp_path / "log")
    started = await sandboxes.start(order(tmp_path, "no-such-program"), log, has_door=False)
    await started.sandboxed.ended.wait()
    await started.sandboxed.stop()
    log.close()
    assert "cannot run no-such-program: No such file or directory" in log.read()


async def test_a_program_waits_for_a_place(tmp_path: Path) -> None:
    await (await open_backend("bubblewrap", tmp_path / "try")).close()
    sandboxes = Sandboxes(Bubblewrap(), tmp_path, FIRST_UID, max_running=1)
    log = BotLog(tmp_path / "log")
    first = await sandboxes.start(order(tmp_path, "sleep", "3600"), log, has_door=False)
    second = asyncio.create_task(sandboxes.start(order(tmp_path, "true"), log, has_door=False))
    done, _ = await asyncio.wait({second}, timeout=0.2)
    assert not done
    await first.sandboxed.stop()
    await (await second).sandboxed.stop()
    await sandboxes.close()
    log.close()


async def test_walls_that_fall_are_an_error_and_the_place_is_free_again(tmp_path: Path) -> None:
    class Fallen(Bubblewrap):
        def command(self, view: object, program: object, folder: object) -> list[str]:
            return ["/bin/sh", "-c", "exit 3"]

    class Missing(Bubblewrap):
        def command(self, view: object, program: object, folder: object) -> list[str]:
            return ["/no/such/walls"]

    log = BotLog(tmp_path / "log")
    for backend, says in ((Fallen(), "could not be set up"), (Missing(), "cannot be started")):
        sandboxes = Sandboxes(backend, tmp_path, FIRST_UID, max_running=1)
        for _ in range(2):
            with pytest.raises(SandboxError, match=says):
                await sandboxes.start(order(tmp_path, "true"), log, has_door=False)
        await sandboxes.close()
    log.close()


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (None, "is still running"),
        (0, "ended with exit code 0"),
        (3, "ended with exit code 3"),
        (-signal.SIGKILL, "was ended by SIGKILL"),
        (128 + signal.SIGSEGV, "was ended by SIGSEGV"),
        (128 + signal.SIGSYS, "forbidden here (SIGSYS)"),
        (128 + signal.SIGXFSZ, "a file larger than it may"),
        (255, "ended with exit code 255"),
    ],
)
def test_an_exit_code_is_told_in_words(code: int | None, words: str) -> None:
    assert words in exit_words(code)
