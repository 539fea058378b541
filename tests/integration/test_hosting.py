"""House bots as processes: they crash, hang and babble, and the matches go on; none outlives the server."""

import asyncio
import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.integration.harness import (
    FOREVER,
    VILLAINS,
    Client,
    Message,
    Server,
    open_room,
    open_server,
    play_on,
    play_out,
    seat_all,
)

from infoset_server.programs import hosting as hosting_module
from infoset_server.programs.bot_process import BotProcess
from infoset_server.programs.hosting import NICENESS

Serve = Callable[..., Any]

PYTHON_BOT = """
import infoset


class Lucky(infoset.Bot):
    quick = True

    def decide(self, turn):
        return turn.n - 1
"""
SHELL_BOT = """#!/bin/sh
while read -r verb decision n fallback deadline; do
    [ "$verb" = TURN ] && echo "$fallback"
done
"""
FOLDER_MANIFEST = """
about = "lives in a folder"
games = ["colonizers"]
command = ["{python}", "-I", "-S", "program.py", "first"]
"""


@pytest.fixture
def serve(serve: Serve) -> Serve:
    """Servers of these tests have bots that crash, hang or never come."""

    async def start(**settings: Any) -> Server:
        server: Server = await serve(**{"bots__manifest": VILLAINS} | settings)
        return server

    return start


async def sit_with(server: Server, *bots: str, **settings: Any) -> tuple[Client, str]:
    """Ann on seat 0 with `bots` on the next seats and `first` on the rest; the match has begun."""
    ann = await server.connect("ann")
    room = await open_room(ann, **settings)
    await seat_all([ann], room)
    for seat, bot in enumerate(bots, start=1):
        await ann.ask("add_bot", room=room, seat=seat, bot=bot)
    if len(bots) < 3:
        await ann.ask("start", room=room)
    else:
        await ann.ask("ready", room=room)
    match_id: str = (await ann.expect("match_start"))["match_id"]
    return ann, match_id


def processes(server: Server, bot: str) -> list[BotProcess]:
    return [process for process in server.app.hosting.processes if process.entry.name == bot]


def is_running(pid: int) -> bool:
    """Does the process still live? One that waits for its parent's notice of its death does not."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{pid}/stat")
    return not (status.is_file() and status.read_text().rpartition(")")[2].split()[0] == "Z")


def log_of(process: BotProcess) -> str:
    return process.log_path.read_text() if process.log_path.exists() else ""


async def taken_over(client: Client, seat: int) -> Message:
    return await client.expect("seat_status", seat=seat, where=lambda m: "taken_by" in m)


@pytest.mark.parametrize("bot", ["crash", "absent", "missing", "forked"])
async def test_a_bot_that_never_comes_is_replaced(serve: Serve, bot: str) -> None:
    server: Server = await serve(rooms__absence_s=0.4)
    await server.wake("first", 3)
    ann, match_id = await sit_with(server, bot)
    if bot == "missing":
        await server.until(lambda: bool(server.incidents))
        assert "house bot missing cannot start" in server.incidents[0]
    assert (await taken_over(ann, seat=1))["taken_by"] == "first"
    assert (await play_on(ann, match_id))["reason"] == "finished"
    server.incidents.clear()


async def test_a_crashing_bot_is_started_again_and_again_and_its_words_are_kept(
    server: Server,
) -> None:
    await sit_with(server, "crash")
    [process] = processes(server, "crash")
    await server.until(lambda: log_of(process).count("crashed as told") == 3)
    assert process.deaths in (2, 3)  # the pauses before were 0.25 s and 0.5 s
    assert process.log_path.parent == server.app.config.data_dir / "logs"
    assert log_of(process).splitlines()[0] == "crash is crash"


async def test_a_bot_that_dies_in_a_match_comes_back_to_it(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    server: Server = await serve(rooms__absence_s=3)
    await server.wake("first", 3)
    await server.wake("stumble", 1)
    ann, match_id = await sit_with(server, "stumble")
    over = in_background(ann, match_id)
    gone = await ann.expect("seat_status", seat=1, online=False)
    assert gone["grace_ms"] <= 3_000
    await ann.expect("seat_status", seat=1, online=True)
    monkeypatch.setattr(hosting_module, "FIRST_PAUSE_S", 60.0)  # its pauses have become too long
    assert (await taken_over(ann, seat=1))["taken_by"] == "first"
    assert (await over)["reason"] == "finished"


def in_background(ann: Client, match_id: str) -> asyncio.Task[Message]:
    """Plays on in the background; the result is awaited later."""
    return asyncio.create_task(play_on(ann, match_id))


async def test_a_bot_that_hangs_loses_its_seat_and_is_started_anew(server: Server) -> None:
    ann, match_id = await sit_with(
        server, "hang", clock={"kind": "per_move", "move_ms": 300}, max_timeouts=1
    )
    [process] = processes(server, "hang")
    over = in_background(ann, match_id)
    assert (await taken_over(ann, seat=1))["taken_by"] == "first"
    await server.until(lambda: log_of(process).count("hang is hang") == 2)
    assert (await over)["reason"] == "finished"


STAND_INS = """
[[bot]]
name = "heuristic"
command = ["{python}", "-I", "-S", "table_bot.py", "absent"]

[[bot]]
name = "random"
command = ["{python}", "-I", "-S", "table_bot.py", "first"]

[[bot]]
name = "hang"
command = ["{python}", "-I", "-S", "table_bot.py", "hang"]
"""


async def test_a_stand_in_that_is_up_goes_before_one_that_has_to_start(
    serve: Serve, tmp_path: Path
) -> None:
    manifest = tmp_path / "bots.toml"
    manifest.write_text(STAND_INS.replace("table_bot.py", str(VILLAINS.with_name("table_bot.py"))))
    server: Server = await serve(bots__manifest=manifest)
    ann, match_id = await sit_with(server, "random", "random", "random")
    await play_out([ann], match_id)
    bob, match_id = await sit_with(
        server, "hang", "random", "random", clock={"kind": "per_move", "move_ms": 300}
    )
    over = in_background(bob, match_id)
    assert (await taken_over(bob, seat=1))["taken_by"] == "random"
    assert (await over)["reason"] == "finished"


async def test_the_stderr_that_is_kept_has_a_bound(server: Server) -> None:
    ann, match_id = await sit_with(server, "babble")
    assert (await play_on(ann, match_id))["reason"] == "finished"
    [process] = processes(server, "babble")
    assert process.log_path.stat().st_size <= 1 << 20
    assert "the last words" in log_of(process)


async def test_what_a_dead_bot_leaves_behind_goes_with_it(server: Server) -> None:
    await sit_with(server, "forked")
    [process] = processes(server, "forked")
    await server.until(lambda: log_of(process).count("left a child behind") == 2)
    left = [line for line in log_of(process).splitlines() if line.startswith("left behind")]
    pids = [int(line.split()[-1]) for line in left]
    await server.until(lambda: not is_running(pids[0]))


async def test_a_house_bot_stands_back_behind_the_server(server: Server) -> None:
    await sit_with(server, "last")
    [process] = processes(server, "last")
    await server.until(lambda: process.client is not None)
    assert process.child is not None
    ours = os.getpriority(os.PRIO_PROCESS, 0)
    assert os.getpriority(os.PRIO_PROCESS, process.child.pid) == min(19, ours + NICENESS)


async def test_one_process_plays_at_many_tables(server: Server) -> None:
    tables = [await sit_with(server, "last", "first") for _ in range(3)]
    for ann, match_id in tables:
        assert (await play_on(ann, match_id))["reason"] == "finished"
    assert len(processes(server, "last")) == 1
    assert len(processes(server, "first")) == 2  # one of them for the seat that `start` filled


async def test_the_same_bot_sits_on_several_seats(server: Server) -> None:
    ann, match_id = await sit_with(server, "last", "last", "last")
    assert (await play_on(ann, match_id))["reason"] == "finished"
    assert len(processes(server, "last")) == 3


async def test_a_table_of_house_bots_only(server: Server) -> None:
    ann = await server.connect("ann")
    await ann.ask("watch_lobby")
    room = await open_room(ann)
    await ann.ask("watch", room=room)
    for seat in range(4):
        await ann.ask("add_bot", room=room, seat=seat, bot="first")
    assert (await ann.expect("match_over"))["reason"] == "finished"


async def test_a_bot_dropped_in_is_on_offer_at_once(server: Server) -> None:
    ann = await server.connect("ann")
    before = {bot["bot"] for bot in (await ann.ask("describe"))["bots"]}
    assert {"first", "last", "crash"} <= before
    folder = server.app.config.bots_dir
    drop(folder)
    offers = {bot["bot"]: bot for bot in (await ann.ask("describe"))["bots"]}
    assert set(offers) - before == {"lucky_bot", "shell", "cellar"}
    assert offers["cellar"]["about"] == "lives in a folder"
    assert offers["cellar"]["games"] == ["colonizers"]
    (folder / "shell.sh").unlink()
    after = {bot["bot"] for bot in (await ann.ask("describe"))["bots"]}
    assert "shell" not in after


async def test_bots_dropped_in_play(server: Server) -> None:
    drop(server.app.config.bots_dir)
    clock = {"kind": "per_move", "move_ms": 60_000}
    ann, match_id = await sit_with(server, "lucky_bot", "shell", "cellar", clock=clock)
    over = await play_on(ann, match_id)
    assert (over["reason"], over["timeouts"], over["illegal"]) == ("finished", [0] * 4, [0] * 4)
    names = [player["name"] for player in ann.of_type("match_start")[0]["players"]]
    assert names == ["ann", "lucky_bot", "shell", "cellar"]


def drop(folder: Path) -> None:
    """A Python file, a shell script and a folder, as anybody would put them there."""
    folder.mkdir()
    (folder / "Lucky-Bot.py").write_text(PYTHON_BOT)
    shell = folder / "shell.sh"
    shell.write_text(SHELL_BOT)
    shell.chmod(shell.stat().st_mode | stat.S_IXUSR)
    (folder / "cellar").mkdir()
    (folder / "cellar" / "bot.toml").write_text(FOLDER_MANIFEST)
    program = (Path(__file__).with_name("bots") / "table_bot.py").read_text()
    (folder / "cellar" / "program.py").write_text(program)
    (folder / "notes.txt").write_text("no bot, and no harm")


async def test_a_bot_gone_from_the_folder_is_replaced_at_the_table(serve: Serve) -> None:
    server: Server = await serve(rooms__absence_s=0.2)
    await server.wake("first", 3)
    folder = server.app.config.bots_dir
    drop(folder)
    ann = await server.connect("ann")
    room = await open_room(ann)
    await seat_all([ann], room)
    await ann.ask("add_bot", room=room, seat=1, bot="cellar")
    (folder / "cellar" / "bot.toml").unlink()
    await ann.ask("start", room=room)
    match_id = (await ann.expect("match_start"))["match_id"]
    assert (await taken_over(ann, seat=1))["taken_by"] == "first"
    assert (await play_on(ann, match_id))["reason"] == "finished"
    assert "house bot cellar is gone" in server.incidents[0]
    server.incidents.clear()


async def test_a_token_works_for_its_process_only_and_only_while_it_lives(server: Server) -> None:
    ann, match_id = await sit_with(server, "first", "first")
    await ann.expect("seat_status", online=True)
    token = processes(server, "first")[0].token
    stranger = await server.dial("stranger")
    for wrong in ("guess", ""):
        refusal = await stranger.request("hello", proto=[1], auth={"kind": "token", "token": wrong})
        assert refusal["code"] == "auth_failed"
        assert (await stranger.expect("bye"))["code"] == 4401
        await stranger.ended()
        stranger = await server.dial("stranger")
    assert token not in str(ann.heard)
    await play_out([ann], match_id)


async def test_no_process_outlives_the_server(tmp_path: Path) -> None:
    async with open_server(tmp_path, rooms__absence_s=30, bots__manifest=VILLAINS) as server:
        await sit_with(server, "absent", "first", "hang", clock=FOREVER)
        running = server.app.hosting.processes
        await server.until(lambda: all(process.child is not None for process in running))
        pids = [process.child.pid for process in running if process.child is not None]
        assert len(pids) == 3
        assert all(is_running(pid) for pid in pids)
    assert not any(is_running(pid) for pid in pids)
