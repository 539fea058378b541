"""The store fails while matches are played: nothing acknowledged is lost, and play goes on by itself."""

import asyncio
import os
import re
import resource
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import pytest
from tests.faults.killing import (
    SETTINGS,
    Killing,
    Outcome,
    compare,
    seat_players,
    until_acknowledged,
)
from tests.server.storage.postgresql import Cluster

SERVER: Final = [sys.executable, "-m", "infoset", "serve"]
EARLY: Final = [sys.executable, "-m", "tests.faults.early_server", "serve"]
HASTY: Final = [sys.executable, "-m", "tests.faults.hasty_server", "serve"]
MATCHES: Final = 8
EARLY_ACTS: Final = 10  # of each match, before anything goes wrong
HALF_S: Final = 0.5
OUTAGE_S: Final = 3.0
NOTICED_S: Final = 2.5  # an act that has taken so long has been charged for an outage
PATIENCE_S: Final = 60.0
CLOCK: Final = {"kind": "per_move", "move_ms": 600_000, "grace_ms": 0}  # measures; nobody is late
ONE_MB: Final = 1 << 20

Fault = Callable[[Killing], Awaitable[None]]


async def play_through(
    folder: Path,
    fault: Fault,
    command: list[str],
    settings: dict[str, Any],
    patience_s: float = PATIENCE_S,
) -> Outcome:
    """Plays matches to their end while `fault` happens to their store, then looks into it."""
    named = tuple(f"{name}={value}" for name, value in settings.items())
    server = Killing(folder, command, (*SETTINGS, *named))
    outcome = Outcome()
    await server.start()
    players = seat_players(server.port, MATCHES, 11, CLOCK)
    tasks = [asyncio.create_task(player.play()) for player in players]
    try:
        await until_acknowledged(players, tasks, MATCHES * EARLY_ACTS)  # everybody plays now
        await fault(server)
        await asyncio.wait(tasks, timeout=patience_s)
    finally:
        for task in tasks:
            task.cancel()
        await server.kill()
    await compare(players, settings | {"data_dir": folder / "data"}, outcome)
    return outcome


def assert_kept(outcome: Outcome) -> None:
    """Everything was stored, everything ended, and nobody was made to pay."""
    assert outcome.matches == MATCHES
    assert outcome.wrongs == []
    assert outcome.lost == []
    assert outcome.unfinished == []
    assert outcome.timeouts == 0
    assert outcome.slowest_ms < NOTICED_S * 1000


# A full disk.


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A folder whose `data` is a file system of 40 MiB: SQLite's log alone may need 16."""
    folder = tmp_path / "data"
    folder.mkdir()
    if os.geteuid() != 0:
        pytest.skip("NOT TESTED ON A FULL DISK: mounting a small file system needs root")
    mount = ["mount", "-t", "tmpfs", "-o", "size=40m", "infoset-test", str(folder)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("NOT TESTED ON A FULL DISK: this system lets root mount nothing")
    yield tmp_path
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


def fill_disk(folder: Path) -> Path:
    """Takes all the space there is; returns the file that has it."""
    path = folder / "somebody-elses"
    with path.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(4096))
        except OSError:
            return path


def full_disk(folder: Path) -> Fault:
    """The disk is full for a while."""

    async def fault(server: Killing) -> None:
        filler = fill_disk(folder / "data")
        await asyncio.sleep(OUTAGE_S)
        filler.unlink()

    return fault


async def small_files(server: Killing) -> None:
    """For a while, no file of the server may grow: what comes nearest to a full disk without being root."""
    largest = max(path.stat().st_size for path in (server.log.parent / "data").iterdir())
    before = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (largest, before[1]))
    await asyncio.sleep(OUTAGE_S)
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, before)


def test_matches_outlast_a_full_disk(small_disk: Path) -> None:
    settings = {"store.ballast_mb": 0}
    outcome = asyncio.run(play_through(small_disk, full_disk(small_disk), SERVER, settings))
    assert outcome.refusals["storage_full"] > 0
    assert_kept(outcome)


def test_matches_outlast_files_that_may_not_grow(tmp_path: Path) -> None:
    outcome = asyncio.run(play_through(tmp_path, small_files, SERVER, {"store.ballast_mb": 0}))
    assert outcome.refusals["storage_full"] > 0
    assert_kept(outcome)


def test_a_server_that_answers_before_it_stores_is_found_out_on_a_full_disk(
    tmp_path: Path,
) -> None:
    outcome = asyncio.run(play_through(tmp_path, small_files, EARLY, {"store.ballast_mb": 0}))
    assert outcome.wrongs or outcome.lost


# A locked database.


async def lock_held(server: Killing) -> None:
    """Another process has the write lock for longer than anybody waits."""
    database = server.log.parent / "data" / "infoset.sqlite"
    connection = sqlite3.connect(database, isolation_level=None, timeout=PATIENCE_S)
    connection.execute("BEGIN IMMEDIATE")
    await asyncio.sleep(OUTAGE_S)
    connection.execute("ROLLBACK")
    connection.close()


def test_matches_outlast_a_locked_database(tmp_path: Path) -> None:
    settings = {"store.timeout_s": 0.5, "store.wait_s": 0.5, "store.ballast_mb": 0}
    outcome = asyncio.run(play_through(tmp_path, lock_held, SERVER, settings))
    assert outcome.refusals["unavailable"] > 0
    assert_kept(outcome)


# A database server that goes and comes.


@pytest.fixture
def cluster(mortal_cluster: Cluster) -> Iterator[Cluster]:
    """It runs; afterwards it does again, waits for no standby, and its databases are empty."""
    yield mortal_cluster
    try:
        set_standbys(mortal_cluster, "''")
    except RuntimeError:  # a test that has failed has left it stopped
        mortal_cluster.start()
        set_standbys(mortal_cluster, "''")
    mortal_cluster.reclaim()


def restarted(cluster: Cluster, mode: str) -> Fault:
    """The database server is stopped, twice, and is away for a while."""

    async def fault(server: Killing) -> None:
        for _ in range(2):
            await asyncio.to_thread(cluster.stop, mode)
            await asyncio.sleep(HALF_S)
            await asyncio.to_thread(cluster.start)
            await asyncio.sleep(HALF_S)

    return fault


def killed_in_commit(cluster: Cluster, away_s: float = 0.0) -> Fault:
    """The backend that commits is killed when the commit is done and has not been told.

    It waits for a standby that does not exist; what it was to store is in its log already. The whole
    server is away for `away_s` then.
    """

    async def fault(server: Killing) -> None:
        await asyncio.to_thread(set_standbys, cluster, "'nobody'")
        pids = await asyncio.to_thread(eventually, lambda: cluster.sql(COMMITTING))
        os.kill(int(pids.split()[0]), signal.SIGKILL)  # the others are ended, and start again
        if away_s:
            await asyncio.to_thread(cluster.stop, "immediate")
            await asyncio.sleep(away_s)
            await asyncio.to_thread(cluster.start)
        await asyncio.to_thread(eventually, lambda: set_standbys(cluster, "''"))

    return fault


def set_standbys(cluster: Cluster, names: str) -> str:
    """Which standbys each commit waits for."""
    cluster.sql(f"ALTER SYSTEM SET synchronous_standby_names = {names}")
    return cluster.sql("SELECT pg_reload_conf()")


def eventually(ask: Callable[[], str]) -> str:
    """The first answer that is one."""
    deadline_s = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline_s:
        with suppress(RuntimeError):  # the server is not back yet
            if answer := ask():
                return answer
    raise AssertionError("it never happened")


COMMITTING: Final = (
    "SELECT pid FROM pg_stat_activity WHERE application_name = 'infoset'"
    " AND wait_event = 'SyncRep' AND query LIKE '%INSERT INTO entries%'"
)


@pytest.mark.parametrize("mode", ["fast", "immediate"])
def test_matches_outlast_a_restart_of_the_database(
    tmp_path: Path, cluster: Cluster, mode: str
) -> None:
    settings = {"store.url": cluster.new_database()}
    outcome = asyncio.run(play_through(tmp_path, restarted(cluster, mode), SERVER, settings))
    assert_kept(outcome)


def test_nothing_is_lost_or_doubled_when_a_commit_breaks_off(
    tmp_path: Path, cluster: Cluster
) -> None:
    settings = {"store.url": cluster.new_database()}
    outcome = asyncio.run(play_through(tmp_path, killed_in_commit(cluster), SERVER, settings))
    assert_kept(outcome)


def test_who_waits_for_what_nobody_knows_is_sent_away_and_finds_it_later(
    tmp_path: Path, cluster: Cluster
) -> None:
    settings = {"store.url": cluster.new_database(), "store.doubt_s": 0.5}
    fault = killed_in_commit(cluster, away_s=OUTAGE_S)
    outcome = asyncio.run(play_through(tmp_path, fault, SERVER, settings))
    assert outcome.sent_away > 0
    assert_kept(outcome)


def test_a_server_that_takes_a_doubtful_commit_for_a_failed_one_is_found_out(
    tmp_path: Path, cluster: Cluster
) -> None:
    settings = {"store.url": cluster.new_database()}
    fault = killed_in_commit(cluster)
    outcome = asyncio.run(play_through(tmp_path, fault, HASTY, settings, patience_s=10.0))
    assert outcome.wrongs or outcome.lost or outcome.unfinished


# Two servers.


def test_a_second_server_on_the_same_data_names_the_first(tmp_path: Path) -> None:
    async def start_both() -> tuple[int, str]:
        first = Killing(tmp_path, SERVER, SETTINGS)
        await first.start()
        second = await asyncio.create_subprocess_exec(
            *SERVER, "--port", "0", "--data", str(tmp_path / "data"), stderr=subprocess.PIPE
        )
        _, words = await second.communicate()
        assert second.returncode == 1
        await first.kill()
        return first.pid, words.decode()

    pid, words = asyncio.run(start_both())
    assert re.search(rf"in use by process {pid}\b", words)
