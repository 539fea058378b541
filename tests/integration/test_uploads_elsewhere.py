"""Uploaded bots on a machine that they were not uploaded to: of several with one store, or with what a backup kept."""

import hashlib
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from tests.integration.harness import Server, open_server, play_on
from tests.integration.test_uploads import play, sit_with
from tests.integration.uploads import account, bot, open_hosting, upload
from tests.server.storage.postgresql import Cluster

from infoset_server.accounts.users import User
from infoset_server.app.features.uploads import UploadFeature
from infoset_server.matches.records import KEY_NAME
from infoset_server.programs.upload_source import BuildError
from infoset_server.storage.seed_box import load_key
from infoset_server.uploads.archives import KIND
from infoset_server.uploads.service import HostedBots
from infoset_server.uploads.versions import VersionState


class Machines:
    """Machines with one database; each has a folder of its own."""

    def __init__(self, folder: Path, cluster: Cluster) -> None:
        self._folder = folder
        self._url = cluster.new_database()
        load_key(folder / KEY_NAME)

    @asynccontextmanager
    async def server(self, name: str) -> AsyncIterator[Server]:
        """A server on the machine of this name; the one before has ended."""
        data = self._folder / name
        data.mkdir(exist_ok=True)
        shutil.copy(self._folder / KEY_NAME, data)
        async with open_server(
            data, store__enabled=True, store__url=self._url, store__node="n1"
        ) as server:
            await open_hosting(server)
            yield server


@pytest.fixture
def machines(tmp_path: Path, cluster: Cluster) -> Machines:
    return Machines(tmp_path, cluster)


def hosted_of(server: Server) -> HostedBots:
    return server.app.feature(UploadFeature).hosted


def olga_of(server: Server) -> User:
    return server.app.people.accounts.register.named("olga")


async def kept(server: Server, version_digest: str) -> int:
    """How many pieces of an archive the store has."""
    assert server.records is not None
    await server.records.notebook.flush()
    return len(await server.records.store.documents(f"{KIND}:{version_digest}"))


async def test_a_bot_plays_on_a_machine_that_it_was_not_uploaded_to(machines: Machines) -> None:
    archive = play()
    async with machines.server("one") as server:
        assert (await upload(server, account(server), archive)).state is VersionState.READY
    async with machines.server("two") as server:
        hosted, olga = hosted_of(server), olga_of(server)
        assert await hosted.archive(hosted.find(olga, "ferris")) == archive
        ann, match_id = await sit_with(server, "ferris@1")
        assert (await play_on(ann, match_id))["reason"] == "finished"


async def test_it_is_made_ready_before_somebody_asks_for_it(machines: Machines) -> None:
    async with machines.server("one") as server:
        await upload(server, account(server), play(build=["{python}", "-c", "pass"]))
    async with machines.server("two") as server:
        hosted = hosted_of(server)
        ferris = hosted.find(olga_of(server), "ferris")
        built = hosted._files.built(ferris, ferris.find())
        await server.until(built.is_dir)
        assert (built / "table_bot.py").is_file()


async def test_what_was_being_built_there_is_built_here(machines: Machines) -> None:
    async with machines.server("one") as server:
        sleepy = bot("ferris", "table_bot.py", "first", build=["sleep", "20"])
        title = await hosted_of(server).upload(account(server), sleepy)
        ferris = hosted_of(server).find(olga_of(server), title)
        await server.until(lambda: ferris.versions[0].state is VersionState.BUILDING)
    async with machines.server("two") as server:
        hosted = hosted_of(server)
        ferris = hosted.find(olga_of(server), "ferris")
        await server.until(lambda: ferris.versions[0].state is VersionState.BUILDING)
        await server.until(hosted._files.source(ferris, ferris.versions[0]).is_dir)
        hosted.remove(ferris)


async def test_an_archive_stays_as_long_as_a_version_of_its_bytes(machines: Machines) -> None:
    archive = play()
    digest = hashlib.sha256(archive).hexdigest()
    async with machines.server("one") as server:
        hosted = hosted_of(server)
        await upload(server, account(server), archive)
        assert await kept(server, digest) == 1
        hosted.remove(hosted.find(olga_of(server), "ferris"))
        assert await kept(server, digest) == 0


async def test_what_lies_on_one_machine_only_is_kept_when_its_server_starts(
    machines: Machines,
) -> None:
    """As after the move of a server's own store to one that others share."""
    archive = play()
    digest = hashlib.sha256(archive).hexdigest()
    async with machines.server("one") as server:
        version = await upload(server, account(server), archive)
        hosted_of(server)._archives.drop(version)
        version.is_kept = False
        hosted_of(server)._note(hosted_of(server).find(olga_of(server), "ferris"))
        assert await kept(server, digest) == 0
    async with machines.server("one") as server:
        ferris = hosted_of(server).find(olga_of(server), "ferris")
        await server.until(lambda: ferris.find().is_kept)
        assert await kept(server, digest) == 1


async def test_a_bot_whose_archive_is_nowhere_is_not_broken_but_cannot_play_here(
    machines: Machines,
) -> None:
    async with machines.server("one") as server:
        version = await upload(server, account(server), play())
        hosted_of(server)._archives.drop(version)
    async with machines.server("two") as server:
        hosted = hosted_of(server)
        ferris = hosted.find(olga_of(server), "ferris")
        with pytest.raises(BuildError, match="is damaged in the store; upload it again"):
            await hosted.archive(ferris)
        entry = hosted.entry("ferris@1")
        assert entry is not None
        hosted.give_up(entry)  # as after so many attempts
        assert ferris.find().state is VersionState.READY


async def test_a_backup_has_the_bots_in_it(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    async with open_server(one, store__enabled=True) as server:
        await open_hosting(server)
        assert (await upload(server, account(server), play())).state is VersionState.READY
    two.mkdir()
    for name in (KEY_NAME, "infoset.sqlite"):
        shutil.copy(one / name, two)
    async with open_server(two, store__enabled=True) as server:
        await open_hosting(server)
        ann, match_id = await sit_with(server, "ferris@1")
        assert (await play_on(ann, match_id))["reason"] == "finished"
