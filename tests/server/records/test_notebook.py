"""Documents written behind."""

import asyncio

import pytest

from infoset_server.records.notebook import Notebook
from infoset_server.store.errors import UnavailableError
from infoset_server.store.memory import MemoryStore


class Moody(MemoryStore):
    """A store that refuses documents for a while."""

    refusals = 0
    written = 0

    async def put_document(self, kind: str, key: str, body: bytes) -> None:
        if self.refusals:
            self.refusals -= 1
            raise UnavailableError("in a mood")
        self.written += 1
        await super().put_document(kind, key, body)


async def test_what_was_put_is_stored_and_what_was_dropped_is_gone() -> None:
    store = MemoryStore()
    notebook = Notebook(store)
    notebook.put("room", "A", {"n": 1})
    notebook.put("room", "B", {"n": 2})
    await notebook.flush()
    notebook.drop("room", "A")
    await notebook.flush()
    assert await store.documents("room") == {"B": b'{"n":2}'}


async def test_of_many_changes_only_the_last_is_written() -> None:
    store = Moody()
    notebook = Notebook(store)
    for number in range(100):
        notebook.put("room", "A", {"n": number})
    await notebook.flush()
    assert await store.documents("room") == {"A": b'{"n":99}'}
    assert store.written == 1


async def test_a_change_made_while_the_last_is_being_written_is_not_lost() -> None:
    class Slow(MemoryStore):
        async def put_document(self, kind: str, key: str, body: bytes) -> None:
            await super().put_document(kind, key, body)
            if body == b'{"n":1}':
                notebook.put("room", "A", {"n": 2})

    store = Slow()
    notebook = Notebook(store)
    notebook.put("room", "A", {"n": 1})
    await notebook.flush()
    assert await store.documents("room") == {"A": b'{"n":2}'}


async def test_flush_says_when_the_store_refuses_and_forgets_nothing() -> None:
    store = Moody()
    store.refusals = 1
    notebook = Notebook(store)
    notebook.put("room", "A", {"n": 1})
    with pytest.raises(UnavailableError):
        await notebook.flush()
    await notebook.flush()
    assert await store.documents("room") == {"A": b'{"n":1}'}


async def test_the_notebook_writes_by_itself_and_tries_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("infoset_server.records.notebook.RETRY_S", 0.001)
    stored = asyncio.Event()

    class Watched(Moody):
        async def put_document(self, kind: str, key: str, body: bytes) -> None:
            await super().put_document(kind, key, body)
            stored.set()

    store = Watched()
    store.refusals = 3
    notebook = Notebook(store)
    notebook.start()
    notebook.put("room", "A", {"n": 1})
    async with asyncio.timeout(5):
        await stored.wait()
    await notebook.close()
    assert await store.documents("room") == {"A": b'{"n":1}'}


async def test_closing_writes_what_is_noted() -> None:
    store = MemoryStore()
    notebook = Notebook(store)
    notebook.start()
    notebook.put("room", "A", {"n": 1})
    await notebook.close()
    assert await store.documents("room") == {"A": b'{"n":1}'}


async def test_closing_on_a_broken_store_ends_with_a_word_in_the_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    store = Moody()
    store.refusals = 1_000
    notebook = Notebook(store)
    notebook.start()
    notebook.put("room", "A", {"n": 1})
    await notebook.close()
    assert "not stored at the end: 1 documents: in a mood" in caplog.text
