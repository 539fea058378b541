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
from tests.integration.harness import (
    Message,
    Server,
    open_room,
    open_server,
    seat_all,
)
from tests.integration.uploads import QUICK, account, bot, logs_of, open_hosting, upload

from infoset_server.accounts.users import User
from infoset_server.hosted.versions import VersionState
from infoset_server.ids import MatchId

pytestmark = pytest.mark.asyncio(loop_scope="module")

READY, FAILED = VersionState.READY, VersionState.FAILED
SECRET = "INFOSETTESTSECRET"  # in the server's environment
LIMITS: dict[str, Any] = {
    "hosted__run__memory_mb": 128,
    "hosted__run__scratch_mb": 16,
    "hosted__run__processes": 24,
    "hosted__run__max_inodes": 2_000,
    "hosted__run__idle_cpu_s": 0.4,
    "hosted__run__max_crashes": 3,
    "hosted__run__log_bytes": 64 * 1024,
    "hosted__build__memory_mb": 128,
    "hosted__build__scratch_mb": 16,
    "hosted__build__processes": 24,
    "hosted__build__seconds": 30,
    "hosted__upload__max_bots_per_owner": 100,
    "hosted__upload__max_files": 300,
    "rooms__absence_s": 20.0,
}


@dataclass
class Attack:
    """What an attack comes to: the version's state, and what its owner reads in the result and the logs."""

    name: str
    state: VersionState
    result: str = "played to the end"
    log: str = ""
    arguments: tuple[str, ...] = ()


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
        }.get(word, word)


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


FORBIDDEN = r"forbidden here \(SIGSYS\)"
ATTACKS = [
    Attack("fork_bomb", READY, log=r"fork_bomb: EAGAIN after \d+"),
    Attack("thread_bomb", READY, log=r"thread_bomb: refused after \d\d?$"),
    Attack("outlive", READY, log="outlive: left behind"),
    Attack("stay_deaf", READY, log="stay_deaf: deaf"),
    Attack("kill_others", READY, log="server ESRCH, first (EPERM|DONE)", arguments=("PID",)),
    Attack(
        "see_others", READY, log=r"see_others: [1-4] processes, server ENOENT", arguments=("PID",)
    ),
    Attack("trace", FAILED, FORBIDDEN),
    Attack("dump_core", FAILED, "ended by SIGABRT"),
    Attack("crash", FAILED, "its program ended with exit code 1", "crashed on purpose"),
    Attack("ask_for_memory", READY, log="ask_for_memory: MemoryError"),
    Attack("fill_memory", FAILED, r"used \d+ MB of memory.*; 128 MB are allowed"),
    Attack("fill_shared_memory", FAILED, r"used \d+ MB of memory.*; 128 MB are allowed"),
    Attack("hide_memory", READY, log="hide_memory: file EPERM, segment EPERM"),
    Attack("fill_page_tables", FAILED, r"used \d+ MB of memory.*; 128 MB are allowed"),
    Attack("fill_disk", READY, log=r"fill_disk: ENOSPC after 1\d MB"),
    Attack("huge_file", READY, log="huge_file: EFBIG"),
    Attack("fill_inodes", FAILED, r"made \d+ files; 2000 are allowed|ended with exit code 1"),
    Attack("open_files", READY, log=r"open_files: EMFILE after 2\d\d"),
    Attack("write_own_code", READY, log="itself (EROFS|EACCES), beside EROFS, system EROFS"),
    Attack("read_secrets", READY, log=r"read_secrets: (\S+ ENOENT(, |$))+$", arguments=("DATA",)),
    Attack("devices", READY, log=r"devices: (\S+ (ENOENT|ENXIO), )+mknod EPERM"),
    Attack("follow_links", READY, log="follow_links: ENOENT", arguments=("DATA",)),
    Attack(
        "become_root",
        READY,
        log="setuid E(PERM|INVAL), setgroups E(PERM|INVAL), euid is root: False",
    ),
    Attack("mount", FAILED, FORBIDDEN),
    Attack("new_namespace", FAILED, FORBIDDEN),
    Attack("new_root", FAILED, FORBIDDEN),
    Attack("load_program", FAILED, FORBIDDEN),
    Attack("other_calls", READY, log=r"other_calls: (\w+ EPERM(, |$))+$"),
    Attack("raise_limits", READY, log=r"raised \[\], priority (EACCES|EPERM)"),
    Attack(
        "connect_out",
        READY,
        log=r"server ECONNREFUSED, far ENETUNREACH, near ENETUNREACH, raw (EAFNOSUPPORT|EPERM)",
        arguments=("PORT",),
    ),
    Attack("look_up", READY, log="look_up: gaierror"),
    Attack(
        "other_sockets",
        READY,
        log=r"other_sockets: 0 unix sockets, 1 ports, descriptors \[0, 1, 2\]",
    ),
    Attack(
        "be_somebody_else", READY, log="auth_failed auth_failed auth_failed", arguments=("inf_x",)
    ),
    Attack(
        "reach_beyond",
        READY,
        log="seek forbidden, create_room forbidden, chat forbidden, watch forbidden, replays forbidden",
    ),
    Attack("flood_door", READY, log=r"flood_door: [0-8] stayed"),
    Attack("giant_line", READY, log="giant_line: cut off"),
    Attack("steal_environment", READY, log=r"strange names \[\], preload EROFS"),
    Attack("endless_stdout", READY, log="xxxx"),
]


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.name)
async def test_an_attack_is_contained_and_told(siege: Siege, attack: Attack) -> None:
    arguments = [siege.argument(word) for word in attack.arguments]
    name = f"{attack.name}_bot"
    answered = len(siege.answered)
    archive = bot(name, "attacker.py", attack.name, *arguments)
    version = await upload(siege.server, siege.owner, archive)
    log = logs_of(siege.server, siege.owner, name)
    assert (version.state, bool(re.search(attack.result, version.words))) == (attack.state, True), (
        version.words,
        log[:2_000],
    )
    assert re.search(attack.log, log, re.MULTILINE), log[:2_000]
    await siege.server.until(lambda: len(siege.answered) > answered)
    assert siege.answered[-1]["type"] == "act_ok"
    assert "DONE" not in log or attack.name == "kill_others", log[:2_000]


BUILDS = [
    Attack("read_secrets", READY, log=r"read_secrets: (\S+ ENOENT(, |$))+$", arguments=("DATA",)),
    Attack("connect_out", READY, log="server ECONNREFUSED, far ENETUNREACH", arguments=("PORT",)),
    Attack("fork_bomb", READY, log=r"fork_bomb: EAGAIN after \d+"),
    Attack("fill_disk", READY, log=r"fill_disk: ENOSPC after 1\d MB"),
    Attack("fill_shared_memory", FAILED, r"building was ended: it used \d+ MB of memory"),
    Attack("trace", FAILED, "building ended with exit code 1", "ended with exit code -31"),
    Attack("build_link", READY, log="build_link: linked", arguments=("DATA",)),
    Attack("build_too_much", FAILED, "what it built cannot be taken|it builds more than"),
    Attack("change_manifest", READY, log="change_manifest: changed"),
]


@pytest.mark.parametrize("attack", BUILDS, ids=lambda attack: attack.name)
async def test_what_builds_a_bot_is_shut_in_as_well(siege: Siege, attack: Attack) -> None:
    arguments = [siege.argument(word) for word in attack.arguments]
    name = f"{attack.name}_built"
    build = [*QUICK, "attacker.py", attack.name, *arguments]
    archive = bot(name, "attacker.py", "play", build=build)
    version = await upload(siege.server, siege.owner, archive)
    log = logs_of(siege.server, siege.owner, name)
    assert version.state == attack.state, (version.words, log[-2_000:])
    assert re.search(attack.result, version.words), (version.words, log[-2_000:])
    assert re.search(attack.log, log, re.MULTILINE), log[-2_000:]
    assert "DONE" not in log, log[-2_000:]


async def test_who_computes_without_a_match_is_ended(siege: Siege) -> None:
    archive = bot("burn_bot", "attacker.py", "burn")
    version = await upload(siege.server, siege.owner, archive)
    assert version.state is READY
    server = siege.server
    entry = server.app.hosted.entry("burn_bot@1")
    assert entry is not None
    server.app.hosting.find_process(entry, MatchId("m_waiting"))
    server.app.hosting.match_over(MatchId("m_waiting"))
    words = "computed for [01] s while it played no match"
    await server.until(lambda: bool(re.search(words, logs_of(server, siege.owner, "burn_bot"))))


async def test_who_ends_again_and_again_plays_no_more(siege: Siege) -> None:
    server = siege.server
    assert (
        await upload(server, siege.owner, bot("moody_bot", "attacker.py", "play"))
    ).state is READY
    moody = server.app.hosted.find(siege.owner, "moody_bot")
    entry = server.app.hosted.entry("moody_bot@1")
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
    assert server.app.hosted.entry("moody_bot@1") is None
    server.app.hosted.disable(moody, is_disabled=False)
    assert server.app.hosted.entry("moody_bot@1") is not None


@pytest.mark.parametrize("name", ["sleep_forever", "endless_stderr"])
async def test_who_does_not_answer_is_told_so(tmp_path: Path, name: str) -> None:
    async with open_server(tmp_path, **LIMITS, hosted__check_move_ms=500) as server:
        await open_hosting(server)
        olga = account(server)
        version = await upload(server, olga, bot("silent", "attacker.py", name))
        assert version.state is FAILED
        assert "did not answer in time, or was gone" in version.words
        assert re.search("good night|xxxx", logs_of(server, olga, "silent"))


async def test_nothing_is_left_of_any_of_them(siege: Siege) -> None:
    """Last of all: no process lives on that an attack has started, nor anything it has written."""
    hosting = siege.server.app.hosting
    for bot_ in siege.server.app.hosted.bots_of(siege.owner):
        siege.server.app.hosted.disable(bot_, is_disabled=True)
    await siege.server.until(lambda: not any(p.entry.is_uploaded for p in hosting.processes))
    await siege.server.until(lambda: not attackers())


def attackers() -> list[str]:
    """The processes that run an attack."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            if b"attacker.py" in path.read_bytes():
                found.append(path.parent.name)
    return found
