"""A full disk: what was acknowledged stays readable, nothing is acknowledged, and room makes it go on."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.server.storage.matches import append, begin, bodies, note
from tests.server.storage.test_kill import APPENDER, stored

from infoset_server.config import StoreSettings
from infoset_server.storage.errors import StorageFullError
from infoset_server.storage.opening import open_store
from infoset_server.storage.port import Appended
from infoset_server.storage.sql_store import SqlStore


def test_a_limit_on_files_is_a_full_disk_and_loses_nothing(tmp_path: Path) -> None:
    command = [sys.executable, str(APPENDER), str(tmp_path), "--full"]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    *acknowledged, last = ended.stdout.splitlines()
    assert last == "full"
    assert len(acknowledged) > 100
    assert set(acknowledged) == asyncio.run(stored(tmp_path))
    subprocess.run([*command[:-1], "--full"], capture_output=True, timeout=60, check=True)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 4 MiB."""
    folder = tmp_path / "disk"
    folder.mkdir()
    if os.geteuid() != 0:
        pytest.skip("NOT TESTED ON A FULL DISK: mounting a small file system needs root")
    mount = ["mount", "-t", "tmpfs", "-o", "size=4m", "infoset-test", str(folder)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("NOT TESTED ON A FULL DISK: this system lets root mount nothing")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


async def append_until_full(store: SqlStore) -> int:
    """How many entries were stored."""
    for count in range(100_000):
        try:
            assert await store.append([append(count, note(b"%d" % count * 1000))]) == [
                Appended(count + 1)
            ]
        except StorageFullError:
            return count
    raise AssertionError("the disk is larger than that")


async def test_a_full_disk_stores_nothing_and_reads_everything(small_disk: Path) -> None:
    store = await open_store(StoreSettings(ballast_mb=1), small_disk)
    await begin(store)
    count = await append_until_full(store)
    assert count > 100
    with pytest.raises(StorageFullError):
        await store.change_documents({("room", "r"): bytes(100_000)})
    assert len(await bodies(store)) == count
    assert store.release_ballast()
    assert await store.append([append(count, note(b"again"))]) == [Appended(count + 1)]
    await store.close()
    again = await open_store(StoreSettings(ballast_mb=0), small_disk)
    assert [body[:2] for body in await bodies(again)][-1] == b"ag"
    assert len(await bodies(again)) == count + 1
    await again.close()
