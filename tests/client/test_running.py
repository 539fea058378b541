"""How the work of a command ends: by itself, or tidily in between."""

import asyncio
import signal
import sys
import threading
from typing import TextIO

import pytest

from infoset.exits import INTERRUPTED
from infoset.running import run_guarded


@pytest.mark.skipif(sys.platform == "win32", reason="NOT TESTED: Windows has no such signals")
def test_sigterm_interrupts_the_work_but_no_step_of_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert threading.current_thread() is threading.main_thread(), "the signal would end the tests"

    async def work(out: TextIO) -> int:
        def step() -> None:
            signal.raise_signal(signal.SIGTERM)
            out.write("the step was whole; ")

        asyncio.get_running_loop().call_soon(step)
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0)  # there is a loop that can clean up
            out.write("all was put away")
        return 0

    assert run_guarded(work) == INTERRUPTED
    assert capsys.readouterr().out == "the step was whole; all was put away"
