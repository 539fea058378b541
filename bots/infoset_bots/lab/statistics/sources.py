"""Where a series comes from: the folder of an arena run, files with replays, folders of such files."""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final, TextIO

from infoset.errors import CommandError
from infoset.extras import require
from infoset.replaying.source import load_file
from infoset_bots.lab.arena.record import Record
from infoset_bots.lab.arena.store import PLAN, match_file, ordered, read_run
from infoset_bots.lab.pools.here import HerePool
from infoset_bots.lab.pools.naming import local_pool
from infoset_bots.lab.pools.port import ComputePool
from infoset_bots.lab.statistics.reading import Reading, read_replays
from infoset_bots.lab.statistics.tale import Tale
from infoset_games.game import Game
from infoset_games.places import Spot, places_of

FEW: Final = 30  # replays are read sooner than processes start
MAX_MATCHES: Final = 100_000


@dataclass(frozen=True)
class Played:
    """One match: its result, its tale where a replay of it was kept, the points that win if there are such."""

    record: Record
    tale: Tale | None
    target: int | None


@dataclass(frozen=True)
class Source:
    """What is told apart in a series: names of bots, the game, how matches of a deal count together.

    `spots` are those of `infoset_games.places`.
    """

    game: str
    labels: tuple[str, ...]
    by_deal: bool
    matches: tuple[Played, ...]
    spots: Mapping[str, Spot] = field(default_factory=dict)


def read_source(
    paths: Sequence[Path], pool: ComputePool | None = None, err: TextIO | None = None
) -> Source:
    """Everything in these files and folders. Raises CommandError.

    Replays are read in `pool`; without one in this process, and from `FEW` on in one for each core. `err` is told how
    far that has come.
    """

    def read(files: Sequence[Path]) -> list[Reading]:
        if len(files) > 1:  # one alone has no interval
            require("infoset stats", "lab", "scipy")
        usual = HerePool() if len(files) < FEW else local_pool(None)
        return read_replays(pool or usual, files, err or sys.stderr)

    if len(paths) == 1 and (paths[0] / PLAN).exists():
        return _read_run(paths[0], read)
    files = [file for path in paths for file in replay_files(path)]
    if not files:
        raise CommandError(f"{paths[0]}: neither a run of the arena nor replays")
    if len(files) > MAX_MATCHES:
        raise CommandError(f"expected at most {MAX_MATCHES} replays, got {len(files)}")
    readings = read(files)
    names = {reading.game for reading in readings}
    if len(names) > 1:
        raise CommandError(f"expected replays of one game, got {', '.join(sorted(names))}")
    matches = tuple(
        _played(number, file, reading)
        for number, (file, reading) in enumerate(zip(files, readings, strict=True))
    )
    labels = dict.fromkeys(bot for match in matches for bot in match.record.bots)
    game = load_file(files[0]).game
    return Source(game.name, tuple(labels), by_deal=False, matches=matches, spots=spots_of(game))


def spots_of(game: Game) -> Mapping[str, Spot]:
    """Where the places of a game lie."""
    return places_of(game.name).spots(game)


def replay_files(path: Path) -> Iterator[Path]:
    """A file, or all replays of a folder. Raises CommandError for neither, and for a run of the arena."""
    if (path / PLAN).exists():
        raise CommandError(f"{path}: a run of the arena is looked at alone")
    if path.is_dir():
        yield from sorted(path.glob("*.jsonl"))
    elif path.is_file():
        yield path
    else:
        raise CommandError(f"{path}: there is no such file or folder")


def _read_run(path: Path, read: Callable[[Sequence[Path]], list[Reading]]) -> Source:
    """A run of the arena. A match has no tale where it was not kept: its process died, or the rules failed."""
    plan, records = read_run(path)
    target = plan.options.get("target")
    files = {record.match: match_file(path, record) for record in records}
    kept = {number: file for number, file in sorted(files.items()) if file.exists()}
    readings = dict(zip(kept, read(list(kept.values())), strict=True))
    matches = tuple(
        Played(
            record,
            readings[record.match].tale if record.match in readings else None,
            target if isinstance(target, int) else None,
        )
        for record in ordered(records)
    )
    return Source(plan.game, plan.labels, plan.duplicate, matches, spots_of(plan.make_game()))


def _played(number: int, file: Path, reading: Reading) -> Played:
    """A replay as a match of a series. Raises CommandError for one that is not over."""
    if reading.result is None:
        raise CommandError(f"{file}: the match is not over")
    record = replace(reading.result, match=number, deal=number)
    return Played(record, reading.tale, reading.target)
