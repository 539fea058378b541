"""A listening port whose links are owned by an echo that notes everything."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from infoset_protocol.errors import CloseCode, ProtocolError
from infoset_server.config import ServerConfig, load_config
from infoset_server.network.http import Pages
from infoset_server.network.link import MemoryLink
from infoset_server.network.loop_turn import Turn
from infoset_server.network.socket_link import SocketLink
from infoset_server.network.socket_protocol import SocketProtocol

NEVER_S = 3600.0  # a sweep that the test makes itself


class Owner:
    """Notes all that a link tells; echoes frames unless told otherwise."""

    def __init__(self, link: SocketLink | MemoryLink) -> None:
        self.link = link
        self.frames: list[bytes] = []
        self.faults: list[ProtocolError] = []
        self.timeouts: list[CloseCode] = []
        self.ticks: list[float] = []
        self.closed = asyncio.Event()
        self.paused = asyncio.Event()
        self.resumed = asyncio.Event()
        self.answer: Callable[[bytes], None] = link.send

    def on_frame(self, payload: bytes) -> None:
        self.frames.append(payload)
        self.answer(payload)

    def on_fault(self, error: ProtocolError) -> None:
        self.faults.append(error)
        assert error.close is not None
        self.link.close(error.close, error.msg)

    def on_timeout(self, code: CloseCode, reason: str) -> None:
        self.timeouts.append(code)
        self.link.close(code, reason)

    def on_pause(self) -> None:
        self.paused.set()

    def on_resume(self) -> None:
        self.resumed.set()

    def on_tick(self, now_s: float) -> None:
        self.ticks.append(now_s)

    def on_closed(self) -> None:
        assert not self.closed.is_set()
        self.closed.set()


class Port:
    """A listening port that keeps its links and their owners."""

    def __init__(self, config: ServerConfig, pages: Pages | None = None) -> None:
        self.config = config
        self.pages = pages
        self.links: list[SocketLink] = []
        self.admitted: asyncio.Queue[SocketLink] = asyncio.Queue()
        self.owners: asyncio.Queue[Owner] = asyncio.Queue()
        self.gone: asyncio.Queue[SocketLink] = asyncio.Queue()
        self.is_open_to_all = True
        self.turn = Turn(asyncio.get_running_loop())
        self.number = 0

    def make_protocol(self) -> SocketProtocol:
        link = SocketLink(
            self.config,
            asyncio.get_running_loop(),
            self.turn,
            admit=self._admit,
            make_owner=self._make_owner,
            on_gone=self.gone.put_nowait,
            pages=self.pages,
        )
        return SocketProtocol(link)

    def sweep(self, seconds_from_now: float = 0.0) -> None:
        for link in self.links:
            link.sweep(asyncio.get_running_loop().time() + seconds_from_now)

    def _admit(self, link: SocketLink) -> bool:
        self.links.append(link)
        self.admitted.put_nowait(link)
        return self.is_open_to_all

    def _make_owner(self, link: SocketLink) -> Owner:
        owner = Owner(link)
        self.owners.put_nowait(owner)
        return owner


@asynccontextmanager
async def listening(**overrides: Any) -> AsyncIterator[Port]:
    async with showing(None, **overrides) as port:
        yield port


@asynccontextmanager
async def showing(pages: Pages | None, **overrides: Any) -> AsyncIterator[Port]:
    port = Port(load_config(None, {"times.sweep_s": NEVER_S, **overrides}), pages)
    loop = asyncio.get_running_loop()
    server = await loop.create_server(port.make_protocol, "127.0.0.1", 0)
    port.number = server.sockets[0].getsockname()[1]
    try:
        yield port
    finally:
        server.close()
        for link in port.links:
            link.abort()
        await server.wait_closed()


Client = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@asynccontextmanager
async def connected(port: Port, first: bytes = b"") -> AsyncIterator[Client]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port.number)
    writer.write(first)
    try:
        yield reader, writer
    finally:
        writer.transport.abort()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()


async def read_until_cut(reader: asyncio.StreamReader) -> bytes:
    """All there is; a reset at the end is as good as an end."""
    data = b""
    with contextlib.suppress(ConnectionResetError):
        while more := await reader.read(1 << 16):
            data += more
    return data


LOOK = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"


async def answered(reader: asyncio.StreamReader) -> bytes:
    """One response of HTTP."""
    head = await reader.readuntil(b"\r\n\r\n")
    length = int(head.partition(b"Content-Length: ")[2].split(b"\r\n")[0])
    return head + await reader.readexactly(length)
