"""Clients that ask for everything, all at once, and count the answers. No tests here.

    python -m tests.faults.askers --clients 24 --requests 600 --seed night

An asker sends samples of every kind of request, with ids of things that are there. It reads slowly now and then, leaves, cuts
its connection, resumes, and asks again what it had no answer to, as SDKs do. Each request with an `id` must get one
final answer, unless the server says why it ends the session.
"""

import argparse
import asyncio
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import orjson
from tests.integration.harness import PATIENCE_S, Server, open_room, open_server, seat_all

from infoset_protocol.conformance.vectors import read_samples
from infoset_protocol.errors import CloseCode
from infoset_server.storage.errors import UnavailableError

Plain = dict[str, Any]

SAMPLES: Final = Path(__file__).parents[2] / "protocol" / "vectors" / "v1" / "messages.ndjson"
APART: Final = frozenset({"hello", "auth", "bye", "ack"})  # no requests, or without an answer
MATCH: Final = "match_id"
LARGE: Final = 16_384  # of a sample: what a frame may hold is tested elsewhere
AT_ONCE: Final = 12  # requests without an answer; the server takes 16
CUT: Final = 0.01  # chances before each request
LEAVE: Final = 0.01
SLOW: Final = 0.01
CANCEL: Final = 0.3  # of what may take long, at once
LONG: Final = frozenset({"replay", "review", "rollout", "determinize", "simulate", "know"})
REAL: Final = 0.8  # of a field: that it names something that is there
LINE: Final = 1 << 22
TROUBLE: Final = "the store does not work: "  # what the log may say of our own doing
SETTINGS: Final[Plain] = {
    "store__enabled": True,
    "rates__msgs_per_s": 200,
    "replays__share": 0.5,
    "reviews__budget_s": 1,
    "queues__write_buffer_bytes": 4096,
}


def requests() -> dict[str, list[Plain]]:
    """Samples of all requests that are answered, by their types."""
    found: dict[str, list[Plain]] = {}
    for sample in read_samples(SAMPLES.read_text("ascii")):
        kind = sample.value["type"]
        if sample.direction == "c2s" and kind not in APART and len(str(sample.value)) < LARGE:
            found.setdefault(kind, []).append(dict(sample.value))
    return found


def is_final(message: Plain) -> bool:
    """Does it settle the request that it answers? Of a replay, parts follow by themselves; of other things one asks for more."""
    if message["type"] == "replay_part":
        return not message["more"]
    return bool(message["type"] != "progress")


@dataclass
class Things:
    """What is there to be asked about; all askers add to it."""

    matches: list[str] = field(default_factory=list)
    replays: list[str] = field(default_factory=list)
    rooms: list[str] = field(default_factory=list)
    users: list[str] = field(default_factory=list)
    codes: list[str] = field(default_factory=list)
    assistants: list[str] = field(default_factory=list)

    def of(self, name: str) -> list[str]:
        """What a field of this name may say."""
        fields = {
            MATCH: self.matches,
            "replay": self.replays + self.matches,
            "room": self.rooms,
            "user": self.users,
            "code": self.codes,
            "assistant": self.assistants,
        }
        return fields.get(name, [])

    def note(self, message: Plain) -> None:
        """Learns from what the server says."""
        data = message.get("data") or {}
        for name, known in ((MATCH, self.matches), ("room", self.rooms), ("user", self.users)):
            value = message.get(name)
            if isinstance(value, str) and value not in known:
                known.append(value)
        for name, known in (("code", self.codes), ("assistant", self.assistants)):
            if isinstance(data, dict) and isinstance(data.get(name), str):
                known.append(data[name])
        if message["type"] == "match_over" and message[MATCH] not in self.replays:
            self.replays.append(message[MATCH])


@dataclass
class Tally:
    """What has become of all requests of all askers."""

    asked: Counter[str] = field(default_factory=Counter)
    answered: Counter[str] = field(default_factory=Counter)
    given_up: Counter[int] = field(
        default_factory=Counter
    )  # close codes of sessions, and what was open
    cuts: int = 0
    resumed: int = 0
    twice: list[str] = field(default_factory=list)
    longest_s: float = 0.0

    def report(self) -> str:
        """In a line for each kind."""
        lines = [
            f"{kind:20} {self.asked[kind]:6} {self.answered[kind]:6}" for kind in sorted(self.asked)
        ]
        total = f"{sum(self.asked.values())} asked, {sum(self.answered.values())} answered"
        ends = f"{dict(self.given_up)} given up with their sessions"
        return "\n".join(
            [
                *lines,
                f"{total}, {ends}",
                f"{self.cuts} cuts, {self.resumed} resumed; longest {self.longest_s:.1f} s",
            ]
        )


class Asker:
    """One client, over all of its connections."""

    def __init__(
        self, port: int, name: str, rng: random.Random, things: Things, tally: Tally
    ) -> None:
        self.open: dict[int, tuple[Plain, float]] = {}  # requests without an answer, and since when
        self._port = port
        self._name = name
        self._rng = rng
        self._things = things
        self._tally = tally
        self._samples = requests()
        self._settled: set[int] = set()
        self._again: set[int] = set()  # asked again: both may have been answered
        self._number = 0
        self._seq = 0
        self._session: Plain | None = None
        self._writer: asyncio.StreamWriter | None = None
        self._reading: asyncio.Task[None] | None = None
        self._reads = asyncio.Event()
        self._reads.set()
        self.progress = 0  # messages heard

    async def work(self, count: int) -> None:
        """Asks so many requests."""
        for _ in range(count):
            if self._writer is None or self._reading is None or self._reading.done():
                await self._connect()
            while (
                len(self.open) >= AT_ONCE and self._reading is not None and not self._reading.done()
            ):
                self._reads.set()
                await asyncio.sleep(0.005)
            await self._do_something()
        self._reads.set()

    async def settle(self) -> None:
        """Waits until nothing is open. Raises TimeoutError where nothing more comes although the server lives."""
        heard, since_s = self.progress, time.monotonic()
        while self.open:
            if self._reading is None or self._reading.done():
                await self._connect()
            await asyncio.sleep(0.05)
            if self.progress != heard:
                heard, since_s = self.progress, time.monotonic()
            elif time.monotonic() - since_s > PATIENCE_S:
                raise TimeoutError(f"{self._name}: no answer to {list(self.open.values())[:5]}")

    async def close(self) -> None:
        """Cuts the connection for good."""
        self._hang_up()
        if self._reading is not None:
            await self._reading

    async def _do_something(self) -> None:
        luck = self._rng.random()
        if luck < CUT:
            self._tally.cuts += 1
            self._hang_up()
            return
        if luck < CUT + SLOW:
            self._reads.clear()
            asyncio.get_running_loop().call_later(self._rng.uniform(0.1, 0.5), self._reads.set)
        batch: list[Plain] = []
        for _ in range(self._rng.choice((1, 1, 1, 2, 4))):
            batch.append(self._request())
            if batch[-1]["type"] in LONG and self._rng.random() < CANCEL:
                batch.append(self._cancel(batch[-1]["id"]))
        await self._send(batch)
        if self._rng.random() < LEAVE:
            await self._leave()

    def _request(self) -> Plain:
        self._number += 1
        samples = self._samples[self._rng.choice(sorted(self._samples))]
        message = dict(self._rng.choice(samples)) | {"id": self._number}
        for name in message:
            known = self._things.of(name)
            if known and self._rng.random() < REAL:
                message[name] = self._rng.choice(known[-8:])
        return message

    async def _leave(self) -> None:
        """Says `bye` behind requests that are not answered yet: whatever they begin must end quietly."""
        await self._send([{"type": "bye"}], is_again=True)
        if self._reading is not None:
            self._reads.set()
            await self._reading
        self._lose(int(CloseCode.NORMAL))

    def _cancel(self, target: int) -> Plain:
        self._number += 1
        return {"type": "cancel", "id": self._number, "target": target}

    async def _send(self, batch: list[Plain], *, is_again: bool = False) -> None:
        for message in batch:
            if not is_again:
                self._tally.asked[message["type"]] += 1
                self.open[message["id"]] = message, time.monotonic()
        if self._writer is not None:
            self._writer.write(b"".join(orjson.dumps(one) + b"\n" for one in batch))
            with suppress(ConnectionError):
                await asyncio.wait_for(self._writer.drain(), 1.0)

    # Connections.

    async def _connect(self) -> None:
        """Logs in, and goes on with the session where that is still there."""
        self._hang_up()
        if self._reading is not None:
            await self._reading
        reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port, limit=LINE)
        auth = {"kind": "guest", "name": self._name, "token": f"secret of {self._name}"}
        hello: Plain = {"type": "hello", "proto": [1], "auth": auth, "max_frame": LINE - 1}
        hello["features"] = ["compute", "assist", "chat", "delta"]
        if self._session is not None:
            known = {"session": self._session["session"], "token": self._session["resume_token"]}
            hello["resume"] = known | {"seq": self._seq}
        self._writer.write(orjson.dumps(hello) + b"\n")
        line = await reader.readline()
        welcome = orjson.loads(line) if line else {"type": "bye", "code": 0}
        if welcome["type"] != "welcome":
            await asyncio.sleep(0.05)  # too many at once
            return
        if not welcome["resumed"]:
            self._lose(0)
        self._session = welcome
        self._things.note(welcome)
        self._reading = asyncio.create_task(self._read(reader))
        if welcome["resumed"]:
            self._tally.resumed += 1
            self._again |= self.open.keys()
            await self._send([message for message, _ in self.open.values()], is_again=True)

    def _hang_up(self) -> None:
        if self._writer is not None:
            self._writer.transport.abort()
            self._writer = None

    def _lose(self, code: int) -> None:
        """The session has ended, and with it what was asked there."""
        if self.open:
            self._tally.given_up[code] += len(self.open)
        self.open.clear()
        self._settled.clear()
        self._again.clear()
        self._session, self._seq, self._number = None, 0, 0

    async def _read(self, reader: asyncio.StreamReader) -> None:
        with suppress(ConnectionError):
            while line := await reader.readline():
                if line.strip():
                    self._take(orjson.loads(line))
                await self._reads.wait()

    def _take(self, message: Plain) -> None:
        self.progress += 1
        self._seq = message.get("seq", self._seq)
        self._things.note(message)
        if message["type"] == "bye" and not message.get("resume"):
            self._lose(message["code"])
        number = message.get("re")
        if number is None or not is_final(message):
            return
        if number in self.open:
            request, since_s = self.open.pop(number)
            self._settled.add(number)
            self._tally.answered[request["type"]] += 1
            self._tally.longest_s = max(self._tally.longest_s, time.monotonic() - since_s)
        elif number in self._settled and number not in self._again:
            self._tally.twice.append(f"{self._name}: {number}: {message}")


# The load around them.


async def stand_still(rng: random.Random) -> None:
    """The loop of the server stops now and then, as on a crowded machine."""
    while True:
        await asyncio.sleep(rng.uniform(0.05, 0.5))
        time.sleep(rng.uniform(0.01, 0.15))  # noqa: ASYNC251 (that is the point)


def slow_down(server: Server, rng: random.Random) -> None:
    """The store takes its time, and fails now and then before it has done anything."""
    assert server.records is not None
    store: Any = server.records.store

    def slowly(work: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        async def later(*arguments: Any, **named: Any) -> Any:
            if rng.random() < 0.2:
                await asyncio.sleep(rng.uniform(0.0, 0.8))
            if rng.random() < 0.03:
                raise UnavailableError("stalled")
            return await work(*arguments, **named)

        return later

    for name in ("append", "change_documents", "find_match", "documents", "create_match"):
        setattr(store, name, slowly(getattr(store, name)))


@asynccontextmanager
async def in_trouble(server: Server, rng: random.Random) -> AsyncIterator[None]:
    """Stalls of the loop and of the store, as long as this lasts; the store works again behind it."""
    assert server.records is not None
    slow_down(server, rng)
    standing = asyncio.create_task(stand_still(rng))
    try:
        yield
    finally:
        standing.cancel()
        await asyncio.wait((standing,))
        for name in ("append", "change_documents", "find_match", "documents", "create_match"):
            delattr(server.records.store, name)


async def seat_players(server: Server, things: Things) -> None:
    """A match that runs, one that is over, and people in them."""
    for number in range(2):
        players = [await server.connect(f"player{number}{seat}") for seat in (0, 1)]
        room = await open_room(
            players[0], game="crossfire", options={"preset": "mini"}, assist="auto"
        )
        await seat_all(players, room, ready=True)
        match_id = (await players[0].expect("match_start"))["match_id"]
        things.rooms.append(room)
        things.users += [player.user for player in players]
        if number == 0:
            await players[0].ask("resign", match_id=match_id)
            await players[1].expect("match_over")
            things.replays.append(match_id)
        else:
            things.matches.append(match_id)


async def ask_everything(folder: Path, seed: str, clients: int, count: int) -> Tally:
    """A server under load, `clients` askers with `count` requests or batches of them each."""
    tally, things = Tally(), Things()
    async with open_server(folder, **SETTINGS) as server:
        await seat_players(server, things)
        rng = random.Random(seed)
        askers = [
            Asker(server.port, f"asker{number}", random.Random(f"{seed}{number}"), things, tally)
            for number in range(clients)
        ]
        async with in_trouble(server, rng):
            await asyncio.gather(*(asker.work(count) for asker in askers))
            await asyncio.gather(*(asker.settle() for asker in askers))
        for asker in askers:
            await asker.close()
        server.incidents[:] = [line for line in server.incidents if not line.startswith(TROUBLE)]
    return tally


def main() -> int:
    """The command. Returns its exit code."""
    parser = argparse.ArgumentParser(description=str(__doc__).partition("\n")[0])
    parser.add_argument("--clients", type=int, default=12)
    parser.add_argument("--requests", type=int, default=300)
    parser.add_argument("--seed", default="askers")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        tally = asyncio.run(ask_everything(Path(folder), args.seed, args.clients, args.requests))
    sys.stdout.write(tally.report() + "\n" + "\n".join(tally.twice))
    return 1 if tally.twice else 0


if __name__ == "__main__":
    raise SystemExit(main())
