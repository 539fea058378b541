"""How connections to an SQLite file are opened: one that writes, a few that only read.

The asynchronous driver passes each call to a thread and back, and that costs more than what SQLite does in
it. Players wait for appends, so all that belongs to one is a single call: a statement that SQLite does not know.
In the thread, each statement gives up the interpreter's lock several times and waits for the event loop to give it
back, so a batch is a single statement there, too: it inserts into a view whose trigger does all that an entry needs.
A read is a transaction of several calls; its connection is a plain one, used in a thread from beginning to end.
"""

import logging
import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, Final, Literal
from urllib.parse import quote

import aiosqlite
from sqlalchemy import URL, AdaptedConnection, Connection, Engine, QueuePool, create_engine, event
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from infoset_server.storage.database import ENTRY_COLUMNS, EntryRow, KeyConflictError, Rows

APPEND: Final = "APPEND ?"  # a batch of `Rows`; finds the matches whose rows are stored
ADVANCE: Final = "UPDATE owners SET seq = ? WHERE match_id = ? AND epoch = ? AND seq = ?"
INSERT: Final = (
    f"INSERT INTO entries ({', '.join(ENTRY_COLUMNS)})"
    f" VALUES ({', '.join('?' for _ in ENTRY_COLUMNS)})"
)
# As above, for each entry: its owner moves on by one, or nothing of the statement happens. Both are of the connection
# alone, and in no file.
VIEW: Final = f"""
    CREATE TEMP VIEW IF NOT EXISTS appends AS SELECT {", ".join(ENTRY_COLUMNS)} FROM entries
"""
TRIGGER: Final = f"""
    CREATE TEMP TRIGGER IF NOT EXISTS append INSTEAD OF INSERT ON appends BEGIN
        UPDATE owners SET seq = NEW.seq
            WHERE match_id = NEW.match_id AND epoch = NEW.epoch AND seq = NEW.seq - 1;
        SELECT RAISE(ABORT, 'it does not fit') WHERE changes() = 0;
        INSERT INTO entries ({", ".join(ENTRY_COLUMNS)})
            VALUES ({", ".join(f"NEW.{name}" for name in ENTRY_COLUMNS)});
    END
"""
MOST: Final = 64  # entries that one statement inserts
APPENDS: Final = [
    "INSERT INTO appends VALUES "
    + ", ".join([f"({', '.join('?' for _ in ENTRY_COLUMNS)})"] * entries)
    for entries in range(MOST + 1)
]
READERS: Final = 2  # connections
# In autocommit mode (`isolation_level`), so that it is us who say how a transaction begins. Who finds all connections
# in use waits for as long as it takes. An error in the log tells no cards.
OPENED_WHEN_NEEDED: Final[dict[str, Any]] = {
    "max_overflow": 0,
    "pool_timeout": None,
    "hide_parameters": True,
}
CHECKPOINT_PAGES: Final = (
    4000  # of the log, at which a commit moves them; usually `rest` is earlier
)


class Answer(sqlite3.Cursor):
    """Finds what it was given."""

    found: Sequence[tuple[str]] = ()

    def fetchall(self) -> list[tuple[str]]:
        return list(self.found)


class BatchConnection(sqlite3.Connection):
    """As the driver's, with one statement more: `APPEND` is a transaction of its own."""

    _has_trigger = False

    def execute(self, sql: str, parameters: Any = (), /) -> sqlite3.Cursor:
        if sql != APPEND:
            return super().execute(sql, parameters)
        (batch,) = parameters
        answer = self.cursor(Answer)
        answer.found = [(match_id,) for match_id in self._append(batch)]
        return answer

    def _append(self, batch: Sequence[Rows]) -> list[str]:
        """Stores what fits. Raises KeyConflictError, and nothing is stored."""
        entries = [entry for rows in batch for entry in rows.entries]
        if 0 < len(entries) <= MOST:
            with suppress(sqlite3.IntegrityError):
                self._append_all(entries)
                return [rows.match_id for rows in batch]
        return self._append_fitting(batch)

    def _append_all(self, entries: Sequence[EntryRow]) -> None:
        """Stores everything, in a statement that is a transaction. Raises sqlite3.IntegrityError, and nothing is."""
        if not self._has_trigger:
            super().execute(VIEW)
            super().execute(TRIGGER)
            self._has_trigger = True
        super().execute(APPENDS[len(entries)], tuple(chain.from_iterable(entries)))

    def _append_fitting(self, batch: Sequence[Rows]) -> list[str]:
        """As `_append`, one by one."""
        super().execute("BEGIN IMMEDIATE")
        try:
            advanced = [rows for rows in batch if self._advance(rows)]
            self.executemany(INSERT, [entry for rows in advanced for entry in rows.entries])
            super().execute("COMMIT")
        except BaseException as error:
            with suppress(sqlite3.Error):  # some errors have undone it already
                super().execute("ROLLBACK")
            if isinstance(error, sqlite3.IntegrityError):
                raise KeyConflictError from error
            raise
        return [rows.match_id for rows in advanced]

    def _advance(self, rows: Rows) -> bool:
        """Moves the owner to its last entry, unless it is another's or not where it was expected."""
        places = (rows.last, rows.match_id, rows.epoch, rows.expected)
        return super().execute(ADVANCE, places).rowcount == 1


# Below this it tells the parameters of statements, which are everybody's secrets.
logging.getLogger("aiosqlite").setLevel(logging.INFO)


@dataclass(frozen=True, slots=True)
class SqliteSettings:
    """How a file is used. `timeout_s`: patience with another process that holds the write lock."""

    synchronous: Literal["full", "normal"] = "full"
    timeout_s: float = 2.0
    ballast_bytes: int = 0


def writing_engine(path: Path, settings: SqliteSettings) -> AsyncEngine:
    """For one connection, whose transactions take the write lock when they begin."""
    pragmas = (
        "journal_mode = WAL",
        f"synchronous = {settings.synchronous.upper()}",
        "fullfsync = ON",  # only macOS knows the difference
        "foreign_keys = ON",
        f"wal_autocheckpoint = {CHECKPOINT_PAGES}",
    )
    engine = create_async_engine(
        location("sqlite+aiosqlite", path),
        connect_args={
            "timeout": settings.timeout_s,
            "isolation_level": None,
            "factory": BatchConnection,
        },
        pool_size=1,
        **OPENED_WHEN_NEEDED,
    )

    @event.listens_for(engine.sync_engine, "connect")
    def on_connect(opened: AdaptedConnection, record: Any) -> None:
        opened.run_async(partial(prepare, pragmas=pragmas))

    @event.listens_for(engine.sync_engine, "begin")
    def on_begin(connection: Connection) -> None:
        opened = connection.connection.dbapi_connection
        assert isinstance(opened, AdaptedConnection)
        opened.run_async(lambda driver: driver.execute_fetchall("BEGIN IMMEDIATE"))

    return engine


def reading_engine(path: Path, settings: SqliteSettings) -> Engine:
    """For connections that cannot write, whatever they are told. They may be used by any thread, one at a time."""
    engine = create_engine(
        location("sqlite", path, mode="ro"),
        connect_args={
            "timeout": settings.timeout_s,
            "isolation_level": None,
            "check_same_thread": False,
        },
        poolclass=QueuePool,
        pool_size=READERS,
        **OPENED_WHEN_NEEDED,
    )

    @event.listens_for(engine, "connect")
    def on_connect(opened: sqlite3.Connection, record: Any) -> None:
        opened.execute("PRAGMA query_only = ON")

    @event.listens_for(engine, "begin")
    def on_begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN")

    return engine


def location(dialect: str, path: Path, **query: str) -> URL:
    """The file, as SQLAlchemy wants it named."""
    return URL.create(dialect, database=f"file:{quote(str(path))}", query=query | {"uri": "true"})


async def prepare(opened: aiosqlite.Connection, pragmas: Sequence[str]) -> None:
    """Sets up a new connection. Where that fails, SQLAlchemy closes it."""
    for pragma in pragmas:
        await opened.execute_fetchall(f"PRAGMA {pragma}")
