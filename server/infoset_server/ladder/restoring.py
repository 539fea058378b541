"""A ladder as it was kept, under the file as it is now. Starts nothing."""

import logging
import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import orjson

from infoset_server.config import RoomLimits
from infoset_server.ladder.definition import (
    SUFFIX,
    LadderFile,
    LadderFileError,
    check_ladder,
    read_ladder_file,
    table_settings,
    with_file,
)
from infoset_server.ladder.entries import read_entry
from infoset_server.ladder.ladder import Ladder, LadderState
from infoset_server.ladder.meetings import read_meeting
from infoset_server.ladder.results import read_results
from infoset_server.ladder.stored import StoredLadders
from infoset_server.ladder.tables import NEWEST, read_table
from infoset_server.notes import Notes

logger = logging.getLogger(__name__)


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
    ladder = Ladder(name, file, table_settings(file, limits), notes, rng, state)
    for entry in stored.entries.get(name, []):
        ladder.roster.add(read_entry(entry))
    for result in read_results(documents):
        ladder.enter_result(result)
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
    for field in refused:
        logger.error(
            "ladder %s: %s stays as it was: there are results under it; make another ladder",
            name,
            field,
        )
    return allowed


def _restore_tables(ladder: Ladder, documents: Mapping[str, bytes]) -> None:
    for key, body in documents.items():
        table = read_table(orjson.loads(body))
        if key == NEWEST:
            ladder.standings.enter(table)
        else:
            ladder.standings.milestones[table.outcomes] = table
