"""One client, its connection over a memory link, and a handler that does what the test says."""

from collections.abc import Callable
from typing import Any

from infoset_protocol.codec import Encoding, Prepared, decode, encode
from infoset_protocol.messages import ClientMessage, Hello
from infoset_server.config import load_config
from infoset_server.network.connection import Connection
from infoset_server.network.connection_gate import ConnectionGate
from infoset_server.network.link import MemoryLink
from infoset_server.network.outbox import Loss
from infoset_server.network.rate_limits import request_rates

HELLO = {"type": "hello", "id": 1, "proto": [1], "auth": {"kind": "guest", "name": "ann"}}
WELCOME: dict[str, Any] = {
    "type": "welcome",
    "proto": 1,
    "minor": 0,
    "session": "s_1",
    "resume_token": "rt_1",
    "resumed": False,
    "user": "u_1",
    "name": "ann",
    "scopes": ["play"],
    "features": [],
    "limits": {
        "max_frame_in": 262144,
        "max_inflight": 16,
        "msgs_per_s": 50,
        "queue_bytes": 1048576,
        "resume_ttl_ms": 120000,
    },
    "server": "tavern",
    "now_ms": 1,
}


class Desk:
    """A handler that notes what it is told and does what the test says."""

    def __init__(self) -> None:
        self.requests: list[ClientMessage] = []
        self.losses: list[Loss] = []
        self.closed: list[Connection] = []
        self.settled: list[Connection] = []
        self.away: list[Connection] = []
        self.back: list[Connection] = []
        self.keeps_away = False
        self.let_idle = False
        self.features: list[str] = []
        self.on_open: Callable[[Connection, Hello], None] = self.let_in
        self.act: Callable[[Connection, ClientMessage, float], None] = self.say_ok

    def let_in(self, connection: Connection, hello: Hello) -> None:
        connection.welcome(WELCOME | {"features": self.features})

    def say_ok(self, connection: Connection, message: ClientMessage, arrived_s: float) -> None:
        connection.reply(message, {"type": "ok"})

    def on_hello(self, connection: Connection, hello: Hello) -> None:
        self.on_open(connection, hello)

    def on_request(self, connection: Connection, message: ClientMessage, arrived_s: float) -> None:
        self.requests.append(message)
        self.act(connection, message, arrived_s)

    def on_loss(self, connection: Connection, loss: Loss) -> None:
        self.losses.append(loss)

    def on_settled(self, connection: Connection) -> None:
        self.settled.append(connection)

    def on_away(self, connection: Connection) -> bool:
        self.away.append(connection)
        return self.keeps_away

    def on_back(self, connection: Connection) -> None:
        self.back.append(connection)

    def on_closed(self, connection: Connection) -> None:
        self.closed.append(connection)

    def may_idle(self, connection: Connection) -> bool:
        return self.let_idle


AS_IF_REMOTE = {"connections.exempt_loopback": False}


class Scene:
    """A client, its connection, a handler behind it, and a clock that stands still.

    It is held to the limits of others, unless `overrides` say otherwise.
    """

    def __init__(
        self,
        overrides: dict[str, Any] | None = None,
        *,
        peer: str = "127.0.0.1",
        encoding: Encoding = Encoding.JSON,
    ) -> None:
        self.now_s = 1000.0
        self.handlers = Desk()
        self.link = MemoryLink(encoding, peer)
        config = load_config(None, AS_IF_REMOTE | (overrides or {}))
        self.config = config
        self.gate = ConnectionGate(config.connections)
        self.connection = self.connect(self.link)

    def connect(self, link: MemoryLink) -> Connection:
        """One more connection to the same desk."""
        connection = Connection(
            link,
            self.handlers,
            self.config,
            gate=self.gate,
            rates=request_rates(self.config.rates),
            clock_s=lambda: self.now_s,
            now_ms=lambda: 42,
        )
        link.hand_over(connection)
        return connection

    def say(self, message: dict[str, Any]) -> None:
        self.link.receive(encode(message, self.link.encoding))

    def heard(self) -> list[dict[str, Any]]:
        """What the client has got since the last look."""
        sent, self.link.sent = self.link.sent, []
        return [decode(frame, self.link.encoding) for frame in sent]

    def enter(self) -> None:
        self.say(HELLO)
        (welcome,) = self.heard()
        assert welcome["type"] == "welcome"

    def tick(self, seconds: float) -> None:
        self.now_s += seconds
        self.connection.on_tick(self.now_s)

    @property
    def close_code(self) -> int | None:
        return None if self.link.closed_with is None else self.link.closed_with[0]


def prepared(name: str, **fields: Any) -> Prepared:
    return Prepared({"type": name, **fields})
