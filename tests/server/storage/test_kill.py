"""kill -9 at any moment loses nothing that was acknowledged; and the test would notice if it did."""

import asyncio
import random
import subprocess
import sys
from pathlib import Path

from tests.server.storage.matches import log

from infoset_server.config import StoreSettings
from infoset_server.storage.opening import open_store

APPENDER = Path(__file__).with_name("appender.py")
ROUNDS = 5
MOST = 600  # acknowledgements before the kill
SEED = 20_260_101


def run_and_kill(folder: Path, after: int, *switches: str) -> list[str]:
    """Starts an appender, kills it after so many acknowledgements; returns them all."""
    command = [sys.executable, str(APPENDER), str(folder), *switches]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(after)]
        process.kill()
        lines += process.stdout.readlines()
    assert all(lines), "it ended by itself"
    return [line.rstrip("\n") for line in lines if line.endswith("\n")]


async def stored(folder: Path) -> set[str]:
    """What the logs say, all of them verified, each entry where it belongs."""
    store = await open_store(StoreSettings(ballast_mb=0), folder)
    found = set()
    for match_id in await store.unfinished():
        for entry in await log(store, match_id):
            assert entry.body == f"{match_id} {entry.seq}".encode()
            found.add(entry.body.decode())
    await store.close()
    return found


def test_a_killed_process_loses_nothing_it_acknowledged(tmp_path: Path) -> None:
    rng = random.Random(SEED)
    acknowledged: set[str] = set()
    for _ in range(ROUNDS):
        acknowledged.update(run_and_kill(tmp_path, rng.randint(1, MOST)))
        assert acknowledged <= asyncio.run(stored(tmp_path))
    assert len(acknowledged) > MOST // 2


def test_acknowledging_early_would_be_noticed(tmp_path: Path) -> None:
    rng = random.Random(SEED)
    for number in range(20):
        folder = tmp_path / str(number)
        acknowledged = set(run_and_kill(folder, rng.randint(1, MOST), "--early"))
        if not acknowledged <= asyncio.run(stored(folder)):
            return
    raise AssertionError("twenty early acknowledgers were killed and nothing was lost")
