"""Uploaded bots, from the upload to the seat: takes them in, builds, checks, offers, runs, removes. One per server.

Whoever wants a version on a seat puts its title (`ferris@3`) where the name of a house bot would stand:
`seat` gives it, and everything behind it is the same (`house_bots/hosting.py`).
"""

import asyncio
import hashlib
import io
import logging
import secrets
import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

from infoset_server.accounts.clients import ClientRegistry
from infoset_server.accounts.users import User
from infoset_server.common.ids import UserId, fresh_id
from infoset_server.common.refusals import fresh_incident
from infoset_server.config import HostedSettings
from infoset_server.programs.bot_log import BotLog
from infoset_server.programs.bot_process import BotProcess, Running
from infoset_server.programs.errors import (
    BuildError,
    HostedError,
    NoIsolationError,
    NotAllowedError,
    UnknownBotError,
    UploadError,
)
from infoset_server.programs.hosting import Hosting
from infoset_server.programs.manifest import BotEntry
from infoset_server.programs.sandbox.limits import run_limits
from infoset_server.programs.sandbox.probe import Machine, open_sandboxes
from infoset_server.programs.sandbox.sandbox import Sandboxes
from infoset_server.storage.notes import Notes
from infoset_server.uploads.files import UploadFiles
from infoset_server.uploads.reading import check_games, check_name, check_tools, read_upload
from infoset_server.uploads.running import OpenDoor, Runner
from infoset_server.uploads.trial import Trial
from infoset_server.uploads.unpacking import Bounds, unpack, unwrap
from infoset_server.uploads.versions import (
    HOSTED,
    TITLE,
    HostedEntry,
    UploadedBot,
    Version,
    VersionRegister,
    VersionState,
    may_see,
    may_upload,
    read_hosted,
)
from infoset_server.uploads.workshop import Workshop

logger = logging.getLogger(__name__)

LIMITS_TOLD: Final = "limits of uploaded bots:"

UNPACKED_AT_ONCE: Final = 2  # others have work for threads, too
NOT_OPEN: Final = "this server has not looked yet whether it can shut programs in"


class HostedBots:
    """As `Uploads` for the bots themselves; everything else is for owners, organisers and ladders."""

    def __init__(
        self,
        settings: HostedSettings,
        folder: Path,
        people: ClientRegistry,
        hosting: Hosting,
        trial: Trial,
        notes: Notes,
        now_ms: Callable[[], int],
        private: Sequence[Path] = (),
    ) -> None:
        """`folder` is where everything is kept; `open` must follow before anything can run. `private` as of `open_sandboxes`."""
        self.idle_s = settings.run.idle_s
        self.max_deaths = settings.run.max_crashes
        self.max_running = settings.run.max_running
        self.obstacle: str | None = NOT_OPEN  # why nothing can run here, in words
        self.settings = settings
        self._people = people
        self._hosting = hosting
        self._trial = trial
        self._notes = notes
        self._now_ms = now_ms
        self._private = private
        self._shelf = UploadFiles(folder, settings.run.log_bytes)
        self._register = VersionRegister()
        self._runner: Runner | None = None
        self._workshop: Workshop | None = None
        self._sandboxes: Sandboxes | None = None
        self._waiting: asyncio.Queue[tuple[UploadedBot, Version]] = asyncio.Queue()
        self._worker: asyncio.Task[None] | None = None
        self._open_door: OpenDoor | None = None
        self._unpacking = asyncio.Semaphore(UNPACKED_AT_ONCE)
        self._leaving: list[tuple[UploadedBot, Version | None]] = []  # files of what still plays
        self._news = asyncio.Condition()
        hosting.add_uploads(self)

    # The beginning and the end.

    async def restore(self, documents: Mapping[str, bytes]) -> None:
        """Takes back what an earlier server noted (HOSTED)."""
        self._register = VersionRegister(HOSTED.read(documents))
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
        machine = await self._open_sandboxes()
        if machine is None:
            logger.warning("no uploads: %s", self.obstacle)
            return
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
        self._runner = Runner(self.settings, sandboxes, self._people, self._shelf, self._register)
        if self._open_door is not None:
            self._runner.open(self._open_door)
        self._workshop = Workshop(sandboxes, self.settings)
        self._worker = asyncio.get_running_loop().create_task(self._work(), name="workshop")
        for bot in self._register.all():
            for version in bot.versions:
                if not version.is_finished:
                    self._waiting.put_nowait((bot, version))

    def let_in(self, open_door: OpenDoor) -> None:
        """From now on programs get in through `open_door`."""
        self._open_door = open_door
        if self._runner is not None:
            self._runner.open(open_door)

    async def stop_working(self) -> None:
        """Builds and checks nothing more; what waits does so until the next start."""
        if self._worker is not None:
            self._worker.cancel()
            await asyncio.gather(self._worker, return_exceptions=True)

    async def close(self) -> None:
        """Call it after `Hosting.close`, when nothing plays any more."""
        await self.stop_working()
        self._remove_left()
        if self._sandboxes is not None:
            await self._sandboxes.close()

    # For owners. Raises HostedError.

    async def upload(self, owner: User, archive: bytes, name: str | None = None) -> str:
        """Takes in an archive as the next version of a bot; returns its title. Raises UploadError.

        What comes of it is seen by `wait`.
        """
        self.check_upload(owner, len(archive))
        folder = self._shelf.incoming(secrets.token_hex(8))
        limits = self.settings.upload
        bounds = Bounds(limits.max_unpacked_bytes, limits.max_files)
        async with self._unpacking:
            try:
                await asyncio.to_thread(unpack, io.BytesIO(archive), folder, bounds)
                await asyncio.to_thread(unwrap, folder)
                entry = await asyncio.to_thread(read_upload, folder, name)
                return self._take_in(owner, entry, folder, archive)
            finally:
                await asyncio.to_thread(shutil.rmtree, folder, ignore_errors=True)

    def check_upload(self, owner: User, size: int) -> None:
        """Raises UploadError or NotAllowedError where an upload of so many bytes would not be taken."""
        if self.obstacle is not None:
            raise UploadError(f"uploads are refused: {self.obstacle}")
        if not may_upload(owner, self.settings.uploads):
            raise NotAllowedError("you may not upload bots here")
        limits = self.settings.upload
        if size > limits.max_bytes:
            raise UploadError(f"the archive has {size} bytes; {limits.max_bytes} are allowed")
        if self._waiting.qsize() >= limits.max_waiting:
            raise UploadError(f"{limits.max_waiting} uploads wait already; come back later")
        mine = [one for bot in self._register.of(owner.id) for one in bot.versions]
        if sum(not version.is_finished for version in mine) >= limits.max_waiting_per_owner:
            raise UploadError(f"{limits.max_waiting_per_owner} of your uploads wait already")

    def bots_of(self, asker: User, everybody: bool = False) -> list[UploadedBot]:
        """The asker's bots, or all that he may see."""
        return [
            bot
            for bot in self._register.all()
            if bot.owner == asker.id or (everybody and may_see(asker, bot))
        ]

    def find(self, asker: User, name: str) -> UploadedBot:
        """A bot of the asker, or any for an administrator. Raises UnknownBotError."""
        bot = self._register.get(name.partition("@")[0])
        if bot is None or not may_see(asker, bot):
            raise UnknownBotError(f"you have no bot {name}")
        return bot

    def logs(self, bot: UploadedBot, number: int | None = None) -> dict[str, str]:
        """The logs of a version by name: `build`, `check`, and one for each program. Raises UnknownBotError."""
        return self._shelf.read_logs(bot, bot.find(number))

    def archive(self, bot: UploadedBot, number: int | None = None) -> bytes:
        """A version as it was uploaded. Raises UnknownBotError."""
        return self._shelf.archive(bot, bot.find(number)).read_bytes()

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

    def remove(self, bot: UploadedBot) -> None:
        """Removes a bot with all its versions; its name is free again."""
        self._register.remove(bot)
        self._notes.drop(HOSTED.name, bot.id)
        for version in bot.versions:
            self._hosting.retire(bot.title(version))
        self._leaving.append((bot, None))
        self._remove_left()

    def drop_orphans(self) -> None:
        """Removes the bots of owners whose accounts were deleted. To be called now and then."""
        for bot in self._register.all():
            if self._people.find(bot.owner) is None:
                logger.info("the owner of uploaded bot %s is gone: it is removed", bot.name)
                self.remove(bot)

    async def wait(self, title: str) -> Version:
        """Returns a version when it is ready or has failed. Raises UnknownBotError where it is gone."""
        async with self._news:
            while True:
                found = self._register.by_title(title)
                if found is None:
                    raise UnknownBotError(f"there is no {title}")
                if found[1].is_finished:
                    return found[1]
                await self._news.wait()

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

    def owner_of(self, title: str) -> UserId | None:
        """As Uploads."""
        found = self._register.by_title(title)
        return None if found is None else found[0].owner

    # As `hosting.Uploads`.

    def entry(self, bot: str) -> HostedEntry | None:
        """As Uploads. A version that is being checked may play, too: that match."""
        found = self._register.by_title(bot)
        if found is None or self._runner is None:
            return None
        owner, version = found
        may_play = version.state is VersionState.READY and not owner.is_disabled
        if not may_play and version.state is not VersionState.CHECKING:
            return None
        try:
            entry = read_hosted(owner, version)
        except UnknownBotError as problem:
            logger.error("an uploaded bot cannot play: %s", problem)
            return None
        return entry.model_copy(update={"max_processes": self.settings.run.max_processes})

    def log_of(self, entry: BotEntry, number: int) -> BotLog:
        """As Uploads."""
        assert self._runner is not None
        return self._runner.log_of(entry, number)

    async def start(self, process: BotProcess) -> Running:
        """As Uploads."""
        assert self._runner is not None
        return await self._runner.start(process)

    def give_up(self, entry: BotEntry) -> None:
        """As Uploads."""
        found = self._register.by_title(entry.name)
        if found is None or found[1].state is not VersionState.READY:
            return
        bot, version = found
        version.state = VersionState.BROKEN
        version.words = f"its program ended {self.max_deaths} times in a row, soon after its start"
        if bot.current == version.number:
            bot.current = None
        logger.warning("uploaded bot %s plays no more: %s", entry.name, version.words)
        self._hosting.retire(entry.name)
        self._note(bot)

    def freed(self) -> None:
        """As Uploads."""
        self._remove_left()

    # Inside.

    def _may_play(self, bot: UploadedBot) -> bool:
        """Not while its owner is shut out."""
        owner = self._people.find(bot.owner)
        return owner is not None and not owner.is_shut_out(self._now_ms())

    async def _open_sandboxes(self) -> Machine | None:
        """None where there can be none; then `obstacle` says why."""
        try:
            self._shelf.open({bot.id for bot in self._register.all()})
            return await open_sandboxes(self.settings, self._shelf.folder, self._private)
        except NoIsolationError as problem:
            self.obstacle = f"this machine cannot shut programs in: {problem}"
        except OSError as problem:
            self.obstacle = f"the folder {self._shelf.folder} cannot be used: {problem.strerror}"
        return None

    def _take_in(self, owner: User, entry: BotEntry, folder: Path, archive: bytes) -> str:
        """A new version of what the manifest says. Raises UploadError; then nothing has changed."""
        assert self._sandboxes is not None
        check_name(entry.name, self._hosting.entries())
        check_games(entry)
        check_tools(entry, self._sandboxes.toolchains)
        run_limits(self.settings.run, entry.resources)
        bot = self._bot_for(owner, entry.name)
        digest = hashlib.sha256(archive).hexdigest()
        for version in bot.versions:
            if version.digest == digest and version.state is VersionState.READY:
                raise UploadError(f"this is {bot.title(version)} already")
        manifest = entry.model_dump(mode="json", exclude_defaults=True, exclude={"name", "folder"})
        number = bot.last_number + 1
        version = Version(number, digest, len(archive), manifest, self._now_ms())
        read_hosted(bot, version)
        bot.last_number = number
        try:
            self._shelf.keep(bot, version, folder, archive)
        except OSError as error:
            self._shelf.drop(bot, version)
            raise UploadError(f"the server cannot keep it: {error.strerror}") from None
        bot.versions.append(version)
        if self._register.get(bot.name) is None:
            self._register.add(bot)
        self._note(bot)
        self._waiting.put_nowait((bot, version))
        logger.info("%s (%s) has uploaded %s", owner.name, owner.id, bot.title(version))
        return bot.title(version)

    def _bot_for(self, owner: User, name: str) -> UploadedBot:
        """The owner's bot of this name, or a new one. Raises UploadError."""
        known = self._register.get(name)
        if known is not None:
            if known.owner != owner.id:
                raise UploadError(f"{name} is somebody else's; choose another name")
            return known
        limits = self.settings.upload
        if len(self._register) >= limits.max_bots:
            raise UploadError(f"this server keeps {limits.max_bots} uploaded bots at most")
        if len(self._register.of(owner.id)) >= limits.max_bots_per_owner:
            raise UploadError(f"at most {limits.max_bots_per_owner} bots of one owner; remove one")
        return UploadedBot(fresh_id("hb"), name, owner.id)

    async def _work(self) -> None:
        """Builds and checks what waits, one at a time: a machine has only so many processors."""
        while True:
            bot, version = await self._waiting.get()
            if bot not in self._register.all() or version not in bot.versions:
                continue
            try:
                await self._make_ready(bot, version)
            except (HostedError, OSError) as problem:
                version.state, version.words = VersionState.FAILED, str(problem)
            except Exception:
                incident = fresh_incident()
                logger.exception("incident %s: %s", incident, bot.title(version))
                version.state = VersionState.FAILED
                version.words = f"the server failed (incident {incident})"
            logger.info("%s is %s: %s", bot.title(version), version.state, version.words)
            await self._finish(bot, version)

    async def _make_ready(self, bot: UploadedBot, version: Version) -> None:
        """From the source to a version that may play. Raises HostedError or OSError."""
        assert self._workshop is not None
        entry = read_hosted(bot, version)
        version.state = VersionState.BUILDING
        log = self._shelf.log(bot, version, "build")
        try:
            source, built = self._shelf.source(bot, version), self._shelf.built(bot, version)
            await self._workshop.make(entry, source, built, log)
        finally:
            log.close()
        version.state = VersionState.CHECKING
        await self._check(bot, version, entry)

    async def _check(self, bot: UploadedBot, version: Version, entry: HostedEntry) -> None:
        """Lets it play against itself, each of its games once. Raises BuildError where that goes wrong."""
        assert self._runner is not None
        title = bot.title(version)
        said = []
        log = self._shelf.log(bot, version, "check")
        endings = self._runner.listen(title)
        try:
            for game in check_games(entry):
                is_fine, words = await self._trial.play(title, game, endings)
                log.note(words)
                said.append(words)
                if not is_fine:
                    raise BuildError(f"the check match failed: {words}")
        finally:
            self._runner.listen_no_more(title)
            log.close()
        version.words = "; ".join(said)

    async def _finish(self, bot: UploadedBot, version: Version) -> None:
        """It is decided: tells whoever waits, and makes it the current version if it is ready."""
        await asyncio.to_thread(shutil.rmtree, self._shelf.source(bot, version), ignore_errors=True)
        if version.state is VersionState.CHECKING:
            version.state = VersionState.READY
            self._make_current(bot, version)
            self._hosting.rest(bot.title(version))
        else:
            self._hosting.retire(bot.title(version))
        self._forget_oldest(bot)
        if self._register.get(bot.name) is bot:
            self._note(bot)
        async with self._news:
            self._news.notify_all()

    def _make_current(self, bot: UploadedBot, version: Version) -> None:
        """The others finish what they play; ladders that name one of them may still seat it."""
        bot.current = version.number
        for other in bot.versions:
            if other is not version:
                self._hosting.retire(bot.title(other))

    def _forget_oldest(self, bot: UploadedBot) -> None:
        for version in bot.versions[: -self.settings.upload.max_versions]:
            if version.is_finished and version.number != bot.current:
                bot.versions.remove(version)
                self._leaving.append((bot, version))
        self._remove_left()

    def _remove_left(self) -> None:
        """Removes the files of what is not listed any more, once nothing of it runs."""
        left, self._leaving = self._leaving, []
        for bot, version in left:
            versions = bot.versions if version is None else [version]
            if any(self._hosting.is_running(bot.title(one)) for one in versions):
                self._leaving.append((bot, version))
            elif version is None:
                self._shelf.drop_all(bot)
            else:
                self._shelf.drop(bot, version)

    def _note(self, bot: UploadedBot) -> None:
        self._notes.put(HOSTED.name, bot.id, HOSTED.write(bot))
