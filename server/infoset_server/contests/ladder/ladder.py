"""One ladder: what it takes and plays now, its results and meetings. Starts no match, sends nothing.

Who is on it is its roster (`roster.py`), how they stand its standings (`standings.py`), who shall meet next says
its maker of line-ups (`lineups.py`). What it keeps goes to `notes`; the owner of all ladders (`service.py`) has matches
begin and tells people.
"""

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Any, Final

from infoset_server.accounts.clients import Client, User
from infoset_server.common.ids import fresh_id
from infoset_server.common.request_errors import ForbiddenError, WrongStateError
from infoset_server.contests.ladder.annulments import Annulments
from infoset_server.contests.ladder.batches import Batch, Batches
from infoset_server.contests.ladder.definition import LadderFile
from infoset_server.contests.ladder.entries import (
    Entry,
    EntryState,
    LadderClosedError,
    find_version,
)
from infoset_server.contests.ladder.lineups import LineUp, LineUpMaker
from infoset_server.contests.ladder.meetings import MEETING, Meeting, meeting_key
from infoset_server.contests.ladder.pace import Pace
from infoset_server.contests.ladder.pairing import can_fill
from infoset_server.contests.ladder.recordings import Recordings
from infoset_server.contests.ladder.results import RawResult, result_kind
from infoset_server.contests.ladder.roster import Roster
from infoset_server.contests.ladder.seasons import (
    SEASON,
    PastSeason,
    Season,
    Seasons,
    season_key,
    time_text,
)
from infoset_server.contests.ladder.standings import Standings
from infoset_server.contests.ladder.statistics import Statistics
from infoset_server.contests.ladder.tables import RatingTerms
from infoset_server.contests.openness import not_open
from infoset_server.matches.settings import RoomSettings
from infoset_server.storage.notes import Notes

LADDER: Final = "ladder"  # kind of documents; keys: names of ladders


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
        season: Season | None = None,
    ) -> None:
        """`settings` are those of its kinds of tables, `season` is the one that is on."""
        self.name = name
        self.file = file
        self.settings = list(settings)
        self.state = state
        self.statistics = Statistics()  # of the results on which ratings rest
        self._played: set[str] = set()  # entries with results
        self.roster = Roster(name, file, notes, self._played)
        self.entries: Mapping[str, Entry] = self.roster.entries
        self.seasons = Seasons(file, self.entries, season or Season())
        division_of = self.seasons.division_of
        self.standings = Standings(name, file, self.entries, notes, division_of)
        self.recordings = Recordings(name, notes)
        self.results: list[RawResult] = []  # in the order in which they count
        self.annulments = Annulments(name, notes)
        self.meetings: dict[str, Meeting] = {}  # that go on
        self._is_next_free = False  # the match before was asked for: others take turns with those
        self.batches = Batches(name, file, self.entries, notes)
        self.pace = Pace(file.pace, self.entries, self.standings, division_of)
        self._line_up_maker = LineUpMaker(
            file,
            self.settings,
            self.entries,
            self.standings,
            self.pace,
            rng,
            division_of,
            self.has_played_enough,
        )
        self._notes = notes
        self._known: set[str] = set()  # matches with a result

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
            self.seasons.current.since,
            self.annulments.match_ids,
        )

    def set_state(self, state: LadderState) -> None:
        """The organiser's word. Raises WrongStateError where it is closed for ever."""
        if self.state is LadderState.CLOSED and state is not LadderState.CLOSED:
            raise WrongStateError(f"ladder {self.name} is closed for ever")
        self.state = state
        self._settle()
        self.note()

    def _settle(self) -> None:
        """A ladder that closes is closed when nothing is played any more."""
        if self.state is LadderState.CLOSING and not self.meetings:
            self.state = LadderState.CLOSED
            self.roster.rest()
            self.note()

    def take_file(self, file: LadderFile, settings: Sequence[RoomSettings]) -> None:
        """The ladder is as `file` says from now on, with these settings of its kinds of tables; entries, results and what is
        being played stay. What decides what results mean must not differ once there are any (`with_file`).
        """
        self.file = file
        self.settings = list(settings)
        self.roster.take_file(file)
        self.seasons.take_file(file)
        self.standings.take_file(file)
        self.batches.take_file(file)
        self.pace.take_rules(file.pace)
        self._line_up_maker.take_file(file, self.settings)
        self.note()

    def match_ids(self) -> set[str]:
        """Every match of it that is played or may be stored."""
        ids = {one.match_id for one in self.results} | set(self.recordings)
        for meeting in self.meetings.values():
            ids.update(meeting.played, [] if meeting.running is None else [meeting.running])
        return ids

    def note(self) -> None:
        """Keeps what it is."""
        body = {"file": self.file.to_plain(), "state": self.state.value}
        if self.file.seasons is not None or self.seasons.current.number > 1:
            body["season"] = self.seasons.current.to_plain()
        self._notes.put(LADDER, self.name, body)

    # What time brings.

    def look(self, now_ms: int) -> None:
        """It is now `now_ms`, on the wall clock, since 1970: seasons begin and end by that, and versions are frozen."""
        if self.seasons.look(now_ms):
            self.note()

    @property
    def takes_versions(self) -> bool:
        """May new entries and versions enter?"""
        return self.state.takes_entries and not self.seasons.is_frozen

    @property
    def may_end_season(self) -> bool:
        """Is the season over, and everything that was played in it in its table?"""
        is_open = self.state not in (LadderState.CLOSING, LadderState.CLOSED)
        return is_open and self.seasons.is_over and not (self.meetings or self.is_stale)

    def end_season(self) -> None:
        """The organiser's word: the season that is on ends as soon as what is being played is over.

        Raises WrongStateError where there are no seasons.
        """
        if self.file.seasons is None or self.seasons.is_early:
            raise WrongStateError(f"ladder {self.name} has no season that is on")
        self.seasons.current.is_ended = self.seasons.is_over = True
        self.note()

    def keep_season(self, past: PastSeason) -> None:
        """Keeps the season that is over; another may begin once it is stored."""
        self._notes.put(SEASON, season_key(self.name, past.number), past.to_plain())

    def begin_season(self, past: PastSeason, now_ms: int) -> None:
        """The season after `past`, which is stored, is on."""
        self.seasons.past[past.number] = past
        divisions = {row.entry: row.moves_to for row in past.rows if row.moves_to}
        season = self.seasons.next_season(past.last, divisions, now_ms)
        is_fresh = season.since > self.seasons.current.since
        self.seasons.begin(season)
        if is_fresh:
            self.statistics = Statistics()
            self.standings.begin_anew(len(self.results))
        self.note()

    def ask_batch(
        self, entry: Entry, against: Sequence[Entry], matches: int, asked_by: str, now_ms: int
    ) -> Batch:
        """So many matches of `entry` shall be played, soon; `asked_by` is "" for the organiser.

        Raises WrongStateError, BadOptionError or BusyError.
        """
        if self.state in (LadderState.CLOSING, LadderState.CLOSED):
            raise WrongStateError(f"{self.name} is {self.state.value}: no match begins any more")
        return self.batches.ask(entry, against, matches, asked_by, now_ms, self.sizes[-1] - 1)

    def has_played_enough(self, entry: Entry) -> bool:
        """Has it had the matches that each version gets?"""
        most = self.file.batches.submission
        return most is not None and self.statistics.games_of(entry.id) >= most

    # Who comes.

    def register(
        self,
        user: User,
        name: str,
        version: str,
        kind: str,
        info: Mapping[str, Any],
        share: str | None = None,
    ) -> Entry:
        """Makes an entry of `user`, or finds it and says anew what is said of it.

        `share` is what their address counts for in limits; None counts for nothing. Raises LadderClosedError, ForbiddenError, BusyError or BadOptionError.
        """
        self._require_open(user, name, version)
        if kind not in self.file.open_to:
            hosted = ["hosted"] if self.file.has_hosted else []
            raise LadderClosedError(f"{self.name}: {not_open(kind, [*self.file.open_to, *hosted])}")
        if user.is_guest and "guest" not in self.file.open_to:
            raise ForbiddenError(f"{self.name} is for accounts; guests may look at it")
        if kind == "human" and user.is_bot:
            raise ForbiddenError(f"{user.name} is the account of a bot: expected the kind bot")
        return self.roster.register(user, name, version, kind, info, share)

    def _require_open(self, user: User, name: str, version: str) -> None:
        """Raises LadderClosedError where `user` has no such entry, and there can be no new one."""
        mine = find_version(self.entries.values(), name, version)
        is_there = mine is not None and mine.owner == user.id
        if self.takes_versions or (is_there and self.state.plays):
            return
        if not self.state.takes_entries:
            raise LadderClosedError(f"{self.name} takes no entries: it is {self.state.value}")
        deadline_ms = self.seasons.deadline_ms
        assert deadline_ms is not None, "versions are frozen by a deadline"
        raise LadderClosedError(
            f"{self.name} takes no new entries and versions: the deadline was {time_text(deadline_ms)}; "
            "what stood then plays on"
        )

    def queue(
        self, entry: Entry, client: Client | None, parallel: int, games: int | None, now_s: float
    ) -> None:
        """`entry` is available for matches, over `client`. Older versions of it drain.

        Raises WrongStateError or LadderClosedError.
        """
        if self.state in (LadderState.CLOSING, LadderState.CLOSED):
            raise WrongStateError(f"{self.name} is {self.state.value}: no match begins any more")
        if entry.state is EntryState.RETIRED and not self.takes_versions:
            why = (
                "its deadline has passed"
                if self.state.takes_entries
                else f"it is {self.state.value}"
            )
            raise LadderClosedError(f"{self.name}: {why}: versions stay as they are")
        self.roster.queue(entry, client, parallel, games, now_s)

    # Who meets.

    def next_meeting(self, now_s: float) -> Meeting | None:
        """The next one, if one can be made now. Where others could be, too, every second one was asked for."""
        is_resting = self.seasons.is_over or self.seasons.is_early or not self.state.plays
        if is_resting or len(self.meetings) >= self.file.matches:
            return None
        if self._is_next_free:
            found = self._next_free(now_s) or self._next_asked(now_s)
        else:
            found = self._next_asked(now_s) or self._next_free(now_s)
        self._is_next_free = found is not None and found.batch != ""
        return found

    def _next_asked(self, now_s: float) -> Meeting | None:
        """The next of a batch; the one first that has fewest going on."""
        going_on = Counter(meeting.batch for meeting in self.meetings.values())
        for batch in sorted(self.batches.open_ones(), key=lambda one: going_on[one.id]):
            if self.batches.left(batch) <= going_on[batch.id]:
                continue
            entry = self.entries[batch.entry]
            line_up = self._line_up_maker.line_up_with(entry, batch.against, now_s)
            if line_up is not None:
                meeting = self._meeting_of(line_up)
                meeting.batch, meeting.unrated = batch.id, not batch.is_rated
                return meeting
        return None

    def _next_free(self, now_s: float) -> Meeting | None:
        line_up = self._line_up_maker.line_up(now_s, is_idle=not self.meetings)
        return None if line_up is None else self._meeting_of(line_up)

    def _meeting_of(self, line_up: LineUp) -> Meeting:
        file = self.file
        return Meeting(
            fresh_id("x"), self.name, line_up.table, line_up.entries, file.best_of, file.same_deal
        )

    def lacks(self) -> list[str]:
        """What is missing before anything can be played, for people; nothing where a table can be filled."""
        return [*self.seasons.told(), *self._absent_bots(), *self._empty_seats(), *self._all_rest()]

    def _absent_bots(self) -> Iterator[str]:
        """The bots of this server that shall play here, and do not."""
        there = {entry.name for entry in self.entries.values() if entry.bot is not None}
        for name in () if self.file.hosted == "all" else self.file.hosted:
            if name not in there:
                yield f"hosted: no bot {name} of this server that plays {self.file.game} has come"

    def _all_rest(self) -> Iterator[str]:
        """Every version has had its matches."""
        playing = [one for one in self.entries.values() if one.state is EntryState.QUEUED]
        if playing and all(map(self.has_played_enough, playing)):
            yield f"every version has had its {self.file.batches.submission} matches (batches.submission)"

    def _empty_seats(self) -> Iterator[str]:
        divisions: dict[int, list[Entry]] = {}
        for one in self.entries.values():
            if one.state is EntryState.QUEUED:
                divisions.setdefault(self.seasons.division_of(one), []).append(one)
        for division, playing in sorted(divisions.items()) or [(0, [])]:
            yield from self._empty_in(division, playing)

    def _empty_in(self, division: int, playing: Sequence[Entry]) -> Iterator[str]:
        copies = [1 if one.bot is None else self.file.pairing.copies for one in playing]
        size = self.sizes[0]
        if self.state.plays and not can_fill(size, copies):
            where = f"division {division}: " if division else ""
            yield (
                f"{where}{len(playing)} {'plays' if len(playing) == 1 else 'play'}, and a table has {size} seats: "
                "expected more entries, or pairing.copies for bots of this server"
            )

    def meet(self, meeting: Meeting) -> None:
        """`meeting` goes on: everybody in it is busy."""
        self.meetings[meeting.id] = meeting
        self.roster.meet(meeting.entries)

    def note_meeting(self, meeting: Meeting) -> None:
        """Keeps how a meeting stands."""
        self._notes.put(MEETING, meeting_key(meeting), meeting.to_plain())

    def part(self, meeting: Meeting, now_s: float) -> None:
        """`meeting` is over."""
        del self.meetings[meeting.id]
        self._notes.drop(MEETING, meeting_key(meeting))
        self.roster.part(meeting.entries, now_s, is_counted=bool(meeting.results))
        self._settle()

    # What comes of it.

    @property
    def is_stale(self) -> bool:
        """Are there results that are not in the table?"""
        return len(self.results) > self.standings.reckoned

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
        return [] if result.is_void else self.roster.examine(result)

    def enter_result(self, result: RawResult) -> None:
        """A result that is kept already."""
        self.results.append(result)
        self._known.add(result.match_id)
        if not result.is_void:
            self._played.update(result.entries)
        self._line_up_maker.enter_result(result)
        if result.match_id not in self.annulments:
            self._tally(result, 1)

    def tally(self, result: RawResult, times: int = 1) -> None:
        """A result that was there counts again; with `times` -1 it does not any more."""
        self._tally(result, times)
        self.standings.outdate(result.number)

    def _tally(self, result: RawResult, times: int) -> None:
        self.batches.enter_result(result, times)
        if result.number > self.seasons.current.since:
            self.statistics.add(result, times)
