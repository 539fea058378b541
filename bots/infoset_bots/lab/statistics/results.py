"""A series as JSON: what docs/statistics.md documents."""

from pathlib import Path

from pydantic import TypeAdapter

from infoset_bots.lab.arena.store import write_whole
from infoset_bots.lab.statistics.series import Series


def series_json(series: Series) -> str:
    """The series as one JSON object."""
    return TypeAdapter(Series).dump_json(series, indent=1).decode() + "\n"


def write_series(path: Path, series: Series) -> None:
    """Writes the file whole. Raises OSError."""
    write_whole(path, series_json(series))
