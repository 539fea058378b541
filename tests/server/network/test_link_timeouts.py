"""How long a peer on a real socket is waited for, in every state of its link."""

import asyncio

import pytest
from tests.server.network.echo_port import LOOK, answered, connected, listening, read_until_cut

from infoset_protocol.errors import CloseCode
from infoset_protocol.framing import LengthFramer


async def test_a_connection_without_a_handshake_is_cut_in_time() -> None:
    async with listening() as port, connected(port, b"GET / HTTP/1.1\r\n") as (reader, _):
        link = await port.admitted.get()
        port.sweep(9.9)
        assert port.gone.empty()
        port.sweep(10.1)
        assert await port.gone.get() is link
        assert await read_until_cut(reader) == b""


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


async def test_a_client_that_ignores_the_goodbye_is_cut_after_a_while() -> None:
    async with listening() as port, connected(port, b"{}\n") as (reader, _):
        owner = await port.owners.get()
        owner.link.close(4400, "enough")
        assert await reader.read() == b"{}\n"
        port.sweep(1.9)
        assert port.gone.empty()
        port.sweep(2.1)
        assert await port.gone.get() is owner.link
