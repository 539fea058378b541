"""All A-B tests of a server: who may do what with them, whose turn it is at a worker, and what outlives the server.

A worker plays the tests of the user whose token it shows; one with an administrator's token plays everybody's where
it asks for that. So nobody's program runs on a machine, and nobody's results count in a test, without a word of
whose they are. A block is on the disk before its worker hears that it counts.
"""

import secrets
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import version
from typing import Final

from infoset_server.accounts.users import User
from infoset_server.common.ids import UserId, fresh_id
from infoset_server.config import AbTestLimits
from infoset_server.contests.abtests.abtest import AbTest
from infoset_server.contests.abtests.definition import (
    HIGHEST,
    RELEASE,
    TEST,
    AbState,
    AbTestError,
    Block,
    Log,
    Release,
    Side,
    StoredTest,
    Terms,
    blocks_of,
    unknown_test,
)
from infoset_server.contests.abtests.programs import Programs
from infoset_server.storage.notes import Notes
from infoset_server.storage.port import MatchStore

SEED_BYTES: Final = 16  # a program is told a number made of it, and must not find it by trying
MOST_REFUSALS: Final = 1_000  # of a test
PACKAGE: Final = "infoset"
RATE_S: Final = 600.0  # over which games an hour are counted


@dataclass(frozen=True)
class Worker:
    """Who plays: a name of its own, whose token it shows, and whether it plays for everybody."""

    name: str
    user: UserId | None
    for_all: bool = False

    def plays_for(self, owner: UserId | None) -> bool:
        """Are this owner's tests for the worker?"""
        return self.for_all or self.user == owner


@dataclass(frozen=True)
class Order:
    """Blocks for a worker."""

    test: AbTest
    blocks: list[int]


class AbTests:
    """The queue. Everything raises AbTestError where nothing is done."""

    def __init__(
        self,
        limits: AbTestLimits,
        programs: Programs,
        notes: Notes,
        wall_ms: Callable[[], int],
        clock_s: Callable[[], float],
    ) -> None:
        self.programs = programs
        self.limits = limits
        self.package = version(PACKAGE)
        self._notes = notes
        self._wall_ms = wall_ms
        self._clock_s = clock_s
        self._tests: dict[str, AbTest] = {}
        self._releases: dict[str, Release] = {}
        self._lately: dict[str, deque[tuple[float, int]]] = {}  # when how many matches came in

    async def restore(self, store: MatchStore) -> None:
        """Reads what an earlier server has kept; blocks that were out go out again. Raises StoreError."""
        for release in RELEASE.read(await store.documents(RELEASE.name)):
            self._releases[release.name] = release
        kept = TEST.read(await store.documents(TEST.name))
        for stored in sorted(kept, key=lambda one: one.created_ms):
            one = self._tests[stored.id] = AbTest(stored)
            if one.is_open:
                kind = blocks_of(stored.id)
                for block in kind.read(await store.documents(kind.name)):
                    one.add(block)
                self._note_end(one)

    def __iter__(self) -> Iterator[AbTest]:
        """All tests: those that are open first, whose turn is next foremost; then the latest."""
        opened = [one for one in self._tests.values() if one.is_open]
        over = [one for one in self._tests.values() if not one.is_open]
        yield from sorted(opened, key=lambda one: -one.stored.priority)
        yield from sorted(over, key=lambda one: -one.stored.ended_ms)

    def find(self, name: str) -> AbTest:
        """The test of this id."""
        one = self._tests.get(name)
        if one is None:
            raise unknown_test(name)
        return one

    # What its owner does.

    def submit(self, terms: Terms, owner: User | None, priority: int) -> AbTest:
        """A new test at the end of the queue of its priority."""
        opened = [one.stored for one in self._tests.values() if one.is_open]
        mine = [one for one in opened if one.owner == owner_id(owner)]
        if len(opened) >= self.limits.max_open or len(mine) >= self.limits.max_per_owner:
            raise AbTestError(
                f"{len(mine)} tests of yours and {len(opened)} of all are open already; stop one"
            )
        for side in (terms.a, terms.b):
            if side.program is not None:
                self.programs.touch(side.program)
        stored = StoredTest(
            fresh_id("ab"),
            terms,
            owner_id(owner),
            "the server" if owner is None else owner.name,
            secrets.token_hex(SEED_BYTES),
            self._wall_ms(),
            priority,
        )
        self._tests[stored.id] = one = AbTest(stored)
        self._note(one)
        self._forget_oldest()
        return one

    def stop(self, one: AbTest) -> None:
        """Nothing more of a test is played."""
        self._require_open(one)
        one.end(AbState.STOPPED)
        self._note_end(one)

    def set_priority(self, one: AbTest, priority: int) -> None:
        """Tests of higher priority are played first."""
        self._require_open(one)
        assert abs(priority) <= HIGHEST, priority
        one.stored.priority = priority
        self._note(one)

    def release(self, name: str, game: str, side: Side, owner: User | None) -> Release:
        """The newest version of a program, under a name that belongs to whoever used it first."""
        before = self._releases.get(name)
        if before is not None and (before.owner != owner_id(owner) or before.game != game):
            raise AbTestError(f"name: {name} is another program's")
        if before is None and len(self._releases) >= self.limits.max_releases:
            raise AbTestError(f"name: there are {len(self._releases)} releases already")
        if side.program is not None:
            self.programs.touch(side.program)
        number = 1 if before is None else before.number + 1
        labelled = replace(side, label=f"{name}@{number}")
        found = Release(name, owner_id(owner), game, number, labelled, self._wall_ms())
        self._releases[name] = found
        self._notes.put(RELEASE.name, name, RELEASE.write(found))
        return found

    def find_release(self, name: str, owner: User | None) -> Release:
        """The newest release of one's own under a name."""
        found = self._releases.get(name)
        if found is None or found.owner != owner_id(owner):
            raise AbTestError(f"against: you have no release {name}")
        return found

    # What workers do.

    def take(self, worker: Worker, wanted: str | None, most: int) -> Order | None:
        """Blocks for a worker, of the test whose turn it is; of `wanted` only while it is its turn."""
        now_s = self._clock_s()
        ready = [
            one
            for one in self._tests.values()
            if one.is_open
            and worker.plays_for(one.stored.owner)
            and worker.name not in one.refusals
            and one.has_work(now_s)
        ]
        if not ready:
            return None
        first = min(ready, key=lambda one: (-one.stored.priority, len(one.leases), one.begun))
        if wanted is not None and first.stored.id != wanted:
            same = [one for one in ready if one.stored.id == wanted]
            if not same or same[0].stored.priority < first.stored.priority:
                return None
            first = same[0]
        until_s = now_s + self.limits.lease_s
        blocks = first.take(worker.name, most, now_s, until_s)
        return Order(first, blocks) if blocks else None

    def renew(self, worker: Worker) -> None:
        """A worker says that it is still there."""
        until_s = self._clock_s() + self.limits.lease_s
        for one in self._tests.values():
            one.renew(worker.name, until_s)

    def refuse(self, worker: Worker, one: AbTest, why: str) -> None:
        """A worker cannot play a test; it is not offered to it any more, and its owner hears why."""
        require_player(worker, one)
        one.give_back(worker.name)
        if len(one.refusals) < MOST_REFUSALS:
            one.refusals[worker.name] = why

    def leave(self, worker: Worker) -> None:
        """A worker goes, and gives back what it has not played."""
        for one in self._tests.values():
            one.give_back(worker.name)

    def report(
        self, worker: Worker, one: AbTest, blocks: Sequence[Block], logs: Sequence[Log]
    ) -> int:
        """Takes in what was played; returns how many of the blocks count. All are checked before any is taken."""
        require_player(worker, one)
        for block in blocks:
            one.check(block)
        counted = 0
        kind = blocks_of(one.stored.id)
        for block in blocks:
            if one.add(block):
                counted += 1
                self._notes.put(kind.name, str(block.number), kind.write(block))
        lately = self._lately.setdefault(one.stored.id, deque())
        lately.append((self._clock_s(), counted * one.block_size))
        if [log for log in logs if one.add_log(log)]:
            self._note(one)
        self._note_end(one)
        self.renew(worker)
        return counted

    def rate(self, one: AbTest) -> float:
        """Games an hour, as of the last minutes."""
        now_s = self._clock_s()
        lately = self._lately.get(one.stored.id, deque())
        while lately and lately[0][0] < now_s - RATE_S:
            lately.popleft()
        if not one.is_open or len(lately) < 2:
            return 0.0
        begun_s = lately[0][0]  # what came then was played before
        matches = sum(number for at_s, number in lately if at_s > begun_s)
        return 3600 * matches / max(1.0, now_s - begun_s)

    # Housekeeping.

    def sweep(self) -> None:
        """Deletes programs that nothing needs any more."""
        sides = [release.side for release in self._releases.values()]
        for one in self._tests.values():
            if one.is_open:
                sides += [one.stored.terms.a, one.stored.terms.b]
        needed = {side.program for side in sides if side.program is not None}
        self.programs.sweep(needed, self._wall_ms() / 1000)

    def _note(self, one: AbTest) -> None:
        self._notes.put(TEST.name, one.stored.id, TEST.write(one.stored))

    def _note_end(self, one: AbTest) -> None:
        """Where a test has come to its end, its figures stay, and its blocks are deleted."""
        if one.is_open or one.stored.ended_ms:
            return
        one.stored.ended_ms = self._wall_ms()
        self._note(one)
        kind = blocks_of(one.stored.id)
        for number in one.numbers:
            self._notes.drop(kind.name, str(number))
        self._lately.pop(one.stored.id, None)

    def _forget_oldest(self) -> None:
        over = sorted(
            (one.stored for one in self._tests.values() if not one.is_open),
            key=lambda stored: stored.ended_ms,
        )
        for stored in over[: max(0, len(over) - self.limits.max_over)]:
            del self._tests[stored.id]
            self._notes.drop(TEST.name, stored.id)

    @staticmethod
    def _require_open(one: AbTest) -> None:
        if not one.is_open:
            raise AbTestError(f"test {one.stored.id} is over: {one.stored.state.value}")


def require_player(worker: Worker, one: AbTest) -> None:
    """Raises AbTestError where a test is not for the worker."""
    if not worker.plays_for(one.stored.owner):
        raise unknown_test(one.stored.id)


def owner_id(owner: User | None) -> UserId | None:
    """None for whoever holds the server's own token."""
    return None if owner is None else owner.id
