"""What the store needs of a database, whichever it is, and appends as rows of its tables."""

import sqlite3
from collections.abc import Callable, Sequence
from typing import Final, Protocol, TypeAlias, TypeVar, final

from sqlalchemy import ColumnElement, Connection
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from infoset_server.storage.chain import checksum, entry_bytes, link
from infoset_server.storage.errors import StoreError
from infoset_server.storage.port import Append, NewEntry

ENTRY_COLUMNS: Final[tuple[str, ...]] = (
    "match_id",
    "seq",
    "epoch",
    "kind",
    "seat",
    "decision",
    "body",
    "at_ms",
    "crc",
    "chain",
)
EntryRow: TypeAlias = tuple[str, int, int, str, int | None, int | None, bytes, int, int, bytes]
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


@final
class Rows:
    """An append as rows: the owner's row goes from `expected` to `last` if it has this epoch."""

    def __init__(
        self, match_id: str, epoch: int, expected: int, last: int, entries: list[EntryRow]
    ) -> None:
        self.match_id = match_id
        self.epoch = epoch
        self.expected = expected
        self.last = last
        self.entries = entries


def linked_rows(append: Append, chain: bytes) -> Rows:
    """An append as rows; `chain` is its value at the expected entry."""
    match_id, epoch, expected = append.match_id, append.epoch, append.expected
    rows = entry_rows(match_id, expected, epoch, append.entries, chain)
    return Rows(match_id, epoch, expected, append.last, rows)


def entry_rows(
    match_id: str, after: int, epoch: int, entries: Sequence[NewEntry], chain: bytes
) -> list[EntryRow]:
    """Entries as rows, with checksums and the chain carried on."""
    rows: list[EntryRow] = []
    for seq, new in enumerate(entries, after + 1):
        content = entry_bytes(match_id, seq, epoch, new)
        chain = link(chain, content)
        rows.append(
            (
                match_id,
                seq,
                epoch,
                new.kind,
                new.seat,
                new.decision,
                new.body,
                new.at_ms,
                checksum(content),
                chain,
            )
        )
    return rows


def why(error: BaseException) -> str:
    """The driver's words, without the statement and its parameters: those hold what players may not see."""
    cause = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    said = cause.strerror if isinstance(cause, OSError) else None  # which its first argument is not
    return f"{type(cause).__name__}: {said or (cause.args[0] if cause.args else cause)}"


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
