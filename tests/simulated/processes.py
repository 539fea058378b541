"""Processes of a simulated cluster: edges, and servers that stand by for the hall and are edges meanwhile. No tests here."""

import asyncio
import random
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Final, cast

from tests.simulated.database import Database, StoreDoor
from tests.simulated.network import Network, SimulatedBus
from tests.simulated.virtual_time import NOBODY, Life

from infoset_protocol.codec import Encoding
from infoset_protocol.errors import CloseCode
from infoset_server.app.feature import Feature
from infoset_server.app.features.edges import EdgeFeature
from infoset_server.app.features.my_games import MyGamesFeature
from infoset_server.app.features.play_nodes import PlayNodeFeature
from infoset_server.app.features.results import ResultFeature
from infoset_server.app.play_server import PlayServer
from infoset_server.app.server import App
from infoset_server.cluster.edge import Edge
from infoset_server.cluster.far_pages import FarPages
from infoset_server.common.clock import wall_clock_ms
from infoset_server.common.ids import MatchId
from infoset_server.config import EVEN, ServerConfig
from infoset_server.http.routes import Router
from infoset_server.matches.match_log import StoredJournal
from infoset_server.matches.records import Records, hall_name, open_play_node
from infoset_server.network.connection import Connection
from infoset_server.network.connection_gate import ConnectionGate
from infoset_server.network.handler import Handler
from infoset_server.network.link import MemoryLink
from infoset_server.network.listener import Listener
from infoset_server.network.rate_limits import request_rates
from infoset_server.nodes.play_nodes import PlayNodes
from infoset_server.storage.errors import StoreError
from infoset_server.storage.node import Node
from infoset_server.storage.notebook import Notebook
from infoset_server.storage.notes import CONSENTS
from infoset_server.storage.opening import writer_limits
from infoset_server.storage.port import MatchStore
from infoset_server.storage.seed_box import SeedBox
from infoset_server.storage.turn import Turn
from infoset_server.storage.writer import Writer

FEATURES: Final[tuple[type[Feature], ...]] = (
    MyGamesFeature,
    ResultFeature,
    PlayNodeFeature,
    EdgeFeature,
)
SWEEP_S: Final = 1.0
BOX: Final = SeedBox(bytes(range(32)))
RETRY_MS: Final = 500
WAY_S: Final = (0.0002, 0.002)  # between a client and the node it is connected to


class ClientLink(MemoryLink):
    """The link of a client, who hears with a delay. `hear` gets each payload, and None at the end."""

    def __init__(self, rng: random.Random, hear: Callable[[bytes | None], None]) -> None:
        super().__init__(Encoding.JSON)
        self._rng = rng
        self._hear = hear
        self._due_s = 0.0
        self._is_ended = False

    def send(self, payload: bytes) -> None:
        """As Link."""
        if self.closed_with is None:
            self._tell(payload)

    def close(self, code: int, reason: str) -> None:
        """As Link."""
        super().close(code, reason)
        self.end()

    def end(self) -> None:
        """The client hears that nothing more comes: the node has closed the link, or is dead."""
        if not self._is_ended:
            self._is_ended = True
            self._tell(None)

    def _tell(self, payload: bytes | None) -> None:
        loop = asyncio.get_running_loop()
        self._due_s = max(self._due_s + 1e-6, loop.time() + self._rng.uniform(*WAY_S))
        loop.call_at(self._due_s, self._hear, payload, context=NOBODY)


class Process:
    """One life of a node. `handler` serves its clients; while there is none, nobody can connect."""

    def __init__(
        self, node: str, config: ServerConfig, network: Network, rng: random.Random
    ) -> None:
        self.life = Life(node)
        self.node = node
        self.handler: Handler[Connection] | None = None
        self.config = config
        self.rng = rng
        self._living: asyncio.Task[None] | None = None
        self._answers_pings = False
        self._links: list[tuple[ClientLink, Connection]] = []
        self._network = network

    def start(self) -> None:
        """It begins, by itself."""
        self._living = self.life.begin(self._live())

    def kill(self) -> None:
        """As `kill -9`: its clients find their links ended."""
        self.life.is_over = True
        for link, _ in self._links:
            link.end()

    def connect(self, link: ClientLink) -> bool:
        """A client comes; False where nobody listens."""
        if self.handler is None or self.life.is_over:
            return False
        self.life.context.run(self._accept, link)
        return True

    def _accept(self, link: ClientLink) -> None:
        assert self.handler is not None
        connection = Connection(
            link,
            self.handler,
            self.config,
            gate=ConnectionGate(self.config.connections, random.Random(self.rng.random())),
            rates=request_rates(self.config.rates),
            answers_pings=self._answers_pings,
        )
        link.hand_over(connection)
        self._links.append((link, connection))

    def hear(self, link: ClientLink, payload: bytes | None) -> None:
        """A client says something, or is gone; in the context of this life."""
        if payload is None:
            link.drop()
        elif link.closed_with is None:
            link.receive(payload)

    async def serve(
        self, handler: Handler[Connection] | None, *, answers_pings: bool = True
    ) -> None:
        """Who serves clients from now on; those of another are sent to other nodes, as a listener does that closes."""
        for _, connection in self._links:
            connection.close(CloseCode.RESTARTING, "come again in a moment", retry_ms=RETRY_MS)
        await asyncio.sleep(0)  # links tell in the next turn that they are closed
        self.handler = handler
        self._answers_pings = answers_pings

    async def _live(self) -> None:
        """What it does, from its start on."""
        raise NotImplementedError

    async def _sweep(self) -> None:
        """What a listener does now and then."""
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(SWEEP_S)
            self._links = [pair for pair in self._links if pair[0].closed_with is None]
            for _, connection in list(self._links):
                connection.on_tick(loop.time())


class SimulatedPlayServer(PlayServer):
    """As PlayServer, without house bots: those are processes, to which no simulated time applies."""

    async def _open_to_house_bots(self) -> None:
        pass


class EdgeProcess(Process):
    """A server with the role `edge` alone."""

    async def _live(self) -> None:
        bus = SimulatedBus(self.node, self.life, self._network)
        await self.serve(make_edge(bus, self.config), answers_pings=False)
        await self._sweep()


class PlayProcess(Process):
    """A server that is the hall in its turn, and an edge until then. One that was replaced begins anew.

    Where matches are placed evenly it plays along all the time.
    """

    def __init__(
        self,
        node: str,
        config: ServerConfig,
        network: Network,
        rng: random.Random,
        database: Database,
        replaced: Callable[["PlayProcess"], None],
        features: Iterable[type[Feature]] = FEATURES,
    ) -> None:
        """`features` are the hall's."""
        super().__init__(node, config, network, rng)
        self._features = tuple(features)
        self.app: App | None = None
        self.is_stopping = False
        self._edge: Edge | None = None
        self._along: PlayServer | None = None
        self._database = database
        self._replaced = replaced

    @property
    def nodes(self) -> PlayNodes | None:
        """Those that play for it, where it is the hall."""
        elsewhere = None if self.app is None else self.app.play.elsewhere
        return elsewhere if isinstance(elsewhere, PlayNodes) else None

    @property
    def running(self) -> list[MatchId]:
        """The matches of its rooms, wherever they are played."""
        return [] if self.app is None else [live.id for live in self.app.play.played()]

    async def _live(self) -> None:
        bus = SimulatedBus(self.node, self.life, self._network)
        loop = asyncio.get_running_loop()
        own = [loop.create_task(self._sweep())]
        if self.config.cluster.place == EVEN:
            own.append(loop.create_task(self._play_along(bus)))
        try:
            await self._be_hall(bus)
        finally:
            for task in own:
                task.cancel()
        self._replaced(self)

    async def stop(self) -> None:
        """As a server that stands by does when it is told to end (`commands.serve.serve_until_stopped`)."""
        self.is_stopping = True
        assert self._living is not None, "it has begun"
        self._living.cancel()
        await asyncio.wait([self._living])
        if self._edge is not None:
            await self._edge.give_up_sessions(RETRY_MS)
            await self.serve(None)
            self._edge.close()
        if self._along is not None:
            await self._along.close(self.config.times.shutdown_grace_s)

    async def _be_hall(self, bus: SimulatedBus) -> None:
        """In its turn, until another server is."""
        edge = self._edge = make_edge(bus, self.config)
        await self.serve(edge, answers_pings=False)
        records = await self._become_hall()
        self._edge = None
        await self.serve(None)
        edge.close()
        app = self.app = App(self.config, records=records, features=self._features, cluster_bus=bus)
        try:
            await app.revive()
        except StoreError:  # as a server that cannot start; whoever looks after it starts it anew
            return
        await self.serve(app)
        app.open(Listener(self.config, app, Router([])))
        await records.node.lost.wait()

    async def _play_along(self, bus: SimulatedBus) -> None:
        """As `commands.playing.PlayingAlong`: the whole process ends where another server has its matches."""
        store = cast(MatchStore, StoreDoor(self._database))
        node: Node | None = None
        while node is None:
            try:
                node = await open_play_node(store, self.config)
            except StoreError:
                await asyncio.sleep(SWEEP_S)
        records = replace(self._records(store, node), noted=frozenset({CONSENTS}))
        server = self._along = SimulatedPlayServer(self.config, bus, records)
        await server.open()
        await node.lost.wait()
        self._replaced(self)

    async def _become_hall(self) -> Records:
        """What `matches.records.open_records` does, with a store that is simulated."""
        store = cast(MatchStore, StoreDoor(self._database))
        clock_s = asyncio.get_running_loop().time
        node = Node(store, hall_name(self.config), self.config.store.lease_s, clock_s)
        while True:
            try:
                await node.stand_by(Turn())
            except StoreError:
                await asyncio.sleep(SWEEP_S)
            else:
                break
        return self._records(store, node)

    def _records(self, store: MatchStore, node: Node) -> Records:
        writer = Writer(store, writer_limits(self.config.store), rng=self.rng)
        writer.start()
        notebook = Notebook(store, lambda: node.claim)
        notebook.on_fenced.append(node.refused)
        notebook.start()
        journal = StoredJournal(store, writer, notebook, BOX, node, wall_clock_ms)
        return Records(store, writer, notebook, journal, BOX, node, "simulated")


def make_edge(bus: SimulatedBus, config: ServerConfig) -> Edge:
    """As `commands.nodes.EdgeServer` makes it."""
    cluster, router = config.cluster, Router([])
    return Edge(
        bus,
        bus.node,
        FarPages(router, router.has),
        patience=cluster.patience,
        idle_s=config.times.idle_s,
    )
