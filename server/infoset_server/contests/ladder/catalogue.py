"""All ladders of a server by name: read from files and from the store, made, found.

A ladder is restored as it was kept, under its file as it is now. Nothing is played here.
"""

import logging
import random
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import orjson

from infoset_server.accounts.clients import User
from infoset_server.common.request_errors import NotFoundError, RequestError
from infoset_server.config import RoomLimits
from infoset_server.contests.ladder.annulments import annulment_kind
from infoset_server.contests.ladder.batches import BATCH
from infoset_server.contests.ladder.definition import (
    SUFFIX,
    LadderFile,
    LadderFileError,
    check_ladder,
    read_ladder_file,
    table_settings,
    with_file,
)
from infoset_server.contests.ladder.entries import ENTRY, read_entry
from infoset_server.contests.ladder.ladder import LADDER, Ladder, LadderState
from infoset_server.contests.ladder.ladder_notes import LadderNotes, names_of
from infoset_server.contests.ladder.meetings import MEETING, read_meeting
from infoset_server.contests.ladder.recordings import recording_kind
from infoset_server.contests.ladder.results import read_results, result_kind
from infoset_server.contests.ladder.seasons import SEASON, Season, read_past
from infoset_server.contests.ladder.tables import NEWEST, read_table, table_kind
from infoset_server.storage.notes import NoNotes, Notes
from infoset_server.storage.port import DocumentName, Store

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class StoredLadders:
    """Documents by ladder: one of the ladder itself, those of entries and meetings, results and recordings by match,
    tables by key, seasons that are over, batches, annulments by match.
    """

    ladders: Mapping[str, bytes] = field(default_factory=dict)
    entries: Mapping[str, list[bytes]] = field(default_factory=dict)
    meetings: Mapping[str, list[bytes]] = field(default_factory=dict)
    results: Mapping[str, Mapping[str, bytes]] = field(default_factory=dict)
    recordings: Mapping[str, Mapping[str, bytes]] = field(default_factory=dict)
    tables: Mapping[str, Mapping[str, bytes]] = field(default_factory=dict)
    seasons: Mapping[str, list[bytes]] = field(default_factory=dict)
    batches: Mapping[str, list[bytes]] = field(default_factory=dict)
    annulments: Mapping[str, Mapping[str, bytes]] = field(default_factory=dict)


async def read_stored(store: Store) -> StoredLadders:
    """Everything about ladders. Raises StoreError."""
    ladders = await store.documents(LADDER)
    return StoredLadders(
        ladders,
        _by_ladder((await store.documents(ENTRY)).items()),
        _by_ladder((await store.documents(MEETING)).items()),
        {name: await store.documents(result_kind(name)) for name in ladders},
        {name: await store.documents(recording_kind(name)) for name in ladders},
        {name: await store.documents(table_kind(name)) for name in ladders},
        _by_ladder((await store.documents(SEASON)).items()),
        _by_ladder((await store.documents(BATCH)).items()),
        {name: await store.documents(annulment_kind(name)) for name in ladders},
    )


def _by_ladder(documents: Iterable[tuple[str, bytes]]) -> dict[str, list[bytes]]:
    """Documents whose keys begin with the name of a ladder."""
    found: dict[str, list[bytes]] = {}
    for key, body in documents:
        found.setdefault(key.partition(":")[0], []).append(body)
    return found


def read_files(folder: Path) -> dict[str, LadderFile]:
    """The ladders' files by name; those that cannot be used are named in the log."""
    found = {}
    for path in ladder_paths(folder):
        try:
            found[path.stem] = read_ladder_file(path)
        except LadderFileError as problem:
            logger.error("%s", problem)
    return found


def ladder_paths(folder: Path) -> list[Path]:
    """The files that should be of ladders."""
    return sorted(folder.glob(f"*{SUFFIX}")) if folder.is_dir() else []


def restore_ladder(
    name: str, file: LadderFile | None, stored: StoredLadders, limits: RoomLimits, notes: Notes
) -> Ladder:
    """The ladder with everything that was kept of it; without a file as it was. Notes it where it is new.

    Raises LadderFileError, RequestError or ValueError where it cannot be set up.
    """
    body = stored.ladders.get(name)
    kept: dict[str, Any] | None = None if body is None else orjson.loads(body)
    documents = stored.results.get(name, {})
    file = _file_now(name, file, kept, has_results=bool(documents))
    if file.rules is None:  # from now on these, whatever is installed later
        rules = table_settings(file, limits)[0].game.rules
        file = file.model_copy(update={"rules": rules})
    state = LadderState.OPEN if kept is None else LadderState(kept["state"])
    rng = random.SystemRandom()  # who meets whom must not be foretold from who has met whom
    season = Season() if kept is None else Season(**kept.get("season", {}))
    ladder = Ladder(name, file, table_settings(file, limits), notes, rng, state, season)
    for entry in stored.entries.get(name, []):
        known = read_entry(entry)
        known.is_tried = known.is_tried or not file.trial
        ladder.roster.add(known)
    ladder.annulments.restore(stored.annulments.get(name, {}))
    for result in read_results(documents):
        ladder.enter_result(result)
    ladder.recordings.restore(stored.recordings.get(name, {}))
    ladder.batches.restore(stored.batches.get(name, []))
    for past in map(read_past, stored.seasons.get(name, [])):
        if past.number < season.number:  # else it is about to end, and will be kept again
            ladder.seasons.past[past.number] = past
    _restore_tables(ladder, stored.tables.get(name, {}))
    for meeting in stored.meetings.get(name, []):
        ladder.meet(read_meeting(meeting, ladder.results))
    if kept is None or kept["file"] != file.to_plain():
        ladder.note()
    return ladder


def _file_now(
    name: str, file: LadderFile | None, kept: Mapping[str, Any] | None, has_results: bool
) -> LadderFile:
    """The file as far as it may change: what results mean stays as it was. Raises LadderFileError."""
    if kept is None:
        assert file is not None, "a name comes from a file or from the store"
        return file
    before = check_ladder(kept["file"], f"ladder {name}, as it is kept")
    if file is None or not has_results:
        return file or before
    allowed, refused = with_file(file, before)
    for setting in refused:
        logger.error(
            "ladder %s: %s stays as it was: there are results under it; make another ladder",
            name,
            setting,
        )
    return allowed


def _restore_tables(ladder: Ladder, documents: Mapping[str, bytes]) -> None:
    for key, body in documents.items():
        table = read_table(orjson.loads(body))
        if table.last <= ladder.seasons.current.since:
            continue  # of a season that is over
        if key == NEWEST:
            ladder.standings.enter(table)
        else:
            ladder.standings.milestones[table.outcomes] = table


class Catalogue:
    """Empty before `read`."""

    def __init__(
        self,
        folder: Path,
        limits: RoomLimits,
        store: Store,
        fresh_notes: Callable[[], Notes],
    ) -> None:
        """`folder` has the files. What is noted of ladders goes to `fresh_notes()`, asked for with each reading."""
        self.ladders: dict[str, Ladder] = {}
        self._notes_of: dict[str, LadderNotes] = {}  # by ladder
        self._broken: set[str] = set()  # names of ladders that are stored and cannot be set up
        self._folder = folder
        self._limits = limits
        self._store = store
        self._fresh_notes = fresh_notes
        self._notes: Notes = NoNotes()  # of the ladders as they were read last

    async def read(self) -> None:
        """What is kept, and what stands in the files now, in place of what was known before. Raises StoreError."""
        stored = await read_stored(self._store)
        self._notes = self._fresh_notes()
        self.ladders.clear()
        self._broken.clear()
        files = read_files(self._folder)
        for name in sorted({*files, *stored.ladders}):
            try:
                self._add(name, files.get(name), stored)
            except (LadderFileError, RequestError, ValueError) as problem:
                logger.error("ladder %s is not there: %s", name, problem)
                if name in stored.ladders:
                    self._broken.add(name)

    def find(self, name: str, user: User | None = None) -> Ladder:
        """A ladder that `user` may know of (None: anybody who runs the server). Raises NotFoundError."""
        ladder = self.ladders.get(name)
        if ladder is None or (user is not None and not ladder.is_for(user)):
            raise NotFoundError(f"ladder {name}")
        return ladder

    def load(self) -> list[str]:
        """Takes in files that are new; returns the names of their ladders. Raises LadderFileError."""
        paths = ladder_paths(self._folder)
        fresh = {path.stem: read_ladder_file(path) for path in paths if self._is_free(path.stem)}
        for name, file in fresh.items():
            self._add(name, file, StoredLadders())
        return sorted(fresh)

    def create(self, name: str, file: LadderFile) -> Ladder:
        """A new ladder that needs no file: the store keeps what it is. Raises LadderFileError."""
        if not self._is_free(name) or self.has_file(name):
            raise LadderFileError(f"{name}: there is a ladder of this name; expected another")
        self._add(name, file, StoredLadders())
        return self.ladders[name]

    def change(self, ladder: Ladder, file: LadderFile) -> None:
        """The ladder is as `file` says from now on, and after a restart."""
        ladder.take_file(file, table_settings(file, self._limits))

    async def names_of(
        self, ladder: Ladder, settled: Callable[[], Awaitable[None]]
    ) -> set[DocumentName]:
        """The documents that are stored of a ladder, to be given to `remove`. Raises StoreError.

        `settled` returns when everything noted so far is stored, or raises StoreError.
        """
        self._notes_of[ladder.name].watch()
        await settled()
        return await names_of(self._store, ladder.name)

    def remove(self, ladder: Ladder, stored: set[DocumentName]) -> None:
        """Nothing is kept of a ladder. Its name is free."""
        del self.ladders[ladder.name]
        self._notes_of.pop(ladder.name).drop_all(stored | {(LADDER, ladder.name)})

    def has_file(self, name: str) -> bool:
        """Does a file say what this ladder is? What is stored gives way to it at the next start."""
        return name in {path.stem for path in ladder_paths(self._folder)}

    def _add(self, name: str, file: LadderFile | None, stored: StoredLadders) -> None:
        """One ladder. Raises as `restore_ladder`."""
        notes = LadderNotes(self._notes)
        self.ladders[name] = restore_ladder(name, file, stored, self._limits, notes)
        self._notes_of[name] = notes

    def _is_free(self, name: str) -> bool:
        """Is nothing stored under this name?"""
        return name not in self.ladders and name not in self._broken
