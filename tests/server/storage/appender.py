"""A process that appends through a writer and reports what was acknowledged; to be killed, or to run full.

    python appender.py FOLDER [--early] [--full]

A line `MATCH SEQ` on standard output is an acknowledgement; the entry's body is the same words. `--early`
acknowledges at the submit, which is wrong, and which the test must notice. `--full` limits the size of files
and ends when the store has no room.
"""

import asyncio
import os
import random
import resource
import sys
from pathlib import Path

from infoset_server.config import StoreSettings
from infoset_server.storage.errors import StorageFullError, StoreError
from infoset_server.storage.opening import open_store
from infoset_server.storage.port import Append, Appended, Claim, Lease, NewEntry, NewMatch, Outcome
from infoset_server.storage.sql_store import SqlStore
from infoset_server.storage.writer import Writer

MATCHES = 16
LIMIT_BYTES = 3 << 19


async def main(folder: Path, early: bool, full: bool) -> None:
    """Until it is killed, or the store is full."""
    store = await open_store(StoreSettings(ballast_mb=0), folder)
    writer = Writer(store, rng=random.Random(1))
    writer.start()
    if full:
        resource.setrlimit(resource.RLIMIT_FSIZE, (LIMIT_BYTES, LIMIT_BYTES))
    leases = [await begin(store, f"m{number}") for number in range(MATCHES)]
    full_at = asyncio.Event()
    players = [asyncio.ensure_future(play(writer, lease, early, full_at)) for lease in leases]
    await full_at.wait()
    for player in players:
        player.cancel()
    sys.stdout.write("full\n")
    sys.stdout.flush()
    await writer.close()
    await store.close()


async def begin(store: SqlStore, match_id: str) -> Lease:
    """Creates a match, or takes it over from the process that was killed."""
    node = await store.claim("node/appender", "this process", 60.0)
    assert isinstance(node, Claim)
    if match_id not in await store.unfinished():
        return await store.create_match(NewMatch(match_id, "g", "1", b"", "", b"", 0), node)
    (lease,) = await store.take([match_id], node, node)
    return lease


async def play(writer: Writer, lease: Lease, early: bool, full_at: asyncio.Event) -> None:
    """One entry after another."""
    seq = lease.seq
    while True:
        seq += 1
        words = f"{lease.match_id} {seq}"
        entry = NewEntry("act", 0, seq, words.encode(), 0)
        answer: asyncio.Future[Outcome | StoreError] = asyncio.get_running_loop().create_future()
        writer.submit(Append(lease.match_id, lease.epoch, seq - 1, (entry,)), answer.set_result)
        if early:
            acknowledge(words)
        outcome = await answer
        if isinstance(outcome, StorageFullError):
            full_at.set()
            return
        assert outcome == Appended(seq), outcome
        if not early:
            acknowledge(words)


def acknowledge(words: str) -> None:
    """Tells the world: from now on it must not be lost."""
    os.write(1, f"{words}\n".encode())


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), "--early" in sys.argv, "--full" in sys.argv))
