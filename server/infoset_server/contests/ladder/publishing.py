"""What follows from a result: it is kept, owners are told, and the ladder's table is calculated anew."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from importlib.util import find_spec
from typing import Final

from infoset_protocol.codec import Prepared
from infoset_protocol.errors import ErrorCode, ProtocolError
from infoset_server.accounts.clients import ClientRegistry
from infoset_server.common.ids import MatchId
from infoset_server.contests.ladder.alerts import Alert
from infoset_server.contests.ladder.entries import Entry
from infoset_server.contests.ladder.ladder import Ladder
from infoset_server.contests.ladder.rating_worker import Calculated, RatingWorker, RatingWorkerError
from infoset_server.contests.ladder.results import RawResult
from infoset_server.contests.ladder.season_end import past_season
from infoset_server.contests.ladder.tables import MIDDLE, RatingTable
from infoset_server.programs.bot_process import LOG_END, end_of_logs
from infoset_server.programs.hosting import Hosting
from infoset_server.storage.errors import StoreError

logger = logging.getLogger(__name__)

CRASHED: Final = "its program ended in the middle of the match"
RETRY_S: Final = 30.0  # after a table that did not come


class Publishing:
    """Has tables calculated, one at a time for each ladder. Made on the event loop."""

    def __init__(
        self,
        settled: Callable[[], Awaitable[None]],
        published: Callable[[], None],
        wall_ms: Callable[[], int],
    ) -> None:
        """`settled` returns when everything noted so far is stored, or raises StoreError."""
        self._settled = settled
        self._published = published
        self._wall_ms = wall_ms
        self._rating_worker = RatingWorker()
        self._loop = asyncio.get_running_loop()
        self._is_rating = True  # can tables be calculated?
        self._tasks: dict[str, asyncio.Task[None]] = {}  # by ladder
        self._reckoned_s: dict[str, float] = {}

    def start(self) -> None:
        """Says so in the log where tables cannot be calculated here."""
        if find_spec("numpy") is None:
            logger.error("there will be no ratings: pip install numpy")
            self._is_rating = False

    def stop(self) -> None:
        """What is being calculated is nobody's any more; results may come to be others."""
        for task in self._tasks.values():
            task.cancel()
        self._tasks = {}
        self._rating_worker.forget()

    def forget(self, ladder: Ladder) -> None:
        """The ladder is deleted: its table is not calculated any more, nor that of another one for its results."""
        task = self._tasks.pop(ladder.name, None)
        if task is not None:
            task.cancel()
        self._reckoned_s.pop(ladder.name, None)
        self._rating_worker.forget()

    async def close(self) -> None:
        """Ends everything."""
        self._is_rating = False
        tasks = list(self._tasks.values())
        self.stop()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._rating_worker.close()

    def soon(self, ladder: Ladder) -> None:
        """The table is calculated anew, unless it is being calculated or nothing has changed."""
        if ladder.name in self._tasks or not ladder.is_stale or not self._is_rating:
            return
        since_s = self._loop.time() - self._reckoned_s.get(ladder.name, -3600.0)
        wait_s = max(0.0, ladder.file.refit_s - since_s)
        work = self._reckon(ladder, wait_s)
        self._tasks[ladder.name] = self._loop.create_task(work, name=f"ladder {ladder.name}")

    def end_season(self, ladder: Ladder) -> None:
        """Another season begins on `ladder` where its time has come and all results are in the table."""
        if ladder.may_end_season and ladder.name not in self._tasks:
            work = self._end_season(ladder)
            self._tasks[ladder.name] = self._loop.create_task(work, name=f"season of {ladder.name}")

    async def _end_season(self, ladder: Ladder) -> None:
        """The table is stored before anything else changes: a server that is killed ends the season once more."""
        try:
            past = past_season(ladder, self._wall_ms())
            ladder.keep_season(past)
            await self._settled()
            ladder.begin_season(past, self._wall_ms())
        except StoreError as problem:
            logger.error("ladder %s: its season cannot end yet: %s", ladder.name, problem)
            await asyncio.sleep(RETRY_S)
        else:
            logger.info("ladder %s: season %d is over", ladder.name, past.number)
            self._published()
        finally:
            if self._tasks.get(ladder.name) is asyncio.current_task():
                del self._tasks[ladder.name]
        self.soon(ladder)

    async def _reckon(self, ladder: Ladder, wait_s: float) -> None:
        try:
            await asyncio.sleep(wait_s)
            results, terms = list(ladder.results), ladder.terms()
            await self._settled()  # only what is stored is counted: so it counts after a crash, too
            reckoned = await self._rating_worker.reckon(ladder.name, terms, results)
        except (RatingWorkerError, StoreError) as problem:
            logger.error("%s", problem)
            await asyncio.sleep(RETRY_S)
        else:
            self._reckoned_s[ladder.name] = self._loop.time()
            if terms.annulled == ladder.annulments.match_ids:  # else it is outdated already
                self._publish(ladder, reckoned, len(results))
        finally:
            if self._tasks.get(ladder.name) is asyncio.current_task():
                del self._tasks[ladder.name]
        self.soon(ladder)

    def _publish(self, ladder: Ladder, reckoned: Calculated, results: int) -> None:
        before = ladder.standings.table
        ladder.standings.publish(reckoned, results)
        tell_ratings(ladder, before, reckoned.table)
        self._published()


def tell_ratings(ladder: Ladder, before: RatingTable | None, table: RatingTable) -> None:
    """Owners hear what their results have come to."""
    games = {} if before is None else {row.entry: row.games for row in before.rows}
    ratings = {} if before is None else {row.entry: row.rating for row in before.rows}
    for row in table.rows:
        entry = ladder.entries.get(row.entry)
        if entry is None or entry.client is None or row.games == games.get(row.entry):
            continue
        message = {
            "type": "rating",
            "ladder": ladder.name,
            "entry": row.entry,
            "before": round(ratings.get(row.entry, MIDDLE)),
            "after": round(row.rating),
            "rd": round(row.sigma),
            "games": row.games,
        }
        entry.client.line.send(Prepared(message))


class Counting:
    """Counts results, one at a time."""

    def __init__(self, people: ClientRegistry, hosting: Hosting, publishing: Publishing) -> None:
        self._people = people
        self._hosting = hosting
        self._publishing = publishing

    def count(
        self,
        ladder: Ladder,
        result: RawResult,
        match_id: str | None,
        logs: Mapping[str, str] | None = None,
    ) -> None:
        """A result is kept, and looked at. `match_id` is None where nothing was played.

        `logs` are the ends of what house bots wrote, where another server has played the match and looks after them.
        """
        if match_id is not None and logs is None:
            self._renew_faulty(ladder, result, match_id)
        benched = ladder.count(result)
        self._alert(ladder, result, match_id, logs)
        for entry in benched:
            logger.warning("ladder %s: %s is benched: %s", ladder.name, entry.title, entry.why)
            self._tell(entry, f"{ladder.name}: {entry.title} is benched: {entry.why}", match_id)
            if entry.bot is not None:
                told = f"ladder {ladder.name}: benched: {entry.why}"
                self._hosting.note(entry.bot, told)
        self._publishing.soon(ladder)

    def _alert(
        self,
        ladder: Ladder,
        result: RawResult,
        match_id: str | None,
        logs: Mapping[str, str] | None,
    ) -> None:
        """Owners find what went wrong with the end of the program's log, and hear of the first time in a row."""
        if result.is_void or match_id is None:
            return
        for entry, what in ladder.roster.faults_in(result):
            log = self._log_of(entry, match_id) if logs is None else logs.get(entry.bot or "", "")
            self._keep_alert(ladder, entry, match_id, what, result.at_ms, log)
            if entry.faults == 1:
                told = (
                    f"{ladder.name}: {entry.title}: {what}; `ladder_alerts` has the end of its log"
                )
                self._tell(entry, told, match_id)

    def missed_first(self, ladder: Ladder, entry: Entry, match_id: str) -> None:
        """An entry that lets the first decision pass is not there: it is not paired again until it says so."""
        why = "did not take its first decision in time and is off the queue"
        ladder.roster.take_off(entry, f"match {match_id}: {why}")
        self._tell(entry, f"{ladder.name}: {entry.title} {why}", match_id)

    def crashed(
        self, ladder: Ladder, entry: Entry, match_id: str, now_ms: int, log: str | None = None
    ) -> None:
        """The program of an entry ended in the middle of a match, which may go on all the same.

        `log` is the end of what it wrote, where it runs elsewhere.
        """
        log = self._log_of(entry, match_id) if log is None else log
        self._keep_alert(ladder, entry, match_id, CRASHED, now_ms, log)

    def failed_trial(
        self, ladder: Ladder, entry: Entry, why: str, match_id: str, now_ms: int
    ) -> None:
        """An entry is refused: its owner is told why, with what the program wrote."""
        log = self._log_of(entry, match_id)
        self._keep_alert(ladder, entry, match_id, f"the trial match failed: {why}", now_ms, log)
        ladder.roster.bench(entry, f"the trial match failed: {why}")
        logger.warning("ladder %s: %s is refused: %s", ladder.name, entry.title, entry.why)
        self._tell(entry, f"{ladder.name}: {entry.title} is refused: {entry.why}", match_id)

    def _log_of(self, entry: Entry, match_id: str) -> str:
        """The end of what the entry's program wrote, where it is the server's."""
        if entry.bot is None:
            return ""
        return end_of_logs(self._hosting.processes, entry.bot, match_id, LOG_END)

    def _keep_alert(
        self, ladder: Ladder, entry: Entry, match_id: str, what: str, now_ms: int, log: str
    ) -> None:
        entry.alert(Alert(now_ms, match_id, what, log))
        ladder.roster.note(entry)

    def _renew_faulty(self, ladder: Ladder, result: RawResult, match_id: str) -> None:
        """A program of the server that did not play on is started anew when it plays nowhere."""
        for entry_id, fault in zip(result.entries, result.faults, strict=True):
            bot = ladder.entries[entry_id].bot
            if fault and bot is not None:
                self._hosting.renew(bot, MatchId(match_id))

    def _tell(self, entry: Entry, msg: str, match_id: str | None) -> None:
        """Something its owner must know that nobody asked for."""
        user = self._people.find(entry.owner)
        for client in [] if user is None else self._people.clients_of(user):
            client.line.refuse(None, ProtocolError(ErrorCode.WRONG_STATE, msg, match_id=match_id))
