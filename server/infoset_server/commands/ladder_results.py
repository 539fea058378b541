"""`infoset ladder results` and `rebuild`: results as files, and every table calculated again from results alone."""

import argparse
import asyncio
import sys
from dataclasses import replace
from pathlib import Path

from infoset_server.commands.ladder_views import LadderCommandError, calculate, read_ladder
from infoset_server.config import ServerConfig
from infoset_server.contests.ladder.ladder import Ladder
from infoset_server.contests.ladder.rating_worker import Calculated
from infoset_server.contests.ladder.result_files import (
    PublishedLadder,
    ResultFileError,
    read_published,
    seasons_of,
    write_results,
)
from infoset_server.contests.ladder.tables import MODEL, RatingTable


def write_files(args: argparse.Namespace, config: ServerConfig) -> int:
    """Writes the results of each day into a file."""
    folder: Path = args.into
    ladder = asyncio.run(read_ladder(args.ladder, config))
    try:
        written = write_results(ladder, folder)
    except OSError as problem:
        raise LadderCommandError(str(problem)) from None
    for path in written:
        sys.stdout.write(f"wrote {path}\n")
    sys.stdout.write(f"{len(ladder.results)} results, {len(written)} files are new\n")
    return 0


def rebuild(args: argparse.Namespace, config: ServerConfig) -> int:
    """Calculates every table anew; 0 where all bits are equal to what was published."""
    if args.files is None:
        published = as_published(asyncio.run(read_ladder(args.ladder, config)))
    else:
        published = read_files(args.files, args.ladder)
    last = max((table.last for table in published.tables.values()), default=0)
    results = [result for result in published.results if result.number <= last]
    anew = asyncio.run(calculate(published.name, published.terms, results))
    differing = compare(published, anew, len(results))
    return 1 if compare_seasons(published) or differing else 0


def compare_seasons(published: PublishedLadder) -> int:
    """Calculates the last table of every season that is over, too; returns how many differ."""
    differing = 0
    for season in published.seasons:
        table = season.table
        if table is None or table.model != MODEL:
            continue
        results = [one for one in published.results if one.number <= season.last]
        terms = replace(published.terms, since=season.since)
        anew = asyncio.run(calculate(published.name, terms, results)).table
        if anew != table:
            differing += 1
            sys.stdout.write(f"season {season.number}: {difference(table, anew)}\n")
    if published.seasons:
        sys.stdout.write(f"{len(published.seasons)} seasons that are over, {differing} differ\n")
    return differing


def as_published(ladder: Ladder) -> PublishedLadder:
    """A ladder with all tables that it has shown."""
    tables, newest = {**ladder.standings.milestones}, ladder.standings.table
    if newest is not None:
        tables[newest.outcomes] = newest
    return PublishedLadder(ladder.name, ladder.terms(), ladder.results, tables, seasons_of(ladder))


def read_files(folder: Path, name: str) -> PublishedLadder:
    """What was published of a ladder in a folder. Raises LadderCommandError."""
    try:
        published = read_published(folder)
    except (OSError, ResultFileError) as problem:
        raise LadderCommandError(str(problem)) from None
    if published.name != name:
        raise LadderCommandError(f"{folder}: expected the results of {name}, not {published.name}")
    return published


def compare(published: PublishedLadder, anew: Calculated, results: int) -> int:
    """Says which tables differ from those that follow from so many results; 1 where any does."""
    rebuilt = {table.outcomes: table for table in (*anew.milestones, anew.table)}
    tables = {
        outcomes: table for outcomes, table in published.tables.items() if table.model == MODEL
    }
    differing = [one for one in sorted(tables) if rebuilt.get(one) != tables[one]]
    for outcomes in differing:
        told = difference(tables[outcomes], rebuilt.get(outcomes))
        sys.stdout.write(f"after {outcomes}: {told}\n")
    sys.stdout.write(f"{results} results, {len(tables)} tables, {len(differing)} differ\n")
    older = len(published.tables) - len(tables)
    if older:
        sys.stdout.write(
            f"{older} tables were calculated by an earlier version, otherwise: not compared; a server "
            "on this data calculates them anew\n"
        )
    return 1 if differing else 0


def difference(one: RatingTable, other: RatingTable | None) -> str:
    """How far a table that was calculated anew is from the published one."""
    if other is None:
        return "this table cannot be calculated from the results"
    mine = {row.entry: row.rating for row in one.rows}
    theirs = {row.entry: row.rating for row in other.rows}
    if mine.keys() != theirs.keys():
        return "other entries"
    most = max((abs(mine[entry] - theirs[entry]) for entry in mine), default=0.0)
    return f"ratings differ by up to {most:.3g}"
