"""Receivers of webhooks under TLS, well-behaved and hostile ones. No tests here."""

import asyncio
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from tests.server.network.test_tls import make_certificate

NAME = "receiver.test"
OK = b"HTTP/1.1 204 No Content\r\n\r\n"


@dataclass
class Received:
    """One request."""

    line: str
    headers: dict[str, str]
    body: bytes


Reader: TypeAlias = asyncio.StreamReader
Writer: TypeAlias = asyncio.StreamWriter
Behaviour: TypeAlias = Callable[[Received, Writer], Awaitable[None]]


@dataclass
class Receiver:
    """What it was sent, and how it answers; `connections` counts those that came as far as TLS."""

    port: int
    behave: Behaviour
    received: list[Received] = field(default_factory=list)
    connections: int = 0
    came: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def url(self) -> str:
        return f"https://{NAME}:{self.port}/hook"

    def ids(self) -> list[str]:
        return [one.headers["webhook-id"] for one in self.received]

    async def until(self, number: int) -> None:
        """Returns when so many requests have come."""
        async with asyncio.timeout(60):
            while len(self.received) < number:
                self.came.clear()
                await self.came.wait()


def answering(*answers: bytes) -> Behaviour:
    """These answers one after the other, the last again and again."""
    left = list(answers)

    async def behave(received: Received, writer: Writer) -> None:
        writer.write(left.pop(0) if len(left) > 1 else left[0])
        await writer.drain()

    return behave


def status(code: int, *headers: str) -> bytes:
    head = "".join(f"{header}\r\n" for header in headers)
    return f"HTTP/1.1 {code} Said\r\n{head}Content-Length: 0\r\n\r\n".encode()


async def drip(received: Received, writer: Writer) -> None:
    """A byte now and then, for ever: each is in time, the whole never is."""
    for byte in b"HTTP/1.1 200 OK\r\nX-Long: " + b"x" * 100_000:
        writer.write(bytes([byte]))
        await writer.drain()
        await asyncio.sleep(0.01)


async def endless_headers(received: Received, writer: Writer) -> None:
    writer.write(b"HTTP/1.1 200 OK\r\n")
    while True:
        writer.write(b"X-More: " + b"x" * 1000 + b"\r\n")
        await writer.drain()


async def endless_announcements(received: Received, writer: Writer) -> None:
    while True:
        writer.write(b"HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n" * 20)
        await writer.drain()


async def endless_body(received: Received, writer: Writer) -> None:
    writer.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
    while True:
        writer.write(b"400\r\n" + b"x" * 1024 + b"\r\n")
        await writer.drain()


async def hang_up(received: Received, writer: Writer) -> None:
    writer.transport.abort()


async def say_nothing(received: Received, writer: Writer) -> None:
    await asyncio.Event().wait()


@asynccontextmanager
async def receiving(certificate: Path, behave: Behaviour) -> AsyncIterator[Receiver]:
    """A receiver on a port of its own."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    found = Receiver(0, behave)
    tasks: set[asyncio.Task[None]] = set()

    async def serve(reader: Reader, writer: Writer) -> None:
        task = asyncio.current_task()
        assert task is not None
        tasks.add(task)
        found.connections += 1
        try:
            with suppress(ConnectionError, asyncio.IncompleteReadError, ssl.SSLError):
                found.received.append(await read_request(reader))
                found.came.set()
                await found.behave(found.received[-1], writer)
        except asyncio.CancelledError:
            return
        finally:
            tasks.discard(task)
            writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=context)
    found.port = server.sockets[0].getsockname()[1]
    try:
        yield found
    finally:
        server.close()
        for task in list(tasks):
            task.cancel()


async def read_request(reader: Reader) -> Received:
    line, *rest = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
    headers = {
        name.lower(): value.strip()
        for name, colon, value in (one.partition(":") for one in rest)
        if colon
    }
    return Received(line, headers, await reader.readexactly(int(headers["content-length"])))


def certificate_in(folder: Path, *names: str) -> Path:
    return make_certificate(folder / "receiver.pem", *(names or (NAME,)))
