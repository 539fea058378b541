"""One run of a program: what it says is kept, and nothing of it is left."""

import asyncio
import io
import os
import signal
import sys
import time
from pathlib import Path

import pytest

from infoset_server.programs import bot_process
from infoset_server.programs.bot_process import Child, start_child

STUBBORN = """
import signal, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
print("ready", file=sys.stderr, flush=True)
time.sleep(3600)
"""


PATIENT = """
import signal, sys
signal.signal(signal.SIGUSR1, lambda number, frame: sys.exit(7))
print("ready", file=sys.stderr, flush=True)
signal.pause()
"""


async def run(code: str, log: io.BytesIO) -> Child:
    return await start_child([sys.executable, "-I", "-S", "-c", code], None, {}, log)


async def said(log: io.BytesIO, words: bytes) -> None:
    async with asyncio.timeout(60):
        while words not in log.getvalue():  # noqa: ASYNC110 (the log tells nobody)
            await asyncio.sleep(0.005)


def is_gone(pid: int) -> bool:
    try:
        os.killpg(pid, 0)
    except ProcessLookupError:
        return True
    return False


async def test_the_last_words_are_kept() -> None:
    log = io.BytesIO()
    child = await run("import sys; sys.exit('goodbye')", log)
    await child.ended.wait()
    await child.stop()
    assert log.getvalue() == b"goodbye\n"


async def test_who_does_not_want_to_stop_is_made_to(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_process, "STOP_GRACE_S", 0.05)
    log = io.BytesIO()
    child = await run(STUBBORN, log)
    await said(log, b"ready")
    await child.stop()
    assert child.ended.is_set()
    assert is_gone(child.pid)


async def test_a_program_has_a_group_of_its_own_in_our_session() -> None:
    log = io.BytesIO()
    child = await run(STUBBORN, log)
    await said(log, b"ready")
    assert os.getpgid(child.pid) == child.pid
    assert os.getsid(child.pid) == os.getsid(0)
    child.kill()
    await child.ended.wait()
    await child.stop()


async def test_who_says_too_much_must_wait() -> None:
    log = io.BytesIO()
    talk = "import sys\nsys.stderr.write('x' * (1 << 20))"
    child = await start_child(
        [sys.executable, "-I", "-S", "-c", talk], None, {}, log, log_bytes_per_s=64
    )
    await said(log, b"x")
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.3):  # unhindered it is done in a tenth of that
            await child.ended.wait()
    await child.stop()
    assert 0 < len(log.getvalue()) < 1 << 20


async def test_an_exit_code_is_known_when_the_program_is_gone() -> None:
    log = io.BytesIO()
    child = await run(PATIENT, log)
    await said(log, b"ready")
    assert child.exit_code is None
    os.kill(child.pid, signal.SIGUSR1)
    await child.ended.wait()
    assert child.exit_code == 7
    await child.stop()


async def test_a_program_that_is_not_there_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="no-such-program"):
        await start_child(["no-such-program"], tmp_path, {}, io.BytesIO())


async def test_who_is_cancelled_while_a_program_starts_leaves_nothing_of_what_that_has_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The program's child holds its stderr, and outlives it: as that of bubblewrap may, which waits to be set up."""
    told = tmp_path / "pid"
    script = f"sleep 3600 & echo $! >{told}.part; mv {told}.part {told}; wait"
    starting: asyncio.Task[Child] | None = None
    made = Child.connection_made

    def cancel(self: Child, transport: asyncio.BaseTransport) -> None:
        made(self, transport)
        while not told.exists():  # the loop stands still: the start does not come to its end
            time.sleep(0.01)
        assert starting is not None
        starting.cancel()

    monkeypatch.setattr(Child, "connection_made", cancel)
    environment = {"PATH": os.environ["PATH"]}
    starting = asyncio.create_task(
        start_child(["sh", "-c", script], None, environment, io.BytesIO())
    )
    async with asyncio.timeout(60):
        with pytest.raises(asyncio.CancelledError):
            await starting
        await gone(int(told.read_text()))


async def gone(pid: int) -> None:
    """Returns when a process is."""
    while not is_over(pid):  # noqa: ASYNC110 (the system tells its parent alone)
        await asyncio.sleep(0.005)


def is_over(pid: int) -> bool:
    """Is it, though nobody may have asked how it ended?"""
    try:
        return not Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return True
