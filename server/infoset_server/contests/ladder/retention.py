"""Deletes recordings of ladder matches that have been kept for long enough, a few at a time. Results stay for ever.

What is deleted is over and closed in the store, its result is stored, and it belongs to no meeting that goes on. It is
deleted in the name of the server that runs the ladders, so that no two do it. What a crash leaves half done, a
recording that is gone and still noted, is done again.
"""

import asyncio
import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Final

from infoset_server.common.task_set import TaskSet
from infoset_server.config import LadderRecordLimits
from infoset_server.contests.ladder.ladder import Ladder
from infoset_server.contests.ladder.leader_lease import LeaderLease
from infoset_server.contests.ladder.recordings import Recording, interest_in
from infoset_server.contests.ladder.results import RawResult
from infoset_server.storage.errors import FencedError, StoreError
from infoset_server.storage.port import Store

logger = logging.getLogger(__name__)

SETTLED_MS: Final = 60_000  # so long after its end a match is surely closed in the store
LOOKED_AT: Final = 64  # matches whose size is asked for at once
DELETED: Final = 8  # matches in one transaction: acts wait for it as long as for some commits
PAUSE_S: Final = 0.05  # between two of these


class Retention:
    """Looks after the recordings of all ladders. Made on the event loop."""

    def __init__(
        self,
        ladders: Mapping[str, Ladder],
        store: Store,
        leader_lease: LeaderLease,
        limits: LadderRecordLimits,
        forget: Callable[[str], None],
        wall_ms: Callable[[], int],
    ) -> None:
        """`forget` is told of each match that cannot be seen again any more."""
        self.deleted = 0  # since the start of the server
        self._ladders = ladders
        self._store = store
        self._leader_lease = leader_lease
        self._limits = limits
        self._forget = forget
        self._wall_ms = wall_ms
        self._tasks = TaskSet()
        self._is_sweeping = False

    def sweep(self) -> None:
        """Looks at what has ended since, and deletes what is due; nothing where that is being done already."""
        if not self._is_sweeping and self._leader_lease.is_ours:
            self._is_sweeping = True
            self._tasks.start(self._sweep(), "ladder retention")

    async def close(self) -> None:
        """Deletes nothing more."""
        await self._tasks.give_up()

    async def _sweep(self) -> None:
        try:
            for ladder in list(self._ladders.values()):
                await self._look(ladder)
                await self._delete_due(ladder)
        except FencedError as fenced:
            self._leader_lease.refused(fenced.claim)
        except StoreError as problem:
            logger.warning("recordings of ladders are looked at later: %s", problem)
        finally:
            self._is_sweeping = False

    # What there is.

    async def _look(self, ladder: Ladder) -> None:
        """Notes the recordings of matches that have ended since the last time. Raises StoreError."""
        until_ms = self._wall_ms() - SETTLED_MS
        while results := list(islice(unseen(ladder, until_ms), LOOKED_AT)):
            unknown = [one for one in results if one.match_id not in ladder.recordings]
            sizes = await self._store.sizes([one.match_id for one in unknown])
            for result in unknown:
                if result.match_id in sizes:
                    ladder.recordings.add(recording_of(ladder, result, sizes[result.match_id]))
            ladder.recordings.looked_at += len(results)
            await asyncio.sleep(PAUSE_S)

    # What goes.

    async def _delete_due(self, ladder: Ladder) -> None:
        """Raises StoreError, among them FencedError."""
        playing = {match_id for one in ladder.meetings.values() for match_id in one.played}
        due = [
            one
            for one in ladder.recordings.due(self._limits, self._wall_ms())
            if one.match_id not in playing
        ]
        for start in range(0, len(due), DELETED):
            await self._delete(ladder, due[start : start + DELETED])
            await asyncio.sleep(PAUSE_S)

    async def _delete(self, ladder: Ladder, recordings: Sequence[Recording]) -> None:
        claim = self._leader_lease.claim
        if claim is None:
            return
        deleted = await self._store.delete_matches([one.match_id for one in recordings], [claim])
        self.deleted += len(deleted)
        for one in recordings:
            ladder.recordings.remove(one)
            self._forget(one.match_id)


def unseen(ladder: Ladder, until_ms: int) -> Iterator[RawResult]:
    """The results that nobody has looked at, up to the first that is newer than `until_ms`."""
    for result in islice(ladder.results, ladder.recordings.looked_at, None):
        if result.at_ms > until_ms:
            return
        yield result


def recording_of(ladder: Ladder, result: RawResult, size: int) -> Recording:
    """What is noted of a match, as its entries are rated now."""
    entries = () if result.is_void else result.entries
    ratings = [ladder.standings.rating_of(entry) for entry in entries]
    may_assist = ladder.file.assist != "off"
    interest = interest_in(result, ratings, may_assist)
    return Recording(result.match_id, result.at_ms, size, interest)
