"""A table that is over as a record of a match, for `infoset replay` and `infoset stats`."""

import hashlib
from pathlib import Path
from typing import Final

from infoset_bots.lab.arena.store import write_whole
from infoset_bots.lab.tabletop.party import Party
from infoset_bots.lab.tabletop.world import World
from infoset_games.record import Record, write_record

SUFFIX: Final = ".record.jsonl"


def record_path(file: Path) -> Path:
    """Where the record of a table's file goes."""
    return file.with_name(file.name.removesuffix(".jsonl") + SUFFIX)


def table_record(party: Party, world: World) -> Record:
    """The match as it was entered. `assumed` are the steps with a card that nobody told."""
    match = world.match
    return Record(
        match.game,
        match.terms,
        match.deal,
        tuple(
            {"name": place.name, "kind": "person" if place.spec is None else "bot"}
            for place in party.places
        ),
        tuple(match.steps),
        hashlib.sha256(b"").hexdigest(),  # chance came from the table, not from a seed
        None,
        {"match_id": "table", "assumed": world.assumed_steps()},
    )


def write_table_record(path: Path, party: Party, world: World) -> None:
    """Writes the record. Raises OSError."""
    write_whole(path, "".join(f"{line}\n" for line in write_record(table_record(party, world))))
