"""An answer that is late: the connection is looked at, and the request goes on over the next one."""

from typing import TYPE_CHECKING

from tests.client.players import FastRandom

from infoset.client import Client
from infoset.doubting import doubting
from infoset.timing import Timing
from infoset_protocol.messages import Know, Ok, Ready

if TYPE_CHECKING:
    from tests.client.conftest import Peer, Serve

TIMING = Timing(silence_s=3600, doubt_s=0.2, reconnect_s=60)


async def test_a_late_answer_comes_over_the_next_connection(serve: "Serve") -> None:
    told: list[bool] = []

    async def silent(peer: "Peer") -> None:
        await peer.log_in()
        await peer.expect("ready")
        assert "id" in await peer.expect(
            "ping"
        )  # else a server that lives would not have to answer
        await peer.wait_gone()

    async def alive(peer: "Peer") -> None:
        await peer.log_in(resumed=True)
        await peer.reply(await peer.expect("ready"), {"type": "ok"})
        await peer.wait_gone()

    ready = Ready(room="R7K2")
    async with (
        serve(silent, alive) as server,
        Client(server.url(), timing=TIMING, rng=FastRandom()) as client,
    ):
        with doubting(client, ready, 0.01, told.append):
            assert isinstance(await client.request(ready), Ok)
    assert told == [True, False]


async def test_what_takes_its_time_is_not_doubted(serve: "Serve") -> None:
    told: list[bool] = []

    async def script(peer: "Peer") -> None:
        await peer.log_in()
        asked = await peer.expect("know")
        await peer.reply(asked, {"type": "known", "match_id": "m_1", "ver": 1, "worlds": 0})
        await peer.wait_gone()

    know = Know(match_id="m_1")
    async with serve(script) as server, Client(server.url(), timing=TIMING) as client:
        with doubting(client, know, 0.0, told.append):
            await client.request(know)
    assert told == []
