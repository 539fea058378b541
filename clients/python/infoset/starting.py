"""Starts programs so that nothing of them is left where whoever starts them is cancelled meanwhile, as by Ctrl-C."""

import asyncio
import os
import signal
from contextlib import suppress
from typing import Any


async def start_program(
    *argv: str, start_new_session: bool = False, **options: Any
) -> asyncio.subprocess.Process:
    """As `asyncio.create_subprocess_exec`. Raises OSError where it cannot be started.

    Cancelled, asyncio would end the program alone, and wait until nobody holds its pipes: for ever, where the program is
    a shell whose own child goes on. Here the start comes to its end, and then all of its session are ended with it.
    """
    starting = asyncio.create_task(
        asyncio.create_subprocess_exec(*argv, start_new_session=start_new_session, **options)
    )
    try:
        await asyncio.wait((starting,))
    except asyncio.CancelledError:
        with suppress(OSError):  # it could not be started
            await end(await starting, is_group=start_new_session)
        raise
    return await starting


async def end(process: asyncio.subprocess.Process, *, is_group: bool) -> None:
    """Ends a program at once, with its whole group where it leads one. Afterwards it is gone."""
    with suppress(ProcessLookupError, PermissionError):
        if is_group and hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    # What it has started may hold its pipes, and asyncio waits for those, too. There is no public way to close them.
    process._transport.close()  # type: ignore[attr-defined]
    await process.wait()
