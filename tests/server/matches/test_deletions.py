"""Matches of which nothing is kept: when they go, and when they stay."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest
from tests.server.matches.heads import node_on

from infoset_server.matches import deletions
from infoset_server.matches.deletions import DELETION, MatchDeletions
from infoset_server.storage.memory import MemoryStore
from infoset_server.storage.notebook import Notebook
from infoset_server.storage.notes import DELETIONS
from infoset_server.storage.port import Claim, NewMatch

MATCHES = ["m_1", "m_2", "m_3"]


class Office:
    """A store with three matches that are over, and who deletes them."""

    def __init__(self) -> None:
        self.store = MemoryStore()
        self.playing: set[str] = set()
        self.gone: list[str] = []

    async def open(self) -> None:
        node = await node_on(self.store)
        self.notebook = Notebook(self.store, lambda: node.claim)
        self.notebook.start()
        for name in MATCHES:
            lease = await self.store.create_match(
                NewMatch(name, "g", "1", b"", "", b"", 0), node.claim
            )
            await self.store.close_match(name, lease.epoch, "over")
        self.deletions = MatchDeletions(
            self.notebook.writer(DELETIONS),
            self.store,
            self.notebook.flush,
            self.playing.__contains__,
            self.gone.append,
        )

    async def there(self) -> set[str]:
        return set(await self.store.owners(MATCHES))

    async def until(self, condition: Callable[[], bool]) -> None:
        async with asyncio.timeout(60):
            while not condition():  # noqa: ASYNC110  # nobody tells when
                await asyncio.sleep(0)


@asynccontextmanager
async def opened() -> AsyncIterator[Office]:
    office = Office()
    await office.open()
    yield office
    await office.deletions.close()
    await office.notebook.close()


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deletions, "PAUSE_S", 0.0)
    monkeypatch.setattr(deletions, "RETRY_S", 0.0)


async def test_what_goes_on_is_deleted_when_it_is_over_and_what_is_beside_it_goes_too() -> None:
    async with opened() as office:
        await office.store.change_documents({("talk:m_1", "1"): b"{}", ("talk:m_3", "1"): b"{}"})
        office.playing.add("m_2")
        office.deletions.add(["m_1", "m_2"])
        await office.until(lambda: office.gone == ["m_1"])
        assert await office.there() == {"m_2", "m_3"}
        assert await office.store.documents(DELETION.name)
        office.playing.clear()
        await office.until(lambda: office.gone == ["m_1", "m_2"])
        assert await office.there() == {"m_3"}
        await office.until(lambda: not office.deletions._left)
        await office.notebook.flush()
        assert not await office.store.documents("talk:m_1")
        assert await office.store.documents("talk:m_3")
        assert not await office.store.documents(DELETION.name)


async def test_what_was_noted_goes_after_a_restart() -> None:
    async with opened() as office:
        office.playing.update(MATCHES)
        office.deletions.add(["m_1"])
        await office.notebook.flush()
        noted = await office.store.documents(DELETION.name)
        await office.deletions.close()
        office.playing.clear()
        office.deletions.restore(noted)
        office.deletions.sweep()
        await office.until(lambda: office.gone == ["m_1"])


async def test_what_was_noted_under_a_claim_that_is_lost_stays() -> None:
    """Another server has the ladder now, and does not know that it was to be deleted."""
    async with opened() as office:
        claim = await office.store.claim("ladders", "one", 0.0)
        assert isinstance(claim, Claim)
        held: list[Claim | None] = [claim]
        office.notebook.on_fenced.append(lambda lost: held.insert(0, None))
        await office.store.claim("ladders", "another", 0.0)
        office.deletions.add(["m_1"], lambda: held[0])
        await office.until(lambda: held[0] is None and not office.deletions._left)
        assert await office.there() == set(MATCHES)
        assert office.gone == []
