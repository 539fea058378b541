"""Uploaded bots, from the upload to the seat: takes them in, builds, checks, offers, runs, removes. One per server.

To have a version on a seat, a client puts its title (`ferris@3`) where the name of a house bot would stand:
`seat` gives it, and everything behind it is the same (`programs/hosting.py`).
"""

import logging
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from pathlib import Path

from infoset_server.accounts.clients import ClientRegistry
from infoset_server.accounts.users import User, may_meet
from infoset_server.common.ids import UserId
from infoset_server.common.request_errors import WrongStateError
from infoset_server.common.task_set import TaskSet
from infoset_server.config import HostedSettings
from infoset_server.programs.hosting import Hosting
from infoset_server.programs.manifest import BotEntry
from infoset_server.programs.sandbox.environment import Mount
from infoset_server.programs.upload_source import (
    HostedError,
    LentVersion,
    UnknownBotError,
    UploadError,
)
from infoset_server.storage.notes import Notes
from infoset_server.uploads.admission import Admission
from infoset_server.uploads.archives import Documents
from infoset_server.uploads.pipeline import BuildPipeline, Trial
from infoset_server.uploads.programs import UploadedPrograms
from infoset_server.uploads.versions import (
    FREED,
    HOSTED,
    TITLE,
    HostedEntry,
    UploadedBot,
    Version,
    VersionState,
    may_see,
)

logger = logging.getLogger(__name__)


class HostedBots(UploadedPrograms):
    """As `Uploads` for the bots themselves; everything else is for owners, organisers and ladders."""

    def __init__(
        self,
        settings: HostedSettings,
        folder: Path,
        people: ClientRegistry,
        hosting: Hosting,
        trial: Trial,
        notes: Notes,
        documents: Documents | None,
        now_ms: Callable[[], int],
        private: Sequence[Path] = (),
    ) -> None:
        """`open` must follow before anything can run. `folder`, `documents` and `private` as of UploadedPrograms."""
        super().__init__(settings, folder, people, hosting, notes, documents, private)
        # Told who had a bot and who is to have it, before that is so; may raise WrongStateError.
        self.on_owner: list[Callable[[str, UserId, User], None]] = []
        self.kept_out: Mapping[str, Mapping[str, str]] = {}  # why, by ladder and title
        self.needed: list[Callable[[], Iterable[str]]] = []  # titles that must stay
        self._notes = notes
        self._now_ms = now_ms
        self._trials = TaskSet()
        self._is_trying = False
        self._admission = Admission(
            settings,
            self._register,
            self._files,
            self._archives,
            hosting,
            now_ms,
            toolchains=self._toolchains,
            on_admitted=self._admitted,
        )
        self._pipeline = BuildPipeline(
            self._register, self._files, trial, self._bringing.unpack, self._decided
        )
        hosting.add_uploads(self)

    # The beginning and the end.

    async def restore(self, documents: Mapping[str, bytes], freed: Mapping[str, bytes]) -> None:
        """Takes back what an earlier server noted (HOSTED, FREED)."""
        self._register.fill(HOSTED.read(documents), FREED.read(freed))
        if len(self._register):
            await self.open()  # matches that go on need their bots

    async def open(self) -> None:
        """Looks what the machine offers, and goes on with what was waiting; only the first call counts.

        Where nothing can run, `obstacle` and the log say why.
        """
        if self._runner is not None:
            return
        if self.settings.uploads == "off" and not len(self._register):
            self.obstacle = "the setting hosted.uploads is off"
            return
        workshop = await self._open_workshop()
        if workshop is None or self._runner is None:
            return
        self._pipeline.start(workshop, self._runner)
        self._bringing.catch_up(workshop, self._note)

    def try_again(self) -> None:
        """What could not be done and may pass: opens a folder that could not be used, keeps archives that could not be read.

        To be called now and then.
        """
        if not self._is_trying:
            self._is_trying = True
            self._trials.start(self._try_again(), "uploads: what could not be done")

    async def tried_again(self) -> None:
        """Returns when that is done, as far as it can be."""
        await self._trials.finish()

    async def _try_again(self) -> None:
        try:
            if self._runner is not None:
                await self._bringing.keep_all(self._note)
            elif self.may_pass:
                await self.open()
                if self._runner is not None:
                    self._hosting.uploads_changed()
        finally:
            self._is_trying = False

    async def stop_working(self) -> None:
        """Builds and checks nothing more; what waits does so until the next start."""
        await self._trials.give_up()
        self._is_trying = True  # and tries nothing again
        await self._pipeline.stop()
        await self._bringing.close()

    async def close(self) -> None:
        """As UploadedPrograms."""
        await self.stop_working()
        await super().close()

    # For owners. Raises HostedError.

    async def upload(
        self, owner: User, archive: bytes, name: str | None = None, *, is_fresh: bool = False
    ) -> str:
        """Takes in an archive as the next version of a bot; returns its title. Raises UploadError.

        `is_fresh` as of Version. What comes of it is seen by `wait`.
        """
        self.check_upload(owner, len(archive))
        return await self._admission.take(owner, archive, name, is_fresh)

    def check_upload(self, owner: User, size: int) -> None:
        """Raises UploadError or NotAllowedError where an upload of so many bytes would not be taken."""
        if self.obstacle is not None:
            raise UploadError(f"uploads are refused: {self.obstacle}")
        self._admission.check(owner, size, self._pipeline.waiting)

    def bots_of(self, asker: User, everybody: bool = False) -> list[UploadedBot]:
        """The asker's bots, or all that they may see."""
        return [
            bot
            for bot in self._register.all()
            if bot.owner == asker.id or (everybody and may_see(asker, bot))
        ]

    def find(self, asker: User, name: str, *, is_admin: bool = True) -> UploadedBot:
        """A bot of the asker, or any for an administrator who `is_admin` here. Raises UnknownBotError."""
        bot = self._register.get(name.partition("@")[0])
        if bot is None or not (bot.owner == asker.id or (is_admin and may_see(asker, bot))):
            raise UnknownBotError(f"you have no bot {name}")
        return bot

    def logs(self, bot: UploadedBot, number: int | None = None) -> dict[str, str]:
        """The logs of a version by name: `build`, `check`, and one for each program. Raises UnknownBotError.

        Those of programs on other servers of a cluster are had by `all_logs`.
        """
        return self._files.read_logs(bot, bot.find(number))

    async def all_logs(self, bot: UploadedBot, number: int | None = None) -> dict[str, str]:
        """As `logs`, behind them those of other servers, as far as they answer."""
        version = bot.find(number)
        own = self.logs(bot, version.number)
        return own | dict(await self._hosting.far_logs(bot.title(version)))

    def cache_bytes(self, bot: UploadedBot) -> int | None:
        """The size of what its last build leaves to the next, packed; None where that is nothing."""
        try:
            return self._files.cache(bot).stat().st_size
        except FileNotFoundError:
            return None

    async def archive(self, bot: UploadedBot, number: int | None = None) -> bytes:
        """A version as it was uploaded. Raises UnknownBotError, and BuildError where it is nowhere any more."""
        return await self._bringing.archive(bot, bot.find(number))

    def use(self, bot: UploadedBot, number: int) -> None:
        """Makes a version the current one. Raises UnknownBotError, or UploadError where it is not ready."""
        version = bot.find(number)
        if version.state is not VersionState.READY:
            raise UploadError(f"{bot.title(version)} is {version.state}, not ready")
        self._make_current(bot, version)
        self._note(bot)

    def disable(self, bot: UploadedBot, is_disabled: bool) -> None:
        """It plays the matches it has begun, and no others; or it may play again, broken versions too."""
        bot.is_disabled = is_disabled
        for version in bot.versions:
            if is_disabled:
                self._hosting.retire(bot.title(version))
            elif version.state is VersionState.BROKEN:
                version.state, version.words = VersionState.READY, "enabled again"
        self._note(bot)

    def offer(self, bot: UploadedBot, user: UserId | None) -> None:
        """Another account may take a bot over, or (None) nobody any more. Raises UploadError."""
        if user == bot.owner:
            raise UploadError(f"to: expected another account than the owner's of {bot.name}")
        bot.offered_to = user
        self._note(bot)

    def take_over(self, taker: User, name: str) -> UploadedBot:
        """A bot that its owner has offered to `taker` is theirs, with versions, logs and entries on ladders.

        Raises UnknownBotError where nobody has, NotAllowedError or UploadError where that cannot be.
        """
        bot = self._register.get(name)
        giver = None if bot is None else self._people.find(bot.owner)
        may_be = giver is not None and may_meet(giver, taker)
        if bot is None or bot.offered_to != taker.id or not may_be:
            raise UnknownBotError(f"nobody has offered you a bot {name}")
        if not all(version.is_finished for version in bot.versions):
            raise UploadError(f"{name} has a version that is being built; take it over after that")
        self._admission.require_place(taker)
        try:
            for tell in self.on_owner:
                tell(name, bot.owner, taker)
        except WrongStateError as problem:
            raise UploadError(problem.msg) from None
        logger.info("%s (%s) has taken %s over from %s", taker.name, taker.id, name, bot.owner)
        bot.owner, bot.offered_to = taker.id, None
        self._files.drop_cache(bot)
        self._note(bot)
        return bot

    def remove(self, bot: UploadedBot) -> None:
        """Removes a bot with all its versions; its name is free again."""
        freed = self._register.remove(bot)
        if freed is not None:
            self._notes.put(FREED.name, freed.name, FREED.write(freed))
        self._notes.drop(HOSTED.name, bot.id)
        for version in bot.versions:
            self._hosting.retire(bot.title(version))
            self._drop_archive(version)
        self._leaving.append((bot, None))
        self._remove_left()
        self._hosting.uploads_changed()

    def drop_orphans(self) -> None:
        """Removes the bots of owners whose accounts were deleted. To be called now and then."""
        for bot in self._register.all():
            if self._people.find(bot.owner) is None:
                logger.info("the owner of uploaded bot %s is gone: it is removed", bot.name)
                self.remove(bot)

    async def wait(self, title: str) -> Version:
        """Returns a version when it is ready or has failed. Raises UnknownBotError where it is gone."""
        return await self._pipeline.wait(title)

    # For ladders and rooms.

    def seat(self, owner: UserId, name: str, number: int | None = None) -> str:
        """What to put on a seat (`RoomSeat.bot`) for a version of an owner's bot; without a number the current.

        Raises UnknownBotError where it cannot play, with the reason. It may sit on several seats of a
        match, on `hosted.run.max_processes` at most.
        """
        bot = self._register.get(name)
        if bot is None or bot.owner != owner or not self._may_play(bot):
            raise UnknownBotError(f"there is no bot {name} of this owner")
        if bot.is_disabled:
            raise UnknownBotError(f"{name} is disabled")
        number = bot.current if number is None else number
        if number is None:
            raise UnknownBotError(f"{name} has no version that is ready")
        version = bot.find(number)
        if version.state is not VersionState.READY:
            raise UnknownBotError(f"{bot.title(version)} is {version.state}: {version.words}")
        return bot.title(version)

    def current(self, game: str) -> list[HostedEntry]:
        """The current version of every bot that plays a game and is not disabled."""
        found = []
        for bot in self._register.all():
            if bot.current is not None and not bot.is_disabled and self._may_play(bot):
                entry = self.entry(bot.title(bot.find(bot.current)))
                if entry is not None and entry.plays(game):
                    found.append(entry)
        return found

    def owned(self, name: str, user: User, game: str) -> str | None:
        """As Uploads: the title of the current version, or of the one that is named."""
        bot, _, number = name.partition("@")
        try:
            title = self.seat(user.id, bot, int(number) if TITLE.fullmatch(name) else None)
        except HostedError:
            return None
        is_meant = name in (bot, title)
        return title if is_meant and self._hosting.find(title, game) is not None else None

    # As `hosting.Uploads`.

    def is_gone(self, title: str) -> bool:
        """As Uploads."""
        return bool(TITLE.fullmatch(title)) and self._register.by_title(title) is None

    def entry(self, bot: str) -> HostedEntry | None:
        """As Uploads. A version that is being checked may play, too: that match."""
        found = self._register.by_title(bot)
        if found is None:
            return None
        owner, version = found
        is_shut = owner.is_disabled and version.state is not VersionState.CHECKING
        return None if is_shut else self.begun(bot)

    def begun(self, bot: str) -> HostedEntry | None:
        """As Uploads."""
        found = self._register.by_title(bot)
        if found is None or self._runner is None:
            return None
        may_play = found[1].state in (VersionState.READY, VersionState.CHECKING)
        return self._entry_of(*found) if may_play else None

    def lent(self, title: str) -> LentVersion | None:
        """As Uploads: of what is ready, and whose archive is in the store."""
        found = self._register.by_title(title)
        if found is None:
            return None
        bot, version = found
        if version.state is not VersionState.READY or bot.is_disabled or not version.is_kept:
            return None
        return LentVersion(
            title,
            bot.id,
            bot.owner,
            version.digest,
            version.size,
            version.manifest,
            version.is_fresh,
        )

    def give_up(self, entry: BotEntry) -> None:
        """As Uploads."""
        found = self._register.by_title(entry.name)
        if found is None or found[1].state is not VersionState.READY:
            return
        bot, version = found
        if not self._files.built(bot, version).is_dir():
            logger.warning("uploaded bot %s cannot play on this machine", entry.name)
            return  # elsewhere it can
        version.state = VersionState.BROKEN
        version.words = f"its program ended {self.max_deaths} times in a row, soon after its start"
        logger.warning("uploaded bot %s plays no more: %s", entry.name, version.words)
        self._hosting.retire(entry.name)
        self._note(bot)

    def forget_old(self) -> None:
        """Only the last versions of a bot stay, and those that somebody needs."""
        most = self.settings.upload.max_versions
        crowded = [bot for bot in self._register.all() if len(bot.versions) > most]
        if crowded:
            seated = {title for ask in self.needed for title in ask()}
            needed = seated | self._hosting.needed_titles()
            for bot in crowded:
                self._forget_oldest(bot, needed)
            self._remove_left()

    # Inside.

    def _may_play(self, bot: UploadedBot) -> bool:
        """Not while its owner is shut out."""
        owner = self._people.find(bot.owner)
        return owner is not None and not owner.is_shut_out(self._now_ms())

    def _toolchains(self) -> Sequence[Mount]:
        assert self._sandboxes is not None
        return self._sandboxes.toolchains

    def _admitted(self, bot: UploadedBot, version: Version) -> None:
        self._note(bot)
        self._pipeline.put(bot, version)

    def _decided(self, bot: UploadedBot, version: Version) -> None:
        """A version is ready, and becomes the current one, or has failed."""
        if not self._register.has(bot, version):
            self._left_behind(bot, version)
            return
        if version.state is VersionState.READY:
            self._make_current(bot, version)
            self._hosting.rest(bot.title(version))
        else:
            self._hosting.retire(bot.title(version))
        self.forget_old()
        self._note(bot)

    def _make_current(self, bot: UploadedBot, version: Version) -> None:
        """The others finish what they play; ladders that name one of them may still seat it."""
        bot.current = version.number
        for other in bot.versions:
            if other is not version:
                self._hosting.retire(bot.title(other))

    def _forget_oldest(self, bot: UploadedBot, needed: Container[str]) -> None:
        old = [
            version
            for version in bot.versions[: -self.settings.upload.max_versions]
            if version.is_finished
            and version.number != bot.current
            and bot.title(version) not in needed
        ]
        for version in old:
            bot.versions.remove(version)
            self._drop_archive(version)
            self._leaving.append((bot, version))
        if old:
            self._note(bot)

    def _drop_archive(self, version: Version) -> None:
        """Unless another version is the same."""
        kept = (one for bot in self._register.all() for one in bot.versions if one.is_kept)
        if version.is_kept and all(one.digest != version.digest for one in kept):
            self._archives.drop(version)

    def _note(self, bot: UploadedBot) -> None:
        self._notes.put(HOSTED.name, bot.id, HOSTED.write(bot))
        self._hosting.uploads_changed()
