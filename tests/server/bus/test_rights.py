"""The rights of `deploy/nats/nats.conf`, at a real server of NATS: each server speaks in its own name only."""

import asyncio
import re
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final, TypeVar

import pytest
from tests.faults.servers import running_server
from tests.forked import run
from tests.integration.harness import Client, open_wire
from tests.integration.test_cluster import ready
from tests.integration.test_thinking_elsewhere import thinking, until
from tests.server.bus.nats_server import NatsServer, running
from tests.server.storage.postgresql import Cluster

from infoset_protocol.codec import Encoding
from infoset_server.app.server import App
from infoset_server.bus.nats import BusConnectError, NatsBus, connect_nats
from infoset_server.bus.port import TEXT, BusError, Service, Topic
from infoset_server.cluster.edge import Edge
from infoset_server.cluster.far_pages import FarPages
from infoset_server.cluster.frames import VERSION, Batch, Presence
from infoset_server.cluster.order_words import DRAIN, ORDER
from infoset_server.cluster.reception import Reception
from infoset_server.cluster.trunk import HALL, PLAY, TRUNK
from infoset_server.compute.lending import Lending
from infoset_server.compute.remote import BEAT
from infoset_server.config import QueueLimits, ServerConfig, load_config
from infoset_server.http.routes import Router
from infoset_server.network.connection_gate import LoginGate

DEPLOY: Final = Path(__file__).parents[3] / "deploy"
PATIENCE_S: Final = 60.0
ERRAND: Final = Service("errand", TEXT, TEXT)  # in words: what is said is not what is looked at
STOP: Final = Topic("stop", TEXT)

T = TypeVar("T")


@pytest.fixture
def nats(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[NatsServer]:
    for node in ("N1", "N2", "N3", "E1", "T1", "OPERATOR"):
        monkeypatch.setenv(f"{node}_PASSWORD", f"secret of {node.lower()}".replace(" ", "-"))
    with running(tmp_path, "-c", str(DEPLOY / "nats" / "nats.conf")) as server:
        yield server


def url_of(nats: NatsServer, node: str) -> str:
    return nats.url.replace("//", f"//{node}:secret-of-{node}@")


@asynccontextmanager
async def bus_of(nats: NatsServer, node: str) -> AsyncIterator[NatsBus]:
    bus = await connect_nats([url_of(nats, node)], "infoset", node)
    try:
        yield bus
    finally:
        await bus.close()


def note(bus: NatsBus, topic: Topic[T], pattern: str, subjects: list[str]) -> asyncio.Event:
    """Adds the subject of whatever comes there; set when something has."""
    come = asyncio.Event()

    def take(subject: str, body: T) -> None:
        subjects.append(subject)
        come.set()

    bus.subscribe(topic, pattern, take, on_gap=lambda lost: None, max_pending=10)
    return come


async def answer(question: str) -> str:
    return f"{question}!"


async def test_nobody_is_let_in_without_the_password(nats: NatsServer) -> None:
    with pytest.raises(BusConnectError, match=r"[Aa]uthorization"):
        await connect_nats([nats.url.replace("//", "//n1:guess@")], "infoset", "n1")


async def test_a_server_cannot_speak_for_another(nats: NatsServer) -> None:
    async with bus_of(nats, "n1") as hall, bus_of(nats, "n2") as liar, bus_of(nats, "n3") as honest:
        heard: list[tuple[str, str]] = []
        told = asyncio.Event()

        def take(subject: str, batch: Batch) -> None:
            heard.append((subject, batch.source))
            told.set()

        hall.subscribe(TRUNK, "n1.*", take, on_gap=lambda lost: None, max_pending=10)
        presences: list[str] = []
        hall.subscribe(
            HALL,
            "*",
            lambda node, presence: presences.append(node),
            on_gap=lambda lost: None,
            max_pending=10,
        )
        await hall.flush()
        liar.publish(TRUNK, "n1.n3", Batch(VERSION, "forged", "h", 1, ()))
        liar.publish(HALL, "n3", Presence(VERSION, "n3", "h_forged", 99, 0.5))
        await liar.flush()
        honest.publish(TRUNK, "n1.n3", Batch(VERSION, "true", "h", 1, ()))
        await asyncio.wait_for(told.wait(), PATIENCE_S)
        assert heard == [("n1.n3", "true")]
        assert presences == []


async def test_a_server_cannot_hear_what_others_are_told(nats: NatsServer) -> None:
    async with bus_of(nats, "n1") as hall, bus_of(nats, "n2") as spy, bus_of(nats, "n3") as edge:
        overheard: list[str] = []
        for pattern in ("n3.*", "*.*", ">"):
            spy.subscribe(
                TRUNK,
                pattern,
                lambda subject, batch: overheard.append(subject),
                on_gap=lambda lost: None,
                max_pending=10,
            )
        told = asyncio.Event()
        edge.subscribe(
            TRUNK,
            "n3.*",
            lambda subject, batch: told.set(),
            on_gap=lambda lost: None,
            max_pending=10,
        )
        await edge.flush()
        await spy.flush()
        hall.publish(TRUNK, "n3.n1", Batch(VERSION, "h", "e", 1, ()))
        await asyncio.wait_for(told.wait(), PATIENCE_S)
        await spy.flush()
        assert overheard == []


async def test_a_request_is_answered_and_nobody_else_hears_the_answer(nats: NatsServer) -> None:
    async with bus_of(nats, "n1") as one, bus_of(nats, "n2") as two, bus_of(nats, "n3") as spy:
        overheard: list[str] = []
        spy.subscribe(
            Topic("inbox", TEXT),
            ">",
            lambda subject, text: overheard.append(text),
            on_gap=lambda lost: None,
            max_pending=10,
        )
        await spy.flush()

        two.serve(ERRAND, "n2", answer)
        await two.flush()
        assert await one.request(ERRAND, "n2", "well", PATIENCE_S) == "well!"
        await spy.flush()
        assert overheard == []


async def test_who_only_thinks_or_is_an_edge_answers_what_it_was_asked_and_nothing_else(
    nats: NatsServer,
) -> None:
    """Whoever has been asked knows most of the inbox in which other answers are waited for."""
    may_answer = asyncio.Event()

    async def honest(question: str) -> str:
        await may_answer.wait()
        return "honest"

    async with bus_of(nats, "n1") as asks, bus_of(nats, "n2") as helper:
        helper.serve(ERRAND, "n2", honest)
        await helper.flush()
        for node in ("t1", "e1"):
            async with bus_of(nats, node) as forger, bus_of(nats, "operator") as operator:
                forger.serve(ORDER, node, answer)
                await forger.flush()
                assert await operator.request(ORDER, node, "well", PATIENCE_S) == "well!"
                may_answer.clear()
                waits = asyncio.create_task(asks.request(ERRAND, "n2", "how much", PATIENCE_S))
                while not asks._client._resp_map:  # noqa: ASYNC110 (no event tells it)
                    await asyncio.sleep(0.01)
                prefix = asks._client._resp_sub_prefix
                assert prefix is not None
                [token] = asks._client._resp_map
                await forger._client.publish(f"{prefix.decode()}{token}", b"+forged")
                await forger.flush()
                may_answer.set()
                assert await waits == "honest"


async def test_only_an_operator_may_stop_a_server(nats: NatsServer) -> None:
    obeyed: list[str] = []

    async def obey(order: str) -> str:
        obeyed.append(order)
        return "it stops"

    async with (
        bus_of(nats, "n1") as one,
        bus_of(nats, "n2") as other,
        bus_of(nats, "operator") as operator,
    ):
        one.serve(ORDER, "n1", obey)
        await one.flush()
        with pytest.raises(BusError):
            await other.request(ORDER, "n1", DRAIN, 0.5)
        assert obeyed == []
        assert await operator.request(ORDER, "n1", DRAIN, PATIENCE_S) == "it stops"
    assert obeyed == [DRAIN]


async def test_a_play_node_needs_no_more_than_these_rights_and_cannot_speak_for_another(
    nats: NatsServer, caplog: pytest.LogCaptureFixture
) -> None:
    async with bus_of(nats, "n1") as hall, bus_of(nats, "n2") as node, bus_of(nats, "n3") as liar:
        heard: list[tuple[str, str]] = []
        told = asyncio.Event()

        def take(subject: str, batch: Batch) -> None:
            heard.append((subject, batch.source))
            told.set()

        hall.subscribe(PLAY, "n1.*", take, on_gap=lambda lost: None, max_pending=10)
        node.subscribe(PLAY, "n2.*", take, on_gap=lambda lost: None, max_pending=10)
        await hall.flush()
        await node.flush()
        node.publish(PLAY, "n1.n2", Batch(VERSION, "p", "h", 1, ()))
        await asyncio.wait_for(told.wait(), PATIENCE_S)
        told.clear()
        assert "ermissions" not in caplog.text
        liar.publish(PLAY, "n2.n1", Batch(VERSION, "forged", "p", 1, ()))
        await liar.flush()
        hall.publish(PLAY, "n2.n1", Batch(VERSION, "h", "p", 1, ()))
        await asyncio.wait_for(told.wait(), PATIENCE_S)
        assert heard == [("n1.n2", "p"), ("n2.n1", "h")]


async def test_a_hall_and_an_edge_need_no_more_than_these_rights(
    nats: NatsServer, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    config: ServerConfig = load_config(None, {"store.enabled": False, "data_dir": tmp_path})
    async with bus_of(nats, "n1") as one, bus_of(nats, "n2") as two:
        app = App(config)
        router = Router([])
        reception = Reception(
            one,
            "n1",
            app,
            router,
            beat_s=0.05,
            patience=1_000,
            epoch=1,
            queues=QueueLimits(),
            logins=LoginGate(config.connections),
            max_body=config.frames.max_body_bytes,
        )
        edge = Edge(two, "n2", FarPages(router, lambda path: True), patience=1_000, idle_s=60)
        async with asyncio.timeout(PATIENCE_S):
            await edge.is_open.wait()
            while reception.edges == 0:  # noqa: ASYNC110 (no event tells it)
                await asyncio.sleep(0.02)
        edge.close()
        reception.close()
        await app.close(0)
    assert "ermissions" not in caplog.text


async def test_servers_of_all_kinds_and_an_operator_need_no_more_than_these_rights(
    nats: NatsServer, cluster: Cluster, tmp_path: Path
) -> None:
    def settings(node: str, **more: object) -> dict[str, object]:
        own = {"cluster.bus": url_of(nats, node), "cluster.node": node, "beacon_port": 0}
        return own | {f"cluster.{name}": value for name, value in more.items()}

    hall = settings("n1", place="even") | {"store.url": cluster.new_database()}
    with (
        running_server(tmp_path / "n1", hall),
        running_server(tmp_path / "e1", settings("e1", roles="edge")) as edge,
        thinking(url_of(nats, "t1"), "t1", tmp_path),
    ):
        await until(lambda: ready(edge) == 200, "the edge has a hall")
        client = Client(await open_wire(edge.port, "tcp-json"), Encoding.JSON, "ada")
        await client.log_in()
        command = [sys.executable, "-m", "infoset", "cluster"]
        asked = ["--set", f"cluster.bus={url_of(nats, 'operator')}"]
        asked += ["--set", "cluster.node=operator", "--set", "cluster.beat_s=2"]
        table = await asyncio.to_thread(run, [*command, "status", *asked])
        assert [line.split()[0] for line in table.stdout.splitlines()[1:]] == ["e1", "n1", "t1"]
        stopped = await asyncio.to_thread(run, [*command, "drain", "e1", *asked])
        assert stopped.stdout == "e1 stops\n"
        assert await asyncio.to_thread(edge.process.wait, PATIENCE_S) == 0
        await client.cut()
    assert nats.violations == []


async def test_an_edge_alone_can_neither_be_the_hall_nor_play_nor_hear_what_others_are_told(
    nats: NatsServer,
) -> None:
    async with bus_of(nats, "n1") as hall, bus_of(nats, "e1") as liar:
        heard: list[str] = []
        overheard: list[str] = []
        note(hall, HALL, "*", heard)
        note(hall, PLAY, "n1.*", heard)
        told = note(hall, TRUNK, "n1.*", heard)
        note(liar, PLAY, "n2.*", overheard)
        note(liar, TRUNK, "n2.*", overheard)
        await hall.flush()
        await liar.flush()
        liar.publish(HALL, "e1", Presence(VERSION, "e1", "h_e1", 99, 0.5))
        liar.publish(PLAY, "n1.e1", Batch(VERSION, "p", "h", 1, ()))
        for service in (ORDER, ERRAND):
            with pytest.raises(BusError):
                await liar.request(service, "n1", DRAIN, 0.5)
        hall.publish(PLAY, "n2.n1", Batch(VERSION, "h", "p", 1, ()))
        hall.publish(TRUNK, "n2.n1", Batch(VERSION, "h", "e", 1, ()))
        await hall.flush()
        liar.publish(TRUNK, "n1.e1", Batch(VERSION, "e", "h", 1, ()))
        await asyncio.wait_for(told.wait(), PATIENCE_S)
        await liar.flush()
        assert (heard, overheard) == (["n1.e1"], [])


async def test_who_only_thinks_needs_no_more_than_its_rights(
    nats: NatsServer, caplog: pytest.LogCaptureFixture
) -> None:
    async with bus_of(nats, "n1") as hall, bus_of(nats, "t1") as thinker:
        lending = Lending(thinker, None, "t1", "l_1", ("think",), PATIENCE_S)
        thinker.serve(ERRAND, "t1", answer)
        thinker.serve(ORDER, "t1", answer)
        stopped = note(thinker, STOP, "t1", [])
        await thinker.flush()
        assert await hall.request(ERRAND, "t1", "well", PATIENCE_S) == "well!"
        hall.publish(STOP, "t1", "enough")
        await asyncio.wait_for(stopped.wait(), PATIENCE_S)
        await lending.close()
    assert "ermissions" not in caplog.text


async def test_who_only_thinks_can_neither_be_the_hall_nor_play_nor_hear_what_others_are_told(
    nats: NatsServer,
) -> None:
    async with bus_of(nats, "n1") as hall, bus_of(nats, "t1") as thinker:
        heard: list[str] = []
        overheard: list[str] = []
        note(hall, HALL, "t1", heard)
        note(hall, PLAY, "n1.*", heard)
        note(hall, TRUNK, "n1.*", heard)
        beaten = note(hall, BEAT, "t1", heard)
        note(thinker, HALL, "n1", overheard)
        note(thinker, PLAY, "n2.*", overheard)
        note(thinker, TRUNK, "t1.*", overheard)
        await hall.flush()
        await thinker.flush()
        thinker.publish(HALL, "t1", Presence(VERSION, "t1", "h_t1", 99, 0.5))
        thinker.publish(PLAY, "n1.t1", Batch(VERSION, "p", "h", 1, ()))
        thinker.publish(TRUNK, "n1.t1", Batch(VERSION, "e", "h", 1, ()))
        hall.publish(HALL, "n1", Presence(VERSION, "n1", "h_n1", 1, 0.5))
        hall.publish(PLAY, "n2.n1", Batch(VERSION, "h", "p", 1, ()))
        hall.publish(TRUNK, "t1.n1", Batch(VERSION, "h", "e", 1, ()))
        await hall.flush()
        lending = Lending(thinker, None, "t1", "l_2", ("think",), PATIENCE_S)
        await asyncio.wait_for(beaten.wait(), PATIENCE_S)
        await thinker.flush()
        assert (heard, overheard) == (["t1"], [])  # the beat
        await lending.close()


def test_the_files_of_a_deployment_name_the_same_servers_and_ports() -> None:
    config = load_config(DEPLOY / "infoset.toml")
    assert (config.cluster.name, config.cluster.node, config.port) == ("infoset", "n1", 7421)
    balancer = (DEPLOY / "haproxy.cfg").read_text(encoding="utf-8")
    servers = re.findall(r"^  server (\w+) (\w+):(\d+)$", balancer, re.MULTILINE)
    assert servers == [(node, node, str(config.port)) for node in ("n1", "n2", "n3")]
    rights = (DEPLOY / "nats" / "nats.conf").read_text(encoding="utf-8")
    assert re.findall(r"user: (\w+)", rights) == ["operator", "n1", "n2", "n3", "e1", "t1"]
    assert all(url.endswith(":4222") for url in config.cluster.bus)
    assert "port: 4222" in rights
