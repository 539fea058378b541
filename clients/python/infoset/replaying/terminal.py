"""A replay on a terminal: reads keys, keeps time, paints the pictures of a Player. Only where there is termios."""

import asyncio
import contextlib
import os
import shutil
import signal
import sys
from collections.abc import Iterator
from typing import Final, TextIO

from infoset.replaying.player import Player
from infoset.watching.screen import ENTER, LEAVE, paint

KEYS: Final = {  # what terminals send for keys without a character
    b"\x1b[C": "right",
    b"\x1b[D": "left",
    b"\x1b[A": "left",
    b"\x1b[B": "right",
    b"\x1b[5~": "pageup",
    b"\x1b[6~": "pagedown",
    b"\x1b[H": "home",
    b"\x1b[1~": "home",
    b"\x1b[F": "end",
    b"\x1b[4~": "end",
    b"\x1bOC": "right",
    b"\x1bOD": "left",
    b"\x1bOH": "home",
    b"\x1bOF": "end",
    b"\r": "enter",
    b"\n": "enter",
    b"\x7f": "backspace",
    b"\x08": "backspace",
    b"\x03": "q",
    b"\x04": "q",
}
MAX_READ: Final = 1_024  # bytes of keys at once


def can_show(out: TextIO) -> bool:
    """Whether somebody sits at a terminal that we can drive."""
    try:
        import termios  # noqa: F401
    except ImportError:
        return False
    return out.isatty() and sys.stdin.isatty()


def read_keys(data: bytes) -> Iterator[str]:
    """The keys in what a terminal sent, in order; what has no meaning is left out."""
    while data:
        size = next((len(code) for code in KEYS if data.startswith(code)), 0)
        if size:
            yield KEYS[data[:size]]
        elif data.startswith(b"\x1b"):  # an unknown key: all of its code
            size = len(data)
        else:
            size = 1
            yield data[:1].decode("ascii", "replace")
        data = data[size:]


async def show(player: Player, out: TextIO) -> None:
    """Lets a person go through a match until they have seen enough."""
    keys: asyncio.Queue[str] = asyncio.Queue(maxsize=MAX_READ)
    loop = asyncio.get_running_loop()
    descriptor = sys.stdin.fileno()
    with raw(descriptor), contextlib.ExitStack() as stack:
        loop.add_reader(descriptor, on_input, descriptor, keys)
        stack.callback(loop.remove_reader, descriptor)
        loop.add_signal_handler(signal.SIGWINCH, put, keys, "")  # another size: another picture
        stack.callback(loop.remove_signal_handler, signal.SIGWINCH)
        out.write(ENTER)
        stack.callback(out.flush)
        stack.callback(out.write, LEAVE)
        await follow_keys(player, keys, out)


async def follow_keys(player: Player, keys: asyncio.Queue[str], out: TextIO) -> None:
    """Paints, waits for a key or for the time of a frame, and so on."""
    loop = asyncio.get_running_loop()
    next_s = loop.time()
    while not player.is_over:
        size = shutil.get_terminal_size()
        paint(out, player.lines(size.columns, size.lines - 1))
        if player.interval_s is None:
            player.press(await keys.get())
            next_s = loop.time() + (player.interval_s or 0)
            continue
        try:
            async with asyncio.timeout_at(next_s):
                player.press(await keys.get())
        except TimeoutError:
            player.tick()
            next_s = max(loop.time(), next_s + (player.interval_s or 0))


def on_input(descriptor: int, keys: asyncio.Queue[str]) -> None:
    """Keys have been pressed. A terminal that is gone counts as one who has seen enough."""
    data = os.read(descriptor, MAX_READ)
    for key in read_keys(data) if data else ("q",):
        put(keys, key)


def put(keys: asyncio.Queue[str], key: str) -> None:
    """Notes a key; with too many waiting, it is forgotten."""
    with contextlib.suppress(asyncio.QueueFull):
        keys.put_nowait(key)


@contextlib.contextmanager
def raw(descriptor: int) -> Iterator[None]:
    """The terminal hands over each key at once and shows none."""
    import termios
    import tty

    before = termios.tcgetattr(descriptor)
    tty.setcbreak(descriptor)
    try:
        yield
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)
