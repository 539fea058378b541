"""An independent look at a ladder after a night: SQL, CSV and a journal of the bots. Nothing of the server is used.

What the server has stored is read with `sqlite3`, what it has published with `csv`, and both are held against each
other and against what the bots have heard. Only `rebuild`, which compares tables bit for bit, is the server's own.
"""

import csv
import json
import math
import sqlite3
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

Plain = dict[str, Any]

SCALE: Final = 400 / math.log(10)
RESIDUAL: Final = 3.0  # matches that an entry may have won more or fewer than its rating says, ...
RESIDUAL_SHARE: Final = 0.08  # ... and this part of those it has played


@dataclass
class Stored:
    """What the store says of one ladder."""

    name: str
    results: dict[str, Plain]  # by match
    entries: dict[str, Plain]
    seasons: list[Plain]  # that are over
    tables: dict[str, Plain]
    batches: list[Plain]
    ladder: Plain
    recorded: dict[str, str]  # matches by id: how each stands


@dataclass
class Journal:
    """What the bots have noted: which program played as whom, and how matches ended."""

    hashes: dict[tuple[str, str], set[str]] = field(default_factory=lambda: defaultdict(set))
    ends: dict[str, Plain] = field(default_factory=dict)


def read_store(data: Path, name: str) -> Stored:
    """Reads the database of a data folder."""
    (path,) = (one for one in data.iterdir() if one.suffix in (".db", ".sqlite", ".sqlite3"))
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as store:

        def documents(kind: str) -> dict[str, Plain]:
            rows = store.execute("SELECT key, body FROM documents WHERE kind = ?", (kind,))
            return {key: json.loads(body) for key, body in rows}

        return Stored(
            name,
            documents(f"ladder_result:{name}"),
            {one["id"]: one for one in documents("ladder_entry").values()},
            sorted(documents("ladder_season").values(), key=lambda one: one["number"]),
            documents(f"ladder_table:{name}"),
            list(documents("ladder_batch").values()),
            documents("ladder")[name],
            dict(store.execute("SELECT match_id, status FROM matches")),
        )


def read_journal(path: Path) -> Journal:
    """Reads what the bots have noted; a line that a kill has cut is left out."""
    journal = Journal()
    for line in path.read_text("utf-8").splitlines() if path.exists() else []:
        try:
            said = json.loads(line)
        except json.JSONDecodeError:
            continue
        if "plays" in said:
            journal.hashes[said["plays"], said["name"]].add(said["hash"])
        elif said["places"] and said["reason"] not in ("aborted", "error"):
            journal.ends.setdefault(said["over"], said)
            if said["rated"] is not None:
                journal.ends[said["over"]] = said
    return journal


# What must be true. Each yields what is wrong.


def wrongs_of(stored: Stored, journal: Journal) -> list[str]:
    """Everything that is wrong with what is stored."""
    checks = (check_results, check_ends, check_versions, check_seasons, check_divisions)
    found = [wrong for check in checks for wrong in check(stored, journal)]
    return [*found, *check_batches(stored), *check_logs(stored)]


def check_results(stored: Stored, journal: Journal) -> Iterator[str]:
    """Results are numbered one by one, and no meeting has two that count."""
    numbers = sorted(one["number"] for one in stored.results.values())
    if numbers != list(range(1, len(numbers) + 1)):
        yield "results are not numbered one by one"
    meetings = Counter(
        one["meeting"] for one in stored.results.values() if one["reason"] != "aborted"
    )
    yield from (f"meeting {key} has {n} results" for key, n in meetings.items() if n > 1)


def check_ends(stored: Stored, journal: Journal) -> Iterator[str]:
    """What bots heard of the end of a match is its result, and every rated match that ended has one."""
    for match_id, said in journal.ends.items():
        result = stored.results.get(match_id)
        if result is None:
            if said["rated"]:
                yield f"match {match_id} ended, and its result is lost"
        elif result["reason"] != "aborted" and result["places"] != said["places"]:
            yield f"match {match_id} ended otherwise than its result says"
    for match_id, status in stored.recorded.items():
        result = stored.results.get(match_id)
        if status == "open" and result is not None:
            yield f"match {match_id} goes on and has a result"


def check_versions(stored: Stored, journal: Journal) -> Iterator[str]:
    """Each row of the table is one program."""
    programs: dict[str, set[str]] = defaultdict(set)
    for match_id, result in stored.results.items():
        for entry in result["entries"]:
            name = stored.entries[entry]["name"]
            programs[entry] |= journal.hashes.get((match_id, name), set())
    for entry, hashes in programs.items():
        if len(hashes) > 1:
            yield f"{stored.entries[entry]['name']} {stored.entries[entry]['version']} is {len(hashes)} programs"
    rows = Counter((one["name"], one["version"]) for one in stored.entries.values())
    yield from (
        f"{name} {version} stands in {n} rows" for (name, version), n in rows.items() if n > 1
    )


def counted(stored: Stored, since: int, last: int) -> list[Plain]:
    """The results that count for a table."""
    return sorted(
        (
            one
            for one in stored.results.values()
            if since < one["number"] <= last and not one["unrated"] and one["reason"] != "aborted"
        ),
        key=lambda one: one["number"],
    )


def check_seasons(stored: Stored, journal: Journal) -> Iterator[str]:
    """Seasons follow each other, and each table counts exactly the results of its season."""
    last = 0
    for number, season in enumerate(stored.seasons, 1):
        if season["number"] != number or season["first"] != last:
            yield f"season {season['number']} does not follow the one before"
        last = season["last"]
        if season["table"] is not None:
            results = counted(stored, season["since"], last)
            yield from check_table(f"season {number}", season["table"], results)
    current = stored.ladder["season"]
    if current["number"] != len(stored.seasons) + 1 or current["first"] != last:
        yield "the season that is on does not follow the one before"
    newest = stored.tables.get("newest")
    if newest is not None:
        results = counted(stored, current["since"], newest["last"])
        yield from check_table("the newest table", newest, results)


def check_table(what: str, table: Plain, results: list[Plain]) -> Iterator[str]:
    """Games and places are those of the results, and ratings agree with who has won."""
    games: Counter[str] = Counter()
    places: dict[str, Counter[int]] = defaultdict(Counter)
    for result in results:
        for entry, place in zip(result["entries"], result["places"], strict=True):
            games[entry] += 1
            places[entry][place] += 1
    rows = {row[0]: row for row in table["rows"]}
    if rows.keys() != games.keys():
        yield f"{what} has other entries than its results"
        return
    for entry, row in rows.items():
        counts = [places[entry][place] for place in range(1, len(row[4]) + 1)]
        if row[3] != games[entry] or row[4] != counts:
            yield f"{what} counts {row[3]} games of {entry}, its results {games[entry]}"
    yield from check_ratings(what, rows, table, results)


def check_ratings(
    what: str, rows: dict[str, list[Any]], table: Plain, results: list[Plain]
) -> Iterator[str]:
    """Who has won more than a rating says by more than what is assumed beforehand can do is rated wrongly."""
    surplus: dict[str, float] = dict.fromkeys(rows, 0.0)
    for result in results:
        worth = [
            (rows[entry][1] + table["seats"]["2"][seat]) / SCALE
            for seat, entry in enumerate(result["entries"])
        ]
        chance = 1 / (1 + math.exp(worth[1] - worth[0]))
        first, second = result["places"]
        won = 0.5 if first == second else float(first < second)
        surplus[result["entries"][0]] += won - chance
        surplus[result["entries"][1]] -= won - chance
    for entry, more in surplus.items():
        if abs(more) > RESIDUAL + RESIDUAL_SHARE * rows[entry][3]:
            yield f"{what}: {entry} has won {more:+.1f} matches more than its rating says"


def check_divisions(stored: Stored, journal: Journal) -> Iterator[str]:
    """Who was not asked for met within a division only."""
    now = {"first": stored.ladder["season"]["first"], "last": len(stored.results)}
    for before, season in zip(stored.seasons, [*stored.seasons[1:], now], strict=True):
        divisions = {row["entry"]: row["moves_to"] for row in before["rows"] if row["moves_to"]}
        for result in counted(stored, season["first"], season["last"]):
            met = {division_of(stored, divisions, entry) for entry in result["entries"]}
            if divisions and not result["batch"] and len(met) > 1:
                yield f"result {result['number']} is between divisions {sorted(met)}"


def division_of(stored: Stored, divisions: dict[str, int], entry: str) -> int:
    """As docs/ladder.md says: its own, that of the version before, or the lowest."""
    if entry in divisions:
        return divisions[entry]
    mine = stored.entries[entry]
    before = [
        divisions[one["id"]]
        for one in stored.entries.values()
        if one["id"] in divisions and (one["owner"], one["name"]) == (mine["owner"], mine["name"])
    ]
    return min(before, default=len(stored.ladder["file"]["divisions"]["sizes"]) + 1)


def check_batches(stored: Stored) -> Iterator[str]:
    """No batch has more matches than were asked for, or others than those."""
    played = Counter(one["batch"] for one in stored.results.values() if one["batch"])
    known = {one["id"]: one for one in stored.batches}
    for batch_id, count in played.items():
        batch = known.get(batch_id)
        if batch is None:
            yield f"there are results of a batch {batch_id} that nobody asked for"
        elif count > batch["matches"]:
            yield f"batch {batch_id} has {count} matches, {batch['matches']} were asked for"
    for result in stored.results.values():
        batch = known.get(result["batch"])
        if batch is not None and not {batch["entry"], *batch["against"]} <= {*result["entries"]}:
            yield f"result {result['number']} is of batch {batch['id']}, and not of its entries"


def check_logs(stored: Stored) -> Iterator[str]:
    """Nobody is shown what another bot wrote: every bot begins its lines with its name."""
    for entry in stored.entries.values():
        for alert in entry["alerts"]:
            for line in alert["log"].splitlines():
                others = {one["name"] for one in stored.entries.values()} - {entry["name"]}
                if any(line.startswith(f"{name} ") for name in others):
                    yield f"an alert of {entry['name']} has a line of another bot: {line[:60]}"


# What is published.


def check_published(data: Path, name: str, folder: Path) -> Iterator[str]:
    """The CSV files say the same as the store, and every table follows from either, bit for bit."""
    yield from told_wrongly("results", name, str(folder), "--data", str(data))
    stored = read_store(data, name)
    lines = 0
    for path in sorted(folder.glob("*.csv")):
        with path.open(encoding="utf-8", newline="") as file:
            for line in csv.DictReader(file):
                lines += 1
                result, seat = stored.results[line["match_id"]], int(line["seat"])
                told = (result["entries"][seat], result["places"][seat], result["number"])
                if told != (line["entry"], int(line["place"]), int(line["number"])):
                    yield f"{path.name} says something else of match {line['match_id']}"
    seats = sum(len(one["entries"]) for one in stored.results.values())
    if lines != seats:
        yield f"the files have {lines} seats, the store {seats}"
    yield from told_wrongly("rebuild", name, "--data", str(data))
    yield from told_wrongly("rebuild", name, "--from", str(folder), "--data", str(data))


def told_wrongly(action: str, name: str, *more: str) -> Iterator[str]:
    """Runs `infoset ladder ACTION`; what it said, where it failed."""
    where = more[more.index("--data") :]
    rest = more[: more.index("--data")]
    command = [sys.executable, "-m", "infoset", "ladder", *where, action, name, *rest]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        yield f"infoset ladder {action}: {done.stdout}{done.stderr}".strip()
