"""Brings versions here that were uploaded, or made ready, at another server: fetched, unpacked, built."""

import asyncio
import io
import logging
import secrets
import shutil
from collections.abc import Callable
from typing import Final
from weakref import WeakSet

from infoset_server.common.task_set import TaskSet, outcome_of
from infoset_server.programs.upload_source import (
    BuildError,
    HostedError,
    SandboxError,
    UploadError,
    in_words,
)
from infoset_server.storage.errors import StoreError
from infoset_server.uploads.archives import Archives, is_whole
from infoset_server.uploads.caches import BuildCache
from infoset_server.uploads.files import UploadFiles
from infoset_server.uploads.pipeline import Workshop
from infoset_server.uploads.unpacking import Bounds, unpack, unwrap
from infoset_server.uploads.versions import (
    UploadedBot,
    Version,
    VersionRegister,
    VersionState,
    read_hosted,
)

logger = logging.getLogger(__name__)

FAULTS: Final = (HostedError, OSError, StoreError)


class Bringing:
    """What lies here of versions, and how the rest comes here."""

    def __init__(
        self,
        register: VersionRegister,
        files: UploadFiles,
        archives: Archives,
        bounds: Bounds,
        on_gone: Callable[[UploadedBot, Version], None],
    ) -> None:
        """`bounds` are those of uploads. `on_gone` is told of files of what was removed meanwhile."""
        self._register = register
        self._files = files
        self._archives = archives
        self._bounds = bounds
        self._on_gone = on_gone
        self._making: dict[Version, asyncio.Task[None]] = {}
        self._unkept: WeakSet[Version] = WeakSet()  # of which it was said that they could not be
        self._tasks = TaskSet()

    async def close(self) -> None:
        """Brings nothing more."""
        await self._tasks.give_up()
        making = list(self._making.values())
        for task in making:
            task.cancel()
        await asyncio.gather(*making, return_exceptions=True)

    async def archive(self, bot: UploadedBot, version: Version) -> bytes:
        """A version as it was uploaded. Raises BuildError where it is nowhere, OSError, and StoreError."""
        path = self._files.archive(bot, version)
        if path.is_file():
            archive = await asyncio.to_thread(path.read_bytes)
            if is_whole(version, archive):  # else the server was killed as it came here
                return archive
        return await self._archives.fetch(version)

    async def unpack(self, bot: UploadedBot, version: Version) -> None:
        """The source of a version lies here, as after its upload. Raises as `archive`."""
        if self._files.source(bot, version).is_dir():
            return
        archive = await self.archive(bot, version)
        folder = self._files.incoming(secrets.token_hex(8))
        try:
            await asyncio.to_thread(unpack, io.BytesIO(archive), folder, self._bounds)
            await asyncio.to_thread(unwrap, folder)
            await asyncio.to_thread(self._files.keep, bot, version, folder, archive)
        except UploadError as error:
            raise BuildError(f"its archive cannot be unpacked: {error}") from None
        finally:
            await asyncio.to_thread(shutil.rmtree, folder, ignore_errors=True)

    async def make_ready(self, bot: UploadedBot, version: Version, workshop: Workshop) -> None:
        """A version that was found fit, here or elsewhere, can run here. Raises SandboxError where it cannot."""
        if self._files.built(bot, version).is_dir():
            return
        making = self._making.get(version)
        if making is None:
            making = asyncio.get_running_loop().create_task(self._make(bot, version, workshop))
            self._making[version] = making
            making.add_done_callback(lambda _: self._making.pop(version, None))
        try:
            await outcome_of(making)
        except FAULTS as problem:
            title = bot.title(version)
            raise SandboxError(f"{title} cannot be made ready on this machine: {problem}") from None

    async def _make(self, bot: UploadedBot, version: Version, workshop: Workshop) -> None:
        """Fetched, unpacked and built; where that cannot be, its owner reads why."""
        source, built = self._files.source(bot, version), self._files.built(bot, version)
        log = self._files.log(bot, version, "build")
        try:
            entry = read_hosted(bot, version)
            async with workshop.building:
                await self.unpack(bot, version)
                cache = BuildCache(self._files.cache(bot), is_trusted=not version.is_fresh)
                try:
                    await workshop.make(entry, source, built, log, cache)
                finally:
                    await asyncio.to_thread(self._files.trim_caches, workshop.caches_mb)
        except FAULTS as problem:
            log.note(f"not made ready on this machine: {in_words(problem)}")
            raise
        finally:
            log.close()
            if not self._register.has(bot, version):
                self._on_gone(bot, version)
        await asyncio.to_thread(shutil.rmtree, source, ignore_errors=True)
        logger.info("%s was made ready elsewhere, and is here now", bot.title(version))

    def catch_up(self, workshop: Workshop, note: Callable[[UploadedBot], None]) -> None:
        """Beside everything else: keeps what lies here only, and has what plays ready before it is asked for.

        `note` is told of bots of which more is kept now.
        """
        self._tasks.start(self._catch_up(workshop, note), "what lies here and what does not")

    async def _catch_up(self, workshop: Workshop, note: Callable[[UploadedBot], None]) -> None:
        await self.keep_all(note)
        for bot, version in self._versions():
            is_ready = version.number == bot.current and version.state is VersionState.READY
            if is_ready and self._register.has(bot, version):
                try:
                    await self.make_ready(bot, version, workshop)
                except SandboxError as problem:
                    logger.warning("%s", problem)

    async def keep_all(self, note: Callable[[UploadedBot], None]) -> None:
        """Keeps what lies here only, as far as it can be read; `note` as of `catch_up`."""
        if self._archives.are_kept:
            for bot, version in self._versions():
                if not version.is_kept:
                    await self._keep(bot, version, note)

    def _versions(self) -> list[tuple[UploadedBot, Version]]:
        return [(bot, version) for bot in self._register.all() for version in bot.versions]

    async def _keep(
        self, bot: UploadedBot, version: Version, note: Callable[[UploadedBot], None]
    ) -> None:
        try:
            archive = await self.archive(bot, version)
        except FAULTS as problem:
            if version not in self._unkept:
                logger.warning("%s is not kept: %s", bot.title(version), problem)
            self._unkept.add(version)
            return
        self._unkept.discard(version)
        if self._register.has(bot, version):
            self._archives.keep(version, archive)
            note(bot)
