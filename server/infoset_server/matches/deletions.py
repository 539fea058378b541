"""Matches of which nothing is to be kept: those that go on end, then all are deleted from the store, a few at a time.

What is to go is noted before it goes: a server that is killed goes on with it when it is back. Documents beside the
records (what was said, remarks, a review) go with each match.
"""

import asyncio
import logging
from collections.abc import (
    AsyncIterator,
    Awaitable,
    Callable,
    Collection,
    Iterable,
    Mapping,
    Sequence,
)
from dataclasses import dataclass
from typing import Final

from infoset_games.steps import RecordError
from infoset_server.common.ids import fresh_id
from infoset_server.common.task_set import TaskSet
from infoset_server.matches.match_records import HeadRoom, read_place
from infoset_server.storage.errors import StoreError
from infoset_server.storage.notebook import DocumentWriter
from infoset_server.storage.notes import OF_A_MATCH, DocumentKind
from infoset_server.storage.port import Claim, MatchStore, NewMatch

logger = logging.getLogger(__name__)

NOTED: Final = 500  # matches in one document
DELETED: Final = 8  # matches in one transaction: acts wait for it as long as for some commits
LOOKED_AT: Final = 200  # matches at once, while those of a class are searched for
PAUSE_S: Final = 0.05  # between two of these
RETRY_S: Final = 2.0  # until what went on is looked at again


@dataclass(frozen=True)
class StoredDeletion:
    """Matches that are to go."""

    matches: list[str]


DELETION: Final = DocumentKind("match_deletion", StoredDeletion)


async def count_stored(store: MatchStore, match_ids: Iterable[str]) -> int:
    """How many of these matches the store has. Raises StoreError."""
    ids = sorted(match_ids)
    parts = [ids[start : start + NOTED] for start in range(0, len(ids), NOTED)]
    return sum([len(await store.owners(part)) for part in parts])


async def of_classes(
    store: MatchStore, classrooms: Collection[str]
) -> AsyncIterator[Sequence[str]]:
    """The stored matches that were begun in rooms of these classes, as `of_rooms`."""
    async for found in of_rooms(store, lambda room: room.classroom in classrooms):
        yield found


async def of_ladder(store: MatchStore, ladder: str, classroom: str | None) -> list[str]:
    """The stored matches that were begun for this ladder of a class, those too that it has lost sight of. As `of_rooms`.

    Another class may have had a ladder of that name.
    """

    def is_wanted(room: HeadRoom) -> bool:
        return room.part is not None and (room.part.ladder, room.classroom) == (ladder, classroom)

    return [one async for found in of_rooms(store, is_wanted) for one in found]


async def of_rooms(
    store: MatchStore, is_wanted: Callable[[HeadRoom], bool]
) -> AsyncIterator[Sequence[str]]:
    """The stored matches that were begun in such rooms, a slice of the store at a time.

    Each head names its room; nothing else does for ever. Those whose heads are damaged are not found. Raises StoreError.
    """
    ids = await store.ids_behind("", LOOKED_AT)
    while ids:
        heads = await store.heads(ids)
        rooms = {one: room_of(head) for one, head in heads.items()}
        yield [one for one, room in rooms.items() if room is not None and is_wanted(room)]
        ids = await store.ids_behind(ids[-1], LOOKED_AT)


def room_of(head: NewMatch) -> HeadRoom | None:
    """The room in which a match was begun, if its head can be read."""
    try:
        return read_place(head)
    except RecordError:
        return None


class MatchDeletions:
    """Those of one server. Made on the event loop."""

    def __init__(
        self,
        notes: DocumentWriter,
        store: MatchStore,
        settled: Callable[[], Awaitable[None]],
        end: Callable[[str], bool],
        forget: Callable[[str], None],
    ) -> None:
        """`settled` returns when everything noted so far is stored, or raises StoreError. `end` tells a match to end that goes on, and says whether one did; `forget` is told of each that is gone."""
        self._notes = notes
        self._store = store
        self._end = end
        self._forget = forget
        self._settled = settled
        self._left: dict[str, list[str]] = {}  # by document
        self._claims: dict[str, Callable[[], Claim | None]] = {}  # of those not stored yet
        self._tasks = TaskSet()
        self._timer: asyncio.TimerHandle | None = None
        self._is_sweeping = False
        self._is_asked = False  # to look again when the sweep that is on is over

    def restore(self, documents: Mapping[str, bytes]) -> None:
        """Takes back what was noted by an earlier server."""
        for key, body in documents.items():
            for one in DELETION.read({key: body}):
                self._left[key] = one.matches

    def add(
        self, match_ids: Iterable[str], claim: Callable[[], Claim | None] | None = None
    ) -> None:
        """These are to go. With `claim`, that is noted together with what else is noted under it."""
        notes = self._notes if claim is None else self._notes.under(claim)
        ids = list(dict.fromkeys(match_ids))
        for start in range(0, len(ids), NOTED):
            key, part = fresh_id("d"), ids[start : start + NOTED]
            self._left[key] = part
            if claim is not None:
                self._claims[key] = claim
            notes.put(DELETION.name, key, DELETION.write(StoredDeletion(part)))
        self.sweep()

    def awaited(self) -> set[str]:
        """The matches that are to go and are not gone, but for those noted under a claim that can still be lost."""
        noted = (ids for key, ids in self._left.items() if key not in self._claims)
        return {one for ids in noted for one in ids}

    def sweep(self) -> None:
        """Deletes what can be deleted now; what cannot, because it goes on or the store fails, a little later."""
        self._is_asked = bool(self._left)
        if self._is_asked and not self._is_sweeping:
            if self._timer is not None:
                self._timer.cancel()
            self._is_sweeping = True
            self._tasks.start(self._sweep(), "deletion of matches")

    async def close(self) -> None:
        """Deletes nothing more."""
        self._left.clear()  # the next server goes on with what is noted
        if self._timer is not None:
            self._timer.cancel()
        await self._tasks.give_up()

    async def _sweep(self) -> None:
        try:
            while self._is_asked:
                self._is_asked = False
                await self._confirm()
                for key in list(self._left):
                    await self._work_off(key, self._left[key])
        except StoreError as problem:
            logger.warning("matches are deleted later: %s", problem)
        finally:
            self._is_sweeping = False
        if self._left:
            self._timer = asyncio.get_running_loop().call_later(RETRY_S, self.sweep)

    async def _confirm(self) -> None:
        """Nothing goes before it is stored that it is to go. What was noted under a claim that is lost stays: whoever has that now
        knows nothing of it. Raises StoreError.
        """
        noted = list(self._claims.items())
        try:
            await self._settled()
        finally:
            for key, claim in noted:
                if claim() is None:
                    del self._claims[key]
                    self._left.pop(key, None)
        for key, _ in noted:
            self._claims.pop(key, None)

    async def _work_off(self, key: str, ids: Sequence[str]) -> None:
        """One document. Raises StoreError."""
        left: list[str] = []
        for start in range(0, len(ids), DELETED):
            left += await self._delete(ids[start : start + DELETED])
            await asyncio.sleep(PAUSE_S)
        if left:
            self._left[key] = left
        else:
            del self._left[key]
            self._notes.drop(DELETION.name, key)

    async def _delete(self, match_ids: Sequence[str]) -> list[str]:
        """Deletes what is over; returns the others. Raises StoreError."""
        playing = {one for one in match_ids if self._end(one)}
        await self._store.delete_matches([one for one in match_ids if one not in playing])
        there = await self._store.owners(match_ids)
        left = [one for one in match_ids if one in playing or one in there]
        for one in match_ids:
            if one not in left:
                await self._delete_beside(one)
                self._forget(one)
        return left

    async def _delete_beside(self, match_id: str) -> None:
        """The other documents of a match, which nobody writes any more. Raises StoreError."""
        for kind in (f"{family}:{match_id}" for family in OF_A_MATCH):
            for key in await self._store.documents(kind):
                self._notes.drop(kind, key)
