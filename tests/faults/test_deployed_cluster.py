"""The cluster of `deploy/containers/compose.cluster.yml`, played through HAProxy while its services end one after another."""

import asyncio
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.faults.cluster_killing import SEEK, Thoughtful, more_acts
from tests.faults.deployed import BUSES, NODES, Deployed, balancer
from tests.faults.killing import SEATS, SETTINGS, Outcome, compare
from tests.server.storage.postgresql import Cluster

MATCHES = 2
PATIENCE_S = 120.0
QUICK_S, SLOW_S = (
    0.1,
    5.0,
)  # between two acts of a player; slowly while something ends, so that matches outlive it

pytestmark = pytest.mark.timeout(900)


@pytest.fixture
def deployed(tmp_path: Path, cluster: Cluster) -> Iterator[Deployed]:
    balancer()
    there = Deployed(tmp_path, cluster.new_database(), (*SETTINGS, "beacon_port=0"))
    try:
        there.start()
        yield there
    finally:
        there.close()


def end_one_after_another(there: Deployed) -> Iterator[str]:
    """Faults, each told when it has happened and the service is there again."""
    hall = there.services[there.hall()]
    hall.kill()
    hall.start()
    yield "the hall was killed"
    name = there.hall()
    assert there.stop(name) == 0
    there.services[name].start()
    yield "the hall was stopped"
    for name in BUSES:
        there.services[name].kill()
        there.services[name].start()
        there.until_healthy(name)
    yield "each server of NATS was killed"
    name = next(str(one["node"]) for one in there.status() if not one["is_hall"])
    told = there.cluster("drain", name, "--wait")
    assert told.returncode == 0, told.stderr
    assert there.services[name].ended(there.grace_s(name)) == 0
    there.services[name].start()
    yield "an edge was drained"


def think(players: list[Thoughtful], think_s: float) -> None:
    for player in players:
        player.take(think_s)


async def test_play_goes_on_while_services_end_and_nothing_is_lost(
    deployed: Deployed, tmp_path: Path
) -> None:
    outcome = Outcome()
    players = [
        Thoughtful(deployed.front_port, f"player-{number}", random.Random(number), SEEK)
        for number in range(MATCHES * SEATS)
    ]
    tasks = [asyncio.create_task(player.play()) for player in players]
    faults = end_one_after_another(deployed)
    try:
        while True:
            think(players, QUICK_S)
            assert await more_acts(players, tasks, 4 * MATCHES, PATIENCE_S)
            assert not all(task.done() for task in tasks), "the matches outlive the faults"
            think(players, SLOW_S)
            if await asyncio.to_thread(next, faults, None) is None:
                break
        think(players, 0.0)
        await asyncio.wait(tasks, timeout=PATIENCE_S)
        assert [one.name for one in players if one.over is None] == []
        await asyncio.gather(*tasks)
        assert {one["node"] for one in deployed.status()} <= set(NODES)
    finally:
        for task in tasks:
            task.cancel()
        deployed.close()
    secrets = deployed.secrets / "n1.toml"
    url = secrets.read_text().partition('url = "')[2].partition('"')[0]
    await compare(
        players, {"data_dir": tmp_path / "n1", "store.url": url, "store.node": "looker"}, outcome
    )
    assert outcome.matches == MATCHES
    assert (outcome.wrongs, outcome.lost, outcome.unfinished) == ([], [], [])
