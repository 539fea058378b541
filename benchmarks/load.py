"""A thousand players at once: how long an act takes, and what keeping matches costs.

    python benchmarks/load.py [--matches 250] [--rate 250] [--rounds 3] [--seconds 10]

Two servers, one that keeps its matches on disk and one that does not, each with all the matches, whose
players (msgpack on TCP) stay connected throughout. They take turns: in each round one of them is played
at, the other is at rest.

Acts come by a schedule, not when the last answer has arrived: a server that stands still for a second is
late for all acts of that second. Where a match has no open question when its act is due, the act waits,
and counts as late from then on. An act takes from its scheduled moment to its `act_ok`.

Printed: the times of acts, CPU time of the server process (all threads, from the operating system) for
each act, the ratio of the two servers, and memory of the server for each connection: with a quarter of a
match, and, on a third server, for one that has logged in and does nothing else.
"""

import argparse
import itertools
import os
import random
import resource
import selectors
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.act_cost import SEATS, Lengths, Message, Table, connect_one, real_server

WARM_UP_S: Final = 2.0
FILES: Final = 8192  # descriptors that this program may need
SLACK_S: Final = 10.0  # for what is late when a round ends
KEPT: Final = {"on": True, "off": False}
IDLE: Final = 1000  # connections that do nothing
FIRST: Final = 300  # and as many before them, with which a server grows for good


class Patient(Lengths):
    """The wire of those who sit long enough to hear keep-alives."""

    @staticmethod
    def unpack(payload: bytes) -> Message:
        return Lengths.unpack(payload) if payload else {"type": "keep-alive"}


@dataclass
class LoadTable(Table):
    """Four players of a room. `due_s`: the scheduled times of acts that are not made yet."""

    due_s: list[float] = field(default_factory=list)
    sent_for_s: float | None = None  # the act under way was due then
    took_s: list[float] = field(default_factory=list)

    def act_if_due(self, now_s: float) -> None:
        """Answers the open question if its time has come."""
        if self.due_s and self.due_s[0] <= now_s and self.sent_for_s is None and self.is_settled():
            self.sent_for_s = self.due_s.pop(0)
            self.act()
            self.steps.clear()  # of which nothing is wanted here

    def take(self, seat: int, message: Message) -> None:
        """As Table, and notes when the answer comes."""
        if message["type"] == "act_ok":
            assert self.sent_for_s is not None
            self.took_s.append(time.monotonic() - self.sent_for_s)
            self.sent_for_s = None
        super().take(seat, message)


@dataclass
class Figures:
    """Of one round."""

    cpu_us: float
    took_s: list[float]
    late: int  # acts that were due and not made at the end


class Servers:
    """What is under load: processes, and the ports at which seats connect, in turn."""

    def __init__(self, processes: Sequence[subprocess.Popen[str]], ports: Sequence[int]) -> None:
        self.processes = processes
        self.ports = ports

    def cpu_s(self) -> float:
        """CPU time of all of them so far."""
        return sum(cpu_s(process.pid) for process in self.processes)

    def memory_kib(self) -> int:
        """Resident memory of all of them."""
        return sum(memory_kib(process.pid) for process in self.processes)

    def close(self) -> None:
        """Ends them."""
        for process in self.processes:
            process.kill()
            process.wait()
            assert process.stdout is not None
            process.stdout.close()


class Load:
    """Servers under load. `memory_kib` is what a connection costs them: welcomed, and seated."""

    def __init__(self, servers: Servers, matches: int) -> None:
        self._servers = servers
        empty = servers.memory_kib()
        self.selector = selectors.DefaultSelector()
        ports = itertools.cycle(servers.ports)
        self.tables = [self._seat([next(ports) for _ in range(SEATS)]) for _ in range(matches)]
        while not all(table.is_settled() for table in self.tables):
            self._read(10.0)
        self.memory_kib = (servers.memory_kib() - empty) / (matches * SEATS)

    def _seat(self, ports: Sequence[int]) -> LoadTable:
        table = LoadTable(Patient, [connect_one(port) for port in ports])
        for seat, sock in enumerate(table.socks):
            self.selector.register(sock, selectors.EVENT_READ, (table, seat))
        table.seat_everybody()
        return table

    def _read(self, patience_s: float) -> list[LoadTable]:
        """Takes in what there is, or what comes first; returns whose it was."""
        heard = []
        for key, _ in self.selector.select(patience_s):
            table, seat = key.data
            table.read(seat)
            heard.append(table)
        return heard

    def play(self, rate: float, seconds: float, rng: random.Random) -> Figures:
        """One round: acts at random moments, `rate` in a second over all matches."""
        begin_s = time.monotonic()
        for table, due_s in schedule(self.tables, rate, seconds, rng):
            table.due_s.append(begin_s + due_s)
        end_s = begin_s + seconds
        cpu_before_s = self._servers.cpu_s()
        waiting = sorted(
            ((due_s, number) for number, table in enumerate(self.tables) for due_s in table.due_s),
            reverse=True,
        )
        while (now_s := time.monotonic()) < end_s + SLACK_S:
            while waiting and waiting[-1][0] <= now_s:
                self.tables[waiting.pop()[1]].act_if_due(now_s)
            if not waiting and not any(one.due_s or one.sent_for_s for one in self.tables):
                break
            patience_s = waiting[-1][0] - now_s if waiting else SLACK_S
            for table in self._read(max(0.0, min(patience_s, SLACK_S))):
                table.act_if_due(time.monotonic())
        took_s = [one for table in self.tables for one in table.took_s]
        late = sum(len(table.due_s) for table in self.tables)
        for table in self.tables:
            table.took_s.clear()
            table.due_s.clear()
        spent_s = self._servers.cpu_s() - cpu_before_s
        return Figures(spent_s / len(took_s) * 1e6, took_s, late)

    def close(self) -> None:
        """Ends the servers."""
        self.selector.close()
        for table in self.tables:
            for sock in table.socks:
                sock.close()
        self._servers.close()


def schedule(
    tables: list[LoadTable], rate: float, seconds: float, rng: random.Random
) -> Iterator[tuple[LoadTable, float]]:
    """Which table acts when: as many strangers would, without regard to each other."""
    at_s = rng.expovariate(rate)
    while at_s < seconds:
        yield rng.choice(tables), at_s
        at_s += rng.expovariate(rate)


def cpu_s(pid: int) -> float:
    """CPU time of all threads of a process."""
    spent_ns = 0
    for task in os.listdir(f"/proc/{pid}/task"):
        spent_ns += int(Path(f"/proc/{pid}/task/{task}/schedstat").read_text("ascii").split()[0])
    return spent_ns / 1e9


def memory_kib(pid: int) -> int:
    """Resident memory of a process."""
    for line in Path(f"/proc/{pid}/status").read_text("ascii").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    raise AssertionError(f"process {pid} tells no VmRSS")


@contextmanager
def both_servers(matches: int) -> Iterator[dict[str, Load]]:
    """One that keeps matches and one that does not, everybody seated."""
    loads: dict[str, Load] = {}
    with tempfile.TemporaryDirectory() as folder:
        try:
            for name, is_kept in KEPT.items():
                server, port = real_server(f"{folder}/{name}", is_kept)
                loads[name] = Load(Servers([server], [port]), matches)
            yield loads
        finally:
            for load in loads.values():
                load.close()


def idle_kib() -> float:
    """Memory of a server for each idle connection with its session."""
    with tempfile.TemporaryDirectory() as folder:
        server, port = real_server(folder, False, "connections.hellos_per_s=100000")
        servers = Servers([server], [port])
        try:
            socks = [log_in(port, number) for number in range(FIRST)]
            before_kib = servers.memory_kib()
            socks += [log_in(port, number) for number in range(FIRST, FIRST + IDLE)]
            taken_kib = servers.memory_kib() - before_kib
        finally:
            servers.close()
        for sock in socks:
            sock.close()
    return taken_kib / IDLE


def log_in(port: int, number: int) -> socket.socket:
    """A guest that has been welcomed."""
    sock = connect_one(port)
    auth = {"kind": "guest", "name": f"idle{number}"}
    sock.sendall(Lengths.ask(Lengths.pack({"type": "hello", "proto": [1], "auth": auth})))
    assert sock.recv(65536), "the server hung up"
    return sock


def print_table(rounds: dict[str, list[Figures]], loads: dict[str, Load]) -> None:
    """The figures of all rounds, and the ratio."""
    print(
        f"{'storage':8}{'acts':>8}{'late':>6}{'p50 ms':>9}{'p99 ms':>9}{'max ms':>9}{'CPU us':>9}"
    )
    cpu_us = {}
    for name, figures in rounds.items():
        took_s = [one for figure in figures for one in figure.took_s]
        cuts = statistics.quantiles(took_s, n=100)
        cpu_us[name] = statistics.median(figure.cpu_us for figure in figures)
        late = sum(figure.late for figure in figures)
        print(
            f"{name:8}{len(took_s):8}{late:6}{cuts[49] * 1e3:9.2f}{cuts[98] * 1e3:9.2f}"
            f"{max(took_s) * 1e3:9.1f}{cpu_us[name]:9.0f}"
        )
    print(f"CPU of an act with storage, without storage = 1: {cpu_us['on'] / cpu_us['off']:.2f}")
    memory = ", ".join(f"{load.memory_kib:.0f} KiB ({name})" for name, load in loads.items())
    print(f"memory for each connection, with a quarter of its match: {memory}")


def main() -> None:
    """Plays and prints."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--matches", type=int, default=250, help="of four players each")
    parser.add_argument("--rate", type=float, default=250.0, help="acts in a second, all matches")
    parser.add_argument("--rounds", type=int, default=3, help="for each server")
    parser.add_argument("--seconds", type=float, default=10.0, help="for each round")
    args = parser.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, FILES), hard))  # servers inherit it
    rng = random.Random(1)
    with both_servers(args.matches) as loads:
        rounds: dict[str, list[Figures]] = {name: [] for name in loads}
        for load in loads.values():
            load.play(args.rate, WARM_UP_S, rng)
        for _ in range(args.rounds):
            for name, load in loads.items():
                rounds[name].append(load.play(args.rate, args.seconds, rng))
        print(f"{args.matches * SEATS} connections, {args.matches} matches, {args.rate:g} acts/s")
        print_table(rounds, loads)
    print(f"memory for each idle connection with its session: {idle_kib():.1f} KiB")


if __name__ == "__main__":
    main()
