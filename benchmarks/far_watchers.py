"""Many watchers at the edges of a cluster: what they cost the hall, and when the last of them has been told.

    python benchmarks/far_watchers.py [--nodes 3] [--watchers 1000] [--few 10] [--acts 100] [--rounds 5]

Two tables of Colonizers whose players come in at the hall. One is watched by many, the other by few, all of them at
the edges. Acts are made at one table and at the other by turns of rounds, one every 40 ms, so that all servers have
been idle before each and spend the same on waking up; and none before everybody has been told of the one before. The
watchers are sockets of this program, which reads what they are told and decodes nothing, so that little of the time is
its own. Nothing is stored.

Printed for each table: CPU of the hall and of all edges for an act, the time until the last watcher has been told, and
how many times as much the hall spends where many watch.
"""

import argparse
import itertools
import selectors
import socket
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.act_cost import PATIENCE_S, SEATS, Lengths, Table, connect_one
from benchmarks.cluster import start
from benchmarks.load import Servers, cpu_s
from tests.server.bus.nats_server import running

READ_BYTES: Final = 1 << 18
PACE_S: Final = 0.04  # from act to act
GREETED_BYTES: Final = 64  # a keep-alive is shorter than anything that tells of a match


@dataclass
class Watched:
    """A table at the hall, and its watchers at the edges."""

    table: Table
    watchers: list[socket.socket]
    hall_us: list[float] = field(default_factory=list)  # for an act, by round
    edges_us: list[float] = field(default_factory=list)
    last_ms: list[float] = field(default_factory=list)  # by act

    def __post_init__(self) -> None:
        self.selector = selectors.DefaultSelector()
        for seat, sock in enumerate(self.table.socks):
            self.selector.register(sock, selectors.EVENT_READ, seat)
        for number, sock in enumerate(self.watchers):
            self.selector.register(sock, selectors.EVENT_READ, SEATS + number)

    def settle(self, untold: set[int]) -> None:
        """Reads until the next question is there, and each of these watchers has been told something."""
        give_up_s = time.monotonic() + PATIENCE_S
        while untold or not self.table.is_settled():
            for key, _ in self.selector.select(PATIENCE_S):
                number = key.data
                if number < SEATS:
                    self.table.read(number)
                elif len(self.watchers[number - SEATS].recv(READ_BYTES)) > GREETED_BYTES:
                    untold.discard(number)
            assert time.monotonic() < give_up_s, f"{len(untold)} watchers have heard nothing"

    def act(self) -> None:
        """One act, until everybody knows of it."""
        begun_s = time.perf_counter()
        self.table.act()
        self.table.steps.clear()
        self.settle(set(range(SEATS, SEATS + len(self.watchers))))
        self.last_ms.append((time.perf_counter() - begun_s) * 1e3)

    def play(self, acts: int, pids: list[int]) -> None:
        """One round. The first of the processes is the hall."""
        before = [cpu_s(pid) for pid in pids]
        due_s = time.perf_counter()
        for _ in range(acts):
            time.sleep(max(0.0, due_s - time.perf_counter()))
            self.act()
            due_s += PACE_S
        hall_s, *edges_s = (cpu_s(pid) - was for pid, was in zip(pids, before, strict=True))
        self.hall_us.append(hall_s / acts * 1e6)
        self.edges_us.append(sum(edges_s) / acts * 1e6)


def seat(servers: Servers, watchers: int, name: str) -> Watched:
    """Four players at the hall, and so many watchers at the edges in turn."""
    hall, *edges = servers.ports
    table = Table(Lengths, [connect_one(hall) for _ in range(SEATS)])
    table.seat_everybody()
    ports = itertools.cycle(edges)
    watching = [watch(next(ports), f"{name}{number}", table.room) for number in range(watchers)]
    found = Watched(table, watching)
    found.settle(set(range(SEATS, SEATS + watchers)))
    return found


def watch(port: int, name: str, room: str) -> socket.socket:
    """A guest who looks on."""
    sock = connect_one(port)
    for message in (
        {"type": "hello", "proto": [1], "auth": {"kind": "guest", "name": name}},
        {"type": "watch", "id": 1, "room": room},
    ):
        sock.sendall(Lengths.ask(Lengths.pack(message)))
    return sock


def report(name: str, table: Watched) -> None:
    """The figures of a table."""
    cuts = statistics.quantiles(table.last_ms, n=100)
    print(
        f"{len(table.watchers):>8}{statistics.median(table.hall_us):>10.0f}"
        f"{statistics.median(table.edges_us):>11.0f}{cuts[49]:>10.1f}{cuts[98]:>10.1f}  {name}"
    )


def main() -> None:
    """Plays and prints."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--nodes", type=int, default=3, help="a hall and edges")
    parser.add_argument("--watchers", type=int, default=1000)
    parser.add_argument("--few", type=int, default=10)
    parser.add_argument("--acts", type=int, default=100, help="of each round")
    parser.add_argument("--rounds", type=int, default=5)
    asked = parser.parse_args()
    if asked.nodes < 2:
        parser.error("--nodes: expected at least 2, a hall and an edge")
    with tempfile.TemporaryDirectory() as folder, running(Path(folder)) as bus:
        servers = start(folder, str(asked.nodes), bus, None)
        try:
            few, many = seat(servers, asked.few, "few"), seat(servers, asked.watchers, "many")
            pids = [process.pid for process in servers.processes]
            for _ in range(asked.rounds):
                few.play(asked.acts, pids)
                many.play(asked.acts, pids)
        finally:
            servers.close()
    print(f"{'watchers':>8}{'hall us':>10}{'edges us':>11}{'p50 ms':>10}{'p99 ms':>10}  an act at")
    report("a table that few watch", few)
    report("a table that many watch", many)
    ratio = statistics.median(many.hall_us) / statistics.median(few.hall_us)
    print(f"the hall spends {ratio:.2f} times as much where many watch")


if __name__ == "__main__":
    main()
