"""Where one ladder notes its documents, until the ladder is deleted: then nothing of it is noted any more, whoever still has it."""

from collections.abc import Mapping
from typing import Any

from infoset_server.contests.ladder.annulments import annulment_kind
from infoset_server.contests.ladder.batches import BATCH
from infoset_server.contests.ladder.entries import ENTRY
from infoset_server.contests.ladder.meetings import MEETING
from infoset_server.contests.ladder.recordings import recording_kind
from infoset_server.contests.ladder.results import result_kind
from infoset_server.contests.ladder.seasons import SEASON
from infoset_server.contests.ladder.tables import table_kind
from infoset_server.storage.notes import Notes
from infoset_server.storage.port import DocumentName, Store


class LadderNotes:
    """As Notes."""

    def __init__(self, notes: Notes) -> None:
        self._notes = notes
        self._recent: set[DocumentName] | None = None  # noted since `watch`
        self._is_closed = False

    def watch(self) -> None:
        """What is noted from now on is remembered: the ladder may be about to be deleted."""
        if self._recent is None:
            self._recent = set()

    def put(self, kind: str, key: str, body: Mapping[str, Any]) -> None:
        """As Notes."""
        if not self._is_closed:
            self._notes.put(kind, key, body)
            if self._recent is not None:
                self._recent.add((kind, key))

    def drop(self, kind: str, key: str) -> None:
        """As Notes."""
        if not self._is_closed:
            self._notes.drop(kind, key)

    def drop_all(self, stored: set[DocumentName]) -> None:
        """Nothing is kept of the ladder: neither what was `stored` when all noted before `watch` was, nor what was noted since."""
        self._is_closed = True
        for kind, key in sorted(stored | (self._recent or set())):
            self._notes.drop(kind, key)


async def names_of(store: Store, ladder: str) -> set[DocumentName]:
    """The documents that are stored of a ladder, besides the one that says what it is. Raises StoreError."""
    found: set[DocumentName] = set()
    kinds = (result_kind, recording_kind, table_kind, annulment_kind)
    for kind in (make(ladder) for make in kinds):
        found.update((kind, key) for key in await store.documents(kind))
    for kind in (ENTRY, MEETING, SEASON, BATCH):
        keys = await store.documents(kind)
        found.update((kind, key) for key in keys if key.partition(":")[0] == ladder)
    return found
