"""Two servers on one database, in processes of their own: nobody takes what is a living server's, and nobody who was
replaced stores, acknowledges or shows anything.
"""

import asyncio
import json
import os
import random
import shutil
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, Final

from tests.faults.durable_players import Acknowledged, Player
from tests.faults.killing import (
    SETTINGS,
    START_S,
    Killing,
    Outcome,
    compare,
    until_acknowledged,
)
from tests.server.storage.postgresql import Cluster

from infoset_server.matches.records import KEY_NAME
from infoset_server.storage.seed_box import load_key

SERVER: Final = [sys.executable, "-m", "infoset", "serve"]
TRUSTING: Final = [sys.executable, "-m", "tests.faults.trusting_server", "serve"]
MATCHES: Final = 3
LEASE_S: Final = 1.0
TAKEN: Final = "of its matches go on here"
SEATS: Final = 4
SEEK: Final = {
    "type": "seek",
    "game": "colonizers",
    "fill_ms": 3_600_000,
    "clock": {"kind": "none"},
}


class Steady(Player):
    """A player who rests when told to, so that matches last for as long as a test needs them."""

    rests = False
    is_here = False

    async def _talk(self) -> None:
        self.is_here = False
        await super()._talk()

    def _hear(self, message: dict[str, Any]) -> None:
        self.is_here |= message["type"] == "welcome"
        super()._hear(message)

    def _act(self, act: Acknowledged) -> None:
        if not self.rests:
            super()._act(act)

    def go_on(self) -> None:
        """Answers what has been asked meanwhile; who is on the way back is asked again there."""
        self.rests = False
        if self._sent is not None and self.is_here:
            self._act(self._sent)


class Two:
    """Two servers on one database; the second stands by."""

    def __init__(self, folder: Path, url: str, first: list[str] = SERVER) -> None:
        self.url = url
        self.folders = [folder / "one", folder / "two"]
        for path in self.folders:
            (path / "data").mkdir(parents=True)
        key = self.folders[0] / "data" / KEY_NAME
        load_key(key)
        shutil.copy(key, self.folders[1] / "data")
        shared = (*SETTINGS, f"store.url={url}", f"store.lease_s={LEASE_S}", "store.timeout_s=20")
        self.one, self.two = (
            Killing(path, command, (*shared, f"store.node={path.name}"))
            for path, command in zip(self.folders, (first, SERVER), strict=True)
        )

    async def until_taken(self, times: int = 1) -> None:
        """Returns when the second has taken over."""
        async with asyncio.timeout(START_S):
            while self.two.log.read_text(encoding="utf-8").count(TAKEN) < times:  # noqa: ASYNC110
                await asyncio.sleep(0.02)


@asynccontextmanager
async def playing(both: Two) -> AsyncIterator[tuple[list[Steady], list[asyncio.Task[None]]]]:
    """Players at the first, in the midst of their matches; the second has been there for longer than a lease."""
    await both.one.start()
    players = [
        Steady(both.one.port, f"player-{number}", random.Random(number), SEEK)
        for number in range(MATCHES * SEATS)
    ]
    tasks = [asyncio.create_task(player.play()) for player in players]
    try:
        await until_acknowledged(players, tasks, MATCHES * 8)
        rest(players)
        await both.two.start()
        await asyncio.sleep(3 * LEASE_S)  # long enough for whoever takes what is not theirs
        await play_some(players, tasks)
        yield players, tasks
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        with suppress(ProcessLookupError):
            os.kill(both.one.pid, signal.SIGCONT)
        await both.one.kill()
        await both.two.kill()


class Witness:
    """A second connection of a player, on which is heard what the first server still says."""

    def __init__(self, port: int, player: Player) -> None:
        self._port = port
        self._player = player

    async def come(self) -> None:
        self._reader, self._writer = await asyncio.open_connection(
            "127.0.0.1", self._port, limit=1 << 20
        )
        name = self._player.name
        auth = {"kind": "guest", "name": name, "token": f"the secret of {name}"}
        self.say(type="hello", proto=[1], auth=auth)
        while (await self.hear())["type"] != "welcome":
            pass

    def say(self, **message: Any) -> None:
        self._writer.write(json.dumps(message).encode() + b"\n")

    async def hear(self) -> dict[str, Any]:
        async with asyncio.timeout(START_S):
            line = await self._reader.readuntil(b"\n")
        return json.loads(line) if line.strip() else {"type": "keep-alive"}

    async def said_since(self) -> list[dict[str, Any]]:
        """Everything until the connection ends."""
        said = []
        try:
            while True:
                message = await self.hear()
                if message["type"] != "keep-alive":
                    said.append(message)
        except (asyncio.IncompleteReadError, ConnectionError):
            return said

    def leave(self) -> None:
        self._writer.close()


@asynccontextmanager
async def watched(port: int, player: Player) -> AsyncIterator[Witness]:
    """A witness that is there, and goes whatever happens."""
    witness = Witness(port, player)
    await witness.come()
    try:
        yield witness
    finally:
        witness.leave()


def rest(players: list[Steady]) -> None:
    """Everybody waits."""
    for player in players:
        player.rests = True


async def play_some(players: list[Steady], tasks: list[asyncio.Task[None]]) -> None:
    """A few acts are acknowledged, then everybody waits."""
    for player in players:
        player.go_on()
    await until_acknowledged(players, tasks, MATCHES * 8)
    rest(players)


def move(players: list[Steady], port: int) -> None:
    """They lose their connections and come back at another server."""
    for player in players:
        player.port = port
        assert player._writer is not None
        player._writer.transport.abort()


async def test_a_server_that_was_frozen_and_replaced_says_nothing_more_and_ends(
    tmp_path: Path, cluster: Cluster
) -> None:
    both = Two(tmp_path, cluster.new_database())
    async with playing(both) as (players, tasks):
        assert TAKEN not in both.two.log.read_text(encoding="utf-8")
        said = await frozen_and_replaced(both, players, tasks)
        assert both.one.exit_code == 75
        assert [message["type"] for message in said] in ([], ["bye"]), said
        for player in players:
            player.go_on()
        await asyncio.wait(tasks, timeout=START_S)
    assert "node one is another server now" in both.one.log.read_text(encoding="utf-8")
    await assert_kept(both, players)


async def frozen_and_replaced(
    both: Two, players: list[Steady], tasks: list[asyncio.Task[None]]
) -> list[dict[str, Any]]:
    """The first server stands still until the second has its matches; returns what it says when it wakes up."""
    async with watched(both.one.port, players[0]) as witness:
        os.kill(both.one.pid, signal.SIGSTOP)
        await both.until_taken()
        move(players, both.two.port)
        await play_some(players, tasks)
        match_id = players[0]._match_id
        witness.say(type="sync", id=2, match_id=match_id)
        witness.say(type="act", id=3, match_id=match_id, decision=1, index=0)
        witness.say(type="create_room", id=4, game="colonizers")
        witness.say(type="ladders", id=5)
        os.kill(both.one.pid, signal.SIGCONT)
        said = await witness.said_since()
        await both.one.ended()
        return said


async def test_a_server_that_does_not_look_at_its_claim_would_be_found_out(
    tmp_path: Path, cluster: Cluster
) -> None:
    both = Two(tmp_path, cluster.new_database(), TRUSTING)
    async with playing(both) as (players, tasks):
        said = await frozen_and_replaced(both, players, tasks)
        assert {"error", "bye"} < {message["type"] for message in said}


async def assert_kept(both: Two, players: list[Steady]) -> None:
    """Every act that was acknowledged stands in the log once; all matches are over."""
    outcome = Outcome()
    settings = {"data_dir": both.folders[1] / "data", "store.url": both.url, "store.lease_s": 1.0}
    await compare(players, settings | {"store.node": "two"}, outcome)
    assert outcome.matches == MATCHES
    assert (outcome.wrongs, outcome.lost, outcome.unfinished) == ([], [], [])


async def test_a_server_that_was_killed_goes_on_by_itself_or_at_the_other(
    tmp_path: Path, cluster: Cluster
) -> None:
    both = Two(tmp_path, cluster.new_database())
    async with playing(both) as (players, tasks):
        await both.one.kill()
        await both.until_taken()
        move(players, both.two.port)
        await play_some(players, tasks)
        await both.two.kill()
        await both.two.start()  # waits until it is sure that nobody else is called like this
        for player in players:
            player.go_on()
        await asyncio.wait(tasks, timeout=START_S)
    await assert_kept(both, players)


async def test_a_second_server_of_the_same_name_does_not_start(
    tmp_path: Path, cluster: Cluster
) -> None:
    both = Two(tmp_path, cluster.new_database())
    await both.one.start()
    try:
        second = await asyncio.create_subprocess_exec(
            *(*SERVER, "--port", "0", "--data", str(both.folders[1] / "data")),
            *("--set", f"store.url={both.url}", "--set", "store.node=one"),
            stderr=asyncio.subprocess.PIPE,
        )
        _, words = await second.communicate()
        assert second.returncode == 1
        assert "another server on this database is node 'one'" in words.decode()
    finally:
        await both.one.kill()
