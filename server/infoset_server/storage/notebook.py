"""Small documents that outlive the server: the latest of each is stored soon, not at once.

Whatever is noted while documents are being written goes into the next transaction, all of it together, however much it
is: a hundred rooms that open at once cost a commit or two, and a room that changes ten times meanwhile is written once.
A server that dies leaves them as they were at one moment, never some of now beside some of before.

Each kind of documents has one writer (`notes.py`), which is handed out once.

All is written in the name of this server's node. What is noted under a claim on another task, too, goes into
transactions of its own. The store refuses them once another server has claimed the node or the task. What was noted
is forgotten then: the other server knows better.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final

import orjson

from infoset_server.common.task_set import TaskSet, outcome_of
from infoset_server.storage.errors import FencedError, StoreError
from infoset_server.storage.notes import WRITERS, Notes, WriterError, check_writer, may_drop
from infoset_server.storage.port import Claim, DocumentName, Store

logger = logging.getLogger(__name__)

RETRY_S: Final = 1.0


@dataclass(frozen=True, slots=True)
class Noted:
    """What a document shall be: None, removed. `claim` is the one under which it was noted, if any."""

    body: bytes | None
    claim: Claim | None

    @property
    def task(self) -> tuple[str, int]:
        """What it was noted for, and in which epoch; what belongs to no task sorts first."""
        return ("", 0) if self.claim is None else (self.claim.task, self.claim.epoch)


class Notebook:
    """Writes documents in the background. Code that depends on one awaits `flush`."""

    def __init__(self, store: Store, node: Callable[[], Claim]) -> None:
        """`node` tells this server's claim on its node."""
        self._node = node
        self._writers: set[str] = set()  # that were handed out
        self.on_fenced: list[Callable[[Claim], None]] = []  # told of claims that were refused
        self._store = store
        self._pending: dict[DocumentName, Noted] = {}  # until stored
        self._round: asyncio.Task[None] | None = None  # writes
        self._next: asyncio.Task[None] | None = None  # writes as soon as that one has
        self._changed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._refused: FencedError | None = (
            None  # by the last round, and whoever flushes next hears it
        )
        self._is_closing = False
        self.trouble: StoreError | None = None  # why documents wait

    def start(self) -> None:
        """Begins to write, on the running loop."""
        self._task = asyncio.get_running_loop().create_task(self._work(), name="notebook")

    def writer(self, name: str) -> "DocumentWriter":
        """The writer of this name (`notes.py`). Raises WriterError for the second who asks, or an unknown name."""
        if name in self._writers or name not in WRITERS.values():
            raise WriterError(f"the documents of {name!r} have a writer already, or are none")
        self._writers.add(name)
        return DocumentWriter(name, self._note)

    def _note(self, name: DocumentName, noted: Noted) -> None:
        self._pending[name] = noted
        self._changed.set()

    async def flush(self) -> None:
        """Returns when everything noted before is stored. Raises StoreError; then it stays noted, unless
        that is a FencedError: then what was noted under the claim is forgotten, and all else is stored.

        All who ask while documents are being written wait for the same next round, and share its fate.
        """
        if not self._pending and self._refused is None:
            return
        if self._next is None:
            coming = self._write_after(self._round)
            self._next = asyncio.get_running_loop().create_task(coming, name="notebook round")
        await outcome_of(self._next)

    async def close(self) -> None:
        """Writes what is noted, if it can be written, and ends."""
        self._is_closing = True
        self._changed.set()
        if self._task is not None:
            await self._task
        try:
            await self.flush()
        except FencedError:
            return  # all else is stored
        except StoreError as error:
            logger.error("not stored at the end: %d documents: %s", len(self._pending), error)

    async def _work(self) -> None:
        while not self._is_closing:
            await self._changed.wait()
            self._changed.clear()
            try:
                await self.flush()
            except FencedError:
                self._changed.set()  # what was not forgotten, and those who wait
            except StoreError as error:
                logger.warning("documents wait: %s", error)
                self.trouble = error
                self._try_later()
            except Exception:
                logger.exception("documents wait for the store, which failed as nobody foresaw")
                self._try_later()
            else:
                self.trouble = None

    def _try_later(self) -> None:
        asyncio.get_running_loop().call_later(RETRY_S, self._changed.set)

    async def _write_after(self, before: asyncio.Task[None] | None) -> None:
        """One round: what is noted when it begins, in one transaction for each claim under which it was.

        After a round that was fenced this one says so, too: whoever awaits it may depend on what is forgotten.
        """
        if before is not None:
            await asyncio.wait((before,))
        self._round, self._next = self._next, None
        refusal, self._refused = self._refused, None
        for claim, group in by_claim(self._pending):
            try:
                await self._write(group, claim)
            except FencedError as fenced:
                logger.warning("%d documents are forgotten: %s", len(group), fenced)
                self._forget(group)
                refusal = self._refused = fenced
                for tell in self.on_fenced:
                    tell(fenced.claim)
        if refusal is not None:
            raise refusal

    async def _write(self, group: Mapping[DocumentName, Noted], claim: Claim | None) -> None:
        claims = [self._node()] if claim is None else [claim, self._node()]
        changes = {name: noted.body for name, noted in group.items()}
        await self._store.change_documents(changes, claims)
        self._forget(group)

    def _forget(self, group: Mapping[DocumentName, Noted]) -> None:
        """What is settled needs no more writing, unless it has changed meanwhile."""
        for name, noted in group.items():
            if self._pending.get(name) is noted:
                del self._pending[name]


class DocumentWriter:
    """Notes the documents of one writer. As Notes; raises WriterError for those of others."""

    def __init__(
        self,
        name: str,
        note: Callable[[DocumentName, Noted], None],
        claim: Callable[[], Claim | None] | None = None,
    ) -> None:
        """With `claim`, the documents belong to a task."""
        self._name = name
        self._note = note
        self._claim = claim

    def under(self, claim: Callable[[], Claim | None]) -> Notes:
        """Notes for a task, under the claim that its server holds at the moment; without one nothing is noted."""
        return DocumentWriter(self._name, self._note, claim)

    def put(self, kind: str, key: str, body: Mapping[str, Any]) -> None:
        """As Notes."""
        check_writer(self._name, kind)
        self._change(kind, key, orjson.dumps(body))

    def drop(self, kind: str, key: str) -> None:
        """As Notes."""
        if not may_drop(self._name, kind):
            check_writer(self._name, kind)
        self._change(kind, key, None)

    def _change(self, kind: str, key: str, body: bytes | None) -> None:
        claim = None if self._claim is None else self._claim()
        if self._claim is None or claim is not None:
            self._note((kind, key), Noted(body, claim))


def by_claim(
    pending: Mapping[DocumentName, Noted],
) -> list[tuple[Claim | None, dict[DocumentName, Noted]]]:
    """The noted documents, grouped by claim; those of no task come first."""
    ordered = sorted(pending.items(), key=lambda item: item[1].task)
    found = []
    for _, items in groupby(ordered, key=lambda item: item[1].task):
        group = dict(items)
        found.append((next(iter(group.values())).claim, group))
    return found


class DurabilityBarrier:
    """Waits for a notebook, again and again while that cannot write."""

    def __init__(
        self, flush: Callable[[], Awaitable[None]] | None, retry_s: float = RETRY_S
    ) -> None:
        """`flush` returns when everything noted is stored, or raises StoreError; None: nothing ever is."""
        self._flush = flush
        self._retry_s = retry_s
        self._tasks = TaskSet()

    def when_stored(self, done: Callable[[], None]) -> None:
        """Calls `done` when everything noted so far is stored; at once on a server that stores nothing."""
        if self._flush is None:
            done()
            return
        self._tasks.start(self._wait(self._flush, done))

    async def stored(self) -> None:
        """Returns when everything noted so far is stored."""
        done = asyncio.Event()
        self.when_stored(done.set)
        await done.wait()

    async def close(self) -> None:
        """Waits no longer; the noted documents are stored with all others."""
        await self._tasks.give_up()

    async def _wait(self, flush: Callable[[], Awaitable[None]], done: Callable[[], None]) -> None:
        while True:
            try:
                await flush()
            except StoreError as error:
                logger.warning("an answer waits for the store: %s", error)
                await asyncio.sleep(self._retry_s)
            except Exception:
                logger.exception("an answer waits for the store, which failed as nobody foresaw")
                await asyncio.sleep(self._retry_s)
            else:
                done()
                return
