"""House bots: child processes that connect like anybody's bot. Starts them, restarts them, keeps their stderr.

One process serves one seat in each of many matches; a match that wants the same bot on two seats
gets a second process, up to `max_processes`. A process that dies is started again after a pause that
doubles from `FIRST_PAUSE_S` with every quick death and is forgotten after `HEALTHY_S` of life. A
process that loses a seat, because it hangs or never connects, gets no new ones; it is started anew
when its last match is over.
"""

import asyncio
import logging
import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO, Final

from infoset_server.child import Child, start_child
from infoset_server.ids import MatchId
from infoset_server.manifest import BotEntry, read_folder
from infoset_server.people import Client, People, digest
from infoset_server.requests import NotFoundError
from infoset_server.standing import stand_back

logger = logging.getLogger(__name__)

FIRST_PAUSE_S: Final = 0.25
LONGEST_PAUSE_S: Final = 30.0
HEALTHY_S: Final = 20.0
NICENESS: Final = 5  # a bot that searches must not hold up the server; but its clock is running
PASSED_ON: Final = (
    "PATH",
    "HOME",
    "LANG",
    "LC_ALL",
    "TMPDIR",
    "SYSTEMROOT",
    "PYTHONPATH",
    "VIRTUAL_ENV",
)


@dataclass(eq=False)
class BotProcess:
    """One process of a house bot, over all its restarts. `client` is its live connection.

    `is_suspect` once it has lost a seat, until it is started anew.
    """

    entry: BotEntry
    log_path: Path
    client: Client | None = None
    matches: set[MatchId] = field(default_factory=set)
    task: asyncio.Task[None] | None = None
    child: Child | None = None
    is_suspect: bool = False
    token: str = ""
    deaths: int = 0


class Hosting:
    """The house bots of a server. `on_ready(process)` is called whenever one has connected."""

    def __init__(
        self,
        people: People,
        listed: Iterable[BotEntry],
        folder: Path,
        log_dir: Path,
        on_ready: Callable[[BotProcess], None],
    ) -> None:
        """`listed` are the manifest's bots; `folder` is read again whenever somebody asks."""
        self._people = people
        self._listed = {entry.name: entry for entry in listed}
        self._folder = folder
        self._log_dir = log_dir
        self._on_ready = on_ready
        self._url = ""
        self._opened = asyncio.Event()  # processes asked for earlier are started then
        self._processes: list[BotProcess] = []
        self.restarts = 0  # how often a process ended and was started again
        self._problems: set[str] = set()
        self._disabled: set[str] = set()  # by the organiser

    @property
    def processes(self) -> list[BotProcess]:
        """Every process, running or about to be started again."""
        return list(self._processes)

    def open(self, url: str) -> None:
        """From now on processes are told to connect to `url`."""
        self._url = url
        self._opened.set()

    def entries(self) -> dict[str, BotEntry]:
        """Every bot on offer by name; a dropped one hides a listed one of the same name."""
        dropped, problems = read_folder(self._folder)
        for problem in problems:
            if problem not in self._problems:
                self._problems.add(problem)
                logger.warning("not a bot: %s", problem)
        offered = self._listed | {entry.name: entry for entry in dropped}
        return {name: entry for name, entry in offered.items() if name not in self._disabled}

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

    def for_game(self, game: str) -> dict[str, BotEntry]:
        """The bots that play `game`."""
        return {name: entry for name, entry in self.entries().items() if entry.plays(game)}

    def find_process(self, entry: BotEntry, match: MatchId) -> BotProcess | None:
        """A process for one more seat of `match`, started if need be; None when all are in use there."""
        mine = [process for process in self._processes if process.entry == entry]
        for process in mine:
            if match not in process.matches and not process.is_suspect:
                process.matches.add(match)
                return process
        if len(mine) >= entry.max_processes:
            return None
        process = self._start(entry, len(mine))
        process.matches.add(match)
        return process

    def process_of(self, client: Client) -> BotProcess | None:
        """The process that just connected as `client`, by its token."""
        for process in self._processes:
            if process.token and digest(process.token) == client.user.secret_hash:
                return process
        return None

    def connected(self, process: BotProcess, client: Client) -> None:
        """The process has logged in."""
        process.client = client
        self._on_ready(process)

    def disconnected(self, client: Client) -> None:
        """The connection of a house bot ended; its process follows, comes back, or loses its seats."""
        for process in self._processes:
            if process.client is client:
                process.client = None

    def match_over(self, match: MatchId) -> None:
        """Nobody plays `match` any more."""
        for process in self._processes:
            process.matches.discard(match)
            self._renew_if_free(process)

    def failed(self, process: BotProcess, match: MatchId) -> None:
        """The process has lost a seat: it did not answer, or was not there."""
        logger.warning("match %s: house bot %s lost a seat", match, process.entry.name)
        process.is_suspect = True
        self._renew_if_free(process)

    def _renew_if_free(self, process: BotProcess) -> None:
        """Ends a process that hangs when that hurts no match; it is started anew at once or after its pause."""
        if process.is_suspect and not process.matches:
            process.is_suspect = False
            if process.child is not None:
                process.child.kill()

    async def close(self) -> None:
        """Stops every process and waits until it is gone."""
        tasks = [process.task for process in self._processes if process.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._processes.clear()

    def _start(self, entry: BotEntry, number: int) -> BotProcess:
        self._log_dir.mkdir(parents=True, exist_ok=True)
        process = BotProcess(entry, self._log_dir / f"{entry.name}-{number}.log")
        process.task = asyncio.create_task(self._keep_running(process), name=f"bot {entry.name}")
        self._processes.append(process)
        return process

    async def _keep_running(self, process: BotProcess) -> None:
        loop = asyncio.get_running_loop()
        await self._opened.wait()
        while True:
            born = loop.time()
            await self._run_once(process)
            if loop.time() - born > HEALTHY_S:
                process.deaths = 0
            pause = min(LONGEST_PAUSE_S, FIRST_PAUSE_S * 2**process.deaths)
            process.deaths += 1
            self.restarts += 1
            logger.warning(
                "house bot %s ended; next start in %.2f s; its stderr: %s",
                process.entry.name,
                pause,
                process.log_path,
            )
            await asyncio.sleep(pause)

    async def _run_once(self, process: BotProcess) -> None:
        process.token = self._people.issue_house_token(process.entry.name)
        try:
            with process.log_path.open("ab") as log:
                await self._live(process, log)
        except OSError as error:
            logger.error("house bot %s cannot start: %s", process.entry.name, error)
        finally:
            self._people.revoke_house_token(process.token)

    async def _live(self, process: BotProcess, log: BinaryIO) -> None:
        entry = process.entry
        environment = self._environment(process)
        child, transport = await start_child(entry.argv(), entry.folder, environment, log)
        process.child = child
        try:
            stand_back(child.pid, NICENESS)
            await child.ended.wait()
        finally:
            try:
                await child.stop()
            finally:
                transport.close()
                process.child = None

    def _environment(self, process: BotProcess) -> dict[str, str]:
        """What a bot may know: where to connect and as whom; none of the server's own secrets."""
        passed = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
        return passed | {
            "INFOSET_URL": self._url,
            "INFOSET_TOKEN": process.token,
            "INFOSET_NAME": process.entry.name,
            "PYTHONUNBUFFERED": "1",
            "PYTHONSAFEPATH": "1",  # the working directory must not shadow modules (`http.py`)
        }
