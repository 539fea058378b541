"""Tables at a cluster of real servers, while those are ordered about. At the end nothing may be lost or doubled. No tests here."""

import asyncio
import json
import random
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from tests.faults.cluster_killing import (
    REPLACED,
    SEEK,
    SERVER,
    ClusterKilling,
    ClusterOutcome,
    Front,
    Thoughtful,
    more_acts,
)
from tests.faults.durable_players import CONNECT_AGAIN_S, LINE_LIMIT, Player
from tests.faults.killing import SEATS, Killing, compare
from tests.forked import run
from tests.server.bus.nats_server import running
from tests.server.storage.postgresql import Cluster

PATIENCE_S: Final = 120.0
QUICK_S, SLOW_S = 0.1, 5.0  # between two acts of a player; slowly while something happens
CLOCKED_SLOW_S: Final = 0.5  # the same, where there are clocks


class Restarting(ClusterKilling):
    """Whoever has ended in order is started anew, as by systemd with `Restart=always`."""

    async def _watch(self, node: Killing) -> None:
        while True:
            await node.wait()
            if node.exit_code not in (0, REPLACED):
                log = node.log.read_text(encoding="utf-8")
                self.ended.append(f"{node.log.parent.name}: {node.exit_code}: {log[-500:]}")
                return
            await self._start_anew(node)

    async def order(self, *arguments: str) -> tuple[int, str]:
        """What `infoset cluster` says, and its status."""
        command = [sys.executable, "-m", "infoset", "cluster", *arguments]
        command += ["--set", f"cluster.bus={self.bus.url}", "--set", "cluster.beat_s=0.5"]
        told = await asyncio.to_thread(run, command)
        return told.returncode, (told.stdout + told.stderr).strip()


def name_of(node: Killing) -> str:
    """What the cluster calls a server."""
    return node.log.parent.name


class SecondScreen:
    """A connection that a player has besides, and does nothing with. `heard` are the types of what it is told."""

    def __init__(self, player: Player) -> None:
        self.heard: set[str] = set()
        self._player = player
        self._reading: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Logs in, before the player does, at the first server that is ready for it."""
        while self._reading is None:
            reader, writer = await asyncio.open_connection(
                "127.0.0.1", self._player.port, limit=LINE_LIMIT
            )
            hello = {"type": "hello", "id": 1, "proto": [1], "auth": self._player.auth}
            writer.write(json.dumps(hello).encode() + b"\n")
            answer = await reader.readline()
            if answer and json.loads(answer)["type"] == "welcome":
                self._reading = asyncio.create_task(self._read(reader, writer))
            else:
                writer.close()
                await asyncio.sleep(CONNECT_AGAIN_S)

    def close(self) -> None:
        """Hangs up."""
        if self._reading is not None:
            self._reading.cancel()

    async def _read(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            async for line in reader:
                if line.strip():
                    self.heard.add(json.loads(line)["type"])
        finally:
            writer.close()


class Tables:
    """Servers, and those who play there."""

    def __init__(
        self,
        there: Restarting,
        players: list[Thoughtful],
        second_screens: list[SecondScreen],
        slow_s: float,
    ) -> None:
        self.there = there
        self.players = players
        self.slow_s = slow_s
        self.second_screens = second_screens
        self.tasks = [asyncio.create_task(player.play()) for player in players]

    def think(self, think_s: float) -> None:
        """How long everybody takes from now on."""
        for player in self.players:
            player.take(think_s)

    async def play(self) -> None:
        """A while; the matches go on."""
        self.think(QUICK_S)
        assert await more_acts(self.players, self.tasks, len(self.players), PATIENCE_S)
        self.think(self.slow_s)
        assert not any(task.done() for task in self.tasks), "the matches outlive it"

    @property
    def matches(self) -> list[str]:
        """All that are played."""
        return sorted({one._match_id for one in self.players if one._match_id is not None})

    @property
    def logins(self) -> list[int]:
        """How often each player has logged in."""
        return [one.logins for one in self.players]

    def says(self, words: str) -> int:
        """How often that stands in the servers' logs."""
        logs = [node.log.read_text(encoding="utf-8") for node in self.there.nodes]
        return sum(log.count(words) for log in logs)


@asynccontextmanager
async def tables(
    folder: Path,
    cluster: Cluster,
    matches: int,
    *,
    place: str | None = None,
    command: Sequence[str] = SERVER,
    with_second_screens: bool = False,
    door: int | None = None,
    settings: Sequence[str] = (),
    move_ms: int | None = None,
) -> AsyncIterator[Tables]:
    """So many matches at three servers; afterwards they are played to their ends, and held against what is stored.

    `with_second_screens` each player has a session besides, from before they play. They come through the front, or all to
    the server of this number, the `door`. With `move_ms` each decision has so long.
    """
    outcome = ClusterOutcome()
    seek, slow_s = SEEK, SLOW_S
    if move_ms is not None:
        seek, slow_s = SEEK | {"clock": {"kind": "per_move", "move_ms": move_ms}}, CLOCKED_SLOW_S
    with running(folder) as bus:
        there = Restarting(
            folder, 3, cluster, bus, seed=1, command=command, place=place, settings=settings
        )
        front = Front([node.port for node in there.nodes])
        tasks: list[asyncio.Task[None]] = []
        second_screens: list[SecondScreen] = []
        try:
            await there.start()
            await front.open()
            port = front.port if door is None else there.nodes[door].port
            players = [
                Thoughtful(port, f"player-{number}", random.Random(number), seek)
                for number in range(matches * SEATS)
            ]
            if with_second_screens:
                second_screens += map(SecondScreen, players)
            for screen in second_screens:
                await screen.open()
            here = Tables(there, players, second_screens, slow_s)
            tasks = here.tasks
            await here.play()
            yield here
            here.think(0.0)
            await asyncio.wait(tasks, timeout=PATIENCE_S)
            assert [one.name for one in players if one.over is None] == []
            await asyncio.gather(*tasks)
        finally:
            for task in tasks:
                task.cancel()
            for screen in second_screens:
                screen.close()
            front.close()
            await there.close()
        looks = there.settings | {"data_dir": there.folders[0] / "data", "store.node": "looker"}
        await compare(players, looks, outcome)
    assert outcome.matches == matches
    assert (there.ended, outcome.wrongs, outcome.lost, outcome.unfinished) == ([], [], [], [])
