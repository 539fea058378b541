"""Results as CSV: one line for each seat of each match, for spreadsheets and data frames."""

import csv
import io
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from infoset.errors import CommandError
from infoset_bots.lab.arena.record import Record, rank_points
from infoset_bots.lab.arena.store import ordered, write_whole

COLUMNS: Final = (
    "match", "deal", "seating", "seed", "deal_hash", "seat", "bot", "place", "rank_points", "score",
    "return", "reason", "ending", "plies", "rounds", "decisions", "mean_ms", "max_ms", "misses",
    "illegal", "exceptions", "crashes",
)  # fmt: skip


def csv_text(records: Iterable[Record]) -> str:
    """All results by match and seat; empty cells where a match has no places."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for record in ordered(records):
        ranks = rank_points(record.places)
        for seat, bot in enumerate(record.bots):
            writer.writerow(
                [
                    record.match, record.deal, record.seating, record.seed, record.deal_hash,
                    seat, bot,
                    record.places[seat] if record.places else "",
                    round(ranks[seat], 6) if ranks else "",
                    record.scores[seat] if record.scores else "",
                    round(record.returns[seat], 6),
                    record.reason, record.ending, record.plies,
                    "" if record.rounds is None else record.rounds,
                    record.decisions[seat],
                    record.thinking.mean_ms[seat], record.thinking.max_ms[seat],
                    record.misses[seat], record.illegal[seat],
                    record.exceptions[seat], record.crashes[seat],
                ]
            )  # fmt: skip
    return out.getvalue()


def write_csv(path: Path, records: Iterable[Record]) -> None:
    """Writes the file whole. Raises CommandError if it cannot be written."""
    try:
        write_whole(path, csv_text(records))
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}") from error
