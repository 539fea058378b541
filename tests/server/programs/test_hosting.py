"""Processes of bots, where the server that started them ends."""

import asyncio
from pathlib import Path

import pytest

from infoset_server.accounts.clients import ClientRegistry
from infoset_server.common.ids import MatchId
from infoset_server.programs.bot_process import BotProcess
from infoset_server.programs.hosting import Hosting
from infoset_server.programs.manifest import BotEntry

MUTE = BotEntry(name="mute", command=("{python}", "-c", "import time; time.sleep(60)"))


@pytest.fixture
def hosting(tmp_path: Path) -> Hosting:
    """Offers one bot, which never says a word."""
    made = Hosting(
        ClientRegistry(), [MUTE], tmp_path / "bots", tmp_path / "logs", lambda process: None
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
