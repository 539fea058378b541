"""Answers who looks for servers on the local network. Says nothing unasked, and only what `welcome` tells everybody."""

import asyncio
import json
import logging
from collections.abc import Callable
from typing import Any, Final, cast

from infoset_protocol.beacon import MAX_BEACON_BYTES, QUESTION
from infoset_protocol.version import PROTOCOL_MAJOR

logger = logging.getLogger(__name__)

ANSWERS_PER_S: Final = 50  # a flood of questions is not answered with a flood


class Beacon(asyncio.DatagramProtocol):
    """One socket. `people` is asked for the number of those who are connected."""

    def __init__(
        self,
        name: str,
        port: int,
        people: Callable[[], int],
        clock_s: Callable[[], float],
        *,
        tls: bool = False,
    ) -> None:
        self._name = name
        self._port = port
        self._people = people
        self._tls = tls
        self._clock_s = clock_s
        self._second = 0
        self._answers = 0
        self._transport: asyncio.DatagramTransport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.DatagramTransport, transport)  # not by inheritance

    def datagram_received(self, data: bytes, addr: tuple[str | Any, int]) -> None:
        if data == QUESTION and self._may_answer() and self._transport is not None:
            self._transport.sendto(self.answer(), addr)

    def answer(self) -> bytes:
        """What is said of this server."""
        said = {
            "name": self._name,
            "port": self._port,
            "tls": self._tls,
            "people": self._people(),
            "proto": PROTOCOL_MAJOR,
        }
        return json.dumps(said).encode()[:MAX_BEACON_BYTES]

    def _may_answer(self) -> bool:
        second = int(self._clock_s())
        if second != self._second:
            self._second, self._answers = second, 0
        self._answers += 1
        return self._answers <= ANSWERS_PER_S

    def close(self) -> None:
        """Is not to be found any more."""
        if self._transport is not None:
            self._transport.close()


async def light(beacon: Beacon, host: str, port: int) -> None:
    """Begins to answer; a port that another server holds already is told in the log, nothing worse."""
    try:
        await asyncio.get_running_loop().create_datagram_endpoint(
            lambda: beacon, local_addr=(host, port)
        )
    except OSError as error:
        logger.info("not to be found on the network: UDP port %d: %s", port, error.strerror)
