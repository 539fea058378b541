"""All ladders of a server: when they are run here, what people ask of them, how they begin and end.

Of the servers that share a store one pairs (`leader_lease.py`); the others show what they read when they began. What
ladders there are is the catalogue's (`catalogue.py`), who meets when the scheduler's (`scheduler.py`), what becomes
of a match that of `matches.py`.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Final

from infoset_server.accounts.clients import Client, ClientRegistry, User
from infoset_server.common.ids import MatchId, UserId
from infoset_server.common.request_errors import WrongStateError
from infoset_server.common.task_set import TaskSet
from infoset_server.config import LadderRecordLimits, RoomLimits
from infoset_server.contests.ladder.catalogue import Catalogue
from infoset_server.contests.ladder.definition import LadderFile
from infoset_server.contests.ladder.ladder import Ladder
from infoset_server.contests.ladder.leader_lease import LeaderLease
from infoset_server.contests.ladder.matches import LadderMatches
from infoset_server.contests.ladder.player_presence import PlayerPresence
from infoset_server.contests.ladder.publishing import Counting, Publishing
from infoset_server.contests.ladder.retention import Retention
from infoset_server.contests.ladder.scheduler import Scheduler
from infoset_server.contests.ladder.sources import BotSource, OfferedBot
from infoset_server.contests.ladder.trials import Trials
from infoset_server.matches.deletions import count_stored, of_ladder
from infoset_server.matches.records import Records
from infoset_server.matches.report import MatchReport
from infoset_server.rooms.matchmaker import Matchmaker
from infoset_server.storage.errors import StoreError
from infoset_server.storage.notes import LADDERS
from infoset_server.storage.port import Claim

logger = logging.getLogger(__name__)

ELSEWHERE: Final = "the ladders are run by another server: ask there, or later"


class Ladders:
    """The ladders by name. Made on the event loop; `start` when matches may begin."""

    def __init__(
        self,
        matchmaker: Matchmaker,
        people: ClientRegistry,
        records: Records,
        limits: RoomLimits,
        folder: Path,
        wall_ms: Callable[[], int],
        sources: Sequence[BotSource],
        lease_s: float,
        record_limits: LadderRecordLimits,
        forget: Callable[[str], None],
        delete_matches: Callable[[Sequence[str], Callable[[], Claim | None]], None],
    ) -> None:
        """`folder` has the files. `sources` offer the programs of the server. Another server may take over
        when this one has shown no sign of life for `lease_s`. `forget` is told of matches that cannot be seen again
        any more. `delete_matches` has matches go, which is noted under the claim that is asked for.
        """
        self._delete_matches = delete_matches
        self._store = records.store
        self._removals = TaskSet()
        self._leaving: set[str] = set()  # ladders that are being deleted
        self.wall_ms = wall_ms
        self._matchmaker = matchmaker
        self._people = people
        self._notebook = records.notebook
        self._loop = asyncio.get_running_loop()
        self._leader_lease = leader_lease = LeaderLease(records.store, lease_s, self._loop.time)
        self._notebook.on_fenced.append(leader_lease.refused)
        people.accounts.register.on_rename.append(self.renaming)
        people.accounts.register.on_remove.append(self.left)
        notes = records.notebook.writer(LADDERS)
        self._catalogue = Catalogue(
            folder, limits, records.store, lambda: notes.under(leader_lease.held())
        )
        self.ladders = ladders = self._catalogue.ladders
        self._publishing = Publishing(self._notebook.flush, self.pair_soon, wall_ms)
        counting = Counting(people, matchmaker.hosting, self._publishing)
        self.matches = LadderMatches(
            ladders, matchmaker, people, counting, records.box, wall_ms, leader_lease.held
        )
        self._scheduler = Scheduler(
            ladders,
            self.matches,
            matchmaker,
            leader_lease,
            self._publishing,
            Trials(matchmaker, people, counting, wall_ms),
            sources,
            self._classes,
            wall_ms,
        )
        self._player_presence = PlayerPresence(ladders)
        self.retention = Retention(
            ladders, records.store, leader_lease, record_limits, forget, wall_ms
        )

    def _classes(self) -> set[str]:
        return {one.id for one in self._people.accounts.classrooms}

    # The beginning and the end.

    async def restore(self) -> None:
        """Takes the ladders if it can, and reads what was kept of them, and what stands in the files now.

        Call it before matches are set up again. Raises StoreError.
        """
        await self._leader_lease.take()
        await self._read()

    async def _read(self) -> None:
        await self._catalogue.read()
        for ladder in self.ladders.values():
            ladder.pace.recall(ladder.results, self.wall_ms())
        self.matches.restore()

    @property
    def is_elsewhere(self) -> bool:
        """Does another server run the ladders, and their matches?"""
        return self._leader_lease.claim is None

    def awaited(self) -> list[str]:
        """The matches that are on, or whose result is not known: they are to be set up again."""
        return self.matches.awaited()

    async def step_back(self) -> None:
        """Lets the ladders go, before they are started: they are tried again like those of another server."""
        await self._leader_lease.let_go()

    def settle_meetings(self) -> None:
        """After the matches were set up again: what of a meeting's match is no more."""
        if not self.is_elsewhere:
            self.matches.settle()

    def start(self, set_up_again: Callable[[Sequence[str]], Awaitable[None]]) -> None:
        """Matches begin from now on, or when the ladders have come here.

        `set_up_again` has matches go on that another server began, and may raise StoreError.
        """
        if self.ladders:
            self._publishing.start()
        if self.is_elsewhere:
            logger.warning("another server on this store runs the ladders")
        self._leader_lease.keep(partial(self._gained, set_up_again), self._lost)
        self._calculate()
        self._scheduler.start()

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
        self.matches.hand_over()

    async def close(self) -> None:
        """Begins nothing more. Matches and queues stay as they are noted; another server may go on with them."""
        self._scheduler.close()
        await self._removals.give_up()
        await self.retention.close()
        await self._publishing.close()
        with suppress(StoreError):  # then it is written when the store closes
            await self._notebook.flush()
        await self._leader_lease.close()

    # What people ask.

    def find(self, name: str, user: User | None = None) -> Ladder:
        """A ladder that `user` may know of (None: anybody who runs the server). Raises NotFoundError."""
        return self._catalogue.find(name, user)

    def renaming(self, user: User, name: str) -> Callable[[], None]:
        """What changes here when a user is called `name`: whose their entries are said to be, and what those are called
        that bear the name they had.

        Raises WrongStateError.
        """
        before = user.name
        rosters = [ladder.roster for ladder in self.ladders.values()]
        found = [(roster, roster.to_rename(user, name)) for roster in rosters]
        if any(entries for _, entries in found):
            self.require_ours()

        def rename() -> None:
            for roster, entries in found:
                roster.rename(entries, before, name)

        return rename

    def left(self, user: User) -> None:
        """An account is deleted: its entries are not paired again, and others may be called so.

        Where another server runs the ladders, they stay as they are.
        """
        if self._leader_lease.is_open:
            for ladder in self.ladders.values():
                ladder.roster.leave(user.id)

    def bot_taken_over(self, bot: str, before: UserId, owner: User) -> None:
        """An uploaded bot is to be `owner`'s: so are its entries, with their results.

        Raises WrongStateError where another server runs the ladders: its entries would stay with who had it before.
        """
        if self.ladders:
            self.require_ours()
        for ladder in self.ladders.values():
            ladder.roster.hand_over(bot, before, owner)

    def require_ours(self) -> None:
        """Raises WrongStateError where another server runs the ladders."""
        if not self._leader_lease.is_open:
            raise WrongStateError(ELSEWHERE)

    def stays_ours(self) -> Callable[[], None]:
        """As `require_ours`; and what it returns raises WrongStateError once another server has had them since now.

        They may be back by then: what was noted meanwhile need not be stored.
        """
        self.require_ours()
        held = self._leader_lease.held()

        def require() -> None:
            if held() is None:
                raise WrongStateError(ELSEWHERE)

        return require

    def load(self) -> list[str]:
        """Takes in files that are new; returns the names of their ladders.

        Raises LadderFileError or WrongStateError.
        """
        self.require_ours()
        loaded = self._catalogue.load()
        self._scheduler.look_for_bots()
        return loaded

    def create(self, name: str, file: LadderFile) -> Ladder:
        """A new ladder that needs no file: the store keeps what it is.

        Raises LadderFileError or WrongStateError.
        """
        self.require_ours()
        created = self._catalogue.create(name, file)
        self._scheduler.look_for_bots()
        return created

    def change(self, ladder: Ladder, file: LadderFile) -> None:
        """A ladder that needs no file is as `file` says from now on; the store keeps it. Raises WrongStateError."""
        self.require_ours()
        self._catalogue.change(ladder, file)
        ladder.look(self.wall_ms())
        self._scheduler.look_for_bots()
        self.pair_soon()

    def has_file(self, ladder: Ladder) -> bool:
        """Does a file say what this ladder is?"""
        return self._catalogue.has_file(ladder.name)

    async def remove(self, ladder: Ladder) -> None:
        """Nothing is kept of a ladder and its matches; those that go on end, wherever they are played. Raises
        WrongStateError or StoreError.

        It is stored when all that is noted by then is.
        """
        require = self.stays_ours()
        stored = await self._catalogue.names_of(ladder, self._notebook.flush)
        found = await self._stored_matches(ladder)
        require()
        if self.ladders.get(ladder.name) is not ladder:
            return  # it was deleted meanwhile
        matches = sorted(found | ladder.match_ids())
        self._publishing.forget(ladder)
        self.matches.forget(ladder)
        self._catalogue.remove(ladder, stored)
        self._delete_matches(matches, self._leader_lease.held())
        self._scheduler.look_for_bots()
        logger.info("ladder %s is deleted, with %d matches", ladder.name, len(matches))

    async def count_matches(self, ladder: Ladder) -> int:
        """How many matches of a ladder are stored. Raises StoreError."""
        return await count_stored(self._store, await self._stored_matches(ladder))

    async def _stored_matches(self, ladder: Ladder) -> set[str]:
        """The matches of a ladder, as it knows them, and those in the store that belong to no meeting and have no result.
        Raises StoreError.
        """
        found = await of_ladder(self._store, ladder.name, ladder.file.classroom)
        return ladder.match_ids() | set(found)

    def offered(self, game: str) -> Iterator[OfferedBot]:
        """The programs of the server that play a game, whoever's they are."""
        return self._scheduler.offered(game)

    def of_class(self, classroom: str) -> list[Ladder]:
        """The ladders of a class."""
        return [one for one in self.ladders.values() if one.file.classroom == classroom]

    def has_left_class(self, classroom: str) -> bool:
        """Is no ladder left of a class that is deleted? Begins to delete those."""
        if not self._leader_lease.is_open:
            return False  # whoever runs them deletes them
        left = self.of_class(classroom)
        for ladder in left:
            if ladder.name not in self._leaving:
                self._leaving.add(ladder.name)
                self._removals.start(self._remove_with_class(ladder), f"end of {ladder.name}")
        return not left

    async def _remove_with_class(self, ladder: Ladder) -> None:
        try:
            await self.remove(ladder)
        except (StoreError, WrongStateError) as problem:
            logger.warning("ladder %s is deleted later: %s", ladder.name, problem)
        finally:
            self._leaving.discard(ladder.name)

    def pair_soon(self) -> None:
        """Somebody can perhaps be paired who could not before."""
        self._scheduler.soon()

    def recounted(self, ladder: Ladder) -> None:
        """A result of `ladder` counts otherwise than before: its table is calculated anew."""
        self._publishing.soon(ladder)
        self.pair_soon()

    @property
    def is_stopping(self) -> bool:
        """Is the server about to stop?"""
        return self._matchmaker.stopping

    def now_s(self) -> float:
        """The monotonic clock of queues."""
        return self._loop.time()

    # What happens.

    def match_over(self, report: MatchReport) -> None:
        """A match has ended; if it was one of a ladder, it counts there. Call it once its end is certain."""
        if self.matches.match_over(report):
            self.pair_soon()

    def match_gone(self, match_id: MatchId) -> None:
        """A match goes on nowhere; if it was one of a ladder, another one is played. Before all is set up that is left to
        `settle_meetings`.
        """
        if self._leader_lease.is_open:
            self.matches.gone(match_id)

    def arrived(self, client: Client) -> None:
        """`client` is here (again): entries of its user that lost their connection play over it."""
        if client.takes_seats:
            self._player_presence.arrived(client, self._loop.time())

    def gone(self, client: Client) -> None:
        """`client` is gone for good: its entries wait for another one; what it sought ends."""
        mine = self._people.clients_of(client.user)
        others = [one for one in mine if one is not client and one.takes_seats]
        self._player_presence.gone(client, others, is_over=not self._matchmaker.stopping)

    def matches_of_classes(self) -> Iterator[tuple[str, str]]:
        """The finished matches on ladders of classes, and whose they are."""
        for ladder in self.ladders.values():
            if ladder.file.classroom is not None:
                for result in ladder.results:
                    yield result.match_id, ladder.file.classroom

    def needed_bots(self) -> set[str]:
        """The programs of the server that play, or are awaited for the next match of a meeting."""
        return {
            entry.bot
            for ladder in self.ladders.values()
            for entry in ladder.entries.values()
            if entry.bot is not None and entry.is_needed
        }

    def owners(self) -> set[UserId]:
        """Users who must not be forgotten: they have entries that play, or may play again."""
        return self._player_presence.owners()
