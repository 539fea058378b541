"""Servers of a cluster that are not its hall: edges, those that stand by, and those that only think."""

import asyncio
import logging
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from typing import Any, Final, Self

from prometheus_client.core import Metric

from infoset_protocol.errors import CloseCode
from infoset_server.app.features.compute import numbers_of
from infoset_server.app.features.uploads import FOLDER as UPLOADS
from infoset_server.bus.opening import close_bus
from infoset_server.bus.port import Bus
from infoset_server.cluster.edge import Edge
from infoset_server.cluster.far_pages import FarPages
from infoset_server.commands.listening import (
    ListenError,
    address_kept,
    renew_on_hangup,
    why_not_listening,
)
from infoset_server.commands.orders import Orders
from infoset_server.common.clock import wall_clock_ms
from infoset_server.compute.workers import Workers
from infoset_server.config import EDGE, PLAY, THINK, ServerConfig
from infoset_server.http.front_page import FrontPage, downloads
from infoset_server.http.game_pages import game_pages
from infoset_server.http.game_words import game_words
from infoset_server.http.routes import Router
from infoset_server.http.status import StatusPages
from infoset_server.matches.records import Records, open_records
from infoset_server.monitoring.metrics import (
    Metrics,
    counter,
    gauge,
    histogram,
    node_info,
    store_metrics,
    unread_messages,
)
from infoset_server.monitoring.vitals import Vitals
from infoset_server.network.listener import Listener
from infoset_server.network.listener import serve as listen
from infoset_server.storage.opening import open_store_for_reading
from infoset_server.storage.turn import Turn
from infoset_server.uploads.leftovers import Leftovers
from infoset_server.uploads.versions import HOSTED
from infoset_web import CONTENT_TYPES, page_files

logger = logging.getLogger(__name__)

Numbers = Callable[[], Iterable[Metric]]

RETRY_MS: Final = 500  # when to come back to an edge that has become the hall, or that stops


class EdgeServer:
    """An edge behind a port of its own. It has the page for people and its own numbers; all else is the hall's."""

    def __init__(self, config: ServerConfig, bus: Bus, numbers: Numbers) -> None:
        """Looks for the hall at once; `numbers` are what else the process counts. Raises infoset_web.PageError."""
        self._config = config
        self._bus = bus
        self._numbers = numbers
        self._vitals = Vitals(config, None, lambda: False)
        cluster = config.cluster
        status = StatusPages(config, self, Metrics(self._collect))
        front = FrontPage(
            page_files(game_words()) | game_pages(CONTENT_TYPES),
            CONTENT_TYPES,
            downloads,
            config.replays.embed_on,
        )
        self._near = Router([*front.routes(), *status.routes()])
        pages = FarPages(self._near, self._near.has)
        self.edge = Edge(
            bus,
            cluster.node_name,
            pages,
            patience=cluster.patience,
            idle_s=config.times.idle_s,
        )
        self._listener: Listener | None = None

    async def open(self) -> Self:
        """Takes connections. Raises OSError where the address cannot be had, TlsError for a bad certificate."""
        self._listener = await listen(
            self._config, self.edge, self.edge.pages, answers_pings=False, turn=self.edge.turn
        )
        return self

    @property
    def listener(self) -> Listener:
        """Where it listens."""
        assert self._listener is not None, "it is open"
        return self._listener

    async def close(self) -> None:
        """Sends everybody to another edge, or back to this server in a moment; sessions go on there."""
        await self.edge.give_up_sessions(RETRY_MS)
        if self._listener is not None:
            await self._listener.close(
                CloseCode.RESTARTING, "come again in a moment", retry_ms=RETRY_MS
            )
        self.edge.close()
        self._vitals.close()
        await self._near.close()

    # As `http.status.Condition`.

    def ailment(self) -> str | None:
        """As Condition: an edge alone is well."""
        return None

    def obstacle(self) -> str | None:
        """As Condition."""
        return None if self.edge.is_open.is_set() else "there is no hall"

    def _collect(self) -> Iterator[Metric]:
        edge, cluster = self.edge, self._config.cluster
        yield node_info(cluster.node_name, cluster.roles)
        yield unread_messages(self._bus)
        yield gauge("edge_connections", "Connections that have said hello", edge.connections)
        yield gauge("edge_has_hall", "Is there a hall to pass on to?", int(edge.is_open.is_set()))
        yield gauge(
            "edge_shortcuts", "Seats that speak with play nodes past the hall", edge.shortcuts
        )
        yield counter("edge_broken_trunks", "How often the hall was lost, or messages", edge.gaps)
        yield counter("edge_unknown_frames", "Frames that were not understood", edge.unknown)
        yield histogram("loop_lag_seconds", "Lateness of the event loop", self._vitals.lag)
        if self._config.data_dir.exists():  # an edge alone needs none
            yield from store_metrics(self._config, None)
        yield from self._numbers()


async def records_in_turn(
    config: ServerConfig, bus: Bus, numbers: Numbers, stop: asyncio.Event, turn: Turn
) -> Records | None:
    """What the server keeps, once it is its turn to be the hall of its cluster; until then it may be an edge.

    None without a store, or where `stop` is set meanwhile. Raises as `open_records` and `EdgeServer.open`.
    """
    if not config.store.enabled:
        return None
    opening = asyncio.create_task(open_records(config, wall_clock_ms, turn))
    waits = [asyncio.create_task(turn.is_waited_for.wait()), asyncio.create_task(stop.wait())]
    try:
        await asyncio.wait([opening, *waits], return_when=asyncio.FIRST_COMPLETED)
        if not opening.done() and not stop.is_set():
            await stand_by(config, bus, numbers, [opening, waits[1]])
        if not opening.done():
            opening.cancel()
            await asyncio.wait([opening])
            return None
        return opening.result()
    finally:
        for wait in waits:
            wait.cancel()


async def stand_by(
    config: ServerConfig, bus: Bus, numbers: Numbers, until: Sequence[asyncio.Task[Any]]
) -> None:
    """Is an edge of the cluster, where that is among its roles, until one of these is done.

    Where it was the hall, it keeps no bots that have been removed since.
    """
    logger.info("another server is the hall; this one stands by")
    edge: EdgeServer | None = None
    leftovers = Leftovers(config.data_dir / UPLOADS, lambda: hosted_bots(config))
    tidying = asyncio.create_task(leftovers.tidy_always())
    try:
        if EDGE in config.cluster.roles:
            edge = await open_edge(config, bus, numbers)
            say(f"listening on {edge.listener.host}:{edge.listener.port}")
        say("standing by")
        with nullcontext() if edge is None else address_kept(config, edge.listener):
            await asyncio.wait(until, return_when=asyncio.FIRST_COMPLETED)
    finally:
        tidying.cancel()
        if edge is not None:
            await edge.close()
        await asyncio.wait([tidying])  # the hall has its uploads in that folder


async def hosted_bots(config: ServerConfig) -> Mapping[str, bytes]:
    """What the store says of uploaded bots: the documents of HOSTED. Raises StoreError."""
    store = await open_store_for_reading(config.store, config.data_dir)
    try:
        return await store.documents(HOSTED.name)
    finally:
        await store.close()


async def open_edge(config: ServerConfig, bus: Bus, numbers: Numbers) -> EdgeServer:
    """An edge behind its port. Raises ListenError, TlsError or PageError."""
    try:
        server = await EdgeServer(config, bus, numbers).open()
    except OSError as problem:
        raise ListenError(why_not_listening(config, problem)) from None
    if config.tls.certificate is not None:
        renew_on_hangup(server.listener)
    return server


async def help_out(config: ServerConfig, bus: Bus, stop: asyncio.Event) -> None:
    """Is an edge, lends workers, or both, until `stop` is set; closes the bus. Raises ListenError, TlsError or PageError."""
    cluster = config.cluster
    Orders(config, bus, stop)
    workers = Workers(config, bus)
    server: EdgeServer | None = None
    try:
        if EDGE in cluster.roles:
            server = await open_edge(config, bus, lambda: numbers_of(workers))
            say(f"listening on {server.listener.host}:{server.listener.port}")
        if THINK in cluster.roles:
            size = workers.pool.size
            say(f"thinking for {cluster.name} as {cluster.node_name}, {size} workers")
        await stop.wait()
    finally:
        if server is not None:
            await server.close()
        await workers.close()
        await close_bus(bus)


def say(line: str) -> None:
    """For whoever started the server."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def is_helper(config: ServerConfig) -> bool:
    """Is it never the hall?"""
    return PLAY not in config.cluster.roles
