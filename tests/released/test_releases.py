"""Released versions and this one: what their servers have stored is read, and their clients play."""

import asyncio
import json
import sqlite3
import sys
import tarfile
from pathlib import Path

import pytest
from tests.integration.harness import open_server
from tests.integration.test_ladder import life
from tests.released.contents import SUBJECTS, Truth
from tests.released.keep import BACKUP, CLIENT, DATABASE, FILES, FOLDER, TRUTH

from infoset_server.config import StoreSettings
from infoset_server.storage.backup import load
from infoset_server.storage.opening import FILE_NAME, open_store

RELEASED = sorted(path.parent for path in FOLDER.glob(f"*/{TRUTH}"))
of_every_release = pytest.mark.parametrize("kept", RELEASED, ids=lambda folder: folder.name)
about_everything = pytest.mark.parametrize("subject", SUBJECTS)


def truth_of(kept: Path) -> Truth:
    true: Truth = json.loads((kept / TRUTH).read_text("utf-8"))
    return true


@of_every_release
def test_everything_is_kept(kept: Path) -> None:
    assert truth_of(kept).keys() == SUBJECTS.keys()


def test_the_first_release_is_kept() -> None:
    assert "0.1.0" in {folder.name for folder in RELEASED}


def unpack(kept: Path, data: Path) -> None:
    """The files beside the database."""
    with tarfile.open(kept / FILES) as files:
        files.extractall(data, filter="data")


@about_everything
@of_every_release
async def test_a_data_folder_of_a_release_is_read(kept: Path, subject: str, tmp_path: Path) -> None:
    unpack(kept, tmp_path)
    with sqlite3.connect(tmp_path / FILE_NAME) as database:
        database.executescript((kept / DATABASE).read_text("utf-8"))
    database.close()
    await is_still_true(subject, kept, tmp_path, None)


@about_everything
@of_every_release
async def test_a_backup_of_a_release_is_read(
    kept: Path, subject: str, tmp_path: Path, store_url: str | None
) -> None:
    unpack(kept, tmp_path)
    opened = await open_store(StoreSettings(url=store_url, ballast_mb=0), tmp_path)
    await load(opened, (kept / BACKUP).read_text("utf-8").splitlines())
    await opened.close()
    await is_still_true(subject, kept, tmp_path, store_url)


async def is_still_true(subject: str, kept: Path, data: Path, store_url: str | None) -> None:
    """A server of today on what a release has left."""
    _, check = SUBJECTS[subject]
    async with life(data, store__url=store_url) as server:
        await check(server, truth_of(kept)[subject])


@of_every_release
async def test_a_client_of_a_release_plays_a_match(kept: Path, tmp_path: Path) -> None:
    async with open_server(tmp_path, rooms__fill_ms=1) as server:
        address = ("127.0.0.1", str(server.port))
        client = await asyncio.create_subprocess_exec(
            sys.executable, kept / CLIENT, *address, stdout=asyncio.subprocess.PIPE
        )
        told, _ = await client.communicate()
    assert client.returncode == 0
    assert b"(finished)" in told
