"""Damage: whatever bit flips, a log is read as it was written, or not at all."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Table, update
from tests.server.storage.matches import (
    act,
    append,
    ask,
    begin,
    bodies,
    log,
    note,
    order,
    taken_again,
)

from infoset_server.config import StoreSettings
from infoset_server.storage import tables
from infoset_server.storage.errors import CorruptError
from infoset_server.storage.opening import FILE_NAME, open_store
from infoset_server.storage.port import Append, Appended, Entry, NewEntry, Outcome
from infoset_server.storage.sql_store import SqlStore
from infoset_server.storage.sqlite import open_sqlite_for_reading
from infoset_server.storage.sqlite_engine import SqliteSettings

LOG = (note(b"deal"), act(1, body=b"[7]"), note(b""), act(2, seat=1, body=b"[8]"))


async def change(
    store: SqlStore, table: Table, key: dict[str, Any], values: dict[str, Any]
) -> None:
    """Changes a row behind the store's back."""
    where = [table.c[name] == value for name, value in key.items()]
    statement = update(table).where(*where).values(values)
    await store.change(lambda connection: connection.execute(statement).close())


def flips(value: bytes | str | int | None) -> Iterator[bytes | str | int | None]:
    """Every value that differs in one bit, or nearly so."""
    if isinstance(value, bytes):
        for index in range(len(value)):
            for bit in range(8):
                yield value[:index] + bytes([value[index] ^ 1 << bit]) + value[index + 1 :]
        yield value + b"\x00"
        yield value[:-1] if value else b"?"
    elif isinstance(value, str):
        for index in range(len(value)):
            yield value[:index] + chr(ord(value[index]) ^ 1) + value[index + 1 :]
    elif isinstance(value, int):
        yield from (value ^ 1 << bit for bit in range(31))
        yield -value - 1
    else:
        yield from (0, 1)


COLUMNS = ("epoch", "kind", "seat", "decision", "body", "at_ms", "crc", "chain")


@pytest.mark.parametrize("column", COLUMNS)
async def test_each_bit_of_an_entry_counts(sql_store: SqlStore, column: str) -> None:
    await begin(sql_store, "m", *LOG)
    whole = await log(sql_store)
    for seq in (1, 2, 4):
        key = {"match_id": "m", "seq": seq}
        value = await ask(sql_store, f"SELECT {column} FROM entries WHERE seq = {seq}")
        for flipped in flips(value):
            await change(sql_store, tables.entries, key, {column: flipped})
            with pytest.raises(CorruptError) as raised:
                await log(sql_store)
            assert (raised.value.match_id, raised.value.seq) == ("m", seq)
        await change(sql_store, tables.entries, key, {column: value})
    assert await log(sql_store) == whole


async def test_what_is_before_the_damage_can_be_read(sql_store: SqlStore) -> None:
    await begin(sql_store, "m", *LOG)
    await change(sql_store, tables.entries, {"seq": 3}, {"body": b"?"})
    entries = sql_store.read("m")
    assert [(await anext(entries)).body for _ in range(2)] == [b"deal", b"[7]"]
    with pytest.raises(CorruptError):
        await anext(entries)


@pytest.mark.parametrize(
    ("table", "key", "values"),
    [
        (tables.entries, {"match_id": "m", "seq": 3}, {"body": b"?"}),
        (tables.entries, {"match_id": "m", "seq": 4}, {"match_id": "n"}),
        (tables.owners, {"match_id": "m"}, {"seq": 5}),
        (tables.matches, {"match_id": "m"}, {"options": b"[]"}),
    ],
)
async def test_of_many_only_the_damaged_one_is_left_out(
    sql_store: SqlStore, table: Table, key: dict[str, Any], values: dict[str, Any]
) -> None:
    await begin(sql_store, "l", *LOG)
    await begin(sql_store, "m", *LOG)
    await change(sql_store, table, key, values)
    assert set(await sql_store.read_many(["l", "m"])) == {"l"}
    assert set(await sql_store.heads(["l", "m"])) == (
        {"l"} if table is tables.matches else {"l", "m"}
    )


@pytest.mark.parametrize("seq", [1, 2, 3, 4])
async def test_an_entry_that_is_gone_is_missed(sql_store: SqlStore, seq: int) -> None:
    await begin(sql_store, "m", *LOG)
    await order(sql_store, f"DELETE FROM entries WHERE seq = {seq}")
    with pytest.raises(CorruptError, match=f"match m, entry {seq}: the entry is missing"):
        await log(sql_store)
    with pytest.raises(CorruptError, match="missing"):
        await log(sql_store, after=seq)


async def test_entries_that_changed_places_are_noticed(sql_store: SqlStore) -> None:
    await begin(sql_store, "m", note(b"a"), note(b"b"))
    await begin(sql_store, "n", note(b"c"), note(b"d"))
    moved = "UPDATE entries SET match_id = 'm', seq = 3 WHERE match_id = 'n' AND seq = 2"
    await order(sql_store, moved)
    with pytest.raises(CorruptError) as raised:
        await log(sql_store)
    assert raised.value.seq == 3
    with pytest.raises(CorruptError, match="match n, entry 2: the entry is missing"):
        await log(sql_store, "n")


@pytest.mark.parametrize(
    "column", ["game", "rules_version", "seed_box", "seed_commitment", "options", "created_at"]
)
async def test_each_bit_of_a_head_counts(sql_store: SqlStore, column: str) -> None:
    await begin(sql_store, "m", *LOG)
    value = getattr((await sql_store.find_match("m")).head, column)
    for flipped in flips(value):
        await change(sql_store, tables.matches, {"match_id": "m"}, {column: flipped})
        with pytest.raises(CorruptError) as raised:
            await sql_store.find_match("m")
        assert (raised.value.match_id, raised.value.seq) == ("m", 0)
        with pytest.raises(CorruptError, match="match m, head"):
            await log(sql_store)


async def test_other_matches_are_not_concerned(sql_store: SqlStore) -> None:
    await begin(sql_store, "m", *LOG)
    await begin(sql_store, "n", *LOG)
    await change(sql_store, tables.entries, {"match_id": "m", "seq": 1}, {"body": b"?"})
    assert len(await log(sql_store, "n")) == 4
    assert await sql_store.append([append(4, match_id="n")]) == [Appended(5)]


async def test_a_damaged_document_is_left_out_and_named(
    sql_store: SqlStore, caplog: pytest.LogCaptureFixture
) -> None:
    for key in "ab":
        await sql_store.change_documents({("room", key): b"body"})
    await change(sql_store, tables.documents, {"key": "a"}, {"body": b"b0dy"})
    assert await sql_store.documents("room") == {"b": b"body"}
    assert "document room/a is damaged" in caplog.text


async def reopened(settings: StoreSettings, folder: Path, store: SqlStore) -> SqlStore:
    """The same store, remembering nothing."""
    await store.close()
    return await open_store(settings, folder)


async def test_nothing_is_appended_to_a_log_whose_end_is_gone(
    settings: StoreSettings, tmp_path: Path
) -> None:
    store = await open_store(settings, tmp_path)
    await begin(store, "m", note(), note())
    await begin(store, "n")
    await order(store, "DELETE FROM entries WHERE seq = 2")
    store = await reopened(settings, tmp_path, store)
    await taken_again(store)
    batch = [append(0, match_id="n"), append(2, epoch=2)]
    with pytest.raises(CorruptError, match="match m, entry 2") as raised:
        await store.append(batch)
    assert raised.value.match_id == "m"
    assert await bodies(store, "n") == []
    assert await store.append(batch[:1]) == [Appended(1)]
    await store.close()


async def test_nothing_is_appended_to_a_log_that_is_too_long(sql_store: SqlStore) -> None:
    await begin(sql_store, "m", note(), note())
    await begin(sql_store, "n")
    await order(sql_store, "UPDATE owners SET seq = 1 WHERE match_id = 'm'")
    batch: list[Append] = [append(1, NewEntry("act", 0, 1, b"", 0)), append(0, match_id="n")]
    with pytest.raises(CorruptError, match="match m, entry 2: the log is too long"):
        await sql_store.append(batch)
    assert await bodies(sql_store, "n") == []
    outcome: list[Outcome] = await sql_store.append(batch[1:])
    assert outcome == [Appended(1)]


async def small_file(folder: Path) -> tuple[Path, bytes]:
    """A database of small pages, and one byte string that stands in the entries' page."""
    path = folder / FILE_NAME
    with closing(sqlite3.connect(path)) as raw:
        raw.execute("PRAGMA page_size = 512")
        raw.execute("VACUUM")
    store = await open_store(StoreSettings(ballast_mb=0), folder)
    await begin(store, "m", *LOG)
    await store.close()
    return path, b"[7]"


async def test_each_byte_of_the_page_that_holds_the_log_counts(tmp_path: Path) -> None:
    path, landmark = await small_file(tmp_path)
    content = bytearray(path.read_bytes())
    page = content.index(landmark) // 512 * 512
    whole = await read_file(path)
    answers = []
    for index in range(page, page + 512):
        content[index] ^= 0x41
        path.write_bytes(content)
        content[index] ^= 0x41
        answers.append(await read_file(path))
    assert {str(answer) for answer in answers} == {str(whole), "match m"}
    assert answers.count("match m") > 150  # the rest says nothing, or is empty


async def read_file(path: Path) -> list[Entry] | str:
    """The log, or what is damaged."""
    store = SqlStore(open_sqlite_for_reading(path, SqliteSettings()))
    try:
        return await log(store)
    except CorruptError as damage:
        return f"match {damage.match_id}"
    finally:
        await store.close()
