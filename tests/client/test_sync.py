"""The client for plain scripts."""

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from infoset.errors import ConnectError, RequestError
from infoset.sync import SyncClient
from infoset_protocol.messages import Ok, Seek, YourTurn

if TYPE_CHECKING:
    from tests.client.conftest import Peer, Serve


async def test_a_plain_script_talks_and_listens(serve_any: "Serve") -> None:
    async def script(peer: "Peer") -> None:
        await peer.log_in()
        await peer.reply(await peer.expect("seek"), {"type": "ok"})
        refused = {"type": "error", "code": "game_unknown", "msg": "no such game"}
        await peer.reply(await peer.expect("seek"), refused)
        await peer.reply(await peer.expect("describe"), {"type": "games", "games": []})
        for decision in (1, 2, 3):
            await peer.ask(decision)
        await peer.close(1000)

    def work(url: str) -> list[Any]:
        with SyncClient(url, name="ada") as client:
            assert client.welcome.user == "u_1"
            assert isinstance(client.request(Seek(game="toy")), Ok)
            with pytest.raises(RequestError, match="no such game"):
                client.request(Seek(game="chess"))
            assert client.exchange({"type": "describe"})["games"] == []
            first = client.receive(timeout_s=60).message
            return [first, *client]

    async with serve_any(script) as url:
        messages = await asyncio.to_thread(work, url)
    decisions = [message.decision for message in messages if isinstance(message, YourTurn)]
    assert decisions == [1, 2, 3]


async def test_waiting_for_a_message_can_be_limited(serve: "Serve") -> None:
    async def script(peer: "Peer") -> None:
        await peer.log_in()
        await peer.wait_gone()

    def work(url: str) -> None:
        with SyncClient(url) as client, pytest.raises(TimeoutError):
            client.receive(timeout_s=0.01)

    async with serve(script) as server:
        await asyncio.to_thread(work, server.url())


async def test_a_failed_connection_leaves_no_thread_behind(unused_port: int) -> None:
    def work() -> None:
        with SyncClient(f"infoset://127.0.0.1:{unused_port}"):
            raise AssertionError("connected to nobody")

    with pytest.raises(ConnectError, match="connection refused"):
        await asyncio.to_thread(work)
