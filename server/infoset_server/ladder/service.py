"""All ladders of a server: starts their matches, counts their results, has their tables calculated, tells people.

Of the servers that share a store one pairs (`tenure.py`); the others show what they read when they began. A match of a
ladder is a match like any other in a room of its own; what makes it one of the ladder's is a `Meeting`, which is kept
before the match is. A result is kept before its match is closed in the store: after a crash, or where another server
takes over, the match is set up again, ends again, and the result, which is kept under the match's id, is the same one.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Final

from infoset_games.notices import TimedOut
from infoset_games.tables import tables_of
from infoset_protocol.errors import ErrorCode
from infoset_server.config import RoomLimits
from infoset_server.hall import Hall
from infoset_server.ids import ClassId, MatchId, UserId
from infoset_server.ladder.definition import LadderFile, LadderFileError, read_ladder_file
from infoset_server.ladder.entries import Entry, EntryState
from infoset_server.ladder.ladder import Ladder, LadderState
from infoset_server.ladder.meetings import Meeting
from infoset_server.ladder.publishing import Publishing
from infoset_server.ladder.restoring import ladder_paths, read_files, restore_ladder
from infoset_server.ladder.results import (
    RawResult,
    Seating,
    result_of,
    walkover,
)
from infoset_server.ladder.sources import BotSource
from infoset_server.ladder.stored import StoredLadders, read_stored
from infoset_server.ladder.tenure import Tenure
from infoset_server.live_match import LiveMatch
from infoset_server.notes import NoNotes, Notes
from infoset_server.people import Client, People, User
from infoset_server.records.journal import LostMatchError
from infoset_server.records.opening import Records
from infoset_server.records.seed_box import SeedBoxError
from infoset_server.requests import NotFoundError, RequestError, WrongStateError
from infoset_server.rooms import Room
from infoset_server.settings import with_options
from infoset_server.store.errors import StoreError

logger = logging.getLogger(__name__)

TICK_S: Final = 0.5  # looks so often for who can be paired now
LOOK_S: Final = 5.0  # and so often for programs of the server
MOST_AT_ONCE: Final = 16  # matches begun in one turn of the loop
ABSENT_S: Final = 60.0  # between two matches of a series everybody is waited for so long

PLAYING: Final = (EntryState.QUEUED, EntryState.DRAINING, EntryState.BENCHED)


class Ladders:
    """The ladders by name. Made on the event loop; `start` when matches may begin."""

    def __init__(
        self,
        hall: Hall,
        people: People,
        records: Records,
        limits: RoomLimits,
        folder: Path,
        wall_ms: Callable[[], int],
        sources: Sequence[BotSource],
        lease_s: float,
    ) -> None:
        """`folder` has the files. `sources` offer the programs of the server. Another server may take over
        when this one has shown no sign of life for `lease_s`.
        """
        self.ladders: dict[str, Ladder] = {}
        self._broken: set[str] = set()  # names of ladders that are stored and cannot be set up
        self._hall = hall
        self._people = people
        self._records = records
        self._limits = limits
        self._folder = folder
        self._wall_ms = wall_ms
        self._sources = list(sources)
        self._loop = asyncio.get_running_loop()
        self._tenure = Tenure(records.store, lease_s, self._loop.time)
        records.notebook.on_fenced.append(self._tenure.refused)
        self._notes: Notes = NoNotes()  # of the ladders as they were read last
        self._publishing = Publishing(records.notebook.flush, self.pair_soon)
        self._tick: asyncio.TimerHandle | None = None
        self._looked_s = 0.0
        self._matches: dict[str, Meeting] = {}  # by the match that is on
        self._starting: dict[str, Meeting] = {}  # by room
        hall.play.on_set_up.append(self._set_up)

    # The beginning and the end.

    async def restore(self) -> None:
        """Takes the ladders if it can, and reads what was kept of them, and what stands in the files now.

        Call it before matches are set up again. Raises StoreError.
        """
        await self._tenure.take()
        await self._read()

    async def _read(self) -> None:
        """In place of what was known before. Raises StoreError."""
        stored = await read_stored(self._records.store)
        self._notes = self._records.notebook.under(self._tenure.held())
        self.ladders.clear()
        self._broken.clear()
        self._matches.clear()
        files = read_files(self._folder)
        for name in sorted({*files, *stored.ladders}):
            try:
                self._add(name, files.get(name), stored)
            except (LadderFileError, RequestError, ValueError) as problem:
                logger.error("ladder %s is not there: %s", name, problem)
                if name in stored.ladders:
                    self._broken.add(name)

    def _add(self, name: str, file: LadderFile | None, stored: StoredLadders) -> None:
        """One ladder. Raises as `restore_ladder`."""
        ladder = restore_ladder(name, file, stored, self._limits, self._notes)
        self.ladders[name] = ladder
        for meeting in ladder.meetings.values():
            if meeting.running is not None:
                self._matches[meeting.running] = meeting

    @property
    def is_elsewhere(self) -> bool:
        """Does another server run the ladders, and their matches?"""
        return self._tenure.claim is None

    def awaited(self) -> list[str]:
        """The matches that are on, or whose result is not known: they are to be set up again."""
        return [
            match_id
            for match_id, meeting in self._matches.items()
            if not self.ladders[meeting.ladder].has_result(match_id)
        ]

    def settle_meetings(self) -> None:
        """After the matches were set up again: what of a meeting's match is no more."""
        if self.is_elsewhere:
            return
        for ladder in self.ladders.values():
            for meeting in list(ladder.meetings.values()):
                if meeting.running is not None and self._is_gone(meeting.running):
                    self._forget_match(ladder, meeting)
                elif meeting.running is None:
                    self._between(ladder, meeting)

    def _is_gone(self, match_id: str) -> bool:
        return MatchId(match_id) not in self._hall.play.running

    def _forget_match(self, ladder: Ladder, meeting: Meeting) -> None:
        """A match that never began, or cannot go on."""
        self._matches.pop(meeting.running or "", None)
        is_counted = meeting.running is not None and ladder.has_result(meeting.running)
        meeting.running = None
        if not is_counted:
            meeting.voids += 1
        self._between(ladder, meeting)

    def start(self, set_up_again: Callable[[Sequence[str]], Awaitable[None]]) -> None:
        """Matches begin from now on, or when the ladders have come here.

        `set_up_again` has matches go on that another server began, and may raise StoreError.
        """
        if self.ladders:
            self._publishing.start()
        if self.is_elsewhere:
            logger.warning("another server on this store runs the ladders")
        self._tenure.keep(partial(self._gained, set_up_again), self._lost)
        self._calculate()
        self._on_tick()

    def _calculate(self) -> None:
        """The tables that are behind their results."""
        for ladder in self.ladders.values():
            self._publishing.soon(ladder)

    async def _gained(self, set_up_again: Callable[[Sequence[str]], Awaitable[None]]) -> None:
        """Goes on where another server has let go, or is gone. Raises StoreError."""
        await self._read()
        await set_up_again(self.awaited())
        self.settle_meetings()
        self._publishing.start()
        self._calculate()

    def _lost(self) -> None:
        """Another server goes on with the ladders and their matches."""
        self._publishing.stop()
        matches = list(self._matches)
        self._matches.clear()
        for match_id in matches:
            self._hand_over(MatchId(match_id))

    def _hand_over(self, match_id: MatchId) -> None:
        live = self._hall.play.running.get(match_id)
        if live is None:
            return
        if live.is_writing:
            live.when_kept(partial(self._hand_over, match_id))
        else:
            live.let_go(LostMatchError("another server runs the ladders"))

    async def close(self) -> None:
        """Begins nothing more. Matches and queues stay as they are noted; another server may go on with them."""
        if self._tick is not None:
            self._tick.cancel()
            self._tick = None
        await self._publishing.close()
        with suppress(StoreError):  # then it is written when the store closes
            await self._records.notebook.flush()
        await self._tenure.close()

    # What people ask.

    def find(self, name: str, user: User | None = None) -> Ladder:
        """A ladder that `user` may know of (None: anybody who runs the server). Raises NotFoundError."""
        ladder = self.ladders.get(name)
        if ladder is None or (user is not None and not ladder.is_for(user)):
            raise NotFoundError(f"ladder {name}")
        return ladder

    def require_ours(self) -> None:
        """Raises WrongStateError where another server runs the ladders."""
        if not self._tenure.is_open:
            raise WrongStateError("the ladders are run by another server: ask there, or later")

    def load(self) -> list[str]:
        """Takes in files that are new; returns the names of their ladders.

        Raises LadderFileError or WrongStateError.
        """
        self.require_ours()
        paths = ladder_paths(self._folder)
        fresh = {path.stem: read_ladder_file(path) for path in paths if self._is_free(path.stem)}
        for name, file in fresh.items():
            self._add(name, file, StoredLadders())
        return sorted(fresh)

    def create(self, name: str, file: LadderFile) -> Ladder:
        """A new ladder that needs no file: the store keeps what it is.

        Raises LadderFileError or WrongStateError.
        """
        self.require_ours()
        if not self._is_free(name) or name in {path.stem for path in ladder_paths(self._folder)}:
            raise LadderFileError(f"{name}: there is a ladder of this name; expected another")
        self._add(name, file, StoredLadders())
        return self.ladders[name]

    def _is_free(self, name: str) -> bool:
        """Is nothing stored under this name?"""
        return name not in self.ladders and name not in self._broken

    def arrived(self, client: Client) -> None:
        """`client` is here (again): entries of its user that lost their connection play over it."""
        for ladder in self.ladders.values():
            for entry in ladder.entries.values():
                if entry.owner == client.user.id and not entry.is_here:
                    entry.client = client
                    entry.since_s = self._loop.time()

    def gone(self, client: Client) -> None:
        """`client` is gone for good: its entries wait for another one; what it sought ends."""
        others = [one for one in self._people.clients_of(client.user) if one is not client]
        for ladder in self.ladders.values():
            for entry in ladder.entries.values():
                if entry.client is client:
                    entry.client = others[-1] if others else None
                    if entry.is_brief and not self._hall.stopping:
                        ladder.drain(entry)

    def owners(self) -> set[UserId]:
        """Users who must not be forgotten: they have entries that play, or may play again."""
        return {
            UserId(entry.owner)
            for ladder in self.ladders.values()
            for entry in ladder.entries.values()
            if entry.bot is None and entry.state in PLAYING
        }

    @property
    def is_stopping(self) -> bool:
        """Is the server about to stop?"""
        return self._hall.stopping

    def now_s(self) -> float:
        """The monotonic clock of queues."""
        return self._loop.time()

    def pair_soon(self) -> None:
        """Somebody can perhaps be paired who could not before."""
        if self._tick is not None:
            self._loop.call_soon(self._pair_all)

    # Who meets next.

    def _on_tick(self) -> None:
        self._tick = self._loop.call_later(TICK_S, self._on_tick)
        if not self._tenure.is_ours:
            return
        now_s = self._loop.time()
        if now_s - self._looked_s >= LOOK_S or not self._looked_s:
            self._looked_s = now_s
            self._look_for_bots(now_s)
            self._close_in_time()
        self._pair_all()

    def _look_for_bots(self, now_s: float) -> None:
        for ladder in self.ladders.values():
            wanted = ladder.file.hosted
            if not wanted:
                continue
            offered = [
                bot
                for source in self._sources
                for bot in source.bots(ladder.file.game)
                if wanted == "all" or bot.name in wanted
            ]
            ladder.offer(offered, now_s)

    def _close_in_time(self) -> None:
        """Ladders whose end has come, and those of classes that are gone."""
        classes = {one.id for one in self._people.accounts.classrooms}
        for ladder in self.ladders.values():
            why = self._why_over(ladder, classes)
            if why and ladder.state not in (LadderState.CLOSING, LadderState.CLOSED):
                logger.info("ladder %s closes: %s", ladder.name, why)
                ladder.set_state(LadderState.CLOSING)

    def _why_over(self, ladder: Ladder, classes: Collection[str]) -> str:
        """Why it shall close; "" where it shall not."""
        ends_ms = ladder.file.ends_ms()
        if ends_ms is not None and self._wall_ms() >= ends_ms:
            return "its time is over"
        classroom = ladder.file.classroom
        if classroom is not None and classroom not in classes:
            return f"there is no class {classroom}"
        return ""

    def _pair_all(self) -> None:
        if not (self._hall.takes_matches and self._tenure.is_ours):
            return
        for ladder in self.ladders.values():
            for meeting in list(ladder.meetings.values()):
                if meeting.running is None:
                    self._go_on(ladder, meeting)
            for _ in range(MOST_AT_ONCE):
                fresh = ladder.next_meeting(self._loop.time())
                if fresh is None:
                    break
                ladder.meet(fresh)
                if not self._begin(ladder, fresh):
                    ladder.part(fresh, self._loop.time())
                    break

    def _begin(self, ladder: Ladder, meeting: Meeting) -> bool:
        """Starts the next match of a meeting. False where that cannot be now."""
        seating = [ladder.entries[entry] for entry in meeting.seating()]
        if not all(entry.is_here for entry in seating):
            return False
        settings = ladder.settings[meeting.table]
        if meeting.options is not None:
            settings = with_options(settings, meeting.options)
        try:
            seed = meeting.open_seed(self._records.box)
        except SeedBoxError as problem:
            logger.error("ladder %s: meeting %s is given up: %s", ladder.name, meeting.id, problem)
            meeting.is_given_up = True
            self._between(ladder, meeting)
            return False
        room = self._hall.lobby.create(settings, self._host(ladder), "brief")
        self._starting[room.id] = meeting
        try:
            for seat, entry in enumerate(seating):
                take_seat(room, seat, entry)
            self._hall.start(room, seed=seed)
        except RequestError as problem:
            logger.warning("ladder %s: a match does not begin: %s", ladder.name, problem.msg)
            self._hall.dissolve(room)
            return False
        finally:
            del self._starting[room.id]
        assert room.match is not None
        meeting.running = room.match.id
        self._matches[meeting.running] = meeting
        ladder.note_meeting(meeting)  # in the same turn: so it is stored before the match is
        return True

    def _host(self, ladder: Ladder) -> User:
        """Whose the rooms are: in a class, one of its own, so that nobody else sees them."""
        classroom = ladder.file.classroom
        if classroom is None:
            return self._people.server_user
        members = self._people.accounts.register.members(ClassId(classroom))
        return members[0] if members else self._people.server_user

    def _go_on(self, ladder: Ladder, meeting: Meeting) -> None:
        """The next match of a meeting, or its end where somebody does not come."""
        is_begun = self._begin(ladder, meeting)
        if is_begun or meeting.is_over or self._loop.time() < meeting.due_s:
            return
        seating = self._seating(ladder, meeting)
        absent = [not ladder.entries[entry].is_here for entry in seating.entries]
        if not any(absent):
            return  # it is the server that lets nothing begin
        meeting.is_given_up = True
        if meeting.best_of > 1 and meeting.results and not all(absent):
            self._count(
                ladder, walkover(ladder.next_number, seating, absent, self._wall_ms()), None
            )
        self._between(ladder, meeting)

    def _seating(self, ladder: Ladder, meeting: Meeting) -> Seating:
        """Who sits where in the match of a meeting that is on, or next."""
        entries = meeting.seating()
        people = tuple(ladder.entries[entry].is_person for entry in entries)
        return Seating(entries, people, meeting.id)

    # A match.

    def _set_up(self, room: Room, live: LiveMatch) -> None:
        """A match is about to begin, or to go on: one of a ladder says how strong everybody is."""
        meeting = self._matches.get(live.id) or self._starting.get(room.id)
        if meeting is None:
            return
        ladder = self.ladders[meeting.ladder]
        for chair, entry in zip(live.chairs, meeting.seating(), strict=True):
            chair.rating = ladder.rating_of(entry)
            live.ratings.append(
                {
                    "seat": chair.seat,
                    "ladder": ladder.name,
                    "entry": entry,
                    "before": chair.rating,
                }
            )
        live.keeps_seed = meeting.same_deal
        live.on_missed = partial(self._missed, ladder, meeting, live)

    def _missed(self, ladder: Ladder, meeting: Meeting, live: LiveMatch, missed: TimedOut) -> None:
        """Who lets the first decision pass is not there: it is not paired again until it says so."""
        entry = ladder.entries[meeting.seating()[missed.seat]]
        if missed.decision > 1 or entry.state is not EntryState.QUEUED:
            return
        if entry.bot is not None:
            return  # its process is looked after by the hosting; faults are counted at the end
        why = "did not take its first decision in time and is off the queue"
        ladder.take_off(entry, f"match {live.id}: {why}")
        self._tell(entry, f"{ladder.name}: {entry.title} {why}", live.id)

    def match_over(self, live: LiveMatch) -> None:
        """A match has ended; if it was one of a ladder, it counts there. Call it once its end is certain."""
        meeting = self._matches.get(live.id)
        if meeting is None:
            return
        ladder = self.ladders[meeting.ladder]
        if live.match.over is None or ladder.has_result(live.id):  # elsewhere, or before a crash
            self._forget_match(ladder, meeting)
            return
        del self._matches[live.id]
        number, seating = ladder.next_number, self._seating(ladder, meeting)
        result = result_of(number, live.id, live.match, seating, self._wall_ms())
        meeting.running = meeting.options = None
        meeting.played.append(live.id)
        if result.is_void:
            meeting.voids += 1
        else:
            meeting.results.append(result)
            if meeting.best_of > 1 and not meeting.is_over:
                result = replace(result, ends_meeting=False)
                meeting.options = self._next_options(ladder, meeting, live)
        self._count(ladder, result, live.id)
        self._between(ladder, meeting)
        self.pair_soon()

    def _next_options(
        self, ladder: Ladder, meeting: Meeting, live: LiveMatch
    ) -> dict[str, Any] | None:
        """Those of the next match of a series where it is on the map of the last; None: the table's."""
        if not meeting.series().repeats_map:
            return None
        asked = ladder.settings[meeting.table].asked.options
        return {**asked, **tables_of(live.match.game.name).same_map(live.match.deal)}

    def _count(self, ladder: Ladder, result: RawResult, match_id: str | None) -> None:
        """A result is kept, and looked at."""
        for seat, fault in enumerate(result.faults):
            entry = ladder.entries[result.entries[seat]]
            if fault and entry.bot is not None and match_id is not None:
                self._renew(entry.bot, match_id)
        for entry in ladder.count(result):
            logger.warning("ladder %s: %s is benched: %s", ladder.name, entry.title, entry.why)
            self._tell(entry, f"{ladder.name}: {entry.title} is benched: {entry.why}", match_id)
        self._publishing.soon(ladder)

    def _renew(self, bot: str, match_id: str) -> None:
        """A program of the server that did not play on is started anew when it plays nowhere."""
        hosting = self._hall.hosting
        for process in hosting.processes:
            if process.entry.name == bot:
                hosting.failed(process, MatchId(match_id))

    def _between(self, ladder: Ladder, meeting: Meeting) -> None:
        """A meeting goes on with another match, or is over."""
        if meeting.is_over:
            ladder.part(meeting, self._loop.time())
        else:
            meeting.due_s = self._loop.time() + ABSENT_S
            ladder.note_meeting(meeting)

    def _tell(self, entry: Entry, msg: str, match_id: str | None) -> None:
        """Something its owner must know that nobody asked for."""
        user = self._people.find(entry.owner)
        for client in [] if user is None else self._people.clients_of(user):
            client.connection.error(ErrorCode.WRONG_STATE, msg, match_id=match_id)


def take_seat(room: Room, seat: int, entry: Entry) -> None:
    """Puts an entry that is here on its seat. Raises RequestError."""
    if entry.bot is not None:
        room.seats[seat].bot = entry.bot
        return
    assert entry.client is not None, "only who is here is seated"
    room.enter(entry.client)
    room.sit(entry.client, seat)
