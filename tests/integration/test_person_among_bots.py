"""A person's terminal at one table with bots of three kinds: a house bot, Python, JavaScript. Over the wire.

A bot whose language is not installed here is skipped, and the summary says so.
"""

import asyncio
import os
import re
import shutil
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest
from tests.integration.harness import Client, Message, Server

ROOT = Path(__file__).parents[2]
TRADER = ROOT / "clients" / "javascript" / "catan_trader.mjs"
PYTHON_BOT = ROOT / "clients" / "python" / "examples" / "trading_catan_bot.py"
MATCH_S = 250
PERSON, HOUSE, OTHERS = 0, 1, (2, 3)
BOT_TOML = """
name = "quick_minimax"
games = ["catan"]
about = "MiniMax without looking ahead: quick enough for a test."
command = ["{python}", "-m", "infoset", "bot", "infoset_bots.catan.minimax_bot", "--param", "depth=0"]
"""

Serve = Callable[..., Awaitable[Server]]


def infoset(*words: str) -> list[str]:
    return [sys.executable, "-m", "infoset", *words]


@asynccontextmanager
async def running(command: list[str]) -> AsyncIterator[Process]:
    """A program with its pipes, ended with the block."""
    env = os.environ | {"NO_COLOR": "1", "COLUMNS": "80"}
    process = await asyncio.create_subprocess_exec(
        *command, stdin=PIPE, stdout=PIPE, stderr=PIPE, env=env, limit=1 << 20
    )
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()


class Person:
    """Reads what the command shows, line by line, and answers whenever it is asked."""

    def __init__(self, process: Process) -> None:
        self.shown = ""
        self.tasks: list[str] = []
        self._process = process

    async def play(self, decide: Callable[[str], str]) -> None:
        """Types what `decide` makes of each prompt, until there is nothing more to read."""
        assert self._process.stdout is not None
        assert self._process.stdin is not None
        prompt = ""
        async for data in self._process.stdout:
            line = data.decode()
            self.shown += line
            if line == ">\n":
                found = re.fullmatch(r"\[\d+:\d\d\] (.*):\n", prompt)
                assert found, prompt
                self.tasks.append(found[1])
                self._process.stdin.write(f"{decide(found[1])}\n".encode())
            prompt = line


async def room_of(sitting: Process) -> str:
    """The room that the person's program has opened."""
    assert sitting.stderr is not None
    line = (await sitting.stderr.readline()).decode()
    found = re.match(r"room (\S+) is open, 2 seats are free", line)
    assert found, line
    return found[1]


async def follow(watcher: Client, room: str) -> tuple[list[Message], Message]:
    """All events of the match in a room, and its end."""
    await watcher.ask("watch", room=room)
    position = 0
    while (message := await watcher.heard_from(position))["type"] != "match_over":
        position += 1
    events = [item for told in watcher.of_type("events") for item in told["items"]]
    return events, message


async def test_a_person_a_minimax_a_python_bot_and_a_javascript_bot_play_and_trade(
    serve: Serve,
) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("node IS NOT INSTALLED: catan_trader.mjs was NOT TESTED")
    server = await serve()
    folder = server.app.config.bots_dir / "quick_minimax"
    folder.mkdir(parents=True)
    (folder / "bot.toml").write_text(BOT_TOML)
    url = ("--url", f"infoset://127.0.0.1:{server.port}")
    watcher = await server.connect("eve")
    sit = infoset("sit", *url, "--name", "ada", "--open", "catan", "--bots", "quick_minimax")
    async with asyncio.timeout(MATCH_S), running([*sit, "--option", "target=8"]) as sitting:
        room = await room_of(sitting)
        following = asyncio.create_task(follow(watcher, room))
        address = ("127.0.0.1", str(server.port))
        python = infoset("bot", str(PYTHON_BOT), *url, "--name", "py", "--room", room)
        async with running(python) as bot, running([node, str(TRADER), *address, room]) as trader:
            person = Person(sitting)
            await person.play(lambda task: ".")
            assert await sitting.wait() == 0
            events, over = await following
            said, _ = await trader.communicate()
            told, _ = await bot.communicate()
    assert over["reason"] == "finished"
    assert max(over["scores"]) >= 8
    names = [player["name"] for player in watcher.of_type("match_start")[0]["players"]]
    assert names[:2] == ["ada", "quick_minimax"]
    assert sorted(names[2:]) == ["node_trader", "py"]
    assert b"(finished)" in said
    assert b"catan" in told
    trades = [event for event in events if event["e"] == "trade"]
    assert [one for one in trades if PERSON not in (one["by"], one["with"])], trades
    assert "result (finished):" in person.shown
    assert {"place a settlement", "roll, or play a card first"} <= set(person.tasks)
