"""`infoset stats`: tables, JSON and figures of a series of matches."""

import argparse
import sys
import tempfile
from pathlib import Path
from typing import Final, TextIO

from infoset.cli import Run
from infoset.errors import CommandError
from infoset.extras import require
from infoset_bots.lab.arena.command import rules_in_words
from infoset_bots.lab.pools.naming import add_pool_options, find_pool
from infoset_bots.lab.statistics.choices import MOST_OPENING
from infoset_bots.lab.statistics.results import series_json, write_series
from infoset_bots.lab.statistics.series import USUAL_OPENING, Series, analyse
from infoset_bots.lab.statistics.sources import read_source
from infoset_bots.lab.statistics.text import series_text

ANALYSIS: Final = "series.json"
TABLES: Final = "series.txt"


def command(parser: argparse.ArgumentParser) -> Run:
    """Says what a series of matches says: wins, points, turns to win, time, openings, places, dice.

    infoset stats arena-runs/catan-1            a run of the arena, with --keep for all figures
    infoset stats match1.jsonl match2.jsonl     replays, see `infoset replay --export`
    infoset stats replays --plots figures       every replay in a folder; PNG and SVG into another
    """
    parser.add_argument(
        "sources", nargs="+", type=Path, metavar="DIR_OR_FILE", help="a run, or replays"
    )
    parser.add_argument(
        "--opening",
        type=opening_length,
        default=USUAL_OPENING,
        metavar="N",
        help=f"actions of a seat that make an opening (default: {USUAL_OPENING})",
    )
    parser.add_argument("--json", action="store_true", help="write JSON instead of tables")
    add_pool_options(parser)
    parser.add_argument(
        "--plots",
        type=Path,
        metavar="DIR",
        help="write figures (PNG, SVG), tables and JSON into this folder",
    )
    return _run


def _run(args: argparse.Namespace) -> int:
    if args.plots is not None:
        require("--plots", "lab", "matplotlib", "scipy")
        make_folder(args.plots)
    is_named = args.pool is not None or args.processes is not None
    pool = find_pool(args) if is_named else None
    with rules_in_words():
        series = analyse(read_source(args.sources, pool, sys.stderr), args.opening)
    sys.stdout.write(series_json(series) if args.json else series_text(series))
    if args.plots is not None:
        write_all(args.plots, series, sys.stderr)
    return 0


def opening_length(text: str) -> int:
    """An argument from 1 to MOST_OPENING."""
    value = int(text)
    if not 1 <= value <= MOST_OPENING:
        raise argparse.ArgumentTypeError(f"expected 1 to {MOST_OPENING}, got {value}")
    return value


def make_folder(folder: Path) -> None:
    """A folder for files. Raises CommandError where there can be none."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise CommandError(f"{error.filename or folder}: {error.strerror}") from error


def write_all(folder: Path, series: Series, err: TextIO) -> None:
    """Figures, tables and JSON, in a folder that is there. Raises CommandError if they cannot be written."""
    from infoset_bots.lab.statistics.figures import (
        write_figures,  # slow to load, not always there
    )
    from infoset_bots.lab.statistics.heat import write_heat

    try:
        figures = [*write_figures(folder, series), *write_heat(folder, series)]
        write_series(folder / ANALYSIS, series)
        (folder / TABLES).write_text(series_text(series), encoding="utf-8")
    except OSError as error:
        raise CommandError(f"{error.filename or folder}: {error.strerror}") from error
    names = [ANALYSIS, TABLES, *(figure.name for figure in figures)]
    err.write(f"in {folder}: {', '.join(names)}\n")
