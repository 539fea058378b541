"""What a commit of a few appends costs this process, and what the kernel alone takes for one.

    python benchmarks/commits.py [--appends 5] [--commits 500] [--rounds 5]

store, idle    the store on SQLite, flushed at each commit; the event loop has nothing else to do
store, busy    the same, while the event loop works and writes without a pause: both want the interpreter's lock
bare           as many pages as such a commit writes, written over old ones and flushed, by one thread without SQLite

Contenders take turns; printed are the medians of CPU time in the process, of changes between its threads, and of the
time until the commit is done. CPU of `store, busy` is mostly the loop's own work and is left out.
"""

import argparse
import asyncio
import os
import random
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from uuid import uuid4

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.store import open_sqlite_store

from infoset_server.storage.port import ACT, Append, Appended, Claim, NewEntry, NewMatch
from infoset_server.storage.sql_store import SqlStore

MATCHES: Final = 250
SEATS: Final = 4
BODY: Final = bytes(45)
FRAME: Final = bytes(4096 + 24)  # a page in the log of SQLite
FRAMES: Final = 4000  # in that log before it begins again
PAGES: Final = 3  # an append changes: of its owner, of its entry, of the index of acts
WARM_UP: Final = 400  # commits, until the log has its length
CHUNK: Final = bytes(200)
WORK: Final = range(300)


@dataclass(frozen=True)
class Figures:
    """Of a commit."""

    cpu_us: float
    switches: float
    took_ms: float


class Stopwatch:
    """From its making on: what `commits` commits cost each."""

    def __init__(self) -> None:
        self._wall_s, self._cpu_s = time.perf_counter(), time.process_time()
        self._switches = self._count()

    @staticmethod
    def _count() -> int:
        return resource.getrusage(resource.RUSAGE_SELF).ru_nvcsw

    def stop(self, commits: int) -> Figures:
        """The figures of one."""
        return Figures(
            (time.process_time() - self._cpu_s) / commits * 1e6,
            (self._count() - self._switches) / commits,
            (time.perf_counter() - self._wall_s) / commits * 1e3,
        )


class Players:
    """Matches that go on, and the next act of each."""

    def __init__(self, store: SqlStore) -> None:
        self._store = store
        self._ends = {uuid4().hex: 0 for _ in range(MATCHES)}
        self._rng = random.Random(1)

    async def begin(self) -> None:
        """Stores the matches."""
        node = await self._store.claim("node/benchmark", "this process", 3600.0)
        assert isinstance(node, Claim)
        for name in self._ends:
            await self._store.create_match(NewMatch(name, "game", "game/1", b"", "", b"", 0), node)

    def batch(self, appends: int) -> list[Append]:
        """An act in each of some matches."""
        return [self._next(name) for name in self._rng.sample(list(self._ends), appends)]

    def _next(self, name: str) -> Append:
        end = self._ends[name]
        self._ends[name] += 1
        return Append(name, 1, end, (NewEntry(ACT, end % SEATS, end + 1, BODY, 0),))

    async def play(self, batches: Iterable[list[Append]]) -> None:
        """One commit after another."""
        for batch in batches:
            outcomes = await self._store.append(batch)
            assert all(isinstance(outcome, Appended) for outcome in outcomes)

    async def measure(self, appends: int, commits: int) -> Figures:
        """One round."""
        batches = [self.batch(appends) for _ in range(commits)]
        watch = Stopwatch()
        await self.play(batches)
        return watch.stop(commits)


async def chatter() -> None:
    """Keeps the event loop busy with what a server does most: small system calls between pieces of work."""
    out, into = os.pipe()
    try:
        while True:
            for _ in range(20):
                os.write(into, CHUNK)
                os.read(out, len(CHUNK))
                sum(WORK)
            await asyncio.sleep(0)
    finally:
        os.close(out)
        os.close(into)


@asynccontextmanager
async def busy_loop() -> AsyncIterator[None]:
    """The loop is busy meanwhile."""
    task = asyncio.get_running_loop().create_task(chatter())
    try:
        yield
    finally:
        task.cancel()
        await asyncio.wait((task,))


def measure_bare(path: Path, appends: int, commits: int) -> Figures:
    """The pages alone."""
    file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        for place in range(FRAMES):
            os.pwrite(file, FRAME, place * len(FRAME))
        os.fsync(file)
        place = 0
        watch = Stopwatch()
        for _ in range(commits):
            for _ in range(PAGES * appends):
                os.pwrite(file, FRAME, place * len(FRAME))
                place = (place + 1) % FRAMES
            os.fdatasync(file)
        return watch.stop(commits)
    finally:
        os.close(file)


async def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--appends", type=int, default=5, help="in a commit")
    parser.add_argument("--commits", type=int, default=500, help="in a round")
    parser.add_argument("--rounds", type=int, default=5)
    args = parser.parse_args()
    rounds: dict[str, list[Figures]] = {"store, idle": [], "store, busy": [], "bare": []}
    with tempfile.TemporaryDirectory() as folder:
        store = await open_sqlite_store(Path(folder))
        players = Players(store)
        await players.begin()
        await players.play(players.batch(args.appends) for _ in range(WARM_UP))
        for _ in range(args.rounds):
            rounds["store, idle"].append(await players.measure(args.appends, args.commits))
            async with busy_loop():
                rounds["store, busy"].append(await players.measure(args.appends, args.commits))
            bare = measure_bare(Path(folder) / "bare", args.appends, args.commits)
            rounds["bare"].append(bare)
        await store.close()
    print(f"a commit of {args.appends} appends{'CPU us':>17}{'switches':>10}{'ms':>8}")
    for name, figures in rounds.items():
        cpu_us, switches, took_ms = (
            statistics.median(getattr(one, what) for one in figures)
            for what in ("cpu_us", "switches", "took_ms")
        )
        told = "" if name == "store, busy" else f"{cpu_us:.0f}"
        print(f"{name:<24}{told:>17}{switches:>10.1f}{took_ms:>8.2f}")


if __name__ == "__main__":
    asyncio.run(main())
