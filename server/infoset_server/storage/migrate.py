"""Brings the tables of a database to the form this version needs. Contains no form itself: migrations/ does.

Alembic is imported only where there is something to do; most starts have nothing, and it takes a while.
"""

import logging
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sqlalchemy import Connection, inspect, text

from infoset_server.storage.errors import StoreSetupError

if TYPE_CHECKING:
    from alembic.config import Config

logger = logging.getLogger(__name__)

NEWEST: Final = "0003"  # the last file of migrations/versions
MIGRATIONS: Final = Path(__file__).with_name("migrations")
ADVISORY_LOCK: Final = 0x1F05E7  # two servers that start at once take turns


def current(connection: Connection) -> str | None:
    """The revision a database is at; None for one without our tables."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    revision: str | None = connection.execute(
        text("SELECT version_num FROM alembic_version")
    ).scalar()
    return revision


def upgrade(connection: Connection) -> None:
    """Runs what has not been run, within the transaction of the connection. Raises StoreSetupError."""
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"SELECT pg_advisory_xact_lock({ADVISORY_LOCK})"))
    before = current(connection)
    if before == NEWEST:
        return
    from alembic import command
    from alembic.util import CommandError

    try:
        command.upgrade(configuration(connection), "head")
    except CommandError as error:
        raise StoreSetupError(
            f"the database was made by a newer version of Infoset, or is another's: {error}"
        ) from error
    if before is not None:
        logger.info("brought the tables of the store from revision %s to %s", before, NEWEST)


def go_back(connection: Connection, revision: str) -> None:
    """Gives empty tables the form of an earlier revision. Raises StoreSetupError for one that is not known here."""
    if revision == NEWEST:
        return
    from alembic import command
    from alembic.util import CommandError

    try:
        command.downgrade(configuration(connection), revision)
    except CommandError as error:
        raise StoreSetupError(str(error)) from error


def downgrade(connection: Connection) -> None:
    """Undoes all migrations; what is stored is lost."""
    from alembic import command

    command.downgrade(configuration(connection), "base")


def configuration(connection: Connection) -> "Config":
    """What Alembic needs, without a file."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config
