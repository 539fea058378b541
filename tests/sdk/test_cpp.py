"""The C++ SDK: its own tests, and what its WebSocket owes the other side. Its samples: test_samples.py."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, Final

import pytest
from tests.integration.harness import Server
from tests.sdk.programs import ROOT, SETTINGS, VECTORS, build, run
from tests.sdk.sdks import CPP, Start
from websockets.asyncio.server import ServerConnection
from websockets.asyncio.server import serve as serve_websocket
from websockets.frames import CloseCode
from websockets.typing import Subprotocol

pytestmark = pytest.mark.timeout(700)
Serve = Callable[..., Any]

LIMITS: Final = {
    "max_frame_in": 262_144,
    "max_inflight": 16,
    "msgs_per_s": 100,
    "queue_bytes": 1,
    "resume_ttl_ms": 1,
}
WELCOME: Final = {
    "type": "welcome",
    "proto": 1,
    "minor": 0,
    "session": "s_1",
    "resume_token": "rt",
    "resumed": False,
    "user": "u_1",
    "name": "x",
    "scopes": [],
    "features": [],
    "limits": LIMITS,
    "server": "script",
    "now_ms": 0,
}
REFUSAL: Final = {"type": "error", "code": "not_found", "msg": "no such game"}


@pytest.fixture(scope="module")
def sample() -> Start:
    """Starts a sample, up to date."""
    return CPP.start()


def test_the_sdk_passes_its_own_tests(sample: Start) -> None:
    assert "FAILED" not in build([*sample("tests"), VECTORS], ROOT)


# What a WebSocket owes the other side.


async def play_through(handler: Callable[[ServerConnection], Awaitable[None]], bot: Start) -> str:
    """Lets a bot connect to a server that does as it likes; returns what the bot says until it ends."""
    async with serve_websocket(
        handler, "127.0.0.1", 0, subprotocols=[Subprotocol("infoset.1.json")]
    ) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        url = ["--url", f"ws://127.0.0.1:{port}", "--seek", "crossfire"]
        ended = await run([*bot("random_bot"), *url])
    assert ended.code == 1, ended.out
    return ended.errors


async def test_a_message_that_is_too_long_ends_the_connection(sample: Start) -> None:
    CPP.need_websocket()
    codes: list[int | None] = []

    async def handler(socket: ServerConnection) -> None:
        await socket.recv()
        await socket.send(" " * ((1 << 20) + 1))
        await socket.wait_closed()
        codes.append(socket.close_code)

    assert "WebSocket message" in await play_through(handler, sample)
    assert codes == [CloseCode.MESSAGE_TOO_BIG]


async def test_who_leaves_says_so_and_waits_for_the_answer(sample: Start) -> None:
    CPP.need_websocket()
    said: list[str] = []

    async def handler(socket: ServerConnection) -> None:
        hello = json.loads(await socket.recv())
        await socket.send(json.dumps(WELCOME | {"re": hello.get("id")}))
        seek = json.loads(await socket.recv())
        await socket.send(json.dumps(REFUSAL | {"re": seek["id"]}))
        said.append(json.loads(await socket.recv())["type"])
        await socket.wait_closed()
        said.append(str(socket.close_code))

    assert "no such game" in await play_through(handler, sample)
    assert said == ["bye", str(int(CloseCode.NORMAL_CLOSURE))]


async def test_every_frame_has_a_mask_of_its_own(sample: Start, serve: Serve) -> None:
    """What a bot sends is looked at on its way to the server."""
    CPP.need_websocket()
    server: Server = await serve(**SETTINGS)
    heard = bytearray()
    async with listened_to(server.port, heard) as port:
        url = f"ws://127.0.0.1:{port}/v1"
        ended = await run([*sample("random_bot"), "--url", url, "--seek", "crossfire"])
    assert ended.code == 0, ended.errors
    masks = masks_of(bytes(heard).partition(b"\r\n\r\n")[2])
    assert len(masks) > 10
    assert len(set(masks)) == len(masks)  # four random bytes: one in 20 million would be equal


@asynccontextmanager
async def listened_to(port: int, heard: bytearray) -> AsyncIterator[int]:
    """A way to a port at which somebody hears what clients send."""

    async def carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, here = await asyncio.open_connection("127.0.0.1", port)
        await asyncio.gather(pour(reader, here, heard), pour(there, writer, bytearray()))

    listening = await asyncio.start_server(carry, "127.0.0.1", 0)
    async with listening:
        yield listening.sockets[0].getsockname()[1]


async def pour(source: asyncio.StreamReader, into: asyncio.StreamWriter, heard: bytearray) -> None:
    while data := await source.read(65_536):
        heard += data
        into.write(data)
        await into.drain()
    into.close()


def masks_of(data: bytes) -> list[bytes]:
    """The masks of a client's frames (RFC 6455, section 5.2). Fails where one has none."""
    masks = []
    while data:
        length, start = data[1] & 0x7F, 2
        if length >= 126:
            start = 4 if length == 126 else 10
            length = int.from_bytes(data[2:start])
        assert data[1] & 0x80
        masks.append(data[start : start + 4])
        data = data[start + 4 + length :]
    return masks
