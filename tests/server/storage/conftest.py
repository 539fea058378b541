"""Stores of every kind, fresh for each test."""

import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[3]))

from tests.server.storage.postgresql import Cluster

from infoset_server.config import StoreSettings
from infoset_server.storage.memory import MemoryStore
from infoset_server.storage.opening import open_store
from infoset_server.storage.port import MatchStore
from infoset_server.storage.sql_store import SqlStore


@pytest.fixture
def postgresql_settings(cluster: Cluster) -> StoreSettings:
    """An empty database."""
    return StoreSettings(url=cluster.new_database(), ballast_mb=0)


@pytest.fixture
def sqlite_settings() -> StoreSettings:
    """A file in the data folder, quick to make."""
    return StoreSettings(ballast_mb=0)


@pytest.fixture(params=["sqlite", "postgresql"])
def settings(request: pytest.FixtureRequest) -> StoreSettings:
    """Each kind of database in turn."""
    chosen: StoreSettings = request.getfixturevalue(f"{request.param}_settings")
    return chosen


@pytest.fixture
async def sql_store(settings: StoreSettings, tmp_path: Path) -> AsyncIterator[SqlStore]:
    """A store on each kind of database."""
    opened = await open_store(settings, tmp_path)
    yield opened
    await opened.close()


@pytest.fixture(params=["memory", "sqlite", "postgresql"])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[MatchStore]:
    """A store of each kind."""
    if request.param == "memory":
        yield MemoryStore()
        return
    opened = await open_store(request.getfixturevalue(f"{request.param}_settings"), tmp_path)
    yield opened
    await opened.close()
