"""Server CPU per frame of the transport layer alone, beside a bare protocol and the library's server.

    python benchmarks/wire_link.py [--frames 20000]

Every contender answers each request (158 bytes) with a constant reply (1,682 bytes) to 16 clients,
which send 1 or 8 requests at a time. Contenders run as child processes that read their own CPU
time; rounds are interleaved, the best of each counts. Printed: microseconds of server CPU per
frame, and how many frames the contender moves for each one of the bare protocol. Nothing is asserted.
"""

import argparse
import asyncio
import base64
import multiprocessing
import socket
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection as Pipe
from typing import Any, Final

import websockets
from websockets.asyncio.server import ServerConnection
from websockets.frames import Frame, Opcode

from infoset_protocol.errors import CloseCode, ProtocolError
from infoset_protocol.framing import LengthFramer, LineFramer
from infoset_server.config import ServerConfig, load_config
from infoset_server.network.loop_turn import Turn
from infoset_server.network.socket_link import SocketLink
from infoset_server.network.socket_protocol import SocketProtocol

REQUEST: Final = b"q" * 158
REPLY: Final = b"r" * 1682
CLIENTS: Final = 16
DEPTHS: Final = (1, 8)
ROUNDS: Final = 3

UPGRADE: Final = (
    b"GET /v1 HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: " + base64.b64encode(b"0" * 16) + b"\r\n"
    b"Sec-WebSocket-Protocol: infoset.1.msgpack\r\n\r\n"
)


class Bare(asyncio.Protocol):
    """The least an asyncio server can do: counts bytes, writes one reply for each request."""

    def __init__(self) -> None:
        self.count = 0

    def connection_made(self, transport: Any) -> None:
        """Keeps the transport."""
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        """Replies once for each complete request."""
        self.count += len(data)
        while self.count >= len(REQUEST) + 4:
            self.count -= len(REQUEST) + 4
            self.transport.write(LengthFramer.frame(REPLY))


class Answering:
    """The owner of one of our links: answers each frame with the reply."""

    def __init__(self, link: SocketLink) -> None:
        self.link = link

    def on_frame(self, payload: bytes) -> None:
        """Answers."""
        self.link.send(REPLY)

    def on_fault(self, error: ProtocolError) -> None:
        """The load is correct."""
        raise AssertionError(error)

    def on_timeout(self, code: CloseCode, reason: str) -> None:
        """Nothing is swept here."""
        raise AssertionError(reason)

    def on_pause(self) -> None:
        """The clients read all they asked for."""

    def on_resume(self) -> None:
        """As `on_pause`."""

    def on_tick(self, now_s: float) -> None:
        """Nothing is swept here."""

    def on_closed(self) -> None:
        """The end of a run."""


async def serve_bare() -> int:
    """The bare protocol; returns its port."""
    server = await asyncio.get_running_loop().create_server(Bare, "127.0.0.1", 0)
    return port_of(server)


async def serve_link() -> int:
    """Our link, for any wire; returns its port."""
    config: ServerConfig = load_config(None, {"rates.in_bytes_per_s": 1 << 30})
    loop = asyncio.get_running_loop()
    turn = Turn(loop)

    def make_protocol() -> SocketProtocol:
        link = SocketLink(
            config,
            loop,
            turn,
            admit=lambda link: True,
            make_owner=Answering,
            on_gone=lambda link: None,
        )
        return SocketProtocol(link)

    return port_of(await loop.create_server(make_protocol, "127.0.0.1", 0))


async def serve_library() -> int:
    """The library's asyncio server; returns its port."""

    async def answer(connection: ServerConnection) -> None:
        async for _ in connection:
            await connection.send(REPLY)

    server = await websockets.serve(
        answer,
        "127.0.0.1",
        0,
        compression=None,
        ping_interval=None,
        subprotocols=[websockets.Subprotocol("infoset.1.msgpack")],
    )
    return port_of(server.server)


def port_of(server: Any) -> int:
    """The port an asyncio server listens on."""
    port: int = server.sockets[0].getsockname()[1]
    return port


def run_server(pipe: Pipe, serve: Callable[[], Awaitable[int]]) -> None:
    """A child process: tells its port, then its CPU seconds whenever asked, until the pipe closes."""

    async def main() -> None:
        pipe.send(await serve())
        ended = asyncio.Event()

        def tell() -> None:
            try:
                pipe.recv()
                pipe.send(time.process_time())
            except EOFError:
                ended.set()

        asyncio.get_running_loop().add_reader(pipe.fileno(), tell)
        await ended.wait()

    asyncio.run(main())


@dataclass(frozen=True)
class Contender:
    """A server and the bytes its clients exchange with it."""

    name: str
    serve: Callable[[], Awaitable[int]]
    request: bytes
    reply: bytes
    upgrade: bytes = b""


WS_REQUEST: Final = Frame(Opcode.BINARY, REQUEST).serialize(mask=True)
WS_REPLY: Final = Frame(Opcode.BINARY, REPLY).serialize(mask=False)
CONTENDERS: Final = (
    Contender("bare protocol", serve_bare, LengthFramer.frame(REQUEST), LengthFramer.frame(REPLY)),
    Contender(
        "our link, TCP lines",
        serve_link,
        LineFramer.frame(b"{" + REQUEST[1:]),
        LineFramer.frame(REPLY),
    ),
    Contender(
        "our link, TCP lengths",
        serve_link,
        LengthFramer.frame(REQUEST),
        LengthFramer.frame(REPLY),
    ),
    Contender("our link, WebSocket", serve_link, WS_REQUEST, WS_REPLY, UPGRADE),
    Contender("websockets' server", serve_library, WS_REQUEST, WS_REPLY, UPGRADE),
)


class Load:
    """The clients of one contender."""

    def __init__(self, contender: Contender) -> None:
        self.contender = contender
        self.pipe, far_end = multiprocessing.Pipe()
        self.process = multiprocessing.get_context("fork").Process(
            target=run_server, args=(far_end, contender.serve), daemon=True
        )
        self.process.start()
        port: int = self.pipe.recv()
        self.sockets = [self.connect(port) for _ in range(CLIENTS)]

    def connect(self, port: int) -> socket.socket:
        """One client, upgraded where the contender wants that."""
        sock = socket.create_connection(("127.0.0.1", port))
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        sock.sendall(self.contender.upgrade)
        answer = b""
        while self.contender.upgrade and not answer.endswith(b"\r\n\r\n"):
            answer += sock.recv(65_536)
        return sock

    def measure(self, frames: int, depth: int) -> float:
        """Microseconds of the server's CPU per frame."""
        turns = max(1, frames // (CLIENTS * depth))
        before_s = self.cpu_s()
        for _ in range(turns):
            for sock in self.sockets:
                sock.sendall(self.contender.request * depth)
            for sock in self.sockets:
                receive(sock, len(self.contender.reply) * depth)
        return (self.cpu_s() - before_s) * 1e6 / (turns * CLIENTS * depth)

    def cpu_s(self) -> float:
        """CPU seconds the server has used."""
        self.pipe.send(None)
        seconds: float = self.pipe.recv()
        return seconds

    def close(self) -> None:
        """Ends clients and server."""
        for sock in self.sockets:
            sock.close()
        self.process.terminate()
        self.process.join()


def receive(sock: socket.socket, size: int) -> None:
    """Reads exactly `size` bytes."""
    while size:
        size -= len(sock.recv(min(size, 1 << 18)))


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--frames", type=int, default=20_000, help="frames per round")
    frames: int = parser.parse_args().frames
    loads = [Load(contender) for contender in CONTENDERS]
    best: dict[tuple[str, int], float] = {}
    for _ in range(ROUNDS):
        for depth in DEPTHS:
            for load in loads:
                key = load.contender.name, depth
                best[key] = min(best.get(key, 1e9), load.measure(frames, depth))
    for load in loads:
        load.close()
    print(
        f"{'server CPU us per frame':<24}" + "".join(f"{f'depth {d}':>18}" for d in DEPTHS)
    )  # its output
    for contender in CONTENDERS:
        cells = [
            f"{best[contender.name, d]:8.2f} ({best['bare protocol', d] / best[contender.name, d]:5.2f})"
            for d in DEPTHS
        ]
        print(f"{contender.name:<24}" + "".join(f"{cell:>18}" for cell in cells))  # its output


if __name__ == "__main__":
    main()
