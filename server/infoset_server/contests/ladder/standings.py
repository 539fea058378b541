"""How the entries of one ladder stand: the newest table, and what is assumed of those that are not in it yet.

Calculates nothing; keeps the tables that it is given.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from infoset_server.contests.ladder.definition import LadderFile
from infoset_server.contests.ladder.entries import Entry, EntryState
from infoset_server.contests.ladder.rating_worker import Calculated
from infoset_server.contests.ladder.tables import (
    MIDDLE,
    NEWEST,
    SCALE,
    Difference,
    RatingTable,
    Row,
    table_kind,
)
from infoset_server.storage.notes import Notes


class Standings:
    """The tables of a ladder. `reckoned` is how many results were there when the newest was calculated."""

    def __init__(
        self,
        ladder: str,
        file: LadderFile,
        entries: Mapping[str, Entry],
        notes: Notes,
        division_of: Callable[[Entry], int],
    ) -> None:
        """`ladder` is the name of the ladder."""
        self._division_of = division_of
        self.table: RatingTable | None = None
        self.milestones: dict[int, RatingTable] = {}
        self.reckoned = 0
        self._kind: Final = table_kind(ladder)
        self._file = file
        self._entries = entries
        self._notes = notes
        self._rows: dict[str, Row] = {}

    def take_file(self, file: LadderFile) -> None:
        """The ladder is as `file` says from now on."""
        self._file = file

    def publish(self, reckoned: Calculated, results: int) -> None:
        """A newer table, of the first `results`: it is kept, with the milestones that came before it."""
        self.reckoned = results
        for table in reckoned.milestones:
            self.milestones[table.outcomes] = table
            self._notes.put(self._kind, str(table.outcomes), table.to_plain())
        self._notes.put(self._kind, NEWEST, reckoned.table.to_plain())
        self.enter(reckoned.table)

    def enter(self, table: RatingTable) -> None:
        """A table that is kept already, as the newest."""
        self.table = table
        self._rows = {row.entry: row for row in table.rows}

    def outdate(self, number: int) -> None:
        """The result of this number counts otherwise now: tables that may rest on it are not kept any more.

        The newest is shown until there is another.
        """
        self.reckoned = 0
        outdated = [key for key, table in self.milestones.items() if table.last >= number]
        for key in outdated:
            del self.milestones[key]
        for name in (*map(str, outdated), NEWEST):
            self._notes.drop(self._kind, name)

    def begin_anew(self, results: int) -> None:
        """Of the first `results` none counts any more: the tables are gone, as are those that are kept."""
        for key in (*map(str, self.milestones), NEWEST):
            self._notes.drop(self._kind, key)
        self.table = None
        self.milestones = {}
        self.reckoned = results
        self._rows = {}

    @property
    def newcomer(self) -> tuple[float, float]:
        """Rating and sigma of who has no results."""
        if self.table is None:
            return MIDDLE, SCALE * self._file.rating.spread
        return self.table.newcomer

    def find(self, entry: str) -> Row | None:
        """The row of an entry in the newest table."""
        return self._rows.get(entry)

    def row(self, entry: str) -> Row:
        """The row of an entry; of one without results, what is assumed beforehand."""
        found = self._rows.get(entry)
        if found is not None:
            return found
        known = self._entries[entry]
        anchor = self._file.anchor_of(known.name, known.version)
        if anchor is not None:
            return Row(entry, MIDDLE + SCALE * anchor, 0.0, 0, (), 0)
        rating, sigma = self.newcomer
        return Row(entry, rating, sigma, 0, (), 0)

    def compare(self, one: str, other: str) -> Difference | None:
        """How far two entries are apart, where the newest table says so."""
        return None if self.table is None else self.table.compare(one, other)

    def is_misfit(self, row: Row) -> bool:
        """Do the results of a row of the newest table surely not follow from ratings?"""
        return self.table is not None and self.table.is_misfit(row)

    def rows(self) -> list[Row]:
        """Every entry that has results, best first; after those, who may get some. Divisions stand below each other."""
        unrated = [
            self.row(entry.id)
            for entry in self._entries.values()
            if entry.id not in self._rows and entry.state is not EntryState.RETIRED
        ]
        rated = [row for row in self._rows.values() if row.entry in self._entries]
        return sorted(
            [*rated, *unrated],
            key=lambda row: (
                self._division_of(self._entries[row.entry]),
                _is_unknown(row),
                -row.low,
                self._entries[row.entry].title,
            ),
        )

    def history_of(self, entry: str) -> list[dict[str, Any]]:
        """How the rating of an entry went, a point for each table in which it stands, as plain values."""
        newest = {} if self.table is None else {self.table.outcomes: self.table}
        tables = sorted({**self.milestones, **newest}.items())
        return [point for _, table in tables for point in _points(table, entry)]

    def rating_of(self, entry: str) -> int:
        """The number that people see."""
        return round(self.row(entry).rating)


def _is_unknown(row: Row) -> bool:
    """Has it no results, and no rating that is given?"""
    return row.games == 0 and row.sigma > 0.0


def _points(table: RatingTable, entry: str) -> Iterator[dict[str, Any]]:
    for rank, row in enumerate(table.rows, 1):
        if row.entry == entry:
            yield {
                "outcomes": table.outcomes,
                "at_ms": table.at_ms,
                "rank": rank,
                "rating": round(row.rating, 1),
                "rd": round(row.sigma, 1),
                "games": row.games,
            }
