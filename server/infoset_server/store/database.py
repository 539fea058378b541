"""What the store needs of a database, whichever it is. The two kinds: sqlite.py, postgresql.py."""

import sqlite3
from collections.abc import Callable, Sequence
from typing import Final, Protocol, TypeVar

from sqlalchemy import ColumnElement, Connection
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from infoset_server.store.errors import StoreError
from infoset_server.store.rows import Rows

T = TypeVar("T")

# What drivers raise, through SQLAlchemy or past it; the last three where there was no connection at all.
DRIVER_ERRORS: Final = (
    DBAPIError,
    sqlite3.Error,
    PoolTimeoutError,
    OSError,
    TimeoutError,
    UnicodeDecodeError,  # what SQLite says of a damaged file may itself be damaged
)


class KeyConflictError(Exception):
    """A row of a batch has the key of a stored one; nothing of the batch was stored."""


class Database(Protocol):
    """Transactions. Errors of the driver come through; `explain` tells what they mean.

    A transaction is a function of a connection, not a coroutine: it waits for nothing but the database.
    """

    @property
    def is_shared(self) -> bool:
        """May another server write to it at the same time?"""
        ...

    @property
    def now_ms(self) -> ColumnElement[int]:
        """The database's clock, in milliseconds since 1970."""
        ...

    async def append(self, batch: Sequence[Rows]) -> set[str]:
        """Stores what fits, in one transaction; returns the matches whose rows are stored.

        Raises KeyConflictError.
        """
        ...

    async def write(self, work: Callable[[Connection], T]) -> T:
        """A transaction that is committed when `work` returns, and undone by an exception."""
        ...

    async def read(self, work: Callable[[Connection], T]) -> T:
        """A transaction that sees one moment of the database and changes nothing."""
        ...

    def explain(self, error: BaseException) -> StoreError:
        """What an error of the driver means."""
        ...

    async def rest(self) -> None:
        """Housekeeping for a quiet moment."""
        ...

    def release_ballast(self) -> bool:
        """Gives disk space back; False where none was set aside."""
        ...

    async def close(self) -> None:
        """Closes all connections."""
        ...
