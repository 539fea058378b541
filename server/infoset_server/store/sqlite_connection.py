"""A connection of Python's own driver that takes a whole batch of appends in one call. Opens nothing.

The asynchronous driver passes each call to a thread and back, and that costs more than what SQLite does in
it. Players wait for appends, so all that belongs to one is a single call: a statement that SQLite does not know.
"""

import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final

from infoset_server.store.database import KeyConflictError
from infoset_server.store.rows import ENTRY_COLUMNS, Rows

APPEND: Final = "APPEND ?"  # a batch of `Rows`; finds the matches whose rows are stored
ADVANCE: Final = "UPDATE owners SET seq = ? WHERE match_id = ? AND epoch = ? AND seq = ?"
INSERT: Final = (
    f"INSERT INTO entries ({', '.join(ENTRY_COLUMNS)})"
    f" VALUES ({', '.join('?' for _ in ENTRY_COLUMNS)})"
)


class Answer(sqlite3.Cursor):
    """Finds what it was given."""

    found: Sequence[tuple[str]] = ()

    def fetchall(self) -> list[tuple[str]]:
        return list(self.found)


class BatchConnection(sqlite3.Connection):
    """As the driver's, with one statement more: `APPEND` is a transaction of its own."""

    def execute(self, sql: str, parameters: Any = (), /) -> sqlite3.Cursor:
        if sql != APPEND:
            return super().execute(sql, parameters)
        (batch,) = parameters
        answer = self.cursor(Answer)
        answer.found = [(match_id,) for match_id in self._append(batch)]
        return answer

    def _append(self, batch: Sequence[Rows]) -> list[str]:
        """Stores what fits. Raises KeyConflictError, and nothing is stored."""
        super().execute("BEGIN IMMEDIATE")
        try:
            advanced = [rows for rows in batch if self._advance(rows)]
            self.executemany(INSERT, [entry for rows in advanced for entry in rows.entries])
            super().execute("COMMIT")
        except BaseException as error:
            with suppress(sqlite3.Error):  # some errors have undone it already
                super().execute("ROLLBACK")
            if isinstance(error, sqlite3.IntegrityError):
                raise KeyConflictError from error
            raise
        return [rows.match_id for rows in advanced]

    def _advance(self, rows: Rows) -> bool:
        """Moves the owner to its last entry, unless it is another's or not where it was expected."""
        places = (rows.last, rows.match_id, rows.epoch, rows.expected)
        return super().execute(ADVANCE, places).rowcount == 1
