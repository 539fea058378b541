"""The matches of ladders: begun for their meetings, each in a room of its own, known while they last, then counted.

A match of a ladder is a match like any other; what makes it one of the ladder's is a `Meeting`, which is kept
before the match is. A result is kept before its match is closed in the store: after a crash, or where another
server takes over, the match is set up again, ends again, and the result, which is kept under the match's id, is
the same one.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

from msgspec import structs

from infoset_games.notices import TimedOut
from infoset_server.accounts.clients import ClientRegistry, User
from infoset_server.common.ids import ClassId, MatchId, UserId
from infoset_server.common.request_errors import RequestError
from infoset_server.contests.ladder.entries import Entry, EntryState
from infoset_server.contests.ladder.ladder import Ladder
from infoset_server.contests.ladder.meetings import Meeting
from infoset_server.contests.ladder.publishing import Counting
from infoset_server.contests.ladder.results import Seating, result_of, walkover
from infoset_server.matches.match_log import LostMatchError
from infoset_server.matches.match_records import LadderPart, SharedDeal
from infoset_server.matches.report import MatchReport, Outcome
from infoset_server.matches.runner import MatchRunner
from infoset_server.matches.settings import RoomSettings, with_options
from infoset_server.programs.bot_process import BotProcess
from infoset_server.rooms.far_match import FarMatch
from infoset_server.rooms.matchmaker import Matchmaker
from infoset_server.rooms.room import Room
from infoset_server.storage.port import Claim
from infoset_server.storage.seed_box import SeedBox, SeedBoxError

logger = logging.getLogger(__name__)


class MeetingRooms:
    """Opens them; they close by themselves."""

    def __init__(self, matchmaker: Matchmaker, people: ClientRegistry) -> None:
        self._matchmaker = matchmaker
        self._people = people
        self._starting: dict[str, Meeting] = {}  # by room

    def begin(
        self,
        ladder: Ladder,
        meeting: Meeting,
        seating: Sequence[Entry],
        deal: SharedDeal | None,
        held: Callable[[], Claim | None],
    ) -> MatchRunner | FarMatch | None:
        """The next match of a meeting, from `deal` if that is given; None where it does not begin.

        All of `seating` must be here. `held` asks for the claim under which the meeting is noted: on another server the
        match begins once that is done, and never under a later one.
        """
        room = self._matchmaker.lobby.create(
            settings_of(ladder, meeting), host_of(ladder, self._people), "brief"
        )
        room.part, room.under, room.deal = part_of(ladder, meeting), held, deal
        self._starting[room.id] = meeting
        try:
            for seat, entry in enumerate(seating):
                take_seat(room, seat, entry)
            self._matchmaker.begin(room)
        except RequestError as problem:
            logger.warning("ladder %s: a match does not begin: %s", ladder.name, problem.msg)
            self._matchmaker.dissolve(room)
            return None
        finally:
            del self._starting[room.id]
        return room.match

    def starting_in(self, room: Room) -> Meeting | None:
        """The meeting whose match is being set up in a room right now."""
        return self._starting.get(room.id)


def host_of(ladder: Ladder, people: ClientRegistry) -> User:
    """Whose the rooms are: the server's, in a class as one of the class, so that nobody else sees them."""
    server, classroom = people.server_user, ladder.file.classroom
    if classroom is None:
        return server
    teachers = [one.teacher for one in people.accounts.classrooms if one.id == classroom]
    teacher = teachers[0] if teachers else None
    return User(
        UserId(f"{server.id}_class"), server.name, owner=teacher, classroom=ClassId(classroom)
    )


def settings_of(ladder: Ladder, meeting: Meeting) -> RoomSettings:
    """What the next match of a meeting is played under."""
    settings = ladder.settings[meeting.table]
    if meeting.unrated:
        settings = unrated(settings)
    return settings if meeting.options is None else with_options(settings, meeting.options)


def unrated(settings: RoomSettings) -> RoomSettings:
    """The same for a match that does not count."""
    return replace(settings, asked=settings.asked.model_copy(update={"rated": None}))


def part_of(ladder: Ladder, meeting: Meeting) -> LadderPart:
    """What the next match of a meeting is on its ladder."""
    entries = meeting.seating()
    ratings = tuple(ladder.standings.rating_of(entry) for entry in entries)
    tells_ratings = meeting.same_deal or not meeting.unrated
    return LadderPart(ladder.name, entries, ratings, meeting.same_deal, tells_ratings)


def take_seat(room: Room, seat: int, entry: Entry) -> None:
    """Puts an entry that is here on its seat. Raises RequestError."""
    if entry.bot is not None:
        room.seats[seat].bot = entry.bot
        return
    assert entry.client is not None, "only who is here is seated"
    room.enter(entry.client)
    room.sit(entry.client, seat)


ABSENT_S: Final = 60.0  # between two matches of a meeting everybody is waited for so long
NO_MEETING: Final = "no_meeting"  # how a match ends that no ladder knows


class LadderMatches:
    """Those of all ladders. Who meets is decided elsewhere."""

    def __init__(
        self,
        ladders: Mapping[str, Ladder],
        matchmaker: Matchmaker,
        people: ClientRegistry,
        counting: Counting,
        box: SeedBox,
        wall_ms: Callable[[], int],
        held: Callable[[], Callable[[], Claim | None]],
    ) -> None:
        """`box` seals seeds that more than one match is dealt from. `held` as LeaderLease has it."""
        self._ladders = ladders
        self._play = matchmaker.play
        self._rooms = MeetingRooms(matchmaker, people)
        self._counting = counting
        self._box = box
        self._wall_ms = wall_ms
        self._loop = asyncio.get_running_loop()
        self._running: dict[str, Meeting] = {}  # by match
        self._let_pass: set[tuple[str, int]] = set()  # first decisions, by match and seat
        self._hold = held
        self._held: Callable[[], Claim | None] = lambda: None  # the claim for which those are known
        matchmaker.play.on_set_up.append(self._set_up)
        matchmaker.hosting.on_crash.append(self._crashed)

    # After a restart, and where another server is in between.

    def restore(self) -> None:
        """What is on, as the ladders have it now, in place of what was known before."""
        self._held = self._hold()
        self._running = {
            meeting.running: meeting
            for ladder in self._ladders.values()
            for meeting in ladder.meetings.values()
            if meeting.running is not None
        }

    def awaited(self) -> list[str]:
        """Those that are on, or whose result is not known: they are to be set up again, unless another server plays them
        for this one.
        """
        return [
            match_id
            for match_id, meeting in self._running.items()
            if match_id not in self._play.far
            and not self._ladders[meeting.ladder].has_result(match_id)
        ]

    def settle(self) -> None:
        """After matches were set up again: what of a meeting's match is no more."""
        for ladder in self._ladders.values():
            for meeting in list(ladder.meetings.values()):
                if meeting.running is None:
                    self._between(ladder, meeting)
                elif not self._goes_on(MatchId(meeting.running)):
                    self._forget(ladder, meeting)
        for far in list(self._play.far.values()):
            self.learnt(far)

    def forget(self, ladder: Ladder) -> None:
        """The ladder is deleted: what becomes of its matches counts nowhere. They go on until they are told to end."""
        self._running = {
            match_id: meeting
            for match_id, meeting in self._running.items()
            if meeting.ladder != ladder.name
        }

    def _goes_on(self, match_id: MatchId) -> bool:
        """Is it played, here or elsewhere, or does it wait for a server with its rules?"""
        places = (self._play.running, self._play.far, self._play.left)
        return any(match_id in there for there in places)

    def hand_over(self) -> None:
        """Another server goes on with all of them; here they stop. Those on play nodes go on, and are reported to whoever
        runs the ladders then.
        """
        match_ids = list(self._running)
        self._running.clear()
        for match_id in match_ids:
            self._let_go(MatchId(match_id))

    def _let_go(self, match_id: MatchId) -> None:
        live = self._play.running.get(match_id)
        if live is None:
            return
        if live.is_writing and live.commit_gate.count:  # else nobody has heard that it begins
            live.when_settled(partial(self._let_go, match_id))
        else:
            live.let_go(LostMatchError("another server runs the ladders"))

    # How they begin.

    def begin(self, ladder: Ladder, meeting: Meeting) -> bool:
        """Starts the next match of a meeting. False where that cannot be now."""
        seating = [ladder.entries[entry] for entry in meeting.seating()]
        if not all(entry.is_here for entry in seating):
            return False
        try:
            deal = meeting.open_deal(self._box)
        except SeedBoxError as problem:
            logger.error("ladder %s: meeting %s is given up: %s", ladder.name, meeting.id, problem)
            meeting.is_given_up = True
            self._between(ladder, meeting)
            return False
        live = self._rooms.begin(ladder, meeting, seating, deal, self._held)
        if live is None:
            return False
        meeting.running = live.id
        self._running[live.id] = meeting
        ladder.note_meeting(meeting)  # in the same turn: so it is stored before the match is
        return True

    def go_on(self, ladder: Ladder, meeting: Meeting) -> None:
        """The next match of a meeting, or its end where somebody does not come."""
        is_begun = self.begin(ladder, meeting)
        if is_begun or meeting.is_over or self._loop.time() < meeting.due_s:
            return
        seating = seating_of(ladder, meeting)
        absent = [not ladder.entries[entry].is_here for entry in seating.entries]
        if not any(absent):
            return  # it is the server that lets nothing begin
        meeting.is_given_up = True
        if meeting.best_of > 1 and meeting.results and not all(absent):
            lost = walkover(ladder.next_number, seating, absent, self._wall_ms())
            result = structs.replace(lost, batch=meeting.batch, unrated=meeting.unrated)
            self._counting.count(ladder, result, None)
        self._between(ladder, meeting)

    def _set_up(self, room: Room, live: MatchRunner) -> None:
        """A match is about to begin, or to go on: one of a ladder says how strong everybody is."""
        meeting = self._running.get(live.id) or self._rooms.starting_in(room)
        if meeting is None:
            return
        if room.part is None:  # it was begun by an earlier version, which has not kept that
            live.rate(part_of(self._ladders[meeting.ladder], meeting))
        live.on_missed.append(partial(self._note_missed, live.id))

    def learnt(self, far: FarMatch) -> None:
        """A match of a ladder that another server plays has to be that of a meeting, or it ends: it counts for nobody."""
        is_ladders = self._play.room_of(far).part is not None
        if is_ladders and self.is_ours and far.id not in self._running:
            logger.warning("match %s belongs to no meeting, and ends", far.id)
            far.abort(NO_MEETING)

    # How they end.

    def _note_missed(self, match_id: MatchId, missed: TimedOut) -> None:
        self.missed(match_id, missed.seat, missed.decision)

    def missed(self, match_id: MatchId, seat: int, decision: int) -> None:
        """A decision was not taken in time, which another server may tell again. The process of a bot is looked after
        by the hosting, and its faults are counted at the end.
        """
        meeting = self._running.get(match_id)
        if meeting is None or decision > 1 or (match_id, seat) in self._let_pass:
            return
        self._let_pass = {told for told in self._let_pass if told[0] in self._running}
        self._let_pass.add((match_id, seat))
        ladder = self._ladders[meeting.ladder]
        entry = ladder.entries[meeting.seating()[seat]]
        if entry.state is EntryState.QUEUED and entry.bot is None:
            self._counting.missed_first(ladder, entry, match_id)

    def _crashed(self, process: BotProcess) -> None:
        """A program of the server has ended while it played; it is started again, and its owner is told."""
        for match_id in process.matches & self._running.keys():
            self.crashed(match_id, process.entry.title)

    def crashed(
        self, match_id: str, bot: str, log: str | None = None, at_ms: int | None = None
    ) -> None:
        """The same in one match. Where another server runs it, `log` is the end of what it wrote, and `at_ms` when it
        ended, since 1970.
        """
        meeting = self._running.get(match_id)
        if meeting is None:
            return
        ladder = self._ladders[meeting.ladder]
        for entry in dict.fromkeys(ladder.entries[one] for one in meeting.entries):
            if entry.bot == bot:
                self._counting.crashed(ladder, entry, match_id, at_ms or self._wall_ms(), log)

    @property
    def is_ours(self) -> bool:
        """Is it known what is on, and are the ladders run here?"""
        return self._held() is not None

    def owes(self, match_id: str) -> bool:
        """Is the result of a match to be told once more, as others run the ladders now, or it could not be kept?"""
        return not self.is_ours or match_id in self._running

    def gone(self, match_id: MatchId) -> None:
        """A match that was left to another server does not go on there, nor anywhere."""
        meeting = self._running.get(match_id)
        if meeting is not None and match_id not in self._play.running:
            self._play.left.pop(match_id, None)
            self._forget(self._ladders[meeting.ladder], meeting)

    def match_over(self, report: MatchReport) -> bool:
        """A match has ended, for certain; if it was one of a ladder, it counts there. False where it does not.

        While another server runs the ladders nothing counts here: it will hear of it.
        """
        meeting = self._running.get(report.match_id) if self.is_ours else None
        if meeting is None:
            return False
        ladder, outcome = self._ladders[meeting.ladder], report.outcome
        if outcome is None or ladder.has_result(report.match_id):  # elsewhere, or before a crash
            self._forget(ladder, meeting)
            return False
        del self._running[report.match_id]
        self._play.left.pop(report.match_id, None)  # that it is over may be all that is heard of it
        self._count(ladder, meeting, report, outcome)
        self._between(ladder, meeting)
        return True

    def _count(
        self, ladder: Ladder, meeting: Meeting, report: MatchReport, outcome: Outcome
    ) -> None:
        """The result counts for the meeting and on the ladder."""
        match_id = report.match_id
        number, seating = ladder.next_number, seating_of(ladder, meeting)
        result = result_of(number, match_id, outcome, seating, self._wall_ms())
        result = structs.replace(result, batch=meeting.batch, unrated=meeting.unrated)
        meeting.running = meeting.options = None
        meeting.played.append(match_id)
        if result.is_void:
            meeting.voids += 1
        else:
            meeting.results.append(result)
            if meeting.best_of > 1 and not meeting.is_over:
                result = structs.replace(result, ends_meeting=False)
                meeting.options = next_options(ladder, meeting, outcome)
        self._counting.count(ladder, result, match_id, report.logs)

    def _forget(self, ladder: Ladder, meeting: Meeting) -> None:
        """The match of a meeting never began, or cannot go on."""
        self._running.pop(meeting.running or "", None)
        is_counted = meeting.running is not None and ladder.has_result(meeting.running)
        meeting.running = None
        if not is_counted:
            meeting.voids += 1
        self._between(ladder, meeting)

    def _between(self, ladder: Ladder, meeting: Meeting) -> None:
        """A meeting goes on with another match, or is over."""
        if meeting.is_over:
            ladder.part(meeting, self._loop.time())
        else:
            meeting.due_s = self._loop.time() + ABSENT_S
            ladder.note_meeting(meeting)


def seating_of(ladder: Ladder, meeting: Meeting) -> Seating:
    """Who sits where in the match of a meeting that is on, or next."""
    entries = meeting.seating()
    people = tuple(ladder.entries[entry].is_person for entry in entries)
    return Seating(entries, people, meeting.id)


def next_options(ladder: Ladder, meeting: Meeting, last: Outcome) -> dict[str, Any] | None:
    """Those of the next match of a series where it is on the map of the `last`; None: the table's."""
    if not meeting.series().repeats_map:
        return None
    asked = ladder.settings[meeting.table].asked.options
    return {**asked, **last.same_map}
