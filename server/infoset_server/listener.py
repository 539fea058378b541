"""The listening port: takes connections in, watches their times, closes them all at the end."""

import asyncio
import logging
from typing import Final, Self

from infoset_protocol.errors import CloseCode
from infoset_server.config import ServerConfig
from infoset_server.connection import Connection, Handler
from infoset_server.gate import Gate
from infoset_server.links import SocketLink, Turn
from infoset_server.rate_limit import request_rates

logger = logging.getLogger(__name__)

BACKLOG: Final = 1024  # connections the system holds for us while we are busy


class Listener:
    """A running server port. Made by `serve`; ended by `close`."""

    def __init__(self, config: ServerConfig, handler: Handler) -> None:
        self.port = config.port  # the one that is listened on, once it is
        self._config = config
        self._handler = handler
        self._loop = asyncio.get_running_loop()
        self._turn = Turn(self._loop)
        self._gate = Gate(config.connections)
        self._rates = request_rates(config.rates)
        self._links: dict[SocketLink, Connection | None] = {}
        self._server: asyncio.Server | None = None
        self._sweeper: asyncio.TimerHandle | None = None
        self._all_gone = asyncio.Event()
        self._all_gone.set()

    @property
    def host(self) -> str:
        """The address that is listened on."""
        return self._config.host

    @property
    def connections(self) -> list[Connection]:
        """All connections whose wire is known, oldest first."""
        return [one for one in self._links.values() if one is not None]

    async def start(self) -> None:
        """Begins to listen. Raises OSError where the address cannot be had."""
        self._server = await self._loop.create_server(
            self._make_link,
            self._config.host,
            self._config.port,
            backlog=BACKLOG,
            reuse_address=True,
        )
        self.port = self._server.sockets[0].getsockname()[1]
        self._sweep_later()
        logger.info("listening on %s:%d", self.host, self.port)

    def stop_accepting(self) -> None:
        """Takes no new connections; those that are there stay."""
        if self._server is not None and self._server.is_serving():
            self._server.close()

    async def close(
        self,
        code: CloseCode = CloseCode.GOING_AWAY,
        reason: str = "the server stops",
        *,
        retry_ms: int | None = None,
    ) -> None:
        """Stops accepting, says `bye` to everybody, waits until all are gone (`times.close_s`)."""
        self.stop_accepting()
        for link, connection in list(self._links.items()):
            if connection is None:
                link.abort()
            else:
                connection.close(code, reason, retry_ms=retry_ms)
        await self._all_gone.wait()
        if self._sweeper is not None:
            self._sweeper.cancel()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    def _make_link(self) -> SocketLink:
        return SocketLink(
            self._config,
            self._loop,
            self._turn,
            admit=self._admit,
            make_owner=self._make_connection,
            on_gone=self._forget,
        )

    def _admit(self, link: SocketLink) -> bool:
        if not self._gate.admit(link.peer):
            logger.warning("! %s: refused, too many connections", link.peer)
            return False
        self._links[link] = None
        self._all_gone.clear()
        return True

    def _make_connection(self, link: SocketLink) -> Connection:
        connection = Connection(
            link, self._handler, self._config, gate=self._gate, rates=self._rates
        )
        self._links[link] = connection
        return connection

    def _forget(self, link: SocketLink) -> None:
        connection = self._links.pop(link)
        self._gate.release(
            link.peer, was_welcomed=connection is not None and connection.is_welcomed
        )
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


async def serve(config: ServerConfig, handler: Handler) -> Listener:
    """Listens as `config` says and hands requests to `handler`; usable with `async with`."""
    listener = Listener(config, handler)
    await listener.start()
    return listener
