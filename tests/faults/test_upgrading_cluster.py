"""The servers of a cluster are upgraded from the last release one after another, and back, while matches are played."""

import asyncio
import os
import random
import signal
import subprocess
import sys
import tarfile
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

import pytest
from tests.faults.cluster_killing import SEEK, SERVER, ClusterOutcome, Front, Thoughtful, more_acts
from tests.faults.killing import SEATS, Killing, compare
from tests.faults.test_handing_over import Restarting, name_of, think
from tests.integration.test_thinking_elsewhere import until
from tests.released.keep import COMMIT, FOLDER
from tests.server.bus.nats_server import running
from tests.server.storage.postgresql import Cluster

LAST = max((path.parent for path in FOLDER.glob(f"*/{COMMIT}")), key=lambda folder: folder.name)
ROOT = Path(__file__).parents[2]
MATCHES = 2
PATIENCE_S = 120.0
QUICK_S, SLOW_S = 0.1, 5.0  # between two acts of a player; slowly meanwhile

pytestmark = pytest.mark.timeout(900)


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The command that runs a server of the last release, as pip installs it, in a folder of its own."""
    commit = (LAST / COMMIT).read_text("ascii").strip()
    source, there = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("release")
    told = subprocess.run(["git", "archive", commit], cwd=ROOT, capture_output=True, check=False)
    if told.returncode:
        pytest.skip(f"LOUD: this clone has no commit {commit}, release {LAST.name} is not run")
    with tarfile.open(fileobj=BytesIO(told.stdout)) as files:
        files.extractall(source, filter="data")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation"]
    uncompiled = os.environ | {"INFOSET_PURE": "1"}
    subprocess.run([*pip, "--target", there, source], env=uncompiled, check=True, timeout=300)
    return ["env", f"PYTHONPATH={there}", *SERVER]


async def replace(node: Killing, command: Sequence[str]) -> None:
    """A server stops, and its next life has another version."""
    before = node.pid
    node.command = list(command)
    os.kill(before, signal.SIGTERM)
    await until(lambda: node.pid != before, f"{name_of(node)} runs again")


def version_of(node: Killing, release: Sequence[str]) -> str:
    """What really runs there, as its process tells."""
    arguments = Path(f"/proc/{node.pid}/environ").read_bytes()
    return "old" if release[1].encode() in arguments else "new"


async def test_players_notice_pauses_while_servers_of_two_releases_play_together(
    tmp_path: Path, cluster: Cluster, release: list[str]
) -> None:
    outcome = ClusterOutcome()
    with running(tmp_path) as bus:
        there = Restarting(tmp_path, 3, cluster.new_database(), bus, seed=1, command=release)
        front = Front([node.port for node in there.nodes])
        tasks: list[asyncio.Task[None]] = []
        halls: set[str] = set()

        async def roll(command: Sequence[str]) -> None:
            """Those that stand by go first, the hall last, so that each version is the hall of the other's edges."""
            hall = there.hall()
            for node in [*(one for one in there.nodes if one is not hall), hall]:
                think(players, QUICK_S)
                assert await more_acts(players, tasks, 2 * MATCHES, PATIENCE_S)
                halls.add(version_of(there.hall(), release))
                think(players, SLOW_S)
                await replace(node, command)
                assert not any(task.done() for task in tasks), f"{name_of(node)}: all play on"

        try:
            await there.start()
            await front.open()
            players = [
                Thoughtful(front.port, f"player-{number}", random.Random(number), SEEK)
                for number in range(MATCHES * SEATS)
            ]
            tasks = [asyncio.create_task(player.play()) for player in players]
            for command in (SERVER, release, SERVER):
                await roll(command)
            assert {version_of(node, release) for node in there.nodes} == {"new"}
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
    assert halls == {"old", "new"}
    assert outcome.matches == MATCHES
    assert (there.ended, outcome.wrongs, outcome.lost, outcome.unfinished) == ([], [], [], [])
