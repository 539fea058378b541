"""One program, unchanged: over stdio, TCP and WebSocket, at home and hosted, under test and on the ladder."""

import asyncio
import os
import shutil
import sys
import tomllib
from asyncio.subprocess import PIPE
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.integration.harness import Server, open_room, open_server, play_on, seat_all

from infoset.conformance.cases import make_cases
from infoset.conformance.programs import Client
from infoset.conformance.runner import Runner, Settings
from infoset.scaffolding.rendering import write_project
from infoset.scaffolding.starters import bot_files
from infoset_server.app.features.ladders import LadderFeature

Serve = Callable[..., Any]
PLAY_S = 250  # the machine may be busy
LADDER = """
game = "crossfire"
options = {preset = "mini"}
hosted = ["first", "ferris"]
refit_s = 0.01
clock = {kind = "none"}
"""
URLS = (
    "infoset://127.0.0.1:{port}",
    "ws://127.0.0.1:{port}/v1",
    "ws+msgpack://127.0.0.1:{port}/v1",
)


@pytest.fixture(params=["python", "shell"])
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A bot of the SDK, which opens connections itself, and one that knows only stdin and stdout."""
    write_project(tmp_path / "ferris", bot_files(request.param, "ferris"))
    return tmp_path / "ferris"


def read(folder: Path) -> dict[str, bytes]:
    """The files of the bot."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def command(folder: Path, *more: str) -> list[str]:
    """What `bot.toml` says, with options where a server would add none."""
    words: list[str] = tomllib.loads((folder / "bot.toml").read_text("utf-8"))["command"]
    end = words.index("--") if "--" in words else len(words)
    words[end:end] = more
    return [word.replace("{python}", sys.executable) for word in words]


async def play_at_home(folder: Path, url: str) -> str:
    """A match over this address; what the program said."""
    env = os.environ | {"INFOSET_URL": url, "INFOSET_TOKEN": ""}
    plan = ("--seek", "crossfire", "--games", "1")
    child = await asyncio.create_subprocess_exec(
        *command(folder, *plan), cwd=folder, env=env, stdout=PIPE, stderr=PIPE
    )
    async with asyncio.timeout(PLAY_S):
        out, errors = await child.communicate()
    assert child.returncode == 0, errors.decode()
    return out.decode()


async def play_hosted(server: Server, folder: Path) -> None:
    """A match against the same folder, started by the server."""
    shutil.copytree(folder, server.app.config.bots_dir / "ferris")
    ann = await server.connect("ann")
    room = await open_room(ann, game="crossfire")
    await seat_all([ann], room)
    await ann.ask("add_bot", room=room, seat=1, bot="ferris")
    await ann.ask("ready", room=room)
    over = await play_on(ann, (await ann.expect("match_start"))["match_id"])
    assert (over["reason"], over["timeouts"], over["illegal"]) == ("finished", [0, 0], [0, 0])


async def test_a_program_plays_at_home_and_hosted_as_it_is(folder: Path, serve: Serve) -> None:
    before = read(folder)
    server: Server = await serve(rooms__fill_ms=50)
    for url in URLS:
        assert "(finished)" in await play_at_home(folder, url.format(port=server.port))
    await play_hosted(server, folder)
    assert read(folder) == before


@pytest.mark.parametrize("folder", ["shell"], indirect=True)
async def test_a_program_plays_on_the_ladder_as_it_is(folder: Path, tmp_path: Path) -> None:
    shutil.copytree(folder, tmp_path / "bots" / "ferris")
    (tmp_path / "ladders").mkdir()
    (tmp_path / "ladders" / "open.toml").write_text(LADDER, "utf-8")
    async with open_server(tmp_path, store__enabled=True) as server:
        results = server.app.feature(LadderFeature).ladders.ladders["open"].results
        async with asyncio.timeout(PLAY_S):
            while not results:  # noqa: ASYNC110 (no event tells it)
                await asyncio.sleep(0.02)
        assert read(tmp_path / "bots" / "ferris") == read(folder)
        await server.app.close(0)


@pytest.mark.parametrize("folder", ["shell"], indirect=True)
async def test_the_command_of_a_folder_is_tried_as_it_stands(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    cases = [case for case in make_cases([0], ["crossfire"], 1) if case.name in ("match", "news")]
    settings = Settings(patience_s=20)
    client = Client(tuple(command(folder)))
    outcomes = await Runner(client, settings, lambda _: None).run(cases)
    assert [outcome.verdict for outcome in outcomes] == ["passed", "passed"]
