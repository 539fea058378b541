"""Bytes that arrive in pieces: no reader takes them for whole messages, however slow it is."""

import asyncio
from typing import cast

import pytest
from websockets.protocol import OPEN

from infoset.conformance.weather import Sky, Weather
from infoset.conformance.wires import Connection, StreamConnection, WebSocketConnection
from infoset_protocol.codec import Encoding

FIRST, SECOND = b'{"type":"events"}', b'{"type":"your_turn"}'


class Writes(asyncio.Transport):
    """Remembers what is written, one write at a time."""

    def __init__(self) -> None:
        super().__init__()
        self.all: list[bytes] = []
        self.is_closed = False

    @property
    def transport(self) -> asyncio.Transport:
        return self

    def write(self, data: bytes) -> None:  # type: ignore[override]
        assert not self.is_closed
        self.all.append(data)

    def close(self) -> None:
        self.is_closed = True

    def is_closing(self) -> bool:
        return self.is_closed

    def get_write_buffer_size(self) -> int:
        return 0

    def ends(self) -> set[int]:
        """How many bytes a reader may have at any time: those of so many writes."""
        return {sum(map(len, self.all[:count])) for count in range(1, len(self.all) + 1)}


def opened(*, is_cut_up: bool = True) -> tuple[Connection, Writes]:
    writes = Writes()
    writer = cast(asyncio.StreamWriter, writes)
    connection = StreamConnection(asyncio.StreamReader(), writer, Encoding.JSON, b"")
    connection.pieces = Sky(Weather(pieces=is_cut_up), "test").pieces
    return connection, writes


async def test_between_two_messages_of_one_turn_there_is_no_moment_when_just_the_first_has_come() -> (
    None
):
    connection, writes = opened()
    first = len(connection.wrap(FIRST))
    connection.send(FIRST)
    connection.send(SECOND)
    await asyncio.sleep(0)
    assert b"".join(writes.all) == connection.wrap(FIRST) + connection.wrap(SECOND)
    assert first not in writes.ends()
    assert {1, first - 1, first + 1, first + 2} <= writes.ends()  # else byte by byte, as ever


async def test_a_message_that_stands_alone_arrives_as_a_whole() -> None:
    connection, writes = opened()
    connection.send(FIRST)
    await asyncio.sleep(0)
    assert b"".join(writes.all) == connection.wrap(FIRST)


@pytest.mark.parametrize("is_cut_up", [True, False])
async def test_what_was_written_before_a_cut_still_arrives(is_cut_up: bool) -> None:
    connection, writes = opened(is_cut_up=is_cut_up)
    connection.send(FIRST)
    connection.send_part(SECOND, 7)
    await asyncio.sleep(0)
    assert b"".join(writes.all) == connection.wrap(FIRST) + SECOND[:7]
    assert writes.is_closed


async def test_the_last_frame_of_a_websocket_arrives_before_it_closes() -> None:
    writes = Writes()
    connection = WebSocketConnection(
        asyncio.StreamReader(), cast(asyncio.StreamWriter, writes), b""
    )
    connection.pieces = Sky(Weather(pieces=True), "test").pieces
    connection._protocol.state = OPEN
    connection.close(4409, "replaced")
    assert b"".join(writes.all).endswith(b"replaced")


async def test_fair_weather_leaves_messages_as_they_are() -> None:
    connection, writes = opened(is_cut_up=False)
    connection.send(FIRST)
    connection.send(SECOND)
    assert writes.all == [connection.wrap(FIRST), connection.wrap(SECOND)]
