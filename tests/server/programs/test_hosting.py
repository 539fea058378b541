"""Processes of bots, where the server that started them ends."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.server.programs.uploaded import uploaded

from infoset_server.accounts.clients import ClientRegistry
from infoset_server.common.ids import MatchId
from infoset_server.programs.bot_process import BotLog, BotProcess, Running, start_child
from infoset_server.programs.hosting import Hosting
from infoset_server.programs.manifest import BotEntry
from infoset_server.programs.snapshots import Snapshots
from infoset_server.programs.upload_source import NoUploads

MUTE = BotEntry(name="mute", command=("{python}", "-c", "import time; time.sleep(60)"))


@pytest.fixture
async def hosting(tmp_path: Path) -> Hosting:
    """Offers one bot, which never says a word."""
    made = Hosting(
        ClientRegistry(),
        [MUTE],
        Snapshots(tmp_path / "bots", tmp_path / "snapshots"),
        tmp_path / "logs",
        tmp_path / "scratch",
        lambda process: None,
    )
    made.open("infoset://127.0.0.1:1")
    return made


def ask(hosting: Hosting, match: str) -> BotProcess:
    process = hosting.find_process(MUTE, MatchId(match))
    assert process is not None
    return process


async def until_it_runs(process: BotProcess) -> None:
    while process.child is None:  # noqa: ASYNC110 (nobody else wants to know)
        await asyncio.sleep(0.01)


def bots_that_run() -> list[str]:
    names = [task.get_name() for task in asyncio.all_tasks()]
    return [name for name in names if name.startswith("bot ")]


async def test_what_is_asked_for_while_the_last_process_ends_is_not_started(
    hosting: Hosting,
) -> None:
    process = ask(hosting, "m_1")
    await until_it_runs(process)
    assert process.task is not None
    late: list[BotProcess] = []
    process.task.add_done_callback(lambda _: late.append(ask(hosting, "m_1")))
    await hosting.close()
    assert [one.task for one in late] == [None]
    assert bots_that_run() == []
    assert process.child is None


async def test_a_seat_is_kept_for_a_bot_that_is_asked_for_after_the_end(hosting: Hosting) -> None:
    await hosting.close()
    process = ask(hosting, "m_1")
    assert process.matches == {MatchId("m_1")}
    assert bots_that_run() == []


async def test_a_process_is_used_again_and_serves_several_matches(hosting: Hosting) -> None:
    process = ask(hosting, "m_1")
    await until_it_runs(process)
    child = process.child
    assert ask(hosting, "m_2") is process
    hosting.match_over(MatchId("m_1"))
    hosting.match_over(MatchId("m_2"))
    assert ask(hosting, "m_3") is process
    assert process.child is child
    await hosting.close()


# Bots that somebody has uploaded.


class FewPlaces(NoUploads):
    """They are run like those of the server, as many as there are places for."""

    idle_s = 60.0
    max_running = 3

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.started: list[str] = []

    def log_of(self, entry: BotEntry, number: int) -> BotLog:
        return BotLog(self._folder / f"{entry.name}-{number}.log")

    async def start(self, process: BotProcess) -> Running:
        self.started.append(process.entry.name)
        return await start_child(process.entry.argv(), None, {}, process.log)


@pytest.fixture
async def few(hosting: Hosting, tmp_path: Path) -> AsyncIterator[FewPlaces]:
    """The programs that `hosting` runs for others."""
    uploads = FewPlaces(tmp_path)
    hosting.add_uploads(uploads)
    yield uploads
    await hosting.close()


async def play(hosting: Hosting, number: int, *bots: str) -> None:
    """A match of these from its beginning, when all run, to its end."""
    match = MatchId(f"m_{number}")
    for process in hosting.find_processes([uploaded(bot) for bot in bots], match):
        assert process is not None
        await until_it_runs(process)
    hosting.match_over(match)


async def test_no_program_is_ended_for_one_beside_which_it_will_play(
    hosting: Hosting, few: FewPlaces
) -> None:
    await play(hosting, 1, "ann", "bob")
    await play(hosting, 2, "cid")
    await play(hosting, 3, "dan", "ann", "bob")  # in the place of one that has idled for less long
    assert few.started == ["ann", "bob", "cid", "dan"]


async def test_no_program_is_ended_while_another_is_leaving(
    hosting: Hosting, few: FewPlaces
) -> None:
    await play(hosting, 1, "ann", "bob", "cid")
    hosting.rest("cid")
    await play(hosting, 2, "dan")
    await play(hosting, 3, "ann", "bob")
    assert few.started == ["ann", "bob", "cid", "dan"]


async def test_a_program_that_may_play_again_before_its_match_is_over_plays_the_next_one_too(
    hosting: Hosting, few: FewPlaces
) -> None:
    """Else two of them run, where a place is counted for one."""
    (process,) = hosting.find_processes([uploaded("ann")], MatchId("m_1"))
    hosting.retire("ann")
    assert hosting.find_processes([uploaded("ann")], MatchId("m_2")) == [process]
    hosting.match_over(MatchId("m_1"))
    assert len(hosting.processes) == 1
    hosting.match_over(MatchId("m_2"))
    assert process is not None
    await until_gone(process)


async def test_one_that_ends_with_its_match_has_its_place_until_then(
    hosting: Hosting, few: FewPlaces
) -> None:
    await play(hosting, 1, "ann", "bob")
    hosting.find_processes([uploaded("cid")], MatchId("m_2"))
    hosting.retire("cid")
    await play(hosting, 3, "dan")
    assert {one.entry.name for one in hosting.processes if not one.is_leaving} == {"bob", "dan"}


# Versions of bots that are dropped in.


def drop(tmp_path: Path, text: str) -> None:
    """A bot that does nothing for ever; the text is what is different in each version."""
    folder = tmp_path / "bots" / "mute"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "bot.toml").write_text('command = ["{python}", "run.py"]')
    (folder / "run.py").write_text(f"# {text}\nimport time\n\ntime.sleep(600)\n")


def seat(hosting: Hosting, bot: str, match: str) -> BotProcess:
    entry = hosting.find(bot, "crossfire")
    assert entry is not None
    process = hosting.find_process(entry, MatchId(match))
    assert process is not None
    return process


async def until_gone(process: BotProcess) -> None:
    assert process.task is not None
    await asyncio.wait([process.task])


async def test_after_an_edit_another_process_plays_and_the_old_one_ends_with_its_match(
    hosting: Hosting, tmp_path: Path
) -> None:
    drop(tmp_path, "one")
    await asyncio.sleep(0)
    old = seat(hosting, "mute", "m_1")
    await until_it_runs(old)
    drop(tmp_path, "two")
    new = seat(hosting, "mute", "m_2")
    assert new is not old
    assert new.log_path != old.log_path
    assert old.child is not None, "its match goes on"
    hosting.match_over(MatchId("m_1"))
    await until_gone(old)
    hosting.entries()
    assert [one.entry for one in hosting.processes] == [new.entry]
    assert len(list((tmp_path / "snapshots").glob("mute@*"))) == 1
    await hosting.close()


async def test_a_version_that_is_needed_stays_and_plays_under_its_title(
    hosting: Hosting, tmp_path: Path
) -> None:
    drop(tmp_path, "one")
    await asyncio.sleep(0)
    title = hosting.entries()["mute"].title
    hosting.needed.append(lambda: [title])
    drop(tmp_path, "two")
    assert hosting.entries()["mute"].title != title
    process = seat(hosting, title, "m_1")
    await until_it_runs(process)
    hosting.entries()
    assert process.child is not None
    hosting.needed.clear()
    hosting.match_over(MatchId("m_1"))
    hosting.entries()
    await until_gone(process)
    hosting.entries()
    assert hosting.find(title, "crossfire") is None
    await hosting.close()


async def test_no_process_is_started_from_a_snapshot_that_was_changed(
    hosting: Hosting, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    drop(tmp_path, "one")
    hosting.entries()
    (run,) = (tmp_path / "snapshots").glob("*/mute/run.py")
    run.chmod(0o644)
    run.write_text("import os; os.abort()")
    process = seat(hosting, "mute", "m_1")
    while "were changed" not in caplog.text:  # noqa: ASYNC110 (it is only logged)
        await asyncio.sleep(0.01)
    assert process.child is None
    hosting.entries()
    await until_it_runs(process)
    assert "# one" in run.read_text()
    await hosting.close()
