"""A whole cluster in one process, in time that passes at once, with faults by chance. No tests here.

python -m tests.simulated.simulate --seeds 2000 [--place even] [--ladder | --tournament]

Real servers, edges, trunks, sessions and writers run over a bus, a database and links that are simulated: messages come
late, twice or never, ways are cut in one direction, processes are killed and frozen, the database stalls, fails, or
carries out what it does not answer. What happens follows from the seed alone, so that a fault can be looked at again.
"""

import argparse
import asyncio
import hashlib
import logging
import os
import random
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final
from unittest import mock

from tests.faults.killing import SEATS, Outcome, hold_against
from tests.simulated.contest import SimulatedContest
from tests.simulated.controls import CONTROLS
from tests.simulated.database import Database, SharedStore
from tests.simulated.ladder import SimulatedLadder, reckoned_here
from tests.simulated.network import Network
from tests.simulated.players import SEEK, SimulatedPlayer
from tests.simulated.processes import (
    BOX,
    FEATURES,
    EdgeProcess,
    PlayProcess,
    Process,
)
from tests.simulated.tournament import SimulatedTournament
from tests.simulated.virtual_time import NOBODY, START_S, living, run_virtually
from tests.simulated.watchers import SimulatedWatcher

from infoset_server.common.clock import wall_clock_ms
from infoset_server.config import EVEN, ServerConfig, load_config
from infoset_server.matches.match_log import StoredJournal
from infoset_server.nodes.moving import MoveError
from infoset_server.nodes.play_nodes import PlayNodes
from infoset_server.storage.node import Node
from infoset_server.storage.notebook import Notebook
from infoset_server.storage.writer import Writer

logger = logging.getLogger(__name__)

SETTINGS: Final[dict[str, Any]] = {
    "port": 0,
    "cluster.bus": ("nats://simulated:4222",),
    "cluster.beat_s": 0.5,
    "cluster.patience_s": 4.0,
    "store.lease_s": 3.0,
    "rooms.absence_s": 3600.0,
    "times.shutdown_grace_s": 10.0,
    "rates.msgs_per_s": 100_000,
    "connections.hellos_per_user_per_min": 1_000_000,
    "connections.max_per_address": 4096,
    "connections.hellos_per_s": 1_000,
}
CONTESTS: Final[Mapping[str, type[SimulatedLadder | SimulatedTournament]]] = {
    "ladder": SimulatedLadder,
    "tournament": SimulatedTournament,
}
HASHES: Final = "0"  # as PYTHONHASHSEED
AT_THE_HALL: Final = "hall"  # as `cluster.place`
FAULTS: Final = ("kill", "freeze", "links", "cut", "loss", "gap", "database", "move", "drain")
END_S: Final = 20.0  # how long a server that is told to end may take
WATCHERS: Final = 2
LAST_S: Final = 30.0  # for what is written behind
FAULTY_S: Final = 60.0  # how long there are faults, and
CALM_S: Final = 600.0  # how long may be played when they are over


SUMS: Final = (
    "matches",
    "results",
    "elsewhere",
    "wishes",
    "acknowledged",
    "kills",
    "freezes",
    "cuts",
    "replaced",
    "moved",
    "drained",
    "lost_servers",
    "resumed",
    "shown",
    "lost_messages",
    "sent_away",
    "virtual_s",
)


@dataclass
class Findings(Outcome):
    """As Outcome, all of whose lists must be empty. `trace` stands for everything that players heard, and when."""

    results: int = 0  # of the contest, where there is one,
    elsewhere: int = (
        0  # and of these matches, those that another server than the hall had in the end
    )
    wishes: int = 0  # of organisers, that were carried out in the middle of an evening
    replaced: int = 0
    moved: int = 0
    drained: int = 0
    lost_servers: int = (
        0  # how often clients were sent away as the one was lost that played a match of theirs
    )
    freezes: int = 0
    cuts: int = 0
    resumed: int = 0
    shown: int = 0  # changes, to watchers
    lost_messages: int = 0
    trace: str = ""
    virtual_s: float = 0.0

    @property
    def is_sound(self) -> bool:
        """Was every promise kept?"""
        return not (self.wrongs or self.lost or self.unfinished)

    def add(self, other: "Findings") -> None:
        """The numbers of another run, too."""
        for name in SUMS:
            setattr(self, name, getattr(self, name) + getattr(other, name))


class Cluster:
    """Two servers that may be the hall, two edges, their bus and their database; and what happens to them."""

    def __init__(
        self,
        seed: int,
        matches: int,
        faults: Sequence[str],
        place: str,
        folder: Path,
        *,
        contest: str | None,
    ) -> None:
        self.rng = random.Random(seed)
        self.findings = Findings()
        self.network = Network(random.Random(self.rng.random()))
        loop = asyncio.get_running_loop()
        self.store = SharedStore(loop.time)
        self.database = Database(random.Random(self.rng.random()), self.store)
        self._choice = faults
        self._faults: Mapping[str, Callable[[], Awaitable[None]]] = {
            "kill": self._kill,
            "freeze": self._freeze,
            "links": self._cut_links,
            "cut": self._cut,
            "loss": self._lose_messages,
            "gap": self._reconnect,
            "database": self._trouble_database,
            "move": self._move,
            "drain": self._drain,
        }
        self._trace = hashlib.sha256()
        self._folder = folder
        self._place = place
        self._loop = loop
        self.contest: SimulatedContest[Any] | None = None
        if contest is not None:
            self.contest = CONTESTS[contest](seed, self._any_process, self._note, self.store, self)
        self.processes: dict[str, Process] = {}
        self._past: list[Process] = []
        self._asked: dict[asyncio.Task[None], Coroutine[Any, Any, None]] = {}
        for name in ("s1", "s2", "e1", "e2"):
            self._start(name)
        self.players = [self._player(number, seed) for number in range(matches * SEATS)]
        self.watchers = [self._watcher(number, seed) for number in range(WATCHERS)]

    def _player(self, number: int, seed: int) -> SimulatedPlayer:
        player = SimulatedPlayer(0, f"player-{number}", random.Random(f"{seed}/{number}"), SEEK)
        player.pick = lambda: self._any_process(player.rng)
        player.note = self._note
        return player

    def _watcher(self, number: int, seed: int) -> SimulatedWatcher:
        rng = random.Random(f"{seed}/watcher/{number}")
        pick = partial(self._any_process, rng)
        return SimulatedWatcher(f"watcher-{number}", rng, pick, self._begun, self._note)

    def _begun(self) -> set[str]:
        """The matches that players have heard of, and not heard the end of."""
        begun = {one._match_id for one in self.players if one._match_id and one.over is None}
        return begun if self.contest is None else begun | self.contest.playing

    def _any_process(self, rng: random.Random) -> Process:
        """As a balancer. Raises ConnectionError."""
        if not self.processes:
            raise ConnectionError
        return rng.choice(list(self.processes.values()))

    def _note(self, line: str) -> None:
        logger.info("%s", line)
        self._trace.update(f"{self._loop.time():.6f} {line}\n".encode())

    def _happen(self, what: str) -> None:
        self._note(what)

    # Processes.

    def _config(self, name: str) -> ServerConfig:
        folder = self._folder / name
        own = {"data_dir": folder, "cluster.node": name, "cluster.place": self._place}
        return load_config(None, SETTINGS | own)

    def _start(self, name: str) -> None:
        config, rng = self._config(name), random.Random(self.rng.random())
        process: Process
        if name.startswith("e"):
            process = EdgeProcess(name, config, self.network, rng)
        else:
            features = FEATURES
            if self.contest is not None:
                self.contest.prepare(config.data_dir)
                features = self.contest.features()
            process = PlayProcess(
                name, config, self.network, rng, self.database, self._begin_anew, features
            )
        self.processes[name] = process
        process.start()

    def _begin_anew(self, process: Process) -> None:
        """A server that found itself replaced has ended."""
        self.findings.replaced += 1
        self._loop.call_soon(self._restart, process, 0.3, context=NOBODY)

    def _restart(self, process: Process, after_s: float) -> None:
        if self.processes.get(process.node) is not process:
            return
        self._happen(f"{process.node} ends, and begins anew after {after_s:.1f} s")
        process.kill()
        self._past.append(process)
        del self.processes[process.node]
        self._loop.call_later(after_s, self._start, process.node, context=NOBODY)

    # As Venue.

    def servers(self) -> Iterable[Process]:
        """As Venue."""
        return list(self.processes.values())

    def ask(self, process: Process, work: Coroutine[Any, Any, None]) -> None:
        """As Venue."""
        self._asked[process.life.begin(work)] = work

    def crash(self, process: Process) -> None:
        """As Venue."""
        self.findings.kills += 1
        self._restart(process, self.rng.uniform(0.2, 6.0))

    # What happens.

    async def go_wrong(self) -> None:
        """One fault after another, until all is mended."""
        until_s = self._loop.time() + FAULTY_S
        await asyncio.sleep(self.rng.uniform(0.0, 4.0))
        while self._loop.time() < until_s and self._plays():
            await self._faults[self.rng.choice(self._choice)]()
            await asyncio.sleep(self.rng.choice((0.01, 0.3, 2.0, 8.0)) * self.rng.random())
        self.network.mend()
        self.database.mend()
        self._happen("all is mended")

    def _plays(self) -> bool:
        return self.contest is not None or any(one.over is None for one in self.players)

    def _pick(self) -> Process | None:
        return self.rng.choice(list(self.processes.values())) if self.processes else None

    async def _kill(self) -> None:
        process = self._pick()
        if process is not None:
            self.crash(process)

    async def _freeze(self) -> None:
        process = self._pick()
        if process is None or process.life.is_frozen:
            return
        self.findings.freezes += 1
        span_s = self.rng.choice((0.2, 2.0, 5.0, 12.0)) * self.rng.uniform(0.5, 1.5)
        self._happen(f"{process.node} is frozen for {span_s:.1f} s")
        process.life.freeze()
        self._loop.call_later(span_s, process.life.thaw)

    async def _cut_links(self) -> None:
        """Whoever is connected may lose its link, and comes back."""
        wires = [*(one.wire for one in self.players), *(one.wire for one in self.watchers)]
        if self.contest is not None:
            wires += [one.wire for one in self.contest.entrants]
        there = [wire for wire in wires if wire is not None]
        if there:
            self._happen("links of players and watchers are cut")
            for wire in self.rng.sample(there, self.rng.randint(1, len(there))):
                wire.cut()

    async def _cut(self) -> None:
        """The way between two nodes, in one direction or both, or between one and all others."""
        nodes = self.network.nodes
        if len(nodes) < 2:
            return
        self.findings.cuts += 1
        one, other = self.rng.sample(nodes, 2)
        cuts = self.rng.choice(
            (
                [(one, other)],
                [(one, other), (other, one)],
                [(one, node) for node in nodes] + [(node, one) for node in nodes],
            )
        )
        span_s = self.rng.choice((0.1, 1.0, 8.0)) * self.rng.uniform(0.5, 1.5)
        self._happen(f"no way for {span_s:.1f} s: {cuts}")
        for source, target in cuts:
            self.network.cut(source, target)
        self._loop.call_later(span_s, self.network.join_again, cuts)

    async def _lose_messages(self) -> None:
        network = self.network
        network.loss = self.rng.choice((0.0, 0.001, 0.02))
        network.doubling = self.rng.choice((0.0, 0.05))
        network.slowness = self.rng.choice((0.0, 0.001, 0.02))
        self._happen(f"lost {network.loss}, twice {network.doubling}, late {network.slowness}")

    async def _reconnect(self) -> None:
        """The bus of one node has to find another server of NATS, or that of all has."""
        for node in self.rng.choice((self.network.nodes, self.network.nodes[:1])):
            self._happen(f"the bus of {node} may have lost something")
            self.network.tell_gap(node)

    async def _trouble_database(self) -> None:
        database = self.database
        database.mend()
        match self.rng.randrange(4):
            case 0:
                database.is_away = True
            case 1:
                database.silence = self.rng.choice((0.02, 0.3, 1.0))
            case 2:
                database.stall_s = self.rng.choice((0.1, 1.0, 4.0))
            case _:
                return
        span_s = self.rng.choice((0.2, 3.0, 10.0)) * self.rng.uniform(0.5, 1.5)
        self._happen(
            f"database for {span_s:.1f} s: away {database.is_away}, silent {database.silence}, "
            f"slow {database.stall_s}"
        )
        self._loop.call_later(span_s, database.mend)

    async def _move(self) -> None:
        """An operator has a match go to another server, or to the hall; nothing where none plays for the hall."""
        halls = [
            one for one in self.processes.values() if isinstance(one, PlayProcess) and one.nodes
        ]
        for process in halls:
            nodes = process.nodes
            assert nodes is not None
            match_id = self.rng.choice([*process.running, ""])
            where = self.rng.choice(("s1", "s2", AT_THE_HALL))
            self._happen(f"{process.node} is to move {match_id} to {where}")
            work = self._moved(nodes, match_id, where)
            self.ask(process, work)

    async def _moved(self, nodes: PlayNodes, match_id: str, where: str) -> None:
        with suppress(MoveError):
            await nodes.placement.move(match_id, where)
            self.findings.moved += 1
            self._happen(f"{match_id} is at {where}")

    async def _drain(self) -> None:
        """An operator has a server end that is not the hall; it begins anew a moment later."""
        standing_by = [
            one
            for one in self.processes.values()
            if isinstance(one, PlayProcess) and one.app is None and not one.is_stopping
        ]
        if standing_by:
            process = self.rng.choice(standing_by)
            self._happen(f"{process.node} is told to end")
            self.ask(process, self._end(process, self.rng.uniform(0.2, 6.0)))
            self._loop.call_later(END_S, self._restart, process, 0.3, context=NOBODY)

    async def _end(self, process: PlayProcess, after_s: float) -> None:
        await process.stop()
        self.findings.drained += 1
        self._loop.call_soon(self._restart, process, after_s, context=NOBODY)

    # What came of it.

    async def play(self) -> Findings:
        """Until all matches are over, or time is."""
        tasks = [asyncio.create_task(player.play()) for player in self.players]
        watching = [asyncio.create_task(watcher.watch()) for watcher in self.watchers]
        if self.contest is not None:
            self.contest.begin()
        await asyncio.wait([asyncio.create_task(self.go_wrong())])
        await asyncio.wait(tasks, timeout=CALM_S)
        findings = self.findings
        findings.wrongs += [f"{one.name}: still plays" for one in self.players if one.over is None]
        for player, task in zip(self.players, tasks, strict=True):
            problem = task.exception() if task.done() else None
            if problem is not None:
                findings.wrongs.append(f"{player.name} failed: {problem!r}")
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
        if self.contest is not None:
            await self.contest.end()
        await asyncio.sleep(LAST_S)  # what is written behind is written, and watchers are told
        for watcher, task in zip(self.watchers, watching, strict=True):
            findings.wrongs += watcher.sums_up()
            findings.shown += watcher.shown
            findings.lost_servers += watcher.lost
            assert not task.done(), "it goes on until it is cancelled"
            task.cancel()
        await asyncio.wait(watching)
        if self.contest is not None:
            await self.contest.close()
        findings.virtual_s = self._loop.time() - START_S
        findings.lost_messages = self.network.lost
        findings.resumed = sum(player.resumed for player in self.players)
        findings.lost_servers += sum(player.lost for player in self.players)
        await self._compare()
        findings.trace = self._trace.hexdigest()
        await self.bury()
        return findings

    async def _compare(self) -> None:
        """Holds what players were told against the store, as the tests with real servers do."""
        findings = self.findings
        store = self.store
        node = Node(store, "looker", 3.0, self._loop.time)
        await node.take()
        writer = Writer(store, rng=random.Random(1))
        journal = StoredJournal(
            store, writer, Notebook(store, lambda: node.claim), BOX, node, wall_clock_ms
        )
        await hold_against(journal, self.players, findings)
        findings.unfinished += await store.unfinished()
        if findings.matches * SEATS != len(self.players):
            findings.wrongs.append(f"{findings.matches} matches for {len(self.players)} players")
        results = {
            (one.over or {}).get("match_id"): (one.over or {}).get("result") for one in self.players
        }
        for one in self.players:
            told = one.over or {}
            if told.get("result") != results[told.get("match_id")]:
                findings.wrongs.append(f"{one.name} heard another result")
        if self.contest is not None:
            await self._judge(self.contest, journal)
        await node.close()

    async def _judge(self, contest: SimulatedContest[Any], journal: StoredJournal) -> None:
        """Adds what was found of the contest."""
        findings, outcome = self.findings, contest.outcome
        await contest.judge(journal, self._config("s1"))
        findings.results, findings.elsewhere = contest.results, contest.elsewhere
        findings.wishes = int(contest.organiser.is_done)
        findings.acknowledged += outcome.acknowledged
        findings.sent_away += outcome.sent_away
        findings.resumed += sum(one.resumed for one in contest.entrants)
        findings.wrongs += [*contest.wrongs, *contest.organiser.wrongs, *outcome.wrongs]
        findings.lost += outcome.lost

    async def bury(self) -> None:
        """All that was ever begun ends: also what stands still in processes that are dead or frozen."""
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        for process in (*self._past, *self.processes.values()):
            process.life.bury()
        await asyncio.wait(tasks, timeout=CALM_S)
        for work in self._asked.values():  # what a process was to do that died before
            work.close()


async def simulate(
    seed: int, matches: int, faults: Sequence[str], place: str, *, contest: str | None
) -> Findings:
    """One cluster, on the running loop."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        cluster = Cluster(seed, matches, faults, place, folder, contest=contest)
        return await cluster.play()


def run(
    seed: int,
    matches: int = 1,
    faults: Sequence[str] = FAULTS,
    without: str | None = None,
    place: str = AT_THE_HALL,
    *,
    contest: str | None = None,
) -> Findings:
    """What comes of a seed, with `faults` of these kinds and `cluster.place` set.

    With a contest (CONTESTS) there are bots in it besides the players. `without` names a rule that is not kept (`controls.py`).
    """
    with ExitStack() as stack:
        stack.enter_context(foretold(seed))
        stack.enter_context(reckoned_here(seed))
        if without is not None:
            stack.enter_context(CONTROLS[without]())
        try:
            return run_virtually(simulate(seed, matches, faults, place, contest=contest))
        except Exception as problem:
            problem.add_note(f"in seed {seed}")
            raise


@contextmanager
def foretold(seed: int) -> Iterator[None]:
    """Whatever is random in this process follows from the seed, and its clocks are the loop's."""
    source = random.Random(f"secrets/{seed}")

    def now_s() -> float:
        return asyncio.get_running_loop().time()

    def now_ns() -> int:
        return int(now_s() * 1e9)

    with (
        mock.patch.object(random, "_urandom", source.randbytes),  # from which all secrets come
        mock.patch.object(time, "monotonic", now_s),
        mock.patch.object(time, "time_ns", now_ns),
        mock.patch.object(time, "thread_time", now_s),  # how much is done in one turn
    ):
        yield


def tell_when_and_who() -> None:
    """Each line of the log begins with the time of the simulation, in seconds, and the process that wrote it."""

    def note(record: logging.LogRecord) -> bool:
        record.at_s, record.life = time.monotonic() - START_S, living() or "-"
        return True

    (handler,) = logging.getLogger().handlers
    handler.setFormatter(logging.Formatter("%(at_s)8.3f %(life)-3s %(name)s: %(message)s"))
    handler.addFilter(note)


def fix_order() -> None:
    """Begins anew with hashes of text that are the same in every process: the order of sets follows from them."""
    if os.environ.get("PYTHONHASHSEED") != HASHES:
        words = [sys.executable, *sys.orig_argv[1:]]
        os.execve(sys.executable, words, os.environ | {"PYTHONHASHSEED": HASHES})


def main() -> int:
    """The command; status 1 where a promise was not kept."""
    fix_order()
    parser = argparse.ArgumentParser(description="Simulate a cluster under faults.")
    parser.add_argument("--seeds", type=int, default=2000)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--matches", type=int, default=1)
    parser.add_argument("--faults", nargs="+", choices=FAULTS, default=FAULTS, help="kinds of them")
    parser.add_argument("--without", choices=sorted(CONTROLS), help="a rule that is not kept")
    parser.add_argument(
        "--place", choices=(AT_THE_HALL, EVEN), default=AT_THE_HALL, help="where matches are"
    )
    for name in CONTESTS:
        about = f"bots play in a {name}, besides the players"
        parser.add_argument(
            f"--{name}", action="store_const", const=name, dest="contest", help=about
        )
    parser.add_argument("--until-faulty", action="store_true", help="none after the first fault")
    parser.add_argument("--tell", action="store_true", help="what happened, and the server's log")
    asked = parser.parse_args()
    logging.basicConfig(level=logging.INFO)
    if asked.tell:
        tell_when_and_who()
    else:
        logging.disable()
    began_s, faulty, total, count = time.monotonic(), [], Findings(), 0
    for seed in range(asked.first, asked.first + asked.seeds):
        count += 1
        found = run(
            seed,
            asked.matches,
            asked.faults,
            asked.without,
            asked.place,
            contest=asked.contest,
        )
        if not found.is_sound:
            faulty.append(seed)
            sys.stdout.write(f"seed {seed}: {[*found.wrongs, *found.lost, *found.unfinished]}\n")
            sys.stdout.flush()
        total.add(found)
        if faulty and asked.until_faulty:
            break
    sys.stdout.write(
        f"{count} seeds in {time.monotonic() - began_s:.0f} s, {len(faulty)} faulty: {faulty}\n{total}\n"
    )
    return 1 if faulty else 0


if __name__ == "__main__":
    sys.exit(main())
