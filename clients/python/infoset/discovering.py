"""Finds servers on the local network: one question to everybody, and whoever answers within a moment.

The question is a datagram to the broadcast address; a server that wants to be found answers with a line of JSON.
Nothing is sent while nobody asks.
"""

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from infoset.printing import clean
from infoset_protocol.beacon import BEACON_PORT, MAX_BEACON_BYTES, QUESTION

BROADCAST: Final = ("255.255.255.255", "127.0.0.1")  # the network, and this very machine
LISTEN_S: Final = 0.7
MAX_FOUND: Final = 64
MAX_NAME: Final = 64


@dataclass(frozen=True)
class Found:
    """A server that answered. `url` is where to connect; `about` counts what goes on there, `people` those who are connected."""

    url: str
    name: str
    about: str = ""
    people: int | None = None


class _Asking(asyncio.DatagramProtocol):
    """Collects answers."""

    def __init__(self) -> None:
        self.found: dict[str, Found] = {}

    def datagram_received(self, data: bytes, addr: tuple[str | Any, int]) -> None:
        found = read_answer(data, str(addr[0]))
        if found is not None and len(self.found) < MAX_FOUND:
            self.found.setdefault(found.url, found)


async def discover(
    wait_s: float = LISTEN_S, addresses: Sequence[str] = BROADCAST, port: int = BEACON_PORT
) -> list[Found]:
    """The servers that answer within `wait_s`, by name. Nothing where the network lets no question out."""
    loop = asyncio.get_running_loop()
    asking = _Asking()
    try:
        transport, _ = await loop.create_datagram_endpoint(
            lambda: asking, local_addr=("0.0.0.0", 0), allow_broadcast=True
        )
    except OSError:
        return []
    try:
        for address in addresses:
            transport.sendto(QUESTION, (address, port))
        await asyncio.sleep(wait_s)
    finally:
        transport.close()
        await asyncio.sleep(0)  # the loop closes the socket
    return sorted(asking.found.values(), key=lambda found: (found.name, found.url))


def read_answer(data: bytes, address: str) -> Found | None:
    """What a server says of itself, None for anything else."""
    if len(data) > MAX_BEACON_BYTES:
        return None
    try:
        answer = json.loads(data)
    except ValueError:
        return None
    port = answer.get("port") if isinstance(answer, dict) else None
    if not isinstance(port, int) or not 0 < port < 65_536:
        return None
    scheme = "infosets" if answer.get("tls") is True else "infoset"
    name = clean(str(answer.get("name", "")))[:MAX_NAME] or address
    players = answer.get("people")
    people = players if isinstance(players, int) else None
    about = f"{people} connected" if people is not None else ""
    return Found(f"{scheme}://{address}:{port}", name, about, people)
