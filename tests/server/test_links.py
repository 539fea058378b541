"""Links on real sockets: first bytes, joined writes, slow readers, floods, times, goodbyes."""

import asyncio
import contextlib
import json
import os
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import Any

import pytest
import websockets
from websockets.http11 import Response

from infoset_protocol.codec import Encoding
from infoset_protocol.errors import CloseCode, ErrorCode, ProtocolError
from infoset_protocol.framing import LengthFramer
from infoset_server.caller import Caller
from infoset_server.config import ServerConfig, load_config
from infoset_server.http import NoPages, Pages, plain_text
from infoset_server.links import MemoryLink, SocketLink, Turn
from infoset_server.socket_protocol import SocketProtocol

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


async def test_each_first_byte_leads_to_its_wire() -> None:
    async with listening() as port:
        async with connected(port, b'{"a":1}\n') as (reader, _):
            assert await reader.readline() == b'{"a":1}\n'
            assert port.links[-1].name == "tcp-json"
        async with connected(port, b"\0\0\0\1\x80") as (reader, _):
            assert await reader.readexactly(5) == b"\0\0\0\1\x80"
            assert port.links[-1].encoding is Encoding.MSGPACK
        async with connected(port, b"GET /health HTTP/1.0\r\nHost: localhost\r\n\r\n") as (
            reader,
            _,
        ):
            answer = await reader.read()
            assert json.loads(answer.split(b"\r\n\r\n")[1])["status"] == "ok"
        assert port.owners.qsize() == 2


@pytest.mark.parametrize(
    "first", [b"\x16\x03\x01", b"\xef\xbb\xbf{}\n", b"[1]\n", b"DELETE / HTTP/1.1\r\n"]
)
async def test_a_first_byte_that_is_none_of_ours_closes(first: bytes) -> None:
    async with listening() as port, connected(port, first) as (reader, _):
        assert await reader.read() == b""
        assert port.owners.empty()


async def test_a_refused_connection_is_cut_before_a_byte_is_read() -> None:
    async with listening() as port:
        port.is_open_to_all = False
        async with connected(port, b"{}\n") as (reader, _):
            assert await read_until_cut(reader) == b""
        assert port.gone.empty()


async def test_frames_may_be_cut_at_every_byte() -> None:
    async with listening() as port, connected(port) as (reader, writer):
        for byte in b'{"a":1}\r\n\n{"b":2}\n':
            writer.write(bytes((byte,)))
            await writer.drain()
        assert await reader.readline() == b'{"a":1}\n'
        assert await reader.readline() == b'{"b":2}\n'


async def test_the_websockets_client_speaks_both_subprotocols() -> None:
    async with listening() as port:
        url = f"ws://127.0.0.1:{port.number}/v1"
        async with websockets.connect(url, compression=None) as client:
            await client.send("{}")
            assert await client.recv() == "{}"
        offers = [
            websockets.Subprotocol("infoset.1.msgpack"),
            websockets.Subprotocol("infoset.1.json"),
        ]
        async with websockets.connect(url, subprotocols=offers) as client:
            assert client.subprotocol == "infoset.1.msgpack"
            await client.send(b"\x80")
            assert await client.recv() == b"\x80"
            pong = await client.ping()
            await pong
            await client.send("{}")
            with pytest.raises(websockets.ConnectionClosed) as caught:
                await client.recv()
        assert caught.value.rcvd is not None
        assert caught.value.rcvd.code == CloseCode.PROTOCOL_VIOLATION


async def test_a_websocket_client_that_says_goodbye_is_let_go() -> None:
    async with listening() as port:
        async with websockets.connect(f"ws://127.0.0.1:{port.number}") as client:
            owner = await port.owners.get()
            await client.close(1000)
        await owner.closed.wait()
        assert await port.gone.get() is owner.link
        assert client.close_code == 1000


def count_writes(link: SocketLink, monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """Every write to the socket from now on."""
    assert link._transport is not None
    socket_file = link._transport.get_extra_info("socket").fileno()
    written: list[bytes] = []
    original = os.write

    def write(file: int, data: bytes) -> int:
        if file == socket_file:
            written.append(data)
        return original(file, data)

    monkeypatch.setattr(os, "write", write)
    return written


async def test_answers_to_one_read_leave_in_one_write(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with listening() as port, connected(port, b"{}\n") as (reader, writer):
        await reader.readline()
        written = count_writes(port.links[0], monkeypatch)
        writer.write(b'{"n":1}\n{"n":2}\n{"n":3}\n')
        for _ in range(3):
            await reader.readline()
        assert written == [b'{"n":1}\n{"n":2}\n{"n":3}\n']


async def test_what_is_sent_in_one_turn_of_the_loop_leaves_in_one_write(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with listening() as port, connected(port, b"{}\n") as (reader, _):
        await reader.readline()
        written = count_writes(port.links[0], monkeypatch)
        for n in range(5):
            port.links[0].send(b"%d" % n)
        assert written == []
        assert await reader.readexactly(10) == b"0\n1\n2\n3\n4\n"
        assert len(written) == 1


async def test_a_join_ends_at_the_size_of_the_write_buffer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    small = {"queues.write_buffer_bytes": 1000}
    async with listening(**small) as port, connected(port, b"{}\n") as (reader, _):
        await reader.readline()
        written = count_writes(port.links[0], monkeypatch)
        for _ in range(5):
            port.links[0].send(b"x" * 499)
        await reader.readexactly(2500)
        assert [len(data) for data in written] == [1000, 1000, 500]


async def test_a_reader_that_stops_reading_pauses_its_link_and_nobody_else() -> None:
    async with (
        listening() as port,
        connected(port, b"{}\n") as (slow_reader, slow),
        connected(port) as (reader, writer),
    ):
        owner = await port.owners.get()
        slow.transport.pause_reading()  # type: ignore[attr-defined]  # a Transport has it
        while not owner.paused.is_set():
            owner.link.send(b"x" * 60_000)
            await asyncio.sleep(0)
        writer.write(b'{"still":"here"}\n')
        assert await reader.readline() == b'{"still":"here"}\n'
        assert not owner.resumed.is_set()
        slow.transport.resume_reading()  # type: ignore[attr-defined]  # a Transport has it
        while not owner.resumed.is_set():
            await slow_reader.read(1 << 16)


async def test_a_reader_that_takes_nothing_for_too_long_is_timed_out_and_cut() -> None:
    async with listening() as port, connected(port, b"{}\n") as (_, slow):
        owner = await port.owners.get()
        slow.transport.pause_reading()  # type: ignore[attr-defined]  # a Transport has it
        while not owner.paused.is_set():
            owner.link.send(b"x" * 60_000)
            await asyncio.sleep(0)
        port.sweep(29.0)
        assert owner.timeouts == []
        port.sweep(31.0)
        assert owner.timeouts == [CloseCode.SLOW_CONSUMER]
        await owner.closed.wait()
        port.sweep(3.0)
        assert await port.gone.get() is owner.link


async def test_paused_reading_holds_frames_back_in_order() -> None:
    async with listening() as port, connected(port, b'{"n":1}\n') as (reader, writer):
        owner = await port.owners.get()
        await reader.readline()
        held = asyncio.Event()

        def hold(payload: bytes) -> None:
            owner.link.pause_reading()
            held.set()

        owner.answer = hold
        writer.write(b'{"n":2}\n{"n":3}\n')
        await held.wait()
        assert owner.frames[1:] == [b'{"n":2}']
        owner.answer = owner.link.send
        owner.link.resume_reading()
        assert owner.frames[1:] == [b'{"n":2}']  # not from inside the call
        assert await reader.readline() == b'{"n":3}\n'
        writer.write(b'{"n":4}\n')
        assert await reader.readline() == b'{"n":4}\n'


async def test_a_flood_of_bytes_is_read_at_the_configured_rate_only() -> None:
    budget = {"rates.in_bytes_per_s": 64, "times.sweep_s": 1.0}
    async with (
        listening(**budget) as port,
        connected(port, b"\n" * 65) as (reader, writer),
        connected(port) as (other_reader, other),
    ):
        owner = await port.owners.get()
        writer.write(b"{}\n")
        await writer.drain()
        other.write(b"{}\n")
        assert await other_reader.readline() == b"{}\n"
        assert owner.frames == []
        port.sweep()
        assert await reader.readline() == b"{}\n"


async def test_a_frame_too_big_is_a_fault_behind_the_frames_before_it() -> None:
    limits = {"frames.max_in_before_welcome_bytes": 100}
    async with listening(**limits) as port, connected(port, b"{}\n" + b"x" * 101) as (reader, _):
        assert await reader.read() == b"{}\n"
        owner = await port.owners.get()
        assert [error.code for error in owner.faults] == [ErrorCode.FRAME_TOO_BIG]
        await owner.closed.wait()


async def test_a_goodbye_arrives_although_the_client_is_still_sending() -> None:
    async with listening() as port, connected(port, b"{}\n") as (reader, writer):
        await reader.readline()
        owner = await port.owners.get()
        writer.write(b"x" * 5000)
        owner.link.send(b"bye")
        owner.link.close(4400, "enough")
        owner.link.send(b"too late")
        owner.link.close(1000, "again")
        assert not owner.closed.is_set()
        assert await reader.read() == b"bye\n"
        await owner.closed.wait()
        writer.write_eof()
        assert await port.gone.get() is owner.link


async def test_a_client_that_ignores_the_goodbye_is_cut_after_a_while() -> None:
    async with listening() as port, connected(port, b"{}\n") as (reader, _):
        owner = await port.owners.get()
        owner.link.close(4400, "enough")
        assert await reader.read() == b"{}\n"
        port.sweep(1.9)
        assert port.gone.empty()
        port.sweep(2.1)
        assert await port.gone.get() is owner.link


async def test_a_client_that_only_ends_its_side_gets_its_answers() -> None:
    async with listening() as port, connected(port, b'{"n":1}\n{"n":2}\n') as (reader, writer):
        writer.write_eof()
        assert await reader.read() == b'{"n":1}\n{"n":2}\n'
        owner = await port.owners.get()
        await owner.closed.wait()


async def test_a_connection_without_a_handshake_is_cut_in_time() -> None:
    async with listening() as port, connected(port, b"GET / HTTP/1.1\r\n") as (reader, _):
        link = await port.admitted.get()
        port.sweep(9.9)
        assert port.gone.empty()
        port.sweep(10.1)
        assert await port.gone.get() is link
        assert await read_until_cut(reader) == b""


LOOK = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"


async def answered(reader: asyncio.StreamReader) -> bytes:
    """One response of HTTP."""
    head = await reader.readuntil(b"\r\n\r\n")
    length = int(head.partition(b"Content-Length: ")[2].split(b"\r\n")[0])
    return head + await reader.readexactly(length)


async def test_a_connection_of_http_carries_requests_until_it_is_silent_for_too_long() -> None:
    async with listening() as port, connected(port, LOOK) as (reader, writer):
        await answered(reader)
        port.sweep(0.0)
        for seconds in (14.0, 28.0):
            port.sweep(seconds)
            writer.write(LOOK)
            assert b"200" in await answered(reader)
            port.sweep(seconds)
        port.sweep(42.9)
        assert not port.links[0].is_closing
        port.sweep(43.1)
        assert await reader.read() == b""
        assert port.owners.empty()


async def test_a_request_that_is_begun_behind_an_answer_must_be_completed_in_time() -> None:
    async with listening() as port, connected(port, LOOK) as (reader, writer):
        await answered(reader)
        port.sweep(0.0)
        writer.write(LOOK[:9])
        for _ in range(50):
            await asyncio.sleep(0)
        port.sweep(14.0)
        port.sweep(23.9)
        assert port.gone.empty()
        port.sweep(24.1)
        await port.gone.get()
        assert await read_until_cut(reader) == b""


class LargePage(NoPages):
    """One page, and how often it was looked at."""

    def __init__(self) -> None:
        self.looks = 0

    def look(self, path: str, caller: Caller) -> Response | None:
        self.looks += 1
        return plain_text(HTTPStatus.OK, "x" * 200_000)


async def test_who_does_not_read_an_answer_is_given_no_more_of_them() -> None:
    page = LargePage()
    async with showing(page) as port, connected(port) as (reader, writer):
        asked = 0
        while asked == page.looks:  # the system's buffers take some
            assert asked < 500
            writer.write(LOOK)
            asked += 1
            for _ in range(50):
                await asyncio.sleep(0)
        assert page.looks == asked - 1
        for _ in range(asked):
            assert len(await answered(reader)) > 200_000
        assert page.looks == asked


@pytest.mark.parametrize("begun", [b"{", b"\0\0\0\5\x80", b"\0\0"])
async def test_a_frame_must_be_completed_in_time(begun: bytes) -> None:
    async with listening() as port, connected(port, begun) as (_, writer):
        owner = await port.owners.get()
        port.sweep(0.0)
        writer.write(b" ")
        await writer.drain()
        port.sweep(9.0)
        assert owner.timeouts == []
        port.sweep(10.1)
        assert owner.timeouts == [CloseCode.PROTOCOL_VIOLATION]


async def test_frames_that_are_completed_may_go_on_for_ever() -> None:
    async with listening() as port, connected(port, b"{}\n{") as (reader, writer):
        owner = await port.owners.get()
        for seconds in (0, 6, 12, 18, 24):
            await reader.readline()
            port.sweep(seconds)
            writer.write(b"}\n{")
        assert owner.timeouts == []


async def test_silence_is_broken_by_a_keep_alive_of_the_wire() -> None:
    async with listening() as port:
        async with connected(port, b"{}\n") as (reader, _):
            assert await reader.readline() == b"{}\n"
            port.sweep(0.0)
            port.sweep(14.0)
            port.sweep(16.0)
            assert await reader.readline() == b"\n"
            owner = await port.owners.get()
            assert len(owner.ticks) == 3
        async with connected(port, LengthFramer.frame(b"\x80")) as (reader, _):
            await reader.readexactly(5)
            port.sweep(0.0)
            port.sweep(16.0)
            assert await reader.readexactly(4) == b"\0\0\0\0"


async def test_only_a_client_that_promised_pongs_is_held_to_them() -> None:
    async with (
        listening() as port,
        connected(port, b"{}\n") as (lazy, _),
        connected(port, b"{}\n") as (keen, writer),
    ):
        await lazy.readline()
        await keen.readline()
        port.links[1].expects_pong = True
        owners = [port.owners.get_nowait(), port.owners.get_nowait()]
        for seconds in (0.0, 16.0):
            port.sweep(seconds)
        assert await keen.readline() == b"\n"
        writer.write(b"{}\n")
        await keen.readline()
        for seconds in (17.0, 33.0, 62.0):
            port.sweep(seconds)
        assert [owner.timeouts for owner in owners] == [[], []]
        port.sweep(64.0)
        assert [owner.timeouts for owner in owners] == [[], [CloseCode.IDLE]]


async def test_the_way_to_a_client_is_measured_by_what_it_has_promised_to_answer() -> None:
    async with (
        listening() as port,
        connected(port, b"{}\n") as (lazy, lazy_out),
        connected(port, b"{}\n") as (keen, keen_out),
    ):
        await lazy.readline()
        await keen.readline()
        port.links[1].expects_pong = True
        now_s = asyncio.get_running_loop().time()
        for link in port.links:
            link.measure(now_s)
            link.measure(now_s)
        for _ in range(8):  # one after the other, until the connection is known
            assert await keen.readline() == b"\n"
            keen_out.write(b"\n")
        for reader, writer in ((lazy, lazy_out), (keen, keen_out)):
            writer.write(b"{}\n")
            assert await reader.readline() == b"{}\n"
        trips = [len(link._meter.pings._trips_ms) for link in port.links]
        assert trips == [0, 8]
        assert port.links[1].lag(now_s + 60).worst_ms < 60_000


async def test_the_way_to_a_websocket_is_measured_without_a_promise() -> None:
    async with (
        listening() as port,
        websockets.connect(f"ws://127.0.0.1:{port.number}") as client,
    ):
        await client.send("{}")
        assert await client.recv() == "{}"
        port.links[0].measure(asyncio.get_running_loop().time())
        pings = port.links[0]._meter.pings
        while len(pings._trips_ms) < 8:
            await client.send("{}")
            assert await client.recv() == "{}"
        assert not pings.is_open


async def test_the_kernel_watches_over_acknowledgements_where_it_can() -> None:
    option = getattr(socket, "TCP_USER_TIMEOUT", None)
    if option is None:
        pytest.skip("NOT TESTED: this system has no TCP_USER_TIMEOUT")
    async with listening() as port, connected(port, b"{}\n") as (reader, _):
        await reader.readline()
        transport = port.links[0]._transport
        assert transport is not None
        sock = transport.get_extra_info("socket")
        assert sock.getsockopt(socket.IPPROTO_TCP, option) == 30_000


async def test_a_memory_link_holds_back_delivers_and_closes_like_a_socket() -> None:
    link = MemoryLink()
    owner = Owner(link)
    link.hand_over(owner)
    link.receive(b"1")
    link.pause_reading()
    link.receive(b"2")
    assert link.sent == [b"1"]
    link.resume_reading()
    assert link.sent == [b"1"]
    await asyncio.sleep(0)
    assert link.sent == [b"1", b"2"]
    link.close(4400, "enough")
    link.close(1000, "again")
    link.send(b"too late")
    assert not owner.closed.is_set()
    await owner.closed.wait()
    assert link.closed_with == (4400, "enough")
    assert link.sent == [b"1", b"2"]
