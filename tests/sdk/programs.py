"""Builds the programs of an SDK once, and runs them against a live server. No tests here."""

import asyncio
import fcntl
import io
import os
import re
import shutil
import subprocess
import sys
from asyncio.subprocess import PIPE
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.integration.harness import Server, open_room, play_on, seat_all

import infoset
from infoset.assistant.supervisor import Supervisor
from infoset.assistant.trial import Trial
from infoset_protocol.messages import YourTurn

ROOT = Path(__file__).parents[2]
VECTORS = ROOT / "protocol" / "vectors" / "v1"
CACHE = ROOT / "build" / "sdk"  # kept from run to run: only what has changed is built again
BUILD_S = 600  # for compilers on a busy machine, and a first fetch of packages
RUN_S = 500  # for a program on a busy machine
LOOK_S = 0.02  # between two looks at what nothing tells
FULL_MATCH = re.compile(r"^(\w+) m_\S+ seat \d: place \d of \d, score \S+ \(\w+\)$", re.MULTILINE)
SETTINGS = {"rooms__fill_ms": 1, "compute__per_decision": 2_000, "rates__computes_per_s": 10_000}


def need(language: str, *tools: str) -> None:
    """Skips everything of an SDK, and says so, where its tools are missing."""
    missing = [tool for tool in tools if shutil.which(tool) is None]
    if missing:
        pytest.skip(f"{', '.join(missing)} NOT INSTALLED: the SDK for {language} NOT TESTED")


@contextmanager
def alone(language: str) -> Iterator[Path]:
    """The build folder of a language, for one process at a time."""
    folder = CACHE / language
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield folder


def build(command: Sequence[str | Path], cwd: Path, **env: str) -> str:
    """Runs a step of a build; returns what it said. Fails the test with that where it fails."""
    done = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env=os.environ | env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=BUILD_S,
        check=False,
    )
    assert done.returncode == 0, f"{' '.join(map(str, command))}\n{done.stdout}"
    return done.stdout


@dataclass(frozen=True)
class Outcome:
    """What a program said, and how it ended."""

    code: int
    out: str
    errors: str


async def run(command: Sequence[str | Path], stdin: int = asyncio.subprocess.DEVNULL) -> Outcome:
    """Runs a program to its end."""
    words = [str(word) for word in command]
    child = await asyncio.create_subprocess_exec(*words, stdin=stdin, stdout=PIPE, stderr=PIPE)
    try:
        async with asyncio.timeout(RUN_S):
            out, errors = await child.communicate()
    finally:
        if child.returncode is None:
            child.kill()
            await child.wait()
    return Outcome(child.returncode or 0, out.decode(), errors.decode())


def where(server: Server, scheme: str = "infoset") -> str:
    """The server's address under one of the schemes."""
    path = "/v1" if scheme.startswith("ws") else ""
    return f"{scheme}://127.0.0.1:{server.port}{path}"


async def plays(server: Server, command: Sequence[str | Path], game: str, scheme: str) -> None:
    """A bot is paired, plays one match to its end, and nothing is wrong."""
    ended = await run([*command, "--url", where(server, scheme), "--seek", game])
    said = ended.out + ended.errors
    assert ended.code == 0, said
    assert FULL_MATCH.findall(ended.out) == [game], said
    summary = ended.out.splitlines()[-1]
    assert summary.startswith("played 1 match: "), said
    assert ";" not in summary, said  # behind it stand exceptions, wrong answers, missed decisions


async def plays_behind_the_bridge(server: Server, command: Sequence[str | Path]) -> None:
    """The same program plays on standard input and output."""
    bridge = [sys.executable, "-m", "infoset", "bridge", "--mode", "json", "--url", where(server)]
    ended = await run([*bridge, "--seek", "crossfire", "--", *command])
    said = ended.out + ended.errors
    assert ended.code == 0, said
    assert FULL_MATCH.findall(ended.out) == ["crossfire"], said
    assert "refused" not in said, said
    assert "expected" not in said, said


CONFORMANCE = [sys.executable, "-m", "infoset", "conformance"]


def answers_all_vectors(levels: str, testee: Sequence[str | Path]) -> None:
    """The typed messages are read and written as the golden vectors say."""
    command = " ".join(map(str, testee))
    build([*CONFORMANCE, "--level", levels, "--testee", command], ROOT)


def conforms(levels: str, command: Sequence[str | Path], game: str = "crossfire") -> None:
    """A bot keeps the contract, as far as one game in a short run can tell."""
    conformance = [*CONFORMANCE, "--level", levels]
    short = ["--game", game, "--games", "1", "--patience", "60"]
    told = ["--url", "{url}", "--seek", "{game}", "--games", "{matches}"]
    build([*conformance, *short, "--", *command, *told], ROOT)


async def watches(server: Server, command: Sequence[str | Path], scheme: str) -> None:
    """A watcher finds the running match and tells it to its end."""
    player = await server.connect("ada")
    room = await open_room(player, game="crossfire", options={"preset": "mini"})
    watching = asyncio.create_task(run([*command, "--url", where(server, scheme)]))
    await seat_all([player], room)
    await player.ask("start", room=room)
    start = await player.expect("match_start")
    async with asyncio.timeout(RUN_S):
        await server.until(lambda: bool(server.live(start["match_id"]).spectators.clients))
    await play_on(player, start["match_id"])
    ended = await watching
    assert ended.code == 0, ended.errors
    assert start["match_id"] in ended.out, ended.out
    assert '"e":"units"' in ended.out.replace(" ", ""), ended.out
    assert "over: " in ended.out, ended.out


class Attended(Trial):
    """Decides nothing before the assistant has suggested something: programs take their time to start."""

    _is_attended = False

    async def _answer(self, turn: YourTurn) -> None:
        while not self._is_attended:
            self._is_attended = bool(self._advice.suggestions)
            await asyncio.sleep(LOOK_S)
        await super()._answer(turn)


async def assists(server: Server, command: Sequence[str | Path]) -> None:
    """An assistant draws, suggests and logs, under the supervisor, in a match of its own."""
    shown, logged = io.StringIO(), io.StringIO()
    async with infoset.Client(where(server), name="ada", features=("assist",)) as owner:
        trial = Attended(owner, "colonizers", shown, pace_s=0.02)
        code = await trial.open()
        async with infoset.Client(where(server), name="helper", features=("obs",)) as helper:
            words = [str(word) for word in command]
            helping = asyncio.create_task(Supervisor(helper, code, words, logged).run())
            async with asyncio.timeout(RUN_S):
                await trial.play()
            helping.cancel()
            await asyncio.gather(helping, return_exceptions=True)
    said = shown.getvalue() + logged.getvalue()
    assert "helper suggests" in said, said
    assert "you have" in logged.getvalue(), said
    assert "over: finished" in said, said
    assert "error" not in logged.getvalue(), said


__all__ = [
    "CACHE",
    "ROOT",
    "RUN_S",
    "SETTINGS",
    "VECTORS",
    "alone",
    "assists",
    "build",
    "conforms",
    "need",
    "plays",
    "plays_behind_the_bridge",
    "run",
    "watches",
    "where",
]
