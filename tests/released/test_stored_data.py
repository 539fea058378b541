"""What servers of released versions have stored: matches under way go on, finished ones are told, nobody is forgotten."""

import json
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from tests.integration.harness import play_out
from tests.integration.test_restart import PLAYERS, come, life, truth
from tests.released.keep import BACKUP, DATABASE, FOLDER, TRUTH, picture

from infoset_server.config import StoreSettings
from infoset_server.matches.records import KEY_NAME
from infoset_server.storage.backup import load
from infoset_server.storage.opening import open_store

RELEASED = sorted(path.parent for path in FOLDER.glob(f"*/{TRUTH}"))
of_every_release = pytest.mark.parametrize("kept", RELEASED, ids=lambda folder: folder.name)


def test_what_the_first_release_has_stored_is_kept() -> None:
    assert "0.1.0" in {folder.name for folder in RELEASED}


def unpack(kept: Path, data: Path) -> None:
    """The data folder as that server left it."""
    shutil.copy(kept / KEY_NAME, data / KEY_NAME)
    with sqlite3.connect(data / "infoset.sqlite") as database:
        database.executescript((kept / DATABASE).read_text("utf-8"))
    database.close()


def truth_of(kept: Path) -> dict[str, Any]:
    true: dict[str, Any] = json.loads((kept / TRUTH).read_text("utf-8"))
    return true


async def restore(saved: list[str], data: Path, store_url: str | None) -> None:
    """A new store with a backup."""
    opened = await open_store(StoreSettings(url=store_url, ballast_mb=0), data)
    await load(opened, saved)
    await opened.close()


@of_every_release
async def test_a_data_folder_of_a_release_is_read(kept: Path, tmp_path: Path) -> None:
    unpack(kept, tmp_path)
    await goes_on(truth_of(kept), tmp_path, None)


@of_every_release
async def test_a_backup_of_a_release_is_read(
    kept: Path, tmp_path: Path, store_url: str | None
) -> None:
    shutil.copy(kept / KEY_NAME, tmp_path / KEY_NAME)
    await restore((kept / BACKUP).read_text("utf-8").splitlines(), tmp_path, store_url)
    await goes_on(truth_of(kept), tmp_path, store_url)


async def goes_on(true: dict[str, Any], data: Path, store_url: str | None) -> None:
    """Everything is as it was, and what had not ended ends."""
    async with life(data, store__url=store_url) as server:
        for match_id, then in true["running"].items():
            now = picture(truth(server, match_id))
            assert {name: then[name] for name in now} == now
        players = [await come(server, name) for name in PLAYERS]
        for match_id, then in true["running"].items():
            seated = players[: then["players"]]
            for player in seated:
                await player.expect("match_start", match_id=match_id)
            results = await play_out(seated, match_id)
            assert {result["reason"] for result in results} == {"finished"}
        for match_id, then in true["finished"].items():
            await players[0].ask("replay", replay=match_id, form="actions", view="all")
            part = await players[0].expect("replay_part")
            assert match_id in json.dumps(part)
            assert then["seed"] in json.dumps(part)
