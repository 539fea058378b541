"""A ladder that runs unattended while its bots and its server are killed, and a look into the store afterwards.

python -m tests.faults.ladder_season --matches 500 --kills 8 --bot-kills 25
python -m tests.faults.ladder_season --nodes 3 [--place even] --freezes 6 --bus 3 --database 2

Bots in several languages, of several strengths: of the server, dropped in, uploaded, and from outside. Nothing may be lost or doubled:
every match that is over in the store has exactly one result, with the places that its record leads to; every
table can be calculated again bit for bit. With several nodes the ladder is that of a cluster, over real servers of
PostgreSQL and NATS, any of its servers is killed or frozen, and bus and database crash; with `--place even` each of them
plays. `--without` a rule of `unruly_server.py` it must find faults. No tests here.
"""

import argparse
import asyncio
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Protocol
from urllib.request import urlopen

from tests.faults.cluster_killing import (
    PLAY_SAYS,
    SERVER,
    ClusterKilling,
    ClusterOutcome,
    Front,
    happen,
)
from tests.faults.killing import Killing
from tests.faults.ladder_checks import check_ladder
from tests.faults.unruly_server import CONTROLS, unruly
from tests.faults.uploading import UploadError, upload, write_upload
from tests.server.bus.nats_server import running
from tests.server.storage.postgresql import Cluster, start_cluster

from infoset.scaffolding.rendering import write_project
from infoset.scaffolding.starters import STARTERS, bot_files
from infoset_server.app.features.ladders import LADDER_FILES
from infoset_server.commands.ladder_views import read_ladder
from infoset_server.common.clock import wall_clock_ms
from infoset_server.config import EVEN, load_config
from infoset_server.matches.records import open_records
from infoset_server.storage.errors import UnknownMatchError
from infoset_server.storage.opening import open_store_for_reading
from infoset_server.storage.port import OPEN, MatchStore
from infoset_server.storage.sql_store import SqlStore
from infoset_server.storage.statements import find_matches

NAME: Final = "season"
BOT: Final = "bot"  # the fault that one is killed
LOOK_S: Final = 0.25
SETTLE_S: Final = 180.0  # after the last match: the table, then the stop
CONNECT_AGAIN_S: Final = 0.1
LINE_LIMIT: Final = 1 << 20
LEASES: Final = (1.0, 4.0)  # that a freeze, or an outage of the database, lasts
SETTINGS: Final = (  # patient: it is not speed that is tried
    *("beacon_port=0", "rates.msgs_per_s=100000", "rooms.absence_s=60"),
    *("hosted.check_s=1200", "hosted.check_move_ms=120000"),
)
HouseBot = tuple[str, str, tuple[str, ...]]  # name, module, parameters
HOUSE: Final[
    tuple[HouseBot, ...]
] = (  # of several strengths; the manifest's own `ismcts` takes too long for many matches
    ("random", "infoset_bots.random_bot", ()),
    ("heuristic", "infoset_bots.heuristic_bot", ()),
    ("ismcts_30", "infoset_bots.search.ismcts_bot", ("iterations=30",)),
    ("ismcts_60", "infoset_bots.search.ismcts_bot", ("iterations=60",)),
)
LADDER: Final = """
title = "a season"
game = "{game}"
options = {options}
hosted = "all"
open_to = ["bot", "guest"]
refit_s = 2
matches = {matches}
max_timeouts = 3

[clock]
kind = "per_move"
move_ms = 60000
first_ms = 60000

[health]
faults = 1000

[pairing]
parallel = 2
"""


@dataclass
class Report:
    """What came of it. `wrongs` must be empty."""

    results: int = 0
    void: int = 0
    matches: int = 0  # in the store
    kills: int = 0
    bot_kills: int = 0
    freezes: int = 0
    bus_restarts: int = 0
    database_restarts: int = 0
    seconds: float = 0.0
    faults: int = 0
    elsewhere: int = 0  # matches that the hall had another node begin
    counted_later: int = 0  # results of matches that ended while their server stopped
    languages: tuple[str, ...] = ()
    uploaded: str = ""  # the language of the uploaded bot
    standings: list[str] = field(default_factory=list)
    ratings: dict[str, float] = field(default_factory=dict)
    wrongs: list[str] = field(default_factory=list)


# The bots.


def make_bots(folder: Path, languages: Sequence[str]) -> tuple[str, ...]:
    """Random bots as `infoset new-bot` writes them, built; returns the languages that this machine has."""
    made = []
    for language in languages:
        starter = STARTERS[language]
        if any(shutil.which(tool) is None for tool in starter.tools):
            sys.stderr.write(f"left out: {language}, which needs {', '.join(starter.tools)}\n")
            continue
        project = folder / f"in_{language}"
        write_project(project, bot_files(language, project.name))
        for command in starter.build:
            subprocess.run(command, shell=True, cwd=project, check=True, capture_output=True)
        made.append(language)
    return tuple(made)


def write_manifest(path: Path, house: Sequence[HouseBot]) -> None:
    """A manifest of house bots."""
    lines = []
    for name, module, parameters in house:
        words = ["{python}", "-m", "infoset", "bot"]
        for parameter in parameters:
            words += ["--param", parameter]
        lines.append(f'[[bot]]\nname = "{name}"\ncommand = {json.dumps([*words, module])}\n')
    path.write_text("\n".join(lines), "utf-8")


@dataclass
class Outsider:
    """A bot that connects from outside, plays at random, and always comes back."""

    port: int
    name: str
    rng: random.Random
    entry: str = ""

    async def play(self) -> None:
        """For ever."""
        while True:
            with suppress(ConnectionError, asyncio.IncompleteReadError, OSError):
                await self._talk()
            await asyncio.sleep(CONNECT_AGAIN_S)

    async def _talk(self) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=LINE_LIMIT)

        def say(**message: Any) -> None:
            writer.write(json.dumps(message).encode() + b"\n")

        auth = {"kind": "guest", "name": self.name, "token": f"the secret of {self.name}"}
        client = {"name": "season", "lang": "python"}
        say(type="hello", proto=[1], auth=auth, client=client)
        say(type="ladder_register", id=1, ladder=NAME, name=self.name, kind="bot")
        try:
            while line := await reader.readline():
                message: dict[str, Any] = json.loads(line) if line.strip() else {"type": ""}
                if message["type"] == "ok" and message.get("re") == 1:
                    self.entry = message["data"]["entry"]
                    say(type="ladder_queue", id=2, ladder=NAME, entry=self.entry, parallel=2)
                pending = message.get("pending", [])
                for turn in [message] if message["type"] == "your_turn" else pending:
                    choice = self.rng.randrange(turn["n"])
                    say(
                        type="act",
                        match_id=message["match_id"],
                        decision=turn["decision"],
                        index=choice,
                    )
        finally:
            writer.close()


# The servers.


class Servers(Protocol):
    """Who plays the ladder."""

    data: list[Path]  # their folders
    settings: dict[str, Any]  # with which their store is read afterwards

    @property
    def port(self) -> int:
        """Where clients come in."""
        ...

    @property
    def first_port(self) -> int:
        """That of the server that has the first folder."""
        ...

    @property
    def pids(self) -> list[int]:
        """Their processes."""
        ...

    @property
    def elsewhere(self) -> int:
        """How many matches the hall has had another node begin."""
        ...

    async def start(self) -> None:
        """They listen."""

    async def suffer(self, fault: str, report: Report) -> None:
        """One is killed and started anew; several may suffer other faults of `cluster_killing`, too."""

    async def stop(self) -> None:
        """They end in order."""

    def wrongs(self) -> list[str]:
        """What none of them may do."""
        ...

    async def close(self) -> None:
        """None is left."""


class OneServer:
    """A server alone, as Servers."""

    def __init__(self, folder: Path, settings: tuple[str, ...]) -> None:
        command = [sys.executable, "-m", "infoset", "serve"]
        self._server = Killing(folder, command, settings)
        self.data = [folder / "data"]
        self.data[0].mkdir(parents=True)
        self.settings: dict[str, Any] = {"data_dir": self.data[0]}

    @property
    def port(self) -> int:
        return self._server.port

    first_port = port

    @property
    def pids(self) -> list[int]:
        return [self._server.pid]

    elsewhere = 0

    async def start(self) -> None:
        await self._server.start()

    async def suffer(self, fault: str, report: Report) -> None:
        assert fault == "kill", "it has neither a bus nor leases"
        report.kills += 1
        await self._server.kill()
        await self._server.start()

    async def stop(self) -> None:
        os.kill(self._server.pid, signal.SIGTERM)
        async with asyncio.timeout(SETTLE_S):
            await self._server.ended()

    def wrongs(self) -> list[str]:
        return []

    async def close(self) -> None:
        await self._server.kill()


class ManyServers:
    """A cluster behind a front, as Servers."""

    def __init__(self, there: ClusterKilling) -> None:
        self._there = there
        self._front = Front([node.port for node in there.nodes])
        self.data = [folder / "data" for folder in there.folders]
        self.settings: dict[str, Any] = {
            **there.settings,
            "data_dir": self.data[0],
            "store.node": "looker",
        }

    @property
    def port(self) -> int:
        return self._front.port

    @property
    def first_port(self) -> int:
        return self._there.nodes[0].port

    @property
    def pids(self) -> list[int]:
        return [node.pid for node in self._there.nodes]

    @property
    def elsewhere(self) -> int:
        logs = (node.log.read_text(encoding="utf-8") for node in self._there.nodes)
        return sum(log.count(PLAY_SAYS) for log in logs)

    async def start(self) -> None:
        await self._there.start()
        if not self._front.port:
            await self._front.open()

    async def suffer(self, fault: str, report: Report) -> None:
        there, outcome = self._there, ClusterOutcome()
        await happen(fault, there, outcome, there.rng.uniform(*LEASES))
        report.kills += outcome.kills
        report.freezes += outcome.freezes
        report.bus_restarts += outcome.bus_restarts
        report.database_restarts += outcome.database_restarts

    async def stop(self) -> None:
        async with asyncio.timeout(SETTLE_S):
            await self._there.stop()

    def wrongs(self) -> list[str]:
        there = self._there
        return [
            *there.ended,
            *(f"{name} was replaced and had not stood still for a lease" for name in there.robbed),
            *(f"{name} was replaced and goes on" for name in there.undead),
        ]

    async def close(self) -> None:
        self._front.close()
        await self._there.close()


# The season.


class Season:
    """A ladder that is played, and its enemy."""

    def __init__(self, servers: Servers, text: str, seed: int, project: Path | None = None) -> None:
        """`text` is the ladder's file, `project` the bot that is uploaded."""
        self.servers = servers
        self.rng = random.Random(seed)
        self.report = Report()
        for data in servers.data:
            ladders = data / LADDER_FILES
            ladders.mkdir(parents=True)
            (ladders / f"{NAME}.toml").write_text(text, "utf-8")
        self.project = project
        self.started: set[int] = set()  # processes that servers of ours have started

    async def run(self, results: int, faults: Sequence[str], patience_s: float) -> Report:
        """Plays until there are so many results, or the time is over. A fault is one of a bot, or of `Servers`."""
        await self.servers.start()
        began = time.monotonic()
        if self.project is not None:
            await self._upload(self.project)
        outsiders = [
            Outsider(self.servers.port, f"outsider_{number}", random.Random(number))
            for number in range(2)
        ]
        tasks = [asyncio.create_task(one.play()) for one in outsiders]
        events = list(faults)
        self.rng.shuffle(events)
        due = [round((number + 1) * results / (len(events) + 1)) for number in range(len(events))]
        try:
            while (count := await self.count()) < results or due:
                self.report.seconds = time.monotonic() - began
                if self.report.seconds > patience_s:
                    break
                self._note_children()
                if self.servers.wrongs():
                    return self._found()
                if due and count >= due[0]:
                    due.pop(0)
                    await self._strike(events.pop(0))
                await asyncio.sleep(LOOK_S)
            await asyncio.sleep(3 * LOOK_S)
            self._note_children()
            await self.servers.stop()
            await self._settle()
            self._found()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await self.servers.close()
            for pid in self.started:
                end_group(pid)
        return self.report

    def _found(self) -> Report:
        """What the servers have done by now."""
        self.report.elsewhere = self.servers.elsewhere
        self.report.wrongs += self.servers.wrongs()
        return self.report

    async def _settle(self) -> None:
        """A match may end after its server has let the ladders go: the next that runs them counts it.

        That one begins matches, too, which may do the same as it stops.
        """
        async with asyncio.timeout(SETTLE_S):
            while owed := await owed_results(self.servers.settings):
                self.report.counted_later += len(owed)
                await self.servers.start()
                while await owed_results(self.servers.settings) & owed:
                    self._note_children()
                    await asyncio.sleep(LOOK_S)
                await self.servers.stop()

    def _note_children(self) -> None:
        self.started.update(*map(children_of, self.servers.pids))

    async def _upload(self, project: Path) -> None:
        try:
            data = self.servers.data[0]
            await asyncio.to_thread(upload, self.servers.first_port, data, project)
        except UploadError as problem:  # for instance where programs cannot be shut in
            sys.stderr.write(f"left out: the uploaded bot: {problem}\n")
        else:
            self.report.uploaded = project.name

    async def _strike(self, fault: str) -> None:
        if fault != BOT:
            await self.servers.suffer(fault, self.report)
            return
        bots = sorted(
            pid for server in self.servers.pids for pid in children_of(server) if is_bot(pid)
        )
        if bots:
            self.report.bot_kills += 1
            end_group(self.rng.choice(bots))

    async def count(self) -> int:
        """Results so far."""
        url = f"http://127.0.0.1:{self.servers.port}/ladder/{NAME}"

        def ask() -> int:
            with urlopen(url, timeout=10) as answer:
                found = json.load(answer)
            return int(found["results"])

        with suppress(OSError):
            return await asyncio.to_thread(ask)
        return 0


def children_of(pid: int) -> set[int]:
    """The processes that a process has started."""
    try:
        text = Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii")
    except OSError:
        return set()
    return {int(word) for word in text.split()}


def is_bot(pid: int) -> bool:
    """Is it a bot, or the cage of one, and not one of the server's own helpers?"""
    try:
        words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
    except OSError:
        return False
    return b"infoset" in words or words[0] in (b"bwrap", b"unshare")


def end_group(pid: int) -> None:
    """Kills a process that leads its group, with everybody in it."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)


# The look into the store.


async def owed_results(settings: Mapping[str, Any]) -> set[str]:
    """The matches that are over, and of which a meeting does not know it yet."""
    config = load_config(None, dict(settings))
    ladder = await read_ladder(NAME, config)
    store = await open_store_for_reading(config.store, config.data_dir)
    try:
        running = {one.running for one in ladder.meetings.values() if one.running is not None}
        return {match_id for match_id in running if await is_over(store, match_id)}
    finally:
        await store.close()


async def is_over(store: MatchStore, match_id: str) -> bool:
    """Is a match over? One that is stored nowhere was named in a meeting and has not begun: nobody has heard of it."""
    with suppress(UnknownMatchError):
        return (await store.find_match(match_id)).status != OPEN
    return False


async def examine(settings: Mapping[str, Any], report: Report) -> None:
    """Looks at the ladder in the store of these settings, and at what is wrong with it."""
    config = load_config(None, dict(settings))
    ladder = await read_ladder(NAME, config)
    records = await open_records(config, wall_clock_ms)
    try:
        assert isinstance(records.store, SqlStore)
        match_ids = await records.store.look(find_matches)
        report.matches = await check_ladder(records.journal, match_ids, ladder, report.wrongs)
    finally:
        await records.close()
    report.results = sum(not result.is_void for result in ladder.results)
    report.void = ladder.statistics.void
    report.faults = sum(bool(fault) for one in ladder.results for fault in one.faults)
    for rank, row in enumerate(ladder.standings.rows(), 1):
        name = ladder.entries[row.entry].name
        report.ratings[name] = row.rating
        report.standings.append(
            f"{rank:>3} {row.rating:>7.0f} +- {2 * row.sigma:>3.0f} {row.games:>5} games, "
            f"{row.faults} faults  {name}"
        )


@contextmanager
def servers_in(
    folder: Path,
    nodes: int,
    house: Sequence[HouseBot],
    seed: int,
    database: Cluster | None,
    place: str | None = None,
    command: Sequence[str] = SERVER,
) -> Iterator[Servers]:
    """So many servers; with several also their bus, and their database where none is given. Several play at `place`, and
    are started by `command`.
    """
    manifest = folder / "bots.toml"
    write_manifest(manifest, house)
    settings = (*SETTINGS, f"bots.manifest={manifest}")
    if nodes == 1:
        yield OneServer(folder, settings)
        return
    with ExitStack() as stack:
        if database is None:
            database = start_cluster()
            stack.callback(database.remove)
        bus = stack.enter_context(running(folder))
        yield ManyServers(
            ClusterKilling(folder, nodes, database, bus, seed, command, place, settings)
        )


async def play_season(
    folder: Path,
    *,
    game: str,
    languages: Sequence[str],
    results: int,
    kills: int,
    bot_kills: int,
    freezes: int = 0,
    restarts: int = 0,
    database_restarts: int = 0,
    options: str = "{}",
    house: Sequence[HouseBot] = HOUSE,
    seed: int = 1,
    at_once: int = 4,
    patience_s: float = 3600.0,
    uploaded: str = "",
    nodes: int = 1,
    database: Cluster | None = None,
    place: str | None = None,
    command: Sequence[str] = SERVER,
) -> Report:
    """The whole of it. `options` are those of the game, in TOML; `uploaded` is a language. `place` and `command` as
    `servers_in` has them.
    """
    text = LADDER.format(game=game, options=options, matches=at_once)
    project = write_upload(folder, uploaded, f"uploaded_{uploaded}", game) if uploaded else None
    with servers_in(folder, nodes, house, seed, database, place, command) as servers:
        season = Season(servers, text, seed, project)
        made, *others = [data / "bots" for data in servers.data]
        made.mkdir()
        season.report.languages = make_bots(made, languages)
        for bots in others:
            shutil.copytree(made, bots)
        faults = ["kill"] * kills + ["freeze"] * freezes + ["bus"] * restarts
        faults += ["database"] * database_restarts + [BOT] * bot_kills
        report = await season.run(results, faults, patience_s)
        await examine(servers.settings, report)
    return report


def main() -> int:
    """The command; status 1 where anything is wrong."""
    parser = argparse.ArgumentParser(description="Kill a ladder's server and bots while it plays.")
    parser.add_argument("--matches", type=int, default=500)
    parser.add_argument("--kills", type=int, default=8, help="of the server")
    parser.add_argument("--bot-kills", type=int, default=25)
    parser.add_argument("--freezes", type=int, default=0, help="of one of several servers")
    parser.add_argument("--bus", type=int, default=0, help="restarts of their bus")
    parser.add_argument("--database", type=int, default=0, help="crashes of their database")
    parser.add_argument("--game", default="colonizers")
    parser.add_argument("--options", default="{}", help="of the game, in TOML")
    parser.add_argument("--languages", default="shell,cpp,python,go", help="dropped in")
    parser.add_argument("--upload", default="javascript", help="language of the uploaded bot")
    parser.add_argument("--minutes", type=float, default=60.0, help="then it ends, done or not")
    parser.add_argument("--at-once", type=int, default=4)
    parser.add_argument("--nodes", type=int, default=1, help="servers; several are a cluster")
    parser.add_argument("--place", choices=("hall", EVEN), help="which of several servers play")
    parser.add_argument("--without", choices=sorted(CONTROLS), help="a rule that is not kept")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="folder for everything; default: a temporary one")
    asked = parser.parse_args()
    shared = (asked.place, asked.without, asked.freezes, asked.bus, asked.database)
    if asked.nodes == 1 and any(shared):
        parser.error(
            "--place, --without, --freezes, --bus, --database: expected several --nodes with them"
        )
    with tempfile.TemporaryDirectory() as temporary:
        folder = asked.keep or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        report = asyncio.run(
            play_season(
                folder,
                game=asked.game,
                options=asked.options,
                languages=tuple(filter(None, asked.languages.split(","))),
                results=asked.matches,
                kills=asked.kills,
                bot_kills=asked.bot_kills,
                freezes=asked.freezes,
                restarts=asked.bus,
                database_restarts=asked.database,
                seed=asked.seed,
                at_once=asked.at_once,
                patience_s=60 * asked.minutes,
                uploaded=asked.upload,
                nodes=asked.nodes,
                place=asked.place,
                command=unruly(asked.without) if asked.without else SERVER,
            )
        )
    standings = "\n".join(report.standings)
    sys.stdout.write(
        f"{report.results} results of {report.matches} matches in {report.seconds:.0f} s "
        f"({report.elsewhere} begun elsewhere, {report.void} void, {report.counted_later} counted by the next server, {report.faults} seats that did not play on), languages "
        f"{', '.join(report.languages)}, uploaded: {report.uploaded or 'none'}; killed: server {report.kills}, bots {report.bot_kills}; "
        f"frozen: {report.freezes}, restarts of the bus: {report.bus_restarts}, of the database: {report.database_restarts}\n"
        f"{standings}\n" + "".join(f"WRONG: {wrong}\n" for wrong in report.wrongs)
    )
    return 1 if report.wrongs else 0


if __name__ == "__main__":
    sys.exit(main())
