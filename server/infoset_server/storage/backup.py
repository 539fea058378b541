"""A copy of everything in a store, and back: lines of JSON that any kind of database can take. Opens no store.

The first line tells what it is, each further one is a row of a table, the last one counts and sums up all
before it, so that a copy that was cut short is noticed. Bytes are written in base64.
"""

import base64
import json
import os
import sqlite3
import zlib
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any, Final, TextIO
from urllib.parse import quote

from sqlalchemy import Column, Connection, LargeBinary, MetaData, Table, func, select

from infoset_server.storage import migrate, statements, tables
from infoset_server.storage.errors import BackupError, CorruptError, StoreSetupError
from infoset_server.storage.port import Entry, StoredMatch
from infoset_server.storage.sql_store import SqlStore, is_whole

FORMAT: Final = "infoset store"
PAGE: Final = 500  # rows fetched and inserted at once

Line = dict[str, Any]


async def dump(store: SqlStore, out: TextIO) -> None:
    """Writes a backup of one moment, while others go on writing."""

    def work(connection: Connection) -> None:
        out.writelines(dump_lines(connection))

    await store.look(work)


def dump_lines(connection: Connection) -> Iterator[str]:
    """The lines of a backup."""
    first = write_line({"format": FORMAT, "revision": migrate.current(connection)})
    crc = zlib.crc32(first.encode())
    yield first
    counts: dict[str, int] = {}
    for table in tables.metadata.sorted_tables:
        counts[table.name] = 0
        for line in dump_table(connection, table):
            counts[table.name] += 1
            crc = zlib.crc32(line.encode(), crc)
            yield line
    yield write_line({"end": counts, "crc": crc})


def dump_table(connection: Connection, table: Table) -> Iterator[str]:
    """One line for each row."""
    query = select(table).order_by(*table.primary_key.columns)
    for row in connection.execute(query.execution_options(yield_per=PAGE)):
        values = zip(table.columns.keys(), map(write_value, row), strict=True)
        yield write_line({"table": table.name, "row": dict(values)})


async def load(store: SqlStore, lines: Iterable[str]) -> dict[str, int]:
    """Fills an empty store; returns the number of rows of each table. All or nothing.

    A backup of an earlier version is brought up to date. Raises BackupError where the store is not empty, or the
    lines are not those of a whole backup that this version knows.
    """

    def work(connection: Connection) -> dict[str, int]:
        require_empty(connection)
        loader = Loader(connection)
        for line in lines:
            loader.take(line)
        return loader.finish()

    return await store.change(work)


def require_empty(connection: Connection) -> None:
    """Raises BackupError where something is stored already."""
    for table in tables.metadata.sorted_tables:
        if connection.execute(select(func.count()).select_from(table)).scalar():
            raise BackupError(f"the store is not empty: {table.name} has rows; use a new one")


class Loader:
    """Takes the lines of a backup one by one and inserts them in pages, into tables of the backup's revision."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._tables: Mapping[str, Table] = {}
        self._counts: Counter[str] = Counter()
        self._number = 0
        self._crc = 0
        self._table: Table | None = None
        self._page: list[dict[str, Any]] = []
        self._is_whole = False

    def take(self, text: str) -> None:
        """The next line. Raises BackupError."""
        self._number += 1
        line = self._read(text)
        if self._is_whole:
            raise self._error("something follows the last line")
        if self._number == 1:
            self._check_header(line)
        elif "end" in line:
            self._check_end(line)
            return
        else:
            self._take_row(line)
        self._crc = zlib.crc32(text.rstrip("\r\n").encode() + b"\n", self._crc)

    def _read(self, text: str) -> Line:
        try:
            line = json.loads(text)
        except ValueError:
            raise self._error("it is not JSON") from None
        if not isinstance(line, dict):
            raise self._error("it is not a JSON object")
        return line

    def _check_header(self, line: Line) -> None:
        if line.get("format") != FORMAT:
            raise self._error("this is not a backup of a store")
        revision = line.get("revision")
        try:
            migrate.go_back(self._connection, str(revision))
        except StoreSetupError:
            raise self._error(
                f"made at revision {revision}; this version knows those up to {migrate.NEWEST}"
            ) from None
        found = MetaData()
        found.reflect(self._connection)
        self._tables = found.tables

    def _check_end(self, line: Line) -> None:
        told = line["end"]
        counts = isinstance(told, dict) and {name: told[name] for name in told if told[name]}
        if counts != self._counts or line.get("crc") != self._crc:
            raise self._error("rows are missing, or were changed")
        self._is_whole = True

    def _take_row(self, line: Line) -> None:
        table = self._tables.get(str(line.get("table")))
        row = line.get("row")
        if table is None or not isinstance(row, dict):
            raise self._error("expected a row of a known table")
        if table is not self._table or len(self._page) >= PAGE:
            self._flush()
        self._table = table
        self._page.append(self._values(table, row))
        self._counts[table.name] += 1

    def _values(self, table: Table, row: Line) -> dict[str, Any]:
        if set(row) != set(table.columns.keys()):
            raise self._error(f"expected the columns {', '.join(table.columns.keys())}")
        try:
            values = {column.name: read_value(column, row[column.name]) for column in table.columns}
        except (TypeError, ValueError):
            raise self._error("a value is not base64") from None
        if table.name == tables.leases.name:
            values["until_ms"] = 0  # whoever it was, they do nothing for what is restored here
        return values

    def _flush(self) -> None:
        if self._table is not None and self._page:
            self._connection.execute(self._table.insert(), self._page)
        self._page = []

    def finish(self) -> dict[str, int]:
        """Raises BackupError where the end is missing."""
        if not self._is_whole:
            raise BackupError("the backup is not whole: its last line is missing")
        self._flush()
        migrate.upgrade(self._connection)
        return self._counts

    def _error(self, why: str) -> BackupError:
        return BackupError(f"line {self._number}: {why}")


def write_line(line: Line) -> str:
    """Always the same text for the same content."""
    return json.dumps(line, separators=(",", ":"), ensure_ascii=False) + "\n"


def write_value(value: Any) -> Any:
    """A value as JSON has it."""
    return base64.b64encode(value).decode() if isinstance(value, bytes) else value


def read_value(column: Column[Any], value: Any) -> Any:
    """What `write_value` was given. Raises TypeError or ValueError."""
    return base64.b64decode(value, validate=True) if is_binary(column) else value


def is_binary(column: Column[Any]) -> bool:
    """Whether a column holds bytes."""
    return isinstance(column.type, LargeBinary)


def copy_file(source: Path, target: Path) -> None:
    """Copies an SQLite database as it is at one moment, while a server goes on writing to it.

    Raises BackupError; `target` is replaced only by a whole copy.
    """
    partial = target.with_name(f"{target.name}.partial")
    try:
        if target.exists() and target.samefile(source):
            raise BackupError(f"{target} is the store itself; name another file")
        create_private(partial)
        with (
            closing(sqlite3.connect(f"file:{quote(str(source))}?mode=ro", uri=True)) as origin,
            closing(sqlite3.connect(partial)) as copy,
        ):
            origin.backup(copy)  # in one step, so that no writer makes it begin again
            copy.execute("PRAGMA journal_mode = DELETE")  # one file, complete in itself
        partial.replace(target)
    except (sqlite3.Error, OSError) as error:
        raise BackupError(f"cannot copy {source} to {target}: {error}") from error
    finally:
        partial.unlink(missing_ok=True)


def create_private(path: Path) -> None:
    """An empty file that only its owner may read: whoever reads a store knows every card."""
    path.unlink(missing_ok=True)
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_CLOEXEC, 0o600))


async def export(store: SqlStore, match_ids: Iterable[str]) -> AsyncIterator[str]:
    """Matches for other programs: a line for each head, followed by one for each entry.

    Raises UnknownMatchError, CorruptError.
    """
    for match_id in match_ids:
        yield write_line({"match": match_line(await store.find_match(match_id))})
        async for entry in store.read(match_id):
            yield write_line({"entry": entry_line(entry)})


def match_line(match: StoredMatch) -> Line:
    """The head of a match by name."""
    head = {name: write_value(getattr(match.head, name)) for name in match.head.__slots__}
    return head | {"status": match.status, "seq": match.seq}


def entry_line(entry: Entry) -> Line:
    """An entry by name."""
    return {name: write_value(getattr(entry, name)) for name in entry.__slots__}


async def all_matches(store: SqlStore) -> list[str]:
    """The ids of all matches, oldest first."""
    return await store.look(statements.find_matches)


async def check(store: SqlStore, tell: Callable[[str], None]) -> int:
    """Reads everything and verifies it; tells each damage in a line. Returns how many there are."""
    damages = await store.look(check_file) + await store.look(check_documents)
    for match_id in await all_matches(store):
        try:
            await store.find_match(match_id)
            async for _ in store.read(match_id):
                pass
        except CorruptError as damage:
            damages.append(str(damage))
    for told in damages:
        tell(told)
    return len(damages)


def check_file(connection: Connection) -> list[str]:
    """What SQLite finds wrong with its own structures; a server looks after those itself."""
    if connection.dialect.name != "sqlite":
        return []
    rows = connection.exec_driver_sql("PRAGMA quick_check").scalars()
    return [f"the database: {row}" for row in rows if row != "ok"]


def check_documents(connection: Connection) -> list[str]:
    """Documents whose checksum does not fit."""
    return [
        f"document {row.kind}/{row.key}: the checksum does not fit"
        for row in statements.find_documents(connection)
        if not is_whole(row)
    ]
