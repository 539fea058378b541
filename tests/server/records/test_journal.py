"""Steps on their way into the store, and what the match hears of it."""

import asyncio
import random
from collections.abc import AsyncIterator, Sequence

import pytest
from tests.server.records.heads import head, node_on

from infoset_games.steps import ACT, START, Step
from infoset_server.records.head import MatchHead
from infoset_server.records.journal import LostMatchError, MatchLog, NoLog, StoredJournal
from infoset_server.records.node import Node
from infoset_server.records.notebook import Notebook
from infoset_server.records.seed_box import SeedBox
from infoset_server.records.writers import ACCOUNTS
from infoset_server.store.errors import FencedError, StorageFullError, StoreError
from infoset_server.store.memory import MemoryStore
from infoset_server.store.port import Append, NewEntry, Outcome
from infoset_server.store.writer import Writer

OPENING = [Step(START, chance=[4, 2])]
ACTS = [Step(ACT, 1, 1, 3, elapsed_ms=40), Step(ACT, 2, 1, 0)]


class Fillable(MemoryStore):
    """A store whose disk may be full."""

    is_full = False

    async def append(self, batch: Sequence[Append]) -> list[Outcome]:
        if self.is_full:
            raise StorageFullError("no room")
        return await super().append(batch)


class Desk:
    """A journal, and what it has said."""

    def __init__(self, store: MemoryStore, node: Node) -> None:
        self.store = store
        self.node = node
        writer = Writer(store, rng=random.Random(1))
        writer.start()
        notebook = Notebook(store, lambda: node.claim)
        self.journal = StoredJournal(
            store, writer, notebook, SeedBox(bytes(32)), node, lambda: 1_000
        )
        self.said: asyncio.Queue[StoreError | None] = asyncio.Queue()

    async def read(self) -> tuple[MatchHead, list[Step], MatchLog]:
        """As a server that begins reads it."""
        leases = await self.journal.take(["m_1"])
        return await self.journal.read(leases["m_1"])

    async def answer(self) -> StoreError | None:
        async with asyncio.timeout(60):
            return await self.said.get()


@pytest.fixture
async def desk() -> AsyncIterator[Desk]:
    store = Fillable()
    desk = Desk(store, await node_on(store))
    yield desk
    await desk.journal.close()


async def test_a_match_is_stored_with_its_first_steps_and_grows(desk: Desk) -> None:
    log = desk.journal.begin(head())
    assert not log.keep(OPENING, desk.said.put_nowait)
    assert await desk.answer() is None
    for step in ACTS:
        assert not log.keep([step], desk.said.put_nowait)
        assert await desk.answer() is None
    assert await desk.journal.unfinished() == ["m_1"]
    found, steps, _ = await desk.read()
    assert (found, steps) == (head(), OPENING + ACTS)


async def test_what_was_noted_before_a_match_is_stored_before_it(desk: Desk) -> None:
    desk.journal.notebook.writer(ACCOUNTS).put("user", "u_0", {"name": "player 0"})
    desk.journal.begin(head()).keep(OPENING, desk.said.put_nowait)
    assert await desk.answer() is None
    assert "u_0" in await desk.store.documents("user")


async def test_a_match_read_back_goes_on_where_it_was(desk: Desk) -> None:
    log = desk.journal.begin(head())
    log.keep(OPENING, desk.said.put_nowait)
    await desk.answer()
    _, _, resumed = await desk.read()
    resumed.keep(ACTS, desk.said.put_nowait)
    assert await desk.answer() is None
    _, steps, _ = await desk.read()
    assert steps == OPENING + ACTS


async def test_whoever_had_the_match_before_is_told_that_it_is_lost(desk: Desk) -> None:
    log = desk.journal.begin(head())
    log.keep(OPENING, desk.said.put_nowait)
    await desk.answer()
    await desk.read()
    log.keep(ACTS, desk.said.put_nowait)
    assert isinstance(await desk.answer(), LostMatchError)
    assert (await desk.read())[1] == OPENING


async def test_a_log_that_grew_behind_our_back_is_lost(desk: Desk) -> None:
    log = desk.journal.begin(head())
    log.keep(OPENING, desk.said.put_nowait)
    await desk.answer()
    stranger = Append("m_1", 1, 1, (NewEntry("act", 0, 1, b"{}", 0),))
    await desk.store.append([stranger])
    log.keep(ACTS, desk.said.put_nowait)
    assert isinstance(await desk.answer(), LostMatchError)


async def test_a_full_disk_is_told_and_nothing_is_stored(desk: Desk) -> None:
    assert isinstance(desk.store, Fillable)
    log = desk.journal.begin(head())
    log.keep(OPENING, desk.said.put_nowait)
    await desk.answer()
    desk.store.is_full = True
    log.keep(ACTS, desk.said.put_nowait)
    assert isinstance(await desk.answer(), StorageFullError)
    desk.store.is_full = False
    log.keep(ACTS, desk.said.put_nowait)
    assert await desk.answer() is None
    assert (await desk.read())[1] == OPENING + ACTS


async def test_a_closed_match_is_not_set_up_again(desk: Desk) -> None:
    log = desk.journal.begin(head())
    log.keep(OPENING, desk.said.put_nowait)
    await desk.answer()
    log.close("finished")
    await desk.journal.close()
    assert await desk.journal.unfinished() == []
    assert (await desk.store.find_match("m_1")).status == "finished"


async def test_matches_of_a_node_that_lives_are_not_taken_and_of_one_that_is_gone_they_are(
    desk: Desk,
) -> None:
    desk.journal.begin(head()).keep(OPENING, desk.said.put_nowait)
    assert await desk.answer() is None
    other = Desk(desk.store, await node_on(desk.store, "n2"))
    assert await other.journal.take(["m_1"]) == {}
    await desk.node.close()
    assert (await other.read())[:2] == (head(), OPENING)
    assert await desk.store.owner("m_1") == "n2"


async def test_a_node_that_was_replaced_begins_no_match_notes_nothing_and_knows_it(
    desk: Desk,
) -> None:
    notes = desk.journal.notebook.writer(ACCOUNTS)
    desk.journal.notebook.on_fenced.append(desk.node.refused)
    await desk.store.give_up(desk.node.claim)
    await node_on(desk.store)  # its next run
    desk.journal.begin(head()).keep(OPENING, desk.said.put_nowait)
    assert isinstance(await desk.answer(), FencedError)
    assert desk.node.lost.is_set()
    assert await desk.journal.unfinished() == []
    notes.put("user", "u_0", {})
    with pytest.raises(FencedError):
        await desk.journal.notebook.flush()
    assert await desk.store.documents("user") == {}


def test_without_a_store_everything_is_kept_at_once() -> None:
    log = NoLog()
    assert log.keep(OPENING, lambda error: pytest.fail(f"told {error}"))
    log.close("finished")
