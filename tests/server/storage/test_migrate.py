"""Migrations: they lead to the tables of tables.py, up and down, on both kinds of database."""

import logging
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, text
from tests.server.storage.matches import begin, bodies, note, order, taken_over

from infoset_server.config import StoreSettings
from infoset_server.storage import migrate, tables
from infoset_server.storage.errors import StoreSetupError
from infoset_server.storage.opening import open_store, open_store_for_reading
from infoset_server.storage.port import Lease
from infoset_server.storage.sql_store import SqlStore


def differences(connection: Connection) -> list[Any]:
    """What Alembic finds between tables.py and the database."""
    context = MigrationContext.configure(connection, opts={"compare_type": True})
    return list(compare_metadata(context, tables.metadata))


def shape(connection: Connection) -> dict[str, Any]:
    """What Alembic does not compare: keys, conditions, storage."""
    found = inspect(connection)
    return {
        name: (
            found.get_pk_constraint(name)["constrained_columns"],
            sorted(index_shape(index) for index in found.get_indexes(name)),
            sorted(str(sorted(key.items())) for key in found.get_foreign_keys(name)),
            found.get_table_options(name),
            [(column["name"], str(column["type"])) for column in found.get_columns(name)],
        )
        for name in sorted(tables.metadata.tables)
    }


def index_shape(index: Any) -> str:
    """An index in words; its condition is an object that equals no other."""
    options = {name: str(value) for name, value in index["dialect_options"].items()}
    return str((index["name"], index["column_names"], bool(index["unique"]), options))


def remake(connection: Connection) -> None:
    """The tables as tables.py has them, without a migration."""
    migrate.downgrade(connection)
    tables.metadata.create_all(connection)


async def test_migrations_make_the_tables_that_are_used(sql_store: SqlStore) -> None:
    assert await sql_store.look(differences) == []
    migrated = await sql_store.look(shape)
    await sql_store.change(remake)
    assert await sql_store.look(shape) == migrated


async def test_a_difference_would_be_seen(sql_store: SqlStore) -> None:
    await order(sql_store, "ALTER TABLE owners ADD COLUMN planted TEXT")
    assert len(await sql_store.look(differences)) == 1


async def test_migrations_can_be_undone_and_done_again(sql_store: SqlStore) -> None:
    await sql_store.change(migrate.downgrade)
    left = await sql_store.look(lambda connection: inspect(connection).get_table_names())
    assert left == ["alembic_version"]
    assert await sql_store.look(migrate.current) is None
    await sql_store.change(migrate.upgrade)
    assert await sql_store.look(migrate.current) == migrate.NEWEST


def test_the_newest_revision_is_the_last_of_the_files() -> None:
    assert ScriptDirectory(str(migrate.MIGRATIONS)).get_current_head() == migrate.NEWEST


async def test_opening_again_changes_nothing(settings: StoreSettings, tmp_path: Path) -> None:
    for _ in range(2):
        store = await open_store(settings, tmp_path)
        await store.change_documents({("kept", "k"): b"v"})
        assert await store.documents("kept") == {"k": b"v"}
        await store.close()


async def test_a_database_of_a_newer_version_is_refused(
    settings: StoreSettings, tmp_path: Path
) -> None:
    store = await open_store(settings, tmp_path)
    await order(store, "UPDATE alembic_version SET version_num = '9999'")
    await store.close()
    with pytest.raises(StoreSetupError, match="newer version"):
        await open_store(settings, tmp_path)
    with pytest.raises(StoreSetupError, match="revision 9999"):
        await open_store_for_reading(settings, tmp_path)


async def test_a_migration_that_fails_leaves_nothing_behind(
    settings: StoreSettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def half(connection: Connection) -> None:
        connection.execute(text("CREATE TABLE half (x INTEGER)"))
        raise RuntimeError("planted")

    monkeypatch.setattr(migrate, "upgrade", half)
    with pytest.raises(RuntimeError, match="planted"):
        await open_store(settings, tmp_path)
    monkeypatch.undo()
    store = await open_store(settings, tmp_path)
    names = await store.look(lambda connection: inspect(connection).get_table_names())
    assert sorted(names) == sorted(["alembic_version", *tables.metadata.tables])
    await store.close()


def as_before_nodes(connection: Connection) -> None:
    """The tables of revision 0002, with a match that its server held for ten years."""
    command.downgrade(migrate.configuration(connection), "0002")
    connection.execute(text("UPDATE owners SET node = 'infoset', until_ms = 2000000000000"))


async def test_matches_of_before_there_were_nodes_are_free_for_whoever_starts(
    settings: StoreSettings, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store = await open_store(settings, tmp_path)
    await begin(store, "m", note(b"kept"))
    await store.change(as_before_nodes)
    await store.close()
    with caplog.at_level(logging.INFO, "infoset_server"):
        store = await open_store(settings, tmp_path)
    assert f"from revision 0002 to {migrate.NEWEST}" in caplog.text
    assert await store.unfinished() == ["m"]
    assert await store.owner("m") == "infoset"
    assert await taken_over(store, "m", "infoset") == Lease("m", "node-2", 2, 1)
    assert await bodies(store) == [b"kept"]
    await store.close()
