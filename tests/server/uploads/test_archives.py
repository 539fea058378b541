"""Archives in the store: whole or not at all, once for the same bytes, and patient where the store is away."""

import hashlib
import json
import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from infoset_server.common.ids import UserId
from infoset_server.programs.upload_source import BuildError
from infoset_server.storage import insisting
from infoset_server.storage.errors import UnavailableError
from infoset_server.uploads.archives import PIECE_BYTES, Archives
from infoset_server.uploads.bringing import Bringing
from infoset_server.uploads.files import UploadFiles
from infoset_server.uploads.unpacking import Bounds
from infoset_server.uploads.versions import UploadedBot, Version, VersionRegister

ARCHIVE = random.Random("an archive").randbytes(2 * PIECE_BYTES + 1)


class Store:
    """As Notes, and what is read of them."""

    def __init__(self) -> None:
        self.kinds: dict[str, dict[str, bytes]] = {}
        self.outages = 0  # so often it does not answer

    def put(self, kind: str, key: str, body: Mapping[str, Any]) -> None:
        self.kinds.setdefault(kind, {})[key] = json.dumps(body).encode()

    def drop(self, kind: str, key: str) -> None:
        self.kinds[kind].pop(key, None)

    async def documents(self, kind: str) -> Mapping[str, bytes]:
        if self.outages:
            self.outages -= 1
            raise UnavailableError("the database is away")
        return self.kinds.get(kind, {})


@pytest.fixture
def store() -> Store:
    return Store()


@pytest.fixture
def archives(store: Store) -> Archives:
    return Archives(store, store.documents)


def version_of(archive: bytes) -> Version:
    return Version(1, hashlib.sha256(archive).hexdigest(), len(archive), {}, 0)


@pytest.mark.parametrize("size", [1, PIECE_BYTES, PIECE_BYTES + 1, len(ARCHIVE)])
async def test_an_archive_comes_back_as_it_was(archives: Archives, size: int) -> None:
    version = version_of(ARCHIVE[:size])
    archives.keep(version, ARCHIVE[:size])
    assert version.is_kept
    assert await archives.fetch(version) == ARCHIVE[:size]


async def test_nothing_of_it_is_left(archives: Archives, store: Store) -> None:
    version = version_of(ARCHIVE)
    archives.keep(version, ARCHIVE)
    assert [len(pieces) for pieces in store.kinds.values()] == [3]
    archives.drop(version)
    assert not any(store.kinds.values())


@pytest.mark.parametrize("body", [None, b"", b"[]", b'{"piece": 7}', b'{"piece": "AAAA"}'])
async def test_one_that_is_damaged_is_refused(
    archives: Archives, store: Store, body: bytes | None
) -> None:
    version = version_of(ARCHIVE)
    archives.keep(version, ARCHIVE)
    (pieces,) = store.kinds.values()
    if body is None:
        del pieces["1"]
    else:
        pieces["1"] = body
    with pytest.raises(BuildError, match="damaged in the store; upload it again"):
        await archives.fetch(version)


async def test_it_is_waited_for_where_the_store_is_away(
    archives: Archives, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A version must not fail for good because the database was away for a moment."""
    monkeypatch.setattr(insisting, "RETRY_S", 0.0)
    version = version_of(ARCHIVE)
    archives.keep(version, ARCHIVE)
    store.outages = 3
    assert await archives.fetch(version) == ARCHIVE
    assert store.outages == 0


async def test_a_server_without_a_store_keeps_none(store: Store) -> None:
    archives = Archives(store, None)
    version = version_of(ARCHIVE)
    archives.keep(version, ARCHIVE)
    assert (version.is_kept, store.kinds) == (False, {})
    with pytest.raises(BuildError, match="upload it again"):
        await archives.fetch(version)


@pytest.mark.parametrize("is_removed", [False, True])
async def test_a_bot_that_is_removed_meanwhile_is_not_noted_again(
    tmp_path: Path, archives: Archives, store: Store, is_removed: bool
) -> None:
    version = version_of(ARCHIVE)
    bot = UploadedBot("hb_1", "ferris", UserId("u_olga"), [version])
    register = VersionRegister([bot])

    class Slow(Bringing):
        """Its owner may be quicker."""

        async def archive(self, bot: UploadedBot, version: Version) -> bytes:
            if is_removed:
                register.remove(bot)
            return ARCHIVE

    files = UploadFiles(tmp_path, 1)
    bringing = Slow(register, files, archives, Bounds(1, 1), lambda bot, version: None)
    noted: list[UploadedBot] = []
    await bringing._keep(bot, version, noted.append)
    assert noted == ([] if is_removed else [bot])
    assert bool(store.kinds) is not is_removed
