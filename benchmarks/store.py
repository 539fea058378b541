"""What a durable append costs: through the writer to SQLite, beside a store in memory and other ways.

    python benchmarks/store.py [--seconds 0.5] [--url postgresql://USER@HOST/NAME]

Matches append one entry of 45 bytes after another, each waiting for its acknowledgement; 1 match or 64 at a
time. Contenders take turns, five rounds of each; printed are the medians.

memory        the writer on a store in memory: what the writer itself costs
full          SQLite, flushed at each commit, which is the default
normal        SQLite, flushed at checkpoints only
one by one    as `full`, but a commit for each append
postgresql    the server at --url
"""

import argparse
import asyncio
import random
import statistics
import tempfile
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal
from uuid import uuid4

from infoset_server.config import StoreSettings
from infoset_server.storage.errors import StoreError
from infoset_server.storage.memory import MemoryStore
from infoset_server.storage.opening import open_store
from infoset_server.storage.port import (
    Append,
    Appended,
    Claim,
    MatchStore,
    NewEntry,
    NewMatch,
    Outcome,
)
from infoset_server.storage.sql_store import SqlStore
from infoset_server.storage.writer import Writer, WriterLimits

ROUNDS: Final = 5
AT_A_TIME: Final = (1, 64)
BODY: Final = bytes(45)


@dataclass(frozen=True)
class Contender:
    """A store, and how many appends a commit may take."""

    store: MatchStore
    batch: int = 256


@dataclass(frozen=True)
class Figures:
    """Of one round."""

    per_s: float
    cpu_us: float
    p50_ms: float
    p99_ms: float


async def open_sqlite_store(
    folder: Path, synchronous: Literal["full", "normal"] = "full"
) -> SqlStore:
    """A store in a folder of its own."""
    return await open_store(StoreSettings(synchronous=synchronous, ballast_mb=0), folder)


@asynccontextmanager
async def contenders(folder: Path, url: str | None) -> AsyncIterator[dict[str, Contender]]:
    """All of them, open."""
    made = {
        "memory": Contender(MemoryStore()),
        "full": Contender(await open_sqlite_store(folder / "full")),
        "normal": Contender(await open_sqlite_store(folder / "normal", "normal")),
        "one by one": Contender(await open_sqlite_store(folder / "one"), batch=1),
    }
    if url is not None:
        made["postgresql"] = Contender(await open_store(StoreSettings(url=url), folder))
    yield made
    for contender in made.values():
        await contender.store.close()


async def measure(contender: Contender, matches: int, seconds: float) -> Figures:
    """One round."""
    writer = Writer(contender.store, WriterLimits(batch=contender.batch), rng=random.Random(1))
    writer.start()
    names = [uuid4().hex for _ in range(matches)]
    node = await contender.store.claim("node/benchmark", "this process", 3600.0)
    assert isinstance(node, Claim)
    for name in names:
        match = NewMatch(name, "game", "game/1", b"", "", b"", 0)
        await contender.store.create_match(match, node)
    times: list[float] = []
    begun_s, cpu_s = time.perf_counter(), time.process_time()
    players = [play(writer, name, begun_s + seconds, times.append) for name in names]
    await asyncio.gather(*players)
    cpu_s, took_s = time.process_time() - cpu_s, time.perf_counter() - begun_s
    await writer.close()
    cuts = statistics.quantiles(times, n=100)
    count = len(times)
    return Figures(count / took_s, cpu_s / count * 1e6, cuts[49] * 1e3, cuts[98] * 1e3)


async def play(writer: Writer, name: str, until_s: float, note: Callable[[float], None]) -> None:
    """One match: an entry after another."""
    loop = asyncio.get_running_loop()
    seq = 0
    while (now_s := time.perf_counter()) < until_s:
        answer: asyncio.Future[Outcome | StoreError] = loop.create_future()
        entry = NewEntry("act", 0, seq, BODY, 0)
        writer.submit(Append(name, 1, seq, (entry,)), answer.set_result)
        outcome = await answer
        if not isinstance(outcome, Appended):
            raise SystemExit(f"an append was refused: {outcome}")
        seq = outcome.seq
        note(time.perf_counter() - now_s)


async def main() -> None:
    parser = argparse.ArgumentParser(description="What a durable append costs.")
    parser.add_argument("--seconds", type=float, default=0.5, help="for each round")
    parser.add_argument("--url", help="a PostgreSQL database to measure, too; it is filled")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        async with contenders(Path(folder), args.url) as open_now:
            for matches in AT_A_TIME:
                rounds: dict[str, list[Figures]] = {name: [] for name in open_now}
                for _ in range(ROUNDS):
                    for name, contender in open_now.items():
                        rounds[name].append(await measure(contender, matches, args.seconds))
                print_table(matches, rounds)


def print_table(matches: int, rounds: dict[str, list[Figures]]) -> None:
    """Medians, and the rate beside that of the default."""
    default = statistics.median(figures.per_s for figures in rounds["full"])
    print(f"{matches} at a time     appends/s  of full  CPU us   p50 ms   p99 ms")
    for name, figures in rounds.items():
        per_s, cpu_us, p50_ms, p99_ms = (
            statistics.median(getattr(one, field) for one in figures)
            for field in ("per_s", "cpu_us", "p50_ms", "p99_ms")
        )
        print(
            f"  {name:<14}{per_s:>11.0f}{per_s / default:>9.2f}{cpu_us:>8.0f}"
            f"{p50_ms:>9.3f}{p99_ms:>9.3f}"
        )


if __name__ == "__main__":
    asyncio.run(main())
