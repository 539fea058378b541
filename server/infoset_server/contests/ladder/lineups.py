"""Makes the next line-up of one ladder from whoever is free: of which kind of table, and who sits where.

Kinds of tables take turns by their shares. For the one whose turn it is, those wait who are free while others
play. Where nobody plays, or a person has waited long, any kind will do. Divisions take turns by how many play in them.
"""

import math
import random
from collections import Counter, deque
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass

from infoset_server.contests.ladder.definition import LadderFile
from infoset_server.contests.ladder.entries import Entry, EntryState
from infoset_server.contests.ladder.pace import Pace
from infoset_server.contests.ladder.pairing import Candidate, seat_table
from infoset_server.contests.ladder.queue import SearchWindow, WaitingPerson, seat_people
from infoset_server.contests.ladder.results import RawResult
from infoset_server.contests.ladder.standings import Standings
from infoset_server.contests.ladder.tables import MIDDLE, SCALE
from infoset_server.matches.settings import RoomSettings


@dataclass(frozen=True, slots=True)
class LineUp:
    """Entries by seat, and the kind of table at which they meet."""

    table: int
    entries: tuple[str, ...]


class LineUpMaker:
    """Remembers what it has made, and who has sat where. Time is an argument: `now_s` on the monotonic clock."""

    def __init__(
        self,
        file: LadderFile,
        settings: Sequence[RoomSettings],
        entries: Mapping[str, Entry],
        standings: Standings,
        pace: Pace,
        rng: random.Random,
        division_of: Callable[[Entry], int],
        is_done: Callable[[Entry], bool],
    ) -> None:
        """`settings` are those of the kinds of tables. Who `is_done` meets only others who are not."""
        self._pace = pace
        self._division_of = division_of
        self._is_done = is_done
        self._file = file
        self._settings = settings
        self._entries = entries
        self._standings = standings
        self._rng = rng
        self._ids: list[str] = []  # of entries, by their number as contestants
        self._numbers: dict[str, int] = {}  # the other way round
        self._seat_uses: dict[str, dict[int, list[int]]] = {}
        self._recent: deque[frozenset[str]] = deque(maxlen=file.pairing.recent)
        self._made = [0] * len(file.tables)  # line-ups of each kind of table
        self._made_in: Counter[int] = Counter()  # and of each division

    def take_file(self, file: LadderFile, settings: Sequence[RoomSettings]) -> None:
        """Line-ups are made as `file` says from now on, for tables of these settings; those of before are remembered."""
        self._file = file
        self._settings = settings
        self._recent = deque(self._recent, maxlen=file.pairing.recent)
        if len(self._made) != len(file.tables):
            self._made = [0] * len(file.tables)

    def enter_result(self, result: RawResult) -> None:
        """Who has sat where."""
        size = len(result.entries)
        for seat, entry in enumerate(result.entries):
            uses = self._seat_uses.setdefault(entry, {})
            uses.setdefault(size, [0] * size)[seat] += 1

    def line_up(self, now_s: float, *, is_idle: bool) -> LineUp | None:
        """The next one, if there can be one now; `is_idle` where nobody plays."""
        free = [entry for entry in self._entries.values() if entry.is_free]
        rested = [entry for entry in free if self._pace.is_rested(entry, now_s)]
        patience_s = self._file.people.bots_after_s
        is_urgent = any(one.is_person and now_s - one.since_s > patience_s for one in free)
        turns = self._turns()
        for table in turns if is_urgent or is_idle else turns[:1]:
            size = self._settings[table].game.seats
            for division in self._divisions(free):
                here = [one for one in free if self._division_of(one) == division]
                bots = [one for one in rested if self._division_of(one) == division]
                seated = self._seat_people(here, size, now_s) or self._seat_bots(
                    bots, size, is_idle
                )
                if seated is not None and self._pace.may_begin(self._entries_of(seated), now_s):
                    self._made_in[division] += 1
                    return self._made_of(table, seated)
        return None

    def line_up_with(self, entry: Entry, against: Sequence[str], now_s: float) -> LineUp | None:
        """One of the matches that were asked for: `entry`, all of `against`, and others where there are more seats.

        None where one of them is busy, or has played enough for this hour.
        """
        free = [
            one
            for one in self._entries.values()
            if one.is_free
            and self._pace.is_rested(one, now_s)
            and self._may_join(one, entry, against)
        ]
        numbers = [self._number(one) for one in against]
        for table in self._turns():
            size = self._settings[table].game.seats
            if size <= len(against):
                continue
            seated = seat_table(
                [self._candidate(one) for one in free],
                size,
                self._rng,
                self._file.wishes(),
                firsts={self._number(entry.id)},
                beside=numbers,
            )
            if seated is not None and self._pace.may_begin_asked(now_s):
                return self._made_of(table, seated)
        return None

    def _may_join(self, one: Entry, entry: Entry, against: Container[str]) -> bool:
        """The entries asked for, and programs of the same division."""
        is_asked = one is entry or one.id in against
        return is_asked or (
            not one.is_person and self._division_of(one) == self._division_of(entry)
        )

    def _divisions(self, free: Sequence[Entry]) -> list[int]:
        """Those with anybody who is free; the one first that has played least for the number of its entries."""
        members = Counter(self._division_of(one) for one in free)
        return sorted(members, key=lambda one: ((self._made_in[one] + 1) / members[one], one))

    def _turns(self) -> list[int]:
        """The kinds of tables, the one first that has been played least for its share."""
        shares = [table.share for table in self._file.tables]
        kinds = [number for number, share in enumerate(shares) if share]
        return sorted(kinds, key=lambda number: (self._made[number] + 1) / shares[number])

    def _entries_of(self, seated: Sequence[int]) -> tuple[str, ...]:
        return tuple(self._ids[number] for number in seated)

    def _made_of(self, table: int, seated: Sequence[int]) -> LineUp:
        entries = self._entries_of(seated)
        self._made[table] += 1
        self._recent.append(frozenset(entries))
        return LineUp(table, entries)

    def _seat_people(
        self, free: Sequence[Entry], size: int, now_s: float
    ) -> tuple[int, ...] | None:
        waiting = [
            WaitingPerson(self._candidate(entry), now_s - entry.since_s)
            for entry in free
            if entry.is_person
        ]
        if not waiting:
            return None
        rules = self._file.people
        search = SearchWindow(rules.window, rules.widen_per_s, rules.most, rules.bots_after_s)
        own = self._file.pairing.own
        return seat_people(waiting, self._programs(free), size, search, self._rng, own)

    def _seat_bots(self, free: Sequence[Entry], size: int, is_idle: bool) -> tuple[int, ...] | None:
        bots, wishes = self._programs(free), self._file.wishes()
        unfinished = {self._number(one.id) for one in free if not self._is_done(one)}
        recent = self._recent_for(size, free)
        seated = seat_table(bots, size, self._rng, wishes, recent, unfinished)
        if seated is None and is_idle:  # better the same again than nothing
            return seat_table(bots, size, self._rng, wishes, firsts=unfinished)
        return seated

    def _recent_for(self, size: int, free: Sequence[Entry]) -> list[frozenset[int]]:
        """The line-ups that are not to come again too soon.

        As many as could all be different: with few entries they come back sooner.
        """
        divisions = {self._division_of(one) for one in free}
        playing = {
            entry.id
            for entry in self._entries.values()
            if entry.state is EntryState.QUEUED
            and not entry.is_person
            and self._division_of(entry) in divisions
        }
        most = (math.comb(len(playing), size) - 1) * self._file.pairing.repeats
        theirs = [line_up for line_up in self._recent if not playing.isdisjoint(line_up)]
        return [
            frozenset(self._number(entry) for entry in line_up)
            for line_up in theirs[-most:][: max(0, most)]
        ]

    def _programs(self, free: Sequence[Entry]) -> list[Candidate]:
        return [self._candidate(entry) for entry in free if not entry.is_person]

    def _candidate(self, entry: Entry) -> Candidate:
        row = self._standings.row(entry.id)
        return Candidate(
            self._number(entry.id),
            entry.owner,
            (row.rating - MIDDLE) / SCALE,
            row.sigma / SCALE,
            row.games,
            entry.running,
            entry.parallel,
            self._copies(entry),
            self._seat_uses.get(entry.id, {}),
            entry.away,
        )

    def _copies(self, entry: Entry) -> int:
        """A program from outside has one connection for one seat."""
        return 1 if entry.bot is None else self._file.pairing.copies

    def _number(self, entry: str) -> int:
        """An entry as a contestant."""
        if entry not in self._numbers:
            self._numbers[entry] = len(self._ids)
            self._ids.append(entry)
        return self._numbers[entry]
