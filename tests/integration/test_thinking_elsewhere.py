"""Servers that think for another one, as processes over a real NATS: killed, started again, and told apart."""

import asyncio
import contextlib
import json
import re
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from tests.faults.servers import eventually, running_server
from tests.forked import Forked, run
from tests.integration.harness import Client, open_room, open_wire, seat_all
from tests.integration.test_remote_search import FREE
from tests.server.bus.nats_server import NatsServer, running
from tests.server.storage.postgresql import Cluster

from infoset_protocol.codec import Encoding

PATIENCE_S = 240.0
SENT = 2  # jobs, at least


@contextlib.contextmanager
def thinking(bus: str, node: str, folder: Path) -> Iterator[Forked]:
    """A server that lends one worker."""
    command = [sys.executable, "-m", "infoset", "serve"]
    for setting in (
        "cluster.roles=think",
        f"cluster.bus={bus}",
        f"cluster.node={node}",
        "compute.workers=1",
        "compute.nice=0",
    ):
        command += ["--set", setting]
    process = Forked(command, folder / f"{node}.log")
    try:
        assert process.stdout.readline().startswith(f"thinking for infoset as {node}, 1 workers")
        yield process
    finally:
        is_running = process.poll() is None
        process.send_signal(signal.SIGCONT)
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE_S) == 0 or not is_running


def settings(bus: str) -> dict[str, object]:
    """Of a server that plays, with one worker of its own."""
    searching = {name.replace("__", "."): value for name, value in FREE.items()}
    return {
        **searching,
        "cluster.roles": "play",
        "cluster.bus": bus,
        "cluster.node": "main",
        "compute.workers": 1,
        "compute.nice": 0,
        "rooms.fill_ms": 600_000,
        "rates.msgs_per_s": 100_000,
    }


def metric(port: int, name: str) -> float:
    """A number of the page of metrics of the server on this port."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics") as page:
        text = page.read().decode()
    found = re.search(rf"^infoset_{name} ([0-9.e+]+)$", text, re.MULTILINE)
    assert found is not None, f"no {name} among the metrics"
    return float(found[1])


async def thoughts(players: list[Client], match_id: str) -> list[Any]:
    """What all seats are told that ask at once for many playouts: whoever does them, the same."""
    asked = [
        player.ask(
            "rollout",
            match_id=match_id,
            k=64,
            seed=seat,
            n=600,
            policy="random",
            max_ms=600_000,
        )
        for seat, player in enumerate(players)
    ]
    return [answer["rows"] for answer in await asyncio.gather(*asked)]


async def test_what_helpers_think_is_the_same_and_outlives_them(tmp_path: Path) -> None:
    with running(tmp_path) as nats, running_server(tmp_path, settings(nats.url)) as server:
        players = [
            await Client(await open_wire(server.port, "tcp-json"), Encoding.JSON, name).log_in(
                features=["compute"]
            )
            for name in ("ada", "bob", "cyd", "dan")
        ]
        await seat_all(players, await open_room(players[0]), ready=True)
        match_id = (await players[0].expect("your_turn"))["match_id"]
        alone = await thoughts(players, match_id)
        assert metric(server.port, "compute_sent_total") == 0
        with thinking(nats.url, "first", tmp_path) as first:
            await until(lambda: metric(server.port, "compute_lenders") == 1, "a lender")
            assert await thoughts(players, match_id) == alone
            before = metric(server.port, "compute_sent_total")
            assert before > SENT
            again = asyncio.create_task(thoughts(players, match_id))
            await until(lambda: metric(server.port, "compute_sent_total") > before + SENT, "jobs")
            first.kill()
            assert await again == alone
            await until(lambda: metric(server.port, "compute_lenders") == 0, "it is gone")
        with thinking(nats.url, "second", tmp_path) as second:
            await until(lambda: metric(server.port, "compute_lenders") == 1, "a lender")
            again = asyncio.create_task(thoughts(players, match_id))
            before = metric(server.port, "compute_sent_total")
            await until(lambda: metric(server.port, "compute_sent_total") > before + SENT, "jobs")
            second.send_signal(signal.SIGSTOP)
            assert await again == alone
        again = asyncio.create_task(thoughts(players, match_id))
        await asyncio.to_thread(nats.stop, signal.SIGKILL)
        assert await again == alone
        for player in players:
            await player.cut()
        assert server.problems("ERROR", "CRITICAL") == []


async def until(is_so: Callable[[], bool], what: str) -> None:
    """Looks again and again until it is so."""
    await asyncio.to_thread(eventually, is_so, what, PATIENCE_S)


@pytest.fixture
def nats(tmp_path: Path) -> Iterator[NatsServer]:
    with running(tmp_path) as server:
        yield server


async def test_a_match_that_another_server_plays_is_thought_for_by_all_who_lend(
    nats: NatsServer, cluster: Cluster, tmp_path: Path
) -> None:
    """Wherever it is played: there, at the hall, and at a helper."""
    together = settings(nats.url) | {
        "cluster.roles": "edge,play,think",
        "cluster.place": "even",
        "store.url": cluster.new_database(),
        "beacon_port": 0,
    }
    (tmp_path / "two").mkdir()
    with running_server(tmp_path / "one", together | {"cluster.node": "one"}) as one:
        (tmp_path / "two" / "server.key").write_bytes(
            (tmp_path / "one" / "server.key").read_bytes()
        )
        with running_server(tmp_path / "two", together | {"cluster.node": "two"}) as two:
            await until(lambda: metric(one.port, "cluster_play_nodes") == 2, "both play")
            players = [
                await Client(await open_wire(one.port, "tcp-json"), Encoding.JSON, name).log_in(
                    features=["compute"]
                )
                for name in ("ada", "bob", "cyd", "dan")
            ]
            await seat_all(players, await open_room(players[0]), ready=True)
            match_id = (await players[0].expect("your_turn"))["match_id"]
            await asyncio.to_thread(move, nats.url, match_id, "two")
            assert metric(one.port, "cluster_far_matches") == 1
            assert (metric(one.port, "matches"), metric(two.port, "matches")) == (0, 1)
            await until(lambda: metric(two.port, "compute_lenders") == 1, "the hall lends")
            alone = await thoughts(players, match_id)
            assert metric(two.port, "compute_sent_total") > SENT
            assert metric(one.port, "compute_lent_total") > SENT
            assert (
                metric(one.port, "compute_sent_total"),
                metric(two.port, "compute_lent_total"),
            ) == (0, 0)
            with thinking(nats.url, "helper", tmp_path):
                await until(lambda: metric(two.port, "compute_lenders") == 2, "the helper, too")
                assert await thoughts(players, match_id) == alone
            await asyncio.to_thread(move, nats.url, match_id, "one")
            await until(lambda: metric(one.port, "matches") == 1, "beside those of the hall")
            assert metric(two.port, "matches") == 0
            for player in players:
                await player.cut()


def move(bus: str, match_id: str, node: str) -> None:
    command = [sys.executable, "-m", "infoset", "cluster", "move", match_id, node]
    done = run([*command, "--set", f"cluster.bus={bus}"])
    assert done.returncode == 0 or "is played there already" in done.stderr, done.stderr


def status(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "infoset", "cluster", "status", *arguments]
    return run(command)


def test_status_lists_who_is_there(nats: NatsServer, tmp_path: Path) -> None:
    reach = ("--set", f"cluster.bus={nats.url}", "--set", "cluster.beat_s=3")
    with (
        running_server(tmp_path / "main", settings(nats.url)),
        thinking(nats.url, "helper", tmp_path),
        ThreadPoolExecutor() as both,
    ):
        asked = both.submit(status, "--json", *reach)
        table = status(*reach)
        told = asked.result()
    nodes: list[dict[str, Any]] = [json.loads(line) for line in told.stdout.splitlines()]
    assert [(node["node"], node["is_hall"], node["roles"], node["free"]) for node in nodes] == [
        ("helper", False, ["think"], 1),
        ("main", True, ["play"], 0),
    ]
    assert [line.split()[:5] for line in table.stdout.splitlines()] == [
        ["node", "hall", "roles", "workers", "free"],
        ["helper", "no", "think", "1", "1"],
        ["main", "yes", "play", "1", "0"],
    ]


@pytest.mark.parametrize("action", [("status",), ("status", "--json"), ("hall",)])
def test_a_cluster_in_which_nobody_is_is_named_with_its_bus(
    nats: NatsServer, action: tuple[str, ...]
) -> None:
    url = nats.url.replace("//", "//operator:secret@")
    where = (
        "--set",
        f"cluster.bus={url}",
        "--set",
        "cluster.name=camp",
        "--set",
        "cluster.beat_s=0.1",
    )
    told = run([sys.executable, "-m", "infoset", "cluster", *action, *where])
    assert told.returncode == 1
    assert not told.stdout
    assert f"nobody is in the cluster camp at {nats.url}" in told.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "expected servers of NATS in cluster.bus"),
        (("--set", "cluster.bus=here"), "expected an address as in nats://"),
        (("--set", "cluster.bus=nats://127.0.0.1:1"), "no NATS server lets us in"),
        (("--set", "cluster"), "expected NAME=VALUE"),
    ],
)
def test_status_says_why_there_is_none(arguments: tuple[str, ...], said: str) -> None:
    told = status(*arguments)
    assert told.returncode == 1
    assert said in told.stderr
    assert "Traceback" not in told.stderr


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        ("cluster.roles=think", "expected play among them, or servers of NATS in bus"),
        ("cluster.roles=cook", "cluster.roles"),
        ("cluster.bus=nats://127.0.0.1:1", "no NATS server lets us in"),
        ("cluster.node=two words", "cluster.node"),
    ],
)
def test_a_server_that_cannot_take_part_does_not_start(
    tmp_path: Path, setting: str, said: str
) -> None:
    command = [sys.executable, "-m", "infoset", "serve", "--port", "0", "--data", str(tmp_path)]
    told = run([*command, "--set", setting])
    assert told.returncode == 1
    assert said in told.stderr
    assert "Traceback" not in told.stderr
