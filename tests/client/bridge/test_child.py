"""What becomes of a program whose start is cancelled, as by Ctrl-C."""

import asyncio
import os
import signal
import subprocess
import time
from asyncio.base_subprocess import BaseSubprocessTransport
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from infoset.bridge.child import Child
from infoset.conformance.testee import Question, ask_testee
from infoset.starting import start_program

PATIENCE_S = 60  # before a program that hangs is a failure

pytestmark = pytest.mark.skipif(not hasattr(os, "killpg"), reason="there are no process groups")


def in_pipes(*argv: str) -> Awaitable[asyncio.subprocess.Process]:
    """As conformance starts clients: in our own group, so Ctrl-C reaches all of them."""
    return start_program(*argv, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


@pytest.mark.parametrize("is_group", [True, False], ids=["bridge", "conformance"])
async def test_who_is_cancelled_while_a_shell_starts_waits_for_nothing_that_it_has_started(
    is_group: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The child of the shell holds its pipes, and outlives it."""
    told = tmp_path / "pid"
    script = f"sleep 3600 & echo $! >{told}.part; mv {told}.part {told}; wait"
    connect: Callable[..., Awaitable[None]] = BaseSubprocessTransport._connect_pipes
    starting: asyncio.Task[Any] | None = None

    async def cancel(self: Any, waiter: Any) -> None:
        while not told.exists():  # the loop stands still: the start does not come to its end
            time.sleep(0.01)  # noqa: ASYNC251
        assert starting is not None
        starting.cancel()
        await connect(self, waiter)

    async def start() -> None:
        argv = ["sh", "-c", script]
        await (Child.start(argv, "child") if is_group else in_pipes(*argv))

    monkeypatch.setattr(BaseSubprocessTransport, "_connect_pipes", cancel)
    starting = asyncio.create_task(start())
    try:
        async with asyncio.timeout(PATIENCE_S):
            with pytest.raises(asyncio.CancelledError):
                await starting
            while is_group and not is_over(int(told.read_text())):  # noqa: ASYNC110 (the system tells its parent alone)
                await asyncio.sleep(0.005)
    finally:
        with suppress(ProcessLookupError):
            os.kill(int(told.read_text()), signal.SIGKILL)


def is_over(pid: int) -> bool:
    """Is a process gone, though nobody may have asked how it ended?"""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    stat = Path(f"/proc/{pid}/stat")
    return stat.exists() and stat.read_text().rpartition(")")[2].split()[0] == "Z"


async def test_a_start_that_fails_is_told_as_it_is() -> None:
    with pytest.raises(OSError, match="no-such-program"):
        await start_program("no-such-program")


async def test_a_testee_is_ended_though_what_it_has_started_holds_its_pipes(
    tmp_path: Path,
) -> None:
    told = tmp_path / "pid"
    script = f"sleep 3600 & echo $! >{told}; read line; echo '{{}}'; read line"
    question = Question(1, "a name", {"do": "decode"}, "whatever")
    try:
        async with asyncio.timeout(PATIENCE_S):
            (miss,) = await ask_testee(["sh", "-c", script], [question])
        assert miss.name == "a name"
    finally:
        os.kill(int(told.read_text()), signal.SIGKILL)
