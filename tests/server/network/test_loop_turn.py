"""Joined writes: one for all that a read or a turn of the loop brings."""

import os

import pytest
from tests.server.network.echo_port import connected, listening

from infoset_server.network.socket_link import SocketLink


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
