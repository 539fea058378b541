"""The store's database on a PostgreSQL server. Appends have a connection of their own; all else shares a few."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeVar

from sqlalchemy import URL, BigInteger, ColumnElement, Connection, literal_column, make_url, text
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from infoset_server.storage.database import DRIVER_ERRORS, ENTRY_COLUMNS, KeyConflictError, Rows
from infoset_server.storage.errors import (
    CorruptError,
    StorageFullError,
    StoreError,
    StoreSetupError,
    UnavailableError,
)

T = TypeVar("T")

POOL: Final = 4  # connections, besides the one for appends
NOW_MS: Final = "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS bigint)"
ENTRY_TYPES: Final = (
    "text",
    "bigint",
    "bigint",
    "text",
    "integer",
    "bigint",
    "bytea",
    "bigint",
    "bigint",
    "bytea",
)
# One statement, so that a batch costs one round trip and one flush. Rows whose owner did not move are
# left out. The lock on the owner's row is the only point where two servers can meet.
APPEND: Final = text(
    f"""
    WITH batch AS (
        SELECT * FROM unnest(
            CAST(:matches AS text[]), CAST(:epochs AS bigint[]),
            CAST(:expected AS bigint[]), CAST(:last AS bigint[])
        ) AS rows(match_id, epoch, expected, last)
    ), moved AS (
        UPDATE owners SET seq = batch.last FROM batch
        WHERE owners.match_id = batch.match_id AND owners.epoch = batch.epoch
            AND owners.seq = batch.expected
        RETURNING owners.match_id
    ), stored AS (
        INSERT INTO entries ({", ".join(ENTRY_COLUMNS)})
        SELECT rows.* FROM unnest(
            {", ".join(f"CAST(:{n} AS {t}[])" for n, t in zip(ENTRY_COLUMNS, ENTRY_TYPES, strict=True))}
        ) AS rows({", ".join(ENTRY_COLUMNS)})
        JOIN moved USING (match_id)
    )
    SELECT match_id FROM moved
    """
)

FULL: Final = {"53100"}
NOT_DONE: Final = {
    "25P03",
    "40001",
    "40P01",
    "53200",
    "53300",
    "55P03",
    "57P03",
}  # refused, surely undone
CORRUPT: Final = {"XX001", "XX002"}


@dataclass(frozen=True, slots=True)
class PostgresSettings:
    """How the server is used. `timeout_s`: for connecting; `statement_s`: for each statement.

    Twice that may pass between two statements of a transaction. Then the server ends it: whoever stands still in the
    midst of one, a machine that froze or died, holds locks for which the node waits that is to take over.
    """

    synchronous: Literal["full", "normal"] = "full"
    timeout_s: float = 2.0
    statement_s: float = 2.0


class PostgresDatabase:
    """See `Database`."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.is_shared = True
        self._engine = engine
        self._turn = asyncio.Lock()  # of the connection for appends
        self._appender: AsyncConnection | None = None

    @property
    def now_ms(self) -> ColumnElement[int]:
        return literal_column(NOW_MS, BigInteger)

    async def append(self, batch: Sequence[Rows]) -> set[str]:
        async with self._turn:
            connection = await self._connected()
            try:
                return set((await connection.execute(APPEND, parameters(batch))).scalars())
            except IntegrityError as error:
                raise KeyConflictError from error
            except BaseException:
                await self._drop()  # what became of it is unknown, and so is what it does next
                raise

    async def _connected(self) -> AsyncConnection:
        if self._appender is None:
            try:
                connection = await self._engine.connect()
                self._appender = await connection.execution_options(isolation_level="AUTOCOMMIT")
            except DRIVER_ERRORS as error:
                raise UnavailableError(why(error)) from error
        return self._appender

    async def _drop(self) -> None:
        connection, self._appender = self._appender, None
        if connection is not None:
            with suppress(SQLAlchemyError, OSError, TimeoutError):
                await connection.invalidate()
            await connection.close()

    async def write(self, work: Callable[[Connection], T]) -> T:
        async with self._engine.begin() as connection:
            return await connection.run_sync(work)

    async def read(self, work: Callable[[Connection], T]) -> T:
        async with self._engine.connect() as plain:
            connection = await plain.execution_options(
                isolation_level="REPEATABLE READ", postgresql_readonly=True
            )
            return await connection.run_sync(work)

    def explain(self, error: BaseException) -> StoreError:
        return explain(error)

    async def rest(self) -> None:
        """The server looks after itself."""

    def release_ballast(self) -> bool:
        return False

    async def close(self) -> None:
        async with self._turn:
            if self._appender is not None:
                await self._appender.close()
            await self._engine.dispose()


def open_postgresql(url: str, settings: PostgresSettings) -> PostgresDatabase:
    """Connects when it is used first. Raises StoreSetupError where the URL or the driver will not do."""
    try:
        return PostgresDatabase(
            create_async_engine(
                async_url(url),
                hide_parameters=True,  # an error in the log tells no cards
                pool_size=POOL + 1,
                max_overflow=0,
                pool_timeout=settings.timeout_s,
                pool_pre_ping=True,  # after a restart of the server no old connection is used
                connect_args={
                    "timeout": settings.timeout_s,
                    "command_timeout": settings.statement_s,
                    "server_settings": {
                        "application_name": "infoset",
                        "idle_in_transaction_session_timeout": f"{settings.statement_s * 2000:.0f}",
                        "synchronous_commit": "on" if settings.synchronous == "full" else "off",
                    },
                },
            )
        )
    except ModuleNotFoundError:
        raise StoreSetupError(
            "PostgreSQL needs a driver that is not installed: pip install asyncpg"
        ) from None


def async_url(url: str) -> URL:
    """A libpq URL (`postgresql://user@host/name?sslmode=require`) for the asynchronous driver.

    Raises StoreSetupError, which does not show the password.
    """
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):
        raise StoreSetupError(
            "the store's URL is not of the form postgresql://user@host/name"
        ) from None
    if parsed.drivername not in ("postgres", "postgresql", "postgresql+asyncpg"):
        raise StoreSetupError(f"a store of kind {parsed.drivername!r} is not known")
    query = dict(parsed.query)
    if "sslmode" in query:
        query["ssl"] = query.pop("sslmode")
    return parsed.set(drivername="postgresql+asyncpg", query=query)


def parameters(batch: Sequence[Rows]) -> dict[str, list[Any]]:
    """A batch as columns."""
    columns = zip(*(row for rows in batch for row in rows.entries), strict=True)
    named: dict[str, list[Any]] = {
        "matches": [rows.match_id for rows in batch],
        "epochs": [rows.epoch for rows in batch],
        "expected": [rows.expected for rows in batch],
        "last": [rows.last for rows in batch],
    }
    return named | dict(zip(ENTRY_COLUMNS, map(list, columns), strict=True))


def explain(error: BaseException) -> StoreError:
    """Sorts an error by its SQLSTATE; what has none broke off somewhere."""
    state = getattr(error.orig, "sqlstate", None) if isinstance(error, DBAPIError) else None
    if state in FULL:
        return StorageFullError(why(error))
    if state in CORRUPT:
        return CorruptError("", 0, why(error))
    return UnavailableError(why(error), is_unknown=state not in NOT_DONE)


def why(error: BaseException) -> str:
    """The driver's words, without the statement and its parameters: those hold what players may not see."""
    cause = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    return f"{type(cause).__name__}: {cause.args[0] if cause.args else cause}"
