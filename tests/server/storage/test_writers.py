"""Each kind of documents has one writer, and nobody else can write it."""

import ast
from pathlib import Path

import pytest
from tests.server.matches.heads import node_on

import infoset_server
from infoset_server.storage.memory import MemoryStore
from infoset_server.storage.notebook import Notebook
from infoset_server.storage.notes import (
    ACCOUNTS,
    DELETIONS,
    LADDERS,
    ROOMS,
    TALK,
    WRITERS,
    WriterError,
)

SERVER = Path(infoset_server.__file__).parent
MAY_CHANGE = {  # documents in the store: all others go through the notebook
    "storage/notebook.py",
    "storage/writer.py",  # a probe, whether the store works again
}


@pytest.fixture
async def notebook() -> Notebook:
    store = MemoryStore()
    node = await node_on(store)
    return Notebook(store, lambda: node.claim)


async def test_a_writer_is_handed_out_once(notebook: Notebook) -> None:
    notebook.writer(ROOMS)
    with pytest.raises(WriterError, match="'rooms' have a writer already"):
        notebook.writer(ROOMS)


async def test_a_writer_that_is_not_in_the_table_is_none(notebook: Notebook) -> None:
    with pytest.raises(WriterError, match="'gossip'"):
        notebook.writer("gossip")


async def test_nobody_writes_what_is_another_s(notebook: Notebook) -> None:
    rooms = notebook.writer(ROOMS)
    with pytest.raises(WriterError, match="'user' are written by accounts, not by rooms"):
        rooms.put("user", "u_1", {})
    with pytest.raises(WriterError, match="by accounts"):
        rooms.drop("user", "u_1")
    with pytest.raises(WriterError, match="'gossip' are written by nobody"):
        rooms.put("gossip", "g_1", {})
    notebook.writer(ACCOUNTS).put("user", "u_1", {})
    await notebook.flush()


async def test_what_stands_beside_a_match_goes_with_it_whoever_wrote_it(notebook: Notebook) -> None:
    notebook.writer(TALK).put("talk:m_1", "1", {})
    await notebook.flush()
    deletions = notebook.writer(DELETIONS)
    with pytest.raises(WriterError, match="by talk"):
        deletions.put("talk:m_1", "1", {})
    with pytest.raises(WriterError, match="by accounts"):
        deletions.drop("user", "u_1")
    deletions.drop("talk:m_1", "1")
    await notebook.flush()
    assert not await notebook._store.documents("talk:m_1")


async def test_a_kind_for_each_ladder_or_match_has_the_writer_of_its_family(
    notebook: Notebook,
) -> None:
    notebook.writer(LADDERS).put("ladder_result:open", "m_1", {})
    with pytest.raises(WriterError, match="by ladders"):
        notebook.writer(ROOMS).put("ladder_result:open", "m_1", {})


def test_documents_reach_the_store_through_the_notebook_alone() -> None:
    found = set()
    for path in SERVER.rglob("*.py"):
        name = path.relative_to(SERVER).as_posix()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and node.attr == "change_documents":
                found.add(name)
    assert found == MAY_CHANGE | {"storage/sql_store.py"}  # which hands it to its statements


def test_every_writer_has_documents_and_a_name() -> None:
    assert all(WRITERS.values())
    assert not [kind for kind in WRITERS if ":" in kind]
