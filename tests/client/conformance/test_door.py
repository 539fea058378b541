"""Clients come in and go as they like: what they do wrong is noted, and nothing is printed for it."""

import asyncio
import gc
import json
import logging
import socket
import struct

import pytest
from websockets.asyncio.client import connect
from websockets.typing import Subprotocol

from infoset.conformance import wires
from infoset.conformance.cases import make_cases
from infoset.conformance.door import Door
from infoset.conformance.findings import Outcome
from infoset.conformance.host import Host
from infoset.conformance.programme import Programme

HELLO = {
    "type": "hello",
    "id": 1,
    "proto": [1],
    "auth": {"kind": "guest", "name": "rude", "token": "gs_0123456789abcdef"},
}
SEEK = {"type": "seek", "id": 2, "game": "crossfire"}
PATIENCE_S = 60.0


class Place:
    """A door with cases behind it, all undisturbed matches."""

    def __init__(self, matches: int) -> None:
        cases = [c for c in make_cases([0], ["crossfire"], matches) if c.name == "match"]
        self.outcomes = [Outcome(case) for case in cases]
        self.host = Host(Programme(self.outcomes), "1", PATIENCE_S)
        self.door = Door(self.host)

    async def until_missed(self, count: int) -> None:
        async with asyncio.timeout(PATIENCE_S):
            while sum(bool(outcome.misses) for outcome in self.outcomes) < count:
                self.host.changed.clear()
                await self.host.changed.wait()


async def test_a_length_in_the_wrong_order_is_named() -> None:
    place = Place(1)
    port = await place.door.listen()
    packed = b"\x85\xa4type\xa5hello"
    for data in (struct.pack("<I", len(packed)) + packed, struct.pack("<I", 256) + packed):
        place.outcomes[0].misses.clear()
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        for byte in data:
            writer.write(bytes([byte]))
            await writer.drain()
        await place.until_missed(1)
        (miss,) = place.outcomes[0].misses
        assert "little-endian" in miss.what
        assert data[:4].hex(" ") in miss.what
        assert data[3::-1].hex(" ") in miss.what
        assert await reader.read() == b""
        writer.close()
    await place.door.close()


async def test_a_client_that_hangs_up_while_it_is_told_things_makes_no_noise(
    caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    noise: list[str] = []
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda _, context: noise.append(context["message"]))
    place = Place(6)
    port = await place.door.listen()
    with caplog.at_level(logging.DEBUG):
        for _ in range(6):
            place.host.forget_everybody()
            with socket.socket() as client:
                client.setblocking(False)
                await loop.sock_connect(client, ("127.0.0.1", port))
                for one in (HELLO, SEEK):
                    await loop.sock_sendall(client, json.dumps(one).encode() + b"\n")
                heard = b""
                while b'"your_turn"' not in heard:
                    heard += await loop.sock_recv(client, 65536)
                at_once = struct.pack("ii", 1, 0)  # nothing more is taken: writing to it fails
                client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, at_once)
            (guest,) = place.host._guests.values()
            for _ in range(20):
                guest.say({"type": "lagged", "match_id": "m", "dropped": 1})
            await asyncio.sleep(0)
        await place.door.close()
        gc.collect()
        await asyncio.sleep(0)
    assert noise == []
    assert [record.message for record in caplog.records if record.levelno >= logging.WARNING] == []
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("who_ends_it", ["server", "client"])
async def test_a_websocket_is_over_when_both_have_said_so(
    who_ends_it: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The client's library waits for the server to hang up, as it should, and the server for nothing more."""
    monkeypatch.setattr(wires, "CLOSING_S", None)
    place = Place(1)
    port = await place.door.listen()
    url = f"ws://127.0.0.1:{port}"
    async with connect(
        url, subprotocols=[Subprotocol("infoset.1.json")], close_timeout=None
    ) as client:
        await client.send(json.dumps(HELLO))
        await client.recv()
        if who_ends_it == "server":
            (guest,) = place.host._guests.values()
            guest.send_away("all cases are played")
            assert json.loads(await client.recv())["type"] == "bye"
        await client.close()
    await place.door.close()
