"""One store for all nodes, and the way to it: commits that take their time, fail, or lose their answer. No tests here."""

import asyncio
import inspect
import random
from collections.abc import AsyncIterator, Coroutine
from typing import Any, Final, TypeVar

from tests.simulated.virtual_time import NOBODY

from infoset_server.storage.errors import StoreError, UnavailableError
from infoset_server.storage.memory import MemoryStore
from infoset_server.storage.port import Entry

T = TypeVar("T")
QUICK_S: Final = (0.0005, 0.004)
TIMEOUT_S: Final = 5.0  # after which nobody waits for an answer any more


class SharedStore(MemoryStore):
    """A store that several servers use."""

    @property
    def is_shared(self) -> bool:
        """As Store."""
        return True

    @property
    def match_ids(self) -> list[str]:
        """Of all matches that it has, over or not."""
        return list(self._logs)


class Database:
    """The machine that has the store."""

    def __init__(self, rng: random.Random, store: SharedStore) -> None:
        self.store = store
        self.is_away = False
        self.silence = 0.0  # share of calls that are carried out, and not answered
        self.stall_s = 0.0  # how much longer each call takes
        self.broken_off = 0
        self._rng = rng

    def mend(self) -> None:
        """It answers everybody again."""
        self.is_away = False
        self.silence = self.stall_s = 0.0

    async def call(self, name: str, *args: Any, **named: Any) -> Any:
        """Carries out a call. Raises UnavailableError, and whatever the store raises.

        What has reached the database is carried out even if whoever asked is dead by then.
        """
        loop = asyncio.get_running_loop()
        answered: asyncio.Future[Any] = loop.create_future()
        if self.is_away:
            await asyncio.sleep(self._rng.uniform(0.01, 0.5))
            raise UnavailableError("the database is away")
        is_silent = self._rng.random() < self.silence
        way_s = self._rng.uniform(*QUICK_S) + self._rng.uniform(0.0, self.stall_s)

        def carry_out() -> None:
            outcome = outcome_of(getattr(self.store, name)(*args, **named))
            if is_silent or answered.done():
                return
            if isinstance(outcome, StoreError):
                answered.set_exception(outcome)
            else:
                answered.set_result(outcome)

        loop.call_later(way_s, carry_out, context=NOBODY)
        try:
            async with asyncio.timeout(TIMEOUT_S):
                return await answered
        except TimeoutError:
            self.broken_off += 1
            raise UnavailableError("no answer in time", is_unknown=True) from None


def outcome_of(work: Coroutine[Any, Any, T]) -> T | StoreError:
    """What comes of a call that never waits."""
    try:
        work.send(None)
    except StopIteration as done:
        answer: T = done.value
        return answer
    except StoreError as problem:
        return problem
    raise AssertionError("a store in memory has waited for something")


class StoreDoor:
    """The store as one process sees it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @property
    def is_shared(self) -> bool:
        """As Store."""
        return True

    def release_ballast(self) -> bool:
        """As Store."""
        return False

    async def rest(self) -> None:
        """As Store: it does nothing."""

    async def read(self, match_id: str, after: int = 0) -> AsyncIterator[Entry]:
        """As MatchStore."""
        await self._database.call(
            "owner", match_id
        )  # takes the way, and finds out whether it is there
        async for entry in self._database.store.read(match_id, after):
            yield entry

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._database.store, name)
        if not inspect.iscoroutinefunction(method):
            raise AttributeError(name)

        async def call(*args: Any, **named: Any) -> Any:
            return await self._database.call(name, *args, **named)

        return call
