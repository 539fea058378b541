"""Writes the matches of a ladder into a folder, as files with replays. Reads the store, changes nothing in it."""

import os
from collections.abc import AsyncIterator, Container
from dataclasses import dataclass, replace
from pathlib import Path

from infoset_games.record import write_record
from infoset_games.steps import RecordError
from infoset_server.common.request_errors import RequestError
from infoset_server.config import RoomLimits
from infoset_server.contests.ladder.ladder import Ladder
from infoset_server.contests.ladder.meetings import MEETING, deals_in
from infoset_server.contests.ladder.results import WALKOVER, RawResult
from infoset_server.matches.match_records import read_head
from infoset_server.matches.replays import read_stored
from infoset_server.matches.step_records import read_step
from infoset_server.storage.errors import StoreError, UnknownMatchError
from infoset_server.storage.port import MatchStore
from infoset_server.storage.seed_box import SeedBox


@dataclass(frozen=True)
class ExportFolder:
    """Where matches are kept: the store, and the key of their seeds."""

    store: MatchStore
    box: SeedBox
    limits: RoomLimits


@dataclass(frozen=True)
class Exported:
    """What became of a match: `why_not` says why there is no file, "" where there is one.

    `is_deleted`: its result is kept, its record is not any more. `is_annulled`: it does not count, and is left out.
    """

    why_not: str = ""
    is_deleted: bool = False
    is_annulled: bool = False


async def write_matches(
    sources: ExportFolder, ladder: Ladder, folder: Path
) -> AsyncIterator[Exported]:
    """Writes each match that has a result into a file, and yields what became of it.

    Players are named by entry and version. Deals that are to be played again stay secret, and results that are
    annulled are left out. Raises OSError and StoreError.
    """
    documents = await sources.store.documents(MEETING)
    secret = {match_id for body in documents.values() for match_id in deals_in(body)}
    for result in ladder.results:
        if result.match_id in ladder.annulments:
            yield Exported(is_annulled=True)
        elif result.reason != WALKOVER and not result.is_void:
            yield await _write_match(sources, ladder, result, folder, secret)


async def _write_match(
    sources: ExportFolder, ladder: Ladder, result: RawResult, folder: Path, secret: Container[str]
) -> Exported:
    if result.match_id in secret:
        return Exported(f"{result.match_id}: its deal is to be played again")
    try:
        lines = await _lines(sources, ladder, result)
    except UnknownMatchError as problem:
        return Exported(f"{result.match_id}: {problem}", is_deleted=True)
    except (RecordError, RequestError, StoreError) as problem:
        return Exported(f"{result.match_id}: {getattr(problem, 'msg', '') or problem}")
    new = folder / f".{result.match_id}.new"
    new.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    os.replace(new, folder / f"{result.match_id}.jsonl")
    return Exported()


async def _lines(sources: ExportFolder, ladder: Ladder, result: RawResult) -> list[str]:
    """The record of a match. Raises RecordError, RequestError or StoreError."""
    stored = await sources.store.find_match(result.match_id)
    head = read_head(stored, sources.box)
    steps = [read_step(entry) async for entry in sources.store.read(result.match_id)]
    record = read_stored(head, steps, sources.limits)
    titles = [ladder.entries[entry].title.strip() for entry in result.entries]
    players = [
        {**player, "name": title} for player, title in zip(record.players, titles, strict=True)
    ]
    return list(write_record(replace(record, players=tuple(players))))
