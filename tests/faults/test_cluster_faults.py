"""Faults of what a cluster stands on, one at a time: its database, its bus, and the disk of a server."""

import asyncio
import random
import urllib.error
import urllib.request
from collections.abc import Sequence
from pathlib import Path

import pytest
from tests.faults.cluster_killing import (
    LEASE_S,
    SEEK,
    SERVER,
    ClusterKilling,
    Front,
    Thoughtful,
    more_acts,
)
from tests.faults.killing import SEATS, SETTINGS, Killing, Outcome, compare
from tests.faults.servers import Child, running_server
from tests.faults.test_storage_faults import fill_disk, small_disk  # noqa: F401 (a fixture)
from tests.integration.test_cluster import ready, settings
from tests.integration.test_thinking_elsewhere import until
from tests.server.bus.nats_server import running
from tests.server.storage.postgresql import Cluster

MATCHES = 2
PATIENCE_S = 120.0
QUICK_S, SLOW_S = (
    0.05,
    2.0,
)  # between two acts of a player; slowly during a fault, so that matches outlive it
OUTAGE_LEASES = 3

pytestmark = pytest.mark.timeout(600)


class Table:
    """The players of some matches, who think as long as they are told."""

    def __init__(self, port: int, matches: int, name: str = "player") -> None:
        self.players = [
            Thoughtful(port, f"{name}-{number}", random.Random(number), SEEK)
            for number in range(matches * SEATS)
        ]
        self.think(QUICK_S)
        self.tasks = [asyncio.create_task(player.play()) for player in self.players]

    def think(self, think_s: float) -> None:
        for player in self.players:
            player.take(think_s)

    async def goes_on(self, acts: int) -> None:
        """Returns when so many more acts were acknowledged."""
        assert await more_acts(self.players, self.tasks, acts, PATIENCE_S)
        assert not all(task.done() for task in self.tasks), "the matches outlive the fault"

    async def end(self) -> None:
        """Plays to the end, without thinking."""
        self.think(0.0)
        await asyncio.wait(self.tasks, timeout=PATIENCE_S)
        assert [one.name for one in self.players if one.over is None] == []
        await asyncio.gather(*self.tasks)

    def leave(self) -> None:
        for task in self.tasks:
            task.cancel()


def assert_kept(outcome: Outcome, matches: int) -> None:
    assert outcome.matches == matches
    assert (outcome.wrongs, outcome.lost, outcome.unfinished, outcome.timeouts) == ([], [], [], 0)


def ready_at(port: int) -> int:
    """The status of the page `/ready` at a port of this machine."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/ready") as page:
            return int(page.status)
    except urllib.error.HTTPError as refused:
        return refused.code


async def outage_of(cluster: Cluster, for_s: float) -> None:
    """The database crashes, and is back after a while."""
    await asyncio.to_thread(cluster.stop, "immediate")
    await asyncio.sleep(for_s)
    await asyncio.to_thread(cluster.start)


async def test_a_server_on_which_nobody_acts_says_too_that_the_database_is_away(
    tmp_path: Path, cluster: Cluster
) -> None:
    """To the balancer, to whoever watches its numbers, and that it is over."""
    settings = {"store.url": cluster.new_database(), "store.lease_s": LEASE_S, "beacon_port": 0}

    def said(server: Child) -> tuple[int, bool]:
        with urllib.request.urlopen(f"http://127.0.0.1:{server.port}/metrics") as page:
            return ready(server), b"infoset_store_trouble 1.0" in page.read()

    with running_server(tmp_path / "data", settings) as server:
        assert await asyncio.to_thread(said, server) == (200, False)
        await asyncio.to_thread(cluster.stop, "immediate")
        await until(lambda: said(server) == (503, True), "the database is missed")
        await asyncio.to_thread(cluster.start)
        await until(lambda: said(server) == (200, False), "it is back")


async def test_after_an_outage_of_the_database_the_same_server_is_the_hall_and_play_goes_on(
    tmp_path: Path, cluster: Cluster
) -> None:
    outcome = Outcome()
    with running(tmp_path) as bus:
        there = ClusterKilling(tmp_path, 2, cluster, bus, seed=1)
        front = Front([node.port for node in there.nodes])
        table: Table | None = None
        try:
            await there.start()
            await front.open()
            table = Table(front.port, MATCHES)
            await table.goes_on(10)
            hall = there.hall()
            lives = [node.pid for node in there.nodes]
            table.think(SLOW_S)
            await outage_of(cluster, OUTAGE_LEASES * LEASE_S)
            await table.goes_on(10)
            assert there.hall() is hall
            assert [node.pid for node in there.nodes] == lives, "nobody was replaced"
            await table.end()
        finally:
            if table is not None:
                table.leave()
            front.close()
            await there.close()
        stored = there.settings | {"data_dir": there.folders[0] / "data", "store.node": "looker"}
        assert table is not None
        await compare(table.players, stored, outcome)
    assert (there.ended, there.replaced) == ([], 0)
    assert_kept(outcome, MATCHES)


async def test_while_the_bus_stands_still_play_goes_on_at_the_hall_and_the_others_come_back(
    tmp_path: Path,
) -> None:
    outcome = Outcome()
    parts = (one.partition("=") for one in SETTINGS)
    brief: dict[str, object] = {name: value for name, _, value in parts}
    brief["cluster.patience_s"] = 2
    with (
        running(tmp_path) as bus,
        running_server(tmp_path / "hall", settings(bus, "h", "play") | brief) as hall,
        running_server(tmp_path / "edge", settings(bus, "e", "edge") | brief) as edge,
    ):
        await until(lambda: ready(edge) == 200, "the edge has a hall")
        near = Table(hall.port, 1, "near")
        await near.goes_on(4)
        far = Table(edge.port, 1, "far")
        try:
            await far.goes_on(4)
            far.think(SLOW_S)
            near.think(SLOW_S / 4)
            bus.freeze()
            await until(lambda: ready(edge) == 503, "the edge has no hall")
            await near.goes_on(8)
            assert ready(hall) == 200
            bus.thaw()
            await until(lambda: ready(edge) == 200, "the edge has its hall again")
            await far.goes_on(4)
            await asyncio.gather(near.end(), far.end())
        finally:
            near.leave()
            far.leave()
    players: Sequence[Thoughtful] = [*near.players, *far.players]
    await compare(players, {"data_dir": tmp_path / "hall"}, outcome)
    assert_kept(outcome, 2)
    assert sum(one.sent_away for one in near.players) == 0, "they have noticed nothing"
    assert sum(one.logins for one in far.players) > len(far.players)


@pytest.mark.usefixtures("small_disk")
async def test_a_hall_whose_disk_is_full_plays_on_and_is_sent_nobody(
    tmp_path: Path, cluster: Cluster
) -> None:
    outcome = Outcome()
    url = cluster.new_database()
    with running(tmp_path) as bus:
        named = settings(bus, "h", "play") | {"store.url": url, "status.slow_ms": 600_000}
        hall = Killing(
            tmp_path,
            list(SERVER),
            (*SETTINGS, *(f"{name}={value}" for name, value in named.items())),
        )
        await hall.start()
        try:
            with running_server(tmp_path / "edge", settings(bus, "e", "edge")) as edge:
                await until(lambda: ready(edge) == 200, "the edge has a hall")
                table = Table(edge.port, 1)
                try:
                    await table.goes_on(4)
                    filler = fill_disk(tmp_path / "data")
                    await until(lambda: ready_at(hall.port) == 503, "the hall is sent nobody")
                    assert ready(edge) == 200
                    await table.end()
                finally:
                    table.leave()
        finally:
            await hall.kill()
        filler.unlink()
        stored = {"data_dir": tmp_path / "data", "store.url": url, "store.node": "looker"}
        await compare(table.players, stored, outcome)
    assert_kept(outcome, 1)
    assert sum(one.sent_away for one in table.players) == 0
