"""`infoset sit` against a real server: options over the wire, and a person at a real terminal."""

import asyncio
import os
import pty
import sys
import termios
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from tests.integration.harness import Server

from infoset_games.catan.layouts import BEGINNER, PRINTED, write_layout

PATIENCE_S = 120  # the machine may be busy
BOTS = "first,first,first"


class Terminal:
    """A program in a terminal of its own: what it wrote, and keys for it."""

    def __init__(self, process: asyncio.subprocess.Process, descriptor: int) -> None:
        self.process = process
        self.seen = ""
        self._descriptor = descriptor
        self._news = asyncio.Event()
        asyncio.get_running_loop().add_reader(descriptor, self._read)

    def _read(self) -> None:
        try:
            data = os.read(self._descriptor, 1 << 16)
        except OSError:  # the program has closed its side
            data = b""
        if not data:
            asyncio.get_running_loop().remove_reader(self._descriptor)
        self.seen += data.decode(errors="replace")
        self._news.set()

    def press(self, keys: str) -> None:
        os.write(self._descriptor, keys.encode())

    async def until(self, text: str) -> None:
        async with asyncio.timeout(PATIENCE_S):
            while text not in self.seen:
                self._news.clear()
                await self._news.wait()


@asynccontextmanager
async def at_terminal(*words: str, columns: int = 160, lines: int = 40) -> AsyncIterator[Terminal]:
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (lines, columns))
    env = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "infoset", *words,
        stdin=theirs, stdout=theirs, stderr=theirs, env=env | {"TERM": "xterm-256color"},
    )  # fmt: skip
    os.close(theirs)
    terminal = Terminal(process, ours)
    try:
        yield terminal
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
        asyncio.get_running_loop().remove_reader(ours)
        os.close(ours)


def url_of(server: Server) -> tuple[str, str]:
    return "--url", f"infoset://127.0.0.1:{server.port}"


async def test_a_person_at_a_terminal_sees_the_board_answers_and_leaves(server: Server) -> None:
    async with at_terminal("sit", *url_of(server), "--open", "catan", "--bots", BOTS) as terminal:
        await terminal.until("place a settlement")
        assert "\x1b[?1049h" in terminal.seen  # a screen of its own
        terminal.press("fly\r")
        await terminal.until("no such action")
        terminal.press("30\r")
        await terminal.until("builds a settlement")  # the rest may have stood there
        (room,) = [one for one in server.app.lobby.rooms.values() if not one.is_demo]
        assert room.seats[0].client is not None
        assert room.seats[0].client.kind == "human"
        terminal.press("q\r")
        await terminal.until("again leaves")
        terminal.press("q\r")
        await terminal.until("you have left the seat")
        assert await terminal.process.wait() == 1
    assert "\x1b[?1049l" in terminal.seen  # and it is given back


async def test_a_person_can_leave_with_control_c(server: Server) -> None:
    async with at_terminal("sit", *url_of(server), "--open", "catan", "--bots", BOTS) as terminal:
        await terminal.until("place a settlement")
        terminal.press("\x03")
        await terminal.until("again leaves")
        terminal.press("\x03")
        await terminal.until("you have left the seat")


async def test_a_board_of_ones_own_is_played_on_over_the_wire(
    server: Server, tmp_path: Path
) -> None:
    island = tmp_path / "island.txt"
    island.write_text(BEGINNER)
    sit = ("sit", *url_of(server), "--open", "catan", "--bots", BOTS, "--plain")
    watcher = await server.connect("eve")
    await watcher.ask("watch_lobby")
    async with at_terminal(*sit, "--option", f"layout=@{island}") as terminal:
        await terminal.until("place a settlement")
        (live,) = (live for _, live in server.app.play.running.items())
        assert live.match.game.options()["layout"] == write_layout(PRINTED["beginner"])


async def test_a_person_alone_sits_down_in_a_test_room(server: Server) -> None:
    sit = ("sit", *url_of(server), "--open", "crossfire", "--title", "#first", "--plain")
    async with at_terminal(*sit) as terminal:
        await server.until(lambda: len(server.app.play.running) == 1)
        (live,) = server.app.play.running.values()
        assert [chair.user.house_bot for chair in live.match_seats] == [None, "first"]
        assert live.settings.terms.clock.kind == "none"
        await terminal.until("setup")
        assert "seats are free" not in terminal.seen


async def test_a_board_that_cannot_be_opens_no_room(server: Server, tmp_path: Path) -> None:
    island = tmp_path / "island.txt"
    island.write_text(BEGINNER.replace("ore 10", "ore 9", 1))
    sit = ("sit", *url_of(server), "--open", "catan", "--option", f"layout=@{island}")
    async with at_terminal(*sit) as terminal:
        await terminal.until("hexes: expected 2 with the number 9, got 3")
        assert await terminal.process.wait() == 1
    assert not server.app.lobby.rooms


async def test_the_server_refuses_a_wrong_board_by_itself(server: Server) -> None:
    ann = await server.connect("ann")
    layout = write_layout(PRINTED["beginner"])
    layout["hexes"][0] = ["ore", 9]
    answer = await ann.refused("create_room", game="catan", options={"layout": layout})
    assert "expected 2 with the number 9, got 3" in answer["msg"]
    room = await ann.ask("create_room", game="catan", options={"layout": "thesis"})
    assert room["room"]["options"]["layout"] == "thesis"
