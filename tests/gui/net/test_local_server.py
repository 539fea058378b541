"""A server of one's own: started once, known by its address, gone with the window."""

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest
from tests.gui.conftest import PATIENCE_S

from infoset.errors import CommandError
from infoset_gui.net import local_server
from infoset_gui.net.local_server import LocalServer

READY = "import time; print('listening on 127.0.0.1:4711', flush=True); time.sleep(3600)"


def start_instead(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, program: str) -> LocalServer:
    monkeypatch.setattr(local_server, "command_line", lambda data: [sys.executable, "-c", program])
    return LocalServer(tmp_path)


def test_it_is_started_once_and_stopped(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    server = start_instead(monkeypatch, tmp_path, READY)
    assert asyncio.run(server.start()) == "infoset://127.0.0.1:4711"
    process = server._process
    assert asyncio.run(server.start()) == "infoset://127.0.0.1:4711"
    assert server._process is process
    server.stop()
    assert process is not None
    assert process.poll() is not None
    assert not server.is_running


def test_one_that_ends_at_once_is_told_of(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    server = start_instead(monkeypatch, tmp_path, "print('no')")
    with pytest.raises(CommandError, match="ended at once"):
        asyncio.run(server.start())
    server.stop()


def test_two_who_start_it_at_once_get_the_same(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    opened: list[str] = []
    server = start_instead(monkeypatch, tmp_path, READY)
    one = server._open

    def open_and_count() -> str:
        opened.append(one())
        return opened[-1]

    monkeypatch.setattr(server, "_open", open_and_count)

    async def start_twice() -> list[str]:
        return list(await asyncio.gather(server.start(), server.start()))

    assert asyncio.run(start_twice()) == ["infoset://127.0.0.1:4711"] * 2
    assert len(opened) == 1, "a second one could not use the same folder"
    server.stop()


def test_it_ends_with_whoever_started_it(tmp_path: Path) -> None:
    words = local_server.command_line(tmp_path)
    process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdin is not None
    assert process.stdout is not None
    with process.stdin, process.stdout:
        assert process.stdout.readline().startswith(b"listening on ")
        process.stdin.close()
        process.stdout.read()
    assert process.wait(PATIENCE_S) == 0
