"""Versions that the hall of a cluster lends another server, which runs their programs in the matches that it plays.

The archive comes from the store that both share, and is built here, as where a server becomes the hall. The hall says what
is to be ready, and what may play no more. A server that starts anew reads what there was, for the matches that it goes on
with; what it has still it offers to the hall, which knows what has become of it.

What cannot be made ready here, or dies too often, is tried again after a while: the reason was perhaps one that passes, as
a full disk does. The hall plays with it elsewhere meanwhile.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

from infoset_server.accounts.clients import ClientRegistry, User
from infoset_server.common.ids import UserId
from infoset_server.common.task_set import TaskSet, outcome_of
from infoset_server.config import HostedSettings
from infoset_server.programs.bot_process import BotProcess, Running
from infoset_server.programs.hosting import Hosting
from infoset_server.programs.manifest import BotEntry
from infoset_server.programs.upload_source import LentVersion, SandboxError
from infoset_server.storage.notes import NoNotes
from infoset_server.uploads.archives import Documents
from infoset_server.uploads.pipeline import Workshop
from infoset_server.uploads.programs import UploadedPrograms
from infoset_server.uploads.versions import (
    HOSTED,
    HostedEntry,
    UploadedBot,
    Version,
    VersionState,
)

logger = logging.getLogger(__name__)

GROUPS: Final = "lent"  # control groups beside those of the hall, which this server may be, too
# The pauses before a version is tried again, which double. One that dies costs seats: it rests for longer.
FIRST_PAUSE_S: Final = 10.0
LONGEST_PAUSE_S: Final = 600.0
FIRST_REST_S: Final = 600.0
LONGEST_REST_S: Final = 86400.0


class LentBots(UploadedPrograms):
    """As `Uploads` of a server that plays matches for the hall, and as `LentPrograms`."""

    def __init__(
        self,
        settings: HostedSettings,
        folder: Path,
        people: ClientRegistry,
        hosting: Hosting,
        documents: Documents,
        private: Sequence[Path],
    ) -> None:
        """`folder`, `documents` and `private` as of UploadedPrograms."""
        super().__init__(
            beside(settings), folder, people, hosting, NoNotes(), documents, private, GROUPS
        )
        # As far as is known: sandboxes are tried when there is something to run.
        self.obstacle = "the setting hosted.uploads is off" if settings.uploads == "off" else None
        self.on_changed: Callable[[], None] = nobody_hears
        self._owners: dict[str, UserId] = {}  # by title, also of what has gone since
        self._workshop: Workshop | None = None
        self._opening: asyncio.Task[None] | None = None
        self._wanted: list[tuple[UploadedBot, Version]] = []  # to be made ready, in this order
        self._is_making = False
        self._returned: set[Version] = set()  # they go with their last match
        self._pauses: dict[Version, float] = {}  # the next of those that have failed
        self._timers: dict[Version, asyncio.TimerHandle] = {}  # of what is tried again
        self._tasks = TaskSet()
        hosting.add_uploads(self)

    async def restore(self, documents: Mapping[str, bytes]) -> None:
        """There are these bots (HOSTED), which may play in matches that go on. What is here of others goes."""
        self._register.fill(HOSTED.read(documents), ())
        for bot in self._register.all():
            for version in bot.versions:
                self._owners[bot.title(version)] = bot.owner
        try:
            await asyncio.to_thread(self._files.drop_others, self._register.numbers())
        except OSError as problem:
            logger.warning("what is left of removed bots stays: %s", problem)

    @property
    def places(self) -> int:
        """As LentPrograms."""
        return self.max_running if self.obstacle is None else 0

    @property
    def titles(self) -> list[str]:
        """As LentPrograms."""
        return [
            bot.title(version)
            for bot in self._register.all()
            for version in bot.versions
            if self._may_play(bot, version) and self._files.built(bot, version).is_dir()
        ]

    @property
    def kept(self) -> list[str]:
        """As LentPrograms."""
        return [
            bot.title(version)
            for bot in self._register.all()
            for version in bot.versions
            if self._files.place(bot, version).is_dir()
        ]

    def _may_play(self, bot: UploadedBot, version: Version) -> bool:
        is_fit = version.state is VersionState.READY and not bot.is_disabled
        return is_fit and version not in self._returned

    # What the hall says.

    def lend(self, lent: LentVersion) -> None:
        """As LentPrograms; `on_changed` is told when it is ready."""
        bot, version = self._found_or_made(lent)
        self._owners[lent.title] = bot.owner = lent.owner
        bot.is_disabled = False
        self._returned.discard(version)
        self._forget_failures(version)
        self._try_it(bot, version)

    def _try_it(self, bot: UploadedBot, version: Version) -> None:
        version.state = VersionState.READY
        self._wanted.append((bot, version))
        if not self._is_making:
            self._is_making = True
            self._tasks.start(self._make_all_ready(), "making ready what is lent")

    def _found_or_made(self, lent: LentVersion) -> tuple[UploadedBot, Version]:
        name, _, number = lent.title.partition("@")
        bot = self._register.get(name)
        if bot is not None and bot.id != lent.bot:  # the name was free, and is another bot's now
            self._drop(bot)
            bot = None
        if bot is None:
            bot = UploadedBot(lent.bot, name, lent.owner)
            self._register.add(bot)
        found = self._register.by_title(lent.title)
        if found is not None:
            return found
        version = Version(int(number), lent.digest, lent.size, dict(lent.manifest), 0)
        version.is_kept, version.is_fresh = True, lent.is_fresh
        bot.versions.append(version)
        return bot, version

    def take_back(self, title: str) -> None:
        """As LentPrograms; its files go when its last match is over."""
        found = self._register.by_title(title)
        if found is not None:
            self._returned.add(found[1])
            self._hosting.retire(title)
            self._let_go()
        self.on_changed()

    def logs(self, title: str) -> dict[str, str]:
        """As LentPrograms."""
        found = self._register.by_title(title)
        return {} if found is None else self._files.read_logs(*found)

    def _let_go(self) -> None:
        """Forgets what was taken back and plays no more."""
        for bot in self._register.all():
            for version in bot.versions:
                if version in self._returned and not self._hosting.is_running(bot.title(version)):
                    self._forget(bot, version)

    def _forget(self, bot: UploadedBot, version: Version) -> None:
        self._returned.discard(version)
        self._forget_failures(version)
        if bot.versions == [version]:
            self._drop(bot)
        else:
            bot.versions = [one for one in bot.versions if one is not version]
            self._leaving.append((bot, version))
            self._remove_left()

    def _drop(self, bot: UploadedBot) -> None:
        self._register.remove(bot)
        for version in bot.versions:
            self._forget_failures(version)
        self._leaving.append((bot, None))
        self._remove_left()

    # How they become ready.

    async def _make_all_ready(self) -> None:
        """One after the other."""
        try:
            while self._wanted:
                bot, version = self._wanted.pop(0)
                if self._register.has(bot, version):
                    await self._make_ready(bot, version)
                self.on_changed()
        finally:
            self._is_making = False

    async def _make_ready(self, bot: UploadedBot, version: Version) -> None:
        try:
            await self._bringing.make_ready(bot, version, await self._open())
        except SandboxError as problem:
            logger.warning("%s", problem)
            if self._can_open:
                self._try_later(bot, version, FIRST_PAUSE_S, LONGEST_PAUSE_S)

    def _try_later(
        self, bot: UploadedBot, version: Version, first_s: float, longest_s: float
    ) -> None:
        """After a pause that doubles with each failure, as long as the hall has not taken it back."""
        pause_s = min(longest_s, max(first_s, self._pauses.get(version, 0.0)))
        self._forget_failures(version)
        if not self._register.has(bot, version):
            return
        self._pauses[version] = 2 * pause_s
        loop = asyncio.get_running_loop()
        self._timers[version] = loop.call_later(pause_s, self._try_again, bot, version)
        logger.info("%s is tried again in %.0f s", bot.title(version), pause_s)

    def _try_again(self, bot: UploadedBot, version: Version) -> None:
        del self._timers[version]
        if version not in self._returned:
            self._try_it(bot, version)

    def _forget_failures(self, version: Version) -> None:
        self._pauses.pop(version, None)
        timer = self._timers.pop(version, None)
        if timer is not None:
            timer.cancel()

    async def _open(self) -> Workshop:
        """Where programs are built and run. Raises SandboxError where nothing can run here after all."""
        if self._workshop is None and self._can_open:
            if self._opening is None or self._opening.done():
                self._opening = asyncio.get_running_loop().create_task(self._open_for_all())
            await outcome_of(self._opening)  # whoever waits may be given up meanwhile
        if self._workshop is None:
            raise SandboxError(f"uploaded bots cannot run here: {self.obstacle}")
        return self._workshop

    async def _open_for_all(self) -> None:
        self._workshop = await self._open_workshop()
        self.on_changed()  # the machine may have fewer `places` than was known

    @property
    def _can_open(self) -> bool:
        """Can programs run here, as far as is known, or perhaps later?"""
        return self.obstacle is None or self.may_pass

    async def close(self) -> None:
        """As UploadedPrograms."""
        for timer in self._timers.values():
            timer.cancel()
        await self._tasks.give_up()
        if self._opening is not None:
            await asyncio.wait([self._opening])  # else nobody closes what it opens
        await super().close()

    # As Uploads.

    def entry(self, bot: str) -> HostedEntry | None:
        """As Uploads. What is not here yet is brought when its program is to start."""
        found = self._register.by_title(bot)
        return self._entry_of(*found) if found is not None and self._may_play(*found) else None

    def begun(self, bot: str) -> HostedEntry | None:
        """As Uploads."""
        found = self._register.by_title(bot)
        is_ready = found is not None and found[1].state is VersionState.READY
        return self._entry_of(*found) if found is not None and is_ready else None

    def owner_of(self, title: str) -> UserId | None:
        """As Uploads, as long as matches may ask."""
        return self._owners.get(title)

    async def start(self, process: BotProcess) -> Running:
        """As Uploads. Where a version was brought for that, the hall hears that it is here: it is to take it back."""
        await self._open()
        was_here = process.entry.name in self.titles
        running = await super().start(process)
        if not was_here:
            self.on_changed()
        return running

    def freed(self) -> None:
        """As Uploads."""
        self._let_go()
        super().freed()

    def owned(self, name: str, user: User, game: str) -> str | None:
        """Rooms are the hall's, which knows whose a bot is."""
        return None

    def is_gone(self, title: str) -> bool:
        """So is that."""
        return False

    def lent(self, title: str) -> LentVersion | None:
        """Nothing is lent on."""
        return None

    def give_up(self, entry: BotEntry) -> None:
        """As Uploads. It plays here no more for a while; whether it can elsewhere, the hall finds out by itself."""
        found = self._register.by_title(entry.name)
        if found is None or not self._may_play(*found):
            return
        logger.warning("uploaded bot %s dies too often here: others are to run it", entry.name)
        found[1].state = VersionState.BROKEN
        self._try_later(*found, FIRST_REST_S, LONGEST_REST_S)
        self._hosting.retire(entry.name)
        self.on_changed()


def beside(settings: HostedSettings) -> HostedSettings:
    """For other users than those of the uploads of this process, which may be the hall at the same time."""
    theirs = settings.run.max_running + 1
    return settings.model_copy(update={"first_uid": settings.first_uid + theirs})


def nobody_hears() -> None:
    """Nobody is there yet."""
