"""Faults of level 3, `ws`: handshake, frames, pings and close codes of WebSocket."""

import json
import time
from typing import ClassVar

from tests.conformance.clients.bot import (
    NO_WAY_BACK,
    Bot,
    LostError,
    Message,
    PackSockets,
    Sockets,
)
from tests.conformance.clients.faults.fault import Faults

fault = Faults(3)


class BinarySockets(Sockets):
    def send(self, message: Message) -> None:
        self.protocol.send_binary(json.dumps(message).encode())
        self.flush()


@fault("plain", "a binary frame on a json connection")
class BinaryFrames(Bot):
    """Sends JSON in binary frames."""

    transports: ClassVar = {"ws": BinarySockets, "ws+msgpack": PackSockets}


class ForeignSockets(Sockets):
    def subprotocols(self) -> list[str]:
        return ["chat.v2"]


@fault("plain", "the WebSocket handshake failed: no common subprotocol in chat.v2")
class WrongSubprotocol(Bot):
    """Offers a subprotocol that nobody speaks."""

    transports: ClassVar = {"ws": ForeignSockets, "ws+msgpack": PackSockets}


class DeafSockets(Sockets):
    def take(self, data: bytes) -> None:
        super().take(data.replace(b"\x89", b"\x8a", 1) if data[:1] == b"\x89" else data)

    def flush(self) -> None:
        for data in self.protocol.data_to_send():
            if data and data[0] != 0x8A:
                self.write(data)


@fault("plain", "it answered 0 of")
class NoPong(Bot):
    """Does not answer pings."""

    transports: ClassVar = {"ws": DeafSockets, "ws+msgpack": PackSockets}


@fault("replaced", "it came back after `bye` 4409")
class IgnoresCloseCode(Bot):
    """Comes back whatever the close code is."""

    def on_bye(self, message: Message) -> None:
        pass

    def lost(self, lost: LostError) -> None:
        assert lost.code in (0, *NO_WAY_BACK, 4503)
        time.sleep(0.05)
