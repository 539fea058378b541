"""Appends to PostgreSQL, for which players wait: a connection of their own, and one statement for each batch.

Like those to SQLite (sqlite_engine.py), they are said to the driver itself. SQLAlchemy opens the connection, and looks
whether it is still good; on its way through SQLAlchemy a statement costs more than in the driver and on the wire.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final

import asyncpg  # type: ignore[import-not-found, import-untyped, unused-ignore]  # optional
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from infoset_server.storage.database import (
    DRIVER_ERRORS,
    ENTRY_COLUMNS,
    KeyConflictError,
    Rows,
    why,
)
from infoset_server.storage.errors import UnavailableError

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
OWNERS: Final = 4  # parameters that say whose row moves; those of the entries follow
# One statement, so that a batch costs one round trip and one flush. Rows whose owner did not move are
# left out. The lock on the owner's row is the only point where two servers can meet.
APPEND: Final = f"""
    WITH batch AS (
        SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[])
            AS rows(match_id, epoch, expected, last)
    ), moved AS (
        UPDATE owners SET seq = batch.last FROM batch
        WHERE owners.match_id = batch.match_id AND owners.epoch = batch.epoch
            AND owners.seq = batch.expected
        RETURNING owners.match_id
    ), stored AS (
        INSERT INTO entries ({", ".join(ENTRY_COLUMNS)})
        SELECT rows.* FROM unnest(
            {", ".join(f"${number}::{of}[]" for number, of in enumerate(ENTRY_TYPES, OWNERS + 1))}
        ) AS rows({", ".join(ENTRY_COLUMNS)})
        JOIN moved USING (match_id)
    )
    SELECT match_id FROM moved
"""
# asyncio makes a buffer for each read; one of the size that it takes by default is mapped and unmapped each time, which
# costs as much as the rest of the answer's way (16 us of CPU).
READ_BYTES: Final = 64 * 1024


class Appender:
    """The connection for appends, opened when it is needed first, and anew after whatever went wrong."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._turn = asyncio.Lock()
        self._connection: AsyncConnection | None = None
        self._driver: asyncpg.Connection | None = None  # of that connection

    async def append(self, batch: Sequence[Rows]) -> set[str]:
        """See `Database`. Each statement is a transaction, as long as nobody begins one."""
        async with self._turn:
            driver = await self._connected()
            try:
                moved = await driver.fetch(APPEND, *columns(batch))
            except asyncpg.IntegrityConstraintViolationError as error:
                raise KeyConflictError from error
            except (asyncpg.PostgresError, asyncpg.InterfaceError) as error:
                await self._drop()
                raise DBAPIError("APPEND", None, error, hide_parameters=True) from error
            except BaseException:
                await self._drop()  # what became of it is unknown, and so is what it does next
                raise
        return {match_id for (match_id,) in moved}

    async def close(self) -> None:
        """Waits for the statement that is under way."""
        async with self._turn:
            if self._connection is not None:
                await self._connection.close()

    async def _connected(self) -> asyncpg.Connection:
        if self._driver is not None:
            return self._driver
        try:
            if self._connection is None:
                self._connection = await self._engine.connect()
            driver: Any = (await self._connection.get_raw_connection()).driver_connection
        except DRIVER_ERRORS as error:
            await self._drop()
            raise UnavailableError(why(error)) from error
        if hasattr(driver._transport, "max_size"):  # no TLS, and asyncio's own
            driver._transport.max_size = READ_BYTES
        self._driver = driver
        return driver

    async def _drop(self) -> None:
        connection, self._connection, self._driver = self._connection, None, None
        if connection is not None:
            with suppress(SQLAlchemyError, OSError, TimeoutError):
                await connection.invalidate()
            await connection.close()


def columns(batch: Sequence[Rows]) -> list[Sequence[Any]]:
    """A batch as the parameters of `APPEND`."""
    owners = zip(
        *((rows.match_id, rows.epoch, rows.expected, rows.last) for rows in batch), strict=True
    )
    entries = zip(*(row for rows in batch for row in rows.entries), strict=True)
    return [*owners, *entries]
