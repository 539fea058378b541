"""A network that misbehaves as told: a TCP proxy that delays, throttles, cuts, swallows, repeats. No tests here.

It knows where messages end on each of our wires, so that it can do so after every single one. What it
does is decided by numbers and a seed: the same again does the same again.
"""

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Final, Self

CHUNK: Final = 1 << 16
END_OF_HEAD: Final = b"\r\n\r\n"
FIRST_CONTROL: Final = 8  # WebSocket opcodes from here on carry no messages
WAITING: Final = 256  # pieces on their way in one direction; then the sender has to wait


@dataclass(frozen=True)
class Faults:
    """What is done to one direction of one connection. Numbers of messages count from the beginning.

    `cut_after` messages, or `cut_bytes` bytes, have passed: both ends lose the connection. After
    `swallow_after` messages nothing passes any more, and nobody is told. `repeat` and `swap` are the
    shares of messages, the first one excepted, that are sent twice, or behind the next one.
    """

    delay_s: float = 0.0
    jitter_s: float = 0.0
    bytes_per_s: float | None = None
    cut_after: int | None = None
    cut_bytes: int | None = None
    swallow_after: int | None = None
    repeat: float = 0.0
    swap: float = 0.0


NONE: Final = Faults()


@dataclass(frozen=True)
class Weather:
    """What is done to one connection: `up` to the server, `down` to the client."""

    up: Faults = NONE
    down: Faults = NONE


FAIR: Final = Weather()


class Cutter:
    """Cuts what is sent in one direction into whole pieces, each with whether it is a message."""

    def __init__(self) -> None:
        self._rest = b""
        self._piece: Callable[[bytes], tuple[int, bool]] | None = None

    def feed(self, data: bytes) -> list[tuple[bytes, bool]]:
        """The pieces that `data` completes."""
        self._rest += data
        if self._piece is None:
            self._piece = _pieces_of(self._rest[0])
        pieces: list[tuple[bytes, bool]] = []
        while self._rest:
            size, is_message = self._piece(self._rest)
            if not 0 < size <= len(self._rest):
                break
            pieces.append((self._rest[:size], is_message))
            self._rest = self._rest[size:]
            if self._piece is _head:
                self._piece = _websocket_frame
        return pieces


def _pieces_of(first: int) -> Callable[[bytes], tuple[int, bool]]:
    if first in b"GH":  # GET ... one way, HTTP/1.1 101 ... the other
        return _head
    return _line if first in b"{\n" else _prefixed


def _head(data: bytes) -> tuple[int, bool]:
    """The size of the first piece (0: not known yet), and whether it is a message."""
    end = data.find(END_OF_HEAD)
    return (0 if end < 0 else end + len(END_OF_HEAD)), False


def _line(data: bytes) -> tuple[int, bool]:
    end = data.find(b"\n") + 1
    return end, end > 1


def _prefixed(data: bytes) -> tuple[int, bool]:
    size = int.from_bytes(data[:4])
    return (0 if len(data) < 4 else 4 + size), size > 0


def _websocket_frame(data: bytes) -> tuple[int, bool]:
    if len(data) < 2:
        return 0, False
    size, start = data[1] & 0x7F, 2
    if size >= 126:
        start = 4 if size == 126 else 10
        size = int.from_bytes(data[2:start])
    start += 4 if data[1] & 0x80 else 0
    return (0 if len(data) < start else start + size), data[0] & 0x0F < FIRST_CONTROL


@dataclass
class Direction:
    """One direction of one connection."""

    source: asyncio.StreamReader
    target: asyncio.StreamWriter
    faults: Faults
    rng: random.Random
    passed: int = 0
    size: int = 0
    _waiting: asyncio.Queue[tuple[float, bytes] | None] = field(
        default_factory=lambda: asyncio.Queue(WAITING)
    )
    _held: bytes = b""

    async def carry(self) -> None:
        """Until one end is gone, or it is to be cut."""
        async with asyncio.TaskGroup() as tasks:
            _ = tasks.create_task(self._deliver())
            await self._collect()
            await self._waiting.put(None)

    async def _collect(self) -> None:
        cutter = Cutter()
        if self._is_cut():
            return
        with suppress(OSError):
            while data := await self.source.read(CHUNK):
                for piece, is_message in cutter.feed(data):
                    await self._take(piece, is_message)
                    if self._is_cut():
                        return

    def _is_cut(self) -> bool:
        return self.passed == self.faults.cut_after or (
            self.faults.cut_bytes is not None and self.size >= self.faults.cut_bytes
        )

    async def _take(self, piece: bytes, is_message: bool) -> None:
        faults, limit = self.faults, self.faults.cut_bytes
        if faults.swallow_after is not None and self.passed >= faults.swallow_after:
            return
        if limit is not None:
            piece = piece[: limit - self.size]
        self.size += len(piece)
        if not is_message:
            await self._send(piece)
            return
        self.passed += 1
        is_first = self.passed == 1
        if not (self._held or is_first) and self.rng.random() < faults.swap:
            self._held = piece
            return
        await self._send(piece + self._held)
        self._held = b""
        if not is_first and self.rng.random() < faults.repeat:
            await self._send(piece)

    async def _send(self, piece: bytes) -> None:
        late_s = self.faults.delay_s + self.faults.jitter_s * self.rng.random()
        await self._waiting.put((asyncio.get_running_loop().time() + late_s, piece))

    async def _deliver(self) -> None:
        loop = asyncio.get_running_loop()
        while (one := await self._waiting.get()) is not None:
            due_s, piece = one
            if due_s > loop.time():
                await asyncio.sleep(due_s - loop.time())
            if self.faults.bytes_per_s is not None:
                await asyncio.sleep(len(piece) / self.faults.bytes_per_s)
            with suppress(OSError):
                self.target.write(piece)
                await self.target.drain()


class Proxy:
    """Passes connections on to `target_port`. `weather(n)` says what is done to the n-th one, from 0.

    `before(n)` is awaited before that one is passed on.
    """

    def __init__(
        self,
        target_port: int,
        weather: Callable[[int], Weather] = lambda n: FAIR,
        seed: int = 0,
        before: Callable[[int], Awaitable[None]] | None = None,
    ) -> None:
        self.target_port = target_port  # may be changed: a restarted server has another one
        self.connections = 0
        self.port = 0
        self.most_messages = (0, 0)  # of one connection, up and down
        self._before = before
        self._weather = weather
        self._seed = seed
        self._tasks: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._server is not None
        self._server.close()
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(self._serve(self.connections, reader, writer))
        self.connections += 1
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _serve(
        self, number: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        if self._before is not None:
            await self._before(number)
        with suppress(OSError):  # nobody is listening there, or one end has gone with an error
            async with _closing(writer), _connected(self.target_port) as (back, forth):
                await self._carry(number, (reader, writer), (back, forth))

    async def _carry(
        self,
        number: int,
        client: tuple[asyncio.StreamReader, asyncio.StreamWriter],
        server: tuple[asyncio.StreamReader, asyncio.StreamWriter],
    ) -> None:
        """Until one direction has ended."""
        weather = self._weather(number)
        ups, downs = (random.Random(f"{self._seed}/{number}/{way}") for way in ("up", "down"))
        up = Direction(client[0], server[1], weather.up, ups)
        down = Direction(server[0], client[1], weather.down, downs)
        tasks = [asyncio.create_task(way.carry()) for way in (up, down)]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            most_up, most_down = self.most_messages
            self.most_messages = max(most_up, up.passed), max(most_down, down.passed)


@asynccontextmanager
async def _connected(
    port: int,
) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    async with _closing(writer):
        yield reader, writer


@asynccontextmanager
async def _closing(writer: asyncio.StreamWriter) -> AsyncIterator[None]:
    """What was written still arrives; then the end does."""
    try:
        yield
    finally:
        writer.close()
        with suppress(OSError):
            await writer.wait_closed()
