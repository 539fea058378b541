"""A server that was the hall, and is not any more, keeps nothing of uploaded bots that were removed since."""

import asyncio
import os
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import cast

import orjson
import pytest
from tests.server.storage.postgresql import Cluster

from infoset_server.app.features.uploads import FOLDER
from infoset_server.bus.port import Bus
from infoset_server.commands.nodes import hosted_bots, stand_by
from infoset_server.common.ids import UserId
from infoset_server.config import load_config
from infoset_server.storage.errors import StoreError, UnavailableError
from infoset_server.storage.opening import open_store
from infoset_server.uploads.leftovers import Leftovers
from infoset_server.uploads.versions import HOSTED, UploadedBot, Version


def ferris() -> UploadedBot:
    """A bot whose second version is there still."""
    return UploadedBot("hb_1", "ferris", UserId("u_olga"), [Version(2, "d1ge57", 9, {}, 0)])


def documents(*bots: UploadedBot) -> dict[str, bytes]:
    return {bot.id: orjson.dumps(HOSTED.write(bot)) for bot in bots}


def keep(folder: Path, *names: str) -> None:
    """Some of a version's files lie there."""
    for name in names:
        (folder / "bots" / name).mkdir(parents=True)
        (folder / "bots" / name / "archive").write_bytes(b"...")


def kept(folder: Path) -> set[str]:
    return {str(path.parent.relative_to(folder / "bots")) for path in folder.rglob("archive")}


async def test_what_the_store_names_no_more_goes_while_a_server_stands_by(
    cluster: Cluster, tmp_path: Path
) -> None:
    names = {"cluster.roles": ("play",), "cluster.bus": ("nats://127.0.0.1:1",)}
    config = load_config(None, {"data_dir": tmp_path, "store.url": cluster.new_database(), **names})
    store = await open_store(config.store, tmp_path)
    await store.change_documents(
        {(HOSTED.name, key): body for key, body in documents(ferris()).items()}
    )
    await store.close()
    keep(tmp_path / FOLDER, "hb_1/1", "hb_1/2", "hb_gone/1")
    is_over = asyncio.Event()
    until = asyncio.create_task(is_over.wait())
    standing = asyncio.create_task(stand_by(config, cast(Bus, None), tuple, [until]))
    while kept(tmp_path / FOLDER) != {"hb_1/2"}:  # noqa: ASYNC110 (nobody tells)
        await asyncio.sleep(0.01)
    is_over.set()
    await standing


async def test_who_stands_by_makes_and_migrates_no_tables(tmp_path: Path) -> None:
    """The hall may be of an earlier release."""
    config = load_config(None, {"data_dir": tmp_path})
    with pytest.raises(StoreError):
        await hosted_bots(config)
    assert os.listdir(tmp_path) == []


async def test_everything_stays_where_the_store_cannot_be_read(tmp_path: Path) -> None:
    async def away() -> Mapping[str, bytes]:
        raise UnavailableError("the database does not answer")

    keep(tmp_path, "hb_gone/1")
    await Leftovers(tmp_path, away).tidy()
    assert kept(tmp_path) == {"hb_gone/1"}


async def test_nothing_goes_any_more_once_it_is_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server is the hall then, and takes uploads in."""

    async def none() -> Mapping[str, bytes]:
        return {}

    keep(tmp_path, "hb_gone/1")
    leftovers = Leftovers(tmp_path, none)
    is_begun, may_end = threading.Event(), threading.Event()
    drop = leftovers._files.drop_others

    def drop_slowly(known: Mapping[str, set[int]]) -> None:
        is_begun.set()
        may_end.wait()
        drop(known)

    monkeypatch.setattr(leftovers._files, "drop_others", drop_slowly)
    tidying = asyncio.create_task(leftovers.tidy_always())
    await asyncio.to_thread(is_begun.wait)
    tidying.cancel()
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    is_early = tidying.done()
    may_end.set()
    assert not is_early
    await asyncio.wait([tidying])
    assert tidying.cancelled()
    assert kept(tmp_path) == set()
