"""Buses of every kind, fresh for each test."""

import secrets
from collections.abc import AsyncIterator, Iterator

import pytest
from tests.server.bus.faulty import WrittenBus
from tests.server.bus.nats_server import NatsServer, running

from infoset_server.bus.embedded import EmbeddedBus
from infoset_server.bus.nats import connect_nats
from infoset_server.bus.port import Bus


@pytest.fixture(scope="session")
def nats(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NatsServer]:
    """A server of NATS that nobody disturbs."""
    with running(tmp_path_factory.mktemp("nats")) as server:
        yield server


@pytest.fixture(params=["embedded", "written", "nats"])
async def bus(request: pytest.FixtureRequest) -> AsyncIterator[Bus]:
    """A bus of each kind."""
    if request.param == "nats":
        server: NatsServer = request.getfixturevalue("nats")
        over = await connect_nats([server.url], f"test{secrets.token_hex(4)}", "test")
        yield over
        await over.close()
    else:
        yield EmbeddedBus() if request.param == "embedded" else WrittenBus()
