"""One ladder: its entries, results and table, who may enter, and who shall meet next. Starts no match, sends nothing.

What it keeps goes to `notes`; the owner of all ladders (`service.py`) starts matches and tells people.
"""

import logging
import math
import random
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Any, Final

from infoset_server.ids import fresh_id
from infoset_server.ladder.definition import LadderFile
from infoset_server.ladder.entries import (
    ENTRY,
    Entry,
    EntryState,
    entry_key,
    find_version,
)
from infoset_server.ladder.errors import EntryUnknownError, LadderClosedError
from infoset_server.ladder.meetings import MEETING, Meeting, meeting_key
from infoset_server.ladder.pairing import Candidate, seat_table
from infoset_server.ladder.reckoner import Reckoned
from infoset_server.ladder.results import GIVEN_UP, RawResult, result_kind
from infoset_server.ladder.scale import MIDDLE, SCALE
from infoset_server.ladder.sources import OfferedBot
from infoset_server.ladder.statistics import Statistics
from infoset_server.ladder.tables import RatingTerms, Row, Table
from infoset_server.ladder.waiting import Patience, Waiting, seat_people
from infoset_server.notes import Notes
from infoset_server.people import Client, User
from infoset_server.requests import (
    BadOptionError,
    BusyError,
    ForbiddenError,
    WrongStateError,
)
from infoset_server.settings import RoomSettings

logger = logging.getLogger(__name__)

LADDER: Final = "ladder"  # kind of documents; keys: names of ladders
NEWEST: Final = "newest"  # key of the table among the milestones
MAX_INFO_BYTES: Final = 2_048
REPLACED: Final = "replaced by version"


class LadderState(StrEnum):
    """What a ladder takes and plays now; as on the wire."""

    OPEN = "open"
    PAUSED = "paused"
    FROZEN = "frozen"
    CLOSING = "closing"
    CLOSED = "closed"

    @property
    def takes_entries(self) -> bool:
        """New ones, and new versions."""
        return self in (LadderState.OPEN, LadderState.PAUSED)

    @property
    def plays(self) -> bool:
        """Do matches begin?"""
        return self in (LadderState.OPEN, LadderState.FROZEN)


def table_kind(ladder: str) -> str:
    """The kind of documents that hold a ladder's tables: the newest, and those of the milestones."""
    return f"ladder_table:{ladder}"


class Ladder:
    """One ladder and everything that is known of it. Time is an argument: `now_s` on the monotonic clock."""

    def __init__(
        self,
        name: str,
        file: LadderFile,
        settings: Sequence[RoomSettings],
        notes: Notes,
        rng: random.Random,
        state: LadderState = LadderState.OPEN,
    ) -> None:
        """`settings` are those of its kinds of tables."""
        self.name = name
        self.file = file
        self.settings = list(settings)
        self.state = state
        self.entries: dict[str, Entry] = {}
        self.results: list[RawResult] = []  # in the order in which they count
        self.milestones: dict[int, Table] = {}
        self.meetings: dict[str, Meeting] = {}  # that go on
        self.table: Table | None = None
        self.statistics = Statistics()
        self.reckoned = 0  # results that were there when the table was calculated
        self._notes = notes
        self._rng = rng
        self._rows: dict[str, Row] = {}
        self._ranks: dict[str, int] = {}
        self._places: dict[str, int] = {}  # of entries among all, as contestants of the pairing
        self._known: set[str] = set()  # matches with a result
        self._seat_uses: dict[str, dict[int, list[int]]] = {}
        self._recent: deque[frozenset[str]] = deque(maxlen=file.pairing.recent)
        self._made = [0] * len(file.tables)  # meetings of each kind of table

    # What it is.

    @property
    def title(self) -> str:
        """For people."""
        return self.file.title or self.name

    @property
    def sizes(self) -> tuple[int, ...]:
        """Numbers of seats of its tables, ascending."""
        return tuple(sorted({settings.game.seats for settings in self.settings}))

    def is_for(self, user: User) -> bool:
        """May `user` know of it? A class plays among itself."""
        return self.file.classroom == (user.classroom or None)

    def terms(self) -> RatingTerms:
        """What ratings rest on besides results."""
        anchors = {
            entry.id: strength
            for entry in self.entries.values()
            if (strength := self.file.anchor_of(entry.name, entry.version)) is not None
        }
        file = self.file
        return RatingTerms(
            self.sizes,
            file.rating.spread,
            file.rating.seat_spread,
            file.people.drift,
            file.period_ms,
            anchors,
        )

    def set_state(self, state: LadderState) -> None:
        """The organiser's word. Raises WrongStateError where it is closed for ever."""
        if self.state is LadderState.CLOSED and state is not LadderState.CLOSED:
            raise WrongStateError(f"ladder {self.name} is closed for ever")
        self.state = state
        self.settle()
        self.note()

    def settle(self) -> None:
        """A ladder that closes is closed when nothing is played any more."""
        if self.state is LadderState.CLOSING and not self.meetings:
            self.state = LadderState.CLOSED
            for entry in self.entries.values():
                if entry.state in (EntryState.QUEUED, EntryState.DRAINING):
                    self._set(entry, EntryState.IDLE)
            self.note()

    def note(self) -> None:
        """Keeps what it is."""
        body = {"file": self.file.to_plain(), "state": self.state.value}
        self._notes.put(LADDER, self.name, body)

    # Entries.

    def enter_entry(self, entry: Entry) -> None:
        """An entry that was kept."""
        self._places.setdefault(entry.id, len(self._places))
        self.entries[entry.id] = entry

    def register(
        self, user: User, name: str, version: str, kind: str, info: Mapping[str, Any]
    ) -> Entry:
        """Makes an entry of `user`, or finds it and says anew what is said of it.

        Raises LadderClosedError, ForbiddenError, BusyError or BadOptionError.
        """
        self._require_admission(user, kind)
        if not name or not version:
            raise BadOptionError("version" if name else "name", "text")
        namesakes = [one for one in self.entries.values() if one.name == name]
        if any(one.owner != user.id for one in namesakes):
            raise ForbiddenError(f"the name {name} is somebody else's on {self.name}")
        entry = find_version(namesakes, name, version)
        if entry is None:
            self._require_space(user.id)
            entry = Entry(fresh_id("e"), name, version, kind, user.id, user.name)
            self.enter_entry(entry)
        entry.info = dict(info)
        entry.owner_name = user.name
        self.note_entry(entry)
        return entry

    def _require_admission(self, user: User, kind: str) -> None:
        if not self.state.takes_entries:
            raise LadderClosedError(f"{self.name} takes no entries: it is {self.state.value}")
        if kind not in self.file.open_to:
            raise LadderClosedError(f"{self.name} takes no entries of the kind {kind} from outside")
        if user.is_guest and "guest" not in self.file.open_to:
            raise ForbiddenError(f"{self.name} is for accounts; guests may look at it")

    def _require_space(self, owner: str) -> None:
        there = [one for one in self.entries.values() if one.state is not EntryState.RETIRED]
        if len(there) >= self.file.max_entries:
            raise BusyError(f"{self.name} has {len(there)} entries, as many as it may")
        if sum(one.owner == owner for one in there) >= self.file.max_entries_each:
            raise BusyError(f"{self.name}: at most {self.file.max_entries_each} entries each")

    def find(self, user: User, entry_id: str) -> Entry:
        """An entry of `user`. Raises EntryUnknownError."""
        entry = self.entries.get(entry_id)
        if entry is None or entry.owner != user.id:
            raise EntryUnknownError(f"{entry_id} is no entry of yours on {self.name}")
        return entry

    def queue(
        self, entry: Entry, client: Client | None, parallel: int, games: int | None, now_s: float
    ) -> None:
        """`entry` is available for matches, over `client`. Older versions of it drain.

        Raises WrongStateError or LadderClosedError.
        """
        if self.state in (LadderState.CLOSING, LadderState.CLOSED):
            raise WrongStateError(f"{self.name} is {self.state.value}: no match begins any more")
        if entry.state is EntryState.BENCHED:
            raise WrongStateError(f"{entry.title} is benched: {entry.why}")
        if entry.state is EntryState.RETIRED and not self.state.takes_entries:
            raise LadderClosedError(f"{self.name} is {self.state.value}: versions stay as they are")
        for other in self.entries.values():
            if other is not entry and (other.owner, other.name) == (entry.owner, entry.name):
                self._supersede(other, entry)
        entry.client = client
        entry.parallel = 1 if entry.is_person else min(parallel, self.file.pairing.parallel)
        entry.games_left = games
        entry.since_s = now_s
        self._set(entry, EntryState.QUEUED)

    def _supersede(self, older: Entry, newer: Entry) -> None:
        """A version gives way to another one."""
        if older.state is EntryState.RETIRED:
            return
        older.why = f"{REPLACED} {newer.version}"
        self._set(older, EntryState.DRAINING if older.running else EntryState.RETIRED)

    def drain(self, entry: Entry, why: str = "") -> None:
        """`entry` plays what runs, and is not paired again."""
        if entry.state is EntryState.QUEUED:
            entry.why = why
            self._set(entry, EntryState.DRAINING if entry.running else EntryState.IDLE)

    def take_off(self, entry: Entry, why: str) -> None:
        """`entry` is not paired any more, because it did not play."""
        entry.note(why)
        entry.why = why
        self._set(entry, EntryState.IDLE)

    def bench(self, entry: Entry, why: str) -> None:
        """`entry` is out of play until somebody says otherwise."""
        entry.note(f"benched: {why}")
        entry.why = why
        self._set(entry, EntryState.BENCHED)

    def unbench(self, entry: Entry) -> None:
        """`entry` may be queued again; one of the server's own is at once. Raises WrongStateError."""
        if entry.state is not EntryState.BENCHED:
            raise WrongStateError(f"{entry.title} is not benched")
        entry.faults = 0
        entry.why = ""
        entry.note("no longer benched")
        self._set(entry, EntryState.IDLE)

    def offer(self, bots: Iterable[OfferedBot], now_s: float) -> None:
        """The programs of the server that shall play here now: new ones enter, missing ones drain."""
        offered = {(bot.name, bot.version): bot for bot in bots}
        for key, bot in offered.items():
            entry = find_version(self.entries.values(), *key)
            if entry is None:
                if not self.state.takes_entries:
                    continue
                entry = Entry(
                    fresh_id("e"), bot.name, bot.version, "bot", bot.owner, bot.owner_name, bot.bot
                )
                self.enter_entry(entry)
            if entry.bot is None:
                continue  # somebody has the name already
            entry.bot = bot.bot
            may_play = self.state.plays or self.state is LadderState.PAUSED
            if may_play and entry.state not in (EntryState.QUEUED, EntryState.BENCHED):
                self.queue(entry, None, self.file.pairing.parallel, None, now_s)
        for entry in self.entries.values():
            is_gone = entry.bot is not None and (entry.name, entry.version) not in offered
            if is_gone and entry.state is EntryState.QUEUED:
                self.drain(entry, "this version is not offered any more")

    def _set(self, entry: Entry, state: EntryState) -> None:
        entry.state = state
        if state is EntryState.QUEUED:
            entry.why = ""
        elif state is not EntryState.DRAINING:
            entry.is_brief = False
        self.note_entry(entry)

    def note_entry(self, entry: Entry) -> None:
        """Keeps what has changed."""
        self._notes.put(ENTRY, entry_key(self.name, entry.id), entry.to_plain())

    # Who meets next.

    def next_meeting(self, now_s: float) -> Meeting | None:
        """The next line-up, if one can be made now.

        Kinds of tables take turns by their shares: for the one whose turn it is, those wait who are free
        while others play. Where nobody plays, or a person has waited long, any kind will do.
        """
        if not self.state.plays or len(self.meetings) >= self.file.matches:
            return None
        free = [entry for entry in self.entries.values() if entry.is_free]
        patience_s = self.file.people.bots_after_s
        is_urgent = any(one.is_person and now_s - one.since_s > patience_s for one in free)
        turns = self._turns()
        for number in turns if is_urgent or not self.meetings else turns[:1]:
            size = self.settings[number].game.seats
            seated = self._seat_people(free, size, now_s) or self._seat_bots(free, size)
            if seated is not None:
                return self._make_meeting(number, seated)
        return None

    def _turns(self) -> list[int]:
        """The kinds of tables, the one first that has been played least for its share."""
        shares = [table.share for table in self.file.tables]
        kinds = [number for number, share in enumerate(shares) if share]
        return sorted(kinds, key=lambda number: (self._made[number] + 1) / shares[number])

    def _make_meeting(self, number: int, seated: Sequence[int]) -> Meeting:
        by_place = {place: entry for entry, place in self._places.items()}
        entries = tuple(by_place[place] for place in seated)
        self._made[number] += 1
        self._recent.append(frozenset(entries))
        file = self.file
        return Meeting(fresh_id("x"), self.name, number, entries, file.best_of, file.same_deal)

    def _seat_people(
        self, free: Sequence[Entry], size: int, now_s: float
    ) -> tuple[int, ...] | None:
        waiting = [
            Waiting(self._candidate(entry), now_s - entry.since_s)
            for entry in free
            if entry.is_person
        ]
        if not waiting:
            return None
        rules = self.file.people
        patience = Patience(rules.window, rules.widen_per_s, rules.most, rules.bots_after_s)
        bots = [self._candidate(entry) for entry in free if not entry.is_person]
        own = self.file.pairing.own
        return seat_people(waiting, bots, size, patience, self._rng, own)

    def _seat_bots(self, free: Sequence[Entry], size: int) -> tuple[int, ...] | None:
        bots = [self._candidate(entry) for entry in free if not entry.is_person]
        playing = sum(
            entry.state is EntryState.QUEUED and not entry.is_person
            for entry in self.entries.values()
        )
        # As many tables as could all be different: with few entries line-ups come back sooner.
        most = (math.comb(playing, size) - 1) * self.file.pairing.repeats
        recent = [
            frozenset(self._places[entry] for entry in line_up)
            for line_up in list(self._recent)[-most:][: max(0, most)]
        ]
        wishes = self.file.wishes()
        seated = seat_table(bots, size, self._rng, wishes, recent)
        if seated is None and not self.meetings:  # better the same again than nothing
            return seat_table(bots, size, self._rng, wishes)
        return seated

    def _candidate(self, entry: Entry) -> Candidate:
        row = self._rows.get(entry.id)
        anchor = self.file.anchor_of(entry.name, entry.version)
        strength = anchor or 0.0 if row is None else (row.rating - MIDDLE) / SCALE
        sigma = self.file.rating.spread if row is None else row.sigma / SCALE
        return Candidate(
            self._places[entry.id],
            entry.owner,
            strength,
            0.0 if anchor is not None else sigma,
            0 if row is None else row.games,
            entry.running,
            entry.parallel,
            self._seat_uses.get(entry.id, {}),
        )

    # Matches.

    def meet(self, meeting: Meeting) -> None:
        """`meeting` goes on: everybody in it is busy."""
        self.meetings[meeting.id] = meeting
        for entry in self._met(meeting):
            entry.running += 1

    def note_meeting(self, meeting: Meeting) -> None:
        """Keeps how a meeting stands."""
        self._notes.put(MEETING, meeting_key(meeting), meeting.to_plain())

    def part(self, meeting: Meeting, now_s: float) -> None:
        """`meeting` is over."""
        del self.meetings[meeting.id]
        self._notes.drop(MEETING, meeting_key(meeting))
        for entry in self._met(meeting):
            entry.running -= 1
            entry.since_s = now_s
            self._after_meeting(entry, is_counted=bool(meeting.results))
        self.settle()

    def _after_meeting(self, entry: Entry, is_counted: bool) -> None:
        """Who wanted so many matches may have had them; who drains is done with the last."""
        if is_counted and entry.games_left is not None:
            entry.games_left = max(0, entry.games_left - 1)
            is_last = entry.games_left == 0 and entry.state is EntryState.QUEUED
            self._set(entry, EntryState.DRAINING if is_last else entry.state)
        if entry.state is EntryState.DRAINING and not entry.running:
            is_replaced = entry.why.startswith(REPLACED)
            self._set(entry, EntryState.RETIRED if is_replaced else EntryState.IDLE)

    def _met(self, meeting: Meeting) -> list[Entry]:
        return [self.entries[entry] for entry in meeting.entries if entry in self.entries]

    @property
    def is_stale(self) -> bool:
        """Are there results that are not in the table?"""
        return len(self.results) > self.reckoned

    def has_result(self, match_id: str) -> bool:
        """Is the result of this match known?"""
        return match_id in self._known

    @property
    def next_number(self) -> int:
        """Of the next result."""
        return self.results[-1].number + 1 if self.results else 1

    def count(self, result: RawResult) -> list[Entry]:
        """Keeps a result for ever, and looks after the health of who played; returns those benched."""
        self._notes.put(result_kind(self.name), result.match_id, result.to_plain())
        self.enter_result(result)
        if result.is_void:
            return []
        return [entry for seat, entry in self._seats(result) if self._examine(entry, result, seat)]

    def enter_result(self, result: RawResult) -> None:
        """A result that is kept already."""
        self.results.append(result)
        self._known.add(result.match_id)
        self.statistics.add(result)
        for seat, entry in enumerate(result.entries):
            uses = self._seat_uses.setdefault(entry, {})
            size = len(result.entries)
            uses.setdefault(size, [0] * size)[seat] += 1

    def _seats(self, result: RawResult) -> list[tuple[int, Entry]]:
        return [
            (seat, self.entries[entry])
            for seat, entry in enumerate(result.entries)
            if entry in self.entries
        ]

    def _examine(self, entry: Entry, result: RawResult, seat: int) -> bool:
        """Counts faults in a row; True where there were too many."""
        fault = result.faults[seat]
        if fault in ("", GIVEN_UP):
            if entry.faults:
                entry.faults = 0
                self.note_entry(entry)
            return False
        entry.faults += 1
        entry.note(
            f"match {result.match_id}: the seat did not play on ({fault}; "
            f"{result.timeouts[seat]} deadlines missed, {result.illegal[seat]} illegal actions)"
        )
        if entry.faults < self.file.health.faults or entry.state is EntryState.BENCHED:
            self.note_entry(entry)
            return False
        self.bench(entry, f"{entry.faults} matches in a row in which it did not play on")
        return True

    # The table.

    def publish(self, reckoned: Reckoned, results: int) -> None:
        """A newer table, of the first `results`: it is kept, with the milestones that came before it."""
        self.reckoned = results
        for table in reckoned.milestones:
            self.milestones[table.outcomes] = table
            self._notes.put(table_kind(self.name), str(table.outcomes), table.to_plain())
        self._notes.put(table_kind(self.name), NEWEST, reckoned.table.to_plain())
        self.enter_table(reckoned.table)

    def enter_table(self, table: Table) -> None:
        """A table that is kept already."""
        self.table = table
        self._rows = {row.entry: row for row in table.rows}
        self._ranks = {row.entry: rank for rank, row in enumerate(table.rows, 1)}

    def row(self, entry: str) -> Row:
        """The row of an entry; of one without results, what is assumed beforehand."""
        found = self._rows.get(entry)
        if found is not None:
            return found
        known = self.entries[entry]
        anchor = self.file.anchor_of(known.name, known.version)
        sigma = 0.0 if anchor is not None else SCALE * self.file.rating.spread
        return Row(entry, MIDDLE + SCALE * (anchor or 0.0), sigma, 0, (), 0)

    def rows(self) -> list[Row]:
        """Every entry that has results or may get some, best first."""
        unrated = [
            self.row(entry.id)
            for entry in self.entries.values()
            if entry.id not in self._rows and entry.state is not EntryState.RETIRED
        ]
        rated = [row for row in self._rows.values() if row.entry in self.entries]
        return sorted([*rated, *unrated], key=lambda row: (-row.low, self.entries[row.entry].title))

    def rating_of(self, entry: str) -> int:
        """The number that people see."""
        return round(self.row(entry).rating)


def with_file(file: LadderFile, stored: LadderFile) -> tuple[LadderFile, list[str]]:
    """The file as far as it may change once there are results, and the fields that may not but have."""
    now, then = file.conditions(), stored.conditions()
    changed = [name for name in now if now[name] != then[name]]
    if file.rules is None and "rules" in changed:  # those installed then; which is what it says
        changed.remove("rules")
        file = file.model_copy(update={"rules": stored.rules})
    kept: dict[str, Any] = {name: getattr(stored, name) for name in changed}
    return file.model_copy(update=kept), changed
