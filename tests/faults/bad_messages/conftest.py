"""The server that is told everything wrong, and two who tell it."""

from collections.abc import Iterator

import pytest
from tests.faults.peers import TRANSPORTS, Peer
from tests.faults.servers import FORGETFUL, UNHURRIED, Child, running_server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Child]:
    """One server for all tests of a file; it must end with a clean log."""
    own = {"rooms.max_rooms_per_user": 100}
    with running_server(tmp_path_factory.mktemp("bad"), UNHURRIED | FORGETFUL | own) as child:
        yield child
        assert child.problems() == []


@pytest.fixture(params=TRANSPORTS)
def guest(request: pytest.FixtureRequest, server: Child) -> Iterator[Peer]:
    """Somebody welcomed, in no room."""
    with Peer(server.port, request.param) as peer:
        peer.hello("guest")
        yield peer


@pytest.fixture(params=TRANSPORTS)
def newcomer(request: pytest.FixtureRequest, server: Child) -> Iterator[Peer]:
    """Somebody who has said nothing yet."""
    with Peer(server.port, request.param) as peer:
        yield peer
