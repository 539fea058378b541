"""Servers of a cluster as processes, over a real NATS: an edge and a hall, what each needs, and what they say at the start."""

import asyncio
import json
import re
import shutil
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.faults.servers import Child, eventually, running_server
from tests.forked import run
from tests.integration.harness import Client, open_room, open_wire, play_on, seat_all
from tests.integration.test_thinking_elsewhere import until
from tests.server.bus.nats_server import NatsServer, running
from tests.server.storage.postgresql import Cluster

from infoset_protocol.codec import Encoding
from infoset_protocol.errors import CloseCode
from infoset_server.matches.records import check_admission
from infoset_server.storage.errors import StoreSetupError
from infoset_server.storage.memory import MemoryStore


@pytest.fixture
def nats(tmp_path: Path) -> Iterator[NatsServer]:
    with running(tmp_path) as server:
        yield server


def settings(nats: NatsServer, node: str, roles: str) -> dict[str, object]:
    return {
        "cluster.bus": nats.url,
        "cluster.node": node,
        "cluster.roles": roles,
        "cluster.beat_s": 0.2,
        "cluster.patience_s": 60,
        "rates.msgs_per_s": 100_000,
        "beacon_port": 0,
    }


def ready(server: Child) -> int:
    """The status of its page `/ready`."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{server.port}/ready") as page:
            status: int = page.status
            return status
    except urllib.error.HTTPError as refused:
        return refused.code


def fetch(server: Child, path: str) -> str:
    with urllib.request.urlopen(f"http://127.0.0.1:{server.port}{path}") as page:
        text: str = page.read().decode()
    return text


async def come(server: Child, name: str, transport: str = "ws-msgpack") -> Client:
    wire = await open_wire(server.port, transport)
    return await Client(wire, Encoding(transport.partition("-")[2]), name).log_in()


async def test_players_at_an_edge_and_at_the_hall_share_a_table(
    nats: NatsServer, tmp_path: Path
) -> None:
    with running_server(tmp_path / "edge", settings(nats, "e", "edge")) as edge:
        assert await asyncio.to_thread(ready, edge) == 503, "there is no hall yet"
        with running_server(tmp_path / "hall", settings(nats, "h", "play")) as hall:
            await until(lambda: ready(edge) == 200, "the edge has a hall")
            here, there = await come(hall, "ann"), await come(edge, "bob")
            players = [here, there, await come(edge, "cyd", "tcp-json"), await come(hall, "dan")]
            await seat_all(players, await open_room(here), ready=True)
            match_id = (await there.expect("match_start"))["match_id"]
            for seat, player in enumerate(players):
                player.seats[match_id] = seat
            ends = await asyncio.gather(*(play_on(player, match_id) for player in players))
            assert len({json.dumps(end["places"]) for end in ends}) == 1
            numbers = await asyncio.to_thread(fetch, hall, "/metrics")
            assert "infoset_cluster_lines 2.0" in numbers
            own = await asyncio.to_thread(fetch, edge, "/metrics")
            assert "infoset_edge_connections 2.0" in own
            assert 'infoset_cluster_node_info{node="e",roles="edge"} 1.0' in own
            assert "infoset_loop_lag_seconds_count" in own
            assert "infoset_disk_free_ratio" in own
            described = json.loads(await asyncio.to_thread(fetch, edge, "/openapi.json"))
            assert "/ready" in described["paths"]
            assert "<!doctype html>" in (await asyncio.to_thread(fetch, edge, "/")).lower()
            command = [sys.executable, "-m", "infoset", "cluster", "drain"]
            reach = ("--set", f"cluster.bus={nats.url}")
            told = await asyncio.to_thread(run, [*command, "nobody", *reach])
            assert (told.returncode, "no server nobody" in told.stderr) == (1, True)
            told = await asyncio.to_thread(run, [*command, "h", "--wait", *reach])
            assert (told.returncode, told.stdout) == (0, "h has gone\n"), told.stderr
            for away in players[1:3]:
                assert (await away.expect("bye"))["code"] == CloseCode.RESTARTING
            await until(lambda: ready(edge) == 503, "the hall is gone")
            for player in players:
                await player.cut()
        assert edge.problems("error", "critical") == []


@pytest.mark.parametrize(
    ("roles", "more", "said"),
    [
        ("edge", ["cluster.bus="], "expected play among them, or servers of NATS in bus"),
        (
            "play",
            ["cluster.place=even", "cluster.node=hall"],
            "node: expected another name than 'hall'",
        ),
        ("edge", ["cluster.patience_s=0.5"], "patience_s: expected at least twice beat_s"),
        (
            "play",
            ["store.url=postgresql://infoset@127.0.0.1:1/x", "store.node=me"],
            "store.node: expected none in a cluster",
        ),
    ],
)
def test_a_server_that_cannot_be_of_the_cluster_says_why(
    nats: NatsServer, tmp_path: Path, roles: str, more: list[str], said: str
) -> None:
    command = [sys.executable, "-m", "infoset", "serve", "--port", "0", "--data", str(tmp_path)]
    for setting in (f"cluster.bus={nats.url}", f"cluster.roles={roles}", *more):
        command += ["--set", setting]
    told = run(command)
    assert told.returncode == 1
    assert said in told.stderr
    assert "Traceback" not in told.stderr


def test_a_server_with_another_key_does_not_stand_by(
    nats: NatsServer, cluster: Cluster, tmp_path: Path
) -> None:
    url = {"store.url": cluster.new_database(), "store.lease_s": 5}
    with running_server(tmp_path / "one", settings(nats, "one", "play") | url) as one:
        command = [sys.executable, "-m", "infoset", "serve", "--port", "0"]
        command += ["--data", str(tmp_path / "two")]
        for name, value in (settings(nats, "two", "play") | url).items():
            command += ["--set", f"{name}={value}"]
        told = run(command)
        assert told.returncode == 1
        assert "server.key: expected the same as in the data folders of the other" in told.stderr
        assert one.is_running


def test_the_console_is_reached_by_the_folder_of_a_server_that_stands_by(
    nats: NatsServer, cluster: Cluster, tmp_path: Path
) -> None:
    """Which has the administrator's token, as all servers should."""
    url = {"store.url": cluster.new_database()}
    two = tmp_path / "two"
    with running_server(tmp_path / "one", settings(nats, "one", "edge,play") | url):
        two.mkdir()
        for name in ("server.key", "admin.token"):
            shutil.copy(tmp_path / "one" / name, two)
        with running_server(two, settings(nats, "two", "edge,play") | url) as standing_by:
            eventually(lambda: ready(standing_by) == 200, "it has heard of the hall")
            command = [sys.executable, "-m", "infoset", "admin", "--data", str(two), "users"]
            told = run(command)
            assert told.returncode == 0, told.stderr
        assert not (two / "server.url").exists()


@pytest.mark.parametrize("roles", ["edge,play", "edge", "think"])
def test_a_server_with_the_name_of_another_does_not_start(
    nats: NatsServer, tmp_path: Path, roles: str
) -> None:
    """Such as one with a copy of its settings: they would break each other's trunks without end."""
    with running_server(tmp_path / "one", settings(nats, "one", "edge")):
        command = [sys.executable, "-m", "infoset", "serve", "--port", "0"]
        command += ["--data", str(tmp_path / "two")]
        for name, value in settings(nats, "one", roles).items():
            command += ["--set", f"{name}={value}"]
        told = run(command)
        assert told.returncode == 1
        assert "cluster.node: expected a name that no other server of infoset has" in told.stderr
        assert "Traceback" not in told.stderr


@pytest.mark.parametrize("copy", ["another database", "a file"])
def test_a_server_on_another_database_does_not_become_a_second_hall(
    nats: NatsServer, cluster: Cluster, tmp_path: Path, copy: str
) -> None:
    """Such as one that is to try a backup, with the settings of the cluster."""
    url = {"store.url": cluster.new_database()}
    with running_server(tmp_path / "one", settings(nats, "one", "play") | url):
        told = start_beside(nats, tmp_path, cluster.new_database() if copy != "a file" else "")
        assert told.returncode == 1
        assert "store.url: expected the database of one, which is the hall" in told.stderr
        assert "Traceback" not in told.stderr


def test_a_server_does_not_become_the_hall_beside_one_with_a_file(
    nats: NatsServer, cluster: Cluster, tmp_path: Path
) -> None:
    """That from which a cluster has come, and which was not stopped."""
    with running_server(tmp_path / "one", settings(nats, "one", "play")):
        told = start_beside(nats, tmp_path, cluster.new_database())
        assert told.returncode == 1
        assert "store.url: expected the database of one, which is the hall" in told.stderr


def start_beside(nats: NatsServer, folder: Path, url: str) -> subprocess.CompletedProcess[str]:
    """What comes of a second server, with another database."""
    command = [sys.executable, "-m", "infoset", "serve", "--port", "0", "--data"]
    command.append(str(folder / "two"))
    named = settings(nats, "two", "play") | ({"store.url": url} if url else {})
    for name, value in named.items():
        command += ["--set", f"{name}={value}"]
    return run(command)


@pytest.mark.parametrize(
    ("ahead_s", "is_refused"), [(0, False), (20, False), (45, True), (-45, True)]
)
async def test_a_server_with_a_wrong_clock_is_refused(ahead_s: int, is_refused: bool) -> None:
    store = MemoryStore(lambda: 1_000.0)
    await store.claim("node/x", "holder", 5.0)
    now_ms = 1_000_000 + ahead_s * 1_000
    if is_refused:
        with pytest.raises(StoreSetupError, match=re.escape(f"it is {ahead_s:+d} s off")):
            await check_admission(store, "me", now_ms)
    else:
        await check_admission(store, "me", now_ms)
