"""The listening port: takes connections in, watches their times, closes them all at the end."""

import asyncio
import logging
import socket
from collections.abc import Callable
from functools import partial
from typing import Final, Self

from infoset_protocol.errors import CloseCode
from infoset_server.config import ServerConfig
from infoset_server.network.caller import Caller, ServerNames, own_names
from infoset_server.network.connection import Connection
from infoset_server.network.connection_gate import ConnectionGate, LoginGate
from infoset_server.network.handler import Handler
from infoset_server.network.http import NoPages, Pages
from infoset_server.network.loop_turn import Turn
from infoset_server.network.rate_limits import BucketTable, Rate, request_rates
from infoset_server.network.socket_link import SocketLink
from infoset_server.network.socket_protocol import SocketProtocol
from infoset_server.network.tls import TlsDoor, load_certificate

logger = logging.getLogger(__name__)

LOCAL: Final = "127.0.0.1"
BACKLOG: Final = 1024  # connections the system holds for us while we are busy
KNOCKS: Final = Rate(1.0, 30)  # connections through one door: a program needs one, and may lose it
MAX_PER_DOOR: Final = 8  # of those open at a time
# Who comes through a door runs on this machine and stands back behind the server: what starts slowly gets a processor late.
PATIENCE_AT_DOORS: Final = 12
MAX_DOORS: Final = 10_000


class Listener:
    """A running server port. Made by `serve`; ended by `close`. `handler` serves its clients, `pages` those who look."""

    def __init__(
        self,
        config: ServerConfig,
        handler: Handler[Connection],
        pages: Pages | None = None,
        *,
        answers_pings: bool = True,
        turn: Turn | None = None,
    ) -> None:
        """`pages` answers HTTP requests with a body; without, there are none. `answers_pings` as Connection.

        A `turn` that is given has other writers, too.
        """
        self.port = config.port  # the one that is listened on, once it is
        self.local_port = config.port  # where this machine's programs get in without TLS
        self.pages = pages or NoPages()
        self.handler = handler
        self._answers_pings = answers_pings
        self._config = config
        self._config_of_doors = patient(config)
        self._loop = asyncio.get_running_loop()
        self._turn: Final = turn or Turn(self._loop)  # of all its links
        self._gate = ConnectionGate(config.connections)
        self._rates = request_rates(config.rates)
        self._names = ServerNames(own_names(config.host, config.tls.certificate))
        self._knocks = BucketTable(KNOCKS, MAX_DOORS)
        self._links: dict[SocketLink, None] = {}  # in the order of their coming
        self._servers: list[asyncio.Server] = []
        self._door: TlsDoor | None = None
        self._sweeper: asyncio.TimerHandle | None = None
        self._all_gone = asyncio.Event()
        self._all_gone.set()

    @property
    def host(self) -> str:
        """The address that is listened on."""
        return self._config.host

    @property
    def logins(self) -> LoginGate:
        """Who may try to log in, here and at all servers for which this one decides."""
        return self._gate.logins

    @property
    def connections(self) -> list[Connection]:
        """All connections whose wire is known, oldest first."""
        return [link.owner for link in self._links if isinstance(link.owner, Connection)]

    async def start(self) -> None:
        """Begins to listen. Raises OSError where the address cannot be had, TlsError for a bad certificate."""
        config = self._config
        context = load_certificate(config.tls)
        if context is None:
            self.port = self.local_port = await self._listen(
                self.host, config.port, self._make_link
            )
        else:
            self._door = TlsDoor(
                context,
                config.times.hello_s,
                partial(self._make_link, is_counted=True),
                admit=self._count,
                on_failed=partial(self._gate.release, was_welcomed=False),
            )
            self.port = await self._listen(self.host, config.port, self._door.make_protocol)
            self.local_port = await self._listen(LOCAL, config.tls.local_port, self._make_link)
        self._sweep_later()
        logger.info("listening on %s:%d%s", self.host, self.port, " (TLS)" if context else "")

    async def _listen(
        self, host: str, port: int, make_protocol: Callable[[], asyncio.BaseProtocol]
    ) -> int:
        """Opens one port; returns its number."""
        server = await self._loop.create_server(
            make_protocol, host, port, backlog=BACKLOG, reuse_address=True
        )
        self._servers.append(server)
        opened: int = server.sockets[0].getsockname()[1]
        return opened

    async def open_door(
        self, sock: socket.socket, name: str, tell: Callable[[str], None]
    ) -> asyncio.Server:
        """Also listens on `sock`, for the one program that can reach it.

        It is a stranger by the name of `name`, counted and limited for itself; it gets no pages. What is
        refused it, `tell` hears in words. Close what is returned when the program is gone.
        """
        make = partial(self._make_caged_link, name, tell)
        return await self._loop.create_server(make, sock=sock)

    def renew_certificate(self) -> None:
        """Reads the certificate anew, for connections yet to come; those that are there stay as they are.

        Raises TlsError, and the one before goes on being used.
        """
        context = load_certificate(self._config.tls)
        if self._door is not None and context is not None:
            self._door.context = context
            self._names.renew(own_names(self.host, self._config.tls.certificate))

    def stop_accepting(self) -> None:
        """Takes no new connections; those that are there stay."""
        for server in self._servers:
            if server.is_serving():
                server.close()

    async def close(
        self,
        code: CloseCode = CloseCode.GOING_AWAY,
        reason: str = "the server stops",
        *,
        retry_ms: int | None = None,
    ) -> None:
        """Stops accepting, says `bye` to everybody, waits until all are gone (`times.close_s`).

        With `retry_ms` everybody is told to come again after that, each at another moment.
        """
        self.stop_accepting()
        if self._door is not None:
            await self._door.close()
        for link in list(self._links):
            if isinstance(link.owner, Connection):
                wait_ms = None if retry_ms is None else self._gate.logins.spread_ms(retry_ms)
                link.owner.close(code, reason, retry_ms=wait_ms)
            elif not link.is_closing:
                link.abort()
        await self._all_gone.wait()
        if self._sweeper is not None:
            self._sweeper.cancel()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    def _make_link(self, *, is_counted: bool = False) -> SocketProtocol:
        link = SocketLink(
            self._config,
            self._loop,
            self._turn,
            admit=self._keep if is_counted else self._admit,
            make_owner=self._make_connection,
            on_gone=self._forget,
            on_served=self._on_served,
            pages=self.pages,
            names=self._names,
        )
        return SocketProtocol(link)

    def _make_caged_link(self, door: str, tell: Callable[[str], None]) -> SocketProtocol:
        def admit(link: SocketLink) -> bool:
            link.peer = door
            link.caller = Caller(door, door=door, tell=tell)
            if sum(other.peer == door for other in self._links) >= MAX_PER_DOOR:
                tell(f"the program has {MAX_PER_DOOR} connections to the server; more are refused")
                return False
            if self._knocks.take(door, self._loop.time()):
                tell("the program connects to the server too often; it is refused for a while")
                return False
            return self._admit(link)

        link = SocketLink(
            self._config_of_doors,
            self._loop,
            self._turn,
            admit=admit,
            make_owner=self._make_connection,
            on_gone=self._forget,
        )
        return SocketProtocol(link)

    def _admit(self, link: SocketLink) -> bool:
        return self._count(link.peer) and self._keep(link)

    def _count(self, address: str) -> bool:
        if self._gate.admit(address):
            return True
        logger.warning("! %s: refused, too many connections", address)
        return False

    def _keep(self, link: SocketLink) -> bool:
        self._links[link] = None
        self._all_gone.clear()
        return True

    def _on_served(self, link: SocketLink) -> None:
        self._gate.served(link.peer)

    def _make_connection(self, link: SocketLink) -> Connection:
        if link.is_welcomed:  # as one who looked at pages; now it has to log in
            link.is_welcomed = False
            self._gate.knocks_again(link.peer)
        has_room = self._gate.move(link.peer, link.caller.address)
        link.peer = link.caller.address
        connection = Connection(
            link,
            self.handler,
            self._config if link.caller.door is None else self._config_of_doors,
            gate=self._gate,
            rates=self._rates,
            answers_pings=self._answers_pings,
        )
        if not has_room:
            reason = "too many connections from your address"
            self._loop.call_soon(connection.close, CloseCode.RATE_ABUSE, reason)
        return connection

    def _forget(self, link: SocketLink) -> None:
        del self._links[link]
        self._gate.release(link.peer, was_welcomed=link.is_welcomed)
        if not self._links:
            self._all_gone.set()

    def _sweep_later(self) -> None:
        self._sweeper = self._loop.call_later(self._config.times.sweep_s, self._sweep)

    def _sweep(self) -> None:
        self._sweep_later()
        now_s = self._loop.time()
        for link in list(self._links):
            try:
                link.sweep(now_s)
            except Exception:  # one broken link must not stop the clock of the others
                logger.exception("x %s %s: cut after a fault of ours", link.peer, link.name)
                link.abort()


def patient(config: ServerConfig) -> ServerConfig:
    """As `config`, with more time to say hello."""
    hello_s = config.times.hello_s * PATIENCE_AT_DOORS
    return config.model_copy(update={"times": config.times.model_copy(update={"hello_s": hello_s})})


async def serve(
    config: ServerConfig,
    handler: Handler[Connection],
    pages: Pages | None = None,
    *,
    answers_pings: bool = True,
    turn: Turn | None = None,
) -> Listener:
    """Listens as `config` says and hands requests to `handler`; usable with `async with`."""
    listener = Listener(config, handler, pages, answers_pings=answers_pings, turn=turn)
    await listener.start()
    return listener
