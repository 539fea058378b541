"""What becomes of a program whose output nobody reads any more: `infoset trace FILE | head` ends quietly.

Other programs are ended by SIGPIPE there, which Python ignores: it raises BrokenPipeError instead. To have the signal
back would end a program as well whose server or bot has gone. So an error of a pipe is ours only where the reader of
our own output has gone; every other one is a fault, and is shown.
"""

import os
import select
import sys
from collections.abc import Callable
from typing import Final, TextIO

from infoset.exits import UNREAD

GONE: Final = 0 if sys.platform == "win32" else select.POLLERR | select.POLLHUP


def run_read(work: Callable[[], int]) -> int:
    """Runs a program's work and returns its exit code; UNREAD where the reader of its output has gone.

    What is still in the buffer is written here, so that a reader who has gone is met here, and not when Python ends.
    """
    try:
        try:
            return work()
        finally:
            for stream in filter(None, (sys.stdout, sys.stderr)):
                stream.flush()
    except (BrokenPipeError, BaseExceptionGroup) as error:
        unread = [stream for stream in (sys.stdout, sys.stderr) if is_unread(stream)]
        if not unread or not is_of_pipe(error):
            raise
        for stream in unread:
            discard(stream)
        return UNREAD


def is_of_pipe(error: BaseException) -> bool:
    """Is it an error of a pipe, or a group in which there is one?"""
    if isinstance(error, BaseExceptionGroup):
        return error.subgroup(BrokenPipeError) is not None
    return isinstance(error, BrokenPipeError)


def is_unread(stream: TextIO | None) -> bool:
    """Has the reader of this stream gone? Never where it is a file, or where the system cannot be asked."""
    if sys.platform == "win32" or stream is None:
        return False
    try:
        asked = select.poll()
        asked.register(stream.fileno(), 0)
    except (OSError, ValueError):  # in memory, or closed
        return False
    return any(state & GONE for _, state in asked.poll(0))


def discard(stream: TextIO) -> None:
    """Lets what is still written to a stream vanish: Python flushes once more as it ends."""
    with open(os.devnull, "wb") as nowhere:
        os.dup2(nowhere.fileno(), stream.fileno())
