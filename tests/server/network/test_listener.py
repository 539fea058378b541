"""The whole transport layer on real sockets: one scenario over every transport, and the end."""

import asyncio
import contextlib
import json
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Protocol

import pytest
import websockets
from tests.passing_time import pass_time
from tests.server.network.conversation import HELLO, WELCOME
from websockets.frames import Frame, Opcode

from infoset_protocol.codec import Encoding, Prepared, decode, encode
from infoset_protocol.errors import CloseCode
from infoset_protocol.framing import Framer, make_framer
from infoset_protocol.messages import ClientMessage, Hello
from infoset_server.config import load_config
from infoset_server.network.connection import Connection
from infoset_server.network.listener import PATIENCE_AT_DOORS, Listener, serve
from infoset_server.network.outbox import Loss


class Echo:
    """Lets everybody in; answers `chat` with its text, `describe` with a lot."""

    def __init__(self) -> None:
        self.connections: asyncio.Queue[Connection] = asyncio.Queue()
        self.closed: asyncio.Queue[Connection] = asyncio.Queue()

    def on_hello(self, connection: Connection, hello: Hello) -> None:
        connection.welcome(WELCOME)
        self.connections.put_nowait(connection)

    def on_request(self, connection: Connection, message: ClientMessage, arrived_s: float) -> None:
        text = getattr(message, "text", "x" * 60_000)
        connection.reply(message, {"type": "ok", "data": {"text": text}})

    def on_loss(self, connection: Connection, loss: Loss) -> None:
        raise AssertionError("no streams here")

    def on_settled(self, connection: Connection) -> None:
        """As Handler."""

    def on_away(self, connection: Connection) -> bool:
        return False

    def on_back(self, connection: Connection) -> None:
        raise AssertionError("nobody resumes here")

    def on_closed(self, connection: Connection) -> None:
        self.closed.put_nowait(connection)

    def may_idle(self, connection: Connection) -> bool:
        return True


class Client(Protocol):
    """What the scenario needs of a client."""

    async def say(self, message: dict[str, Any]) -> None: ...

    async def hear(self) -> dict[str, Any] | None:
        """The next message; `None` at the end."""


class StreamClient:
    def __init__(
        self, encoding: Encoding, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        self.encoding = encoding
        self.reader = reader
        self.writer = writer
        self.framer: Framer = make_framer(encoding, 1 << 20)
        self.frames: list[bytes] = []

    async def say(self, message: dict[str, Any]) -> None:
        self.writer.write(self.framer.frame(encode(message, self.encoding)))
        await self.writer.drain()

    async def hear(self) -> dict[str, Any] | None:
        while not self.frames:
            data = await self.reader.read(1 << 16)
            if not data:
                return None
            self.frames = self.framer.receive_data(data)
        return decode(self.frames.pop(0), self.encoding)


class WebSocketClient:
    def __init__(self, encoding: Encoding, connection: websockets.ClientConnection) -> None:
        self.encoding = encoding
        self.connection = connection

    async def say(self, message: dict[str, Any]) -> None:
        frame = encode(message, self.encoding)
        await self.connection.send(frame, text=self.encoding is Encoding.JSON)

    async def hear(self) -> dict[str, Any] | None:
        try:
            return decode(await self.connection.recv(decode=False), self.encoding)
        except websockets.ConnectionClosed:
            return None


async def cut(writer: asyncio.StreamWriter) -> None:
    """Ends a connection without ceremony, and waits until it has ended."""
    writer.transport.abort()
    with contextlib.suppress(ConnectionError):
        await writer.wait_closed()


@asynccontextmanager
async def connect(port: int, transport: str) -> AsyncIterator[StreamClient | WebSocketClient]:
    kind, _, name = transport.partition("-")
    encoding = Encoding(name)
    if kind == "tcp":
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        try:
            yield StreamClient(encoding, reader, writer)
        finally:
            await cut(writer)
    else:
        async with websockets.connect(
            f"ws://127.0.0.1:{port}/v1", subprotocols=[websockets.Subprotocol(f"infoset.1.{name}")]
        ) as connection:
            yield WebSocketClient(encoding, connection)


@asynccontextmanager
async def serving(**overrides: Any) -> AsyncIterator[tuple[Listener, Echo]]:
    echo = Echo()
    config = load_config(None, {"port": 0, "times.sweep_s": 0.05, **overrides})
    async with await serve(config, echo) as listener:
        yield listener, echo


TRANSPORTS = ["tcp-json", "tcp-msgpack", "ws-json", "ws-msgpack"]


@pytest.mark.parametrize("transport", TRANSPORTS)
async def test_one_conversation_is_the_same_over_every_transport(transport: str) -> None:
    async with serving() as (listener, echo), connect(listener.port, transport) as client:
        await client.say(HELLO)
        await client.say({"type": "chat", "id": 2, "room": "R", "text": "zażółć"})
        await client.say({"type": "nonsense", "id": 3})
        await client.say({"type": "ping", "id": 4, "t": 5})
        heard = [await client.hear() for _ in range(4)]
        assert heard[0] == WELCOME | {"re": 1}
        assert heard[1] == {"type": "ok", "re": 2, "seq": 1, "data": {"text": "zażółć"}}
        assert heard[2] is not None
        assert (heard[2]["code"], heard[2]["re"]) == ("unknown_type", 3)
        assert heard[3] is not None
        assert (heard[3]["type"], heard[3]["re"], heard[3]["t"]) == ("pong", 4, 5)
        connection = await echo.connections.get()
        assert str(connection) == f"127.0.0.1 {transport} s_1"
        assert listener.connections == [connection]
        connection.close(CloseCode.SESSION_ENDED, "kicked")
        bye = await client.hear()
        assert bye is not None
        assert (bye["type"], bye["code"]) == ("bye", 4410)
        assert await client.hear() is None
        if isinstance(client, WebSocketClient):
            assert client.connection.close_code == 4410
        assert await echo.closed.get() is connection


@pytest.mark.parametrize("transport", TRANSPORTS)
async def test_a_frame_of_the_full_size_passes_once_welcomed(transport: str) -> None:
    async with serving() as (listener, _), connect(listener.port, transport) as client:
        await client.say(HELLO)
        await client.hear()
        empty = len(encode({"type": "ping", "x_pad": ""}, Encoding.JSON))
        await client.say({"type": "ping", "id": 2, "x_pad": "x" * (262_144 - 100 - empty)})
        pong = await client.hear()
        assert pong is not None
        assert pong["type"] == "pong"
        await client.say({"type": "ping", "id": 3, "x_pad": "x" * 262_145})
        error, bye = await client.hear(), await client.hear()
        assert error is not None
        assert (error["code"], error["data"]) == ("frame_too_big", {"limit": 262_144})
        assert bye is not None
        assert bye["code"] == CloseCode.FRAME_TOO_BIG


@pytest.mark.parametrize("transport", TRANSPORTS)
async def test_a_frame_before_the_welcome_may_not_be_large(transport: str) -> None:
    async with serving() as (listener, echo), connect(listener.port, transport) as client:
        await client.say(HELLO | {"x_pad": "x" * 9000})
        error = await client.hear()
        assert error is not None
        assert error["code"] == "frame_too_big"
        assert echo.connections.empty()


@pytest.mark.parametrize("transport", TRANSPORTS)
async def test_a_client_that_never_says_hello_is_closed_in_time(transport: str) -> None:
    async with (
        serving(**{"times.hello_s": 60.0}) as (listener, _),
        connect(listener.port, transport) as client,
    ):
        if isinstance(client, StreamClient):
            client.writer.write(client.framer.KEEP_ALIVE)  # so that the wire is known
            while not listener.connections:  # noqa: ASYNC110 (nothing tells it)
                await asyncio.sleep(0)
        pass_time(60.0)
        bye = await client.hear()
        assert bye is not None
        assert (bye["type"], bye["code"]) == ("bye", 4408)


async def test_who_comes_through_a_door_has_longer_to_say_hello(tmp_path: Path) -> None:
    """A virtual machine that stands back on a busy machine starts slowly."""
    path = str(tmp_path / "door")
    told: list[str] = []
    async with serving(**{"times.hello_s": 60.0}) as (listener, _):
        with socket.socket(socket.AF_UNIX) as sock:
            sock.bind(path)
            door = await listener.open_door(sock, "ferris", told.append)
            clients = []
            for _ in range(2):
                reader, writer = await asyncio.open_unix_connection(path)
                clients.append(StreamClient(Encoding.JSON, reader, writer))
                writer.write(clients[-1].framer.KEEP_ALIVE)
            while len(listener.connections) < 2:  # noqa: ASYNC110 (nothing tells it)
                await asyncio.sleep(0)
            async with connect(listener.port, "ws-json") as stranger:
                pass_time(60.0)
                bye = await stranger.hear()  # all were looked at
                assert bye is not None
                assert bye["code"] == 4408
            slow, silent = clients
            await slow.say(HELLO)
            welcome = await slow.hear()
            assert welcome is not None
            assert welcome["type"] == "welcome"
            pass_time(60.0 * PATIENCE_AT_DOORS)
            bye = await silent.hear()
            assert bye is not None
            assert bye["code"] == 4408
            door.close()
            for client in clients:
                await cut(client.writer)
    assert told == [], "nothing was refused it"


async def test_a_connection_that_sends_nothing_at_all_is_cut_in_time() -> None:
    async with serving(**{"times.hello_s": 0.1}) as (listener, _):
        reader, writer = await asyncio.open_connection("127.0.0.1", listener.port)
        with contextlib.suppress(ConnectionResetError):
            assert await reader.read() == b""
        await cut(writer)


@pytest.mark.parametrize("transport", TRANSPORTS)
async def test_keep_alives_flow_while_a_client_thinks(transport: str) -> None:
    overrides = {"times.keepalive_s": 0.05, "times.hello_s": 60.0}
    async with serving(**overrides) as (listener, _), connect(listener.port, transport) as client:
        await client.say(HELLO)
        await client.hear()
        if isinstance(client, StreamClient):
            keep_alive = client.framer.KEEP_ALIVE
            data = await client.reader.readexactly(2 * len(keep_alive))
            assert data == keep_alive * 2
        else:
            pinged = asyncio.Event()
            receive = client.connection.protocol.recv_frame

            def watch(frame: Frame) -> None:
                receive(frame)
                if frame.opcode is Opcode.PING:
                    pinged.set()

            client.connection.protocol.recv_frame = watch  # type: ignore[method-assign]  # to see pings
            await pinged.wait()


async def test_a_client_that_reads_nothing_is_closed_and_nobody_else_waits() -> None:
    overrides = {"queues.max_bytes": 100_000, "rates.msgs_per_s": 1000, "queues.max_inflight": 1000}
    async with (
        serving(**overrides) as (listener, echo),
        connect(listener.port, "tcp-json") as slow,
        connect(listener.port, "ws-msgpack") as quick,
    ):
        assert isinstance(slow, StreamClient)
        await slow.say(HELLO)
        stuck = await echo.connections.get()
        slow.writer.transport.pause_reading()  # type: ignore[attr-defined]  # a Transport has it
        while stuck.is_open:
            stuck.send(Prepared({"type": "events", "pad": "x" * 30_000}))
            await asyncio.sleep(0)
        assert stuck.close_code == CloseCode.SLOW_CONSUMER
        assert await echo.closed.get() is stuck
        await quick.say(HELLO)
        welcome = await quick.hear()
        assert welcome is not None
        assert welcome["type"] == "welcome"


async def test_a_pipelining_client_that_reads_late_gets_every_answer() -> None:
    overrides = {"rates.msgs_per_s": 1000, "queues.max_inflight": 1000, "rates.queries_per_s": 1000}
    async with serving(**overrides) as (listener, _), connect(listener.port, "tcp-json") as client:
        assert isinstance(client, StreamClient)
        await client.say(HELLO)
        await client.hear()
        client.writer.transport.pause_reading()  # type: ignore[attr-defined]  # a Transport has it
        for number in range(2, 302):
            client.writer.write(b'{"type":"describe","id":%d}\n' % number)
        client.writer.transport.resume_reading()  # type: ignore[attr-defined]  # a Transport has it
        for number in range(2, 302):
            answer = await client.hear()
            assert answer is not None
            assert answer["re"] == number


async def test_a_flood_is_refused_slowed_down_and_closed() -> None:
    overrides = {
        "rates.msgs_per_s": 20,
        "rates.burst_factor": 1,
        "rates.abuse_s": 0.3,
        "times.sweep_s": 0.02,
        "connections.exempt_loopback": False,
    }
    async with (
        serving(**overrides) as (listener, echo),
        connect(listener.port, "tcp-json") as client,
    ):
        await client.say(HELLO)
        await client.hear()

        async def flood() -> None:
            with contextlib.suppress(ConnectionError):
                for number in range(2, 1_000_000):
                    await client.say({"type": "join", "id": number, "room": "R"})

        task = asyncio.create_task(flood())
        ids: list[int] = []
        last: dict[str, Any] = {}
        while (message := await client.hear()) is not None:
            last = message
            if "re" in message:
                ids.append(message["re"])
        assert last["code"] == 4429
        assert ids == list(range(2, 2 + len(ids)))
        assert len(ids) < 200
        assert (await echo.closed.get()).close_code == CloseCode.RATE_ABUSE
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task


async def test_over_the_limit_of_connections_newcomers_are_cut(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with serving(**{"connections.max_total": 1}) as (listener, echo):
        async with connect(listener.port, "tcp-json") as first:
            await first.say(HELLO)
            await first.hear()
            reader, writer = await asyncio.open_connection("127.0.0.1", listener.port)
            with contextlib.suppress(ConnectionResetError):
                assert await reader.read() == b""
            await cut(writer)
            assert "too many connections" in caplog.text
        await echo.closed.get()
        async with connect(listener.port, "tcp-json") as next_one:
            await next_one.say(HELLO)
            assert await next_one.hear() is not None


@pytest.mark.parametrize("transport", TRANSPORTS)
async def test_a_stop_says_goodbye_to_all_and_waits_until_they_are_gone(transport: str) -> None:
    async with serving() as (listener, echo), connect(listener.port, transport) as client:
        await client.say(HELLO)
        await client.hear()
        idle_reader, idle_writer = await asyncio.open_connection("127.0.0.1", listener.port)
        stop = asyncio.create_task(
            listener.close(CloseCode.RESTARTING, "new version", retry_ms=2500)
        )
        bye = await client.hear()
        assert bye is not None
        assert 2500 <= bye.pop("retry_ms") < 4500  # each client at another moment
        assert bye == {"type": "bye", "code": 4503, "reason": "new version", "resume": True}
        assert await client.hear() is None
        if isinstance(client, StreamClient):
            client.writer.write_eof()
        await stop
        assert (await echo.closed.get()).close_code == CloseCode.RESTARTING
        assert listener.connections == []
        with pytest.raises(ConnectionRefusedError):
            await asyncio.open_connection("127.0.0.1", listener.port)
        with contextlib.suppress(ConnectionResetError):
            assert await idle_reader.read() == b""
        await cut(idle_writer)


class Clockless:
    """The owner of a link that fails whenever time passes."""

    def __init__(self, owner: Connection) -> None:
        self._owner = owner

    def on_tick(self, now_s: float) -> None:
        raise RuntimeError("no clock")

    def __getattr__(self, name: str) -> Any:
        return getattr(self._owner, name)


async def test_a_fault_of_ours_in_the_sweep_cuts_one_link_and_spares_the_others(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with (
        serving() as (listener, echo),
        connect(listener.port, "tcp-json") as broken,
        connect(listener.port, "tcp-json") as sound,
    ):
        await broken.say(HELLO)
        faulty = await echo.connections.get()
        await sound.say(HELLO)
        await sound.hear()

        link: Any = faulty._link
        link.hand_over(Clockless(faulty))  # a fault that nobody foresaw
        assert await echo.closed.get() is faulty
        assert "no clock" in caplog.text
        await sound.say({"type": "ping", "id": 2})
        pong = await sound.hear()
        assert pong is not None
        assert pong["type"] == "pong"


async def test_a_port_in_use_is_an_os_error() -> None:
    async with serving() as (listener, _):
        with pytest.raises(OSError, match="in use"):
            await serve(load_config(None, {"port": listener.port}), Echo())


async def test_the_health_page_is_on_the_same_port() -> None:
    async with serving(name="tavern") as (listener, _):
        reader, writer = await asyncio.open_connection("127.0.0.1", listener.port)
        writer.write(b"GET /health HTTP/1.0\r\nHost: localhost\r\n\r\n")
        head, _, body = (await reader.read()).partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200 ")
        assert json.loads(body) == {"status": "ok", "server": "tavern"}
        await cut(writer)


LOOK = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
UPGRADE = (
    b"GET /v1 HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


async def test_a_connection_that_was_given_a_page_counts_as_knocking_only_once_it_logs_in() -> None:
    limits = {
        "connections.exempt_loopback": False,
        "connections.max_unwelcomed_per_address": 1,
    }
    async with serving(**limits) as (listener, echo):
        streams = []
        for _ in range(2):
            reader, writer = await asyncio.open_connection("127.0.0.1", listener.port)
            writer.write(LOOK)
            assert b"200" in await reader.readuntil(b"}\n")
            streams.append((reader, writer))
        for reader, writer in streams:
            writer.write(UPGRADE)
            assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
            hello = Frame(Opcode.TEXT, encode(HELLO, Encoding.JSON)).serialize(mask=True)
            writer.write(hello)
            assert (await echo.connections.get()).is_welcomed
        for _, writer in streams:
            await cut(writer)
            await echo.closed.get()
        reader, writer = await asyncio.open_connection("127.0.0.1", listener.port)
        writer.write(LOOK)
        assert b"200" in await reader.readuntil(b"}\n")
        await cut(writer)
