"""All ladders of a server by name: read from the store and from files, made, found. Nothing is played here."""

import logging
from collections.abc import Callable
from pathlib import Path

from infoset_server.config import RoomLimits
from infoset_server.ladder.definition import LadderFile, LadderFileError, read_ladder_file
from infoset_server.ladder.ladder import Ladder
from infoset_server.ladder.restoring import ladder_paths, read_files, restore_ladder
from infoset_server.ladder.stored import StoredLadders, read_stored
from infoset_server.notes import NoNotes, Notes
from infoset_server.people import User
from infoset_server.requests import NotFoundError, RequestError
from infoset_server.store.port import Store

logger = logging.getLogger(__name__)


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
        if not self._is_free(name) or name in {path.stem for path in ladder_paths(self._folder)}:
            raise LadderFileError(f"{name}: there is a ladder of this name; expected another")
        self._add(name, file, StoredLadders())
        return self.ladders[name]

    def _add(self, name: str, file: LadderFile | None, stored: StoredLadders) -> None:
        """One ladder. Raises as `restore_ladder`."""
        self.ladders[name] = restore_ladder(name, file, stored, self._limits, self._notes)

    def _is_free(self, name: str) -> bool:
        """Is nothing stored under this name?"""
        return name not in self.ladders and name not in self._broken
