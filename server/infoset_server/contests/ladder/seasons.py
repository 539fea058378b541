"""The seasons of one ladder: which is on, when it ends, and the tables of those that are over.

A season ends in two steps. First its table is stored as it is, then that another season is on. A server that is killed
in between does the first again, with the same table: no match begins meanwhile. All that decides what is on stands in one
document, so it is true as a whole or not at all.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from typing import Any, Final

import orjson

from infoset_server.contests.ladder.definition import LadderFile
from infoset_server.contests.ladder.entries import Entry
from infoset_server.contests.ladder.season_rules import DAY_MS
from infoset_server.contests.ladder.tables import RatingTable, read_table

SEASON: Final = (
    "ladder_season"  # kind of documents, of seasons that are over; keys: `LADDER:NUMBER`
)


@dataclass(slots=True)
class Season:
    """The one that is on.

    Its results have numbers above `first`, ratings rest on those above `since`. `divisions` are those of entries, by
    id; empty before the end of the first season with divisions. `is_ended` by the organiser's word.
    """

    number: int = 1
    began_ms: int = 0
    first: int = 0
    since: int = 0
    divisions: dict[str, int] = field(default_factory=dict)
    is_ended: bool = False

    def to_plain(self) -> dict[str, Any]:
        """The values as `Season(**values)` takes them."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class PastRow:
    """An entry as it stood at the end of a season; `moves_to` is its next division. 0: there are no divisions."""

    entry: str
    name: str
    version: str
    kind: str
    owner: str | None
    division: int
    moves_to: int
    rating: float
    sigma: float
    games: int
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PastSeason:
    """A season that is over. Results `first` + 1 to `last` were played in it; `table` rests on those above `since`."""

    number: int
    began_ms: int
    ended_ms: int
    first: int
    last: int
    since: int
    rows: tuple[PastRow, ...]
    table: RatingTable | None

    def to_plain(self) -> dict[str, Any]:
        """The values to be kept."""
        table = None if self.table is None else self.table.to_plain()
        return asdict(self) | {"rows": [asdict(row) for row in self.rows], "table": table}


def read_past(body: bytes) -> PastSeason:
    """Raises ValueError for what `to_plain` did not make."""
    try:
        values: dict[str, Any] = orjson.loads(body)
        rows = [PastRow(**row | {"places": tuple(row["places"])}) for row in values["rows"]]
        table = None if values["table"] is None else read_table(values["table"])
        return PastSeason(**values | {"rows": tuple(rows), "table": table})
    except (TypeError, KeyError, AttributeError) as problem:
        raise ValueError(f"a ladder's season: {problem}") from None


def season_key(ladder: str, number: int) -> str:
    """The key of a past season's document."""
    return f"{ladder}:{number}"


class Seasons:
    """Those of one ladder, as time goes on: `look` says what time it is. A ladder without seasons has one that never ends."""

    def __init__(self, file: LadderFile, entries: Mapping[str, Entry], current: Season) -> None:
        self._entries = entries
        self.current = current
        self.past: dict[int, PastSeason] = {}
        self.is_over = False  # the season that is on: no match begins until the next one is
        self.is_early = False  # the first has not begun
        self.is_frozen = False  # no new entries and versions any more
        self._file = file

    def take_file(self, file: LadderFile) -> None:
        """Seasons are as `file` says from now on. Where it has none, the one that is on never ends; should there be seasons
        again, it lasts as long as one that begins then.
        """
        self._file = file
        if file.seasons is None:
            self.current.began_ms = 0
            self.current.is_ended = self.is_over = False

    def look(self, now_ms: int) -> bool:
        """It is now `now_ms` (wall clock, since 1970); returns whether the first season has just begun."""
        rules, current = self._file.seasons, self.current
        self.is_early = rules is not None and now_ms < rules.begins_ms()
        has_begun = rules is not None and not self.is_early and not current.began_ms
        if has_begun:
            assert rules is not None
            current.began_ms = rules.next_begin_ms(rules.begins_ms() or now_ms, now_ms)
        ends_ms, deadline_ms = self.ends_ms, self.deadline_ms
        is_time = ends_ms is not None and now_ms >= ends_ms
        self.is_over = rules is not None and (is_time or current.is_ended)
        self.is_frozen = deadline_ms is not None and now_ms >= deadline_ms
        return has_begun

    @property
    def ends_ms(self) -> int | None:
        """When the season that is on ends, as far as that is known."""
        rules = self._file.seasons
        began_ms = self.current.began_ms
        return None if rules is None or self.is_early or not began_ms else rules.end_ms(began_ms)

    @property
    def deadline_ms(self) -> int | None:
        """From when on no new entries and versions are taken, before the season or the ladder ends."""
        rules, ends_ms = self._file.seasons, self.ends_ms
        found = [] if self._file.deadline is None else [self._file.deadline_ms()]
        if rules is not None and rules.freeze_days and ends_ms is not None:
            found.append(ends_ms - round(rules.freeze_days * DAY_MS))
        return min((ms for ms in found if ms is not None), default=None)

    def division_of(self, entry: Entry) -> int:
        """The number of an entry's division; 0 where there are none.

        A new version takes the place of the one before, and who is new begins in the lowest.
        """
        rules, divisions = self._file.divisions, self.current.divisions
        if rules is None or not divisions:
            return 0
        if entry.id in divisions:
            return divisions[entry.id]
        before = [
            divisions[one.id]
            for one in self._entries.values()
            if one.id in divisions and (one.owner, one.name) == (entry.owner, entry.name)
        ]
        return min(before, default=rules.lowest)

    def next_season(self, last: int, divisions: Mapping[str, int], now_ms: int) -> Season:
        """The one after that which is on; `last` is the number of the newest result."""
        rules, current = self._file.seasons, self.current
        assert rules is not None, "only a ladder with seasons ends one"
        ends_ms = self.ends_ms
        ended_ms = now_ms if ends_ms is None else min(now_ms, ends_ms)
        return Season(
            current.number + 1,
            rules.next_begin_ms(ended_ms, now_ms),
            last,
            last if rules.ratings == "fresh" else current.since,
            dict(divisions),
        )

    def begin(self, season: Season) -> None:
        """`season` is on."""
        self.current = season
        self.is_over = False

    def told(self) -> list[str]:
        """Why nothing is played, as far as seasons say so, for people."""
        if self.is_early:
            rules = self._file.seasons
            assert rules is not None
            return [f"the first season begins at {time_text(rules.begins_ms())}"]
        if self.is_over:
            return [
                f"season {self.current.number} is over: the next begins when all results are in its table"
            ]
        return []


def time_text(ms: int) -> str:
    """For people, as 2026-11-22 18:00 UTC."""
    return (
        datetime.fromtimestamp(ms / 1000, UTC)
        .strftime("%Y-%m-%d %H:%M:%S UTC")
        .replace(":00 UTC", " UTC")
    )
