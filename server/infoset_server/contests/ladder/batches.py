"""Batches of one ladder: so many matches that somebody has asked for.

How far a batch has come is counted from results, which say with which batch they were asked for. So a batch is
written twice at most: when it is asked for, and when it is cancelled.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

import orjson

from infoset_server.common.ids import fresh_id
from infoset_server.common.request_errors import BadOptionError, BusyError, NotFoundError
from infoset_server.contests.ladder.definition import LadderFile
from infoset_server.contests.ladder.entries import Entry, EntryState
from infoset_server.contests.ladder.meetings import MOST_VOID
from infoset_server.contests.ladder.results import RawResult
from infoset_server.contests.ladder.season_rules import DAY_MS
from infoset_server.storage.notes import Notes

BATCH: Final = "ladder_batch"  # kind of documents; keys: `LADDER:BATCH`
KEPT_DAYS: Final = 30  # after a batch was asked for, it is forgotten unless it is still played


@dataclass(slots=True)
class Batch:
    """So many matches (or series) of `entry`, with `against` at the table, and others where there are more seats.

    `asked_by` is the id of the user who answers for who asked; "" for the organiser.
    """

    id: str
    entry: str
    against: tuple[str, ...]
    matches: int
    is_rated: bool
    asked_by: str
    asked_ms: int
    is_cancelled: bool = False


class Batches:
    """Those that are known, oldest first."""

    def __init__(
        self, ladder: str, file: LadderFile, entries: Mapping[str, Entry], notes: Notes
    ) -> None:
        """`ladder` is the name of the ladder."""
        self._ladder = ladder
        self.take_file(file)
        self._entries = entries
        self._notes = notes
        self._all: dict[str, Batch] = {}
        self._played: Counter[str] = Counter()
        self._void: Counter[str] = Counter()  # matches without a result

    def __iter__(self) -> Iterator[Batch]:
        return iter(list(self._all.values()))

    def take_file(self, file: LadderFile) -> None:
        """What is asked for from now on follows the rules of `file`."""
        self._rules = file.batches
        self._with_own = file.pairing.own

    def restore(self, documents: Sequence[bytes]) -> None:
        """Takes in what was kept. Raises ValueError for what is no batch."""
        found = [read_batch(body) for body in documents]
        self._all = {one.id: one for one in sorted(found, key=lambda one: (one.asked_ms, one.id))}

    def enter_result(self, result: RawResult, times: int = 1) -> None:
        """A result, perhaps of a match that was asked for; with `times` -1 it does not count any more."""
        if result.batch and result.is_void:
            self._void[result.batch] += times
        elif result.batch and result.ends_meeting:
            self._played[result.batch] += times

    # What is asked for.

    def ask(
        self,
        entry: Entry,
        against: Sequence[Entry],
        matches: int,
        asked_by: str,
        now_ms: int,
        most_against: int,
    ) -> Batch:
        """A new batch. Raises BadOptionError or BusyError, which name the field or the limit.

        A table has places for `most_against` others.
        """
        self._check(entry, against, most_against)
        if not 1 <= matches <= self._rules.most:
            raise BadOptionError("matches", f"1 to {self._rules.most}")
        if asked_by:
            self._require_budget(asked_by, matches, now_ms)
        self._forget_old(now_ms)
        newest_ms = max((one.asked_ms for one in self._all.values()), default=0)
        asked_ms = max(now_ms, newest_ms + 1)  # so that their order is known after a restart
        ids = tuple(one.id for one in against)
        batch = Batch(fresh_id("b"), entry.id, ids, matches, self._rules.rated, asked_by, asked_ms)
        self._all[batch.id] = batch
        self._note(batch)
        return batch

    def _check(self, entry: Entry, against: Sequence[Entry], most_against: int) -> None:
        known = {entry.id, *(one.id for one in against)}
        if len(known) <= len(against):
            raise BadOptionError("against", "every entry once, and not the entry that plays")
        if len(against) > most_against:
            raise BadOptionError("against", f"at most {most_against}: a table has no more seats")
        for field, one in [("entry", entry), *(("against", other) for other in against)]:
            if one.is_person:
                raise BadOptionError(field, f"programs; {one.title} is a person")
            if one.state in (EntryState.RETIRED, EntryState.BENCHED):
                raise BadOptionError(field, f"entries that play; {one.title} is {one.state.value}")
        keepers = [one.responsible for one in (entry, *against)]
        if self._rules.rated and not self._with_own and len(set(keepers)) < len(keepers):
            raise BadOptionError(
                "against", "entries of different owners: these matches count for ratings"
            )

    def _require_budget(self, asked_by: str, matches: int, now_ms: int) -> None:
        """Raises BusyError where an owner asks for more matches in 24 hours than they may."""
        asked = sum(
            self.played(one) if one.is_cancelled else one.matches
            for one in self._all.values()
            if one.asked_by == asked_by and one.asked_ms > now_ms - DAY_MS
        )
        most = self._rules.owner_per_day
        if asked + matches > most:
            raise BusyError(
                f"{self._ladder}: at most {most} matches may be asked for in 24 hours (batches.owner_per_day); "
                f"{max(0, most - asked)} are left"
            )

    def _forget_old(self, now_ms: int) -> None:
        for one in list(self._all.values()):
            if one.asked_ms < now_ms - KEPT_DAYS * DAY_MS and not self.left(one):
                del self._all[one.id]
                self._notes.drop(BATCH, f"{self._ladder}:{one.id}")

    def find(self, batch_id: str) -> Batch:
        """Raises NotFoundError."""
        if batch_id not in self._all:
            raise NotFoundError(f"batch {batch_id}")
        return self._all[batch_id]

    def cancel(self, batch: Batch) -> None:
        """No match of it begins any more; what is played is played to its end, and counts as it would have."""
        batch.is_cancelled = True
        self._note(batch)

    def _note(self, batch: Batch) -> None:
        self._notes.put(BATCH, f"{self._ladder}:{batch.id}", asdict(batch))

    # How far they have come.

    def played(self, batch: Batch) -> int:
        """So many of its matches have a result."""
        return self._played[batch.id]

    def left(self, batch: Batch) -> int:
        """So many more shall be played, those that are on included."""
        if batch.is_cancelled or not self._may_go_on(batch):
            return 0
        given_up = self._void[batch.id] // MOST_VOID
        return max(0, batch.matches - self.played(batch) - given_up)

    def open_ones(self) -> list[Batch]:
        """Those of which more shall be played."""
        return [one for one in self._all.values() if self.left(one)]

    def state(self, batch: Batch) -> str:
        """How it stands: `playing`, `done`, `cancelled`, or `ended` because somebody in it plays no more."""
        if self.played(batch) >= batch.matches:
            return "done"
        if batch.is_cancelled:
            return "cancelled"
        return "playing" if self.left(batch) else "ended"

    def _may_go_on(self, batch: Batch) -> bool:
        there = [self._entries.get(one) for one in (batch.entry, *batch.against)]
        return all(one is not None and one.state is not EntryState.RETIRED for one in there)


def read_batch(body: bytes) -> Batch:
    """Raises ValueError for anything that is no batch."""
    try:
        values: dict[str, Any] = orjson.loads(body)
        values["against"] = tuple(values["against"])
        return Batch(**values)
    except (TypeError, KeyError, AttributeError) as problem:
        raise ValueError(f"a ladder's batch: {problem}") from None
