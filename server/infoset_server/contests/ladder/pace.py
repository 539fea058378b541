"""How often bots meet on one ladder: often while there is something to learn, now and then once all is clear.

Budgets are token buckets, and full at first: of so many matches an hour, an hour's worth may begin at once. Who is
settled has nothing to learn from another match; those among them alone have a small budget of their own. People
wait for nothing: matches with one of them are neither held back nor counted.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final

from infoset_server.contests.ladder.entries import HOUSE, Entry, EntryState
from infoset_server.contests.ladder.results import RawResult
from infoset_server.contests.ladder.rules import PaceRules
from infoset_server.contests.ladder.standings import Standings
from infoset_server.contests.ladder.tables import SIGMAS, RatingTable, Row

HOUR_S: Final = 3_600.0
SURE: Final = 0.99  # chance to be stronger than the next, from which on their order is clear
LEAST_GAMES: Final = 30  # before anything is clear


class Budget:
    """So many matches an hour; what is not used is kept for an hour. Time is an argument."""

    def __init__(self, per_hour: float) -> None:
        self._per_hour = per_hour
        self._left = per_hour
        self._looked_s: float | None = None

    def allow(self, per_hour: float) -> None:
        """So many from now on; what is left of an hour's worth stays, as far as it is not more than that."""
        self._per_hour = per_hour
        self._left = min(self._left, per_hour)

    def has_any(self, now_s: float) -> bool:
        """May another match begin?"""
        if self._looked_s is not None:
            gained = (now_s - self._looked_s) * self._per_hour / HOUR_S
            self._left = min(self._per_hour, self._left + gained)
        self._looked_s = now_s
        return self._left >= 1

    def take(self, matches: int) -> None:
        """So many begin; a meeting of several may take more than is left."""
        self._left -= matches


class Pace:
    """The budgets of one ladder. With `is_hurried` there are none."""

    def __init__(
        self,
        rules: PaceRules,
        entries: Mapping[str, Entry],
        standings: Standings,
        division_of: Callable[[Entry], int],
    ) -> None:
        self._division_of = division_of
        self.is_hurried = False
        self._rules = rules
        self._entries = entries
        self._standings = standings
        self._all = Budget(rules.per_hour)
        self._settled_only = Budget(rules.settled_per_hour)
        self._each: dict[str, Budget] = {}
        self._owners: dict[str, Budget] = {}
        self._known: tuple[RatingTable | None, tuple[str, ...]] = None, ()
        self._settled: frozenset[str] = frozenset()

    def take_rules(self, rules: PaceRules) -> None:
        """The budgets are those of `rules` from now on. What was played within this hour stays counted."""
        self._rules = rules
        self._all.allow(rules.per_hour)
        self._settled_only.allow(rules.settled_per_hour)
        for budget in self._each.values():
            budget.allow(rules.entry_per_hour)
        if rules.owner_per_hour is None:
            self._owners.clear()
        for budget in self._owners.values():
            budget.allow(rules.owner_per_hour or 0)
        self._known = None, ()  # who is settled follows the rules, too

    def is_rested(self, entry: Entry, now_s: float) -> bool:
        """May it have another match this hour, as far as it and its owner go?"""
        if self.is_hurried:
            return True
        owners = self._owner_budget(entry)
        return self._budget_of(entry.id).has_any(now_s) and (
            owners is None or owners.has_any(now_s)
        )

    def may_begin_asked(self, now_s: float) -> bool:
        """May a match that somebody asked for begin now?"""
        return self.is_hurried or self._all.has_any(now_s)

    def may_begin(self, line_up: Sequence[str], now_s: float) -> bool:
        """May these meet now?"""
        if self.is_hurried or self._has_people(line_up):
            return True
        if not self._all.has_any(now_s):
            return False
        return not self.settled().issuperset(line_up) or self._settled_only.has_any(now_s)

    def begun(self, line_up: Sequence[str], matches: int) -> None:
        """These meet, in so many matches."""
        if self._has_people(line_up):
            return
        self._all.take(matches)
        if self.settled().issuperset(line_up):
            self._settled_only.take(matches)
        self._take_each(line_up, matches)

    def _take_each(self, line_up: Sequence[str], matches: int) -> None:
        """From the budgets of these entries, and once from that of each owner."""
        owners = {}
        for entry in set(line_up):
            self._budget_of(entry).take(matches)
            if entry in self._entries:
                owners[self._entries[entry].responsible] = self._owner_budget(self._entries[entry])
        for budget in owners.values():
            if budget is not None:
                budget.take(matches)

    def recall(self, results: Sequence[RawResult], now_ms: int) -> None:
        """What began within the last hour, before a restart, is taken from the budgets."""
        for result in reversed(results):
            if result.at_ms < now_ms - HOUR_S * 1000:
                return
            if not any(result.people):
                self._all.take(1)
                self._take_each(result.entries, 1)

    def settled(self) -> frozenset[str]:
        """The entries that play of which another match would tell next to nothing."""
        playing = tuple(one.id for one in self._entries.values() if one.state is EntryState.QUEUED)
        known = self._standings.table, playing
        if known != self._known:
            self._known = known
            self._settled = frozenset(self._find_settled(playing))
        return self._settled

    def _find_settled(self, playing: Sequence[str]) -> Iterator[str]:
        """Newcomers unsettle nobody but themselves."""
        known = [row for row in map(self._standings.row, playing) if _is_established(row)]
        divisions: dict[int, list[Row]] = {}
        for row in known:
            divisions.setdefault(self._division_of(self._entries[row.entry]), []).append(row)
        for rows in divisions.values():
            yield from self._settled_among(rows)

    def _settled_among(self, known: Sequence[Row]) -> Iterator[str]:
        """Of those who meet each other."""
        rows = sorted(known, key=lambda row: -row.rating)
        clear = [self._is_clear(one.entry, after.entry) for one, after in pairwise(rows)]
        neighbours = zip([True, *clear], [*clear, True], strict=True) if rows else ()
        for row, (above, below) in zip(rows, neighbours, strict=True):
            if SIGMAS * row.sigma <= self._rules.settled_points or (above and below):
                yield row.entry

    def _is_clear(self, one: str, next_one: str) -> bool:
        """Is it clear who of two neighbours is stronger?"""
        found = self._standings.compare(one, next_one)
        if found is None:
            return False
        return found.sigma == 0 or math.erfc(-found.points / found.sigma / math.sqrt(2)) / 2 >= SURE

    def _has_people(self, line_up: Sequence[str]) -> bool:
        return any(self._entries[one].is_person for one in line_up if one in self._entries)

    def _budget_of(self, entry: str) -> Budget:
        return self._each.setdefault(entry, Budget(self._rules.entry_per_hour))

    def _owner_budget(self, entry: Entry) -> Budget | None:
        """That of whoever answers for an entry; None where there is no bound."""
        most, keeper = self._rules.owner_per_hour, entry.responsible
        if most is None or keeper.startswith(HOUSE):
            return None
        return self._owners.setdefault(keeper, Budget(most))


def _is_established(row: Row) -> bool:
    """Is its rating given, or does it rest on some matches?"""
    return row.sigma == 0.0 or row.games >= LEAST_GAMES
