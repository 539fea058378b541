"""The store's database as an SQLite file. Exactly one connection writes and checkpoints; others only read.

One writing connection is more than simple: libraries before 3.51.3 can damage a file when two connections
write or checkpoint at the same instant.

Each connection lives in a thread of its own and is given whole transactions. Passing every statement to the
thread by itself, as asynchronous drivers do, costs several times what SQLite does.
"""

import os
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, TypeVar
from urllib.parse import quote

from sqlalchemy import BigInteger, ColumnElement, Connection, create_engine, event, literal_column
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from infoset_server.store.ballast import Ballast
from infoset_server.store.connection_thread import ConnectionThread
from infoset_server.store.database import DRIVER_ERRORS, KeyConflictError
from infoset_server.store.errors import (
    CorruptError,
    StorageFullError,
    StoreError,
    StoreSetupError,
    UnavailableError,
)
from infoset_server.store.lock import FileLock
from infoset_server.store.rows import ENTRY_COLUMNS, Rows

T = TypeVar("T")

OLDEST_LIBRARY: Final = (3, 35, 0)  # the first with RETURNING
CHECKPOINT_PAGES: Final = (
    4000  # of the log, at which a commit moves them; usually `rest` is earlier
)
READERS: Final = 2  # connections
ADVANCE: Final = "UPDATE owners SET seq = ? WHERE match_id = ? AND epoch = ? AND seq = ?"
INSERT: Final = (
    f"INSERT INTO entries ({', '.join(ENTRY_COLUMNS)})"
    f" VALUES ({', '.join('?' for _ in ENTRY_COLUMNS)})"
)
NOW_MS: Final = "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"

FULL: Final = {
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR_WRITE,  # also what a limit on the size of files comes as
    sqlite3.SQLITE_IOERR_SHMSIZE,  # the same, for the file beside the log
}
CORRUPT: Final = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT}
BUSY: Final = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}


@dataclass(frozen=True, slots=True)
class SqliteSettings:
    """How a file is used. `timeout_s`: patience with another process that holds the write lock."""

    synchronous: Literal["full", "normal"] = "full"
    timeout_s: float = 2.0
    ballast_bytes: int = 0


class SqliteDatabase:
    """See `Database`. Made by `open_sqlite` or `open_sqlite_for_reading`."""

    def __init__(
        self,
        readers: Sequence[ConnectionThread],
        writer: ConnectionThread | None = None,
        lock: FileLock | None = None,
        ballast: Ballast | None = None,
    ) -> None:
        self._readers = readers
        self._writer = writer
        self._lock = lock
        self._ballast = ballast
        self._reads = 0
        self._is_dirty = False
        self._is_closed = False

    @property
    def now_ms(self) -> ColumnElement[int]:
        return literal_column(NOW_MS, BigInteger)

    async def append(self, batch: Sequence[Rows]) -> set[str]:
        return await self._write(lambda connection: append_now(raw(connection), batch))

    async def write(self, work: Callable[[Connection], T]) -> T:
        return await self._write(lambda connection: transact(connection, work))

    async def _write(self, work: Callable[[Connection], T]) -> T:
        assert self._writer is not None, "opened for reading"
        self._is_dirty = True
        return await self._writer.run(work)

    async def read(self, work: Callable[[Connection], T]) -> T:
        self._reads += 1
        reader = self._readers[self._reads % len(self._readers)]
        return await reader.run(lambda connection: transact(connection, work))

    def explain(self, error: BaseException) -> StoreError:
        return explain(error)

    async def rest(self) -> None:
        """Moves the log into the database while nobody waits for a commit."""
        if self._is_dirty and self._writer is not None:
            self._is_dirty = False
            with suppress(*DRIVER_ERRORS):  # the next append meets it, too, and can tell somebody
                await self._writer.run(lambda connection: checkpoint(raw(connection)))

    def release_ballast(self) -> bool:
        return self._ballast is not None and self._ballast.release()

    async def close(self) -> None:
        if self._is_closed:
            return
        self._is_closed = True
        for reader in self._readers:
            await reader.close()
        if self._writer is not None:
            await self._writer.close()
        if self._lock is not None:
            self._lock.release()


def open_sqlite(path: Path, settings: SqliteSettings) -> SqliteDatabase:
    """A file for this process alone; made, with its folder, if need be.

    Raises StoreInUseError, StoreSetupError.
    """
    check_library()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = FileLock(path.with_name(f"{path.name}.lock"))
        create_private(path)
    except OSError as problem:
        raise StoreSetupError(f"cannot use {path}: {problem.strerror}") from None
    ballast = Ballast(path.with_name(f"{path.name}.ballast"), settings.ballast_bytes)
    writer = ConnectionThread(lambda: open_writer(path, settings))
    return SqliteDatabase(reader_threads(path, settings), writer, lock, ballast)


def open_sqlite_for_reading(path: Path, settings: SqliteSettings) -> SqliteDatabase:
    """A file that another process may be writing. Raises StoreSetupError if there is none."""
    check_library()
    if not path.is_file():
        raise StoreSetupError(f"there is no database {path}")
    return SqliteDatabase(reader_threads(path, settings))


def create_private(path: Path) -> None:
    """Makes a file that only its owner may read: whoever reads a store knows every card."""
    os.close(os.open(path, os.O_CREAT | os.O_WRONLY | os.O_CLOEXEC, 0o600))


def check_library() -> None:
    """Raises StoreSetupError where Python was built with a library too old."""
    if sqlite3.sqlite_version_info < OLDEST_LIBRARY:
        oldest = ".".join(map(str, OLDEST_LIBRARY))
        raise StoreSetupError(f"SQLite {sqlite3.sqlite_version} is too old: {oldest} is needed")


def reader_threads(path: Path, settings: SqliteSettings) -> list[ConnectionThread]:
    """Connections that cannot write, whatever they are told."""
    uri = f"file:{quote(str(path))}?mode=ro"
    pragmas = ("query_only = ON",)
    return [
        ConnectionThread(lambda: open_connection(uri, settings.timeout_s, pragmas, "BEGIN"))
        for _ in range(READERS)
    ]


def open_writer(path: Path, settings: SqliteSettings) -> Connection:
    """The connection whose transactions take the write lock when they begin."""
    pragmas = (
        "journal_mode = WAL",
        f"synchronous = {settings.synchronous.upper()}",
        "fullfsync = ON",  # only macOS knows the difference
        "foreign_keys = ON",
        f"wal_autocheckpoint = {CHECKPOINT_PAGES}",
    )
    uri = f"file:{quote(str(path))}"
    return open_connection(uri, settings.timeout_s, pragmas, "BEGIN IMMEDIATE")


def open_connection(uri: str, timeout_s: float, pragmas: Sequence[str], begin: str) -> Connection:
    """A connection in autocommit mode, so that it is us who say where a transaction begins."""

    def connect() -> sqlite3.Connection:
        opened = sqlite3.connect(uri, timeout=timeout_s, isolation_level=None, uri=True)
        try:
            for pragma in pragmas:
                opened.execute(f"PRAGMA {pragma}")
        except BaseException:
            opened.close()
            raise
        return opened

    engine = create_engine(
        "sqlite://",
        creator=connect,
        poolclass=NullPool,
        hide_parameters=True,  # an error in the log tells no cards
    )

    @event.listens_for(engine, "begin")
    def on_begin(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine.connect()


def raw(connection: Connection) -> sqlite3.Connection:
    """The driver's connection beneath."""
    driver_connection = connection.connection.driver_connection
    assert isinstance(driver_connection, sqlite3.Connection)
    return driver_connection


def transact(connection: Connection, work: Callable[[Connection], T]) -> T:
    """One transaction, in the connection's thread."""
    with connection.begin():
        return work(connection)


def append_now(connection: sqlite3.Connection, batch: Sequence[Rows]) -> set[str]:
    """One transaction, in the connection's thread."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        stored = set()
        entries = []
        for rows in batch:
            advance = (rows.last, rows.match_id, rows.epoch, rows.expected)
            if connection.execute(ADVANCE, advance).rowcount == 1:
                stored.add(rows.match_id)
                entries += rows.entries
        connection.executemany(INSERT, entries)
        connection.execute("COMMIT")
    except BaseException as error:
        with suppress(sqlite3.Error):  # some errors have undone it already
            connection.execute("ROLLBACK")
        if isinstance(error, sqlite3.IntegrityError):
            raise KeyConflictError from error
        raise
    return stored


def checkpoint(connection: sqlite3.Connection) -> None:
    """Moves what it can without waiting for readers."""
    connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()


def explain(error: BaseException) -> StoreError:
    """Sorts an error of SQLite: no room, not now, damaged, or something that left the outcome open."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    code = getattr(cause, "sqlite_errorcode", None)
    primary = None if code is None else code & 0xFF
    if code in FULL:
        return StorageFullError(str(cause))
    is_garbled = isinstance(cause, UnicodeDecodeError) or "decode to UTF-8" in str(cause)
    if primary in CORRUPT or is_garbled:
        return CorruptError("", 0, str(cause))
    return UnavailableError(str(cause), is_unknown=primary == sqlite3.SQLITE_IOERR)
