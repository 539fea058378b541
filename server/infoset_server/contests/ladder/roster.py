"""The entries of one ladder: names and versions, the queue, the bench. Knows no meetings, and pairs nobody."""

from collections.abc import Container, Iterable, Mapping
from typing import Any, Final

from infoset_server.accounts.clients import Client, User
from infoset_server.accounts.users import TEACHING
from infoset_server.common.ids import fresh_id
from infoset_server.common.request_errors import (
    BadOptionError,
    BusyError,
    ForbiddenError,
    WrongStateError,
)
from infoset_server.contests.ladder.definition import LadderFile
from infoset_server.contests.ladder.entries import (
    ENTRY,
    Entry,
    EntryState,
    EntryUnknownError,
    entry_key,
    find_version,
)
from infoset_server.contests.ladder.results import GIVEN_UP, RawResult
from infoset_server.storage.notes import Notes

REPLACED: Final = "replaced by version"
NOT_OFFERED: Final = "this version is not offered any more"
LEFT: Final = "its owner is not here any more"
HOUR_S: Final = 3_600.0


class Roster:
    """Every entry by id, in the order in which they came. What changes is kept in `notes`."""

    def __init__(self, ladder: str, file: LadderFile, notes: Notes, played: Container[str]) -> None:
        """`ladder` is the name of the ladder, `played` has the ids of entries with matches."""
        self._played = played
        self.entries: dict[str, Entry] = {}
        self._ladder = ladder
        self._file = file
        self._notes = notes

    def take_file(self, file: LadderFile) -> None:
        """The ladder is as `file` says from now on; whoever is on it stays."""
        self._file = file

    def add(self, entry: Entry) -> None:
        """Another one. One that is new is kept when it changes."""
        self.entries[entry.id] = entry

    def admit(self, entry: Entry) -> None:
        """A new one, which a trial match awaits where the ladder has these."""
        entry.is_tried = entry.is_person or not self._file.trial
        self.add(entry)

    def passed(self, entry: Entry) -> None:
        """`entry` has passed its trial match."""
        entry.is_tried = True
        entry.note("the trial match was passed")
        self.note(entry)

    def note(self, entry: Entry) -> None:
        """Keeps what has changed."""
        self._notes.put(ENTRY, entry_key(self._ladder, entry.id), entry.to_plain())

    # Who is there.

    def register(
        self,
        user: User,
        name: str,
        version: str,
        kind: str,
        info: Mapping[str, Any],
        share: str | None,
    ) -> Entry:
        """Makes an entry of `user`, or finds it and says anew what is said of it.

        `share` is what their address counts for; None counts for nothing. Raises ForbiddenError, BusyError or BadOptionError.
        """
        if not name or not version:
            raise BadOptionError("version" if name else "name", "text")
        namesakes = [one for one in self.entries.values() if one.name == name and one.owner]
        if any(one.owner != user.id for one in namesakes):
            raise ForbiddenError(f"the name {name} is somebody else's on {self._ladder}")
        entry = find_version(namesakes, name, version)
        if entry is None:
            if self._file.anchor_of(name, version) is not None and user.role not in TEACHING:
                raise ForbiddenError(
                    f"{name} {version} is an anchor of {self._ladder}: an organiser enters it"
                )
            self._require_share(user, share)
            self._require_space()
            entry = Entry(fresh_id("e"), name, version, kind, user.id, user.name)
            entry.keeper = user.keeper
            self.admit(entry)
        entry.origin = share if user.is_guest else None
        entry.info = dict(info)
        entry.owner_name = user.name
        self.note(entry)
        return entry

    def _require_share(self, user: User, share: str | None) -> None:
        """Raises BusyError where who answers for `user`, or guests from their address, have all they may."""
        there = self._active()
        mine = sum(one.responsible == user.keeper for one in there)
        if mine >= self._file.max_entries_each:
            raise BusyError(f"{self._ladder}: at most {self._file.max_entries_each} entries each")
        if user.is_guest and share is not None:
            most = self._file.max_entries_per_address
            if sum(one.origin == share for one in there) >= most:
                raise BusyError(
                    f"{self._ladder}: at most {most} entries of guests from one address"
                )

    def _require_space(self) -> None:
        """An entry that has never played and is not there gives way. Raises BusyError where there is none."""
        there = self._active()
        if len(there) < self._file.max_entries:
            return
        oldest = next((one for one in there if self._is_unused(one)), None)
        if oldest is None:
            raise BusyError(f"{self._ladder} has {len(there)} entries, as many as it may")
        self._forget(oldest)

    def _active(self) -> list[Entry]:
        return [one for one in self.entries.values() if one.state is not EntryState.RETIRED]

    def expire(self, now_s: float) -> None:
        """Forgets entries that have never played, and were not there for long."""
        for entry in list(self.entries.values()):
            if not self._is_unused(entry):
                entry.unused_since_s = None
            elif entry.unused_since_s is None:
                entry.unused_since_s = now_s
            elif now_s - entry.unused_since_s >= self._file.unplayed_hours * HOUR_S:
                self._forget(entry)

    def _is_unused(self, entry: Entry) -> bool:
        """Has it never played, and is it not about to?"""
        has_played = entry.id in self._played or entry.running > 0
        may_play = entry.is_here and entry.state is EntryState.QUEUED
        return not (has_played or may_play or entry.state is EntryState.BENCHED)

    def _forget(self, entry: Entry) -> None:
        del self.entries[entry.id]
        self._notes.drop(ENTRY, entry_key(self._ladder, entry.id))

    def find(self, user: User, entry_id: str) -> Entry:
        """An entry of `user`. Raises EntryUnknownError."""
        entry = self.entries.get(entry_id)
        if entry is None or entry.owner != user.id:
            raise EntryUnknownError(f"{entry_id} is no entry of yours on {self._ladder}")
        return entry

    def to_rename(self, user: User, name: str) -> list[Entry]:
        """The entries of a user who is to be called `name`.

        Raises WrongStateError where one that bears their name cannot be called so.
        """
        theirs = [one for one in self.entries.values() if one.owner == user.id]
        if all(one.name != user.name for one in theirs):
            return theirs
        anchors = {anchor.name for anchor in self._file.anchors}
        if user.name in anchors:
            raise WrongStateError(f"name: {user.name} is an anchor of the ladder {self._ladder}")
        if name in anchors or any(one.name == name and one.owner for one in self.entries.values()):
            raise WrongStateError(f"name: {name} is another entry's on the ladder {self._ladder}")
        return theirs

    def rename(self, entries: Iterable[Entry], before: str, name: str) -> None:
        """The owner of these entries has another name, and so have those entries that bore the one of `before`."""
        for entry in entries:
            entry.owner_name = name
            if entry.name == before:
                entry.name = name
            self.note(entry)

    def hand_over(self, name: str, before: str, owner: User) -> None:
        """The entries of a program of the server that somebody had `before` are `owner`'s."""
        for entry in self.entries.values():
            if entry.bot is not None and (entry.name, entry.owner) == (name, before):
                entry.owner, entry.owner_name, entry.keeper = owner.id, owner.name, owner.keeper
                self.note(entry)

    def leave(self, owner: str) -> None:
        """An account is deleted: its entries are nobody's, and their names are free. Results stay."""
        for entry in self.entries.values():
            if entry.owner == owner and entry.bot is None:
                entry.owner = entry.keeper = ""
                entry.why = LEFT
                self._set(entry, EntryState.DRAINING if entry.running else EntryState.RETIRED)

    # Who plays.

    def queue(
        self, entry: Entry, client: Client | None, parallel: int, games: int | None, now_s: float
    ) -> None:
        """`entry` is available for matches, over `client`. Older versions of it drain. Raises WrongStateError."""
        if entry.state is EntryState.BENCHED:
            raise WrongStateError(f"{entry.title} is benched: {entry.why}")
        for other in self.entries.values():
            if other is not entry and (other.owner, other.name) == (entry.owner, entry.name):
                self._supersede(other, entry)
        entry.client = client
        entry.parallel = 1 if entry.is_person else min(parallel, self._file.pairing.parallel)
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

    def withdraw(self, entry: Entry) -> None:
        """The server does not offer a program of its own any more: it plays what runs, and is retired."""
        entry.why = NOT_OFFERED
        self._set(entry, EntryState.DRAINING if entry.running else EntryState.RETIRED)

    def offer_again(self, entry: Entry) -> None:
        """Takes `withdraw` back: the entry may be queued, also where versions stay as they are."""
        if entry.state is EntryState.RETIRED and entry.why == NOT_OFFERED:
            self._set(entry, EntryState.IDLE)

    def take_off(self, entry: Entry, why: str) -> None:
        """`entry` is not paired any more, because it did not play."""
        entry.note(why)
        entry.why = why
        self._set(entry, EntryState.IDLE)

    def rest(self) -> None:
        """Nobody plays any more."""
        for entry in self.entries.values():
            if entry.state in (EntryState.QUEUED, EntryState.DRAINING):
                self._set(entry, EntryState.IDLE)

    def meet(self, entry_ids: Iterable[str]) -> None:
        """These have one more meeting."""
        for entry in self._known(entry_ids):
            entry.running += 1

    def part(self, entry_ids: Iterable[str], now_s: float, *, is_counted: bool) -> None:
        """A meeting of these is over. `is_counted` where something was played in it."""
        for entry in self._known(entry_ids):
            entry.running -= 1
            entry.since_s = now_s
            self._after_meeting(entry, is_counted)

    def _known(self, entry_ids: Iterable[str]) -> list[Entry]:
        return [self.entries[one] for one in dict.fromkeys(entry_ids) if one in self.entries]

    def _after_meeting(self, entry: Entry, is_counted: bool) -> None:
        """An entry that wanted so many matches may have had them; one that drains is done with the last."""
        if is_counted and entry.games_left is not None:
            entry.games_left = max(0, entry.games_left - 1)
            is_last = entry.games_left == 0 and entry.state is EntryState.QUEUED
            self._set(entry, EntryState.DRAINING if is_last else entry.state)
        if entry.state is EntryState.DRAINING and not entry.running:
            is_gone = entry.why == NOT_OFFERED or not entry.owner
            is_over = is_gone or entry.why.startswith(REPLACED)
            self._set(entry, EntryState.RETIRED if is_over else EntryState.IDLE)

    def _set(self, entry: Entry, state: EntryState) -> None:
        entry.state = state
        if state is EntryState.QUEUED:
            entry.why = ""
        elif state is not EntryState.DRAINING:
            entry.is_brief = False
        self.note(entry)

    # Health.

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

    def faults_in(self, result: RawResult) -> list[tuple[Entry, str]]:
        """Who did not play as they should in a match, and what was wrong; one line for each entry."""
        found: dict[str, str] = {}
        for seat, one in enumerate(result.entries):
            fault = self._fault(result, seat)
            if fault and one in self.entries:
                found.setdefault(one, fault)
        return [(self.entries[one], fault) for one, fault in found.items()]

    def examine(self, result: RawResult) -> list[Entry]:
        """Counts faults in a row; benches and returns those who had too many."""
        faults = {entry.id: fault for entry, fault in self.faults_in(result)}
        played = self._known(result.entries)
        return [one for one in played if self._is_ill(one, result, faults.get(one.id, ""))]

    def _is_ill(self, entry: Entry, result: RawResult, fault: str) -> bool:
        """Is it benched for this result, in which this was wrong?"""
        if not fault:
            if entry.faults:
                entry.faults = 0
                self.note(entry)
            return False
        entry.faults += 1
        entry.note(f"match {result.match_id}: {fault}")
        if entry.faults < self._file.health.faults or entry.state is EntryState.BENCHED:
            self.note(entry)
            return False
        self.bench(entry, f"{entry.faults} matches in a row in which it did not play; {fault}")
        return True

    def _fault(self, result: RawResult, seat: int) -> str:
        """What was wrong on a seat; "" where it was played. Resigning is no fault."""
        missed, reason = result.timeouts[seat], result.faults[seat]
        failures, decisions = result.failures(seat), result.decisions[seat]
        counts = (
            f"{missed} deadlines missed, {failures - missed} decisions that it could not take, "
            f"{result.illegal[seat]} illegal actions"
        )
        if reason == GIVEN_UP:
            return ""
        if reason:
            return f"the seat did not play on ({reason}; {counts})"
        if failures and failures >= self._file.health.undecided * decisions:
            return f"{failures} of {decisions} decisions were left to fallbacks ({counts})"
        return ""
