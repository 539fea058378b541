"""What becomes of a class that is deleted, and of matches of which nothing is to be kept."""

import asyncio
import logging
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from infoset_server.accounts.classrooms import Classroom
from infoset_server.app.composition import Core
from infoset_server.app.feature import Feature
from infoset_server.app.service import Restored
from infoset_server.common.ids import MatchId
from infoset_server.common.task_set import TaskSet
from infoset_server.matches.deletions import DELETION, MatchDeletions, count_stored, of_classes
from infoset_server.storage.errors import StoreError
from infoset_server.storage.notes import DELETIONS, DocumentKind
from infoset_server.storage.port import Claim, MatchStore

logger = logging.getLogger(__name__)

LOOK_S: Final = 1.0  # between two looks at what is left of a class
ENDING: Final = "stopped"  # how matches end of which nothing is kept


@dataclass(frozen=True)
class GoneClass:
    """A class that is deleted, of which something may be left."""

    id: str


GONE: Final = DocumentKind("class_gone", GoneClass)


class DeletionFeature(Feature):
    """Without a store there is nothing to delete: what is in memory ends with the server.

    That a class is gone is noted in one transaction with its deletion: what the deletion leaves is deleted after a crash.
    """

    @staticmethod
    def is_wanted(core: Core) -> bool:
        """As Feature."""
        return core.records is not None

    def __init__(self, core: Core) -> None:
        super().__init__(core)
        records = core.records
        assert records is not None, "`is_wanted` has looked"
        self._store = records.store
        self._notes = records.notebook.writer(DELETIONS)
        self._gone: set[str] = set()  # classes
        self._timer: asyncio.TimerHandle | None = None
        self._tasks = TaskSet()
        self._searched: set[str] = set()  # of these, in the store
        self._is_searching = False
        self.deletions = MatchDeletions(
            self._notes, records.store, records.notebook.flush, self._end, self._forget
        )
        classrooms = core.people.accounts.classrooms
        classrooms.on_count.append(self._count)
        classrooms.on_remove.append(self._removed)

    async def restore(self, store: MatchStore) -> None:
        """As Service."""
        self._gone = {one.id for one in GONE.read(await store.documents(GONE.name))}
        self.deletions.restore(await store.documents(DELETION.name))

    async def begin(self, restored: Restored) -> None:
        """As Service."""
        self.tidy()

    def matches_of_class(self, one: Classroom) -> Iterable[str]:
        """As Service: those that are played in its rooms, and those that it can see again. All others are searched for in the store."""
        play = self.core.play
        for live in play.played():
            if play.room_of(live).host.classroom == one.id:
                yield live.id
        for finished in self.core.finished.behind(None):
            if finished.classroom == one.id:
                yield finished.replay

    def delete_matches(
        self, match_ids: Sequence[str], claim: Callable[[], Claim | None] | None = None
    ) -> None:
        """As Service."""
        self.deletions.add(match_ids, claim)

    def tidy(self) -> None:
        """As Service: goes on with what could not be deleted yet."""
        self.deletions.sweep()
        self._settle()

    def _settle(self) -> None:
        """Asks for what is left of classes that are gone, until nothing is.

        Matches are searched for at once, and again when nothing is there any more that could begin one: another server
        may run the ladders.
        """
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        left = {one for one in self._gone if self.core.services.has_left_class(one)}
        wanted = left | (self._gone - self._searched)
        if wanted and not self._is_searching:
            self._is_searching = True
            self._tasks.start(self._search(wanted, left), "search for matches of classes")
        if self._gone:
            self._timer = asyncio.get_running_loop().call_later(LOOK_S, self._settle)

    async def _search(self, classrooms: set[str], left: Collection[str]) -> None:
        """Has all stored matches of these deleted. Of those that have `left`, nothing else is there."""
        try:
            async for found in of_classes(self._store, classrooms):
                if new := set(found) - self.deletions.awaited():
                    self.deletions.add(sorted(new))
        except StoreError as problem:
            logger.warning("matches of deleted classes are searched for later: %s", problem)
        else:
            self._searched = (self._searched | classrooms).difference(left)
            self._gone.difference_update(left)
            for classroom in left:
                self._notes.drop(GONE.name, classroom)
        finally:
            self._is_searching = False

    async def close(self) -> None:
        """As Service."""
        self._gone.clear()  # the next server goes on with what is noted
        self._settle()
        await self._tasks.give_up()
        await self.deletions.close()

    async def _count(self, one: Classroom) -> Mapping[str, int]:
        """How much goes with a class. Of matches, those that are stored. Raises StoreError."""
        known = self.core.services.matches_of_class(one)
        stored = await count_stored(self._store, known)
        async for found in of_classes(self._store, {one.id}):
            stored += len(set(found) - known)
        return {**self.core.services.counts_of_class(one), "matches": stored}

    def _removed(self, one: Classroom) -> None:
        """A class is about to be deleted: what is only its own goes with it."""
        people = self.core.people
        matches = sorted(self.core.services.matches_of_class(one))
        self.core.services.leave_class(one)
        for pupil in people.accounts.register.members(one.id):
            people.throw_out(pupil, "this account was deleted")
        self._gone.add(one.id)
        self._notes.put(GONE.name, one.id, GONE.write(GoneClass(one.id)))
        self.core.services.delete_matches(matches)
        self._settle()  # what takes long begins now

    def _end(self, match_id: str) -> bool:
        """Tells a match to end that is being played; is it, or does it wait for another server?"""
        play, known = self.core.play, MatchId(match_id)
        live = play.running.get(known) or play.far.get(known)
        if live is not None and not live.is_over:
            live.abort(ENDING)
        return live is not None or known in play.left

    def _forget(self, match_id: str) -> None:
        self.core.finished.drop(match_id)
        self.core.services.match_deleted(match_id)
