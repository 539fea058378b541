"""What becomes of an upload: built, checked, then ready or failed. A few at a time, each bot's versions in their order.

Commands of an upload run in a sandbox only, and what comes out of it is unpacked like an upload. A new version plays
a match against itself, which decides whether it may play.
"""

import asyncio
import json
import logging
import os
import shutil
import tempfile
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import IO, Any, Final

from infoset_protocol.messages import ClockSpec, CreateRoom
from infoset_server.accounts.clients import User
from infoset_server.common.request_errors import RequestError, fresh_incident
from infoset_server.config import HostedSettings, RoomLimits
from infoset_server.matches.report import conduct_of
from infoset_server.matches.runner import MatchRunner
from infoset_server.matches.settings import RoomSettings, read_settings
from infoset_server.programs.bot_process import BotLog
from infoset_server.programs.manifest import BotEntry, fill_in
from infoset_server.programs.sandbox.environment import PYTHON
from infoset_server.programs.sandbox.filesystem import BUILDING
from infoset_server.programs.sandbox.limits import build_limits
from infoset_server.programs.sandbox.process import SandboxedProcess, SandboxOrder
from infoset_server.programs.sandbox.sandbox import Sandboxes
from infoset_server.programs.upload_source import (
    BuildError,
    HostedError,
    SandboxError,
    UnknownBotError,
    UploadError,
    in_words,
)
from infoset_server.rooms.matchmaker import Matchmaker
from infoset_server.uploads.caches import BuildCache, ComingCache
from infoset_server.uploads.files import CACHE, MAKING, UploadFiles
from infoset_server.uploads.running import Runner
from infoset_server.uploads.unpacking import bounds_of, check_games, unpack
from infoset_server.uploads.versions import (
    HostedEntry,
    UploadedBot,
    Version,
    VersionRegister,
    VersionState,
    read_hosted,
)

CHUNK: Final = 1 << 16
NOWHERE: Final = -1  # for a cache that nobody keeps


class Workshop:
    """Makes uploads ready to run."""

    def __init__(self, sandboxes: Sandboxes, settings: HostedSettings) -> None:
        self._sandboxes = sandboxes
        self._settings = settings
        self._bounds = bounds_of(settings.upload)
        # To be held for `make`. One at a time: a build may take the memory of many programs.
        self.building: Final = asyncio.Lock()
        self.caches_mb: Final = settings.build.caches_mb  # of all bots

    async def make(
        self,
        entry: BotEntry,
        source: Path,
        built: Path,
        log: BotLog,
        cache: BuildCache | None = None,
    ) -> None:
        """Builds what lies in `source` into `built`, which is made. Raises BuildError with the reason.

        Commands may use `cache`, and leave a new one, also where one of them fails. What is built is there whole or not at
        all: a server that is killed leaves nothing that another one takes for ready.
        """
        part = built.with_name(MAKING)
        for earlier in (part, built):  # an attempt may have been cut short
            await asyncio.to_thread(shutil.rmtree, earlier, ignore_errors=True)
        await self._make(entry, source, part, log, cache if self._settings.build.cache_mb else None)
        part.rename(built)

    async def _make(
        self, entry: BotEntry, source: Path, built: Path, log: BotLog, cache: BuildCache | None
    ) -> None:
        """Builds into a folder that may be left unfinished. Raises as `make`."""
        if not entry.build_commands:
            await asyncio.to_thread(shutil.copytree, source, built)
            return
        with ExitStack() as open_files:
            result = open_files.enter_context(tempfile.TemporaryFile(dir=built.parent))
            given, coming = None, None
            if cache is not None:
                part = built.with_name(CACHE)
                given = cache.given
                coming = open_files.enter_context(cache.coming(part, self._settings.build.cache_mb))
                if not cache.is_trusted:
                    log.note("it is built from nothing, as was asked for")
            await self._run(entry, source, log, result, given, coming)
            result.seek(0)
            try:
                await asyncio.to_thread(unpack, result, built, self._bounds)
            except UploadError as error:
                raise BuildError(f"what it built cannot be taken: {error}") from None

    async def _run(
        self,
        entry: BotEntry,
        source: Path,
        log: BotLog,
        result: IO[bytes],
        given: Path | None,
        coming: ComingCache | None,
    ) -> None:
        """Runs the commands; what lies in the folder afterwards goes to `result`. Raises BuildError.

        `given` is the cache that they may use, `coming` where they leave a new one.
        """
        settings = self._settings
        outlets = [Outlet(result, self._most)]
        if coming is not None:
            outlets.append(Outlet(coming.file, coming.most))
        sandboxed = await self._start(entry, source, log, outlets, given)
        taking = asyncio.create_task(asyncio.to_thread(take_in, outlets))
        late = False
        try:
            async with asyncio.timeout(settings.build.seconds):
                await sandboxed.ended.wait()
        except TimeoutError:
            late = True
        finally:
            sandboxed.kill()  # whatever still holds a pipe
            await sandboxed.stop()
            is_whole, *others = await taking
        if coming is not None and (words := await asyncio.to_thread(coming.keep, others[0])):
            log.note(words)
        if isinstance(is_whole, OSError):
            raise is_whole
        if late:
            raise BuildError(f"not built within {settings.build.seconds:.0f} s")
        if not is_whole:
            raise BuildError(f"it builds more than {self._bounds.max_bytes} bytes")
        if sandboxed.child.exit_code != 0:
            raise BuildError(f"building {sandboxed.ending}; {last_words(log)}")

    async def _start(
        self,
        entry: BotEntry,
        source: Path,
        log: BotLog,
        outlets: Sequence["Outlet"],
        given: Path | None,
    ) -> SandboxedProcess:
        """Starts the commands, with `outlets` for the result and perhaps a cache. Raises BuildError."""
        keep = tuple(one.theirs for one in outlets)
        result_fd, cache_fd, *_ = *keep, NOWHERE
        commands = json.dumps([fill_in(command, PYTHON) for command in entry.build_commands])
        words = ("{python}", "-I", "-S", BUILDING, str(result_fd), str(cache_fd), commands)
        limits = build_limits(self._settings.build, self._settings.run)
        order = SandboxOrder(
            fill_in(words, PYTHON), source, limits, {}, is_build=True, keep=keep, cache=given
        )
        try:
            started = await self._sandboxes.start(order, log, has_door=False)
        except BaseException as error:
            for one in outlets:
                one.give_up()
            if isinstance(error, SandboxError):
                raise BuildError(str(error)) from None
            raise
        for one in outlets:
            os.close(one.theirs)
        return started.sandboxed

    @property
    def _most(self) -> int:
        """Bytes of a result that are read; names and filling included."""
        return self._bounds.max_bytes + self._bounds.max_files * 2048


class Outlet:
    """A pipe out of a sandbox: what comes through it goes to a file."""

    def __init__(self, file: IO[bytes], most: int) -> None:
        """`most` bytes are taken."""
        self._file = file
        self._most = most
        self.ours, self.theirs = os.pipe()

    def give_up(self) -> None:
        """Nothing will come."""
        os.close(self.ours)
        os.close(self.theirs)

    def take_in(self) -> bool:
        """Copies all that comes until nobody holds the other end; False where that is too much. Raises OSError."""
        with os.fdopen(self.ours, "rb", buffering=0) as stream:
            left = self._most
            while chunk := stream.read(CHUNK):
                left -= len(chunk)
                if left < 0:
                    return False
                self._file.write(chunk)
        return True


def take_in(outlets: Iterable[Outlet]) -> list[bool | OSError]:
    """What became of each, in the order in which they are written: one thread is enough."""
    came: list[bool | OSError] = []
    for one in outlets:
        try:
            came.append(one.take_in())
        except OSError as error:
            came.append(error)
    return came


def last_words(log: BotLog) -> str:
    """The last line that the program itself said."""
    lines = [line for line in log.read().splitlines() if line.strip()]
    own = (line for line in reversed(lines) if not line.startswith("[infoset]"))
    return f"its last words: {next(own, 'none')}"


FINISHED: Final = "finished"
BROKEN_OFF: Final = "check_failed"
LOOK_S: Final = 0.2  # whether a seat is lost, or idle
ENOUGH: Final = 20  # decisions left to fallbacks, before a match that may never end is broken off
IDLE: Final = 0.5  # the share of them that makes it so, as on ladders (`health.undecided`)
# The time of so many decisions is added to the first: programs start meanwhile.
START_MOVES: Final = 2


class Trial:
    """Plays check matches."""

    def __init__(
        self, matchmaker: Matchmaker, limits: RoomLimits, settings: HostedSettings, host: User
    ) -> None:
        """`host` is the user whose rooms these are: the server's."""
        self._matchmaker = matchmaker
        self._limits = limits
        self._settings = settings
        self._host = host

    async def play(self, title: str, game: str, endings: asyncio.Queue[str]) -> tuple[bool, str]:
        """One match of the game with `title` on every seat; whether all went well, and what happened.

        `endings` is where its programs are reported that end, which none should do.
        """
        try:
            settings = self._settings_of(title, game)
            if not await self._find_places(title, settings.game.seats):
                return False, f"{game}: its programs found no place, so many others run here"
            live = self._start(title, settings)
        except RequestError as refusal:
            return False, f"{game}: no match: {refusal.msg}"
        over = asyncio.Event()
        live.when_over(over.set)
        try:
            fault = await self._wait(live, over, endings)
        finally:
            if not over.is_set():
                live.abort(BROKEN_OFF)
        await over.wait()
        return judge(live, game, fault)

    async def _find_places(self, title: str, seats: int) -> bool:
        """Waits until its programs can run. False where that took too long."""
        try:
            async with asyncio.timeout(self._settings.check_s):
                await self._matchmaker.hosting.places.wait([title] * seats)
        except TimeoutError:
            return False
        return True

    def _settings_of(self, title: str, game: str) -> RoomSettings:
        """What the match is played under. Raises RequestError."""
        move_ms = self._settings.check_move_ms
        asked = CreateRoom(
            game=game,
            title=f"check of {title}",
            clock=ClockSpec(kind="per_move", move_ms=move_ms, first_ms=START_MOVES * move_ms),
            on_timeout="forfeit",
            absent="forfeit",
            unlisted=True,
            watch="off",
        )
        return read_settings(asked, self._limits)

    def _start(self, title: str, settings: RoomSettings) -> MatchRunner:
        """Deals the match. Raises RequestError."""
        room = self._matchmaker.lobby.create(settings, self._host, "brief")
        for seat in room.seats:
            seat.bot = title
        # Past the matchmaker: where the organiser lets no match begin, uploads are still made ready for later.
        return self._matchmaker.play.start(room)

    async def _wait(
        self, live: MatchRunner, over: asyncio.Event, endings: asyncio.Queue[str]
    ) -> str | None:
        """Until the match is over, or something goes wrong: then what."""
        limit_s = self._settings.check_s
        waits = (asyncio.ensure_future(over.wait()), asyncio.ensure_future(endings.get()))
        try:
            async with asyncio.timeout(limit_s):
                while not (done := await wait_a_while(waits)) and not lost_seats(live):
                    if idle_seats(live, least=ENOUGH):
                        break
        except TimeoutError:
            return f"not over within {limit_s:.0f} s"
        finally:
            for one in waits:
                one.cancel()
        return f"its program {waits[1].result()}" if waits[1] in done else None


async def wait_a_while(waits: Iterable[asyncio.Future[Any]]) -> set[asyncio.Future[Any]]:
    """Those of them that are done, at latest after `LOOK_S`."""
    done, _ = await asyncio.wait(waits, timeout=LOOK_S, return_when=asyncio.FIRST_COMPLETED)
    return done


def lost_seats(live: MatchRunner) -> list[int]:
    """The seats that play no more: for them, fallbacks are played to the end."""
    return [
        match_seat.seat for match_seat in live.match_seats if live.match.has_left(match_seat.seat)
    ]


def idle_seats(live: MatchRunner, least: int = 1) -> list[str]:
    """The seats whose program has left at least half of its decisions to fallbacks, and `least`: what is said of them."""
    said = []
    for match_seat, conduct in zip(live.match_seats, conduct_of(live.match), strict=True):
        undecided = len(match_seat.undecided)
        if undecided >= max(least, conduct.decisions * IDLE):
            counts = f"{undecided} of {max(undecided, conduct.decisions)} decisions"
            said.append(f"seat {match_seat.seat} left {counts} to fallbacks")
    return said


def judge(live: MatchRunner, game: str, fault: str | None) -> tuple[bool, str]:
    """Whether a check match went well, and what happened in words."""
    if live.result is None:
        return False, f"{game}: the match broke off"
    over: dict[str, Any] = live.result.plain
    faults = [] if fault is None else [fault]
    if lost := lost_seats(live):
        faults.append(f"seat {' '.join(map(str, lost))} did not answer in time, or was gone")
    if any(over["illegal"]):
        faults.append(f"illegal actions by seat: {' '.join(map(str, over['illegal']))}")
    if idle := idle_seats(live):
        faults.append(f"{', '.join(idle)}: its log says why it could not decide")
    if over["reason"] != FINISHED and not faults:
        faults.append(f"it ended by {over['reason']}")
    if faults:
        return False, f"{game}: {'; '.join(faults)}"
    scores = " ".join(f"{score:g}" for score in over["scores"])
    return True, f"{game}: played to the end, scores {scores}"


logger = logging.getLogger(__name__)


AT_ONCE: Final = 2  # so that one that thinks for long does not keep all others waiting


class BuildPipeline:
    """The versions that wait to be built and checked. `on_decided` is called when one is ready or has failed, though it was removed meanwhile."""

    def __init__(
        self,
        register: VersionRegister,
        files: UploadFiles,
        trial: Trial,
        unpack: Callable[[UploadedBot, Version], Awaitable[None]],
        on_decided: Callable[[UploadedBot, Version], None],
    ) -> None:
        """Nothing is built before `start`. `unpack` gets the source of a version here, where it is not."""
        self._register = register
        self._files = files
        self._trial = trial
        self._unpack = unpack
        self._on_decided = on_decided
        self._waiting: asyncio.Queue[tuple[UploadedBot, Version]] = asyncio.Queue()
        self._workers: list[asyncio.Task[None]] = []
        self._under_way: dict[UploadedBot, list[Version]] = {}  # and the later ones of the same bot
        self._news = asyncio.Condition()

    @property
    def waiting(self) -> int:
        """How many versions wait; those that are looked at do no more."""
        return self._waiting.qsize() + sum(map(len, self._under_way.values()))

    def start(self, workshop: Workshop, runner: Runner) -> None:
        """Begins with whatever was not finished when an earlier server stopped."""
        loop = asyncio.get_running_loop()
        self._workers = [
            loop.create_task(self._work(workshop, runner), name=f"workshop {number}")
            for number in range(AT_ONCE)
        ]
        for bot in self._register.all():
            for version in bot.versions:
                if not version.is_finished:
                    self.put(bot, version)

    async def stop(self) -> None:
        """Builds and checks nothing more; what waits does so until the next start."""
        for worker in self._workers:
            worker.cancel()
        await asyncio.gather(*self._workers, return_exceptions=True)

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
        """One after the other."""
        while True:
            bot, version = await self._waiting.get()
            if bot in self._under_way:
                self._under_way[bot].append(version)
                continue
            self._under_way[bot] = []
            try:
                if self._register.has(bot, version):
                    await self._decide(workshop, runner, bot, version)
            finally:
                for later in self._under_way.pop(bot):
                    self.put(bot, later)

    async def _decide(
        self, workshop: Workshop, runner: Runner, bot: UploadedBot, version: Version
    ) -> None:
        """Builds and checks one."""
        try:
            async with workshop.building:
                self._require(bot, version)  # others were built before
                entry = await self._build(workshop, bot, version)
            self._require(bot, version)
            await self._check(runner, bot, version, entry)
        except (HostedError, OSError) as problem:
            version.state, version.words = VersionState.FAILED, in_words(problem)
        except Exception:
            incident = fresh_incident()
            logger.exception("incident %s: %s", incident, bot.title(version))
            version.state = VersionState.FAILED
            version.words = f"the server failed (incident {incident})"
        logger.info("%s is %s: %s", bot.title(version), version.state, version.words)
        await self._finish(bot, version)

    def _require(self, bot: UploadedBot, version: Version) -> None:
        """Raises BuildError where a version was removed."""
        if not self._register.has(bot, version):
            raise BuildError("it was removed meanwhile")

    async def _build(self, workshop: Workshop, bot: UploadedBot, version: Version) -> HostedEntry:
        """From the source to something that runs. Raises HostedError or OSError."""
        entry = read_hosted(bot, version)
        version.state = VersionState.BUILDING
        log = self._files.log(bot, version, "build")
        try:
            source, built = self._files.source(bot, version), self._files.built(bot, version)
            await self._unpack(bot, version)
            cache = BuildCache(self._files.cache(bot), is_trusted=not version.is_fresh)
            try:
                await workshop.make(entry, source, built, log, cache)
            finally:
                await asyncio.to_thread(self._files.trim_caches, workshop.caches_mb)
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
