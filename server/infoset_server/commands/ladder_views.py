"""`infoset ladder standings` and its like: reads ladders from the store, and shows them."""

import argparse
import asyncio
import json
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from infoset_server.app.features.ladders import LADDER_FILES
from infoset_server.common.request_errors import NotFoundError
from infoset_server.config import ServerConfig
from infoset_server.contests.ladder.catalogue import read_files, read_stored, restore_ladder
from infoset_server.contests.ladder.ladder import Ladder
from infoset_server.contests.ladder.rating_worker import Calculated, RatingWorker
from infoset_server.contests.ladder.recordings import MEGABYTE, Interest
from infoset_server.contests.ladder.results import RawResult
from infoset_server.contests.ladder.seasons import time_text
from infoset_server.contests.ladder.tables import ODD, SIGMAS, RatingTable, RatingTerms
from infoset_server.handlers.ladders import find_season
from infoset_server.http.ladders import (
    crosstable_document,
    entry_document,
    history_document,
    season_csv,
    table_document,
)
from infoset_server.storage.notes import NoNotes
from infoset_server.storage.opening import open_store_for_reading


class LadderCommandError(Exception):
    """What was asked for cannot be; the message says why."""


async def read_ladder(name: str, config: ServerConfig) -> Ladder:
    """A ladder as the store has it now. Raises NotFoundError, LadderFileError, StoreError."""
    store = await open_store_for_reading(config.store, config.data_dir)
    try:
        stored = await read_stored(store)
    finally:
        await store.close()
    files = read_files(config.data_dir / LADDER_FILES)
    if name not in files and name not in stored.ladders:
        raise NotFoundError(f"ladder {name}")
    return restore_ladder(name, files.get(name), stored, config.rooms, NoNotes())


def opened(args: argparse.Namespace, config: ServerConfig) -> Ladder:
    """As `read_ladder`, with a table of everything that is stored."""

    async def read() -> Ladder:
        ladder = await read_ladder(args.ladder, config)
        if ladder.results and not is_newest(ladder.standings.table, ladder.results[-1]):
            ladder.standings.enter((await reckon(ladder)).table)
        return ladder

    return asyncio.run(read())


def is_newest(table: RatingTable | None, result: RawResult) -> bool:
    """Is this result in the table already?"""
    return table is not None and table.last >= result.number


async def reckon(ladder: Ladder) -> Calculated:
    """All tables of a ladder, calculated from its results alone. Raises RatingWorkerError."""
    return await calculate(ladder.name, ladder.terms(), ladder.results)


async def calculate(name: str, terms: RatingTerms, results: Sequence[RawResult]) -> Calculated:
    """All tables that follow from results. Raises RatingWorkerError."""
    rating_worker = RatingWorker()
    try:
        return await rating_worker.reckon(name, terms, results)
    finally:
        await rating_worker.close()


def hand_out(
    args: argparse.Namespace, ladder: Ladder, document: dict[str, Any], lines: Sequence[str]
) -> int:
    """Prints lines, or writes JSON; draws figures where they are wanted."""
    if args.plots is not None:
        from infoset_server.contests.ladder.plots import write_plots

        found = {
            "table": table_document(ladder),
            "crosstable": crosstable_document(ladder),
            "history": history_document(ladder),
        }
        for path in write_plots(args.plots, ladder.name, found):
            sys.stderr.write(f"wrote {path}\n")
    text = json.dumps(document, indent=1, ensure_ascii=False) + "\n"
    if args.json is None:
        sys.stdout.writelines(lines)
    elif str(args.json) == "-":
        sys.stdout.write(text)
    else:
        args.json.write_text(text, "utf-8")
    return 0


def show_standings(args: argparse.Namespace, config: ServerConfig) -> int:
    """The table."""
    ladder = opened(args, config)
    document = table_document(ladder)
    return hand_out(args, ladder, document, standings_lines(document))


def standings_lines(table: dict[str, Any]) -> list[str]:
    """The table for a terminal."""
    annulled = f", {table['annulled']} annulled" if table["annulled"] else ""
    lines = [f"{table['title']}: {table['state']}, {table['games']} results{annulled}\n"]
    lines += season_lines(table)
    lines += [f"nothing is played: {missing}\n" for missing in table["lacks"]]
    lines.append(f"{'':>4} {'rating':>6} {'+-':>5} {'games':>6} {'wins':>5}  entry\n")
    division = 0
    for row in table["rows"]:
        if row.get("division", 0) != division:
            division = row.get("division", 0)
            lines.append(f"division {division}\n")
        mark = "?" if row["provisional"] else " "
        lines.append(
            f"{row['rank']:>4} {row['rating']:>5}{mark} {row['margin']:>5.0f} {row['games']:>6} "
            f"{row['wins']:>5}  {row['name']} {row['version']} ({row['state']})"
            f"{' does not fit' if row.get('misfit') else ''}\n"
        )
    if any(row.get("misfit") for row in table["rows"]):
        lines.append("does not fit: results depend on who it meets; see the crosstable\n")
    return lines


def season_lines(table: dict[str, Any]) -> list[str]:
    """Which season is on, and until when new versions are taken."""
    lines = []
    if table.get("season"):
        ends = f", until {time_text(table['season_ends_ms'])}" if "season_ends_ms" in table else ""
        lines.append(f"season {table['season']}{ends}\n")
    if "deadline_ms" in table:
        lines.append(f"new entries and versions until {time_text(table['deadline_ms'])}\n")
    return lines


def show_season(args: argparse.Namespace, config: ServerConfig) -> int:
    """The table with which a season ended; without a number, which seasons are over."""
    ladder = asyncio.run(read_ladder(args.ladder, config))
    if args.season is None:
        for past in ladder.seasons.past.values():
            sys.stdout.write(
                f"season {past.number}: until {time_text(past.ended_ms)}, {past.last - past.first} results\n"
            )
        if not ladder.seasons.past:
            sys.stdout.write(f"no season of {ladder.name} is over\n")
        return 0
    past = find_season(ladder, args.season)
    if args.csv:
        sys.stdout.write(season_csv(past))
        return 0
    lines = [
        f"{ladder.title}: season {past.number}, {time_text(past.began_ms)} to {time_text(past.ended_ms)}\n",
        f"{'':>4} {'rating':>6} {'+-':>5} {'games':>6}  entry\n",
    ]
    for rank, row in enumerate(past.rows, 1):
        moves = "" if row.moves_to in (0, row.division) else f", then division {row.moves_to}"
        where = f" (division {row.division}{moves})" if row.division else moves
        lines.append(
            f"{rank:>4} {row.rating:>6.0f} {SIGMAS * row.sigma:>5.0f} {row.games:>6}  {row.name} {row.version}{where}\n"
        )
    sys.stdout.writelines(lines)
    return 0


def show_crosstable(args: argparse.Namespace, config: ServerConfig) -> int:
    """Who was ahead of whom."""
    ladder = opened(args, config)
    document = crosstable_document(ladder)
    names = [f"{entry['name']} {entry['version']}" for entry in document["entries"]]
    lines = ["ahead/level/behind of the row against the column\n"]
    lines += [f"{number:>3} {name}\n" for number, name in enumerate(names, 1)]
    lines.append("    " + "".join(f"{number:>12}" for number in range(1, len(names) + 1)) + "\n")
    for number, row in enumerate(document["cells"], 1):
        cells = ["-" if cell is None else "/".join(map(str, cell)) for cell in row]
        lines.append(f"{number:>3} " + "".join(f"{cell:>12}" for cell in cells) + "\n")
    lines.append("difference in points +- two sigmas; ! where their matches say otherwise\n")
    for number, compared in enumerate(document["differences"], 1):
        cells = [difference_text(found) for found in compared]
        lines.append(f"{number:>3} " + "".join(f"{cell:>12}" for cell in cells) + "\n")
    return hand_out(args, ladder, document, lines)


def difference_text(found: dict[str, Any] | None) -> str:
    """A cell of the second crosstable."""
    if found is None:
        return "-"
    odd = "!" if abs(found["odd"] or 0.0) > ODD else ""
    return f"{found['points']:+}+-{found['margin']}{odd}"


def show_history(args: argparse.Namespace, config: ServerConfig) -> int:
    """How ratings went."""
    ladder = opened(args, config)
    document = history_document(ladder)
    lines = []
    for line in document["lines"]:
        lines.append(f"{line['name']} {line['version']}\n")
        lines += [
            f"  after {point['outcomes']:>6}: rank {point['rank']:>3}, "
            f"{point['rating']:>7} +- {SIGMAS * point['rd']:.0f}\n"
            for point in line["points"]
        ]
    return hand_out(args, ladder, document, lines)


def show_entry(args: argparse.Namespace, config: ServerConfig) -> int:
    """Everything of one entry."""
    ladder = opened(args, config)
    wanted = [one for one in ladder.entries.values() if args.entry in (one.id, one.name, one.title)]
    if len(wanted) > 1:
        there = ", ".join(sorted(repr(one.title) for one in wanted))
        raise LadderCommandError(f"{args.entry}: expected one entry, there are {there}")
    if not wanted:
        raise LadderCommandError(
            f"{args.entry}: expected the id, the name or name and version of an entry;"
            f" `infoset ladder standings {args.ladder}` lists them"
        )
    document = entry_document(ladder, wanted[0].id)
    lines = [f"{document['name']} {document['version']}: {document['rating']}\n"]
    lines += [
        f"  seat {seat['seat']} of {seat['seats']}: {seat['games']} games, {seat['wins']} won, "
        f"place {seat['mean_place']} on average\n"
        for seat in document["seats"]
    ]
    lines += [
        f"  against {met['name']} {met['version']}: {met['ahead']} ahead, {met['level']} level, "
        f"{met['behind']} behind\n"
        for met in document["opponents"]
    ]
    return hand_out(args, ladder, document, lines)


def show_recordings(args: argparse.Namespace, config: ServerConfig) -> int:
    """Which matches can be seen again, and how long they will be."""
    ladder = asyncio.run(read_ladder(args.ladder, config))
    limits = config.ladder_records
    bounds = {
        Interest.ROUTINE: f"{limits.routine_days} days, {limits.routine_mb} MB at most",
        Interest.CHOSEN: f"{limits.chosen_days} days, {limits.chosen_mb} MB at most",
        Interest.PEOPLE: "for ever",
    }
    lines = [f"{len(ladder.results)} results\n"]
    for interest in Interest:
        found = ladder.recordings.of(interest)
        since = datetime.fromtimestamp(found[0].at_ms / 1000, UTC) if found else None
        lines.append(
            f"{interest:<8} {len(found):>7} recorded {ladder.recordings.sizes[interest] / MEGABYTE:>8.1f} MB  "
            f"kept {bounds[interest]}{'' if since is None else f'; since {since:%Y-%m-%d %H:%M} UTC'}\n"
        )
    sys.stdout.writelines(lines)
    return 0
