"""Links on real sockets: first bytes, frames, slow readers, floods, goodbyes."""

import asyncio
import json
import socket
from http import HTTPStatus

import pytest
import websockets
from tests.server.network.echo_port import (
    LOOK,
    answered,
    connected,
    listening,
    read_until_cut,
    showing,
)
from websockets.datastructures import Headers
from websockets.http11 import Response

from infoset_protocol.codec import Encoding
from infoset_protocol.errors import CloseCode, ErrorCode
from infoset_server.network.caller import Caller
from infoset_server.network.http import NoPages, plain_text


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


async def test_a_client_that_only_ends_its_side_gets_its_answers() -> None:
    async with listening() as port, connected(port, b'{"n":1}\n{"n":2}\n') as (reader, writer):
        writer.write_eof()
        assert await reader.read() == b'{"n":1}\n{"n":2}\n'
        owner = await port.owners.get()
        await owner.closed.wait()


class LargePage(NoPages):
    """One page, and how often it was looked at."""

    def __init__(self) -> None:
        self.looks = 0

    def is_far(self, path: str) -> bool:
        return path.startswith("/far/")

    def look(self, path: str, caller: Caller, headers: Headers) -> Response | None:
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
