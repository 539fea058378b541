"""Nothing of ours outlives whoever started it, even where that is killed."""

import shutil
import signal
import subprocess
import sys
from pathlib import Path

import psutil  # type: ignore[import-untyped]
import pytest
from tests.faults.servers import eventually, running_server
from tests.server.bus.nats_server import running
from tests.server.storage.postgresql import Cluster

from infoset_server.matches.records import KEY_NAME

ROOT = Path(__file__).parents[2]
KILLING = """
import asyncio, sys
from pathlib import Path
from tests.faults.killing import Killing

async def drive():
    server = Killing(Path(sys.argv[1]), [sys.executable, *sys.argv[2:], "infoset", "serve"], ("beacon_port=0",))
    await server.start()
    print(server.pid, flush=True)
    await server.wait()

asyncio.run(drive())
"""
RUNNING = """
import sys
from pathlib import Path
from tests.faults.servers import running_server

with running_server(Path(sys.argv[1]), {"beacon_port": 0}) as server:
    print(server.process.pid, flush=True)
    server.process.wait()
"""


def has_ended(pid: int) -> bool:
    """Also where nobody has asked for its exit code yet."""
    try:
        return bool(psutil.Process(pid).status() == psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return True


@pytest.mark.parametrize(
    ("driver", "words"),
    [(KILLING, ("-m",)), (KILLING, ("-P", "-m")), (RUNNING, ())],
    ids=["forked", "started", "fixture"],
)
def test_a_server_ends_after_the_driver_that_was_killed(
    tmp_path: Path, driver: str, words: tuple[str, ...]
) -> None:
    command = [sys.executable, "-c", driver, str(tmp_path), *words]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as killed:
        assert killed.stdout is not None
        server = int(killed.stdout.readline())
        assert not has_ended(server)
        killed.send_signal(signal.SIGKILL)
    eventually(lambda: has_ended(server), "the server has ended")


def test_a_server_that_stands_by_and_is_attended_ends_with_its_input(
    tmp_path: Path, cluster: Cluster
) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    with running(tmp_path) as bus:
        shared = {"store.url": cluster.new_database(), "cluster.bus": bus.url, "beacon_port": 0}
        with running_server(first, {**shared, "cluster.node": "a"}):
            second.mkdir()
            shutil.copy(first / KEY_NAME, second)
            with running_server(second, {**shared, "cluster.node": "b"}) as standby:
                log = (second / "server.log").read_text("utf-8")
                assert "this one stands by" in log
                assert standby.process.stdin is not None
                standby.process.stdin.close()
                assert standby.process.wait(60) == 0


def test_an_edge_that_is_attended_ends_with_its_input(tmp_path: Path) -> None:
    with running(tmp_path) as bus:
        settings = {"cluster.bus": bus.url, "cluster.node": "e", "cluster.roles": "edge"}
        with running_server(tmp_path / "edge", settings) as edge:
            assert edge.process.stdin is not None
            edge.process.stdin.close()
            assert edge.process.wait(60) == 0
