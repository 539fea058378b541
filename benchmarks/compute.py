"""What thinking over the wire costs: playouts through the protocol, what they do to others, handing over.

    python benchmarks/compute.py [--seconds 2] [--only QUESTION ...]

Questions, each answered by a ratio of things measured in one run:

rollouts    playouts per second by `rollout` of 1, 32 and 1024 at a time over a TCP connection with
            msgpack, as a share of the same playouts in a plain loop in one process. Beside it the share
            that is left where the loop's own time is followed by a round trip to a bare process, which
            knows the reply before it has read the request
pings       p99 of a `ping` while every worker searches, beside the p99 of an idle server;
            target: at most twice
acts        p99 of an `act` round trip in one match while one bot of another asks for as many and as
            large rollouts as it may, beside the p99 without them; target: at most twice. Then the same
            beside four such bots, whose rollouts take every processor
cancel      how long a running rollout takes to answer beside such a flood after a `cancel`, or after the
            `act` that closes its decision; target: p99 below 50 ms
hand-over   a job of 1 KB through the worker pool, one at a time, beside the same bytes back and
            forth through a bare socket pair to another process

Pings and acts are counted in short rounds, without and with the work by turns, so that whatever else
the machine does falls on both; each p99 is taken over the round trips of all rounds. A round trip ends
when this program knows it, and this program has to be woken up like the server. What that costs shows
the control: a bare process that sends every byte back, asked in the same rounds by the same program.
Where the control is slow, so is the machine; where only the server is, it is the server.
"""

import argparse
import asyncio
import gc
import multiprocessing
import os
import socket
import statistics
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, Final

import msgpack

from infoset_games.core import CHANCE, State
from infoset_games.game import Game
from infoset_games.policies import RandomPolicy
from infoset_games.registry import make_game
from infoset_games.rng import Rng
from infoset_games.rollout import play_out
from infoset_server.compute.jobs import pack
from infoset_server.compute.pool import WorkerPool
from infoset_server.config import ComputeLimits

BATCHES: Final = (1, 32, 1024)
ROUNDS: Final = 12  # without and with the work, each
TRIPS: Final = 250  # of each round, so p99 leaves out the slowest 30 of 3,000
ECHOES: Final = 100  # of each round, for the control
PAUSE_S: Final = 0.001  # between pings, and between echoes
SETTLE_S: Final = 0.1  # until all workers are at work
QUEUED: Final = 9  # rollouts of each seat of the flood: one under way, the others waiting
CANCELS: Final = 200
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
async def open_server(*more: str) -> AsyncIterator[int]:
    """A server in a process of its own, with `more` settings; yields its port."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        settings = [word for setting in (*SETTINGS, *more) for word in ("--set", setting)]
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
            process.kill()  # nobody waits for the matches that are still on
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


class Parrot(asyncio.Protocol):
    """Answers each request with the same reply, under the number of the request."""

    def __init__(self, reply: Message) -> None:
        self._reply = reply

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        request = msgpack.unpackb(data[4:])  # one at a time, and so small that it comes whole
        body: bytes = msgpack.packb(self._reply | {"re": request["id"]})
        self._transport.write(struct.pack(">I", len(body)) + body)


def serve_parrot(sock: socket.socket, reply: Message) -> None:
    """What runs in a process of its own, until that is ended."""

    async def serve() -> None:
        server = await asyncio.get_running_loop().create_server(lambda: Parrot(reply), sock=sock)
        await server.serve_forever()

    asyncio.run(serve())


@asynccontextmanager
async def open_parrot(reply: Message) -> AsyncIterator[Client]:
    """A client of a bare server that knows one reply."""
    with socket.create_server(("127.0.0.1", 0)) as sock:
        context = multiprocessing.get_context("fork")
        process = context.Process(target=serve_parrot, args=(sock, reply), daemon=True)
        process.start()
        client = Client(*await asyncio.open_connection(*sock.getsockname()))
        try:
            yield client
        finally:
            client.close()
            process.terminate()
            process.join()


async def bare_trip_s(client: Client, match_id: str, batch: int, seconds: float) -> float:
    """How long a request takes where nothing is done for it."""
    count = 0
    begun_s = time.perf_counter()
    while (took_s := time.perf_counter() - begun_s) < seconds:
        await client.ask("rollout", match_id=match_id, k=batch)
        count += 1
    return took_s / count


async def measure_rollouts(port: int, seconds: float) -> None:
    for batch, found in (await rollout_shares(port, seconds / 3, 3)).items():
        share, plain = statistics.median_low((share, plain) for share, plain, _ in found)
        bound = statistics.median(bound for *_, bound in found)
        print(
            f"rollouts, {batch:4} a request: {share:.2f} of the same loop ({plain:.0f}/s), "
            f"of {bound:.2f} beside a bare round trip"
        )


async def rollout_shares(
    port: int, seconds: float, rounds: int
) -> dict[int, list[tuple[float, float, float]]]:
    """By how many are asked for at once: in each round the share of the plain loop's rate, that rate, and the share
    that is left beside a bare round trip.
    """
    (client, *_), match_id = await start_match(port)
    await wire_rate(client, match_id, 32, 0.5)
    shares: dict[int, list[tuple[float, float, float]]] = {batch: [] for batch in BATCHES}
    async with open_parrot(await client.ask("rollout", match_id=match_id)) as bare:
        for batch, found in shares.items():
            for _ in range(rounds):  # side by side, so that a noisy machine disturbs all
                plain = plain_rate(seconds)
                share = await wire_rate(client, match_id, batch, seconds) / plain
                trip_s = await bare_trip_s(bare, match_id, batch, seconds / 3)
                loop_s = batch / plain
                found.append((share, plain, loop_s / (loop_s + trip_s)))
    return shares


# Round trips without and with work.


class Echo:
    """A bare process that sends every byte back: what the machine and this program do to a round trip."""

    def __init__(self) -> None:
        self._ours, theirs = socket.socketpair()
        context = multiprocessing.get_context("fork")
        self._process = context.Process(target=echo, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()

    def trip_us(self, data: bytes) -> float:
        """There and back, in microseconds."""
        begun_s = time.perf_counter()
        self._ours.sendall(data)
        left = len(data)
        while left:
            left -= len(self._ours.recv(left))
        return (time.perf_counter() - begun_s) * 1e6

    def close(self) -> None:
        """Ends the process."""
        self._ours.close()
        self._process.terminate()
        self._process.join()


def echo(sock: socket.socket) -> None:
    """What runs in that process."""
    while data := sock.recv(1 << 16):
        sock.sendall(data)


class Flood:
    """Seats that ask for more than can ever be done, `queued` rollouts each; what they get is thrown away."""

    def __init__(self, clients: Sequence[Client], match_id: str, queued: int) -> None:
        for client in clients:
            for _ in range(queued):
                client.send("rollout", match_id=match_id, k=1000, n=4096)
        self._clients = clients
        self._readers = [asyncio.create_task(self._read(client, queued)) for client in clients]

    async def _read(self, client: Client, queued: int) -> None:
        """Ends with the `ok` to the `cancel` and the answers to all rollouts."""
        for _ in range(queued + 1):
            while (message := await client.receive())["type"] not in ("ok", "error", "rollouts"):
                pass
            if message["type"] == "error" and message["code"] != "cancelled":
                raise RuntimeError(f"flood: {message}")

    async def end(self) -> None:
        """Takes everything back."""
        for client in self._clients:
            client.send("cancel")
        await asyncio.gather(*self._readers)


class Times:
    """Round trips without and with work, in microseconds."""

    def __init__(self) -> None:
        self.idle: list[float] = []
        self.busy: list[float] = []

    def percentile(self, share: float) -> str:
        """Both, and how many times the one is the other."""
        idle, busy = at(self.idle, share), at(self.busy, share)
        return f"{busy / idle:.2f} times ({busy:.0f} to {idle:.0f} us)"


def at(times: Sequence[float], share: float) -> float:
    """The time that so many of them do not exceed."""
    return sorted(times)[int(len(times) * share)]


async def by_turns(
    trip_us: Callable[[], Awaitable[float]], start: Callable[[], Flood], rounds: int = ROUNDS
) -> tuple[Times, Times]:
    """Measures a round trip without and with what `start` begins, and a bare echo in the same rounds."""
    trips, echoes = Times(), Times()
    bare = Echo()
    await start().end()  # the workers are there from now on
    gc.collect()
    gc.disable()  # pauses of this program are not the server's
    for _ in range(rounds):
        await one_round(trips.idle, echoes.idle, trip_us, bare)
        flood = start()
        await asyncio.sleep(SETTLE_S)
        await one_round(trips.busy, echoes.busy, trip_us, bare)
        await flood.end()
    gc.enable()
    bare.close()
    return trips, echoes


def print_turns(name: str, trips: Times, echoes: Times) -> None:
    """What `by_turns` has found."""
    print(f"{name}: p99 {trips.percentile(0.99)}, p50 {trips.percentile(0.5)}")
    print(f"    a bare echo meanwhile: p99 {echoes.percentile(0.99)}, p50 {echoes.percentile(0.5)}")


async def one_round(
    trips: list[float], echoes: list[float], trip_us: Callable[[], Awaitable[float]], bare: Echo
) -> None:
    trips += [await trip_us() for _ in range(TRIPS)]
    for _ in range(ECHOES):
        echoes.append(bare.trip_us(b"ping"))
        await asyncio.sleep(PAUSE_S)


async def measure_pings(port: int) -> None:
    print_turns("ping while all workers search", *await ping_times(port))


async def ping_times(port: int, rounds: int = ROUNDS) -> tuple[Times, Times]:
    """Pings without and with searches in all workers, and the bare echoes beside them."""
    clients, match_id = await start_match(port)
    pinger = await log_in(port, "pinger")

    async def ping_us() -> float:
        await asyncio.sleep(PAUSE_S)
        begun_s = time.perf_counter()
        await pinger.ask("ping")
        return (time.perf_counter() - begun_s) * 1e6

    searching = clients[: os.cpu_count()]
    return await by_turns(ping_us, lambda: Flood(searching, match_id, 1), rounds)


class Players:
    """Four clients that play matches with their first legal actions, one `act` at a time."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._clients: list[Client] = []
        self._match_id = ""
        self._turn: tuple[Client, Message] | None = (
            None  # read already; that client is not listened to
        )
        self._listening: dict[asyncio.Task[Message], Client] = {}

    async def act_us(self) -> float:
        """The time from an `act` to its `act_ok`, in microseconds."""
        client, turn = await self._next_turn()
        begun_s = time.perf_counter()
        await client.ask("act", match_id=self._match_id, decision=turn["decision"], index=0)
        took_s = time.perf_counter() - begun_s
        self._listen(client)
        return took_s * 1e6

    async def stale_us(self) -> float:
        """The time from an `act` to the answer of the rollout it has overtaken, in microseconds."""
        client, turn = await self._next_turn()
        number = client.send("rollout", match_id=self._match_id, k=1000, n=4096, progress_ms=1)
        await client.expect("progress")
        begun_s = time.perf_counter()
        client.send("act", match_id=self._match_id, decision=turn["decision"], index=0)
        while (message := await client.receive())["type"] != "rollouts":
            if message["type"] == "your_turn":
                self._turn = (client, message)
        took_s = time.perf_counter() - begun_s
        if message["re"] != number or message["status"] != "stale":
            raise RuntimeError(f"act during a rollout: {message}")
        if self._turn is None:
            self._listen(client)
        return took_s * 1e6

    async def _next_turn(self) -> tuple[Client, Message]:
        """Who is asked next, and what; a new match where the last one has ended."""
        if self._turn is not None:
            turn, self._turn = self._turn, None
            return turn
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


async def measure_acts(port: int) -> None:
    clients, match_id = await start_match(port)
    players = Players(port)
    for name, bots in (("one bot", clients[:1]), ("four bots", clients)):
        flood = partial(Flood, bots, match_id, QUEUED)
        print_turns(f"act beside a flood by {name}", *await by_turns(players.act_us, flood))
    await players.leave()


# The end of work.


async def cancel_us(client: Client, match_id: str) -> float:
    """The time from a `cancel` to the answer of the rollout it ends, in microseconds."""
    number = client.send("rollout", match_id=match_id, k=1000, n=4096, progress_ms=1)
    await client.expect("progress")
    begun_s = time.perf_counter()
    client.send("cancel", target=number)
    message = await client.expect("rollouts")
    took_s = time.perf_counter() - begun_s
    if message["re"] != number or message["status"] != "cancelled":
        raise RuntimeError(f"cancel: {message}")
    return took_s * 1e6


async def measure_cancel(port: int) -> None:
    (client, *others), match_id = await start_match(port)
    players = Players(port)
    flood = Flood(others, match_id, 1)
    cancelled = [await cancel_us(client, match_id) for _ in range(CANCELS)]
    await flood.end()
    flood = Flood(others, match_id, 1)
    overtaken = [await players.stale_us() for _ in range(CANCELS)]
    await flood.end()
    await players.leave()
    for name, times in (("cancelled", cancelled), ("overtaken by an act", overtaken)):
        p50_ms, p99_ms, worst_ms = (at(times, share) / 1000 for share in (0.5, 0.99, 0.9999))
        print(
            f"a rollout that is {name} answers within {p99_ms:.1f} ms at p99 of {CANCELS} "
            f"(median {p50_ms:.1f}, worst {worst_ms:.1f})"
        )


# Hand-over.


def bare_us() -> float:
    """Median round trip of 1 KB through a socket pair to another process, in microseconds."""
    bare = Echo()
    times = [bare.trip_us(bytes(JOB_BYTES)) for _ in range(HANDOVERS)]
    bare.close()
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


SERVED: Final[dict[str, Callable[[int], Awaitable[None]]]] = {
    "pings": measure_pings,
    "acts": measure_acts,
    "cancel": measure_cancel,
}


async def main() -> None:
    questions = ("rollouts", *SERVED, "hand-over")
    parser = argparse.ArgumentParser(description="What thinking over the wire costs.")
    parser.add_argument("--seconds", type=float, default=2.0, help="for each rate of playouts")
    parser.add_argument("--only", nargs="+", choices=questions, default=questions)
    args = parser.parse_args()
    async with open_server() as port:
        if "rollouts" in args.only:
            await measure_rollouts(port, args.seconds)
        for question, measure in SERVED.items():
            if question in args.only:
                await measure(port)
    if "hand-over" in args.only:
        await measure_handover()


if __name__ == "__main__":
    asyncio.run(main())
