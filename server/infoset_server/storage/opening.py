"""From the configuration to a store that is ready. The only place that knows all kinds."""

import asyncio
import logging
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

from infoset_server.config import StoreSettings
from infoset_server.storage import migrate
from infoset_server.storage.claim_statements import end_claims
from infoset_server.storage.errors import LockLeftError, StoreSetupError
from infoset_server.storage.identity import FILE, identity
from infoset_server.storage.sql_store import SqlStore
from infoset_server.storage.sqlite import SqliteDatabase, open_sqlite, open_sqlite_for_reading
from infoset_server.storage.sqlite_engine import SqliteSettings
from infoset_server.storage.writer import WriterLimits

if TYPE_CHECKING:
    from infoset_server.storage.postgresql import PostgresDatabase

logger = logging.getLogger(__name__)

FILE_NAME: Final = "infoset.sqlite"  # in the data folder
SQLITE_PREFIX: Final = "sqlite:///"
PATIENCE_S: Final = 3600.0  # with statements nobody plays meanwhile
LEFT_S: Final = (
    30.0  # a lock that is held for longer is that of a process that cannot be seen from here
)
LOOK_S: Final = 0.05


async def open_store(settings: StoreSettings, data_dir: Path) -> SqlStore:
    """Opens the configured store for this process, makes or migrates its tables.

    Raises StoreSetupError or StoreInUseError where that cannot be, UnavailableError where the database
    does not answer.
    """
    path = sqlite_path(settings, data_dir)
    if path is None:
        await migrate_server(settings)
        return SqlStore(open_server(settings))
    store = SqlStore(await open_file(path, sqlite_settings(settings)))
    try:
        await store.change(migrate.upgrade)
        await store.change(end_claims)  # whoever had them is gone, or the file would be locked
    except BaseException:
        await store.close()
        raise
    return store


async def open_file(path: Path, settings: SqliteSettings) -> SqliteDatabase:
    """As `open_sqlite`, once a server that was killed has let go of the file.

    A program that it was about to start shares the lock until it has become another program, and may live on for as long as
    it waits for a processor.
    """
    until_s = time.monotonic() + LEFT_S
    is_said = False
    while True:
        try:
            return open_sqlite(path, settings)
        except LockLeftError as left:
            if time.monotonic() > until_s:
                raise
            if not is_said:
                logger.info("%s; that one is gone: its lock will be free in a moment", left)
                is_said = True
        await asyncio.sleep(LOOK_S)


async def migrate_server(settings: StoreSettings) -> None:
    """Migrates the tables on a server, which may take longer than a player would wait."""
    patient = SqlStore(open_server(settings, statement_s=PATIENCE_S))
    try:
        await patient.change(migrate.upgrade)
    finally:
        await patient.close()


async def open_store_for_reading(settings: StoreSettings, data_dir: Path) -> SqlStore:
    """Opens the configured store beside a server that may be running. Raises as `open_store` does."""
    path = sqlite_path(settings, data_dir)
    if path is None:
        store = SqlStore(open_server(settings, statement_s=PATIENCE_S))
    else:
        store = SqlStore(open_sqlite_for_reading(path, sqlite_settings(settings)))
    try:
        revision = await store.look(migrate.current)
        if revision != migrate.NEWEST:
            raise StoreSetupError(
                f"the tables are at revision {revision}, this version needs {migrate.NEWEST}: "
                "start the server of this version once"
            )
    except BaseException:
        await store.close()
        raise
    return store


async def identity_of(settings: StoreSettings, data_dir: Path) -> str:
    """Which database is configured, as `identity`. Raises StoreSetupError."""
    if sqlite_path(settings, data_dir) is not None:
        return FILE
    store = SqlStore(open_server(settings))
    try:
        return await identity(store)
    finally:
        await store.close()


def open_server(settings: StoreSettings, statement_s: float | None = None) -> "PostgresDatabase":
    """The PostgreSQL server of the configuration. Raises StoreSetupError."""
    from infoset_server.storage.postgresql import PostgresSettings, open_postgresql  # few have one

    given = PostgresSettings(
        settings.synchronous, settings.timeout_s, statement_s or settings.timeout_s
    )
    return open_postgresql(settings.url or "", given)


def sqlite_path(settings: StoreSettings, data_dir: Path) -> Path | None:
    """The database file; None where the URL is of a server."""
    if settings.url is None:
        return data_dir / FILE_NAME
    if settings.url.startswith(SQLITE_PREFIX):
        return Path(settings.url.removeprefix(SQLITE_PREFIX))
    return None


def sqlite_settings(settings: StoreSettings) -> SqliteSettings:
    """What concerns a file."""
    return SqliteSettings(settings.synchronous, settings.timeout_s, settings.ballast_mb << 20)


def writer_limits(settings: StoreSettings) -> WriterLimits:
    """What concerns the writer."""
    return WriterLimits(
        queue=settings.max_queued,
        batch=settings.max_batch,
        wait_s=settings.wait_s,
        gather_s=settings.gather_ms / 1000,
    )
