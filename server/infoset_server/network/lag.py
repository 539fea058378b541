"""How slow a connection is, as the server measures it: by the kernel's own clock, and by pings.

What clients say about their lag is not asked for. A client that answers pings late on purpose looks slower than it
is; the quota of a seat (`infoset_games.clocks.LagQuota`) limits what that is worth.
"""

import asyncio
import socket
import struct
import sys
from collections import deque
from typing import Any, Final, NamedTuple, Protocol

KEPT: Final = 16  # round trips that count
KNOWN: Final = 8  # round trips after which a connection counts as known
ACQUAINTANCE_S: Final = 5.0  # but it has no longer than this to become so
LOST_S: Final = 10.0  # a ping without an answer is forgotten
MARGIN: Final = 2  # one answer may take so many times the longest of the last round trips
UNKNOWN_MS: Final = 60_000  # as slow as a seat's quota allows

# Where `struct tcp_info` of <linux/tcp.h> has tcpi_rtt and tcpi_rttvar, in microseconds.
RTT_AT: Final = 68
TCP_INFO_BYTES: Final = 76
DELAYED_ACK_MS: Final = 40  # a machine may wait so long before it confirms data (TCP_DELACK_MIN)
DEVIATIONS: Final = 4  # as many are allowed for by TCP itself before it sends again (RFC 6298)


class Lag(NamedTuple):
    """A round trip: what it usually takes, and what one answer may take."""

    typical_ms: int
    worst_ms: int


NO_LAG: Final = Lag(0, 0)


class Pings:
    """Round trips of the pings of one connection, times in seconds of any monotonic clock.

    Pings follow each other at once until the connection is known, then only every `interval_s`. As
    long as it is not, its answers may take any time: the first moves of a match are as slow as all others.
    """

    def __init__(self, interval_s: float) -> None:
        self._interval_s = interval_s
        self._trips_ms: deque[float] = deque(maxlen=KEPT)
        self._began_s: float | None = None
        self._sent_s: float | None = None
        self._next_s = float("-inf")

    @property
    def is_open(self) -> bool:
        """Is an answer outstanding?"""
        return self._sent_s is not None

    def is_due(self, now_s: float) -> bool:
        """Shall another ping be sent?"""
        if self._sent_s is not None and now_s - self._sent_s < LOST_S:
            return False
        return now_s >= self._next_s

    def sent(self, now_s: float) -> None:
        """A ping leaves."""
        if self._began_s is None:
            self._began_s = now_s
        self._sent_s = now_s
        self._next_s = now_s + self._interval_s

    def answered(self, now_s: float) -> bool:
        """Its answer has come. Whether the next ping should follow at once."""
        if self._sent_s is None:
            return False
        self._trips_ms.append((now_s - self._sent_s) * 1000)
        self._sent_s = None
        return len(self._trips_ms) < KNOWN

    def lag(self, now_s: float) -> Lag:
        """What they tell."""
        trips_ms = self._trips_ms
        typical_ms = round(sum(trips_ms) / len(trips_ms)) if trips_ms else 0
        if len(trips_ms) < KNOWN and self._is_new(now_s):
            return Lag(typical_ms, UNKNOWN_MS)
        return Lag(typical_ms, round(MARGIN * max(trips_ms, default=0)))

    def _is_new(self, now_s: float) -> bool:
        return self._began_s is not None and now_s - self._began_s < ACQUAINTANCE_S


class LagMeter:
    """The lag of one connection: the slower of what pings and the kernel tell.

    Between us and the client may stand a proxy, of which the kernel knows no more than the first half of
    the way. Without one the kernel knows better, because no program can delay what it measures.
    """

    def __init__(self, interval_s: float) -> None:
        """The kernel is asked, and a ping sent, no more often than every `interval_s`."""
        self.pings = Pings(interval_s)
        self._interval_s = interval_s
        self._tcp: Tcp | None = None
        self._lag = NO_LAG
        self._next_s = float("-inf")

    def watch(self, transport: asyncio.BaseTransport) -> None:
        """The connection is this one."""
        self._tcp = tcp_socket(transport)

    def lag(self, now_s: float) -> Lag:
        """The lag now, or a moment ago: it is asked for with each decision."""
        if now_s >= self._next_s:
            self._next_s = now_s + self._interval_s
            self._lag = self._look(now_s)
        return self._lag

    def _look(self, now_s: float) -> Lag:
        pings = self.pings.lag(now_s)
        kernel = NO_LAG if self._tcp is None else kernel_lag(self._tcp)
        return Lag(max(pings.typical_ms, kernel.typical_ms), max(pings.worst_ms, kernel.worst_ms))


class Tcp(Protocol):
    """A socket of a TCP connection, as asyncio shows it."""

    def getsockopt(self, level: int, optname: int, buflen: int, /) -> bytes:
        """As `socket.socket`."""
        ...


def tcp_socket(transport: asyncio.BaseTransport) -> Tcp | None:
    """The socket of a TCP connection whose lag the kernel tells (Linux); of any other none."""
    sock: Any = transport.get_extra_info("socket")
    if sys.platform != "linux" or sock is None:
        return None
    tcp: Tcp = sock
    return tcp if sock.family in (socket.AF_INET, socket.AF_INET6) else None


def kernel_lag(tcp: Tcp) -> Lag:
    """The lag of a TCP connection as the kernel measures it; none once it is closed."""
    try:
        info = tcp.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, TCP_INFO_BYTES)
    except OSError:  # it has been closed under us
        return NO_LAG
    return read_tcp_info(info)


def read_tcp_info(info: bytes) -> Lag:
    """The lag in a `struct tcp_info`; none in one that is too short."""
    if len(info) < TCP_INFO_BYTES:
        return NO_LAG
    trip_us, deviation_us = struct.unpack_from("=II", info, RTT_AT)
    typical_ms = max(0, trip_us // 1000 - DELAYED_ACK_MS)
    return Lag(typical_ms, (trip_us + DEVIATIONS * deviation_us) // 1000)
