"""The store's database on a PostgreSQL server. Appends have a connection of their own; all else shares a few."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal, TypeVar
from urllib.parse import urlencode

from sqlalchemy import URL, BigInteger, ColumnElement, Connection, literal_column, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from infoset_server.storage.database import Rows, why
from infoset_server.storage.errors import (
    CorruptError,
    StorageFullError,
    StoreError,
    StoreSetupError,
    UnavailableError,
)

if TYPE_CHECKING:
    from infoset_server.storage.postgresql_appends import Appender

T = TypeVar("T")

POOL: Final = 4  # connections, besides the one for appends
NOW_MS: Final = "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS bigint)"

TLS: Final = (  # what a URL says of it, in the words of libpq; the driver reads them in such a URL only
    "sslmode",
    "sslrootcert",
    "sslcert",
    "sslkey",
    "sslcrl",
    "ssl_min_protocol_version",
    "ssl_max_protocol_version",
)
OTHERS: Final = (
    "host",
    "port",
    "ssl",
    "passfile",
    "target_session_attrs",
    "krbsrvname",
    "gsslib",
    "prepared_statement_cache_size",
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

    def __init__(self, engine: AsyncEngine, appender: "Appender") -> None:
        self.is_shared = True
        self._engine = engine
        self._appender = appender

    @property
    def now_ms(self) -> ColumnElement[int]:
        return literal_column(NOW_MS, BigInteger)

    async def append(self, batch: Sequence[Rows]) -> set[str]:
        return await self._appender.append(batch)

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
        await self._appender.close()
        await self._engine.dispose()


def open_postgresql(url: str, settings: PostgresSettings) -> PostgresDatabase:
    """Connects when it is used first. Raises StoreSetupError where the URL or the driver will not do."""
    try:
        from infoset_server.storage.postgresql_appends import Appender  # needs the driver

        where, how = async_url(url)
        engine = create_async_engine(
            where,
            hide_parameters=True,  # an error in the log tells no cards
            pool_size=POOL + 1,
            max_overflow=0,
            pool_timeout=settings.timeout_s,
            pool_pre_ping=True,  # after a restart of the server no old connection is used
            connect_args=how
            | {
                "timeout": settings.timeout_s,
                "command_timeout": settings.statement_s,
                "server_settings": {
                    "application_name": "infoset",
                    "idle_in_transaction_session_timeout": f"{settings.statement_s * 2000:.0f}",
                    "synchronous_commit": "on" if settings.synchronous == "full" else "off",
                },
            },
        )
    except ModuleNotFoundError:
        raise StoreSetupError(
            "PostgreSQL needs a driver that is not installed: pip install asyncpg"
        ) from None
    return PostgresDatabase(engine, Appender(engine))


def async_url(url: str) -> tuple[URL, dict[str, Any]]:
    """A libpq URL (`postgresql://user@host/name?sslmode=require`) for the asynchronous driver, and what else tells it how to
    connect.

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
    unknown = sorted(set(parsed.query) - {*TLS, *OTHERS})
    if unknown:
        known = ", ".join((*TLS, *OTHERS))
        raise StoreSetupError(
            f"the store's URL has {', '.join(unknown)} behind its `?`: expected some of {known}"
        )
    tls = {name: value for name, value in parsed.query.items() if name in TLS}
    query = {name: value for name, value in parsed.query.items() if name not in TLS}
    how = {"dsn": f"postgresql:///?{urlencode(tls, doseq=True)}"} if tls else {}
    return parsed.set(drivername="postgresql+asyncpg", query=query), how


def explain(error: BaseException) -> StoreError:
    """Sorts an error by its SQLSTATE; what has none broke off somewhere."""
    state = getattr(error.orig, "sqlstate", None) if isinstance(error, DBAPIError) else None
    if state in FULL:
        return StorageFullError(why(error))
    if state in CORRUPT:
        return CorruptError("", 0, why(error))
    is_away = isinstance(error, OSError)  # not even a connection, or it is cut
    said = f"the database does not answer: {why(error)}" if is_away else why(error)
    return UnavailableError(said, is_unknown=state not in NOT_DONE)
