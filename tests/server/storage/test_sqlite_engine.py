"""How connections to an SQLite file begin and end, and what their driver tells."""

import logging
import sqlite3
import subprocess
import sys
import threading
from collections.abc import AsyncIterator
from pathlib import Path

import aiosqlite
import pytest
from sqlalchemy import Connection, text
from sqlalchemy.exc import DatabaseError
from tests.server.storage.matches import begin, bodies, note

from infoset_server.config import StoreSettings
from infoset_server.storage.opening import open_store
from infoset_server.storage.sqlite import SqliteDatabase, open_sqlite
from infoset_server.storage.sqlite_engine import SqliteSettings

GARBAGE = b"something else" * 1000


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[SqliteDatabase]:
    """A file that is nothing yet."""
    opened = open_sqlite(tmp_path / "file", SqliteSettings())
    yield opened
    await opened.close()


class Threads:
    """Those that have begun since it was made."""

    def __init__(self) -> None:
        self._before = set(threading.enumerate())

    def now(self) -> set[threading.Thread]:
        """Those that go on."""
        return set(threading.enumerate()) - self._before

    def end(self) -> bool:
        """Whether they end by themselves."""
        for thread in self.now():
            thread.join(60)
        return not self.now()


def count(connection: Connection) -> object:
    """A number that only a database can tell."""
    return connection.execute(text("SELECT count(*) FROM sqlite_schema")).scalar()


async def test_nothing_is_opened_before_it_is_needed(tmp_path: Path) -> None:
    threads = Threads()
    database = open_sqlite(tmp_path / "file", SqliteSettings())
    assert not threads.now()
    await database.write(count)
    assert len(threads.now()) == 1
    await database.read(count)
    assert len(threads.now()) == 2
    await database.close()
    assert threads.end()


async def test_a_connection_that_could_not_be_opened_is_opened_the_next_time(
    database: SqliteDatabase, tmp_path: Path
) -> None:
    threads = Threads()
    (tmp_path / "file").write_bytes(GARBAGE)
    for _ in range(2):
        with pytest.raises(DatabaseError, match="not a database"):
            await database.write(count)
    assert threads.end()
    (tmp_path / "file").write_bytes(b"")
    assert await database.write(count) == 0


async def test_a_database_that_could_not_be_opened_is_no_trouble_when_closing(
    tmp_path: Path,
) -> None:
    (tmp_path / "file").write_bytes(GARBAGE)
    database = open_sqlite(tmp_path / "file", SqliteSettings())
    with pytest.raises(DatabaseError):
        await database.write(count)
    await database.close()


FORGETFUL = """
import asyncio, sys
from pathlib import Path
from sqlalchemy import text
from infoset_server.storage.sqlite import open_sqlite
from infoset_server.storage.sqlite_engine import SqliteSettings

async def main():
    database = open_sqlite(Path(sys.argv[1]), SqliteSettings())
    await database.write(lambda connection: connection.execute(text("CREATE TABLE t (x)")).close())
    print(await database.read(lambda connection: connection.execute(text("SELECT count(*) FROM t")).scalar()))

asyncio.run(main())
"""


def test_whoever_forgets_to_close_a_store_does_not_keep_the_process_alive(tmp_path: Path) -> None:
    command = [sys.executable, "-c", FORGETFUL, str(tmp_path / "file")]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    assert ended.stdout == "0\n"


async def test_the_driver_tells_no_secret_however_much_is_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG):
        store = await open_store(StoreSettings(ballast_mb=0), tmp_path)
        await begin(store, "m", note(b"ace of spades"))
        assert await bodies(store) == [b"ace of spades"]
        await store.change_documents({("card", "ace of spades"): b""})
        await store.close()
    assert "spades" not in caplog.text


async def test_it_is_us_who_say_where_a_transaction_begins(database: SqliteDatabase) -> None:
    def mode(connection: Connection) -> tuple[object, bool]:
        driver = connection.connection.driver_connection
        assert isinstance(driver, aiosqlite.Connection | sqlite3.Connection)
        return driver.isolation_level, driver.in_transaction

    assert await database.write(mode) == (None, True)
    assert await database.read(mode) == (None, False)  # nothing was asked yet
    assert await database.read(lambda connection: (count(connection), mode(connection))) == (
        0,
        (None, True),
    )
