"""Finds kept matches: in the folder of an arena run, in files, in folders of files."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from infoset.errors import CommandError
from infoset_bots.lab.arena.store import PLAN, match_file, ordered, read_run
from infoset_bots.lab.statistics.sources import MAX_MATCHES, replay_files

NOT_KEPT: Final = "no replay was kept there; play with `infoset arena --keep`"


@dataclass(frozen=True)
class Kept:
    """One match: its number here, the file with its replay, the game, and who played, by seat.

    Matches of one deal share a `unit`: they are not independent of each other. `options` are those of the game, as JSON.
    """

    number: int
    unit: int
    file: Path
    game: str
    players: tuple[str, ...]
    rules: str
    options: str


def find_kept(paths: Sequence[Path]) -> list[Kept]:
    """Every match in these files and folders. Raises CommandError for none, and for several games."""
    if len(paths) == 1 and (paths[0] / PLAN).exists():
        found = list(_of_run(paths[0]))
    else:
        files = [file for path in paths for file in replay_files(path)]
        found = [read_kept(number, number, file) for number, file in enumerate(files)]
    if not found:
        raise CommandError(f"{paths[0]}: {NOT_KEPT}")
    if len(found) > MAX_MATCHES:
        raise CommandError(f"expected at most {MAX_MATCHES} replays, got {len(found)}")
    games = sorted({kept.game for kept in found})
    if len(games) > 1:
        raise CommandError(f"expected replays of one game, got {', '.join(games)}")
    return found


def _of_run(path: Path) -> Iterator[Kept]:
    """The matches of a run that count, as far as they were kept."""
    plan, records = read_run(path)
    for record in ordered(records):
        file = match_file(path, record)
        if record.is_counted and file.exists():
            unit = record.deal if plan.duplicate else record.match
            yield read_kept(record.match, unit, file)


def read_kept(number: int, unit: int, file: Path) -> Kept:
    """What the first line of a replay says. Raises CommandError where it is none."""
    try:
        with file.open(encoding="utf-8") as lines:
            first: dict[str, Any] = json.loads(next(lines, ""))
        names = tuple(
            str(player.get("name", f"seat {seat}")) for seat, player in enumerate(first["players"])
        )
        options = json.dumps(first["options"], sort_keys=True)
        return Kept(number, unit, file, str(first["game"]), names, str(first["rules"]), options)
    except OSError as error:
        raise CommandError(f"{file}: {error.strerror}") from error
    except (ValueError, KeyError, TypeError, AttributeError):
        raise CommandError(f"{file}: line 1: expected the header of a replay") from None


def read_lines(kept: Kept) -> list[str]:
    """The lines of a replay. Raises CommandError."""
    try:
        return kept.file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(f"{kept.file}: {error}") from error
