"""How slow a connection is: what pings tell, what the kernel tells, and which of the two is believed."""

import asyncio
import socket
import struct
import sys

import pytest

from infoset_server.network.lag import (
    ACQUAINTANCE_S,
    KEPT,
    KNOWN,
    LOST_S,
    NO_LAG,
    RTT_AT,
    UNKNOWN_MS,
    Lag,
    LagMeter,
    Pings,
    kernel_lag,
    read_tcp_info,
    tcp_socket,
)


def tcp_info(trip_us: int, deviation_us: int) -> bytes:
    """What the kernel says of a connection."""
    return bytes(RTT_AT) + struct.pack("=II", trip_us, deviation_us) + bytes(28)


def acquainted(*trips_ms: int) -> Pings:
    """Pings that took so long, one after the other."""
    pings, now_s = Pings(1.0), 100.0
    for trip_ms in trips_ms:
        pings.sent(now_s)
        now_s += trip_ms / 1000
        pings.answered(now_s)
    return pings


class TestPings:
    def test_a_connection_nobody_has_asked_about_has_no_lag(self) -> None:
        assert Pings(1.0).lag(5.0) == NO_LAG

    def test_pings_follow_each_other_until_the_connection_is_known(self) -> None:
        pings = Pings(1.0)
        for number in range(KNOWN):
            pings.sent(number)
            assert pings.answered(number + 0.1) == (number + 1 < KNOWN)

    def test_later_there_is_one_for_each_interval(self) -> None:
        pings = Pings(1.0)
        assert pings.is_due(0.0)
        pings.sent(0.0)
        pings.answered(0.1)
        assert not pings.is_due(0.9)
        assert pings.is_due(1.0)

    def test_one_that_is_not_answered_is_forgotten_after_a_while(self) -> None:
        pings = Pings(1.0)
        pings.sent(0.0)
        assert pings.is_open
        assert not pings.is_due(LOST_S - 0.1)
        assert pings.is_due(LOST_S)

    def test_an_answer_to_nothing_is_no_measurement(self) -> None:
        pings = Pings(1.0)
        assert not pings.answered(3.0)
        assert pings.lag(3.0) == NO_LAG

    def test_a_new_connection_may_be_as_slow_as_its_quota_allows_for_a_moment(self) -> None:
        pings = Pings(1.0)
        pings.sent(10.0)
        pings.answered(10.1)
        assert pings.lag(10.2) == Lag(100, UNKNOWN_MS)
        assert pings.lag(10.0 + ACQUAINTANCE_S) == Lag(100, 200)

    def test_an_answer_may_take_twice_the_longest_of_the_last_ones(self) -> None:
        assert acquainted(*[100] * (KNOWN - 1), 180).lag(200.0) == Lag(110, 360)

    def test_what_was_long_ago_does_not_count(self) -> None:
        assert acquainted(2_000, *[50] * KEPT).lag(200.0) == Lag(50, 100)


class TestKernel:
    def test_it_is_believed_as_tcp_believes_it_but_for_delayed_confirmations(self) -> None:
        assert read_tcp_info(tcp_info(100_000, 25_000)) == Lag(60, 200)
        assert read_tcp_info(tcp_info(15_000, 2_500)) == Lag(0, 25)

    def test_what_is_too_short_says_nothing(self) -> None:
        assert read_tcp_info(bytes(RTT_AT)) == NO_LAG

    @pytest.mark.skipif(
        sys.platform != "linux", reason="NOT TESTED: only Linux tells how slow a connection is"
    )
    async def test_a_quick_connection_is_told_to_be_quick(self) -> None:
        async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(await reader.readexactly(1))
            assert await reader.read() == b""
            writer.close()

        server = await asyncio.start_server(echo, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"x")
        await reader.readexactly(1)
        sock = writer.get_extra_info("socket")
        told = struct.unpack_from(
            "=I", sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 104), 68
        )
        assert 0 < told[0] < 1_000_000  # the place is right: a round trip in microseconds
        tcp = tcp_socket(writer.transport)
        assert tcp is not None
        assert kernel_lag(tcp).typical_ms <= 10
        writer.close()
        await writer.wait_closed()
        assert kernel_lag(tcp) == NO_LAG
        server.close()

    async def test_what_is_no_tcp_connection_has_no_lag(self) -> None:
        ours, theirs = socket.socketpair()
        reader, writer = await asyncio.open_connection(sock=ours)
        assert not reader.at_eof()
        assert tcp_socket(writer.transport) is None
        writer.close()
        await writer.wait_closed()
        theirs.close()


class Kernel(asyncio.BaseTransport):
    """A transport that tells what it is told to tell, and counts how often it is asked."""

    def __init__(self, trip_us: int) -> None:
        super().__init__()
        self.trip_us = trip_us
        self.asked = 0
        self.family = socket.AF_INET

    def get_extra_info(self, name: str, default: object = None) -> object:
        return self

    def getsockopt(self, *_: int) -> bytes:
        self.asked += 1
        return tcp_info(self.trip_us, 10_000)


@pytest.mark.skipif(
    sys.platform != "linux", reason="NOT TESTED: only Linux tells how slow a connection is"
)
class TestMeter:
    def test_the_kernel_is_asked_once_for_each_interval(self) -> None:
        meter, kernel = LagMeter(1.0), Kernel(140_000)
        meter.watch(kernel)
        for now_s in (5.0, 5.5, 5.9):
            assert meter.lag(now_s) == Lag(100, 180)
        assert kernel.asked == 1
        kernel.trip_us = 240_000
        assert meter.lag(6.0) == Lag(200, 280)

    def test_the_slower_of_kernel_and_pings_is_believed(self) -> None:
        meter = LagMeter(1.0)
        meter.watch(Kernel(140_000))
        for number in range(KNOWN):
            meter.pings.sent(number)
            meter.pings.answered(number + 0.3)
        assert meter.lag(20.0) == Lag(300, 600)

    def test_before_there_is_a_connection_there_is_no_lag(self) -> None:
        assert LagMeter(1.0).lag(5.0) == NO_LAG
