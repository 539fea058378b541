"""A batch of appends in one call: all of it that fits, or nothing, and never half a transaction."""

import sqlite3
from collections.abc import Iterator

import pytest

from infoset_server.storage.database import EntryRow, KeyConflictError, Rows
from infoset_server.storage.sqlite_engine import APPEND, MOST, BatchConnection

TABLES = """
    CREATE TABLE owners (match_id TEXT PRIMARY KEY, epoch INTEGER, seq INTEGER);
    CREATE TABLE entries (
        match_id TEXT, seq INTEGER, epoch INTEGER, kind TEXT, seat INTEGER, decision INTEGER,
        body BLOB, at_ms INTEGER, crc INTEGER, chain BLOB, PRIMARY KEY (match_id, seq)
    );
    INSERT INTO owners VALUES ('a', 1, 0), ('b', 1, 0), ('c', 2, 5);
"""


@pytest.fixture
def connection() -> Iterator[BatchConnection]:
    """To tables with three matches."""
    opened = sqlite3.connect(":memory:", isolation_level=None, factory=BatchConnection)
    opened.executescript(TABLES)
    yield opened
    opened.close()


def rows(match_id: str, expected: int, entries: int = 1, epoch: int = 1) -> Rows:
    """An append."""
    made: list[EntryRow] = [
        (match_id, seq, epoch, "note", None, None, b"", 0, 0, b"")
        for seq in range(expected + 1, expected + entries + 1)
    ]
    return Rows(match_id, epoch, expected, expected + entries, made)


def append(connection: BatchConnection, *batch: Rows) -> list[str]:
    """The matches whose rows are stored."""
    return [match_id for (match_id,) in connection.execute(APPEND, (batch,)).fetchall()]


def stored(connection: BatchConnection) -> list[tuple[str, int]]:
    """All entries."""
    return connection.execute("SELECT match_id, seq FROM entries ORDER BY 1, 2").fetchall()


def owned(connection: BatchConnection) -> list[tuple[str, int]]:
    """How far each match is, as its owner's row says."""
    return connection.execute("SELECT match_id, seq FROM owners ORDER BY 1").fetchall()


def test_a_batch_is_stored_but_for_what_does_not_fit(connection: BatchConnection) -> None:
    batch = rows("a", 0, 2), rows("b", 1), rows("c", 5), rows("nobody's", 0)
    assert append(connection, *batch) == ["a"]
    assert stored(connection) == [("a", 1), ("a", 2)]
    assert append(connection, rows("a", 2), rows("c", 5, epoch=2)) == ["a", "c"]
    assert not connection.in_transaction


def told(connection: BatchConnection, *batch: Rows) -> set[str]:
    """The statements that SQLite is told for an append; each step of a trigger is told as its statement."""
    statements: list[str] = []
    connection.set_trace_callback(statements.append)
    append(connection, *batch)
    connection.set_trace_callback(None)
    return set(statements)


def test_a_batch_that_fits_is_one_statement(connection: BatchConnection) -> None:
    append(connection, rows("a", 0), rows("c", 5, epoch=2))
    assert len(told(connection, rows("a", 1, 3), rows("b", 0), rows("c", 6, epoch=2))) == 1
    assert stored(connection) == [
        *[("a", seq) for seq in range(1, 5)],
        ("b", 1),
        ("c", 6),
        ("c", 7),
    ]
    assert owned(connection) == [("a", 4), ("b", 1), ("c", 7)]
    assert not connection.in_transaction


@pytest.mark.parametrize("entries", [MOST - 1, MOST, MOST + 1, 3 * MOST])
def test_a_batch_may_be_larger_than_a_statement(connection: BatchConnection, entries: int) -> None:
    assert append(connection, rows("a", 0, entries), rows("b", 0)) == ["a", "b"]
    assert len(stored(connection)) == entries + 1
    assert owned(connection) == [("a", entries), ("b", 1), ("c", 5)]


def test_an_append_that_fits_in_part_is_not_stored(connection: BatchConnection) -> None:
    gap = rows("a", 0, 2)
    gap.entries[1] = (*gap.entries[1][:1], 3, *gap.entries[1][2:])
    gap.last = 3
    connection.execute("INSERT INTO entries (match_id, seq) VALUES ('a', 3)")
    with pytest.raises(KeyConflictError):
        append(connection, rows("b", 0), gap)
    assert stored(connection) == [("a", 3)]
    assert owned(connection) == [("a", 0), ("b", 0), ("c", 5)]


def test_a_batch_of_which_nothing_fits_stores_nothing(connection: BatchConnection) -> None:
    assert append(connection, rows("a", 7)) == []
    assert stored(connection) == []


def test_a_key_that_is_taken_leaves_nothing_of_the_batch(connection: BatchConnection) -> None:
    connection.execute("INSERT INTO entries (match_id, seq) VALUES ('b', 1)")
    with pytest.raises(KeyConflictError):
        append(connection, rows("a", 0), rows("b", 0))
    assert not connection.in_transaction
    assert stored(connection) == [("b", 1)]
    assert append(connection, rows("a", 0)) == ["a"]


def test_an_error_in_the_midst_leaves_nothing_of_the_batch(connection: BatchConnection) -> None:
    connection.execute("ALTER TABLE entries RENAME TO elsewhere")
    with pytest.raises(sqlite3.OperationalError, match="no such table"):
        append(connection, rows("a", 0))
    assert not connection.in_transaction
    assert connection.execute("SELECT max(seq) FROM owners WHERE epoch = 1").fetchone() == (0,)


def test_everything_else_is_said_as_to_any_connection(connection: BatchConnection) -> None:
    assert connection.execute("SELECT ? + 1", (1,)).fetchall() == [(2,)]
    assert connection.execute("SELECT 1").fetchall() == [(1,)]
