"""Buses of every kind, fresh for each test."""

import pytest
from tests.server.bus.faulty import WrittenBus

from infoset_server.bus.embedded import EmbeddedBus
from infoset_server.bus.port import Bus


@pytest.fixture(params=["embedded", "written"])
async def bus(request: pytest.FixtureRequest) -> Bus:
    """A bus of each kind."""
    return EmbeddedBus() if request.param == "embedded" else WrittenBus()
