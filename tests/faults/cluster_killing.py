"""Matches at a cluster whose servers are killed and frozen at random, and a look into the store afterwards. No tests here.

python -m tests.faults.cluster_killing --nodes 3 --matches 200 --kills 30 --freezes 10 --bus 5 --database 3

Players know one address, that of a front, as they would with a balancer. Each server has all roles: one is the hall,
the others stand by and are edges meanwhile. It runs over real servers of PostgreSQL and NATS, which are killed
and started again, too. `--without` one of the rules in `unruly_server.py` it must find faults.
"""

import argparse
import asyncio
import os
import random
import re
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Final

from tests.faults.durable_players import Acknowledged, Message, Player
from tests.faults.killing import SEATS, SETTINGS, EndedTooSoonError, Killing, Outcome, compare
from tests.faults.unruly_server import CONTROLS, unruly
from tests.server.bus.nats_server import NatsServer
from tests.server.storage.postgresql import Cluster, start_cluster

from infoset_server.config import EVEN
from infoset_server.matches.records import KEY_NAME
from infoset_server.matches.replays import REPLAY
from infoset_server.storage.node import NOT_TRIED
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
CLAIMS: Final = "node/infoset."  # begins the tasks of a cluster's servers
HALL: Final = f"{CLAIMS}hall"
FIND_OUT_S: Final = 20.0
ENDING_S: Final = 120.0  # in which a match ends, on a crowded machine
LATE_LEASES: Final = (
    0.4  # enough for the others to look at its lease, and not enough to take its place
)
SLOW_DOCUMENTS: Final = """
    CREATE FUNCTION take_a_moment() RETURNS trigger LANGUAGE plpgsql
        AS 'BEGIN PERFORM pg_sleep(0.1); RETURN NULL; END';
    CREATE TRIGGER slowly BEFORE INSERT OR UPDATE ON documents EXECUTE FUNCTION take_a_moment();
"""
UNAVAILABLE: Final = 69  # exit code of a server that has found no database as it was started
REPLACED: Final = 75  # and of one whose place another has taken
SWALLOWED_S: Final = 1.0  # a few turns: the bus takes what it is told, hands nothing on, and dies
RESTART_S: Final = 1.0  # RestartSec of deploy/systemd/infoset.service


class Thoughtful(Player):
    """A player who takes a moment for each act, so that matches outlive what happens to the servers."""

    think_s = 0.0
    # The act that it has on its mind, and over which connection it was asked.
    _thought: tuple[asyncio.TimerHandle, asyncio.StreamWriter | None, Acknowledged] | None = None
    on_over: Callable[["Thoughtful"], None] | None = (
        None  # called when it hears how its match has ended
    )

    def _hear(self, message: Message) -> None:
        super()._hear(message)
        if "taken_by" in message:  # somebody was not let back to a seat
            self.wrongs.append(f"{self.name}: {message}")
        if self.over is not None and self.on_over is not None:
            self.on_over(self)

    def take(self, think_s: float) -> None:
        """Takes as long from now on, also for the act that it has on its mind."""
        self.think_s = think_s
        if self._thought is not None:
            timer, writer, act = self._thought
            timer.cancel()
            self._think(writer, act)

    def _act(self, act: Acknowledged) -> None:
        self._think(self._writer, act)

    def _think(self, writer: asyncio.StreamWriter | None, act: Acknowledged) -> None:
        span_s = self.rng.uniform(0.5, 1.5) * self.think_s
        timer = asyncio.get_running_loop().call_later(span_s, self._act_on, writer, act)
        self._thought = timer, writer, act

    def _act_on(self, writer: asyncio.StreamWriter | None, act: Acknowledged) -> None:
        """Unless it has come back over another connection meanwhile, where it is asked again."""
        if writer is not self._writer:
            return
        self._thought = None
        if self._sent is act and self.over is None:
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
    endings: int = 0  # halls killed as a match ended
    elsewhere: int = 0  # matches that the hall had another node begin
    replaced: int = 0  # frozen servers that found themselves replaced, and ended
    robbed: list[str] = field(default_factory=list)  # replaced, and had not stood still for a lease
    undead: list[str] = field(default_factory=list)  # replaced as they stood still, but go on
    unlisted: list[str] = field(default_factory=list)  # over, but no hall has kept that
    pauses_s: list[float] = field(default_factory=list)

    @property
    def is_sound(self) -> bool:
        """Was every promise kept?"""
        cheated = (self.robbed, self.undead, self.unlisted)
        return not any((self.wrongs, self.lost, self.unfinished, self.timeouts, *cheated))


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
        self.robbed: list[str] = []  # those of them that had come to renew their claims
        self.undead: list[str] = []  # those that had, and have not found that out
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
        self._url = url
        self.settings = {"store.url": url, "store.lease_s": LEASE_S}
        self.nodes = [
            Killing(
                path,
                list(command),
                (
                    *shared,
                    f"cluster.node={path.name}",
                    f"hosted.first_uid={700_000 + 1_000 * number}",
                ),
            )
            for number, path in enumerate(self.folders)
        ]

    async def start(self) -> None:
        """All servers run; the first is the hall."""
        for node in self.nodes:
            await node.start()
            self._look_after(node)

    def pick(self) -> Killing:
        """Any of them."""
        return self.rng.choice(self.nodes)

    def hall(self) -> Killing:
        """The server that became the hall last, by the logs."""
        return max(self.nodes, key=lambda node: became_hall(node.log))

    async def kill(self, node: Killing) -> None:
        """It is killed and started anew."""
        await self.end(node)
        await self.begin_anew(node)

    async def end(self, node: Killing) -> None:
        """It is killed, and nobody starts it anew by themselves."""
        watcher = self._watchers.pop(node)
        watcher.cancel()
        await node.kill()

    async def begin_anew(self, node: Killing) -> None:
        """One that was killed is started."""
        await self._start_anew(node)
        self._look_after(node)

    async def freeze(self, node: Killing, leases: float) -> None:
        """It stands still for so many leases."""
        await self.stand_still(node, asyncio.sleep(leases * LEASE_S))  # as long as the fault lasts

    async def stand_still(self, node: Killing, meanwhile: Awaitable[object]) -> None:
        """It stands still for as long as that takes. Where another is in its place then, it has to end, and is started anew."""
        pid = node.pid
        os.kill(pid, signal.SIGSTOP)
        before = await asyncio.to_thread(self._epochs, node)
        await meanwhile
        is_replaced = await asyncio.to_thread(self._epochs, node) != before
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGCONT)
        if is_replaced and not await self._finds_out(node, pid):
            self.undead.append(node.log.parent.name)

    async def outage(self, leases: float) -> None:
        """The database crashes and is away for so many leases. When it is back the hall is the last to notice.

        All leases have run out by then, but nobody may have the hall's place who has not watched it for a whole lease.
        """
        pid = self.hall().pid
        await asyncio.to_thread(self.database.stop, "immediate")
        await asyncio.sleep(leases * LEASE_S)  # as long as the fault lasts
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGSTOP)
        await asyncio.to_thread(self.database.start)
        await asyncio.sleep(LATE_LEASES * LEASE_S)  # the same
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGCONT)

    @asynccontextmanager
    async def slow_documents(self) -> AsyncIterator[None]:
        """Meanwhile the database takes a moment for all that is not the log of a match."""
        await asyncio.to_thread(self._ask, SLOW_DOCUMENTS)
        try:
            yield
        finally:
            await asyncio.to_thread(self._ask, "DROP FUNCTION take_a_moment CASCADE")

    def _epochs(self, node: Killing) -> str:
        """Of the claims that a server has made in this life, as the database tells them."""
        tasks = [HALL] * (HALL_SAYS in node.logged)
        tasks += [f"{CLAIMS}{node.log.parent.name}"] * (PLAY_SAYS in node.logged)
        names = ", ".join(f"'{task}'" for task in ("", *tasks))
        query = f"SELECT task, epoch FROM leases WHERE task IN ({names}) ORDER BY task"
        return self._ask(query)

    async def _finds_out(self, node: Killing, pid: int) -> bool:
        """Does a process end that is replaced? It has looked at its claims many times before we lose our patience."""
        until_s = time.monotonic() + FIND_OUT_S
        while node.pid == pid and node.exit_code is None:
            if time.monotonic() > until_s:
                return False
            await asyncio.sleep(LOOK_S)
        return True

    async def _start_anew(self, node: Killing) -> None:
        """It may find another in its place before it listens: how it has ended, whoever watches it looks at next."""
        with suppress(EndedTooSoonError):
            await node.start()

    def _look_after(self, node: Killing) -> None:
        self._watchers[node] = asyncio.create_task(self._watch(node))

    async def _watch(self, node: Killing) -> None:
        """What systemd does: who was replaced is started anew, and who has found no database."""
        while True:
            await node.wait()
            if node.exit_code == UNAVAILABLE:
                await asyncio.sleep(RESTART_S)  # as long as systemd waits
                await self._start_anew(node)
                continue
            if node.exit_code != REPLACED:
                name, log = node.log.parent.name, node.log.read_text(encoding="utf-8")
                self.ended.append(f"server {name} has ended with {node.exit_code}: {log[-500:]}")
                return
            self.replaced += 1
            if NOT_TRIED not in node.logged:
                self.robbed.append(node.log.parent.name)
            await self._start_anew(node)

    def is_given_up(self, node: Killing) -> bool:
        """Will nobody start it anew? Raises what has hindered that; what it has ended with is in `ended`."""
        watcher = self._watchers[node]
        if watcher.done() and not watcher.cancelled() and (why := watcher.exception()):
            raise why
        return watcher.done()

    def prolong_hall(self, seconds: float) -> None:
        """The claim on the hall runs so much longer by the database's clock, or (less than 0) shorter."""
        query = (
            f"UPDATE leases SET until_ms = until_ms + {round(seconds * 1000)} WHERE task = '{HALL}'"
        )
        self._ask(query)

    def hall_epoch(self) -> int:
        """Of the claim on the hall that was made last."""
        return int(self._ask(f"SELECT epoch FROM leases WHERE task = '{HALL}'"))

    def listed(self) -> set[str]:
        """The matches that a hall has kept as finished."""
        return set(self._ask(f"SELECT key FROM documents WHERE kind = '{REPLAY}'").split())

    def _ask(self, query: str) -> str:
        return self.database.sql(query, self._url.rpartition("/")[2])

    async def stop(self) -> None:
        """All end in order, each when it has heard the signal."""
        await self._look_away()
        for node in self.nodes:
            with suppress(ProcessLookupError):  # it was about to be started anew
                os.kill(node.pid, signal.SIGTERM)
        for node in self.nodes:
            await node.wait()

    async def _look_away(self) -> None:
        """From now on nobody minds that servers end, or starts them anew."""
        for watcher in self._watchers.values():
            watcher.cancel()
        await asyncio.gather(*self._watchers.values(), return_exceptions=True)

    async def close(self) -> None:
        """All are gone."""
        await self._look_away()
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
    endings: int = 0,
    leases: tuple[float, float] = (1.0, 4.0),
    seed: int = 11,
    acts: tuple[int, int] = (4, 12),
    think_s: float = 0.2,
    patience_s: float = 120.0,
    command: Sequence[str] = SERVER,
    place: str | None = None,
    until_found: bool = False,
) -> ClusterOutcome:
    """Plays `matches` at once through the front while all this happens, in random order, then compares with the store.

    A freeze, or an outage of the database, lasts for a number of `leases`, from the one to the other. With
    `until_found` it ends as soon as servers have been seen to do what they must not.
    """
    outcome = ClusterOutcome()
    there = ClusterKilling(folder, nodes, database, bus, seed, command, place)
    front = Front([node.port for node in there.nodes])
    faults = ["kill"] * kills + ["freeze"] * freezes + ["bus"] * restarts
    faults += ["database"] * database_restarts + ["ending"] * endings
    there.rng.shuffle(faults)
    tasks: list[asyncio.Task[None]] = []
    players: list[Thoughtful] = []
    try:
        await there.start()
        await front.open()
        for number in range(matches * SEATS):
            player = Thoughtful(front.port, f"player-{number}", random.Random(number + seed), SEEK)
            player.think_s = think_s
            players.append(player)
        for player in players:  # one by one, so that the seats of each match are at all servers
            tasks.append(asyncio.create_task(player.play()))
            await happened(partial(is_in, player), tasks, patience_s)
        # Who does not know of their match seeks another when they come back.
        await happened(lambda: all(one._match_id for one in players), tasks, patience_s)
        for fault in faults:
            await more_acts(players, tasks, matches * there.rng.randint(*acts), patience_s)
            if all(task.done() for task in tasks):
                break
            began_s = time.monotonic()
            if fault == "ending":
                began_s = await kill_at_an_end(there, players)
                outcome.endings += 1
            else:
                await happen(fault, there, outcome, there.rng.uniform(*leases))
            if until_found and (there.robbed or there.undead):
                outcome.robbed, outcome.undead = there.robbed, there.undead
                return outcome
            if not await more_acts(players, tasks, 1, patience_s):
                outcome.wrongs.append(f"nobody could play any more after a {fault}")
                break
            outcome.pauses_s.append(time.monotonic() - began_s)
        await asyncio.wait(tasks, timeout=patience_s)
        begun = {one._match_id for one in players if one._match_id is not None}
        outcome.unlisted = await unlisted(there, begun, patience_s)
        outcome.wrongs += there.ended
        outcome.replaced = there.replaced
        outcome.robbed, outcome.undead = there.robbed, there.undead
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


async def happen(fault: str, there: ClusterKilling, outcome: ClusterOutcome, leases: float) -> None:
    """One fault; it lasts for so many leases, where it lasts."""
    match fault:
        case "kill":
            outcome.kills += 1
            await there.kill(there.pick())
        case "freeze":
            outcome.freezes += 1
            await there.freeze(there.pick(), leases)
        case "database":
            outcome.database_restarts += 1
            await there.outage(leases)
        case _:
            outcome.bus_restarts += 1
            there.bus.freeze()
            await asyncio.sleep(SWALLOWED_S)  # what servers say meanwhile is lost
            there.bus.stop(signal.SIGKILL)
            there.bus.start()


async def kill_at_an_end(there: ClusterKilling, players: Sequence[Thoughtful]) -> float:
    """The hall is killed before it has kept how a match has ended; returns when."""
    hall = there.hall()
    async with there.slow_documents():
        await end_of_a_match(players, hall)
        began_s = time.monotonic()
        await there.kill(hall)
    return began_s


async def end_of_a_match(players: Sequence[Thoughtful], hall: Killing) -> None:
    """The hall dies as soon as a player hears how a match has ended, one that another server plays if any does.

    The others at that table may not have heard it.
    """
    ended = asyncio.Event()
    own = set(re.findall(rf"match (\S+) {PLAY_SAYS}", hall.logged))

    def strike(player: Thoughtful) -> None:
        if player._match_id not in own and not ended.is_set():
            os.killpg(hall.pid, signal.SIGKILL)
            ended.set()

    for player in players:
        player.on_over = strike
    with suppress(TimeoutError):
        async with asyncio.timeout(ENDING_S):
            await ended.wait()
    for player in players:
        player.on_over = None


async def unlisted(there: ClusterKilling, matches: set[str], patience_s: float) -> list[str]:
    """Those of these matches that no hall has kept as finished by the time that there is no more patience."""
    until_s = time.monotonic() + patience_s
    while missing := matches - await asyncio.to_thread(there.listed):
        if time.monotonic() > until_s:
            return sorted(missing)
        await asyncio.sleep(LOOK_S)
    return []


async def more_acts(
    players: Sequence[Player], tasks: list[asyncio.Task[None]], more: int, patience_s: float
) -> bool:
    """Until so many more acts are acknowledged, or everything is over; False where the players lost their patience."""
    enough = more + sum(len(player.acknowledged) for player in players)
    return await happened(
        lambda: sum(len(player.acknowledged) for player in players) >= enough, tasks, patience_s
    )


def is_in(player: Player) -> bool:
    """Has somebody logged in?"""
    return player.logins > 0


async def happened(
    is_so: Callable[[], bool], tasks: list[asyncio.Task[None]], patience_s: float
) -> bool:
    """Until it is so, or everything is over; False where the players lost their patience."""
    until_s = time.monotonic() + patience_s
    while not is_so():
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
    parser.add_argument("--endings", type=int, default=0, help="halls killed as a match ends")
    parser.add_argument("--without", choices=sorted(CONTROLS), help="a rule that is not kept")
    parser.add_argument("--place", choices=("hall", EVEN))
    parser.add_argument("--seed", type=int, default=11)
    asked = parser.parse_args()
    if asked.without == "reports" and (asked.place != EVEN or not asked.endings):
        parser.error(
            "--without reports: expected --place even and --endings, else none is reported"
        )
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
                    endings=asked.endings,
                    seed=asked.seed,
                    command=SERVER if asked.without is None else unruly(asked.without),
                    place=asked.place,
                    until_found=asked.without is not None,
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
