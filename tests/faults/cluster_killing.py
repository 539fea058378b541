"""Matches at a cluster whose servers are killed and frozen at random, and a look into the store afterwards. No tests here.

python -m tests.faults.cluster_killing --nodes 3 --matches 200 --kills 30 --freezes 10 --bus 5 --database 3

Players know one address, that of a front, as they would with a balancer. Each server has all roles: one is the hall,
the others stand by and are edges meanwhile. It runs over real servers of PostgreSQL and NATS, which are killed
and started again, too.
"""

import argparse
import asyncio
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tests.faults.durable_players import Acknowledged, Player
from tests.faults.killing import SEATS, SETTINGS, Killing, Outcome, compare
from tests.server.bus.nats_server import NatsServer
from tests.server.storage.postgresql import Cluster, start_cluster

from infoset_server.matches.records import KEY_NAME
from infoset_server.storage.seed_box import load_key

SERVER: Final = (sys.executable, "-m", "infoset", "serve")
LEASE_S: Final = 1.0
CHUNK: Final = 1 << 16
SEEK: Final = {
    "type": "seek",
    "game": "colonizers",
    "fill_ms": 3_600_000,
    "clock": {"kind": "none"},
}
LOOK_S: Final = 0.02
HALL_SAYS: Final = "this server is the hall"
PLAY_SAYS: Final = "is played for the hall"
REPLACED: Final = 75  # exit code of a server whose place another has taken


class Thoughtful(Player):
    """A player who takes a moment for each act, so that matches outlive what happens to the servers."""

    think_s = 0.0

    def _act(self, act: Acknowledged) -> None:
        writer = self._writer
        asyncio.get_running_loop().call_later(
            self.rng.uniform(0.5, 1.5) * self.think_s, self._act_on, writer, act
        )

    def _act_on(self, writer: asyncio.StreamWriter | None, act: Acknowledged) -> None:
        """Unless it has come back over another connection meanwhile, where it is asked again."""
        if writer is self._writer and self._sent is act and self.over is None:
            super()._act(act)


class Front:
    """A balancer: one port, behind it whichever server takes the connection, in turn."""

    def __init__(self, ports: Sequence[int]) -> None:
        self.port = 0
        self._ports = list(ports)
        self._turn = 0
        self._server: asyncio.Server | None = None

    async def open(self) -> None:
        self._server = await asyncio.start_server(self._carry, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    def close(self) -> None:
        if self._server is not None:
            self._server.close()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            for _ in self._ports:
                self._turn += 1
                port = self._ports[self._turn % len(self._ports)]
                with suppress(OSError):
                    there = await asyncio.open_connection("127.0.0.1", port)
                    await self._join((reader, writer), there)
                    return
        finally:
            writer.close()

    async def _join(
        self,
        here: tuple[asyncio.StreamReader, asyncio.StreamWriter],
        there: tuple[asyncio.StreamReader, asyncio.StreamWriter],
    ) -> None:
        """Both ways, until one of them ends."""
        ways = [
            asyncio.create_task(self._pump(here[0], there[1])),
            asyncio.create_task(self._pump(there[0], here[1])),
        ]
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        for way in ways:
            way.cancel()
        there[1].close()

    @staticmethod
    async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            while data := await reader.read(CHUNK):
                writer.write(data)
                await writer.drain()


@dataclass
class ClusterOutcome(Outcome):
    """As Outcome; and how long no act was taken after each fault, in seconds."""

    freezes: int = 0
    bus_restarts: int = 0
    database_restarts: int = 0
    elsewhere: int = 0  # matches that the hall had another node begin
    replaced: int = 0  # frozen servers that found themselves replaced, and ended
    pauses_s: list[float] = field(default_factory=list)

    @property
    def is_sound(self) -> bool:
        """Was every promise kept?"""
        return not (self.wrongs or self.lost or self.unfinished)


class ClusterKilling:
    """So many servers on one database and one bus, over many lives."""

    def __init__(
        self,
        folder: Path,
        nodes: int,
        database: Cluster,
        bus: NatsServer,
        seed: int,
        command: Sequence[str] = SERVER,
        place: str | None = None,
        settings: Sequence[str] = (),
    ) -> None:
        self.rng = random.Random(seed)
        self.database = database
        self.bus = bus
        url = database.new_database()
        self.replaced = 0  # servers that found themselves replaced, and ended
        self.ended: list[str] = []  # those that ended in any other way, which none should
        self._watchers: dict[Killing, asyncio.Task[None]] = {}
        self.folders = [folder / f"n{number}" for number in range(nodes)]
        for path in self.folders:
            (path / "data").mkdir(parents=True)
        first = self.folders[0] / "data" / KEY_NAME
        load_key(first)
        for path in self.folders[1:]:
            shutil.copy(first, path / "data")
        shared = (
            *SETTINGS,
            f"store.url={url}",
            f"store.lease_s={LEASE_S}",
            "store.timeout_s=20",
            f"cluster.bus={bus.url}",
            "cluster.beat_s=0.2",
            "beacon_port=0",
            *([] if place is None else [f"cluster.place={place}"]),
            *settings,
        )
        self.settings = {"store.url": url, "store.lease_s": LEASE_S}
        self.nodes = [
            Killing(path, list(command), (*shared, f"cluster.node={path.name}"))
            for path in self.folders
        ]

    async def start(self) -> None:
        """All servers run; the first is the hall."""
        for node in self.nodes:
            await self._begin(node)

    def pick(self) -> Killing:
        """Any of them."""
        return self.rng.choice(self.nodes)

    def hall(self) -> Killing:
        """The server that became the hall last, by the logs."""
        return max(self.nodes, key=lambda node: became_hall(node.log))

    async def kill(self, node: Killing) -> None:
        """It is killed and started anew."""
        watcher = self._watchers.pop(node)
        watcher.cancel()
        await node.kill()
        await self._begin(node)

    async def freeze(self, node: Killing, leases: float) -> None:
        """It stands still for so many leases; where it ends because of that, it is started anew."""
        pid = node.pid
        os.kill(pid, signal.SIGSTOP)
        await asyncio.sleep(leases * LEASE_S)  # as long as the fault lasts
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGCONT)

    async def _begin(self, node: Killing) -> None:
        await node.start()
        self._watchers[node] = asyncio.create_task(self._watch(node))

    async def _watch(self, node: Killing) -> None:
        """What systemd does: who was replaced is started anew."""
        while True:
            await node.wait()
            if node.exit_code != REPLACED:
                name, log = node.log.parent.name, node.log.read_text(encoding="utf-8")
                self.ended.append(f"server {name} has ended with {node.exit_code}: {log[-500:]}")
                return
            self.replaced += 1
            await node.start()

    def is_given_up(self, node: Killing) -> bool:
        """Will nobody start it anew? Raises what has hindered that; what it has ended with is in `ended`."""
        watcher = self._watchers[node]
        if watcher.done() and not watcher.cancelled() and (why := watcher.exception()):
            raise why
        return watcher.done()

    async def stop(self) -> None:
        """All end in order, each when it has heard the signal."""
        self._look_away()
        for node in self.nodes:
            os.kill(node.pid, signal.SIGTERM)
        for node in self.nodes:
            await node.wait()

    def _look_away(self) -> None:
        """From now on nobody minds that servers end."""
        for watcher in self._watchers.values():
            watcher.cancel()

    async def close(self) -> None:
        """All are gone."""
        self._look_away()
        for node in self.nodes:
            with suppress(ProcessLookupError, AssertionError):
                os.kill(node.pid, signal.SIGCONT)
            with suppress(AssertionError):
                await node.kill()


def became_hall(log: Path) -> str:
    """When a server said last that it serves the cluster; empty where it never has."""
    lines = log.read_text(encoding="utf-8").splitlines() if log.exists() else []
    return next((line for line in reversed(lines) if HALL_SAYS in line), "")


async def run(
    folder: Path,
    database: Cluster,
    bus: NatsServer,
    *,
    nodes: int = 3,
    matches: int = 20,
    kills: int = 3,
    freezes: int = 2,
    restarts: int = 1,
    database_restarts: int = 0,
    seed: int = 11,
    acts: tuple[int, int] = (4, 12),
    think_s: float = 0.2,
    patience_s: float = 120.0,
    command: Sequence[str] = SERVER,
    place: str | None = None,
) -> ClusterOutcome:
    """Plays `matches` at once through the front while all this happens, in random order, then compares with the store."""
    outcome = ClusterOutcome()
    there = ClusterKilling(folder, nodes, database, bus, seed, command, place)
    front = Front([node.port for node in there.nodes])
    faults = ["kill"] * kills + ["freeze"] * freezes + ["bus"] * restarts
    faults += ["database"] * database_restarts
    there.rng.shuffle(faults)
    tasks: list[asyncio.Task[None]] = []
    players: list[Player] = []
    try:
        await there.start()
        await front.open()
        for number in range(matches * SEATS):
            player = Thoughtful(front.port, f"player-{number}", random.Random(number + seed), SEEK)
            player.think_s = think_s
            players.append(player)
        tasks = [asyncio.create_task(player.play()) for player in players]
        for fault in faults:
            await more_acts(players, tasks, matches * there.rng.randint(*acts), patience_s)
            if all(task.done() for task in tasks):
                break
            began_s = time.monotonic()
            await happen(fault, there, outcome)
            if not await more_acts(players, tasks, 1, patience_s):
                outcome.wrongs.append(f"nobody could play any more after a {fault}")
                break
            outcome.pauses_s.append(time.monotonic() - began_s)
        await asyncio.wait(tasks, timeout=patience_s)
        outcome.wrongs += there.ended
        outcome.replaced = there.replaced
        outcome.wrongs += [f"{one.name}: still plays" for one in players if one.over is None]
        await asyncio.gather(*(task for task in tasks if task.done()))  # a player's own fault shows
    finally:
        for task in tasks:
            task.cancel()
        front.close()
        await there.close()
    logs = [node.log.read_text(encoding="utf-8") for node in there.nodes]
    outcome.elsewhere = sum(log.count(PLAY_SAYS) for log in logs)
    settings = there.settings | {"data_dir": there.folders[0] / "data", "store.node": "looker"}
    await compare(players, settings, outcome)
    return outcome


async def happen(fault: str, there: ClusterKilling, outcome: ClusterOutcome) -> None:
    """One fault."""
    match fault:
        case "kill":
            outcome.kills += 1
            await there.kill(there.pick())
        case "freeze":
            outcome.freezes += 1
            await there.freeze(there.pick(), there.rng.uniform(1.0, 4.0))
        case "database":
            outcome.database_restarts += 1
            await asyncio.to_thread(there.database.stop, "immediate")
            await asyncio.to_thread(there.database.start)
        case _:
            outcome.bus_restarts += 1
            there.bus.stop(signal.SIGKILL)
            there.bus.start()


async def more_acts(
    players: Sequence[Player], tasks: list[asyncio.Task[None]], more: int, patience_s: float
) -> bool:
    """Until so many more acts are acknowledged, or everything is over; False where the players lost their patience."""
    enough = more + sum(len(player.acknowledged) for player in players)
    until_s = time.monotonic() + patience_s
    while sum(len(player.acknowledged) for player in players) < enough:
        _, running = await asyncio.wait(tasks, timeout=LOOK_S)
        if not running:
            return True
        if time.monotonic() > until_s:
            return False
    return True


def main() -> int:
    """The command; status 1 where a promise was not kept."""
    parser = argparse.ArgumentParser(description="Kill servers of a cluster while it is played.")
    parser.add_argument("--nodes", type=int, default=3)
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--kills", type=int, default=30)
    parser.add_argument("--freezes", type=int, default=10)
    parser.add_argument("--bus", type=int, default=5, help="restarts of the bus")
    parser.add_argument("--database", type=int, default=3, help="crashes of the database")
    parser.add_argument("--place", choices=("hall", "even"))
    parser.add_argument("--seed", type=int, default=11)
    asked = parser.parse_args()
    database = start_cluster()
    with tempfile.TemporaryDirectory() as name:
        bus = NatsServer(Path(name))
        bus.start()
        try:
            outcome = asyncio.run(
                run(
                    Path(name),
                    database,
                    bus,
                    nodes=asked.nodes,
                    matches=asked.matches,
                    kills=asked.kills,
                    freezes=asked.freezes,
                    restarts=asked.bus,
                    database_restarts=asked.database,
                    seed=asked.seed,
                    place=asked.place,
                )
            )
        finally:
            bus.stop()
            database.remove()
    pauses = sorted(outcome.pauses_s)
    sys.stdout.write(f"{outcome}\npauses: {', '.join(f'{pause:.1f}' for pause in pauses)} s\n")
    return 0 if outcome.is_sound else 1


if __name__ == "__main__":
    sys.exit(main())
