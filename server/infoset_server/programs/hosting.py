"""Bots the server runs: child processes that connect like anybody's bot. Starts them, restarts them, keeps their stderr.

One process serves one seat in each of many matches, and waits for the next one when it has nothing to play; a match
that wants the same bot on two seats gets a second process, up to `max_processes`. A process that dies is started again after a pause that
doubles from `FIRST_PAUSE_S` with every quick death and is forgotten after `HEALTHY_S` of life. A
process that loses a seat, because it hangs or never connects, gets no new ones; it is started anew
when its last match is over.

House bots are those of whoever runs the server. What owners upload is run in sandboxes by `Uploads`
(`upload_source.py`): such a process ends when it has had nothing to play for a while, or when another one needs its
place, and for good when it dies too often.
"""

import asyncio
import itertools
import logging
import os
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, TypeAlias

from infoset_protocol.errors import CloseCode
from infoset_server.accounts.clients import Client, ClientRegistry, User, digest
from infoset_server.common.ids import MatchId, UserId
from infoset_server.common.priority import stand_back
from infoset_server.common.request_errors import NotFoundError
from infoset_server.programs.bot_process import BotLog, BotProcess, Running, start_child
from infoset_server.programs.manifest import BotEntry
from infoset_server.programs.places import Places
from infoset_server.programs.snapshots import (
    SnapshotEntry,
    Snapshots,
    VersionedEntry,
    in_place,
    working_folder,
)
from infoset_server.programs.upload_source import NoUploads, Uploads

logger = logging.getLogger(__name__)

FIRST_PAUSE_S: Final = 0.25
LONGEST_PAUSE_S: Final = 30.0
HEALTHY_S: Final = 20.0
NICENESS: Final = 5  # a bot that searches must not hold up the server; but its clock is running
PASSED_ON: Final = (
    *("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR"),
    *("SYSTEMROOT", "PYTHONPATH", "VIRTUAL_ENV"),
)


# Finds what other servers keep of the logs of a version, by name.
FarLogs: TypeAlias = Callable[[str], Awaitable[Mapping[str, str]]]


class ChangedVersionError(OSError):
    """A process cannot be started: it would not be the version that it is taken for."""


class Hosting:
    """The bots that a server runs. `on_ready(process)` is called whenever one has connected."""

    def __init__(
        self,
        people: ClientRegistry,
        listed: Iterable[BotEntry],
        dropped: Snapshots,
        log_dir: Path,
        scratch_dir: Path,
        on_ready: Callable[[BotProcess], None],
    ) -> None:
        """`listed` are the manifest's bots; those `dropped` in are looked for whenever somebody asks, and run
        in folders below `scratch_dir`."""
        self._people = people
        self._listed = list(listed)
        self._dropped = dropped
        self._log_dir = log_dir
        self._scratch_dir = scratch_dir
        self._on_ready = on_ready
        self.uploads: Uploads = NoUploads()  # until `add_uploads`
        self._url = ""
        self._opened = asyncio.Event()  # processes asked for earlier are started then
        self._is_closed = False  # nothing is started any more
        self._processes: list[BotProcess] = []
        self.places = Places(lambda: self._processes, lambda: self.uploads)
        self.restarts = 0  # how often a process ended and was started again
        self._problems: set[str] = set()
        self._disabled: set[str] = set()  # by the organiser
        self.needed: list[Callable[[], Iterable[str]]] = []  # titles that will be asked for
        self.on_uploads: list[Callable[[], object]] = []  # something is noted of uploaded versions
        self.far_logs: FarLogs = no_logs  # of uploaded versions on other servers
        self.on_crash: list[Callable[[BotProcess], None]] = []  # a program has ended in a match

    def add_uploads(self, uploads: Uploads) -> None:
        """The bots of owners may play here, too."""
        self.uploads = uploads

    @property
    def processes(self) -> list[BotProcess]:
        """Every process, running or about to be started again."""
        return list(self._processes)

    def open(self, url: str) -> None:
        """From now on processes are told to connect to `url`, and clients must not wait for large bots to be read."""
        self._url = url
        self._dropped.use_threads(asyncio.get_running_loop())
        self._opened.set()

    def entries(self) -> dict[str, VersionedEntry]:
        """Every bot on offer by name; a dropped one hides a listed one of the same name."""
        dropped, problems = self._dropped.read()
        for problem in problems:
            if problem not in self._problems:
                self._problems.add(problem)
                logger.warning("not a bot: %s", problem)
        found: list[VersionedEntry] = [*map(in_place, self._listed), *dropped]
        self._retire_old({entry.title: entry for entry in found})
        offered = {entry.name: entry for entry in found}
        return {name: entry for name, entry in offered.items() if name not in self._disabled}

    def names(self) -> set[str]:
        """Those of all bots that there are, on offer or not."""
        return {*self.entries(), *self._disabled}

    def _retire_old(self, offered: Mapping[str, VersionedEntry]) -> None:
        """Processes of other versions end with their last match, and nothing is kept of those nobody needs."""
        if not self._opened.is_set():
            return  # who needs them does not know it yet
        needed = self.needed_titles()
        for process in list(self._processes):
            entry = process.entry
            if isinstance(entry, VersionedEntry):
                is_old = offered.get(entry.title) != entry and entry.title not in needed
                if is_old and not process.is_leaving:
                    process.is_leaving = True
                    self._see_to(process)
                needed.add(entry.title)
        self._dropped.retain({*offered, *needed})

    def kept_titles(self) -> set[str]:
        """The versions of the bots folder that could play, needed or not."""
        return self._dropped.titles()

    def needed_titles(self) -> set[str]:
        """The versions that ladders and tournaments will ask for."""
        return {title for ask in self.needed for title in ask()}

    def disable(self, bot: str, is_disabled: bool) -> None:
        """Takes a bot off the offer, or puts it back; it plays the matches it has begun to their end.

        Raises NotFoundError.
        """
        if is_disabled:
            if bot not in self.entries():
                raise NotFoundError(f"house bot {bot}")
            self._disabled.add(bot)
        elif bot in self._disabled:
            self._disabled.remove(bot)
        else:
            raise NotFoundError(f"disabled house bot {bot}")

    def for_game(self, game: str) -> dict[str, VersionedEntry]:
        """The bots that play `game`."""
        return {name: entry for name, entry in self.entries().items() if entry.plays(game)}

    def find(self, bot: str, game: str) -> BotEntry | None:
        """The house bot or version of this name, if it plays `game`."""
        entry = self._version(bot) if "@" in bot else self.entries().get(bot)
        return entry if entry is not None and entry.plays(game) else None

    def find_for(self, bot: str, game: str) -> BotEntry | None:
        """The same for a match that has begun, with versions that may begin no others."""
        return self.find(bot, game) or self.uploads.begun(bot)

    def _version(self, title: str) -> BotEntry | None:
        """A version: one that somebody has uploaded, or a snapshot that is kept."""
        known = self.uploads.entry(title) or self._dropped.find(title)
        if known is None:
            self.entries()  # on another server's word, before anybody has looked here
        return known or self._dropped.find(title)

    def keeper_of(self, user: User) -> UserId:
        """Who answers for what a user does, a program that somebody has uploaded included."""
        owner = None if user.house_bot is None else self.uploads.owner_of(user.house_bot)
        return user.keeper if owner is None else owner

    def find_process(self, entry: BotEntry, match: MatchId) -> BotProcess | None:
        """A process for one more seat of `match`, started if need be; None when all are in use there.

        Once closed, it is as one that takes long to start: the seat waits, and is given up by nobody.
        """
        return self.find_processes([entry], match)[0]

    def find_processes(
        self, entries: Sequence[BotEntry], match: MatchId
    ) -> list[BotProcess | None]:
        """The same for several seats of `match`, one process for each.

        Whoever runs has its seat before anybody is started: where all places are taken, a program that starts
        has an idle one ended, which must not be one that is about to play here.
        """
        found = [self._take_free(entry, match) for entry in entries]
        return [
            process or self._start_for(entry, match)
            for process, entry in zip(found, entries, strict=True)
        ]

    def _take_free(self, entry: BotEntry, match: MatchId) -> BotProcess | None:
        free = self._free(entry, match)
        if not free:
            return None
        process = min(free, key=lambda one: one.client is None)
        process.matches.add(match)
        return process

    def _start_for(self, entry: BotEntry, match: MatchId) -> BotProcess | None:
        mine = [process for process in self._processes if process.entry == entry]
        if len(mine) >= entry.max_processes:
            return None
        used = {one.number for one in self._processes if one.entry.name == entry.name}
        process = self._start(entry, next(i for i in itertools.count() if i not in used))
        process.matches.add(match)
        return process

    def is_up(self, entry: BotEntry, match: MatchId) -> bool:
        """Could a process that is connected take a seat of `match` at once?"""
        return any(process.client is not None for process in self._free(entry, match))

    def _free(self, entry: BotEntry, match: MatchId) -> list[BotProcess]:
        """The processes of a bot that may take one more seat of `match`, oldest first."""
        return [
            process
            for process in self._processes
            if process.entry == entry
            and match not in process.matches
            and not (process.is_suspect or process.is_ending)
        ]

    def process_of(self, client: Client) -> BotProcess | None:
        """The process that just connected as `client`, by its token."""
        for process in self._processes:
            if process.token and digest(process.token) == client.user.secret_hash:
                return process
        return None

    def connected(self, process: BotProcess, client: Client) -> None:
        """The process has logged in."""
        process.client = client
        process.is_sent_away = False
        self._on_ready(process)

    def disconnected(self, client: Client) -> None:
        """The connection of a house bot ended; its process follows, comes back, or loses its seats."""
        for process in self._processes:
            if process.client is client:
                process.client = None
                process.is_sent_away = client.line.close_code == CloseCode.RESTARTING

    def match_over(self, match: MatchId) -> None:
        """Nobody plays `match` any more."""
        for process in list(self._processes):
            if match in process.matches:
                process.matches.discard(match)
                self._see_to(process)
            self._renew_if_free(process)
        self.places.freed()

    def failed(self, process: BotProcess, match: MatchId) -> None:
        """The process has lost a seat: it did not answer, or was not there."""
        logger.warning("match %s: house bot %s lost a seat", match, process.entry.name)
        process.is_suspect = True
        self._renew_if_free(process)
        self.places.freed()

    def renew(self, title: str, match: MatchId) -> None:
        """A bot has not played on in `match`: its processes are started anew when they play nowhere."""
        for process in self.processes:
            if process.entry.title == title:
                self.failed(process, match)

    def note(self, title: str, text: str) -> None:
        """A line in the logs of a bot's processes, for its owner."""
        for process in self._processes:
            if process.entry.title == title:
                process.log.note(text)

    def retire(self, bot: str) -> None:
        """An uploaded version may get no more matches; its processes end with their last ones."""
        for process in list(self._processes):
            if process.entry.name == bot:
                process.is_leaving = True
                self._see_to(process)

    def uploads_changed(self) -> None:
        """Uploaded versions may be other ones, somebody else's, or not play any more."""
        for tell in self.on_uploads:
            tell()

    def rest(self, bot: str) -> None:
        """Ends the processes of an uploaded version that play nothing, until they are needed again."""
        for process in list(self._processes):
            if process.entry.name == bot and not process.matches:
                self._end(process)

    def is_running(self, bot: str) -> bool:
        """Has this bot a process?"""
        return any(process.entry.name == bot for process in self._processes)

    def _see_to(self, process: BotProcess) -> None:
        """Ends a bot that has nothing to play: at once if it is to leave, one that was uploaded after a while.

        One that was uploaded does not keep its place where others wait for one.
        """
        if process.matches:
            return
        loop = asyncio.get_running_loop()
        process.idle_since_s = loop.time()
        if process.is_leaving or (process.entry.is_uploaded and self.places.are_awaited()):
            self._end(process)
        elif process.entry.is_uploaded:
            loop.call_later(self.uploads.idle_s, self._end_if_idle, process, process.idle_since_s)

    def _end_if_idle(self, process: BotProcess, since_s: float) -> None:
        if not process.matches and process.idle_since_s == since_s:
            self._end(process)

    def _end(self, process: BotProcess) -> None:
        """The process goes for good."""
        process.is_leaving = True
        if process.task is not None and not process.task.cancelling():
            process.task.cancel()

    def _renew_if_free(self, process: BotProcess) -> None:
        """Ends a process that hangs when that hurts no match; it is started anew at once or after its pause."""
        if process.is_suspect and not process.matches:
            process.is_suspect = False
            if process.child is not None:
                process.child.kill()

    async def close(self) -> None:
        """Stops every process and waits until it is gone.

        Matches go on meanwhile, and may ask for others, as where a bot is gone; those are not started, as
        nobody would be left to end them.
        """
        self._is_closed = True
        tasks = [process.task for process in self._processes if process.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._processes.clear()

    def _start(self, entry: BotEntry, number: int) -> BotProcess:
        if entry.is_uploaded:
            if (idle := self.places.to_end()) is not None:
                self._end(idle)
            log = self.uploads.log_of(entry, number)
        else:
            log = BotLog(self._log_dir / f"{entry.name}-{number}.log")
        process = BotProcess(entry, log, number)
        self._processes.append(process)
        if not self._is_closed:
            running = self._keep_running(process)
            process.task = asyncio.create_task(running, name=f"bot {entry.name}")
            process.task.add_done_callback(lambda _: self._gone(process))
        return process

    def _gone(self, process: BotProcess) -> None:
        """The task of a process has ended: it is not started again."""
        process.log.close()
        with suppress(ValueError):  # all were cleared at the end
            self._processes.remove(process)
        if process.entry.is_uploaded:
            self.uploads.freed()

    async def _keep_running(self, process: BotProcess) -> None:
        loop = asyncio.get_running_loop()
        await self._opened.wait()
        while True:
            born = loop.time()
            await self._run_once(process)
            if process.is_sent_away:  # as where its match goes on elsewhere: no fault of its own
                process.is_sent_away, process.deaths = False, 0
                continue
            for tell in self.on_crash if process.matches else ():
                tell(process)
            if loop.time() - born > HEALTHY_S:
                process.deaths = 0
            pause = min(LONGEST_PAUSE_S, FIRST_PAUSE_S * 2**process.deaths)
            process.deaths += 1
            if process.entry.is_uploaded and process.deaths >= self.uploads.max_deaths:
                self.uploads.give_up(process.entry)
                return
            self.restarts += 1
            logger.warning(
                "bot %s ended; next start in %.2f s; its stderr: %s",
                process.entry.name,
                pause,
                process.log_path,
            )
            await asyncio.sleep(pause)

    async def _run_once(self, process: BotProcess) -> None:
        try:
            await self._live(process)
        except OSError as error:
            if process.entry.is_uploaded:
                logger.info("uploaded bot %s cannot start: %s", process.entry.name, error)
            else:
                logger.error("house bot %s cannot start: %s", process.entry.name, error)
        finally:
            self._people.revoke_house_token(process.token)

    async def _live(self, process: BotProcess) -> None:
        starting = self.uploads.start if process.entry.is_uploaded else self._start_house
        child = await starting(process)
        process.child = child
        try:
            await child.ended.wait()
        finally:
            try:
                await child.stop()
            finally:
                process.child = None

    async def _start_house(self, process: BotProcess) -> Running:
        """Starts the program of a house bot. Raises OSError."""
        entry = process.entry
        folder = await self._prepare(process)
        process.token = self._people.issue_house_token(entry.name)
        child = await start_child(entry.argv(), folder, self._environment(process), process.log)
        stand_back(child.pid, NICENESS)
        return child

    async def _prepare(self, process: BotProcess) -> Path | None:
        """The folder to run a house bot in. Raises OSError where its version is not what it was."""
        entry = process.entry
        if isinstance(entry, VersionedEntry) and not await asyncio.to_thread(entry.is_intact):
            if isinstance(entry, SnapshotEntry):
                self._dropped.forget(entry)
            raise ChangedVersionError(f"the files of version {entry.version} were changed")
        if isinstance(entry, SnapshotEntry):
            return working_folder(entry, self._scratch_dir / f"{entry.name}-{process.number}")
        return entry.folder

    def _environment(self, process: BotProcess) -> dict[str, str]:
        """What a bot may know: where to connect, as whom, what its manifest names; no other secret of the server."""
        names = (*PASSED_ON, *process.entry.environment)
        passed = {name: os.environ[name] for name in names if name in os.environ}
        return passed | {
            "INFOSET_URL": self._url,
            "INFOSET_TOKEN": process.token,
            "INFOSET_NAME": process.entry.name,
            "PYTHONUNBUFFERED": "1",
            "PYTHONSAFEPATH": "1",  # the working directory must not shadow modules (`http.py`)
        }


async def no_logs(title: str) -> Mapping[str, str]:
    """There is no other server."""
    return {}
