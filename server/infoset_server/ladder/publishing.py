"""The newest tables of ladders: calculated when results have come, kept, told to owners. Counts no results."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from importlib.util import find_spec
from typing import Final

from infoset_protocol.codec import Prepared
from infoset_server.ladder.ladder import Ladder
from infoset_server.ladder.reckoner import Reckoner, ReckoningError
from infoset_server.ladder.scale import MIDDLE
from infoset_server.ladder.tables import Table
from infoset_server.store.errors import StoreError

logger = logging.getLogger(__name__)

RETRY_S: Final = 30.0  # after a table that did not come


class Publishing:
    """Has tables calculated, one at a time for each ladder. Made on the event loop."""

    def __init__(
        self, settled: Callable[[], Awaitable[None]], published: Callable[[], None]
    ) -> None:
        """`settled` returns when everything noted so far is stored, or raises StoreError."""
        self._settled = settled
        self._published = published
        self._reckoner = Reckoner()
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
        self._reckoner.forget()

    async def close(self) -> None:
        """Ends everything."""
        self._is_rating = False
        tasks = list(self._tasks.values())
        self.stop()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._reckoner.close()

    def soon(self, ladder: Ladder) -> None:
        """The table is calculated anew, unless it is being calculated or nothing has changed."""
        if ladder.name in self._tasks or not ladder.is_stale or not self._is_rating:
            return
        since_s = self._loop.time() - self._reckoned_s.get(ladder.name, -3600.0)
        wait_s = max(0.0, ladder.file.refit_s - since_s)
        work = self._reckon(ladder, wait_s)
        self._tasks[ladder.name] = self._loop.create_task(work, name=f"ladder {ladder.name}")

    async def _reckon(self, ladder: Ladder, wait_s: float) -> None:
        try:
            await asyncio.sleep(wait_s)
            results = list(ladder.results)
            await self._settled()  # only what is stored is counted: so it counts after a crash, too
            reckoned = await self._reckoner.reckon(ladder.name, ladder.terms(), results)
        except (ReckoningError, StoreError) as problem:
            logger.error("%s", problem)
            await asyncio.sleep(RETRY_S)
        else:
            self._reckoned_s[ladder.name] = self._loop.time()
            before = ladder.standings.table
            ladder.standings.publish(reckoned, len(results))
            tell_ratings(ladder, before, reckoned.table)
            self._published()
        finally:
            if self._tasks.get(ladder.name) is asyncio.current_task():
                del self._tasks[ladder.name]
        self.soon(ladder)


def tell_ratings(ladder: Ladder, before: Table | None, table: Table) -> None:
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
        entry.client.connection.send(Prepared(message))
