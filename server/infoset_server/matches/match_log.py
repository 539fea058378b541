"""Keeps the steps of running matches in the store, and tells when they are kept. Knows no rules."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Final, Protocol, TypeAlias, TypeVar

from infoset_games.steps import RecordError, Step
from infoset_server.matches.match_records import MatchHead, read_head, write_head
from infoset_server.matches.step_records import Remark, read_remark, read_step, write_step
from infoset_server.storage.errors import CorruptError, FencedError, StoreError, UnavailableError
from infoset_server.storage.insisting import insist
from infoset_server.storage.node import Node
from infoset_server.storage.notebook import Notebook
from infoset_server.storage.port import (
    Append,
    Appended,
    Claim,
    Entry,
    Lease,
    MatchStore,
    NewMatch,
    Outcome,
    StoredMatch,
)
from infoset_server.storage.seed_box import SeedBox
from infoset_server.storage.writer import Writer

logger = logging.getLogger(__name__)

MOST: Final = 256  # matches taken in one transaction
MOST_ENTRIES: Final = 8_192  # entries read in one transaction, but for a match that has more

T = TypeVar("T")

Kept: TypeAlias = Callable[[StoreError | None], None]  # None: kept; else: not, and why


class MatchLog(Protocol):
    """Where the steps of one match go."""

    @property
    def epoch(self) -> int:
        """How often the match has changed hands: a number that is higher for whoever has it later."""
        ...

    def keep(self, steps: Sequence[Step], done: Kept, remark: Remark | None = None) -> bool:
        """True: they are kept. False: `done` will be called, later, once. No other call before that.

        `remark` is what the player remarked with the first of them.
        """
        ...

    def close(self, status: str) -> None:
        """The match is over, as `status` says."""
        ...


class NoLog:
    """Keeps nothing: matches end with the server."""

    epoch = 0

    def keep(self, steps: Sequence[Step], done: Kept, remark: Remark | None = None) -> bool:
        """At once."""
        return True

    def close(self, status: str) -> None:
        """Nothing to close."""


class LostMatchError(StoreError):
    """Somebody else has written to the log of a match that is ours: it must not go on here."""


class Journal(Protocol):
    """Where matches are kept that begin."""

    def begin(self, head: MatchHead, under: Claim | None = None) -> MatchLog:
        """The log of a match that begins; its head is stored with its first steps.

        It is not stored, and lost, where `under`, if that is given, is not the newest claim on its task.
        """
        ...


@dataclass(frozen=True, slots=True)
class OwnMatch:
    """A match of this server as it is stored: its steps, when each was kept by the wall clock, and where they go on."""

    head: MatchHead
    steps: list[Step]
    at_ms: list[int]
    log: MatchLog


class StoredJournal:
    """The logs of all matches of one server in the store."""

    def __init__(
        self,
        store: MatchStore,
        writer: Writer,
        notebook: Notebook,
        box: SeedBox,
        node: Node,
        wall_ms: Callable[[], int],
    ) -> None:
        """What `notebook` holds is stored before any match that may need it. The matches are those of `node`.

        `wall_ms` is the time of day, for people who read records.
        """
        self.store = store
        self.writer = writer
        self.notebook = notebook
        self.box = box
        self.node = node
        self.wall_ms = wall_ms
        self.hall: Claim | None = None  # for which matches begin here, where that is another server
        self.is_closing = False
        self._unreported: dict[str, Callable[[], None]] = {}  # what closes matches that are over
        self._tasks: set[asyncio.Task[None]] = set()

    def begin(self, head: MatchHead, under: Claim | None = None) -> MatchLog:
        """As Journal."""
        return StoredLog(self, write_head(head, self.box), epoch=0, seq=0, under=under)

    async def unfinished(self, node: str | None = None) -> list[str]:
        """The ids of the matches that are not over, or of a node's; oldest first. Raises StoreError."""
        return await self.store.unfinished(node)

    async def owners(self, match_ids: Sequence[str]) -> dict[str, list[str]]:
        """These matches by node, without those of which that cannot be read. Raises StoreError."""
        found: dict[str, list[str]] = {}
        for match_id, node in (await self._find_many(self.store.owners, match_ids)).items():
            found.setdefault(node, []).append(match_id)
        return found

    async def heads(self, match_ids: Sequence[str]) -> dict[str, NewMatch]:
        """What these matches began with, without those of which that cannot be read. Raises StoreError."""
        return await self._find_many(self.store.heads, match_ids)

    async def _find_many(
        self, find: Callable[[Sequence[str]], Awaitable[Mapping[str, T]]], match_ids: Sequence[str]
    ) -> dict[str, T]:
        """What is found of these matches, so many at once. Where something is damaged, one by one."""
        found: dict[str, T] = {}
        for start in range(0, len(match_ids), MOST):
            some = match_ids[start : start + MOST]
            try:
                found |= await find(some)
            except CorruptError:
                for match_id in some:
                    with suppress(CorruptError):
                        found |= await find([match_id])
        return found

    async def take(self, match_ids: Sequence[str]) -> dict[str, Lease]:
        """Makes these matches ours; those of nodes that live are left out. Raises StoreError."""
        owners = await self.owners(match_ids)
        await self.node.known(owners)
        leases = {}
        for owner, theirs in owners.items():
            for lease in await self._take_from(owner, theirs):
                leases[lease.match_id] = lease
        return leases

    async def give(self, match_id: str, node: str) -> None:
        """Makes a match of ours that of another node, which lives, in one transaction. Raises StoreError.

        Nothing may be on its way into its log. After an unknown outcome only `owners` tells whose it is.
        """
        claim = await self.node.living(node)
        await self.notebook.flush()
        try:
            await self.store.take([match_id], self.node.claim, claim)
        except FencedError as fenced:
            self.node.refused(fenced.claim)
            raise

    async def shut_out(self, node: str) -> bool:
        """What a node that is gone has not stored by now, it never will; False where it lives. Raises StoreError."""
        of = await self.node.succeed(node)
        if of is not None:
            await self.node.part_with(of)
        return of is not None

    async def _take_from(self, owner: str, match_ids: Sequence[str]) -> list[Lease]:
        of = await self.node.succeed(owner)
        if of is None:
            return []
        taken: list[Lease] = []
        for start in range(0, len(match_ids), MOST):
            some = match_ids[start : start + MOST]
            taken += await self.store.take(some, of, self.node.claim)
        await self.node.part_with(of)
        return taken

    async def read_many(self, leases: Sequence[Lease]) -> dict[str, OwnMatch]:
        """Matches that are ours, without those of which something cannot be read. Raises StoreError.

        All are read in one transaction: `in_parts` makes parts that are not too large for that.
        """
        try:
            stored = await self.store.read_many([lease.match_id for lease in leases])
        except CorruptError:
            return {}  # of the file, who knows where: `read` finds out
        found = {}
        for lease in leases:
            with suppress(KeyError, RecordError):
                found[lease.match_id] = self._own(lease, *stored[lease.match_id])
        return found

    async def read(self, lease: Lease) -> OwnMatch:
        """A match that is ours, and the log in which it goes on. Raises StoreError or RecordError."""
        stored = await self.store.find_match(lease.match_id)
        return self._own(lease, stored, [entry async for entry in self.store.read(lease.match_id)])

    def _own(self, lease: Lease, stored: StoredMatch, entries: Sequence[Entry]) -> OwnMatch:
        head = read_head(stored, self.box)
        steps = [read_step(entry) for entry in entries]
        if len(steps) != lease.seq:
            raise RecordError(f"match {lease.match_id} has {len(steps)} entries, not {lease.seq}")
        log = StoredLog(self, stored.head, lease.epoch, len(steps))
        return OwnMatch(head, steps, [entry.at_ms for entry in entries], log)

    async def look_up(self, match_id: str) -> tuple[MatchHead, str, list[Step]]:
        """A match as it is stored, its status, and its steps, to be read only. Raises StoreError or RecordError."""
        stored = await self.store.find_match(match_id)
        head = read_head(stored, self.box)
        return head, stored.status, [read_step(entry) async for entry in self.store.read(match_id)]

    async def remarks(self, match_id: str) -> dict[int, Remark]:
        """What players remarked with their acts, by the number of the step. Raises StoreError or RecordError."""
        found = [read_remark(entry) async for entry in self.store.read(match_id)]
        return {number: remark for number, remark in enumerate(found) if remark}

    async def head(self, match_id: str) -> MatchHead:
        """What a match began with. Raises StoreError or RecordError."""
        return read_head(await self.store.find_match(match_id), self.box)

    async def finish(self, match_id: str, epoch: int, status: str) -> None:
        """A match is over, as `status` says, and what was noted of it is stored before. Raises StoreError."""
        await self.notebook.flush()
        await self.store.close_match(match_id, epoch, status)

    def close_reported(self, match_id: str, close: Callable[[], None]) -> None:
        """Calls `close`: at once, or, where the match was played for a hall, when that has kept how it has ended.

        A match that is over and not closed is found by whoever takes over this server's, and reported again.
        """
        if self.hall is None:
            close()
        else:
            self._unreported[match_id] = close

    def reported(self, match_id: str) -> None:
        """The hall has kept how a match has ended."""
        close = self._unreported.pop(match_id, None)
        if close is not None:
            close()

    async def create(self, new: NewMatch, steps: Sequence[Step], under: Claim | None = None) -> int:
        """Stores a new match; returns its epoch. Raises StoreError, and LostMatchError where it was to be stored `under` a
        claim that is not the newest on its task: it never will be.

        What began for a hall is not stored once another server is the hall: that one has looked already which matches
        there are, and a match that nobody was told of would be there beside the next one of its players.
        """
        await self.notebook.flush()
        at_ms = self.wall_ms()
        entries = [write_step(step, at_ms) for step in steps]
        try:
            also = [claim for claim in (self.hall, under) if claim is not None]
            lease = await self.store.create_match(new, self.node.claim, entries, also=also)
        except FencedError as fenced:
            self.node.refused(fenced.claim)
            if under is not None and fenced.claim.task == under.task:
                raise LostMatchError(f"match {new.match_id}: {fenced}") from None
            raise
        return lease.epoch

    def spawn(self, work: "asyncio.Task[None]") -> None:
        """Holds on to a task until it is done."""
        self._tasks.add(work)
        work.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Waits for what is being written; what the store has no answer for now is left to the next start."""
        self.is_closing = True
        if self._tasks:
            await asyncio.wait(self._tasks)
        await self.writer.close()
        await self.notebook.close()
        await self.node.close()


class StoredLog:
    """The log of one match in the store."""

    def __init__(
        self,
        journal: StoredJournal,
        new: NewMatch,
        epoch: int,
        seq: int,
        under: Claim | None = None,
    ) -> None:
        self._under = under
        self._journal = journal
        self._new = new
        self._epoch = epoch
        self._seq = seq
        self._done: Kept | None = None  # of the last append

    @property
    def epoch(self) -> int:
        """As MatchLog; 0 until the match is stored."""
        return self._epoch

    def keep(self, steps: Sequence[Step], done: Kept, remark: Remark | None = None) -> bool:
        """As MatchLog."""
        if self._seq == 0:
            creating = self._create(steps, done)
            self._journal.spawn(asyncio.get_running_loop().create_task(creating))
            return False
        at_ms = self._journal.wall_ms()
        entries = [write_step(steps[0], at_ms, remark)]
        if len(steps) > 1:
            entries += [write_step(step, at_ms) for step in steps[1:]]
        append = Append(self._new.match_id, self._epoch, self._seq, tuple(entries))
        self._done = done
        try:
            self._journal.writer.submit(append, self._settled)
        except StoreError as refusal:
            asyncio.get_running_loop().call_soon(done, refusal)
        return False

    def _settled(self, outcome: Outcome | StoreError) -> None:
        """The writer has spoken of the last append."""
        assert self._done is not None, "one append at a time"
        self._done(self._read(outcome))

    def close(self, status: str) -> None:
        """As MatchLog. Where a server stops before that could be stored, the next one finds the match over and closes it."""
        if self._seq:
            self._journal.close_reported(self._new.match_id, partial(self._close_soon, status))

    def _close_soon(self, status: str) -> None:
        self._journal.spawn(asyncio.get_running_loop().create_task(self._close(status)))

    async def _close(self, status: str) -> None:
        match_id = self._new.match_id
        finish = partial(self._journal.finish, match_id, self._epoch, status)
        with suppress(StoreError):
            await insist(
                f"the end of match {match_id}", finish, lambda: not self._journal.is_closing
            )

    async def _create(self, steps: Sequence[Step], done: Kept) -> None:
        try:
            self._epoch = await self._journal.create(self._new, steps, self._under)
        except StoreError as error:
            done(error)
        except Exception as error:
            logger.exception("match %s: storing its beginning failed", self._new.match_id)
            done(UnavailableError(type(error).__name__, is_unknown=True))
        else:
            self._seq = len(steps)
            done(None)

    def _read(self, outcome: Outcome | StoreError) -> StoreError | None:
        """What an outcome means for the match."""
        match outcome:
            case Appended():
                self._seq = outcome.seq
                return None
            case StoreError():
                return outcome
            case _:
                self._journal.node.check()
                return LostMatchError(f"match {self._new.match_id}: {outcome}")


def in_parts(leases: Iterable[Lease]) -> Iterator[list[Lease]]:
    """As many at once as one transaction may read, in order."""
    part: list[Lease] = []
    entries = 0
    for lease in leases:
        if part and (len(part) == MOST or entries + lease.seq > MOST_ENTRIES):
            yield part
            part, entries = [], 0
        part.append(lease)
        entries += lease.seq
    if part:
        yield part
