"""Uploaded bots that attack: each is contained, its owner is told, and the match beside goes on undisturbed.

`INFOSET_TEST_WALLS=unshare` tries them on other walls than the first that work here.
"""

import asyncio
import os
import re
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from tests.integration.attacks import ATTACKS, BUILDS, LIMITS, Attack
from tests.integration.harness import (
    Message,
    Server,
    open_room,
    open_server,
    seat_all,
)
from tests.integration.uploads import QUICK, account, bot, logs_of, open_hosting, upload

from infoset_server.accounts.users import User
from infoset_server.app.features.uploads import UploadFeature
from infoset_server.common.ids import MatchId
from infoset_server.uploads.versions import Version, VersionState

pytestmark = pytest.mark.asyncio(loop_scope="module")

SECRET = "INFOSETTESTSECRET"  # in the server's environment
MARKED = ("-X", f"siege={os.getpid()}")  # means nothing to Python: others may attack beside us


@dataclass
class Siege:
    """A server under attack, with a match beside that is played all the time."""

    server: Server
    owner: User
    answered: list[Message]  # of the match beside: what the server said to each action

    def argument(self, word: str) -> str:
        """`arguments` with what only the running server knows."""
        return {
            "PID": str(os.getpid()),
            "PORT": str(self.server.port),
            "DATA": str(self.server.app.config.data_dir.resolve()),
            "SOURCE": str(Path(__file__).resolve().parents[2]),
            "HOME": str(Path.home()),
        }.get(word, word)

    def told(self, name: str, version: Version) -> str:
        """What the owner of a bot can read of it: its logs, and what became of the version."""
        return f"{logs_of(self.server, self.owner, name)}\n[infoset] {version.words}\n"

    async def check(self, attack: Attack, name: str, version: Version) -> None:
        """It came to what the list says, and the owner can read that."""
        log = self.told(name, version)
        assert version.state is attack.state, log[-2_000:]
        assert re.search(attack.log, log, re.MULTILINE), log[:2_000]
        assert "DONE" not in log or attack.name == "kill_others", log[:2_000]
        if not attack.error:
            with suppress(TimeoutError):  # it may be told when the program ends
                await self.server.until(
                    lambda: bool(re.search(attack.pattern, self.told(name, version), re.MULTILINE))
                )
            log = self.told(name, version)
            assert re.search(attack.pattern, log, re.MULTILINE), (attack.pattern, log[-2_000:])


def attacker(name: str, *arguments: str, **fields: Any) -> bytes:
    """An upload of a bot that attacks."""
    command = [*QUICK, *MARKED, "attacker.py", *arguments]
    return bot(name, "attacker.py", command=command, **fields)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def siege(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Siege]:
    os.environ[SECRET] = "secret"
    walls = os.environ.get("INFOSET_TEST_WALLS", "auto")
    folder = tmp_path_factory.mktemp("siege")
    async with open_server(folder, **LIMITS, hosted__isolation=walls) as server:
        await open_hosting(server)
        answered: list[Message] = []
        neighbours = asyncio.create_task(play_calmly(server, answered))
        yield Siege(server, account(server), answered)
        assert not neighbours.done(), neighbours.result()
        neighbours.cancel()
    del os.environ[SECRET]


async def play_calmly(server: Server, answered: list[Message]) -> None:
    """A person against house bots, some decisions a second; match after match."""
    ann = await server.connect("ann")
    clock = {"kind": "per_move", "move_ms": 10_000, "grace_ms": 0, "first_ms": 10_000}
    room = await open_room(ann, clock=clock)
    await seat_all([ann], room)
    while True:
        await ann.ask("start", room=room)
        while (told := await ann.expect_any("your_turn", "match_over"))["type"] == "your_turn":
            await asyncio.sleep(0.1)  # a person, who needs time to think
            act = {"match_id": told["match_id"], "decision": told["decision"], "index": 0}
            answered.append(await ann.ask("act", **act))
        assert (told["reason"], told["timeouts"], told["illegal"]) == ("finished", [0] * 4, [0] * 4)


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.name)
async def test_an_attack_is_contained_and_told(siege: Siege, attack: Attack) -> None:
    arguments = [siege.argument(word) for word in attack.arguments]
    name = f"{attack.name}_bot"
    answered = len(siege.answered)
    archive = attacker(name, attack.name, *arguments)
    version = await upload(siege.server, siege.owner, archive)
    await siege.check(attack, name, version)
    await siege.server.until(lambda: len(siege.answered) > answered)
    assert siege.answered[-1]["type"] == "act_ok"


@pytest.mark.parametrize("attack", BUILDS, ids=lambda attack: attack.name)
async def test_what_builds_a_bot_is_shut_in_as_well(siege: Siege, attack: Attack) -> None:
    arguments = [siege.argument(word) for word in attack.arguments]
    name = f"{attack.name}_built"
    build = [*QUICK, *MARKED, "attacker.py", attack.name, *arguments]
    archive = attacker(name, "play", build=build)
    version = await upload(siege.server, siege.owner, archive)
    await siege.check(attack, name, version)


async def test_who_computes_without_a_match_is_ended(siege: Siege) -> None:
    archive = attacker("burn_bot", "burn")
    version = await upload(siege.server, siege.owner, archive)
    assert version.state is VersionState.READY
    server = siege.server
    entry = server.app.feature(UploadFeature).hosted.entry("burn_bot@1")
    assert entry is not None
    server.app.hosting.find_process(entry, MatchId("m_waiting"))
    server.app.hosting.match_over(MatchId("m_waiting"))
    words = "computed for [01] s while it played no match"
    await server.until(lambda: bool(re.search(words, logs_of(server, siege.owner, "burn_bot"))))


async def test_who_ends_again_and_again_plays_no_more(siege: Siege) -> None:
    server = siege.server
    assert (
        await upload(server, siege.owner, attacker("moody_bot", "play"))
    ).state is VersionState.READY
    moody = server.app.feature(UploadFeature).hosted.find(siege.owner, "moody_bot")
    entry = server.app.feature(UploadFeature).hosted.entry("moody_bot@1")
    assert entry is not None
    process = server.app.hosting.find_process(entry, MatchId("m_crash"))
    assert process is not None
    for deaths in range(3):
        await server.until(lambda: process.child is not None)
        assert process.deaths == deaths
        assert process.child is not None
        process.child.kill()
        await server.until(lambda: process.child is None)
    await server.until(lambda: moody.versions[0].state is VersionState.BROKEN)
    assert "ended 3 times in a row" in moody.versions[0].words
    assert server.app.feature(UploadFeature).hosted.entry("moody_bot@1") is None
    server.app.feature(UploadFeature).hosted.disable(moody, is_disabled=False)
    assert server.app.feature(UploadFeature).hosted.entry("moody_bot@1") is not None


@pytest.mark.parametrize("name", ["sleep_forever", "endless_stderr"])
async def test_who_does_not_answer_is_told_so(tmp_path: Path, name: str) -> None:
    limits: dict[str, Any] = {**LIMITS, "hosted__check_move_ms": 2_000}
    async with open_server(tmp_path, **limits) as server:
        await open_hosting(server)
        olga = account(server)
        version = await upload(server, olga, attacker("silent", name))
        assert version.state is VersionState.FAILED
        assert "did not answer in time, or was gone" in version.words
        assert re.search("good night|xxxx", logs_of(server, olga, "silent"))


async def test_nothing_is_left_of_any_of_them(siege: Siege) -> None:
    """Last of all: no process lives on that an attack has started, nor anything it has written."""
    hosting = siege.server.app.hosting
    for bot_ in siege.server.app.feature(UploadFeature).hosted.bots_of(siege.owner):
        siege.server.app.feature(UploadFeature).hosted.disable(bot_, is_disabled=True)
    await siege.server.until(lambda: not any(p.entry.is_uploaded for p in hosting.processes))
    await siege.server.until(lambda: not attackers())


def attackers() -> list[str]:
    """The processes that run one of our attacks."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            if MARKED[1].encode() in path.read_bytes().split(b"\0"):
                found.append(path.parent.name)
    return found
