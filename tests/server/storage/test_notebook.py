"""Documents written behind."""

import asyncio
from collections.abc import Mapping, Sequence

import pytest
from tests.server.matches.heads import node_on

from infoset_server.storage.errors import FencedError, UnavailableError
from infoset_server.storage.memory import MemoryStore
from infoset_server.storage.notebook import Notebook
from infoset_server.storage.notes import LADDERS, ROOMS
from infoset_server.storage.port import Claim, DocumentName

Changes = Mapping[DocumentName, bytes | None]


class Moody(MemoryStore):
    """A store that refuses documents for a while."""

    def __init__(self) -> None:
        super().__init__()
        self.refusals = 0
        self.asked = 0
        self.written: list[int] = []  # sizes of the transactions

    async def change_documents(self, changes: Changes, claims: Sequence[Claim] = ()) -> None:
        self.asked += 1
        if self.refusals:
            self.refusals -= 1
            raise UnavailableError("in a mood")
        self.written.append(len(changes))
        await super().change_documents(changes, claims)


class Slow(Moody):
    """A store that takes its time: until `gate` is open."""

    def __init__(self) -> None:
        super().__init__()
        self.gate = asyncio.Event()
        self.entered = asyncio.Event()

    async def change_documents(self, changes: Changes, claims: Sequence[Claim] = ()) -> None:
        self.entered.set()
        await self.gate.wait()
        await super().change_documents(changes, claims)


class Noting(Notebook):
    """A notebook, and two of its writers: that of rooms, and that of ladders."""

    def __init__(self, store: MemoryStore, node: Claim) -> None:
        super().__init__(store, lambda: node)
        rooms, self.ladders = self.writer(ROOMS), self.writer(LADDERS)
        self.put, self.drop = rooms.put, rooms.drop
        self.under = self.ladders.under


async def noting(store: MemoryStore) -> Noting:
    """On a store."""
    return Noting(store, (await node_on(store)).claim)


async def test_what_was_put_is_stored_and_what_was_dropped_is_gone() -> None:
    store = MemoryStore()
    notebook = await noting(store)
    notebook.put("room", "A", {"n": 1})
    notebook.put("room", "B", {"n": 2})
    await notebook.flush()
    notebook.drop("room", "A")
    await notebook.flush()
    assert await store.documents("room") == {"B": b'{"n":2}'}


async def test_of_many_changes_only_the_last_is_written() -> None:
    store = Moody()
    notebook = await noting(store)
    for number in range(100):
        notebook.put("room", "A", {"n": number})
    await notebook.flush()
    assert await store.documents("room") == {"A": b'{"n":99}'}
    assert store.written == [1]


async def test_what_is_noted_together_is_written_together() -> None:
    store = Moody()
    notebook = await noting(store)
    for number in range(1_000):
        notebook.put("room", str(number), {"n": number})
    notebook.drop("room", "0")
    await notebook.flush()
    assert store.written == [1_000], "a server that dies in between would leave some of them"
    assert len(await store.documents("room")) == 999


async def test_a_change_made_while_the_last_is_being_written_is_not_lost() -> None:
    store = Slow()
    notebook = await noting(store)
    notebook.put("room", "A", {"n": 1})
    writing = asyncio.ensure_future(notebook.flush())
    await store.entered.wait()
    notebook.put("room", "A", {"n": 2})
    store.gate.set()
    await writing
    assert await store.documents("room") == {"A": b'{"n":1}'}
    await notebook.flush()
    assert await store.documents("room") == {"A": b'{"n":2}'}


async def test_a_document_dropped_while_it_is_being_written_is_gone_in_the_end() -> None:
    store = Slow()
    notebook = await noting(store)
    notebook.put("room", "A", {"n": 1})
    writing = asyncio.ensure_future(notebook.flush())
    await store.entered.wait()
    notebook.drop("room", "A")
    store.gate.set()
    await writing
    await notebook.flush()
    assert await store.documents("room") == {}


async def test_all_who_wait_for_a_round_share_it_and_none_returns_before_his_document() -> None:
    store = Slow()
    notebook = await noting(store)
    notebook.put("room", "first", {})
    first = asyncio.ensure_future(notebook.flush())
    await store.entered.wait()

    async def note(name: str) -> bool:
        notebook.put("room", name, {})
        await notebook.flush()
        return name in await store.documents("room")

    others = [asyncio.ensure_future(note(str(number))) for number in range(50)]
    await asyncio.sleep(0)
    assert not first.done()
    store.gate.set()
    await first
    assert await asyncio.gather(*others) == [True] * 50
    assert store.written == [1, 50]


async def test_all_who_wait_for_a_round_that_fails_are_told_after_one_attempt() -> None:
    store = Slow()
    notebook = await noting(store)
    notebook.put("room", "A", {})
    first = asyncio.ensure_future(notebook.flush())
    await store.entered.wait()
    notebook.put("room", "B", {})
    others = [asyncio.ensure_future(notebook.flush()) for _ in range(50)]
    await asyncio.sleep(0)
    store.refusals = 2
    store.gate.set()
    outcomes = await asyncio.gather(first, *others, return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [UnavailableError] * 51
    assert store.asked == 2
    await notebook.flush()
    assert sorted(await store.documents("room")) == ["A", "B"]


async def test_whoever_gives_up_waiting_stops_nobody_elses_round() -> None:
    store = Slow()
    notebook = await noting(store)
    notebook.put("room", "A", {})
    impatient = asyncio.ensure_future(notebook.flush())
    await store.entered.wait()
    impatient.cancel()
    store.gate.set()
    await notebook.flush()
    assert await store.documents("room") == {"A": b"{}"}


async def test_flush_says_when_the_store_refuses_and_forgets_nothing() -> None:
    store = Moody()
    store.refusals = 1
    notebook = await noting(store)
    notebook.put("room", "A", {"n": 1})
    with pytest.raises(UnavailableError):
        await notebook.flush()
    await notebook.flush()
    assert await store.documents("room") == {"A": b'{"n":1}'}


async def test_the_notebook_writes_by_itself_and_tries_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("infoset_server.storage.notebook.RETRY_S", 0.001)
    stored = asyncio.Event()
    troubles: list[bool] = []  # as each round begins

    class Watched(Moody):
        async def change_documents(self, changes: Changes, claims: Sequence[Claim] = ()) -> None:
            troubles.append(notebook.trouble is not None)
            await super().change_documents(changes, claims)
            stored.set()

    store = Watched()
    store.refusals = 3
    notebook = await noting(store)
    notebook.start()
    notebook.put("room", "A", {"n": 1})
    async with asyncio.timeout(60):
        await stored.wait()
    await notebook.close()
    assert await store.documents("room") == {"A": b'{"n":1}'}
    assert (troubles, notebook.trouble) == ([False, True, True, True], None)


async def test_closing_writes_what_is_noted() -> None:
    store = MemoryStore()
    notebook = await noting(store)
    notebook.start()
    notebook.put("room", "A", {"n": 1})
    await notebook.close()
    assert await store.documents("room") == {"A": b'{"n":1}'}


async def test_closing_on_a_broken_store_ends_with_a_word_in_the_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    store = Moody()
    store.refusals = 1_000
    notebook = await noting(store)
    notebook.start()
    notebook.put("room", "A", {"n": 1})
    await notebook.close()
    assert "not stored at the end: 1 documents: in a mood" in caplog.text


# Under a claim.


async def claim_of(store: MemoryStore, node: str) -> Claim:
    """The newest claim on a task."""
    claim = await store.claim("pairing", node, 0.0)
    assert isinstance(claim, Claim)
    return claim


async def test_what_is_noted_under_a_claim_is_written_apart_from_what_is_not() -> None:
    store = Moody()
    notebook = await noting(store)
    claim = await claim_of(store, "one")
    ladder = notebook.under(lambda: claim)
    notebook.put("room", "A", {})
    ladder.put("ladder", "L", {})
    notebook.put("room", "B", {})
    await notebook.flush()
    assert store.written == [2, 1]
    ladder.drop("ladder", "L")
    await notebook.flush()
    assert await store.documents("ladder") == {}


async def test_without_a_claim_nothing_is_noted() -> None:
    store = Moody()
    notebook = await noting(store)
    ladder = notebook.under(lambda: None)
    ladder.put("ladder", "L", {})
    ladder.drop("ladder", "M")
    await notebook.flush()
    assert store.asked == 0


async def test_what_a_newer_claim_refuses_is_forgotten_and_all_else_is_stored() -> None:
    store = MemoryStore()
    notebook = await noting(store)
    told: list[Claim] = []
    notebook.on_fenced.append(told.append)
    old = await claim_of(store, "one")
    await claim_of(store, "two")
    notebook.under(lambda: old).put("ladder", "L", {})
    notebook.put("room", "A", {})
    with pytest.raises(FencedError):
        await notebook.flush()
    assert told == [old]
    assert await store.documents("room") == {"A": b"{}"}
    with pytest.raises(FencedError):  # whoever comes now may have waited for what is forgotten
        await notebook.flush()
    await notebook.flush()
    assert await store.documents("ladder") == {}


async def test_who_joined_the_round_after_a_refused_one_is_told_of_it() -> None:
    """A match must not begin whose meeting was refused in the round before the one it waits for."""
    store = Slow()
    notebook = await noting(store)
    old = await claim_of(store, "one")
    await claim_of(store, "two")
    notebook.under(lambda: old).put("ladder_meeting", "M", {})
    first = asyncio.ensure_future(notebook.flush())
    await store.entered.wait()
    notebook.put("room", "A", {})
    second = asyncio.ensure_future(notebook.flush())
    await asyncio.sleep(0)
    store.gate.set()
    outcomes = await asyncio.gather(first, second, return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [FencedError] * 2
    assert await store.documents("room") == {"A": b"{}"}


async def test_closing_after_a_refusal_stores_all_else_and_is_no_error(
    caplog: pytest.LogCaptureFixture,
) -> None:
    store = MemoryStore()
    notebook = await noting(store)
    notebook.start()
    old = await claim_of(store, "one")
    await claim_of(store, "two")
    notebook.under(lambda: old).put("ladder", "L", {})
    notebook.put("room", "A", {})
    await notebook.close()
    assert await store.documents("room") == {"A": b"{}"}
    assert "not stored at the end" not in caplog.text


# In the name of a node.


async def test_what_a_node_notes_that_was_replaced_is_forgotten_and_it_is_told() -> None:
    store = MemoryStore()
    node = (await node_on(store)).claim
    notebook = Noting(store, node)
    told: list[Claim] = []
    notebook.on_fenced.append(told.append)
    await store.give_up(node)
    newer = Noting(store, (await node_on(store)).claim)
    notebook.put("room", "A", {"of": "the former"})
    newer.put("room", "A", {"of": "the newer"})
    with pytest.raises(FencedError):
        await notebook.flush()
    await newer.flush()
    assert told == [node]
    assert await store.documents("room") == {"A": b'{"of":"the newer"}'}
