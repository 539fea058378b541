"""The results of a ladder as files for everybody: a CSV file for each day (UTC), and `ladder.json` beside them.

Together they are all that ratings follow from, so that anybody can calculate them again. A line of a CSV file is one
seat of one match. It names entries by their ids, which `ladder.json` explains: names are chosen by strangers, and a
spreadsheet might take one for a formula.
"""

import csv
import os
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from io import StringIO
from itertools import groupby
from pathlib import Path
from typing import Any, Final

import orjson

from infoset_server.contests.ladder.ladder import Ladder
from infoset_server.contests.ladder.rating_process import read_terms
from infoset_server.contests.ladder.results import RawResult
from infoset_server.contests.ladder.tables import RatingTable, RatingTerms, read_table

ABOUT: Final = "ladder.json"
FORM: Final = 1  # of these files; another number is another form
SUFFIX: Final = ".csv"
COLUMNS: Final = (
    *(
        "number",
        "match_id",
        "at_ms",
        "time",
        "meeting",
        "ends_meeting",
        "reason",
        "seats",
        "seat",
        "entry",
    ),
    *("person", "place", "score", "fault", "timeouts", "illegal", "undecided", "decisions"),
    "took_ms",
    *("batch", "unrated", "annulled"),
)
LATER: Final = frozenset(
    {"batch", "unrated", "annulled"}
)  # columns that files of an earlier version do not have
COUNTS: Final = ("timeouts", "illegal", "decisions", "took_ms")  # of each seat


class ResultFileError(ValueError):
    """The files cannot be read; the message names the file, the match and what was expected."""


@dataclass(frozen=True)
class PublishedSeason:
    """The last table of a season that is over: of the results above `since`, up to `last`."""

    number: int
    since: int
    last: int
    table: RatingTable | None

    def to_plain(self) -> dict[str, Any]:
        """As it stands in `ladder.json`."""
        table = None if self.table is None else self.table.to_plain()
        return {"number": self.number, "since": self.since, "last": self.last, "table": table}


def seasons_of(ladder: Ladder) -> list[PublishedSeason]:
    """Those of a ladder that are over."""
    return [
        PublishedSeason(one.number, one.since, one.last, one.table)
        for _, one in sorted(ladder.seasons.past.items())
    ]


@dataclass(frozen=True)
class PublishedLadder:
    """What was told of a ladder: what its ratings rest on, and the tables it has shown, by number of outcomes."""

    name: str
    terms: RatingTerms
    results: Sequence[RawResult]
    tables: Mapping[int, RatingTable]
    seasons: Sequence[PublishedSeason] = ()


# Writing


def write_results(ladder: Ladder, folder: Path) -> list[Path]:
    """Writes what is new into a folder, which it makes; returns the files that it has written. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    days = groupby(ladder.results, key=day_of)
    texts: dict[str, str] = {}
    for day, results in days:  # one day twice where a clock was set back
        texts[day] = texts.get(day, "") + "".join(csv_lines(results, ladder.annulments))
    files = {f"{day}{SUFFIX}": f"{','.join(COLUMNS)}\n{text}" for day, text in texts.items()}
    about = orjson.dumps(about_ladder(ladder, sorted(files)), option=orjson.OPT_INDENT_2)
    contents = {name: text.encode() for name, text in files.items()} | {ABOUT: about + b"\n"}
    return [
        folder / name for name, content in contents.items() if _write_new(folder / name, content)
    ]


def _write_new(path: Path, content: bytes) -> bool:
    """Puts a whole file in the place of another one, if that is different."""
    if path.is_file() and path.read_bytes() == content:
        return False
    new = path.with_name(f".{path.name}.new")
    new.write_bytes(content)
    os.replace(new, path)
    return True


def day_of(result: RawResult) -> str:
    """The day on which a match ended, as 2026-11-22."""
    return datetime.fromtimestamp(result.at_ms / 1000, UTC).strftime("%Y-%m-%d")


def csv_lines(results: Iterable[RawResult], annulled: Container[str]) -> Iterator[str]:
    """The lines of each result, one for each seat; those of the matches in `annulled` do not count."""
    for result in results:
        text = StringIO()
        writer = csv.writer(text, lineterminator="\n")
        time = datetime.fromtimestamp(result.at_ms / 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        for seat, entry in enumerate(result.entries):
            values = {
                "number": result.number,
                "match_id": result.match_id,
                "at_ms": result.at_ms,
                "time": time,
                "meeting": result.meeting,
                "ends_meeting": int(result.ends_meeting),
                "reason": result.reason,
                "seats": len(result.entries),
                "seat": seat,
                "entry": entry,
                "person": int(result.people[seat]),
                "place": result.places[seat],
                "score": repr(result.scores[seat]),
                "fault": result.faults[seat],
                "batch": result.batch,
                "unrated": int(result.unrated),
                "annulled": int(result.match_id in annulled),
                "undecided": result.undecided[seat] if result.undecided else "",
                **{name: getattr(result, name)[seat] for name in COUNTS},
            }
            writer.writerow(values[name] for name in COLUMNS)
        yield text.getvalue()


def about_ladder(ladder: Ladder, files: Sequence[str]) -> dict[str, Any]:
    """What the ladder is, who is on it, and its newest table."""
    table = ladder.standings.table
    seen = {entry for result in ladder.results for entry in result.entries}
    return {
        "form": FORM,
        "ladder": ladder.name,
        "title": ladder.title,
        "game": ladder.file.game,
        "rules": ladder.file.rules,
        "options": ladder.file.options,
        "terms": ladder.terms().to_plain(),
        "entries": {
            one.id: {"name": one.name, "version": one.version, "kind": one.kind}
            for one in ladder.entries.values()
            if one.id in seen
        },
        "files": list(files),
        "seasons": [season.to_plain() for season in seasons_of(ladder)],
        "table": None if table is None else table.to_plain(),
    }


# Reading


def read_published(folder: Path) -> PublishedLadder:
    """What the files of a folder say. Raises ResultFileError or OSError."""
    path = folder / ABOUT
    try:
        about: dict[str, Any] = orjson.loads(path.read_bytes())
        if about["form"] != FORM:
            raise ValueError(f"form: expected {FORM}, got {about['form']}")
        table = None if about["table"] is None else read_table(about["table"])
        seasons = [_read_season(one) for one in about.get("seasons", [])]
        terms, name, files = read_terms(about["terms"]), str(about["ladder"]), about["files"]
    except (ValueError, TypeError, KeyError) as problem:
        raise ResultFileError(f"{path}: {problem}") from None
    results = [result for file in files for result in read_day(folder / Path(file).name)]
    results.sort(key=lambda result: (result.number, result.match_id))
    tables = {} if table is None else {table.outcomes: table}
    return PublishedLadder(name, terms, results, tables, seasons)


def _read_season(values: Mapping[str, Any]) -> PublishedSeason:
    table = None if values["table"] is None else read_table(values["table"])
    return PublishedSeason(values["number"], values["since"], values["last"], table)


def read_day(path: Path) -> Iterator[RawResult]:
    """The results of one CSV file. Raises ResultFileError or OSError."""
    with path.open(encoding="utf-8", newline="") as file:
        lines = csv.DictReader(file)
        known = {*(lines.fieldnames or ()), *LATER}
        missing = [name for name in COLUMNS if name not in known]
        if missing:
            raise ResultFileError(f"{path}: expected the columns {', '.join(missing)}, too")
        for match_id, seats in groupby(lines, key=lambda line: line["match_id"]):
            try:
                yield read_seats(list(seats))
            except (ValueError, TypeError, AttributeError) as problem:
                raise ResultFileError(f"{path}, match {match_id}: {problem}") from None


def read_seats(seats: Sequence[Mapping[str, str]]) -> RawResult:
    """The result that the lines of one match say. Raises ValueError or TypeError."""
    first = seats[0]
    if [int(line["seat"]) for line in seats] != list(range(int(first["seats"]))):
        raise ValueError("seat: expected all seats of a match in order, from 0")
    undecided = [line["undecided"] for line in seats]
    return RawResult(
        number=int(first["number"]),
        match_id=first["match_id"],
        at_ms=int(first["at_ms"]),
        entries=tuple(line["entry"] for line in seats),
        people=tuple(line["person"] == "1" for line in seats),
        places=tuple(int(line["place"]) for line in seats),
        scores=tuple(float(line["score"]) for line in seats),
        reason=first["reason"],
        faults=tuple(line["fault"] for line in seats),
        timeouts=_whole(seats, "timeouts"),
        illegal=_whole(seats, "illegal"),
        decisions=_whole(seats, "decisions"),
        took_ms=_whole(seats, "took_ms"),
        meeting=first["meeting"],
        ends_meeting=first["ends_meeting"] == "1",
        undecided=() if "" in undecided else tuple(map(int, undecided)),
        batch=first.get("batch", ""),
        unrated=first.get("unrated") == "1",
    )


def _whole(seats: Sequence[Mapping[str, str]], column: str) -> tuple[int, ...]:
    """The numbers of a column, by seat. Raises ValueError."""
    return tuple(int(line[column]) for line in seats)
