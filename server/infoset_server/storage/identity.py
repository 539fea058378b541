"""Which database it is, whatever is stored in it: a copy, or a backup that was restored, is another one."""

from typing import Final

from sqlalchemy import Connection, text

from infoset_server.storage.errors import StoreError
from infoset_server.storage.port import MatchStore
from infoset_server.storage.sql_store import SqlStore

FILE: Final = "file"  # which belongs to one server alone
UNKNOWN: Final = ""
# One that is promoted after a failover is still the same.
QUERY: Final = """
    SELECT server.system_identifier || '/' || database.oid
    FROM pg_control_system() AS server, pg_database AS database
    WHERE database.datname = current_database()
"""


async def identity(store: MatchStore) -> str:
    """The same to every server that uses the database; UNKNOWN where it does not tell."""
    if not store.is_shared:
        return FILE
    if not isinstance(store, SqlStore):
        return UNKNOWN
    try:
        return await store.look(find_identity)
    except StoreError:  # not everybody may ask everywhere
        return UNKNOWN


def find_identity(connection: Connection) -> str:
    """As `identity`."""
    return str(connection.execute(text(QUERY)).scalar_one())
