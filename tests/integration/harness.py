"""A real server inside the test's event loop, and small clients for the four transports. No tests here."""

import asyncio
import itertools
import logging
import os
import random
import time
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any, Protocol, Self, TypeVar
from unittest import mock

import pytest
import websockets

from infoset_protocol.codec import Encoding, decode, encode
from infoset_protocol.errors import CloseCode
from infoset_protocol.framing import Framer, make_framer
from infoset_server.app.feature import Feature
from infoset_server.app.features import FEATURES
from infoset_server.app.features.edges import EdgeFeature
from infoset_server.app.features.play_nodes import PlayNodeFeature
from infoset_server.app.play_server import PlayServer
from infoset_server.app.server import App
from infoset_server.app.site import make_router
from infoset_server.bus.embedded import EmbeddedBus
from infoset_server.bus.nats import NatsBus, connect_nats
from infoset_server.bus.port import Bus, Form
from infoset_server.cluster.edge import Edge
from infoset_server.cluster.far_pages import FarPages
from infoset_server.cluster.reception import Reception
from infoset_server.commands.serve import open_for_play
from infoset_server.common.clock import wall_clock_ms
from infoset_server.common.ids import MatchId
from infoset_server.config import ServerConfig, load_config
from infoset_server.http.front_page import zipped
from infoset_server.http.routes import Router
from infoset_server.matches.match_log import StoredJournal
from infoset_server.matches.records import Records, hall_name, open_records, play_node_name
from infoset_server.matches.runner import MatchRunner
from infoset_server.network.connection import Connection
from infoset_server.network.connection_gate import LoginGate
from infoset_server.network.listener import Listener, serve
from infoset_server.storage.node import FOREVER_S, Node
from infoset_server.storage.notebook import Notebook
from infoset_server.storage.notes import CONSENTS
from infoset_server.storage.opening import writer_limits
from infoset_server.storage.port import NODE, Claim, DocumentName
from infoset_server.storage.sql_store import SqlStore
from infoset_server.storage.writer import Writer
from infoset_web import page_files

Message = dict[str, Any]
T = TypeVar("T")
Test = Callable[[Message], bool]

WITH_FRONT = bool(os.environ.get("INFOSET_TEST_FRONT"))  # all clients come in at an edge
WITH_PLAY = bool(os.environ.get("INFOSET_TEST_PLAY"))  # another server plays what it can
EPOCH = 1  # of the claim of the hall
BEAT_S = 0.05
PATIENCE = 40  # beats without a word, after which a trunk is broken: all are of one loop
TRANSPORTS = ("tcp-json", "tcp-msgpack", "ws-json", "ws-msgpack")
PATIENCE_S = 120.0  # for what must come; nothing waits this long unless it is broken
MAX_FRAME = 1 << 20
PAGE_FILES = page_files()
MANIFEST = Path(__file__).with_name("bots") / "bots.toml"
VILLAINS = MANIFEST.with_name(
    "villains.toml"
)  # proper bots, and some that crash, hang or never come


def archives() -> dict[str, bytes]:
    """What can be downloaded."""
    return {"bot.zip": zipped({"README": "a bot"})}


SETTINGS: dict[str, Any] = {
    "port": 0,
    "bots.manifest": MANIFEST,
    "hosted.first_uid": 1_000_000 + os.getpid() * 100,  # servers beside this one have others
    "store.enabled": False,  # tests of what outlives a server switch it on
    "store.ballast_mb": 0,
    "times.sweep_s": 0.05,
    "times.close_s": 0.5,
    "rates.msgs_per_s": 100_000,
    "rates.chats_per_s": 1_000,
    "rates.rooms_per_min": 100_000,
    "rates.queries_per_s": 1_000,
}


# The wires.


class Wire(Protocol):
    """Moves frames for one client."""

    async def send(self, frame: bytes) -> None: ...

    async def receive(self) -> list[bytes]:
        """Some frames; none at the end."""
        ...

    async def cut(self) -> None:
        """Ends the connection without a word."""


class Stream:
    """A plain TCP connection."""

    def __init__(
        self, framer: Framer, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        self.reader = reader
        self.writer = writer
        self._framer = framer

    async def send(self, frame: bytes) -> None:
        self.writer.write(self._framer.frame(frame))
        await self.writer.drain()

    async def receive(self) -> list[bytes]:
        while data := await self.reader.read(1 << 16):
            if frames := self._framer.receive_data(data):
                return frames
        return []

    async def cut(self) -> None:
        self.writer.transport.abort()
        with suppress(ConnectionError):
            await self.writer.wait_closed()


class WebSocket:
    """A WebSocket connection, text frames for JSON."""

    def __init__(self, connection: websockets.ClientConnection, encoding: Encoding) -> None:
        self._connection = connection
        self._is_text = encoding is Encoding.JSON

    async def send(self, frame: bytes) -> None:
        await self._connection.send(frame, text=self._is_text)

    async def receive(self) -> list[bytes]:
        try:
            return [await self._connection.recv(decode=False)]
        except websockets.ConnectionClosed:
            return []

    async def cut(self) -> None:
        self._connection.transport.abort()
        await self._connection.wait_closed()


async def open_wire(port: int, transport: str) -> Wire:
    """Connects by one of TRANSPORTS."""
    kind, _, name = transport.partition("-")
    encoding = Encoding(name)
    if kind == "tcp":
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=MAX_FRAME)
        return Stream(make_framer(encoding, MAX_FRAME), reader, writer)
    subprotocol = websockets.Subprotocol(f"infoset.1.{name}")
    url = f"ws://127.0.0.1:{port}/v1"
    connection = await websockets.connect(url, subprotocols=[subprotocol], max_size=MAX_FRAME)
    return WebSocket(connection, encoding)


# The clients.


class Client:
    """One connection. `heard` is everything it received, in order; `expect` reads on from a mark."""

    def __init__(self, wire: Wire, encoding: Encoding, name: str) -> None:
        self.name = name
        self.wire = wire
        self.heard: list[Message] = []
        self.welcome: Message = {}
        self.is_closed = False
        self.seats: dict[str, int] = {}  # by match, and
        self.answered: set[tuple[str, int]] = set()  # the decisions answered there: see `play_on`
        self._encoding = encoding
        self.ids = itertools.count(1)
        self._mark = 0
        self._news = asyncio.Event()
        self._reading = asyncio.create_task(self._read(), name=f"reader of {name}")

    @property
    def user(self) -> str:
        """The id the server gave."""
        user: str = self.welcome["user"]
        return user

    async def log_in(self, **fields: Any) -> Self:
        """Says hello; `fields` are added to it or replace what is in it."""
        hello = {"proto": [1], "auth": {"kind": "guest", "name": self.name}, "max_frame": MAX_FRAME}
        self.welcome = await self.request("hello", **hello | fields)
        assert self.welcome["type"] == "welcome", self.welcome
        return self

    async def tell(self, kind: str, /, **fields: Any) -> None:
        """Sends a message without an id: it gets no answer unless it fails."""
        await self.wire.send(encode({"type": kind, **fields}, self._encoding))

    async def request(self, kind: str, /, **fields: Any) -> Message:
        """Sends a request; returns its final answer, whichever it is."""
        number = next(self.ids)
        start = len(self.heard)
        await self.tell(kind, id=number, **fields)
        return await self._find(lambda m: m.get("re") == number, start)

    async def ask(self, kind: str, /, **fields: Any) -> Message:
        """As `request`, and the answer must not be an error."""
        answer = await self.request(kind, **fields)
        assert answer["type"] != "error", answer
        return answer

    async def refused(self, kind: str, /, **fields: Any) -> Message:
        """As `request`, and the answer must be an error; returns it."""
        answer = await self.request(kind, **fields)
        assert answer["type"] == "error", answer
        return answer

    async def expect(self, kind: str, /, where: Test | None = None, **fields: Any) -> Message:
        """The next message of this type with these fields; what stands before it is passed over."""
        return await self.expect_any(kind, where=where, **fields)

    async def expect_any(self, *kinds: str, where: Test | None = None, **fields: Any) -> Message:
        """As `expect` for one of several types."""

        def fits(message: Message) -> bool:
            equal = all(message.get(name) == value for name, value in fields.items())
            return message["type"] in kinds and equal and (where is None or where(message))

        found = await self._find(fits, self._mark)
        self._mark = next(i for i in range(self._mark, len(self.heard)) if self.heard[i] is found)
        self._mark += 1
        return found

    async def heard_from(self, position: int) -> Message:
        """The message at a position of `heard`, waited for."""
        return await self._find(lambda message: True, position)

    async def settled(self) -> None:
        """Returns when everything that the server had sent by now has been received."""
        await self.ask("ping")

    async def ended(self) -> None:
        """Returns when the connection has ended."""
        async with asyncio.timeout(PATIENCE_S):
            await self._reading

    def of_type(self, *kinds: str) -> list[Message]:
        """Everything heard of these types."""
        return [message for message in self.heard if message["type"] in kinds]

    def forget(self) -> None:
        """Moves the mark behind everything heard so far."""
        self._mark = len(self.heard)

    async def cut(self) -> None:
        """Disappears without a word."""
        await self.wire.cut()
        await self.ended()

    async def leave(self) -> None:
        """Says `bye`: nothing is kept for it."""
        await self.tell("bye")
        await self.ended()

    async def _find(self, fits: Test, start: int) -> Message:
        async with asyncio.timeout(PATIENCE_S):
            while True:
                for message in itertools.islice(self.heard, start, None):
                    if fits(message):
                        return message
                start = len(self.heard)
                assert not self.is_closed, f"{self.name}: closed after {self.heard[-3:]}"
                self._news.clear()
                await self._news.wait()

    async def _read(self) -> None:
        with suppress(ConnectionError):
            while frames := await self.wire.receive():
                self.heard += [decode(frame, self._encoding) for frame in frames]
                self._news.set()
        self.is_closed = True
        self._news.set()


# The server.


class Server:
    """A running server, its inside open to the tests: `app` is the truth to compare with."""

    def __init__(
        self,
        app: App,
        listener: Listener,
        router: Router,
        incidents: list[str],
        records: Records | None = None,
        front: "Front | None" = None,
        player: PlayServer | None = None,
    ) -> None:
        self.player = player
        self.app = app
        self.listener = listener
        self.router = router
        self.records = records
        self.incidents = incidents  # what it logged as an error; a test that causes one clears it
        self.clients: list[Client] = []
        self.front = front

    @property
    def port(self) -> int:
        """Where clients connect."""
        return self.listener.port if self.front is None else self.front.listener.port

    async def connect(self, name: str, transport: str = "tcp-json", **hello: Any) -> Client:
        """A client that has said hello as a guest."""
        return await (await self.dial(name, transport)).log_in(**hello)

    async def dial(self, name: str, transport: str = "tcp-json") -> Client:
        """A client that has said nothing yet."""
        encoding = Encoding(transport.partition("-")[2])
        client = Client(await open_wire(self.port, transport), encoding, name)
        self.clients.append(client)
        return client

    def connections(self) -> list[Connection]:
        """Those of clients, wherever they come in; oldest first."""
        listener = self.listener if self.front is None else self.front.listener
        return listener.connections

    def connection_of(self, client: Client) -> Connection:
        """The connection of a client that is welcomed."""
        session = client.welcome["session"]
        return next(one for one in self.connections() if one.session_id == session)

    async def wake(self, bot: str, processes: int) -> None:
        """Starts processes of a house bot before somebody needs them.

        How long a seat waits for somebody absent is how long it waits for a program to start, too: tests
        with little patience for people wake the bots that stand in for them.
        """
        hosting, nobody = self.app.hosting, MatchId("m_nobody")
        for _ in range(processes):
            assert hosting.find_process(hosting.entries()[bot], nobody) is not None
        mine = [one for one in hosting.processes if one.entry.name == bot]
        await self.until(lambda: all(one.client is not None for one in mine))
        hosting.match_over(nobody)

    def live(self, match_id: str) -> MatchRunner:
        """A running match."""
        known = dict(self.app.play.running)
        if self.player is not None:
            known |= self.player.app.play.running
        return next(live for key, live in known.items() if key == match_id)

    async def until(self, condition: Callable[[], bool]) -> None:
        """Returns when `condition` holds. For what no message tells; looks again and again."""
        async with asyncio.timeout(PATIENCE_S):
            while not condition():  # noqa: ASYNC110 (no event tells it)
                await asyncio.sleep(0.005)


class ByteBus(EmbeddedBus):
    """A bus in this process on which everything travels as bytes, as between machines."""

    def carry(self, form: Form[T], body: T) -> T:
        return form.read(form.write(body))


def tapped(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """All that travels on such buses from now on."""
    heard: list[bytes] = []
    honest = ByteBus.carry

    def carry(self: ByteBus, form: Form[Any], body: Any) -> Any:
        heard.append(form.write(body))
        return honest(self, form, body)

    monkeypatch.setattr(ByteBus, "carry", carry)
    return heard


def reception_of(app: App, router: Router, config: ServerConfig, bus: Bus) -> Reception:
    """What makes a server the hall of those on the `bus`."""
    return Reception(
        bus,
        config.cluster.node_name,
        app,
        router,
        beat_s=BEAT_S,
        patience=PATIENCE,
        epoch=EPOCH,
        queues=config.queues,
        logins=LoginGate(config.connections),
        max_body=config.frames.max_body_bytes,
        life=app.core.life,
    )


class Front:
    """An edge with a port of its own, before a server that is the hall."""

    def __init__(
        self, config: ServerConfig, bus: Bus, reception: Reception, node: str = "edge"
    ) -> None:
        """Its trunk goes to `reception`, over `bus`."""
        self.bus = bus
        self.config = config.model_copy(update={"port": 0})
        self.pages = FarPages(Router([]), lambda path: path == "/health")
        self.edge = Edge(self.bus, node, self.pages, patience=PATIENCE, idle_s=config.times.idle_s)
        self.reception = reception
        self.listener: Listener

    async def open(self) -> None:
        """Clients can connect."""
        self.listener = await serve(
            self.config, self.edge, self.pages, answers_pings=False, turn=self.edge.turn
        )
        await self.edge.is_open.wait()

    async def close(self) -> None:
        """They cannot any more."""
        await self.listener.close(CloseCode.GOING_AWAY)
        self.reception.close()
        self.edge.close()


class SharedRecords(Records):
    """Those of a play node, in a store that is another's."""

    async def close(self) -> None:
        await self.journal.close()


async def play_records(records: Records, config: ServerConfig) -> SharedRecords:
    """For a play node beside the server that has these, which is the hall."""
    store = records.store
    claimed = await store.claim(NODE + hall_name(config), "the hall", FOREVER_S)
    assert isinstance(claimed, Claim)
    assert claimed.epoch == EPOCH
    node = Node(store, play_node_name(config), FOREVER_S, time.monotonic)
    await node.take()
    writer = Writer(store, writer_limits(config.store), rng=random.Random(1))
    writer.start()
    notebook = Notebook(store, lambda: node.claim)
    notebook.on_fenced.append(node.refused)
    notebook.start()
    journal = StoredJournal(store, writer, notebook, records.box, node, wall_clock_ms)
    noted = frozenset({CONSENTS})
    return SharedRecords(
        store, writer, notebook, journal, records.box, node, records.server_id, noted
    )


async def open_buses(nats: str | None) -> Sequence[Bus]:
    """For the hall, the edge and the other server that plays: one for all, where they are not to go over NATS."""
    if nats is None:
        return [ByteBus()] * 3
    return [await connect_nats([nats], "test", name) for name in ("hall", "edge", "player")]


@contextmanager
def slow_documents(*kinds: str) -> Iterator[asyncio.Event]:
    """Documents of these kinds are stored once the event is set."""
    honest, may_go_on = SqlStore.change_documents, asyncio.Event()

    async def change(
        self: SqlStore,
        changes: Mapping[DocumentName, bytes | None],
        claims: Sequence[Claim] = (),
    ) -> None:
        if any(kind in kinds for kind, _ in changes):
            await may_go_on.wait()
        await honest(self, changes, claims)

    with mock.patch.object(SqlStore, "change_documents", change):
        try:
            yield may_go_on
        finally:
            may_go_on.set()


class Incidents(logging.Handler):
    """Keeps what is logged as an error."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


@asynccontextmanager
async def open_server(
    data: Path,
    seed: str | None = None,
    features: Iterable[type[Feature]] = FEATURES,
    with_front: bool = WITH_FRONT,
    with_play: bool | None = None,
    nats: str | None = None,
    play_stores: bool = False,
    play_apart: bool = False,
    **settings: Any,
) -> AsyncIterator[Server]:
    """A server on a free port that stores below `data`; it must not log an error.

    With a `seed`, all matches are dealt alike. `features` are those it has. `with_front` has clients come in at an
    edge, `with_play` has another server play what it can; that one stores nothing, or, if it `play_stores`, in the same
    store, as a node of its own, or (`play_apart`) as if it were on another machine. They reach each other over the
    server of NATS at `nats`, or else without leaving this process.
    """
    named = {name.replace("__", "."): value for name, value in settings.items()}
    if with_play is None:
        with_play = WITH_PLAY and not named.get("store.enabled", False)
    if with_play:
        named |= {
            "cluster.bus": "nats://127.0.0.1:1",
            "cluster.place": "even",
            "cluster.beat_s": BEAT_S,
        }
    config = load_config(None, SETTINGS | {"data_dir": data} | named)
    logs = [logging.getLogger(name) for name in ("infoset_server", "asyncio")]
    incidents = Incidents()
    for log in logs:
        log.addHandler(incidents)
    seeds = (seed or f"test-seed-{number}" for number in itertools.count())
    records = await open_records(config, wall_clock_ms) if config.store.enabled else None
    bus, front_bus, player_bus = await open_buses(nats)
    left_out = (EdgeFeature,) if with_play else ()  # the front is made here
    wanted = [feature for feature in features if feature not in left_out]
    app = App(config, lambda: next(seeds), records, features=wanted, cluster_bus=bus)
    await app.revive()
    router = make_router(app, PAGE_FILES, archives)
    listener = await serve(config, app, router)
    open_for_play(app, listener, demo=False)
    reception = reception_of(app, router, config, bus) if with_front or with_play else None
    front = Front(config, front_bus, reception) if with_front and reception is not None else None
    if front is not None:
        await front.open()
    theirs = on_another_machine(config) if play_apart else config
    own = await play_records(records, theirs) if play_stores and records is not None else None
    player = PlayServer(theirs, player_bus, own, lambda: next(seeds)) if with_play else None
    nodes = app.feature(PlayNodeFeature) if player is not None else None
    server = Server(app, listener, router, incidents.lines, records, front, player)
    if player is not None and nodes is not None:
        await player.open()
        await server.until(lambda: nodes.has_nodes)
    try:
        yield server
    finally:
        for client in server.clients:
            await client.cut()
        await app.close(0)
        if player is not None:
            await player.close()
        if front is not None:
            await front.close()
        elif reception is not None:
            reception.close()
        await listener.close(CloseCode.GOING_AWAY)
        await router.close()
        await app.close_records()
        for one in (bus, front_bus, player_bus):
            if isinstance(one, NatsBus):
                await one.close()
        for log in logs:
            log.removeHandler(incidents)
    assert not server.incidents, "the server logged errors: " + "\n".join(server.incidents)


def on_another_machine(config: ServerConfig) -> ServerConfig:
    """The same configuration for a second server of the cluster."""
    cluster = config.cluster.model_copy(update={"node": "n2"})
    data = config.data_dir / "n2"
    data.mkdir()
    return config.model_copy(update={"cluster": cluster, "data_dir": data})


# What tests do again and again.

FOREVER = {"kind": "none"}


def resumption(client: Client) -> Message:
    """For `hello.resume`: goes on behind the last message that `client` received."""
    last = max((message.get("seq", 0) for message in client.heard), default=0)
    welcome = client.welcome
    return {"session": welcome["session"], "token": welcome["resume_token"], "seq": last}


async def open_room(host: Client, **settings: Any) -> str:
    """A room with no clock unless `settings` say otherwise; returns its id."""
    asked = {"game": "colonizers", "clock": FOREVER} | settings
    reply = await host.ask("create_room", **asked)
    room: str = reply["room"]["room"]
    return room


async def seat_all(players: list[Client], room: str, **join: Any) -> None:
    """Sits `players` on the seats 0, 1, ... in this order, not ready."""
    for seat, player in enumerate(players):
        await player.ask("join", room=room, seat=seat, **join)


async def start_match(players: list[Client], **settings: Any) -> str:
    """A match with `players` on the first seats and the bot `first` on the others; its id."""
    room = await open_room(players[0], **settings)
    await seat_all(players, room)
    await players[0].ask("start", room=room)
    starts = [await player.expect("match_start") for player in players]
    match_id: str = starts[0]["match_id"]
    return match_id


def choose(decision: Message, seat: int) -> int:
    """A choice that looks random but is fixed: the same decision of a seat always gets the same."""
    return random.Random(f"{seat}:{decision['decision']}").randrange(int(decision["n"]))


async def play_on(client: Client, match_id: str, until: Test | None = None) -> Message:
    """Answers every turn of `client` until the match is over, or up to a turn that fits `until`.

    Returns the `match_over`, or the turn left unanswered. Reads with a mark of its own, so it may run
    beside `expect`.
    """
    position = 0
    while True:
        message = await client.heard_from(position)
        position += 1
        if message.get("match_id") != match_id:
            continue
        if message["type"] == "match_over":
            return message
        if message["type"] == "match_start":
            client.seats[match_id] = message.get("seat", -1)
        pending = message.get("pending", [])
        for turn in [message] if message["type"] == "your_turn" else pending:
            if (match_id, turn["decision"]) in client.answered:
                continue
            if until is not None and until(turn):
                return {"match_id": match_id, **turn}
            await act(client, {"match_id": match_id, "seat": client.seats[match_id], **turn})


async def act(client: Client, turn: Message) -> None:
    """Answers a turn with its fixed choice."""
    match_id, decision = turn["match_id"], turn["decision"]
    client.answered.add((match_id, decision))
    await client.tell("act", match_id=match_id, decision=decision, index=choose(turn, turn["seat"]))


async def play_out(players: list[Client], match_id: str) -> list[Message]:
    """Plays all `players` to the end; returns what each was told last."""
    return await asyncio.gather(*(play_on(player, match_id) for player in players))


async def play_some(players: Sequence[Client], match_id: str, decisions: int) -> None:
    """Until every player is asked for more than `decisions`, or waits for one who is."""
    tasks = [
        asyncio.create_task(play_on(one, match_id, until=lambda turn: turn["decision"] > decisions))
        for one in players
    ]
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    for player in players:
        await player.settled()
