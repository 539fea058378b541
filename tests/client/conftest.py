"""A server that follows scripts, over every transport: what it says and expects stands in the tests."""

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any, cast

import pytest
from tests.ports import lasting_port
from websockets.asyncio.server import ServerConnection
from websockets.asyncio.server import serve as serve_websocket
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from infoset_protocol.codec import Encoding, decode, encode
from infoset_protocol.framing import Framer, Wire, detect, make_framer

TRANSPORTS = ("infoset", "infoset+msgpack", "ws", "ws+msgpack")
MAX_FRAME = 1 << 20
PATIENCE_S = 60.0  # for what must come; nothing waits this long unless it is broken

WELCOME: dict[str, Any] = {
    "type": "welcome",
    "proto": 1,
    "minor": 0,
    "session": "s_1",
    "resume_token": "rt_1",
    "resumed": False,
    "user": "u_1",
    "name": "ada",
    "scopes": ["play"],
    "features": [],
    "limits": {
        "max_frame_in": 262144,
        "max_inflight": 16,
        "msgs_per_s": 100_000,
        "queue_bytes": 1 << 20,
        "resume_ttl_ms": 120_000,
    },
    "server": "fake/1.0",
    "now_ms": 1_790_000_000_000,
}


class GoneError(Exception):
    """The client closed the connection."""


class Peer:
    """One connection, as a script sees it."""

    def __init__(
        self,
        read: Callable[[], Awaitable[bytes]],
        write: Callable[[bytes], Awaitable[None]],
        end: Callable[[int], Awaitable[None]],
        encoding: Encoding,
    ) -> None:
        self.encoding = encoding
        self._read = read
        self._write = write
        self._end = end
        self._seq = 0

    async def receive(self) -> dict[str, Any]:
        """The next message of the client, acknowledgements left out. Raises GoneError."""
        while (plain := await self.receive_any())["type"] == "ack":
            pass
        return plain

    async def receive_any(self) -> dict[str, Any]:
        """The next message of the client. Raises GoneError."""
        async with asyncio.timeout(PATIENCE_S):
            return decode(await self._read(), self.encoding)

    async def expect(self, kind: str) -> dict[str, Any]:
        """The next message, which must be of this type."""
        plain = await self.receive()
        assert plain["type"] == kind, plain
        return plain

    async def send(self, plain: dict[str, Any], sequenced: bool = True) -> None:
        """Sends a message, numbered like a session's unless told otherwise."""
        if sequenced and plain["type"] not in ("welcome", "pong", "bye"):
            self._seq += 1
            plain = plain | {"seq": self._seq}
        await self._write(encode(plain, self.encoding))

    async def reply(self, request: dict[str, Any], plain: dict[str, Any]) -> None:
        """Answers a request."""
        await self.send(plain | {"re": request["id"]})

    async def log_in(self, **changes: Any) -> dict[str, Any]:
        """Takes the hello and welcomes the client; returns the hello."""
        hello = await self.expect("hello")
        await self.send(WELCOME | changes)
        return hello

    async def raw(self, data: bytes) -> None:
        """Sends a frame that may be no message."""
        await self._write(data)

    async def close(self, code: int = 1000) -> None:
        """Says goodbye with a close code and ends the connection."""
        with suppress(OSError, ConnectionClosed):  # the client may be gone
            await self.send({"type": "bye", "code": code, "reason": "told to", "resume": True})
            await self._end(code)

    async def cut(self) -> None:
        """Ends the connection without a word."""
        await self._end(0)

    async def wait_gone(self) -> None:
        """Waits until the client has left."""
        try:
            while True:
                plain = await self.receive()
                assert plain["type"] in ("bye", "unseek", "leave"), plain
        except GoneError:
            return

    # Playing.

    async def start_match(
        self, match_id: str = "g_1", seat: int | None = 0, **changes: Any
    ) -> None:
        """Sends the match_start of a small game of two."""
        await self.send(
            {
                "type": "match_start",
                "match_id": match_id,
                "game": "toy",
                "rules": "toy/1.0",
                "role": "player",
                "seat": seat,
                "players": [
                    {"seat": 0, "kind": "bot", "name": "ada"},
                    {"seat": 1, "kind": "bot", "name": "bob"},
                ],
                "clock": {"kind": "none"},
                "consts_hash": "c0",
            }
            | changes
        )

    async def ask(self, decision: int, match_id: str = "g_1", **changes: Any) -> None:
        """Asks for a decision between three actions."""
        await self.send(
            {
                "type": "your_turn",
                "match_id": match_id,
                "seat": 0,
                "ver": decision,
                "decision": decision,
                "kind": "build",
                "n": 3,
                "legal": {"actions": [["skip"], ["build", 8], ["build", 5]]},
                "fallback": 0,
                "obs": {"round": decision},
                "deadline_ms": 10_000,
            }
            | changes
        )

    async def take_act(self, decision: int) -> dict[str, Any]:
        """The client's act on `decision`, accepted."""
        act = await self.expect("act")
        assert act["decision"] == decision, act
        await self.accept(act)
        return act

    async def accept(self, act: dict[str, Any]) -> None:
        """Accepts an act."""
        await self.reply(
            act,
            {
                "type": "act_ok",
                "match_id": act["match_id"],
                "decision": act["decision"],
                "elapsed_ms": 1,
            },
        )

    async def end_match(self, match_id: str = "g_1", **changes: Any) -> None:
        """Sends the result: seat 0 wins."""
        await self.send(
            {
                "type": "match_over",
                "match_id": match_id,
                "reason": "finished",
                "places": [1, 2],
                "scores": [31, 27],
                "returns": [1, -1],
            }
            | changes
        )

    async def pair(self) -> dict[str, Any]:
        """Takes a seek; returns it."""
        seek = await self.expect("seek")
        await self.reply(seek, {"type": "ok", "data": {"ticket": "t_1"}})
        return seek

    async def play(self, turns: int, match_id: str = "g_1") -> list[dict[str, Any]]:
        """Plays a whole match; returns the acts."""
        await self.start_match(match_id)
        acts = []
        for decision in range(1, turns + 1):
            await self.ask(decision, match_id)
            acts.append(await self.take_act(decision))
        await self.end_match(match_id)
        return acts


Script = Callable[[Peer], Awaitable[None]]


class FakeServer:
    """Runs one script for each connection, in order."""

    def __init__(self, scripts: tuple[Script, ...]) -> None:
        self.port = 0
        self._scripts = list(scripts)
        self._failures: list[BaseException] = []
        self._running = 0
        self._quiet = asyncio.Event()
        self._peers: set[asyncio.Task[None]] = set()

    def url(self, transport: str = "infoset") -> str:
        """Where it listens."""
        return f"{transport}://127.0.0.1:{self.port}"

    async def finished(self) -> None:
        """Waits until all scripts are through; raises what failed in them."""
        async with asyncio.timeout(PATIENCE_S):
            while self._scripts or self._running:
                self._quiet.clear()
                await self._quiet.wait()
        self.check()

    def check(self) -> None:
        """Raises what failed in a script."""
        if self._failures:
            raise self._failures[0]

    async def run_script(self, peer: Peer) -> None:
        """Runs the next script on a connection."""
        if not self._scripts:
            self._failures.append(AssertionError("one connection too many"))
            await peer.close(4400)  # so that the client does not come back
            return
        script = self._scripts.pop(0)
        self._running += 1
        try:
            await script(peer)
        except BaseException as failure:  # noqa: BLE001 (raised again by check())
            self._failures.append(failure)
            await peer.close(4400)
        finally:
            self._running -= 1
            self._quiet.set()

    async def on_tcp(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serves one TCP connection."""
        try:
            await self._serve_tcp(reader, writer)
        finally:
            writer.close()

    async def _serve_tcp(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        first = await reader.read(1)
        if not first:
            return
        wire = detect(first[0])
        encoding = Encoding.JSON if wire is Wire.JSON_LINES else Encoding.MSGPACK
        framer: Framer = make_framer(encoding, MAX_FRAME)
        frames = framer.receive_data(first)

        async def read() -> bytes:
            while not frames:
                data = await reader.read(65536)
                if not data:
                    raise GoneError
                frames.extend(framer.receive_data(data))
            return frames.pop(0)

        async def write(payload: bytes) -> None:
            writer.write(framer.frame(payload))
            await writer.drain()

        async def end(code: int) -> None:
            writer.close()

        await self.run_script(Peer(read, write, end, encoding))

    async def on_websocket(self, socket: ServerConnection) -> None:
        """Serves one WebSocket connection."""
        encoding = Encoding.MSGPACK if socket.subprotocol == "infoset.1.msgpack" else Encoding.JSON

        async def read() -> bytes:
            try:
                return await socket.recv(decode=False)
            except ConnectionClosed:
                raise GoneError from None

        async def write(payload: bytes) -> None:
            await socket.send(payload, text=encoding is Encoding.JSON)

        async def end(code: int) -> None:
            await socket.close(code or 1011)

        await self.run_script(Peer(read, write, end, encoding))


@asynccontextmanager
async def run_server(scripts: tuple[Script, ...], is_websocket: bool) -> AsyncIterator[FakeServer]:
    """A server on a free port; raises at the end what failed in its scripts."""
    server = FakeServer(scripts)
    if is_websocket:
        subprotocols = [Subprotocol("infoset.1.json"), Subprotocol("infoset.1.msgpack")]
        async with serve_websocket(
            server.on_websocket, "127.0.0.1", 0, subprotocols=subprotocols, max_size=MAX_FRAME
        ) as listener:
            server.port = next(iter(listener.sockets)).getsockname()[1]
            yield server
    else:
        listener_tcp = await asyncio.start_server(server.on_tcp, "127.0.0.1", 0)
        async with listener_tcp:
            server.port = listener_tcp.sockets[0].getsockname()[1]
            yield server
    server.check()


Serve = Callable[..., Any]


@pytest.fixture
def welcome() -> dict[str, Any]:
    """What the scripted server says when it lets a client in."""
    return dict(WELCOME)


@pytest.fixture
def serve() -> Serve:
    """`async with serve(script, ...) as server:` over TCP."""
    return lambda *scripts: run_server(cast(tuple[Script, ...], scripts), is_websocket=False)


@pytest.fixture(params=TRANSPORTS)
def serve_any(request: pytest.FixtureRequest) -> Serve:
    """`async with serve_any(script, ...) as url:` once for every transport."""
    transport = str(request.param)

    @asynccontextmanager
    async def start(*scripts: Script) -> AsyncIterator[str]:
        async with run_server(scripts, transport.startswith("ws")) as server:
            yield server.url(transport)

    return start


@pytest.fixture
def unused_port() -> int:
    """A port of this machine on which nobody listens."""
    return lasting_port()


IsGone = Callable[[int], Awaitable[bool]]


@pytest.fixture
def is_gone() -> IsGone:
    """`await is_gone(pid)` waits until that process has ended (Linux only)."""
    if not hasattr(os, "pidfd_open"):
        pytest.skip("NOT TESTED: only Linux lets us wait for the processes of others")

    async def wait(pid: int) -> bool:
        try:
            handle = os.pidfd_open(pid)
        except ProcessLookupError:
            return True
        ended = asyncio.Event()
        loop = asyncio.get_running_loop()
        loop.add_reader(handle, ended.set)
        try:
            async with asyncio.timeout(PATIENCE_S):
                return await ended.wait()
        finally:
            loop.remove_reader(handle)
            os.close(handle)

    return wait
