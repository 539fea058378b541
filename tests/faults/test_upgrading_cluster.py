"""The servers of a cluster are upgraded from the last release one after another, and back, while matches are played."""

import os
import signal
import subprocess
import sys
import tarfile
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from io import BytesIO
from pathlib import Path

import pytest
from tests.faults.cluster_killing import SERVER
from tests.faults.cluster_tables import Tables, name_of, tables
from tests.faults.killing import Killing
from tests.integration.test_thinking_elsewhere import until
from tests.released.keep import COMMIT, FOLDER
from tests.server.storage.postgresql import Cluster

LAST = max((path.parent for path in FOLDER.glob(f"*/{COMMIT}")), key=lambda folder: folder.name)
ROOT = Path(__file__).parents[2]
MATCHES = 2

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


async def replace(here: Tables, node: Killing, command: Sequence[str]) -> None:
    """A server stops, and its next life, which has another version, takes connections."""
    # It may just come back by itself, as one that found another in its place on a crowded machine.
    while not node.is_up:
        await until(lambda: node.is_up or here.there.is_given_up(node), f"{name_of(node)} runs")
        assert not here.there.is_given_up(node), here.there.ended
    before = node.pid
    node.command = list(command)
    with suppress(ProcessLookupError):  # it has ended just now, and comes back with this version
        os.kill(before, signal.SIGTERM)
    await until(
        lambda: node.listening != before or here.there.is_given_up(node),
        f"{name_of(node)} runs again",
    )
    assert node.listening != before, here.there.ended


def version_of(node: Killing, release: Sequence[str]) -> str:
    """What really runs there, as its process tells; nothing where one has just ended and is started anew."""
    try:
        arguments = Path(f"/proc/{node.pid}/environ").read_bytes()
    except FileNotFoundError:
        return ""
    return "old" if release[1].encode() in arguments else "new"


def all_run(here: Tables, release: Sequence[str], version: str) -> bool:
    """Is it this version everywhere? Fails where that cannot be any more, since a server has ended for good."""
    for node in here.there.nodes:
        assert not here.there.is_given_up(node), here.there.ended
    return {version_of(node, release) for node in here.there.nodes} == {version}


async def roll(here: Tables, command: Sequence[str]) -> None:
    """Those that stand by go first, the hall last, so that each version is the hall of the other's edges."""
    hall = here.there.hall()
    for node in [*(one for one in here.there.nodes if one is not hall), hall]:
        await replace(here, node, command)
        await here.play()


async def test_players_notice_pauses_while_servers_of_two_releases_play_together(
    tmp_path: Path, cluster: Cluster, release: list[str]
) -> None:
    async with tables(tmp_path, cluster, MATCHES, command=release) as here:
        for command, version in ((SERVER, "new"), (release, "old"), (SERVER, "new")):
            await roll(here, command)
            await until(partial(all_run, here, release, version), f"all servers are {version}")
