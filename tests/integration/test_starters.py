"""The starters of `infoset new-bot`: their READMEs' commands as written, and their folders dropped into a server.

A language whose tools are not installed here is skipped, and the summary says so.
"""

import asyncio
import os
import re
import shutil
import sys
from asyncio.subprocess import PIPE
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.integration.harness import Server, open_room, play_on, seat_all

from infoset.scaffolding.rendering import write_project
from infoset.scaffolding.starters import STARTERS, bot_files

BLOCK = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMPLAINT = re.compile(r"^\d\d:\d\d:\d\d ", re.MULTILINE)
TRIED = (
    "python",
    "go",
)  # the line for the SDK, and that for the bridge: for others it differs in a word
COMMAND_S = 600  # for a compiler on a busy machine

pytestmark = pytest.mark.timeout(COMMAND_S + 100)

Serve = Callable[..., Any]


def new_bot(language: str, folder: Path) -> Path:
    """A bot `ferris`. Skips the test if the language is not installed."""
    starter = STARTERS[language]
    missing = [tool for tool in starter.tools if shutil.which(tool) is None]
    if missing:
        pytest.skip(f"{', '.join(missing)} NOT INSTALLED: the starter for {language} NOT TESTED")
    write_project(folder / "ferris", bot_files(language, "ferris"))
    return folder / "ferris"


def commands(bot: Path) -> list[str]:
    """The lines to be copied from the README."""
    blocks = BLOCK.findall((bot / "README.md").read_text("utf-8"))
    return [line for block in blocks for line in block.splitlines()]


async def run(line: str, bot: Path, port: int | None = None) -> tuple[str, str]:
    """Runs a line as a person would, who has put the `python` with Infoset first; its stdout and stderr."""
    here = str(Path(sys.executable).parent)
    env = os.environ | {"PATH": f"{here}{os.pathsep}{os.environ['PATH']}"}
    if port is not None:
        env["INFOSET_URL"] = f"infoset://127.0.0.1:{port}"
    child = await asyncio.create_subprocess_shell(line, cwd=bot, env=env, stdout=PIPE, stderr=PIPE)
    try:
        async with asyncio.timeout(COMMAND_S):
            out, errors = await child.communicate()
    finally:
        if child.returncode is None:
            child.kill()
            await child.wait()
    said = (out.decode(), errors.decode())
    assert child.returncode == 0, f"{line}\n{said[0]}{said[1]}"
    return said


@pytest.mark.parametrize("language", STARTERS)
async def test_the_commands_of_the_readme_work_one_by_one_and_the_bot_is_hosted(
    language: str, serve: Serve, tmp_path: Path
) -> None:
    server: Server = await serve(rooms__fill_ms=50)
    bot = new_bot(language, tmp_path)
    *build, check, conform, play = commands(bot)
    assert tuple(build) == STARTERS[language].build
    for line in build:
        await run(line, bot)

    out, _ = await run(check, bot)
    assert out.splitlines()[-1] == "fine", out

    if language in TRIED:
        out, _ = await run(conform, bot)
        assert "conforms at level 0" in out

    out, errors = await run(play, bot, server.port)
    assert out.count("(finished)") == 1, out + errors
    assert re.search(r"playing colonizers on seat \d", errors)  # printed, and in nobody's way
    assert not COMPLAINT.search(errors), errors

    shutil.copytree(bot, server.app.config.bots_dir / "ferris")
    await play_hosted(server)


async def play_hosted(server: Server) -> None:
    """A match against `ferris`, whom the server starts and never has to help."""
    ann = await server.connect("ann")
    offers = {offer["bot"] for offer in (await ann.ask("describe"))["bots"]}
    assert "ferris" in offers
    room = await open_room(ann)
    await seat_all([ann], room)
    await ann.ask("add_bot", room=room, seat=1, bot="ferris")
    await ann.ask("start", room=room)
    match_id = (await ann.expect("match_start"))["match_id"]
    over = await play_on(ann, match_id)
    assert (over["reason"], over["timeouts"], over["illegal"]) == ("finished", [0] * 4, [0] * 4)
    assert not [status for status in ann.of_type("seat_status") if "taken_by" in status]


@pytest.mark.parametrize("game", ["catan", "crossfire"])
async def test_a_starter_plays_every_game(game: str, tmp_path: Path) -> None:
    bot = new_bot("python", tmp_path)
    out, _ = await run(f"python check.py {game}", bot)
    assert f"playing {game} on seat" in out


@pytest.mark.parametrize(
    ("language", "line", "fault"),
    [
        ("python", "return turn.random_answer(self.rng)", "raise ValueError"),
        ("shell", "index=$random", "exit 1"),
    ],
)
async def test_the_check_finds_a_bot_that_fails(
    language: str, line: str, fault: str, tmp_path: Path
) -> None:
    bot = new_bot(language, tmp_path)
    source = bot / STARTERS[language].source
    text = source.read_text("utf-8")
    assert text.count(line) == 1
    source.write_text(text.replace(line, fault), "utf-8")
    with pytest.raises(AssertionError, match="NOT FINE"):
        await run("python check.py", bot)
