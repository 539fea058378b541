"""What becomes of an upload: built, checked, then ready or failed. One version at a time."""

import asyncio
import logging
import shutil
from collections.abc import Callable

from infoset_server.common.refusals import fresh_incident
from infoset_server.programs.errors import BuildError, HostedError, UnknownBotError
from infoset_server.uploads.files import UploadFiles
from infoset_server.uploads.reading import check_games
from infoset_server.uploads.running import Runner
from infoset_server.uploads.trial import Trial
from infoset_server.uploads.versions import (
    HostedEntry,
    UploadedBot,
    Version,
    VersionRegister,
    VersionState,
    read_hosted,
)
from infoset_server.uploads.workshop import Workshop

logger = logging.getLogger(__name__)


class BuildPipeline:
    """The versions that wait to be built and checked. `on_decided` is called when one is ready or has failed."""

    def __init__(
        self,
        register: VersionRegister,
        files: UploadFiles,
        trial: Trial,
        on_decided: Callable[[UploadedBot, Version], None],
    ) -> None:
        """Nothing is built before `start`."""
        self._register = register
        self._files = files
        self._trial = trial
        self._on_decided = on_decided
        self._waiting: asyncio.Queue[tuple[UploadedBot, Version]] = asyncio.Queue()
        self._worker: asyncio.Task[None] | None = None
        self._news = asyncio.Condition()

    @property
    def waiting(self) -> int:
        """How many versions wait; the one being built does no more."""
        return self._waiting.qsize()

    def start(self, workshop: Workshop, runner: Runner) -> None:
        """Begins with whatever was not finished when an earlier server stopped."""
        loop = asyncio.get_running_loop()
        self._worker = loop.create_task(self._work(workshop, runner), name="workshop")
        for bot in self._register.all():
            for version in bot.versions:
                if not version.is_finished:
                    self.put(bot, version)

    async def stop(self) -> None:
        """Builds and checks nothing more; what waits does so until the next start."""
        if self._worker is not None:
            self._worker.cancel()
            await asyncio.gather(self._worker, return_exceptions=True)

    def put(self, bot: UploadedBot, version: Version) -> None:
        """A version is to be built, behind all that wait."""
        self._waiting.put_nowait((bot, version))

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

    async def _work(self, workshop: Workshop, runner: Runner) -> None:
        """One at a time: a machine has only so many processors."""
        while True:
            bot, version = await self._waiting.get()
            if bot not in self._register.all() or version not in bot.versions:
                continue
            try:
                entry = await self._build(workshop, bot, version)
                await self._check(runner, bot, version, entry)
            except (HostedError, OSError) as problem:
                version.state, version.words = VersionState.FAILED, str(problem)
            except Exception:
                incident = fresh_incident()
                logger.exception("incident %s: %s", incident, bot.title(version))
                version.state = VersionState.FAILED
                version.words = f"the server failed (incident {incident})"
            logger.info("%s is %s: %s", bot.title(version), version.state, version.words)
            await self._finish(bot, version)

    async def _build(self, workshop: Workshop, bot: UploadedBot, version: Version) -> HostedEntry:
        """From the source to something that runs. Raises HostedError or OSError."""
        entry = read_hosted(bot, version)
        version.state = VersionState.BUILDING
        log = self._files.log(bot, version, "build")
        try:
            source, built = self._files.source(bot, version), self._files.built(bot, version)
            await workshop.make(entry, source, built, log)
        finally:
            log.close()
        return entry

    async def _check(
        self, runner: Runner, bot: UploadedBot, version: Version, entry: HostedEntry
    ) -> None:
        """Lets it play against itself, each of its games once. Raises BuildError where that goes wrong."""
        version.state = VersionState.CHECKING
        title = bot.title(version)
        said = []
        log = self._files.log(bot, version, "check")
        endings = runner.listen(title)
        try:
            for game in check_games(entry):
                is_fine, words = await self._trial.play(title, game, endings)
                log.note(words)
                said.append(words)
                if not is_fine:
                    raise BuildError(f"the check match failed: {words}")
        finally:
            runner.listen_no_more(title)
            log.close()
        version.words = "; ".join(said)

    async def _finish(self, bot: UploadedBot, version: Version) -> None:
        """It is decided: tells whoever waits."""
        await asyncio.to_thread(shutil.rmtree, self._files.source(bot, version), ignore_errors=True)
        if version.state is VersionState.CHECKING:
            version.state = VersionState.READY
        self._on_decided(bot, version)
        async with self._news:
            self._news.notify_all()
