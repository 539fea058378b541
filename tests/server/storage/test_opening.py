"""From the configuration to a store: which one, and with what limits."""

import os
from pathlib import Path

import pytest
from tests.server.storage.postgresql import Cluster

from infoset_server.config import StoreSettings, load_config
from infoset_server.storage.errors import StoreSetupError
from infoset_server.storage.opening import (
    open_store,
    open_store_for_reading,
    sqlite_path,
    sqlite_settings,
    writer_limits,
)
from infoset_server.storage.sqlite_engine import SqliteSettings
from infoset_server.storage.writer import WriterLimits


def test_the_file_is_in_the_data_folder_unless_a_url_says_otherwise() -> None:
    folder = Path("data")
    assert sqlite_path(StoreSettings(), folder) == folder / "infoset.sqlite"
    assert sqlite_path(StoreSettings(url="sqlite:///a/b.sqlite"), folder) == Path("a/b.sqlite")
    assert sqlite_path(StoreSettings(url="sqlite:////a/b.sqlite"), folder) == Path("/a/b.sqlite")
    assert sqlite_path(StoreSettings(url="postgresql://h/d"), folder) is None


def test_the_settings_reach_what_they_are_for(tmp_path: Path) -> None:
    file = tmp_path / "server.toml"
    file.write_text(
        "[store]\nsynchronous = 'normal'\ntimeout_s = 3\nwait_s = 4\nmax_queued = 5\n"
        "max_batch = 6\nballast_mb = 7\n"
    )
    settings = load_config(file).store
    assert sqlite_settings(settings) == SqliteSettings("normal", 3.0, 7 << 20)
    assert writer_limits(settings) == WriterLimits(queue=5, batch=6, wait_s=4.0)


def test_the_defaults_of_the_parts_are_those_of_the_configuration() -> None:
    assert writer_limits(StoreSettings()) == WriterLimits()
    assert sqlite_settings(StoreSettings(ballast_mb=0)) == SqliteSettings()


async def test_reading_needs_a_store_that_is_there(tmp_path: Path, cluster: Cluster) -> None:
    with pytest.raises(StoreSetupError, match="there is no database"):
        await open_store_for_reading(StoreSettings(), tmp_path)
    with pytest.raises(StoreSetupError, match="revision None"):
        await open_store_for_reading(StoreSettings(url=cluster.new_database()), tmp_path)
    assert os.listdir(tmp_path) == []


async def test_a_migration_may_take_longer_than_a_player_waits(
    cluster: Cluster, tmp_path: Path
) -> None:
    """Each statement of the migration takes longer than statements may take in play."""
    settings = StoreSettings(url=cluster.new_database(), timeout_s=0.6)
    slow = "CREATE FUNCTION slow() RETURNS event_trigger AS $$ BEGIN PERFORM pg_sleep(0.7); END $$"
    database = str(settings.url).rsplit("/", 1)[1]
    cluster.sql(f"{slow} LANGUAGE plpgsql", database)
    cluster.sql("CREATE EVENT TRIGGER slow ON ddl_command_end EXECUTE FUNCTION slow()", database)
    store = await open_store(settings, tmp_path)
    assert await store.unfinished() == []
    await store.close()
    cluster.sql("DROP EVENT TRIGGER slow", database)
