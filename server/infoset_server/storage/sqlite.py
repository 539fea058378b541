"""The store's database as an SQLite file. Exactly one connection writes and checkpoints; others only read.

One writing connection is more than simple: libraries before 3.51.3 can damage a file when two connections
write or checkpoint at the same instant.

A transaction is said in SQLAlchemy's terms, statement by statement; an append, for which players wait, in a
single call to the driver beneath (sqlite_engine.py).

Beside the database lies the lock of its one server, and disk space that can be given back when the disk is full.
"""

import asyncio
import fcntl
import logging
import os
import sqlite3
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, TypeAlias, TypeVar

import aiosqlite
from sqlalchemy import BigInteger, ColumnElement, Connection, Engine, literal_column
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from infoset_server.common.task_set import outcome_of
from infoset_server.storage import sqlite_engine
from infoset_server.storage.database import DRIVER_ERRORS, Rows
from infoset_server.storage.errors import (
    CorruptError,
    LockLeftError,
    StorageFullError,
    StoreError,
    StoreInUseError,
    StoreSetupError,
    UnavailableError,
)
from infoset_server.storage.sqlite_engine import APPEND, SqliteSettings

logger = logging.getLogger(__name__)


class Ballast:
    """A file that contains nothing, beside the database."""

    def __init__(self, path: Path, size_bytes: int) -> None:
        """Takes up the space now. Where there is not so much, the server starts without, and says so."""
        self._path = path
        try:
            self._lay(size_bytes)
        except OSError as problem:
            path.unlink(missing_ok=True)
            logger.error("no %d bytes could be set aside in %s: %s", size_bytes, path, problem)

    def _lay(self, size_bytes: int) -> None:
        if size_bytes == 0:
            self._path.unlink(missing_ok=True)
            return
        file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            os.posix_fallocate(file, 0, size_bytes)
            os.ftruncate(file, size_bytes)
        finally:
            os.close(file)

    def release(self) -> bool:
        """Gives the space back; False if there is none. The next start sets it aside again."""
        try:
            self._path.unlink()
        except FileNotFoundError:
            return False
        logger.warning("%s was given back to the full disk", self._path)
        return True


class FileLock:
    """Held from its making until `release`, or until the process ends in whatever way."""

    def __init__(self, path: Path) -> None:
        """Raises StoreInUseError, which names the process that holds the lock; LockLeftError where that one is gone.

        The file stays: removing it would let two processes lock two files of the same name.
        """
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            owner = os.read(self._file, 32).decode(errors="replace").strip() or "unknown"
            os.close(self._file)
            kind = LockLeftError if is_gone(owner) else StoreInUseError
            raise kind(
                f"{path.with_suffix('')} is in use by process {owner}; stop that one first, or choose "
                "another folder with --data"
            ) from None
        os.truncate(self._file, 0)
        os.pwrite(self._file, f"{os.getpid()}\n".encode(), 0)

    def release(self) -> None:
        """Lets others have it. May be repeated."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1


def is_gone(owner: str) -> bool:
    """Is there no process with the id that stands in a lock?"""
    try:
        os.kill(int(owner), 0)
    except ProcessLookupError:
        return True
    except (ValueError, OverflowError, PermissionError):
        return False
    return False


T = TypeVar("T")

Work: TypeAlias = Callable[[AsyncConnection], Coroutine[Any, Any, T]]

OLDEST_LIBRARY: Final = (3, 35, 0)  # the first with RETURNING
CHECKPOINT: Final = "PRAGMA wal_checkpoint(PASSIVE)"  # what is possible without waiting for readers
NOW_MS: Final = "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"

FULL: Final = {
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR_WRITE,  # also what a limit on the size of files comes as
    sqlite3.SQLITE_IOERR_SHMSIZE,  # the same, for the file beside the log
}
CORRUPT: Final = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT}


class SqliteDatabase:
    """See `Database`. Made by `open_sqlite` or `open_sqlite_for_reading`.

    A task that is cancelled while it waits for a transaction leaves it done or undone, never half done: an append
    is one call to the driver, and all else goes on without the task. Broken off between two statements, it would
    take its connection along, and another would begin to write while that one still does.
    """

    def __init__(
        self,
        readers: Engine,
        writers: AsyncEngine | None = None,
        lock: FileLock | None = None,
        ballast: Ballast | None = None,
    ) -> None:
        self._readers = readers
        self._threads = ThreadPoolExecutor(sqlite_engine.READERS, "store reader")
        self._writers = writers
        self._lock = lock
        self._ballast = ballast
        self.is_shared = False  # the lock says so
        self._turn = asyncio.Lock()  # of the connection that writes
        self._writer: AsyncConnection | None = None
        self._under_way: set[asyncio.Task[Any]] = set()
        self._is_dirty = False
        self._is_closed = False

    @property
    def now_ms(self) -> ColumnElement[int]:
        return literal_column(NOW_MS, BigInteger)

    async def append(self, batch: Sequence[Rows]) -> set[str]:
        self._require_open()
        self._is_dirty = True
        async with self._turn:
            return await append_now(await self._connected(), batch)

    async def write(self, work: Callable[[Connection], T]) -> T:
        self._require_open()
        self._is_dirty = True
        return await self._finish(self._write(lambda writer: transact(writer, work)))

    async def read(self, work: Callable[[Connection], T]) -> T:
        self._require_open()
        return await self._finish(self._read(work))

    def _require_open(self) -> None:
        if self._is_closed:
            raise UnavailableError("the store is closed")

    async def _finish(self, transaction: Coroutine[Any, Any, T]) -> T:
        """Does it to its end, also when it is cancelled."""
        task = asyncio.get_running_loop().create_task(transaction)
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        return await outcome_of(task)

    async def _write(self, work: Work[T]) -> T:
        async with self._turn:
            return await work(await self._connected())

    async def _connected(self) -> AsyncConnection:
        """The connection that writes, for whose turn it is."""
        if self._writer is None:
            assert self._writers is not None, "opened for reading"
            self._writer = await self._writers.connect()
        return self._writer

    async def _read(self, work: Callable[[Connection], T]) -> T:
        """All of it in one thread: passing single statements back and forth costs more than they do."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._look, work)

    def _look(self, work: Callable[[Connection], T]) -> T:
        with self._readers.connect() as reader:
            return work(reader)

    def explain(self, error: BaseException) -> StoreError:
        return explain(error)

    async def rest(self) -> None:
        """Moves the log into the database while nobody waits for a commit."""
        if self._is_dirty and not self._is_closed:
            self._is_dirty = False
            with suppress(*DRIVER_ERRORS):  # the next append meets it, too, and can tell somebody
                await self._write(checkpoint)

    def release_ballast(self) -> bool:
        return self._ballast is not None and self._ballast.release()

    async def close(self) -> None:
        """After what is under way."""
        if self._is_closed:
            return
        self._is_closed = True
        while self._under_way:
            await asyncio.wait(self._under_way)
        self._threads.shutdown()
        self._readers.dispose()
        async with self._turn:
            if self._writer is not None:
                await self._writer.close()
        if self._writers is not None:
            await self._writers.dispose()
        if self._lock is not None:
            self._lock.release()


def open_sqlite(path: Path, settings: SqliteSettings) -> SqliteDatabase:
    """A file for this process alone; made, with its folder, if need be.

    Raises StoreInUseError, StoreSetupError, LockLeftError.
    """
    check_library()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = FileLock(path.with_name(f"{path.name}.lock"))
        create_private(path)
    except OSError as problem:
        raise StoreSetupError(f"cannot use {path}: {problem.strerror}") from None
    ballast = Ballast(path.with_name(f"{path.name}.ballast"), settings.ballast_bytes)
    readers = sqlite_engine.reading_engine(path, settings)
    writers = sqlite_engine.writing_engine(path, settings)
    return SqliteDatabase(readers, writers, lock, ballast)


def open_sqlite_for_reading(path: Path, settings: SqliteSettings) -> SqliteDatabase:
    """A file that another process may be writing. Raises StoreSetupError if there is none."""
    check_library()
    if not path.is_file():
        raise StoreSetupError(f"there is no database {path}")
    return SqliteDatabase(sqlite_engine.reading_engine(path, settings))


def create_private(path: Path) -> None:
    """Makes a file that only its owner may read: whoever reads a store knows every card."""
    os.close(os.open(path, os.O_CREAT | os.O_WRONLY | os.O_CLOEXEC, 0o600))


def check_library() -> None:
    """Raises StoreSetupError where Python was built with a library too old."""
    if sqlite3.sqlite_version_info < OLDEST_LIBRARY:
        oldest = ".".join(map(str, OLDEST_LIBRARY))
        raise StoreSetupError(f"SQLite {sqlite3.sqlite_version} is too old: {oldest} is needed")


async def driver(connection: AsyncConnection) -> aiosqlite.Connection:
    """What is beneath SQLAlchemy's connection.

    Asked for without SQLAlchemy's detour through a greenlet, which an append would pay each time; only where the
    connection has to be made anew there is no other way.
    """
    if connection.sync_connection is None or connection.invalidated:
        beneath = (await connection.get_raw_connection()).driver_connection
    else:
        beneath = connection.sync_connection.connection.driver_connection
    assert isinstance(beneath, aiosqlite.Connection)
    return beneath


async def transact(connection: AsyncConnection, work: Callable[[Connection], T]) -> T:
    """One transaction."""
    async with connection.begin():
        return await connection.run_sync(work)


async def append_now(connection: AsyncConnection, batch: Sequence[Rows]) -> set[str]:
    """One transaction."""
    stored = await (await driver(connection)).execute_fetchall(APPEND, (batch,))
    return {match_id for (match_id,) in stored}


async def checkpoint(connection: AsyncConnection) -> None:
    """Moves the log into the database."""
    await (await driver(connection)).execute_fetchall(CHECKPOINT)


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
