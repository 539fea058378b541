"""The hall of a cluster is handed over while matches are played, and stays where it is when that is asked for wrongly."""

import asyncio
import random
import subprocess
import sys
from pathlib import Path

import pytest
from tests.faults.cluster_killing import (
    REPLACED,
    SEEK,
    ClusterKilling,
    ClusterOutcome,
    Front,
    Thoughtful,
    more_acts,
)
from tests.faults.killing import SEATS, Killing, compare
from tests.server.bus.nats_server import running
from tests.server.storage.postgresql import Cluster

MATCHES = 2
PATIENCE_S = 120.0
QUICK_S, SLOW_S = (
    0.1,
    5.0,
)  # between two acts of a player; slowly meanwhile, so that matches outlive it

pytestmark = pytest.mark.timeout(900)


class Restarting(ClusterKilling):
    """Whoever has ended in order is started anew, as by systemd with `Restart=always`."""

    async def _watch(self, node: Killing) -> None:
        while True:
            await node.wait()
            if node.exit_code not in (0, REPLACED):
                log = node.log.read_text(encoding="utf-8")
                self.ended.append(f"{node.log.parent.name}: {node.exit_code}: {log[-500:]}")
                return
            await node.start()


async def hall(there: ClusterKilling, *arguments: str) -> tuple[int, str]:
    """What `infoset cluster hall` says, and its status."""
    command = [sys.executable, "-m", "infoset", "cluster", "hall", *arguments]
    command += ["--set", f"cluster.bus={there.bus.url}", "--set", "cluster.beat_s=0.5"]
    told = await asyncio.create_subprocess_exec(
        *command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    said, _ = await told.communicate()
    assert told.returncode is not None
    return told.returncode, said.decode().strip()


def name_of(node: Killing) -> str:
    return node.log.parent.name


def think(players: list[Thoughtful], think_s: float) -> None:
    for player in players:
        player.think_s = think_s


async def hand_over_again_and_again(
    there: ClusterKilling, players: list[Thoughtful], tasks: list[asyncio.Task[None]]
) -> None:
    """To one after the other, among them one that has had it before."""
    for name in ("n2", "n1", "n2"):
        think(players, QUICK_S)
        assert await more_acts(players, tasks, 4 * MATCHES, PATIENCE_S)
        think(players, SLOW_S)
        assert await hall(there, name) == (0, f"{name} is the hall")
        assert name_of(there.hall()) == name
        assert not all(task.done() for task in tasks), "the matches outlive it"


async def test_players_notice_a_pause_when_the_hall_is_handed_over_and_the_named_server_has_it(
    tmp_path: Path, cluster: Cluster
) -> None:
    outcome = ClusterOutcome()
    with running(tmp_path) as bus:
        there = Restarting(tmp_path, 3, cluster.new_database(), bus, seed=1)
        front = Front([node.port for node in there.nodes])
        tasks: list[asyncio.Task[None]] = []
        try:
            await there.start()
            await front.open()
            players = [
                Thoughtful(front.port, f"player-{number}", random.Random(number), SEEK)
                for number in range(MATCHES * SEATS)
            ]
            tasks = [asyncio.create_task(player.play()) for player in players]
            await hand_over_again_and_again(there, players, tasks)
            think(players, 0.0)
            await asyncio.wait(tasks, timeout=PATIENCE_S)
            assert [one.name for one in players if one.over is None] == []
            await asyncio.gather(*tasks)
        finally:
            for task in tasks:
                task.cancel()
            front.close()
            await there.close()
        settings = there.settings | {"data_dir": there.folders[0] / "data", "store.node": "looker"}
        await compare(players, settings, outcome)
    assert outcome.matches == MATCHES
    assert (there.ended, outcome.wrongs, outcome.lost, outcome.unfinished) == ([], [], [], [])
    assert outcome.sent_away >= len(players), "each of them has come back"


async def test_the_hall_stays_where_it_is_when_it_is_to_go_where_it_cannot(
    tmp_path: Path, cluster: Cluster
) -> None:
    with running(tmp_path) as bus:
        there = Restarting(tmp_path, 2, cluster.new_database(), bus, seed=1)
        try:
            status, said = await hall(there)
            assert (status, said) == (1, "infoset cluster: expected one hall, there is none")
            await there.start()
            assert await hall(there) == (0, "n0")
            assert await hall(there, "n0") == (0, "n0 is the hall already")
            status, said = await hall(there, "n7")
            assert status == 1
            assert said == "infoset cluster: n7: expected one that stands by with the role play: n1"
            assert await hall(there) == (0, "n0")
        finally:
            await there.close()
    assert there.ended == []
