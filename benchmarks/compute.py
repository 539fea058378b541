"""What thinking over the wire costs: playouts through the protocol, what they do to others, handing over.

    python benchmarks/compute.py [--seconds 2]

Questions, each answered by a ratio of things measured in one run:

rollouts    playouts per second by `rollout` of 1, 32 and 1024 at a time over a TCP connection with
            msgpack, as a share of the same playouts in a plain loop in one process
pings       p99 of a `ping` while every worker searches, beside the p99 of an idle server
acts        p99 of an `act` round trip in one match while the seats of another ask for as many and as
            large rollouts as they may, beside the p99 without them; target: at most twice
cancel      how long a running rollout takes to answer after a `cancel`; target: below 50 ms
hand-over   a job of 1 KB through the worker pool, one at a time, beside the same bytes back and
            forth through a bare socket pair to another process
"""

import argparse
import asyncio
import multiprocessing
import os
import socket
import statistics
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

import msgpack

from infoset_games.core import CHANCE, State
from infoset_games.game import Game
from infoset_games.policies import RandomPolicy
from infoset_games.registry import make_game
from infoset_games.rng import Rng
from infoset_games.rollout import play_out
from infoset_server.compute.packing import pack
from infoset_server.compute.pool import WorkerPool
from infoset_server.config import ComputeLimits

BATCHES: Final = (1, 32, 1024)
PINGS: Final = 3_000
ACTS: Final = 1_000
QUEUED: Final = 9  # rollouts of each seat of the flood: one under way, the others waiting
CANCELS: Final = 100
HANDOVERS: Final = 2_000
JOB_BYTES: Final = 1024
FREE: Final = 1 << 40
SETTINGS: Final = (
    f"compute.per_decision={FREE}",
    f"compute.per_game={FREE}",
    f"compute.units_per_s={FREE}",
    "compute.max_k=1024",
    "rates.computes_per_s=1000000",
    "rates.msgs_per_s=1000000",
)

Message = dict[str, Any]


class Client:
    """One connection over TCP and msgpack; asks one thing at a time."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self._id = 0

    def send(self, kind: str, **fields: Any) -> int:
        """Sends a request; returns its number."""
        self._id += 1
        body: bytes = msgpack.packb({"type": kind, "id": self._id, **fields})
        self._writer.write(struct.pack(">I", len(body)) + body)
        return self._id

    async def receive(self) -> Message:
        """The next message."""
        while True:
            (size,) = struct.unpack(">I", await self._reader.readexactly(4))
            if size:
                message: Message = msgpack.unpackb(await self._reader.readexactly(size))
                return message

    async def ask(self, kind: str, **fields: Any) -> Message:
        """The answer to a request; what else arrives is passed over."""
        number = self.send(kind, **fields)
        while (message := await self.receive()).get("re") != number:
            pass
        if message["type"] == "error":
            raise RuntimeError(f"{kind}: {message}")
        return message

    def close(self) -> None:
        """Ends the connection."""
        self._writer.close()

    async def expect(self, kind: str) -> Message:
        """The next message of a type."""
        while (message := await self.receive())["type"] != kind:
            pass
        return message


@asynccontextmanager
async def open_server() -> AsyncIterator[int]:
    """A server in a process of its own; yields its port."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        settings = [word for setting in SETTINGS for word in ("--set", setting)]
        command = [sys.executable, "-m", "infoset", "serve", "--port", str(port), "--data", folder]
        process = start_server([*command, *settings])
        try:
            for _ in range(200):
                try:
                    socket.create_connection(("127.0.0.1", port)).close()
                    break
                except OSError:
                    await asyncio.sleep(0.05)
            yield port
        finally:
            process.terminate()
            process.wait()


def start_server(command: list[str]) -> subprocess.Popen[bytes]:
    """The server, its log thrown away."""
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


async def log_in(port: int, name: str) -> Client:
    """A client that has been welcomed."""
    client = Client(*await asyncio.open_connection("127.0.0.1", port))
    auth = {"kind": "guest", "name": name}
    await client.ask("hello", proto=[1], auth=auth, features=["compute"], max_frame=1 << 20)
    return client


async def start_match(port: int) -> tuple[list[Client], str]:
    """Four clients in a match without a clock."""
    clients = [await log_in(port, f"seat{seat}") for seat in range(4)]
    room = await clients[0].ask("create_room", game="colonizers", clock={"kind": "none"})
    for seat, client in enumerate(clients):
        await client.ask("join", room=room["room"]["room"], seat=seat, ready=True)
    start = await clients[0].expect("match_start")
    return clients, start["match_id"]


# Playouts.


def first_decision(game: Game) -> State:
    """The first position in which a seat decides."""
    state = game.start(game.deal(Rng("compute", "deal")))
    chance = Rng("compute", "chance")
    while state.mover() == CHANCE:
        state.move(state.sample_chance(chance))
    return state


def plain_rate(seconds: float) -> float:
    """Playouts per second of a loop in this process: a fresh world each, played out at random."""
    game = make_game("colonizers")
    observation = first_decision(game).observe(0)
    policies = [RandomPolicy()] * game.seats
    rng = Rng("compute", "plain")
    end_s = time.perf_counter() + seconds
    count = 0
    while time.perf_counter() < end_s:
        for _ in range(16):
            play_out(game.determinize(observation, rng), list(policies), rng)
        count += 16
    return count / seconds


async def wire_rate(client: Client, match_id: str, batch: int, seconds: float) -> float:
    """Playouts per second by requests of `batch` fresh worlds each, one request at a time."""
    count = 0
    begun_s = time.perf_counter()
    while (took_s := time.perf_counter() - begun_s) < seconds:
        answer = await client.ask("rollout", match_id=match_id, k=batch)
        count += answer["rows"][0]["n"]
    return count / took_s


async def measure_rollouts(port: int, seconds: float) -> None:
    clients, match_id = await start_match(port)
    await wire_rate(clients[0], match_id, 32, 0.5)
    for batch in BATCHES:
        plain, shares = 0.0, []
        for _ in range(3):  # side by side, so that a noisy machine disturbs both
            plain = plain_rate(seconds / 3)
            shares.append(await wire_rate(clients[0], match_id, batch, seconds / 3) / plain)
        share = statistics.median(shares)
        print(f"rollouts, {batch:4} a request: {share:.2f} of the same loop ({plain:.0f}/s)")


# Pings.


async def pings_us(client: Client) -> tuple[float, float]:
    """Median and p99 of round trips, in microseconds."""
    times = []
    for _ in range(PINGS):
        begun_s = time.perf_counter()
        await client.ask("ping")
        times.append((time.perf_counter() - begun_s) * 1e6)
        await asyncio.sleep(0.001)
    times.sort()
    return times[len(times) // 2], times[len(times) * 99 // 100]


async def measure_pings(port: int) -> None:
    clients, match_id = await start_match(port)
    pinger = await log_in(port, "pinger")
    await pings_us(pinger)
    ratios = []
    for _ in range(3):
        idle = await pings_us(pinger)
        for client in clients[: os.cpu_count()]:
            client.send("rollout", match_id=match_id, k=1000, n=4096)
        busy = await pings_us(pinger)
        for client in clients:
            await client.ask("cancel")
        ratios.append((busy[1] / idle[1], busy[0] / idle[0], idle[1], busy[1]))
    p99, p50, idle_us, busy_us = statistics.median_low(ratios)
    print(
        f"ping while all workers search: p99 {p99:.2f} times idle "
        f"({busy_us:.0f} to {idle_us:.0f} us), p50 {p50:.2f} times"
    )


# Acts beside a flood, and the end of one.


class Players:
    """Four clients that play matches with their first legal actions, one `act` at a time."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._clients: list[Client] = []
        self._match_id = ""
        self._listening: dict[asyncio.Task[Message], Client] = {}

    async def act_us(self) -> float:
        """The time from an `act` to its `act_ok`, in microseconds."""
        client, turn = await self._next_turn()
        begun_s = time.perf_counter()
        await client.ask("act", match_id=self._match_id, decision=turn["decision"], index=0)
        took_s = time.perf_counter() - begun_s
        self._listen(client)
        return took_s * 1e6

    async def _next_turn(self) -> tuple[Client, Message]:
        """Who is asked next, and what; a new match where the last one has ended."""
        while True:
            if not self._clients:
                self._clients, self._match_id = await start_match(self._port)
                for client in self._clients:
                    self._listen(client)
            done, _ = await asyncio.wait(self._listening, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                client, message = self._listening.pop(task), task.result()
                if message["type"] == "your_turn":
                    return client, message
                if message["type"] == "match_over":
                    await self.leave()
                    break
                self._listen(client)

    def _listen(self, client: Client) -> None:
        self._listening[asyncio.create_task(client.receive())] = client

    async def leave(self) -> None:
        """Closes all connections."""
        for task in self._listening:
            task.cancel()
        await asyncio.gather(*self._listening, return_exceptions=True)
        self._listening.clear()
        for client in self._clients:
            client.close()
        self._clients = []


class Flood:
    """A match whose seats ask for more than can ever be done. Its answers are read and thrown away."""

    def __init__(self, clients: list[Client], match_id: str) -> None:
        for client in clients:
            for _ in range(QUEUED):
                client.send("rollout", match_id=match_id, k=1000, n=4096)
        self._clients = clients
        self._readers = [asyncio.create_task(client.expect("ok")) for client in clients]

    async def end(self) -> None:
        """Takes everything back; `ok` is the answer to that."""
        for client in self._clients:
            client.send("cancel")
        await asyncio.gather(*self._readers)


async def acts_us(players: Players) -> tuple[float, float]:
    """Median and p99 of `act` round trips, in microseconds."""
    times = sorted([await players.act_us() for _ in range(ACTS)])
    return times[len(times) // 2], times[len(times) * 99 // 100]


async def measure_flood(port: int) -> None:
    clients, match_id = await start_match(port)
    players = Players(port)
    await acts_us(players)
    ratios = []
    for _ in range(3):
        idle = await acts_us(players)
        flood = Flood(clients, match_id)
        busy = await acts_us(players)
        await flood.end()
        ratios.append((busy[1] / idle[1], busy[0] / idle[0], idle[1], busy[1]))
    await players.leave()
    p99, p50, idle_us, busy_us = statistics.median_low(ratios)
    print(
        f"act beside a flood of rollouts: p99 {p99:.2f} times without "
        f"({busy_us:.0f} to {idle_us:.0f} us), p50 {p50:.2f} times"
    )


async def measure_cancel(port: int) -> None:
    clients, match_id = await start_match(port)
    client = clients[0]
    times = []
    for _ in range(CANCELS):
        number = client.send("rollout", match_id=match_id, k=1000, n=4096, progress_ms=1)
        await client.expect("progress")
        begun_s = time.perf_counter()
        client.send("cancel", target=number)
        while (message := await client.expect("rollouts"))["re"] != number:
            pass
        times.append((time.perf_counter() - begun_s) * 1000)
        if message["status"] != "cancelled":
            raise RuntimeError(f"cancel: {message['status']}")
    times.sort()
    print(
        f"a cancelled rollout answers within {times[-1]:.1f} ms at worst, "
        f"{statistics.median(times):.1f} ms at the median of {CANCELS}"
    )


# Hand-over.


def echo(sock: socket.socket) -> None:
    """The other end of a bare socket pair."""
    while data := sock.recv(1 << 16):
        sock.sendall(data)


def bare_us() -> float:
    """Median round trip of 1 KB through a socket pair to another process, in microseconds."""
    ours, theirs = socket.socketpair()
    process = multiprocessing.get_context("fork").Process(target=echo, args=(theirs,), daemon=True)
    process.start()
    theirs.close()
    data = bytes(JOB_BYTES)
    times = []
    for _ in range(HANDOVERS):
        begun_s = time.perf_counter()
        ours.sendall(data)
        left = JOB_BYTES
        while left:
            left -= len(ours.recv(left))
        times.append((time.perf_counter() - begun_s) * 1e6)
    ours.close()
    process.terminate()
    process.join()
    return statistics.median(times)


async def pool_us() -> float:
    """Median round trip of a job of 1 KB that asks for nothing, in microseconds."""
    game = make_game("colonizers")
    frame = {
        "do": "export",
        "game": game.name,
        "options": game.options(),
        "seat": 0,
        "roots": [],
        "worlds": [],
        "start": 0,
        "units": 1,
        "soft_s": 1.0,
        "hard_s": 1.0,
    }
    frame["padding"] = "x" * (JOB_BYTES - len(pack(frame)))
    pool = WorkerPool(ComputeLimits(workers=1, nice=0))
    times = []
    try:
        for _ in range(HANDOVERS):
            begun_s = time.perf_counter()
            await pool.submit(frame, "a", urgent=True, may_take_s=5.0).answer
            times.append((time.perf_counter() - begun_s) * 1e6)
    finally:
        await pool.close()
    return statistics.median(times)


async def measure_handover() -> None:
    ratios = []
    for _ in range(3):  # side by side, as everywhere
        bare, pool = await asyncio.to_thread(bare_us), await pool_us()
        ratios.append((pool / bare, bare, pool))
    ratio, bare, pool = statistics.median_low(ratios)
    print(
        f"hand-over of a 1 KB job: {ratio:.2f} times a bare socket pair "
        f"({pool:.0f} to {bare:.0f} us; {ratios_seen(ratios)})"
    )


def ratios_seen(ratios: list[tuple[float, float, float]]) -> str:
    """The ratios of all rounds, smallest first."""
    return " ".join(f"{ratio:.2f}" for ratio, _, _ in sorted(ratios))


async def main() -> None:
    parser = argparse.ArgumentParser(description="What thinking over the wire costs.")
    parser.add_argument("--seconds", type=float, default=2.0, help="for each rate")
    args = parser.parse_args()
    async with open_server() as port:
        await measure_rollouts(port, args.seconds)
        await measure_pings(port)
        await measure_flood(port)
        await measure_cancel(port)
    await measure_handover()


if __name__ == "__main__":
    asyncio.run(main())
