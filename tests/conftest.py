"""For all tests: a PostgreSQL server, started when the first wants one, and who is given a second look."""

import gc
import os
import sys
from collections.abc import Generator, Iterator
from itertools import groupby
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))

# Matrices here are small, and tests run beside each other: a second thread would mostly spin until the first is done.
# NumPy reads this when it is loaded, and programs that tests start take it over.
os.environ.update(dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"), "1"))

from tests.server.storage.postgresql import Cluster, MissingError, start_cluster

# What is read is in English, whatever this computer speaks, and a word that is missing is an error; programs that
# tests start take both over.
os.environ["INFOSET_LANGUAGE"] = "en"
os.environ["INFOSET_STRICT_WORDS"] = "1"

HERE = Path(__file__).parent
# The rules know no time: what fails there once fails always. All other tests run programs, timers, databases or
# browsers beside each other, and what else a shared machine does at that moment is not what they ask.
TIMELESS = HERE / "games"
TIME = pytest.StashKey[object]()  # that a test has, as pytest-timeout knows it


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What fails in real time is looked at once more, and both looks are told at the end."""
    second_look = pytest.mark.flaky(reruns=1)
    for path, of_file in groupby(items, key=lambda item: item.path):
        if TIMELESS not in path.parents:
            for item in of_file:
                item.add_marker(second_look)


@pytest.hookimpl(tryfirst=True)
def pytest_timeout_set_timer(item: pytest.Item, settings: object) -> None:
    """How much time a test has is kept for its second look."""
    item.stash[TIME] = settings


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """The plugins start the clock of a test once for both looks: what hung in the second would hang for ever."""
    if getattr(item, "execution_count", 1) > 1 and (settings := item.stash.get(TIME, None)):
        item.ihook.pytest_timeout_cancel_timer(item=item)
        item.ihook.pytest_timeout_set_timer(item=item, settings=settings)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """While tests are gathered hardly anything becomes garbage: to look for it would take a sixth of the time."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


def pytest_collection_finish() -> None:
    """Tens of thousands of tests live to the end of the run: no later collection of garbage looks through them."""
    gc.collect()
    gc.freeze()


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


@pytest.fixture(params=["sqlite", "postgresql"])
def store_url(request: pytest.FixtureRequest) -> str | None:
    """For `store.url`: each kind of database in turn, empty; None is a file in the data folder."""
    if request.param == "sqlite":
        return None
    url: str = request.getfixturevalue("cluster").new_database()
    return url
