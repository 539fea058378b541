"""Gathers what players of kept matches did, as arrays: a row for each number that somebody said."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TextIO

import numpy as np
from numpy.typing import NDArray

from infoset.errors import CommandError
from infoset.replaying.source import load_file
from infoset_bots.adapters.demonstrations import Demonstration, demonstrations
from infoset_bots.adapters.encoding import (
    Encoding,
    EncodingError,
    SurveyedEncoding,
    encoding_of,
)
from infoset_bots.adapters.vectors import dtype_of
from infoset_bots.lab.arena.progress import Progress
from infoset_bots.lab.reviewing.kept import Kept, read_lines
from infoset_games.game import Game
from infoset_games.steps import RecordError

FORM: Final = "infoset-demonstrations/1"
NO_PLACE: Final = 0  # of a match that had no result
Columns = dict[str, NDArray[Any]]


@dataclass(frozen=True)
class Gathered:
    """All rows, column by column, and the encoding of the first match. The column `player` has places in `players`."""

    encoding: Encoding
    players: tuple[str, ...]
    columns: Columns


def gather(matches: Sequence[Kept], wanted: Sequence[str], err: TextIO) -> Gathered:
    """The numbers that these players said, or everybody's where none is named. Raises CommandError."""
    present = dict.fromkeys(name for kept in matches for name in kept.players)
    for name in wanted:
        if name not in present:
            raise CommandError(f"--player {name}: expected one of {', '.join(sorted(present))}")
    players = tuple(name for name in present if not wanted or name in wanted)
    first: Encoding | None = None
    found: list[Columns] = []
    progress = Progress(err, len(matches))
    for done, kept in enumerate(matches):
        progress.show(done)
        seats = [seat for seat, name in enumerate(kept.players) if name in players]
        if not seats:
            continue
        encoding, columns = of_match(kept, seats, players, first)
        first = first or encoding
        if len(columns["action"]):
            found.append(columns)
    progress.clear()
    if first is None or not found:
        raise CommandError(f"nobody decided anything in {len(matches)} matches")
    joined = {name: np.concatenate([one[name] for one in found]) for name in found[0]}
    return Gathered(first, players, joined)


def of_match(
    kept: Kept, seats: Sequence[int], players: Sequence[str], first: Encoding | None
) -> tuple[Encoding, Columns]:
    """What these seats of a match did, and with which encoding: `first`, if it is for this match. Raises CommandError."""
    record = load_file(kept.file)
    try:
        encoding = fitting(first, record.game)
        rows = list(demonstrations(record, encoding, seats))
    except (EncodingError, RecordError) as error:
        raise CommandError(f"{kept.file}: {error}") from error
    return encoding, columns_of(kept, rows, players, encoding, result_of(kept))


def fitting(first: Encoding | None, game: Game) -> Encoding:
    """The encoding of a game. Raises EncodingError where its rows do not go with those of `first`."""
    if first is not None and same(first.game, game):
        return first
    encoding = encoding_of(game)
    if first is None:
        return encoding
    if first.purpose() != encoding.purpose():
        raise EncodingError(
            f"expected a match of {first.purpose()}, got one of {encoding.purpose()}"
        )
    if isinstance(encoding, SurveyedEncoding):  # its cells follow from the options
        raise EncodingError(
            f"expected a match with the options {first.game.options()}, got one with {game.options()}"
        )
    return encoding


def same(one: Game, other: Game) -> bool:
    """Are they played alike?"""
    return (one.rules, one.options()) == (other.rules, other.options())


def result_of(kept: Kept) -> Mapping[str, Any]:
    """The last line of a replay that can be played; empty where the match has no result."""
    last: dict[str, Any] = json.loads(read_lines(kept)[-1])
    return last if last.get("over") not in (None, "aborted") else {}


def columns_of(
    kept: Kept,
    rows: Sequence[Demonstration],
    players: Sequence[str],
    encoding: Encoding,
    result: Mapping[str, Any],
) -> Columns:
    """The rows of a match as arrays, in the order in which it was played."""
    is_small = all(isinstance(row.cells, bytes) for row in rows)
    dtype = np.uint8 if is_small else dtype_of(encoding)
    observations = np.zeros((len(rows), encoding.cells), dtype)
    masks = np.zeros((len(rows), encoding.actions), np.int8)
    for at, row in enumerate(rows):
        observations[at] = np.frombuffer(row.cells, np.uint8) if is_small else row.cells  # type: ignore[call-overload]
        masks[at, list(row.options)] = 1
    seats = [row.seat for row in rows]
    places = result.get("places", [NO_PLACE] * len(kept.players))
    returns = result.get("returns", [np.nan] * len(kept.players))
    return {
        "observation": observations,
        "action_mask": masks,
        "action": np.array([row.number for row in rows], np.int64),
        "match": np.full(len(rows), kept.number, np.int64),
        "unit": np.full(len(rows), kept.unit, np.int64),
        "decision": np.array([row.decision for row in rows], np.int64),
        "seat": np.array(seats, np.int64),
        "player": np.array([players.index(kept.players[seat]) for seat in seats], np.int64),
        "place": np.array([places[seat] for seat in seats], np.int64),
        "return": np.array([returns[seat] for seat in seats], np.float64),
    }


def save(path: Path, gathered: Gathered) -> None:
    """Writes a file of NumPy, whole or not at all. Raises CommandError."""
    game = gathered.encoding.game
    told: dict[str, Any] = {
        "form": FORM,
        "game": game.name,
        "options": json.dumps(game.options()),
        "purpose": gathered.encoding.purpose(),
        "players": np.array(gathered.players),
        **gathered.columns,
    }
    new = path.with_name(path.name + ".new")
    try:
        with new.open("wb") as file:  # a path would be given another ending
            np.savez_compressed(file, **told)
        new.replace(path)
    except OSError as error:
        new.unlink(missing_ok=True)
        raise CommandError(f"{path}: {error.strerror}") from error
