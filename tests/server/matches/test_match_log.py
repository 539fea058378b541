"""Steps on their way into the store, and what the match hears of it."""

import asyncio
import random
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace

import pytest
from tests.server.matches.heads import head, node_on

from infoset_games.steps import ACT, START, Step
from infoset_server.matches.match_log import (
    LostMatchError,
    NoLog,
    OwnMatch,
    StoredJournal,
    in_parts,
)
from infoset_server.storage import insisting
from infoset_server.storage.errors import (
    FencedError,
    StorageFullError,
    StoreError,
    UnavailableError,
)
from infoset_server.storage.memory import MemoryStore
from infoset_server.storage.node import Node
from infoset_server.storage.notebook import Notebook
from infoset_server.storage.notes import ACCOUNTS
from infoset_server.storage.port import NODE, Append, Claim, Lease, NewEntry, Outcome
from infoset_server.storage.seed_box import SeedBox
from infoset_server.storage.writer import Writer

OPENING = [Step(START, chance=[4, 2])]
ACTS = [Step(ACT, 1, 1, 3, elapsed_ms=40), Step(ACT, 2, 1, 0)]


class Fillable(MemoryStore):
    """A store whose disk may be full, or that may be away."""

    is_full = False
    is_away = False

    def __init__(self) -> None:
        super().__init__()
        self.ends: asyncio.Queue[bool] = asyncio.Queue()  # of matches: was each of them stored?

    async def append(self, batch: Sequence[Append]) -> list[Outcome]:
        if self.is_full:
            raise StorageFullError("no room")
        return await super().append(batch)

    async def close_match(self, match_id: str, epoch: int, status: str) -> bool:
        self.ends.put_nowait(not self.is_away)
        if self.is_away:
            raise UnavailableError("no answer in time")
        return await super().close_match(match_id, epoch, status)


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

    async def read(self) -> OwnMatch:
        """As a server that begins reads it."""
        leases = await self.journal.take(["m_1"])
        return await self.journal.read(leases["m_1"])

    async def answer(self) -> StoreError | None:
        async with asyncio.timeout(60):
            return await self.said.get()


@pytest.fixture
async def handlers() -> AsyncIterator[Desk]:
    store = Fillable()
    handlers = Desk(store, await node_on(store))
    yield handlers
    await handlers.journal.close()


async def test_a_match_is_stored_with_its_first_steps_and_grows(handlers: Desk) -> None:
    log = handlers.journal.begin(head())
    assert not log.keep(OPENING, handlers.said.put_nowait)
    assert await handlers.answer() is None
    for step in ACTS:
        assert not log.keep([step], handlers.said.put_nowait)
        assert await handlers.answer() is None
    assert await handlers.journal.unfinished() == ["m_1"]
    own = await handlers.read()
    assert (own.head, own.steps) == (head(), OPENING + ACTS)
    assert own.at_ms == [1_000] * len(own.steps)
    lease = Lease("m_1", handlers.node.name, own.log.epoch, len(own.steps))
    assert (await handlers.journal.read_many([lease]))["m_1"].steps == own.steps
    shorter = replace(lease, seq=len(own.steps) - 1)
    assert await handlers.journal.read_many([shorter, replace(lease, match_id="m_2")]) == {}


def test_parts_are_no_longer_than_a_transaction_may_read() -> None:
    leases = [Lease(f"m_{seq}", "a", 1, seq) for seq in (3_000, 5_000, 192, 1, 9_000, 2, 3)]
    parts = [[lease.seq for lease in part] for part in in_parts(leases)]
    assert parts == [[3_000, 5_000, 192], [1], [9_000], [2, 3]]
    assert [len(part) for part in in_parts(leases[-1:] * 600)] == [256, 256, 88]


async def test_what_was_noted_before_a_match_is_stored_before_it(handlers: Desk) -> None:
    handlers.journal.notebook.writer(ACCOUNTS).put("user", "u_0", {"name": "player 0"})
    handlers.journal.begin(head()).keep(OPENING, handlers.said.put_nowait)
    assert await handlers.answer() is None
    assert "u_0" in await handlers.store.documents("user")


async def test_a_match_read_back_goes_on_where_it_was(handlers: Desk) -> None:
    log = handlers.journal.begin(head())
    log.keep(OPENING, handlers.said.put_nowait)
    await handlers.answer()
    resumed = (await handlers.read()).log
    resumed.keep(ACTS, handlers.said.put_nowait)
    assert await handlers.answer() is None
    steps = (await handlers.read()).steps
    assert steps == OPENING + ACTS


async def test_whoever_had_the_match_before_is_told_that_it_is_lost(handlers: Desk) -> None:
    log = handlers.journal.begin(head())
    log.keep(OPENING, handlers.said.put_nowait)
    await handlers.answer()
    await handlers.read()
    log.keep(ACTS, handlers.said.put_nowait)
    assert isinstance(await handlers.answer(), LostMatchError)
    assert (await handlers.read()).steps == OPENING


async def test_a_log_that_grew_behind_our_back_is_lost(handlers: Desk) -> None:
    log = handlers.journal.begin(head())
    log.keep(OPENING, handlers.said.put_nowait)
    await handlers.answer()
    stranger = Append("m_1", 1, 1, (NewEntry("act", 0, 1, b"{}", 0),))
    await handlers.store.append([stranger])
    log.keep(ACTS, handlers.said.put_nowait)
    assert isinstance(await handlers.answer(), LostMatchError)


async def ended_while_away(desk: Desk) -> Fillable:
    """A match has ended, and its end could not be stored, twice."""
    assert isinstance(desk.store, Fillable)
    desk.store.is_away = True
    log = desk.journal.begin(head())
    log.keep(OPENING, desk.said.put_nowait)
    await desk.answer()
    log.close("finished")
    async with asyncio.timeout(60):
        assert [await desk.store.ends.get() for _ in range(2)] == [False, False]
    return desk.store


async def test_the_end_of_a_match_is_stored_once_the_store_is_back(
    handlers: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(insisting, "RETRY_S", 0.0)
    store = await ended_while_away(handlers)
    store.is_away = False
    async with asyncio.timeout(60):
        while not await store.ends.get():
            pass
    assert await handlers.journal.unfinished() == []


async def test_a_server_that_stops_leaves_to_the_next_what_cannot_be_stored(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(insisting, "RETRY_S", 0.0)
    store = Fillable()
    desk = Desk(store, await node_on(store))
    await ended_while_away(desk)
    async with asyncio.timeout(60):
        await desk.journal.close()
    assert await store.unfinished() == ["m_1"]


async def test_a_full_disk_is_told_and_nothing_is_stored(handlers: Desk) -> None:
    assert isinstance(handlers.store, Fillable)
    log = handlers.journal.begin(head())
    log.keep(OPENING, handlers.said.put_nowait)
    await handlers.answer()
    handlers.store.is_full = True
    log.keep(ACTS, handlers.said.put_nowait)
    assert isinstance(await handlers.answer(), StorageFullError)
    handlers.store.is_full = False
    log.keep(ACTS, handlers.said.put_nowait)
    assert await handlers.answer() is None
    assert (await handlers.read()).steps == OPENING + ACTS


async def test_a_closed_match_is_not_set_up_again(handlers: Desk) -> None:
    log = handlers.journal.begin(head())
    log.keep(OPENING, handlers.said.put_nowait)
    await handlers.answer()
    log.close("finished")
    await handlers.journal.close()
    assert await handlers.journal.unfinished() == []
    assert (await handlers.store.find_match("m_1")).status == "finished"


async def test_a_match_that_is_played_for_a_hall_is_closed_when_that_has_kept_its_end(
    handlers: Desk,
) -> None:
    claim = await handlers.store.claim(NODE + "hall", "another", ttl_s=60.0)
    assert isinstance(claim, Claim)
    handlers.journal.hall = claim
    log = handlers.journal.begin(head())
    log.keep(OPENING, handlers.said.put_nowait)
    assert await handlers.answer() is None
    log.close("finished")
    handlers.journal.reported("m_another")
    await asyncio.sleep(0)
    assert await handlers.journal.unfinished() == ["m_1"]
    handlers.journal.reported("m_1")
    await handlers.journal.close()
    assert await handlers.journal.unfinished() == []


async def test_matches_of_a_node_that_lives_are_not_taken_and_of_one_that_is_gone_they_are(
    handlers: Desk,
) -> None:
    handlers.journal.begin(head()).keep(OPENING, handlers.said.put_nowait)
    assert await handlers.answer() is None
    other = Desk(handlers.store, await node_on(handlers.store, "n2"))
    assert await other.journal.take(["m_1"]) == {}
    await handlers.node.close()
    own = await other.read()
    assert (own.head, own.steps) == (head(), OPENING)
    assert await handlers.store.owner("m_1") == "n2"


async def test_a_node_that_was_replaced_begins_no_match_notes_nothing_and_knows_it(
    handlers: Desk,
) -> None:
    notes = handlers.journal.notebook.writer(ACCOUNTS)
    handlers.journal.notebook.on_fenced.append(handlers.node.refused)
    await handlers.store.give_up(handlers.node.claim)
    await node_on(handlers.store)  # its next run
    handlers.journal.begin(head()).keep(OPENING, handlers.said.put_nowait)
    assert isinstance(await handlers.answer(), FencedError)
    assert handlers.node.lost.is_set()
    assert await handlers.journal.unfinished() == []
    notes.put("user", "u_0", {})
    with pytest.raises(FencedError):
        await handlers.journal.notebook.flush()
    assert await handlers.store.documents("user") == {}


async def test_who_is_shut_out_begins_nothing_more_though_it_has_left_nothing() -> None:
    store = Fillable()
    frozen, other = Desk(store, await node_on(store, "n1")), Desk(store, await node_on(store, "n2"))
    assert not await other.journal.shut_out("n1"), "it lives"
    await store.give_up(frozen.node.claim)  # as good as a lease that has run out
    frozen.journal.begin(head()).keep(OPENING, frozen.said.put_nowait)
    assert await frozen.answer() is None, "nobody knows yet that it is gone"
    assert await other.journal.shut_out("n1")
    frozen.journal.begin(head("m_2")).keep(OPENING, frozen.said.put_nowait)
    assert isinstance(await frozen.answer(), FencedError)
    assert frozen.node.lost.is_set()
    assert await other.journal.unfinished() == ["m_1"]
    for desk in (frozen, other):
        await desk.journal.close()


def test_without_a_store_everything_is_kept_at_once() -> None:
    log = NoLog()
    assert log.keep(OPENING, lambda error: pytest.fail(f"told {error}"))
    log.close("finished")
