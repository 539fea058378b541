"""Stores of every kind, fresh for each test; a PostgreSQL server where there is one."""

import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[3]))

from tests.server.store.postgresql import Cluster, MissingError, start_cluster

from infoset_server.config import StoreSettings
from infoset_server.store.memory import MemoryStore
from infoset_server.store.opening import open_store
from infoset_server.store.port import MatchStore
from infoset_server.store.sql_store import SqlStore


@pytest.fixture(scope="session")
def session_cluster() -> Iterator[Cluster]:
    """A PostgreSQL server of this test run's own."""
    try:
        running = start_cluster()
    except MissingError as missing:
        pytest.skip(f"NOT TESTED ON POSTGRESQL: {missing}")
    yield running
    running.remove()


@pytest.fixture
def cluster(session_cluster: Cluster) -> Iterator[Cluster]:
    """That server, without databases of earlier tests. Tests that stop a server make one for themselves."""
    yield session_cluster
    session_cluster.reclaim()


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
