"""Keys as terminals send them, and a whole showing on a terminal of its own."""

import asyncio
import io
import os
import sys
from pathlib import Path

import pytest
from tests.client.replaying.records import record_of

from infoset.replaying.film import RecordReel
from infoset.replaying.player import Player
from infoset.replaying.terminal import can_show, follow_keys, put, read_keys
from infoset.watching.text import Style
from infoset_games.record import write_record
from infoset_games.views import PUBLIC


@pytest.mark.parametrize(
    ("data", "keys"),
    [
        (b"a \x1b[C\x1b[D", ["a", " ", "right", "left"]),
        (b"g12\r\x7f", ["g", "1", "2", "enter", "backspace"]),
        (b"\x1b[5~\x1b[6~\x1b[H\x1b[F", ["pageup", "pagedown", "home", "end"]),
        (b"\x1b[200~q", []),  # the code of an unknown key is one with what follows at once
        (b"\x03", ["q"]),
        (b"\xff", ["\ufffd"]),
        (b"", []),
    ],
)
def test_keys_are_read(data: bytes, keys: list[str]) -> None:
    assert list(read_keys(data)) == keys


async def test_pictures_follow_keys_and_time() -> None:
    player = Player(RecordReel(record_of("leduc")), PUBLIC, Style(), speed=32)
    keys: asyncio.Queue[str] = asyncio.Queue()
    out = io.StringIO()
    put(keys, "n")
    put(keys, " ")
    showing = asyncio.create_task(follow_keys(player, keys, out))
    while player.position < player.last or player.is_running:  # noqa: ASYNC110 (no event tells it)
        await asyncio.sleep(0.01)
    put(keys, "q")
    await showing
    assert "version 1 of" in out.getvalue()
    assert "result (finished)" in out.getvalue()


def test_too_many_keys_are_forgotten() -> None:
    keys: asyncio.Queue[str] = asyncio.Queue(maxsize=1)
    put(keys, "a")
    put(keys, "b")
    assert keys.qsize() == 1


def test_what_is_no_terminal_is_shown_as_text() -> None:
    assert not can_show(io.StringIO())


@pytest.mark.skipif(sys.platform == "win32", reason="NOT TESTED: Windows has no pty")
def test_a_match_is_gone_through_on_a_terminal(tmp_path: Path) -> None:
    import pty

    file = tmp_path / "match.jsonl"
    lines = write_record(record_of("colonizers"))
    file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    program = (
        "import argparse, sys; from infoset.commands.replay import command; "
        "parser = argparse.ArgumentParser(); run = command(parser); "
        "sys.exit(run(parser.parse_args(sys.argv[1:])))"
    )
    child, terminal = pty.fork()
    if child == 0:
        os.environ |= {"COLUMNS": "100", "LINES": "40"}
        os.execv(sys.executable, [sys.executable, "-c", program, str(file), "--at", "12"])
    shown = read_until(terminal, b"version 12 of")
    os.write(terminal, b"\x1b[Ca")
    shown += read_until(terminal, b"  all  ")
    os.write(terminal, b"q")
    shown += read_until(terminal, b"\x1b[?1049l")
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    os.close(terminal)
    assert b"\x1b[?1049h" in shown
    assert b"knows" in shown


def read_until(terminal: int, wanted: bytes) -> bytes:
    """What a terminal shows up to this."""
    shown = b""
    while wanted not in shown:
        shown += os.read(terminal, 65_536)
    return shown
