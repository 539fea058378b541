"""Every SDK through the front of a cluster: a hall and an edge over a real NATS, and a server that plays matches for them.

What a level of the contract is about, its samples do here with a real server; that an SDK keeps the contract wherever it
plays is what `test_samples.py` asks.
"""

from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, Final

import pytest
from tests.faults.proxy import Faults, Proxy, Weather
from tests.integration.harness import Server, open_server
from tests.sdk.programs import FULL_MATCH, SETTINGS, assists, plays, run, watches
from tests.sdk.sdks import GO, PYTHON, SDKS, Sdk
from tests.server.bus.nats_server import NatsServer, running

pytestmark = pytest.mark.timeout(700)
HALL: Final = "hall"
PLAYER: Final = "even"
CUTS: Final = 3  # connections that are cut, each in the midst of a message
# The places of matches make no difference to clients, so two SDKs are enough for the second one.
PLACES: Final = [(sdk, HALL) for sdk in SDKS] + [(PYTHON, PLAYER), (GO, PLAYER)]

everywhere = pytest.mark.parametrize(
    ("sdk", "front"),
    [pytest.param(sdk, place, id=f"{sdk.folder}-{place}") for sdk, place in PLACES],
    indirect=["front"],
)


@pytest.fixture(scope="module")
def nats(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NatsServer]:
    with running(tmp_path_factory.mktemp("nats")) as server:
        yield server


@pytest.fixture
async def front(
    request: pytest.FixtureRequest, nats: NatsServer, tmp_path: Path
) -> AsyncIterator[Server]:
    """A server whose clients come in at an edge."""
    async with open_server(
        tmp_path,
        with_front=True,
        with_play=request.param == PLAYER,
        nats=nats.url,
        **dict[str, Any](SETTINGS),
    ) as server:
        yield server


@everywhere
async def test_it_plays_on_where_its_connections_are_cut(sdk: Sdk, front: Server) -> None:
    """Levels 0, 1 and 4."""
    async with AsyncExitStack() as stack:
        proxy = await stack.enter_async_context(
            Proxy(front.port, lambda number: Weather(down=cut_in(number)))
        )
        command = [*sdk.start()("random_bot"), "--url", f"infoset://127.0.0.1:{proxy.port}"]
        ended = await run([*command, "--seek", "crossfire"])
        said = ended.out + ended.errors
        assert ended.code == 0, said
        assert FULL_MATCH.findall(ended.out) == ["crossfire"], said
        assert proxy.connections > CUTS, said
    was_played_where_it_should(front)


def was_played_where_it_should(front: Server) -> None:
    player = front.player.app.play.floor.begun if front.player is not None else 0
    assert (player, front.app.play.floor.begun) == ((1, 0) if front.player is not None else (0, 1))


def cut_in(number: int) -> Faults:
    return Faults(cut_bytes=4_000 + 1_111 * number) if number < CUTS else Faults()


@everywhere
async def test_it_thinks_at_the_server_over_websocket_or_msgpack(sdk: Sdk, front: Server) -> None:
    """Levels 2, 3 and 5."""
    scheme = "infoset+msgpack" if sdk.name == "C++" else "ws+msgpack"  # that may lack a library
    await plays(front, sdk.start()("monte_carlo_bot"), "colonizers", scheme)
    was_played_where_it_should(front)


@everywhere
async def test_its_assistant_helps(sdk: Sdk, front: Server) -> None:
    """Level 6."""
    await assists(front, sdk.start()("assistant"))


@everywhere
async def test_its_watcher_tells_a_match(sdk: Sdk, front: Server) -> None:
    """Level 7."""
    await watches(front, sdk.start()("watcher"), "infoset")
    was_played_where_it_should(front)
