"""What it costs that players come in at other machines: CPU of an act, and how long it takes, beside one server alone.

    python benchmarks/cluster.py [--nodes 1,2,3] [--matches 50] [--rate 250] [--rounds 3] [--seconds 10] [--store none]

For each number of nodes there is a hall and as many edges as are left; seats connect to all of them in turn. `apart`
has one edge, at which everybody comes in, so that the hall has no connection of its own. `even` is two nodes that
both play matches, seats at both, and `even3` three. `spread` is `even` with an edge at
which everybody comes in: no act passes the hall. All take turns at the same rate, within one run.

A cluster keeps its matches in PostgreSQL, so the one node does here, too: each has a database of its own at one
server. `--store none` keeps nothing anywhere, and so compares the ways of messages alone. CPU is that of all processes
of Infoset together; NATS and PostgreSQL, of which there is one each, are told apart.

Printed: the times of acts, CPU of an act, and both as ratios to one node's; how much of it the hall has, and what a
connection costs hall and edges in memory, from before it until it is seated. Last, what servers spend while nobody acts.
"""

import argparse
import random
import shutil
import statistics
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.act_cost import SEATS, real_server
from benchmarks.load import WARM_UP_S, Figures, Load, Servers, cpu_s, memory_kib
from tests.server.bus.nats_server import NatsServer, running
from tests.server.storage.postgresql import Cluster as PostgreSQL
from tests.server.storage.postgresql import start_cluster

from infoset_server.matches.records import KEY_NAME

APART: Final = "apart"
EVEN: Final = {"even": 1, "even3": 2}  # by name, how many play beside the hall
SPREAD: Final = "spread"
STORES: Final = ("postgresql", "none")
UNDISTURBED: Final = (  # on a busy machine: nobody takes over, and nothing else is done
    "store.lease_s=30",
    "cluster.patience_s=60",
    "compute.workers=1",
)
PATIENCE_S: Final = 60.0


def start(folder: str, name: str, bus: NatsServer, database: PostgreSQL | None) -> Servers:
    """The servers of a name: a number of nodes, APART, SPREAD or of EVEN. They keep matches in a new database, if in any."""
    kept = () if database is None else (f"store.url={database.new_database()}",)
    if name == "1":
        server, port = real_server(folder, bool(kept), *UNDISTURBED, *kept)
        return Servers([server], [port])
    shared = [*UNDISTURBED, f"cluster.bus={bus.url}", f"cluster.name=of{name}"]
    players = 1 if name == SPREAD else EVEN.get(name, 0)
    if players:
        assert kept, "servers that all play need a store that all reach"
        shared += ["cluster.place=even", *kept]
    hall, port = real_server(f"{folder}/hall", bool(kept), *shared, *kept, "cluster.node=h")
    started = []
    for number in range(players):
        own = f"{folder}/p{number}"
        Path(own).mkdir()
        shutil.copy(f"{folder}/hall/{KEY_NAME}", own)
        started.append(real_server(own, True, *shared, f"cluster.node=p{number}"))
    for number in range(edges_of(name)):
        node = [f"cluster.node=e{number}", "cluster.roles=edge"]
        started.append(real_server(f"{folder}/e{number}", False, *shared, *node))
    ports = [port for _, port in started]
    for one in ports:
        wait_until_ready(one)
    processes = [hall, *(process for process, _ in started)]
    return Servers(processes, ports[-1:] if name in (APART, SPREAD) else [port, *ports])


def edges_of(name: str) -> int:
    """How many servers take connections and do nothing else."""
    if name in EVEN:
        return 0
    return 1 if name in (APART, SPREAD) else int(name) - 1


def wait_until_ready(port: int) -> None:
    """Returns when an edge has found its hall."""
    until_s = time.monotonic() + PATIENCE_S
    while True:
        with suppress(urllib.error.HTTPError):
            urllib.request.urlopen(f"http://127.0.0.1:{port}/ready").close()
            return
        assert time.monotonic() < until_s, "there is no hall"
        time.sleep(0.05)


@dataclass
class Nodes:
    """A hall, which is the first process, its edges, and everybody seated there. Figures in KiB and microseconds."""

    load: Load
    pids: list[int]
    hall_kib: float  # for a connection
    edges_kib: float
    database: PostgreSQL | None
    hall_us: list[float] = field(default_factory=list)  # for an act, by round
    database_us: list[float] = field(default_factory=list)

    @property
    def cpu_s(self) -> float:
        """CPU time of all servers so far."""
        return sum(cpu_s(pid) for pid in self.pids)

    def play(self, rate: float, seconds: float, rng: random.Random) -> Figures:
        """One round."""
        before_s, stored_s = cpu_s(self.pids[0]), family_cpu_s(self.database)
        figures = self.load.play(rate, seconds, rng)
        an_act = 1e6 / len(figures.took_s)
        self.hall_us.append((cpu_s(self.pids[0]) - before_s) * an_act)
        self.database_us.append((family_cpu_s(self.database) - stored_s) * an_act)
        return figures


def family_cpu_s(database: PostgreSQL | None) -> float:
    """CPU time so far of a server of PostgreSQL and of its children that live."""
    if database is None:
        return 0.0
    first = int((database.folder / "data" / "postmaster.pid").read_text("ascii").split()[0])
    children = Path(f"/proc/{first}/task/{first}/children").read_text("ascii").split()
    return sum(cpu_s(pid) for pid in (first, *map(int, children)))


def seat(servers: Servers, matches: int, database: PostgreSQL | None) -> Nodes:
    """Everybody at the tables."""
    pids = [process.pid for process in servers.processes]
    before = [memory_kib(pid) for pid in pids]
    load = Load(servers, matches)
    hall_kib, *edges_kib = (memory_kib(pid) - kib for pid, kib in zip(pids, before, strict=True))
    seats = matches * SEATS
    return Nodes(load, pids, hall_kib / seats, sum(edges_kib) / seats, database)


@contextmanager
def all_servers(
    names: list[str], matches: int, store: str
) -> Iterator[tuple[dict[str, Nodes], NatsServer]]:
    """Everybody seated, and the bus."""
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        bus = stack.enter_context(running(Path(folder)))
        database = None
        if store != "none":
            database = start_cluster()
            stack.callback(database.remove)
        nodes: dict[str, Nodes] = {}
        for name in names:
            servers = start(f"{folder}/{name}", name, bus, database)
            stack.callback(servers.close)
            nodes[name] = seat(servers, matches, database)
        yield nodes, bus


def print_table(nodes: dict[str, Nodes], rounds: dict[str, list[Figures]]) -> None:
    """The figures of all rounds, and the ratios."""
    print(
        f"{'nodes':8}{'acts':>8}{'late':>6}{'p50 ms':>9}{'p99 ms':>9}{'CPU us':>9}{'CPU':>7}{'p50 +ms':>9}"
        f"{'hall us':>9}{'store us':>10}{'hall KiB':>10}{'edge KiB':>10}"
    )
    base: tuple[float, float] | None = None
    for name, figures in rounds.items():
        took_s = [one for figure in figures for one in figure.took_s]
        cuts = statistics.quantiles(took_s, n=100)
        cpu_us = statistics.median(figure.cpu_us for figure in figures)
        p50_ms = cuts[49] * 1e3
        base = base or (cpu_us, p50_ms)
        late = sum(figure.late for figure in figures)
        print(
            f"{name:8}{len(took_s):8}{late:6}{p50_ms:9.2f}{cuts[98] * 1e3:9.2f}"
            f"{cpu_us:9.0f}{cpu_us / base[0]:7.2f}{p50_ms - base[1]:9.2f}"
            f"{statistics.median(nodes[name].hall_us):9.0f}"
            f"{statistics.median(nodes[name].database_us):10.0f}"
            f"{nodes[name].hall_kib:10.1f}{nodes[name].edges_kib:10.1f}"
        )


def print_idle(nodes: dict[str, Nodes], seconds: float, seats: int) -> None:
    """What keeping connections costs, with what servers tell each other, while nobody acts."""
    before_s = {name: one.cpu_s for name, one in nodes.items()}
    time.sleep(seconds)
    for name, one in nodes.items():
        share = (one.cpu_s - before_s[name]) / seconds
        print(f"{name}: {share:.3f} of a processor for {seats} idle connections, all servers")


def main() -> None:
    """Plays and prints."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "--nodes",
        default="1,2,3,apart",
        help="numbers of nodes, `apart`, `even`, `even3`, `spread`",
    )
    parser.add_argument("--store", choices=STORES, default=STORES[0], help="where matches are kept")
    parser.add_argument("--matches", type=int, default=50, help="of four players each")
    parser.add_argument("--rate", type=float, default=250.0, help="acts in a second, all matches")
    parser.add_argument("--rounds", type=int, default=3, help="for each number of nodes")
    parser.add_argument("--seconds", type=float, default=10.0, help="for each round")
    parser.add_argument("--idle", type=float, default=0.0, help="seconds without acts, at the end")
    args = parser.parse_args()
    rng = random.Random(1)
    names: list[str] = args.nodes.split(",")
    with all_servers(names, args.matches, args.store) as (nodes, bus):
        rounds: dict[str, list[Figures]] = {name: [] for name in nodes}
        for one in nodes.values():
            one.play(args.rate, WARM_UP_S, rng)
            one.hall_us.clear()
            one.database_us.clear()
        bus_before_s = cpu_s(bus.pid)
        for _ in range(args.rounds):
            for name, one in nodes.items():
                rounds[name].append(one.play(args.rate, args.seconds, rng))
        over_bus = sum(len(each.took_s) for name in names if name != "1" for each in rounds[name])
        print_table(nodes, rounds)
        if over_bus:
            bus_us = (cpu_s(bus.pid) - bus_before_s) / over_bus * 1e6
            print(f"CPU of NATS for an act at a cluster: {bus_us:.0f} us")
        if args.idle:
            print_idle(nodes, args.idle, args.matches * SEATS)


if __name__ == "__main__":
    main()
