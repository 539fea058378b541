"""The programs of uploaded versions on one server, whether they were uploaded here or are lent by the hall of a cluster.

Their files, the sandboxes they are built and run in, and what goes once nothing of it runs. Which versions there are, and
which of them may play, is the business of `service.py` and `lent.py`.
"""

import asyncio
import logging
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from infoset_server.accounts.clients import ClientRegistry
from infoset_server.common.ids import UserId
from infoset_server.config import HostedSettings
from infoset_server.programs.bot_process import BotLog, BotProcess, Running
from infoset_server.programs.hosting import Hosting
from infoset_server.programs.manifest import BotEntry
from infoset_server.programs.sandbox.cgroups import CAGE
from infoset_server.programs.sandbox.probe import Machine, open_sandboxes
from infoset_server.programs.sandbox.sandbox import Sandboxes
from infoset_server.programs.upload_source import NoIsolationError, SandboxError, UnknownBotError
from infoset_server.storage.notes import Notes
from infoset_server.uploads.archives import Archives, Documents
from infoset_server.uploads.bringing import Bringing
from infoset_server.uploads.files import UploadFiles
from infoset_server.uploads.pipeline import Workshop
from infoset_server.uploads.running import OpenDoor, Runner
from infoset_server.uploads.unpacking import bounds_of
from infoset_server.uploads.versions import (
    HostedEntry,
    UploadedBot,
    Version,
    VersionRegister,
    read_hosted,
)

logger = logging.getLogger(__name__)

LIMITS_TOLD: Final = "limits of uploaded bots:"
NOT_OPEN: Final = "this server has not looked yet whether it can shut programs in"


class UploadedPrograms:
    """As `Uploads`, but for what says which version may play."""

    def __init__(
        self,
        settings: HostedSettings,
        folder: Path,
        people: ClientRegistry,
        hosting: Hosting,
        notes: Notes,
        documents: Documents | None,
        private: Sequence[Path] = (),
        groups: str = CAGE,
    ) -> None:
        """`folder` is where everything is kept. `documents` as of `Archives`, `private` and `groups` as of `open_sandboxes`."""
        self.idle_s = settings.run.idle_s
        self.max_deaths = settings.run.max_crashes
        self.max_running = settings.run.max_running
        self.obstacle: str | None = NOT_OPEN  # why nothing can run here, in words
        self.may_pass = False  # may something later, though it is as it is now?
        self.settings = settings
        self._people = people
        self._hosting = hosting
        self._private = private
        self._groups = groups
        self._files = UploadFiles(folder, settings.run.log_bytes)
        self._register = VersionRegister()
        self._archives = Archives(notes, documents)
        self._bringing = Bringing(
            self._register,
            self._files,
            self._archives,
            bounds_of(settings.upload),
            self._left_behind,
        )
        self._runner: Runner | None = None
        self._sandboxes: Sandboxes | None = None
        self._open_door: OpenDoor | None = None
        self._leaving: list[tuple[UploadedBot, Version | None]] = []  # files of what still plays

    async def _open_workshop(self) -> Workshop | None:
        """Looks what the machine offers; None where nothing can run, then `obstacle` and the log say why."""
        before = self.obstacle
        machine = await self._open_sandboxes()
        if machine is None:
            if self.obstacle != before:  # else that was said when this was tried last
                logger.warning("no uploads: %s", self.obstacle)
            return None
        sandboxes = machine.sandboxes
        logger.info(
            "uploaded bots run in sandboxes by %s, %d at once",
            sandboxes.name,
            sandboxes.max_running,
        )
        for what, words in machine.bounds.words.items():
            how_loud = logging.INFO if words.startswith("exact") else logging.WARNING
            logger.log(how_loud, "%s %s: %s", LIMITS_TOLD, what, words)
        self.obstacle = None
        self.max_running = sandboxes.max_running - 1  # one place is for what is being built
        self._sandboxes = sandboxes
        workshop = Workshop(sandboxes, self.settings)
        self._runner = Runner(
            self.settings,
            sandboxes,
            self._people,
            self._files,
            self._register,
            lambda bot, version: self._bringing.make_ready(bot, version, workshop),
        )
        if self._open_door is not None:
            self._runner.open(self._open_door)
        return workshop

    async def _open_sandboxes(self) -> Machine | None:
        """None where there can be none; then `obstacle` says why."""
        folder = self._files.folder
        try:
            known = self._register.numbers()
            await asyncio.to_thread(self._files.open, known)  # there may be much to remove
            return await open_sandboxes(self.settings, folder, self._private, self._groups)
        except NoIsolationError as problem:
            self.may_pass = False
            self.obstacle = f"this machine cannot shut programs in: {problem}"
        except OSError as problem:
            self.may_pass = True
            words = f"its folder cannot be used: {problem.strerror}"  # owners may read it
            if words != self.obstacle:
                logger.warning("the folder %s cannot be used: %s", folder, problem)
            self.obstacle = words
        return None

    def let_in(self, open_door: OpenDoor) -> None:
        """From now on programs get in through `open_door`."""
        self._open_door = open_door
        if self._runner is not None:
            self._runner.open(open_door)

    async def close(self) -> None:
        """Call it after `Hosting.close`, when nothing plays any more."""
        await self._bringing.close()
        self._remove_left()
        if self._sandboxes is not None:
            await self._sandboxes.close()

    # As Uploads.

    def owner_of(self, title: str) -> UserId | None:
        """As Uploads."""
        found = self._register.by_title(title)
        return None if found is None else found[0].owner

    def log_of(self, entry: BotEntry, number: int) -> BotLog:
        """As Uploads. Raises SandboxError."""
        found = self._register.by_title(entry.name)
        if found is None:
            raise SandboxError(f"{entry.name} is not kept here any more")
        return self._files.log(*found, str(number))

    async def start(self, process: BotProcess) -> Running:
        """As Uploads."""
        assert self._runner is not None
        return await self._runner.start(process)

    def freed(self) -> None:
        """As Uploads."""
        self._remove_left()

    # Inside.

    def _entry_of(self, bot: UploadedBot, version: Version) -> HostedEntry | None:
        """A version as something to put on seats."""
        try:
            entry = read_hosted(bot, version)
        except UnknownBotError as problem:
            logger.error("an uploaded bot cannot play: %s", problem)
            return None
        return entry.model_copy(update={"max_processes": self.settings.run.max_processes})

    def _left_behind(self, bot: UploadedBot, version: Version) -> None:
        """What was made of a version after it was removed goes, too."""
        is_there = self._register.get(bot.name) is bot
        self._leaving.append((bot, version if is_there else None))
        self._remove_left()

    def _remove_left(self) -> None:
        """Removes the files of what is not listed any more, once nothing of it runs."""
        left, self._leaving = self._leaving, []
        for bot, version in left:
            versions = bot.versions if version is None else [version]
            if any(self._hosting.is_running(bot.title(one)) for one in versions):
                self._leaving.append((bot, version))
            elif version is None:
                self._files.drop_all(bot)
            else:
                self._files.drop(bot, version)
