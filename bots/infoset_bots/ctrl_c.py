"""Ctrl-C reaches every process of a command; only the one that started the others is to hear it.

A new process cannot say so before it has started up, so it is begun with the signal held back.
"""

import contextlib
import signal
import sys
from collections.abc import Iterator
from multiprocessing.context import SpawnProcess


@contextlib.contextmanager
def held_back() -> Iterator[None]:
    """Who starts processes in this block hears Ctrl-C after it, and they when they call `ignore`: never."""
    if sys.platform == "win32":
        yield  # there a process cannot be begun so
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def start(process: SpawnProcess) -> None:
    """Starts it with Ctrl-C held back."""
    if sys.platform != "win32":
        from multiprocessing import resource_tracker  # Windows has none

        resource_tracker.ensure_running()  # `process.start` would start it, which lets signals through again
    with held_back():
        process.start()


def ignore() -> None:
    """This process and those that it starts do not hear Ctrl-C from now on."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
