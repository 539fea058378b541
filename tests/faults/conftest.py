"""What tests of faults share."""

from collections.abc import Iterator

import pytest
from tests.server.storage.postgresql import Cluster, MissingError, start_cluster


@pytest.fixture(scope="module")
def mortal_cluster() -> Iterator[Cluster]:
    """A PostgreSQL server of these tests, which they may stop."""
    try:
        running = start_cluster()
    except MissingError as missing:
        pytest.skip(f"NOT TESTED ON POSTGRESQL: {missing}")
    yield running
    running.remove()
