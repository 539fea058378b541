"""Group commit: whatever was submitted during one commit goes into the next. Knows no database.

    writer = Writer(store, WriterLimits(), rng=random.Random(secrets.randbits(64)), on_trouble=tell)
    writer.start()
    writer.submit(Append(...), done)      # not a coroutine; `done` is called later, exactly once
    await writer.close()                  # commits what waits, then ends

What `done` is given is certain. An `Outcome` is the store's word. A `StoreError` means that nothing was
stored and never will be. Where a commit broke off so that nobody knows, the writer keeps the append, asks
the store again and again, and recognises its own entries if they are there: nothing is ever stored twice.
Only `close` may have to give up on such a one; its error is `is_unknown`.

Callbacks run on the event loop, those of one match in the order of their `submit`. They may submit.

    state of an append | what may happen
    waits              | taken into a batch; given up after `wait_s` of trouble (UnavailableError)
    under way          | settled; or the store was not there: waits again; or broke off: in doubt
    in doubt           | appended again, which the store refuses if it is stored: then read back
"""

import asyncio
import logging
import random
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final, TypeAlias, final

from infoset_server.common.counters import StoreCounters
from infoset_server.storage.crowd import Crowd
from infoset_server.storage.errors import (
    CorruptError,
    QueueFullError,
    StorageFullError,
    StoreError,
    UnavailableError,
)
from infoset_server.storage.port import Append, Appended, Duplicate, Outcome, Stale, Store

logger = logging.getLogger(__name__)

FIRST_PAUSE_S: Final = 0.05  # after the first failure in a row; doubles with each
LONGEST_PAUSE_S: Final = 1.0
MAX_DOUBLINGS: Final = 16
ENOUGH: Final = 16  # appends that share a commit well as they are
PROBE: Final = ("store", "probe")  # a document
PROBE_BYTES: Final = 1 << 20  # as large as a batch may get: a disk may be full for that only

Done: TypeAlias = Callable[[Outcome | StoreError], None]


@dataclass(frozen=True, slots=True)
class WriterLimits:
    """Bounds of a writer. `wait_s`: how long an append waits for a store that is in trouble."""

    queue: int = 4096  # appends that wait
    batch: int = 256  # appends in one transaction
    wait_s: float = 2.0
    gather_s: float = 0.004  # what a commit waits at most for more in a crowd; 0 never waits
    rest_s: float = 1.0  # quiet time after which the store may do its housekeeping
    close_s: float = 10.0  # to commit what waits, when closing


@final
class WaitingAppend:
    """One append that is not settled yet. (No dataclass: the constructor of one is not compiled.)"""

    def __init__(self, append: Append, done: Done, since_s: float) -> None:
        self.append = append
        self.done = done
        self.since_s = since_s
        self.is_in_doubt = False
        self.is_settled = False


@final
class Writer:
    """Takes appends one by one and commits them in groups. One per store and process."""

    def __init__(
        self,
        store: Store,
        limits: WriterLimits | None = None,
        *,
        rng: random.Random,
        on_trouble: Callable[[StoreError | None], None] = lambda trouble: None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """`on_trouble` is told when writing stops working, with the reason, and None when it works again.

        `rng` spreads repeated attempts over time, so that many servers do not try all at once.
        """
        self._store = store
        self._limits = limits or WriterLimits()
        self._rng = rng
        self.on_trouble = [on_trouble]
        self._sleep = sleep
        self._queue: deque[WaitingAppend] = deque()
        self._crowd = Crowd()
        self._wake = asyncio.Event()
        self._gathered: asyncio.TimerHandle | None = (
            None  # wakes when a batch has waited long enough
        )
        self._idle_since_s: float | None = None
        self._quiet: asyncio.TimerHandle | None = (
            None  # looks whether it is time for the store's rest
        )
        self._is_rested = False  # nothing was committed since the last one
        self._task: asyncio.Task[None] | None = None
        self._failures = 0  # in a row
        self._is_closing = False
        self.trouble: StoreError | None = None
        self.counters = StoreCounters()

    @property
    def waiting(self) -> int:
        """Appends submitted and not taken into a commit."""
        return len(self._queue)

    def start(self) -> None:
        """Begins to work, on the running loop."""
        self._task = asyncio.get_running_loop().create_task(self._work(), name="store writer")

    def submit(self, append: Append, done: Done) -> None:
        """Puts an append into the queue; returns at once. `done` is not called from within.

        Raises QueueFullError when too many wait or the writer is closing; `done` is not called then.
        """
        if self._is_closing:
            raise QueueFullError("the server stops")
        if len(self._queue) >= self._limits.queue:
            raise QueueFullError(f"{self._limits.queue} appends wait already")
        now_s = asyncio.get_running_loop().time()
        self._queue.append(WaitingAppend(append, done, now_s))
        self._crowd.note(append.match_id, now_s)
        if self._gathers_s(now_s) <= 0.0:
            self._wake.set()
        elif self._gathered is None:
            self._gather(self._limits.gather_s)

    async def close(self) -> None:
        """Refuses new appends, commits those that wait, ends. Takes at most `close_s`.

        What cannot be stored by then is given an UnavailableError.
        """
        self._is_closing = True
        self._wake.set()
        for timer in (self._quiet, self._gathered):
            if timer is not None:
                timer.cancel()
        if isinstance(self.trouble, StorageFullError):
            self._store.release_ballast()
        if self._task is not None:
            await asyncio.wait((self._task,), timeout=self._limits.close_s)
            self._task.cancel()
            await asyncio.wait((self._task,))
        while self._queue:
            waiting = self._queue.popleft()
            why = "the server stopped before the store answered"
            settle(waiting, UnavailableError(why, is_unknown=waiting.is_in_doubt))

    async def _work(self) -> None:
        clock_s = asyncio.get_running_loop().time
        while not (self._is_closing and not self._queue):
            if self._queue and self._gathers_s(clock_s()) <= 0.0:
                await self._commit_next()
            elif self.trouble is not None:
                await self._probe()
            else:
                await self._wait(clock_s())

    def _gathers_s(self, now_s: float) -> float:
        """How much longer the next commit waits for more appends to share it.

        Most of what an append costs is the commit, so that in a crowd sharing it saves more than the wait
        takes. It goes when as many have come as were to be expected: most wait for half the time.
        """
        wait_s = self._limits.gather_s
        if self._is_closing or self.trouble is not None:
            return 0.0
        if len(self._queue) > min(ENOUGH, self._crowd.expected(wait_s, now_s)):
            return 0.0
        return self._queue[0].since_s + wait_s - now_s

    def _gather(self, left_s: float) -> None:
        self._gathered = asyncio.get_running_loop().call_later(left_s, self._on_gathered)

    def _on_gathered(self) -> None:
        self._gathered = None
        self._wake.set()

    async def _wait(self, now_s: float) -> None:
        """Until there is something to commit; a quiet moment belongs to the store."""
        self._wake.clear()
        if self._queue:
            if self._gathered is None:
                self._gather(self._gathers_s(now_s))
            await self._wake.wait()
            return
        self._idle_since_s = now_s
        if self._quiet is None and not self._is_rested:
            self._look_later(self._limits.rest_s)
        await self._wake.wait()
        self._idle_since_s = None
        if not self._queue and not self._is_closing:
            self._is_rested = True
            await self._store.rest()

    def _look_later(self, after_s: float) -> None:
        """One timer that may come too early costs less than one for each commit."""
        self._quiet = asyncio.get_running_loop().call_later(after_s, self._look)

    def _look(self) -> None:
        """Wakes the writer if nothing has come for long enough."""
        self._quiet = None
        if self._idle_since_s is None or self._is_rested:
            return  # the next wait looks again
        idle_s = asyncio.get_running_loop().time() - self._idle_since_s
        if idle_s < self._limits.rest_s:
            self._look_later(self._limits.rest_s - idle_s)
        else:
            self._wake.set()

    async def _probe(self) -> None:
        """Nothing waits, because all who were in trouble gave up: finds out when it is over."""
        try:
            await self._store.change_documents({PROBE: self._rng.randbytes(PROBE_BYTES)})
            await self._store.change_documents({PROBE: None})
        except Exception as problem:  # noqa: BLE001 (it is logged)
            await self._pause(as_trouble(problem))
        else:
            self._note(None)

    async def _commit_next(self) -> None:
        self._is_rested = False
        batch = self._take()
        try:
            trouble = await self._commit(batch)
        except asyncio.CancelledError:  # by `close`, which settles all that is in the queue
            doubt(batch)
            self._put_back(batch)
            raise
        except Exception as problem:  # noqa: BLE001 (it is logged)
            doubt(batch)
            trouble = as_trouble(problem)
        self._put_back(batch)
        if trouble is None:
            self._note(None)
        elif self._queue:
            await self._pause(trouble)
        else:
            self._note(trouble)

    def _take(self) -> list[WaitingAppend]:
        """The next batch: in order of submission, one append of each match."""
        batch: list[WaitingAppend] = []
        later: list[WaitingAppend] = []
        matches: set[str] = set()
        while self._queue and len(batch) < self._limits.batch:
            waiting = self._queue.popleft()
            if waiting.append.match_id in matches:
                later.append(waiting)
            else:
                matches.add(waiting.append.match_id)
                batch.append(waiting)
        self._queue.extendleft(reversed(later))
        return batch

    def _put_back(self, batch: list[WaitingAppend]) -> None:
        """What is not settled, before all that wait, so that the order within each match stays."""
        self._queue.extendleft(waiting for waiting in reversed(batch) if not waiting.is_settled)

    async def _commit(self, batch: list[WaitingAppend]) -> StoreError | None:
        """Settles what can be settled. Returns what is wrong with the store, if anything."""
        clock_s = asyncio.get_running_loop().time
        begun_s = clock_s()
        try:
            outcomes = await self._store.append([waiting.append for waiting in batch])
            self.counters.seconds.note(clock_s() - begun_s)
            self.counters.sizes.note(len(batch))
        except CorruptError as damage:
            single_out(batch, damage)
            return None
        except StorageFullError as full:
            for waiting in batch:
                if not waiting.is_in_doubt:  # else it may have been stored before
                    settle(waiting, full)
            return full
        except UnavailableError as trouble:
            for waiting in batch:
                waiting.is_in_doubt |= trouble.is_unknown
            return trouble
        return await self._settle_all(batch, outcomes)

    async def _settle_all(
        self, batch: list[WaitingAppend], outcomes: list[Outcome]
    ) -> UnavailableError | None:
        """The store has spoken. What it refuses may be our own entries, stored when we could not tell."""
        trouble = None
        for waiting, outcome in zip(batch, outcomes, strict=True):
            if waiting.is_in_doubt and isinstance(outcome, Stale | Duplicate):
                try:
                    settle(waiting, await self._recognised(waiting.append) or outcome)
                except UnavailableError as problem:
                    trouble = problem
                except StoreError as damage:
                    settle(waiting, damage)
            else:
                settle(waiting, outcome)
        return trouble

    async def _recognised(self, append: Append) -> Appended | None:
        """Whether the entries stand in the log already, where they were meant to stand."""
        wanted = append.placed()
        async for entry in self._store.read(append.match_id, append.expected):
            if entry != wanted[entry.seq - append.expected - 1]:
                return None
            if entry.seq == wanted[-1].seq:
                return Appended(entry.seq)
        return None

    async def _pause(self, trouble: StoreError) -> None:
        """Waits before the next attempt, longer after each failure; tells those who waited too long."""
        self._note(trouble)
        self.counters.failures += 1
        longest_s = min(LONGEST_PAUSE_S, FIRST_PAUSE_S * 2**self._failures)
        self._failures = min(self._failures + 1, MAX_DOUBLINGS)
        await self._sleep(self._rng.uniform(FIRST_PAUSE_S / 2, longest_s))
        self._give_up(trouble)

    def _give_up(self, trouble: StoreError) -> None:
        """Whatever has waited too long, and is surely not stored, is told so."""
        too_old_s = asyncio.get_running_loop().time() - self._limits.wait_s
        retry_ms = int(LONGEST_PAUSE_S * 1000)
        kept: deque[WaitingAppend] = deque()
        doubtful: set[str] = set()
        queue, self._queue = self._queue, deque()  # callbacks may submit
        for waiting in queue:
            if waiting.is_in_doubt:
                doubtful.add(waiting.append.match_id)
            if waiting.append.match_id in doubtful or waiting.since_s > too_old_s:
                kept.append(waiting)
            else:
                settle(waiting, UnavailableError(str(trouble), retry_ms))
        self._queue = kept + self._queue

    def _note(self, trouble: StoreError | None) -> None:
        """Tells the world when trouble begins, changes its kind, and ends."""
        before, self.trouble = self.trouble, trouble
        if trouble is None:
            self._failures = 0
        if type(before) is type(trouble):
            return
        if trouble is None:
            logger.warning("the store works again")
        else:
            logger.error("the store does not work: %s", trouble)
        try:
            for tell in self.on_trouble:
                tell(trouble)
        except Exception:
            logger.exception("a callback of the store failed")


def doubt(batch: list[WaitingAppend]) -> None:
    """Only reading can tell what became of these."""
    for waiting in batch:
        waiting.is_in_doubt = True


def as_trouble(problem: Exception) -> StoreError:
    """A mistake of ours is no reason to stop working for all matches."""
    if isinstance(problem, StoreError):
        return problem
    logger.error("the store failed in a way nobody foresaw", exc_info=problem)
    return UnavailableError(type(problem).__name__, is_unknown=True)


def single_out(batch: list[WaitingAppend], damage: CorruptError) -> None:
    """Only the append of the damaged match fails; all of them if it is not one match that is damaged."""
    culprits = [waiting for waiting in batch if waiting.append.match_id == damage.match_id]
    for waiting in culprits or batch:
        settle(waiting, damage)


def settle(waiting: WaitingAppend, outcome: Outcome | StoreError) -> None:
    """Tells the submitter. What goes wrong there must not stop the others."""
    waiting.is_settled = True
    try:
        waiting.done(outcome)
    except Exception:
        logger.exception("match %s: a callback of the store failed", waiting.append.match_id)
