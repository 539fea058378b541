"""Backups: whole, of one moment, from any kind of database to any other; and the examination of a store."""

import asyncio
import base64
import json
import zlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import Connection
from tests.server.storage.matches import (
    NODE,
    TTL_S,
    act,
    append,
    begin,
    bodies,
    head,
    log,
    meanwhile,
    node,
    note,
)

from infoset_server.config import StoreSettings
from infoset_server.storage import backup, migrate
from infoset_server.storage.errors import BackupError, UnknownMatchError
from infoset_server.storage.opening import FILE_NAME, open_store
from infoset_server.storage.port import Appended, Claim
from infoset_server.storage.sql_store import SqlStore


async def fill(store: SqlStore) -> None:
    """Something of everything."""
    await begin(store, "m", note(b"\x00deal\xff"), act(1))
    await begin(store, "long", *(note(b"%d" % number) for number in range(1100)))
    await begin(store, "over", note(b"end"))
    await store.close_match("over", 1, "finished")
    await store.change_documents({("room", "r1"): b"\x00room\xff"})
    await store.claim("pairing", NODE, 1000.0)


async def lines(store: SqlStore) -> list[str]:
    return await store.look(lambda connection: list(backup.dump_lines(connection)))


@pytest.fixture
async def other(
    request: pytest.FixtureRequest, tmp_path: Path, other_kind: str
) -> AsyncIterator[SqlStore]:
    """An empty store besides the one under test."""
    folder = tmp_path / "other"
    settings: StoreSettings = request.getfixturevalue(f"{other_kind}_settings")
    if other_kind == "postgresql":
        settings = StoreSettings(url=request.getfixturevalue("cluster").new_database())
    opened = await open_store(settings, folder)
    yield opened
    await opened.close()


both_kinds = pytest.mark.parametrize("other_kind", ["sqlite", "postgresql"])


@both_kinds
async def test_a_restored_store_is_equal_and_goes_on(sql_store: SqlStore, other: SqlStore) -> None:
    await fill(sql_store)
    counts = await backup.load(other, await lines(sql_store))
    assert counts == {
        "documents": 1,
        "entries": 1103,
        "leases": 2,
        "matches": 3,
        "owners": 3,
    }
    for match_id in ("m", "long", "over"):
        assert await log(other, match_id) == await log(sql_store, match_id)
        assert await other.find_match(match_id) == await sql_store.find_match(match_id)
    assert await other.documents("room") == await sql_store.documents("room")
    assert await backup.check(other, print) == 0
    assert await other.append([append(2, act(2))]) == [Appended(3)]


@both_kinds
async def test_a_restored_match_is_free_for_any_node_and_so_is_a_task(
    sql_store: SqlStore, other: SqlStore
) -> None:
    await sql_store.create_match(head(), await node(sql_store, ttl_s=1e6))
    await sql_store.claim("pairing", NODE, 1e6)
    await backup.load(other, await lines(sql_store))
    of = await node(other, holder="another")
    assert await other.take(["m"], of, await node(other, "node-2"))
    assert isinstance(await other.claim("pairing", "node-2", TTL_S), Claim)


async def test_a_backup_is_of_one_moment(sql_store: SqlStore) -> None:
    await begin(sql_store, "m", note(b"before"))
    loop = asyncio.get_running_loop()

    async def change() -> None:
        assert await sql_store.append([append(1, note(b"meanwhile"))]) == [Appended(2)]
        await begin(sql_store, "new")

    def work(connection: Connection) -> list[str]:
        dumped = backup.dump_lines(connection)
        first = next(dumped)  # it has seen a table, so this is the moment
        meanwhile(change(), loop)
        return [first, *dumped]

    got = await sql_store.look(work)
    counts = {"documents": 0, "entries": 1, "leases": 1, "matches": 1, "owners": 1}
    assert json.loads(got[-1])["end"] == counts
    assert await bodies(sql_store) == [b"before", b"meanwhile"]


async def test_a_store_with_something_in_it_is_not_overwritten(sql_store: SqlStore) -> None:
    await fill(sql_store)
    whole = await lines(sql_store)
    with pytest.raises(BackupError, match="not empty"):
        await backup.load(sql_store, whole)
    assert await backup.check(sql_store, print) == 0


async def damaged(good: list[str]) -> dict[str, list[str]]:
    """What a backup may look like that is none, or not whole."""
    row = json.loads(good[1])
    return {
        "last line is missing": good[:-1],
        "rows are missing, or were changed": [good[0], *good[2:]],
        "line 2: it is not JSON": [good[0], good[1][:-9], *good[2:]],
        "line 2: it is not a JSON object": [good[0], "[]", *good[2:]],
        "line 1: this is not a backup": good[1:],
        "line 1: made at revision 9999": [good[0].replace(migrate.NEWEST, "9999"), *good[1:]],
        "line 2: expected a row": [good[0], '{"table":"users","row":{}}', *good[1:]],
        "line 2: expected the columns": [good[0], json.dumps(row | {"row": {"kind": 1}})],
        "line 2: a value is not base64": [
            good[0],
            json.dumps(row | {"row": row["row"] | {"body": "?"}}),
        ],
        "something follows": [*good, good[1]],
    }


def of_before_there_were_nodes(newest: list[str]) -> list[str]:
    """A backup as revision 0002 made it, where each match had a lease of its own."""
    header, *rows, end = [json.loads(line) for line in newest]
    for line in rows:
        if line["table"] == "owners":
            line["row"]["until_ms"] = 2_000_000_000_000
    older = [backup.write_line(line) for line in (header | {"revision": "0002"}, *rows)]
    return [*older, backup.write_line(end | {"crc": zlib.crc32("".join(older).encode())})]


@both_kinds
async def test_a_backup_of_an_earlier_revision_is_brought_up_to_date(
    sql_store: SqlStore, other: SqlStore
) -> None:
    await fill(sql_store)
    await backup.load(other, of_before_there_were_nodes(await lines(sql_store)))
    assert await other.look(migrate.current) == migrate.NEWEST
    for match_id in ("m", "long", "over"):
        assert await log(other, match_id) == await log(sql_store, match_id)
        assert await other.find_match(match_id) == await sql_store.find_match(match_id)
    assert await other.append([append(2, act(2))]) == [Appended(3)]


async def test_a_backup_of_an_earlier_revision_that_is_damaged_changes_nothing(
    sql_store: SqlStore, tmp_path: Path
) -> None:
    await fill(sql_store)
    older = of_before_there_were_nodes(await lines(sql_store))
    empty = await open_store(StoreSettings(), tmp_path / "empty")
    with pytest.raises(BackupError, match="rows are missing"):
        await backup.load(empty, [*older[:-2], older[-1]])
    assert await empty.look(migrate.current) == migrate.NEWEST
    await backup.load(empty, older)
    await empty.close()


@pytest.mark.parametrize("number", range(10))
async def test_what_is_not_a_whole_backup_restores_nothing(
    tmp_path: Path, sqlite_settings: StoreSettings, number: int
) -> None:
    source = await open_store(sqlite_settings, tmp_path / "source")
    target = await open_store(sqlite_settings, tmp_path / "target")
    await fill(source)
    message, broken = list((await damaged(await lines(source))).items())[number]
    with pytest.raises(BackupError, match=message):
        await backup.load(target, broken)
    assert await backup.all_matches(target) == []
    assert await target.documents("room") == {}
    await source.close()
    await target.close()


async def test_a_changed_value_is_noticed_by_the_sum(tmp_path: Path) -> None:
    source = await open_store(StoreSettings(ballast_mb=0), tmp_path / "source")
    target = await open_store(StoreSettings(ballast_mb=0), tmp_path / "target")
    await begin(source, "m", note(b"deal"))
    changed = [
        line.replace(base64.b64encode(b"deal").decode(), "AAAA") for line in await lines(source)
    ]
    with pytest.raises(BackupError, match="were changed"):
        await backup.load(target, changed)
    await source.close()
    await target.close()


async def test_an_sqlite_file_is_copied_while_it_is_written(tmp_path: Path) -> None:
    settings = StoreSettings(ballast_mb=0)
    source = await open_store(settings, tmp_path / "source")
    await fill(source)
    (tmp_path / "target").mkdir()
    copied = tmp_path / "target" / FILE_NAME
    backup.copy_file(tmp_path / "source" / FILE_NAME, copied)
    assert await source.append([append(2, note(b"later"))]) == [Appended(3)]
    assert [path.name for path in (tmp_path / "target").iterdir()] == [FILE_NAME]
    assert copied.stat().st_mode & 0o777 == 0o600
    target = await open_store(settings, tmp_path / "target")
    assert await bodies(target) == [b"\x00deal\xff", b"[1]"]
    assert await backup.check(target, print) == 0
    await source.close()
    await target.close()


def test_a_copy_that_cannot_be_made_leaves_what_was_there(tmp_path: Path) -> None:
    target = tmp_path / "copy.sqlite"
    target.write_bytes(b"yesterday's")
    with pytest.raises(BackupError, match="cannot copy"):
        backup.copy_file(tmp_path / "nothing.sqlite", target)
    assert [path.name for path in tmp_path.iterdir()] == ["copy.sqlite"]
    assert target.read_bytes() == b"yesterday's"


async def test_an_export_has_heads_and_entries_by_name(sql_store: SqlStore) -> None:
    await begin(sql_store, "m", note(b"deal"), act(1))
    exported = [json.loads(line) async for line in backup.export(sql_store, ["m"])]
    assert exported[0]["match"]["game"] == "colonizers"
    assert (exported[0]["match"]["status"], exported[0]["match"]["seq"]) == ("open", 2)
    assert [line["entry"]["body"] for line in exported[1:]] == [
        base64.b64encode(body).decode() for body in (b"deal", b"[1]")
    ]
    assert exported[2]["entry"] | {"body": ""} == {
        "match_id": "m",
        "seq": 2,
        "epoch": 1,
        "kind": "act",
        "seat": 0,
        "decision": 1,
        "body": "",
        "at_ms": 1_700_000_000_001,
    }


async def test_an_export_of_what_is_not_there_says_so(sql_store: SqlStore) -> None:
    with pytest.raises(UnknownMatchError):
        [line async for line in backup.export(sql_store, ["x"])]
